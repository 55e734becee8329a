"""What every request goes through: which hosts and addresses are answered, and the content security policy."""

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest

from apps.server.hosts import allowed

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
