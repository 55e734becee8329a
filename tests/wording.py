"""The words of pages, as somebody reads them."""

from __future__ import annotations

import re

import lxml.html

CLOCK = re.compile(r"\b\d\d:\d\d\b")


def words_of(part: lxml.html.HtmlElement) -> str:
    """What can be read in a part of a page, without times of day: a number that is looked for is never a clock's."""
    said = " ".join(part.xpath(".//text()[not(ancestor::script or ancestor::style or ancestor::template)]"))
    return " ".join(CLOCK.sub("", said).split())


WITHOUT_SCRIPTS = re.compile(
    r'(<form\b[^>]*\bmethod=")post("[^>]*\bhx-post=[^>]*>)<input type="hidden" name="csrfmiddlewaretoken"[^>]*>'
    r'<input type="hidden" name="nonce"[^>]*>(?:<input type="hidden" name="pressed_in"[^>]*>)?'
)

OPENED_IN = re.compile(r'(?:\?|&amp;)opened_in=[^"]*(?=" hx-get=)|<input type="hidden" name="opened_in"[^>]*>')


def as_drawn(html: str) -> str:
    """A page less what its forms carry for this one browser (`apps.table.at_once`): two pages that show the same are
    the same."""
    return OPENED_IN.sub("", WITHOUT_SCRIPTS.sub(r"\1get\2", html))
