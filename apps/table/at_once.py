"""One tap without JavaScript: a form that does an act at once posts, from a page that is made for one browser; and
whoever opens a form and leaves it comes back to where they opened it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import count
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils.html import format_html

from apps.table.ids import new_token

COMES_BACK = re.compile(r"\bdata-(repeat|comes-back)\b")
ASKING = re.compile(r'(<form\b[^>]*\bmethod=")get("[^>]*\bhx-post=[^>]*>)')
"""As a panel has it, which is drawn for many: by itself it only asks for the act's page, and scripts post it."""
OPENING_LINK = re.compile(r' href="act/[^"]*(?=" hx-get=)')
OPENING_FORM = re.compile(r'<form\b[^>]*\baction="act/[^>]*\bhx-get=[^>]*>')
"""What leads to an act's page. Each begins with signs that are found at once, because a page is long."""


def page(request: HttpRequest, template: str, context: Mapping[str, Any]) -> HttpResponse:
    """The whole page, with what its forms need in order to post by themselves: each shows that this page sent it, and
    is done once however often it arrives."""
    response = render(request, template, context)
    response.content = leading_back(posting(response.content.decode(), get_token(request)))
    return response


def posting(html: str, token: str) -> str:
    """The same page; the forms that only asked for an act's page do the act. One that is meant to be pressed again
    (data-repeat), or that is one step of several (data-comes-back), comes back to what it stands in."""
    nonce, number = new_token(), count(1)

    def posts(form: re.Match[str]) -> str:
        carried = _hidden("csrfmiddlewaretoken", token) + _hidden("nonce", f"{nonce}{next(number)}")
        if COMES_BACK.search(form[0]):
            carried += _hidden("pressed_in", _named_before(html, form.start()))
        return form[1] + "post" + form[2] + carried

    return ASKING.sub(posts, html)


def leading_back(html: str) -> str:
    """The same page; what opens the page of an act says where it stands."""

    def link(found: re.Match[str]) -> str:
        place = _named_before(found.string, found.start())
        return f"{found[0]}{'&amp;' if '?' in found[0] else '?'}opened_in={place}"

    def form(found: re.Match[str]) -> str:
        place = _named_before(found.string, found.start())
        return f'{found[0]}<input type="hidden" name="opened_in" value="{place}">'

    return OPENING_FORM.sub(form, OPENING_LINK.sub(link, html))


def _named_before(html: str, place: int) -> str:
    """The id of what stands there: the nearest one before."""
    begins = html.rfind(' id="', 0, place) + len(' id="')
    return html[begins : html.index('"', begins)]


def _hidden(name: str, value: str) -> str:
    return format_html('<input type="hidden" name="{}" value="{}">', name, value)
