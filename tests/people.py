"""People at a table: each a browser of its own that posts to the door as the program's pages do."""

from __future__ import annotations

import secrets
from functools import cache
from typing import Any

import lxml.html
from bs4 import BeautifulSoup
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.utils.crypto import get_random_string
from django.utils.http import urlencode

from apps.table.devices import COOKIE
from apps.table.ids import new_token, token_hash
from apps.table.models import Event, Seat, SeatDevice, Table
from apps.table.switches import write_switches
from apps.table.viewer import Viewer
from tests.wording import as_drawn, words_of

COLOURS = ("flame", "straw", "moss", "sea", "sky", "iris", "rose", "ash")


def open_a_table(name: str = "The Kestrel’s Wake", game: str = "dragonfly", **switches: str) -> Table:
    """A table of that game; `switches` by key with underscores."""
    table = Table.objects.create(name=name, game=game)
    write_switches(table, {key.replace("_", "-"): value for key, value in switches.items()})
    return table


def sit_down(table: Table, name: str, role: str = "player", colour: str = "") -> Person:
    colour = colour or COLOURS[table.seats.count() % len(COLOURS)]
    seat = Seat.objects.create(table=table, name=name, name_key=name.casefold(), role=role, colour=colour)
    return Person(seat, table)


class Person:
    """One browser. Its posts carry the CSRF token, a nonce and htmx's headers, with what its page
    has laid open in the address; `plain` ones come without JavaScript. With a line its page gets panels and cards by
    that alone."""

    def __init__(self, seat: Seat | None, table: Table) -> None:
        self.seat = seat
        self.table = table
        self.token = new_token()
        self.opened: dict[str, str] = {}
        self.has_a_line = False
        self.client = Client(enforce_csrf_checks=True)
        self.client.cookies[COOKIE] = self.token
        self.client.cookies["csrftoken"] = get_random_string(32)
        if seat is not None:
            SeatDevice.objects.create(seat=seat, token_hash=token_hash(self.token))
            self.url = f"/t/{table.public_id}/s/{seat.public_id}/"

    def at(self, other: Person) -> Person:
        """This browser, pointed at another person's seat."""
        self.url = other.url
        return self

    def post(self, act: str, *, nonce: str = "", plain: bool = False, live: bool = False, **data: Any) -> HttpResponse:
        """Posts to the door. Lists become repeated values; files are given as they are. To a page that is `live`
        the answer brings what the act itself says, and no panels."""
        token = str(self.client.cookies["csrftoken"].value)
        headers = {"X-CSRFToken": token, "X-Nonce": nonce or secrets.token_hex(8)}
        if not plain:
            headers |= {"HX-Request": "true", "HX-Current-URL": f"http://testserver{self.url}?{urlencode(self.opened)}"}
            headers |= {"X-Live": "1"} if live or self.has_a_line else {}
        else:
            data = {**data, "csrfmiddlewaretoken": token}
            del headers["X-CSRFToken"]
        return self.client.post(f"{self.url}act/{act}", headers=headers, **encoded(data))  # type: ignore[return-value]

    def does(self, act: str, **data: Any) -> None:
        """Does an act whose answer nobody looks at: it comes without JavaScript, so that nothing is drawn for it."""
        answer = self.post(act, plain=True, **data)
        words = " ".join(BeautifulSoup(answer.content, "lxml").get_text(" ").split()) if answer.content else ""
        assert answer.status_code == 302, f"{act}: {answer.status_code} {words}"

    def get(self, act: str, *, plain: bool = False, **query: Any) -> HttpResponse:
        """The act's form, pre-filled from `query`."""
        headers = {} if plain else {"HX-Request": "true"}
        return self.client.get(f"{self.url}act/{act}", query, headers=headers)  # type: ignore[return-value]

    def at_address(self, address: str, **query: Any) -> HttpResponse:
        """A page below the seat, such as "log" or "rule"."""
        return self.client.get(f"{self.url}{address}", query)  # type: ignore[return-value]

    def page(self, **query: Any) -> str:
        """The whole table as this seat sees it, freshly drawn."""
        return as_drawn(self.client.get(self.url, query).content.decode())

    def soup(self, **query: Any) -> BeautifulSoup:
        return BeautifulSoup(self.page(**query), "lxml")

    def panel(self, name: str) -> str:
        """The words of one panel of the page, spaces joined."""
        return self.words(f"panel-{name}")

    def log(self) -> str:
        """The words of the log's last page, spaces joined."""
        return self.words("log-cards")

    def words(self, of: str) -> str:
        """The words of what has that id."""
        found = lxml.html.document_fromstring(self.page()).xpath("//*[@id=$of]", of=of)
        assert found, f"no {of}"
        return words_of(found[0])

    @property
    def viewer(self) -> Viewer:
        assert self.seat is not None
        seat = Seat.objects.select_related("table").get(pk=self.seat.pk)
        return Viewer(seat.table, seat)


def encoded(data: dict[str, Any]) -> dict[str, Any]:
    """A body as browsers send it: in parts where there is a file, which takes longer to take apart."""
    if any(hasattr(one, "read") for one in data.values()):
        return {"data": data}
    return {"data": urlencode(data, doseq=True), "content_type": "application/x-www-form-urlencoded"}


def newest_event(table: Table) -> Event:
    event = Event.objects.filter(table=table).order_by("-pk").first()
    assert event is not None, "nothing was told"
    return event


def state_of_play(table: Table) -> dict[str, list[Any]]:
    """Everything that an act could change, to show that a refusal changed nothing: all rows by their model's name."""
    found = {}
    with connection.cursor() as cursor:
        for name, question in _all_rows().items():
            cursor.execute(question)
            found[name] = cursor.fetchall()
    return found


@cache
def _all_rows() -> dict[str, str]:
    from django.apps import apps

    own = [one for one in apps.get_models() if one.__module__.startswith("apps.")]
    return {one.__name__: f'SELECT * FROM "{one._meta.db_table}" ORDER BY "{one._meta.pk.column}"' for one in own}
