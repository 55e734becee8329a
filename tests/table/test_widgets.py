"""What forms draw without templates is what Django's own templates would draw, but for white space around tags."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.utils.html import format_html
from django.utils.safestring import mark_safe

from apps.table.choices import Pairs
from apps.table.widgets import DRAWN, InPython

CHOICES = [("", "None"), ("a&b", "<Ines> & “Marek”"), (3, 4), ("safe", format_html("<b>{}</b>", "<i>"))]
GROUPS = [("Ships", [("k", "Kestrel"), ("w", "Wake")]), ("alone", "Alone"), ("A <group>", [("x", "X")])]
ATTRS: dict[str, Any] = {
    "id": "id_<one>", "class": "input", "aria-invalid": "true", "data-n": 5, "disabled": True, "hidden": False,
}  # fmt: skip
VALUES = (None, "", "plain", "<b>\"quoted\" & 'so'", mark_safe("<i>kept</i>"), 7, -3, True)

PLAIN = (
    forms.TextInput, forms.NumberInput, forms.EmailInput, forms.URLInput, forms.HiddenInput, forms.CheckboxInput,
    forms.Textarea,
)  # fmt: skip
CHOOSING = (forms.Select, forms.RadioSelect, forms.CheckboxSelectMultiple, forms.SelectMultiple)


@pytest.mark.parametrize("kind", [*PLAIN, lambda **about: forms.PasswordInput(render_value=True, **about)])
@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("attrs", [{}, ATTRS])
def test_what_is_typed_into(kind: Any, value: Any, attrs: dict[str, Any]) -> None:
    _same(kind(attrs=attrs), value)


@pytest.mark.parametrize("kind", CHOOSING)
@pytest.mark.parametrize("choices", [[], CHOICES, GROUPS, [*CHOICES, *GROUPS]])
@pytest.mark.parametrize("value", [None, "", "a&b", 3, ["a&b", "k"]])
@pytest.mark.parametrize("attrs", [{}, ATTRS])
def test_what_is_chosen_from(kind: Any, choices: Any, value: Any, attrs: dict[str, Any]) -> None:
    _same(kind(attrs=attrs, choices=choices), value)


class _Form(forms.Form):
    way = forms.ChoiceField(choices=CHOICES, widget=forms.RadioSelect)
    several = forms.MultipleChoiceField(choices=GROUPS, widget=forms.CheckboxSelectMultiple)
    one = forms.ChoiceField(choices=GROUPS)


def test_each_choice_of_a_list_by_itself() -> None:
    ours, theirs = _Form(renderer=InPython()), _Form(renderer=DjangoTemplates())
    for name in _Form.base_fields:
        pairs = list(zip(ours[name], theirs[name], strict=True))
        assert pairs
        for mine, other in pairs:
            assert _tight(mine.tag()) == _tight(other.tag())
            assert _tight(mine.tag(wrap_label=True)) == _tight(other.tag(wrap_label=True))


def test_a_text_keeps_the_lines_it_begins_with() -> None:
    """A browser swallows the first line's end after the tag."""
    drawn = forms.Textarea().render("text", "\n\n  later", renderer=InPython())
    assert drawn.endswith(">\n\n\n  later</textarea>")


def test_other_widgets_are_drawn_by_their_templates() -> None:
    file = forms.ClearableFileInput()
    assert file.template_name not in DRAWN
    _same(file, None)


def test_pairs_are_choices_like_any_list_and_each_form_has_its_own() -> None:
    field = forms.ChoiceField(choices=Pairs(CHOICES))
    assert field.choices == CHOICES
    assert field.clean("3") == "3"
    form = type("Form", (forms.Form,), {"field": field})()
    form.fields["field"].choices.append(("new", "New"))
    form.fields["field"].widget.choices.append(("newer", "Newer"))
    assert field.choices == field.widget.choices == CHOICES


def _same(widget: forms.Widget, value: Any) -> None:
    mine = widget.render("a<name>", value, renderer=InPython())
    assert _tight(mine) == _tight(widget.render("a<name>", value, renderer=DjangoTemplates()))
    assert hasattr(mine, "__html__")


def _tight(html: str) -> str:
    return re.sub(r"\s*(<[^>]*>)\s*", r"\1", html)
