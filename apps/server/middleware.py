"""What every request goes through: which hosts and addresses are answered, the content security policy, that nobody
keeps what is private, and the words for what befalls the server."""

import logging
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers

from apps.server import health
from apps.server.hosts import allowed
from config import troubles

log = logging.getLogger(__name__)

Answer = Callable[[HttpRequest], HttpResponse]
UNKNOWN_HOST = """\
This server does not answer to that name. Open it by its IP address, or let its owner add the name to FIRESIDE_NAMES.
"""


def known_hosts_only(answer: Answer) -> Answer:
    """Refuses (400) a request whose Host header is neither an address of ours nor a name that the owner listed."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if _known(request):
            return answer(request)
        return HttpResponseBadRequest(UNKNOWN_HOST, content_type="text/plain; charset=utf-8")

    return middleware


def _known(request: HttpRequest) -> bool:
    try:
        return allowed(request.get_host())
    except DisallowedHost:  # malformed
        return False


def readable_addresses_only(answer: Answer) -> Answer:
    """Nothing is found (404) under an address with a zero byte in it, which no database takes."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if "\x00" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise Http404
        return answer(request)

    return middleware


def content_security_policy(answer: Answer) -> Answer:
    """The same policy on every page: nothing inline, nothing from elsewhere. A view may set a stricter one."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = answer(request)
        response.headers.setdefault("Content-Security-Policy", settings.CONTENT_SECURITY_POLICY)
        return response

    return middleware


class TroublesInWords:
    """What keeps the server from doing anything (a full disk, a database that is away) is said, with 503.

    `X-Trouble` on the answer says that it is of no use to send the same again by oneself.
    """

    def __init__(self, answer: Answer) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.answer(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        trouble = None if settings.DEBUG else troubles.of(error)
        if trouble is None:
            return None
        log.error("%s", trouble)
        health.note(trouble)
        told = {"trouble": trouble, "at_the_hosts": request.path.startswith(reverse("host"))}
        response = render(request, "server/trouble.html", told, status=503)
        name, value = ("Retry-After", "5") if trouble.passes else ("X-Trouble", trouble.code)
        response.headers[name] = value
        return response


def heads_as_gets(answer: Answer) -> Answer:
    """Every page that can be got tells its head as well. The server that runs us leaves the content out."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.method == "HEAD":
            request.method = "GET"
        return answer(request)

    return middleware


def kept_by_nobody(answer: Answer) -> Answer:
    """What a page shows depends on who asks, so that no proxy, browser or shared computer keeps it. A view may allow
    more; static files do not come by here."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = answer(request)
        response.headers.setdefault("Cache-Control", "no-store, private")
        patch_vary_headers(response, ["Cookie"])
        return response

    return middleware
