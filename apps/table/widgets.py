"""The fields of forms as HTML: but for white space around tags as Django's own templates have it, without templates.

It takes four of them for each choice of a list, which was half the time in which a form is drawn. Widgets that are not
listed in `DRAWN` are drawn by theirs as ever.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.forms.renderers import DjangoTemplates
from django.utils.html import conditional_escape

Widget = Mapping[str, Any]
"""What a widget tells of itself: its `get_context(...)["widget"]`."""


class InPython(DjangoTemplates):
    """Django's renderer of forms, but for what is written here."""

    def render(self, template_name: str, context: dict[str, Any], request: Any = None) -> str:
        draw = DRAWN.get(template_name)
        if draw is None:
            return super().render(template_name, context, request)
        return draw(context["widget"])


def _input(widget: Widget) -> str:
    value = widget.get("value")
    filled = "" if value is None else f' value="{_text(value)}"'
    return f'<input type="{_text(widget["type"])}" name="{_text(widget["name"])}"{filled}{_attributes(widget)}>'


def _option_of_inputs(widget: Widget) -> str:
    if not widget.get("wrap_label"):
        return _input(widget)
    key = widget["attrs"].get("id")
    leads_to = f' for="{_text(key)}"' if key else ""
    return f"<label{leads_to}>{_input(widget)} {_text(widget['label'])}</label>"


def _inputs(widget: Widget) -> str:
    attrs = widget["attrs"]
    about = "".join(f' {name}="{_text(attrs[name])}"' for name in ("id", "class") if attrs.get(name))
    return f"<div{about}>{''.join(map(_group_of_inputs, widget['optgroups']))}</div>"


def _group_of_inputs(group: tuple[Any, list[Widget], int]) -> str:
    name, options, _ = group
    drawn = "".join(f"<div>{_option_of_inputs(one)}</div>\n" for one in options)
    return f"<div><label>{_text(name)}</label>\n{drawn}</div>\n" if name else drawn


def _select(widget: Widget) -> str:
    groups = "".join(map(_group_of_options, widget["optgroups"]))
    return f'<select name="{_text(widget["name"])}"{_attributes(widget)}>\n{groups}</select>'


def _group_of_options(group: tuple[Any, list[Widget], int]) -> str:
    name, options, _ = group
    drawn = "".join(f"{_option(one)}\n" for one in options)
    return f'<optgroup label="{_text(name)}">\n{drawn}</optgroup>\n' if name else drawn


def _option(widget: Widget) -> str:
    return f'<option value="{_text(widget["value"])}"{_attributes(widget)}>{_text(widget["label"])}</option>'


def _textarea(widget: Widget) -> str:
    text = _text(widget["value"]) if widget["value"] else ""
    return f'<textarea name="{_text(widget["name"])}"{_attributes(widget)}>\n{text}</textarea>'


def _attributes(widget: Widget) -> str:
    return "".join(_attribute(name, value) for name, value in widget["attrs"].items() if value is not False)


def _attribute(name: str, value: Any) -> str:
    return f" {_text(name)}" if value is True else f' {_text(name)}="{_text(value)}"'


def _text(value: Any) -> str:
    return conditional_escape(value if isinstance(value, str) else str(value))


DRAWN: dict[str, Callable[[Widget], str]] = {
    f"django/forms/widgets/{name}.html": draw
    for draw, names in {
        _input: ("input", "text", "number", "email", "url", "password", "hidden", "checkbox"),
        _option_of_inputs: ("input_option", "radio_option", "checkbox_option"),
        _inputs: ("multiple_input", "radio", "checkbox_select"),
        _select: ("select",),
        _option: ("select_option",),
        _textarea: ("textarea",),
    }.items()
    for name in names
}
