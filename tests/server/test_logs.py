"""No log tells the secret of a link."""

import logging
import sys
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from config.logs import WithoutSecrets

TOKEN = "9f3b" * 8
LINKS = [f"/g/xTABLE/{TOKEN}", f"/j/xTABLE/{TOKEN}", f"/seat/xSEAT/{TOKEN}", f"/claim/{TOKEN}"]


@pytest.mark.parametrize("link", LINKS)
def test_what_is_logged_of_a_link_opens_nothing(link: str, caplog: pytest.LogCaptureFixture) -> None:
    assert Client(enforce_csrf_checks=True).post(link).status_code == 403
    assert [record.name for record in caplog.records] == ["django.security.csrf"]
    assert TOKEN not in settings_format(caplog.records[0])
    assert link.removesuffix(TOKEN) + "***" in settings_format(caplog.records[0])


def test_nor_does_a_trace() -> None:
    try:
        raise LookupError(f"<WebRequest uri={LINKS[0]}?x=1>")
    except LookupError:
        record = logging.getLogger("daphne").makeRecord("daphne", 40, "", 0, "gone", (), sys.exc_info())
    told = settings_format(record)
    assert TOKEN not in told
    assert "/g/xTABLE/***?x=1>" in told


def settings_format(record: logging.LogRecord) -> str:
    """The line as the server writes it."""
    formatters: Any = settings.LOGGING["formatters"]
    assert formatters["line"]["()"] == "config.logs.WithoutSecrets"
    return WithoutSecrets(settings.LINE, style="{").format(record)
