"""Puts the noting script first into every whole page."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static

Answer = Callable[[HttpRequest], HttpResponse]


def noting(answer: Answer) -> Answer:
    def noted(request: HttpRequest) -> HttpResponse:
        response = answer(request)
        if not response.streaming and b"<head>" in response.content:
            script = f'<head><script src="{static("noting.js")}"></script>'
            response.content = response.content.replace(b"<head>", script.encode(), 1)
        return response

    return noted
