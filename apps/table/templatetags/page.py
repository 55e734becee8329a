"""What templates of the table's pages say most often. Built in: nobody need load it."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString

from apps.rules import registry
from apps.table.doors import codes
from apps.table.names import by_kind, listed, name_of_all

register = template.Library()


@register.simple_tag(takes_context=True)
def opens(context: Mapping[str, Any], *address: Any) -> SafeString:
    """Of a link: it lays the act's form open. The address is the act's name and its query, in parts that are joined."""
    return format_html('href="{0}" hx-get="{0}" hx-target="#act" hx-swap="innerMorph"', _door(context, address))


@register.simple_tag(takes_context=True)
def opens_with(context: Mapping[str, Any], *address: Any) -> SafeString:
    """Of a form: it lays the act's form open, with what it holds filled in."""
    return format_html(
        'method="get" action="{0}" hx-get="{0}" hx-target="#act" hx-swap="innerMorph"', _door(context, address)
    )


@register.simple_tag(takes_context=True)
def answers_at(context: template.Context) -> str:
    """Where others find this server, for whoever came by an address of this machine alone; else empty."""
    return codes.known(context["request"])


@register.simple_tag(takes_context=True)
def sends(context: Mapping[str, Any], *address: Any) -> SafeString:
    """Of a form: it does the act at once."""
    attributes = 'method="get" action="{0}" hx-post="{0}" hx-target="#act" hx-swap="innerMorph"'
    return format_html(attributes, _door(context, address))


@register.simple_tag(takes_context=True)
def does(context: Mapping[str, Any], *address: Any) -> SafeString:
    """Of a button whose name and value are all that the act needs: it does the act at once, without JavaScript too, by
    the page's own form (#at-once), which has what shows that this page sent it. A panel, drawn for many, has not."""
    attributes = 'form="at-once" formaction="{0}" hx-post="{0}" hx-target="#act" hx-swap="innerMorph"'
    return format_html(attributes, _door(context, address))


def _door(context: Mapping[str, Any], address: tuple[Any, ...]) -> SafeString:
    """Seen from the table; an act that has a page of its own, without JavaScript, lies beside the others."""
    beside = "" if context.get("whole_page") else "act/"
    return SafeString(beside + "".join(conditional_escape(part) for part in address))


@register.simple_tag(takes_context=True)
def rule_link(context: Mapping[str, Any], id: str, words: str = "", base: str = "") -> SafeString:
    """The way to a rule, under its title or in other words; `base` is the table's address where a page lies below it.
    A rule for the GMs is named only where they alone read on: on their pages and on the cards told to nobody else."""
    rule = registry.text(id)
    if rule.for_gm and not _for_gms_alone(context):
        return SafeString("")
    return format_html('<a href="{}rule?id={}">{}</a>', base, id, words or rule.title)


def _for_gms_alone(context: Mapping[str, Any]) -> bool:
    told, viewer = context.get("told"), context.get("viewer")
    if told is not None:
        return bool(told.audience == "gms")
    return viewer is not None and bool(viewer.acts_as_gm)


@register.filter
def commas(values: Iterable[Any]) -> str:
    """1, 4, 7; Django's own `join` gives up on numbers where nothing is escaped."""
    return ", ".join(map(str, values))


register.filter("listed", listed)
register.filter("by_kind", by_kind)
register.filter("named", name_of_all)


@register.simple_tag
def style_of(game: str) -> SafeString:
    """The game's own stylesheet, css/games/<game>.css, where it has one."""
    path = f"css/games/{game}.css"
    return format_html('<link rel="stylesheet" href="{}">', static(path)) if _is_there(path) else SafeString("")


@cache
def _is_there(path: str) -> bool:
    return finders.find(path) is not None
