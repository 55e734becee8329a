"""Pages that ask for themselves every two seconds, such as the wait at the door."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse

Page = Callable[..., HttpResponse]


def is_polled(request: HttpRequest) -> bool:
    return request.method == "GET" and bool(getattr(request, "htmx", False))


def look_again() -> HttpResponse:
    """Tells a page that polls to load itself anew."""
    return HttpResponse(headers={"HX-Refresh": "true"})


def says_once_that_it_is_gone(page: Page) -> Page:
    """A page whose table is put away, or that is no longer this browser's, loads itself anew: then it says so, and asks
    no more."""

    @wraps(page)
    def asked(request: HttpRequest, **named: str) -> HttpResponse:
        try:
            return page(request, **named)
        except Http404:
            if is_polled(request):
                return look_again()
            raise

    return asked
