"""A browser that holds no seat yet: it presses the buttons of the pages behind links, with CSRF checks on."""

from __future__ import annotations

from typing import Any

from bs4 import BeautifulSoup
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from apps.table.doors import opening
from apps.table.models import Seat, Table
from tests.people import Person


class Browser:
    """One browser at one network address; `press` sends the form of a page, as its button does."""

    token = "none"

    def __init__(self, address: str = "192.168.1.50", agent: str = "") -> None:
        self.client = Client(enforce_csrf_checks=True, REMOTE_ADDR=address, HTTP_USER_AGENT=agent)

    def look(self, path: str, **headers: str) -> HttpResponse:
        """Opens a page, and keeps the CSRF token of its form."""
        page = self.client.get(path, headers=headers)
        token = BeautifulSoup(page.content, "lxml").find("input", {"name": "csrfmiddlewaretoken"})
        self.token = str(token["value"]) if token else self.token
        return page  # type: ignore[return-value]

    def words(self, path: str) -> str:
        return words(self.look(path))

    def press(self, path: str, page: str = "", **data: Any) -> HttpResponse:
        """Opens the page and sends its form, or that of the page last seen where this one has none."""
        self.look(page or path)
        data["csrfmiddlewaretoken"] = self.token
        return self.client.post(path, data)  # type: ignore[return-value]

    def knock(self, table: Table, name: str, colour: str = "", **data: str) -> HttpResponse:
        return self.press(opening.invite_path(table), name=name, colour=colour, **{"role": "player", **data})

    def at(self, seat: Seat) -> Person:
        """This browser at a seat that it holds."""
        person = Person(None, seat.table)
        person.seat = seat
        person.client = self.client
        person.url = f"/t/{seat.table.public_id}/s/{seat.public_id}/"
        return person


def words(response: Any) -> str:
    return " ".join(BeautifulSoup(response.content, "lxml").get_text(" ").split())


def host() -> Browser:
    """The browser in which the host is signed in."""
    browser = Browser("127.0.0.1")
    browser.client.force_login(User.objects.create_user("host", password="a long password"))
    return browser


def link_of(seat: Seat) -> str:
    seat.refresh_from_db()
    return f"/seat/{seat.public_id}/{seat.link_token}"


def whole_database() -> list[str]:
    """Every row of the tables' app, to show that nothing was spent."""
    from django.apps import apps

    models = apps.get_app_config("table").get_models()
    return [repr(list(model._base_manager.order_by("pk").values())) for model in models]
