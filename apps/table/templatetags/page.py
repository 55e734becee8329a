"""What templates of the table's pages say most often. Built in: nobody need load it."""

from functools import cache
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def opens(*address: Any) -> SafeString:
    """Of a link: it lays the act's form open. The address is the act's name and its query, in parts that are joined."""
    return format_html('href="{0}" hx-get="{0}" hx-target="#act" hx-swap="innerMorph"', _door(address))


@register.simple_tag
def sends(*address: Any) -> SafeString:
    """Of a form: it does the act at once."""
    return format_html('method="get" action="{0}" hx-post="{0}" hx-target="#act" hx-swap="innerMorph"', _door(address))


def _door(address: tuple[Any, ...]) -> SafeString:
    return SafeString("act/" + "".join(conditional_escape(part) for part in address))


@register.simple_tag
def style_of(game: str) -> SafeString:
    """The game's own stylesheet, css/games/<game>.css, where it has one."""
    path = f"css/games/{game}.css"
    return format_html('<link rel="stylesheet" href="{}">', static(path)) if _is_there(path) else SafeString("")


@cache
def _is_there(path: str) -> bool:
    return finders.find(path) is not None
