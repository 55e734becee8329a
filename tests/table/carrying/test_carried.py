"""A table is carried in the middle of its evening: it looks as it did, and the evening goes on at the new one."""

from __future__ import annotations

import difflib
import re
import zipfile
from typing import Any

import pytest
from django.db import connection

from apps.characters.models import Character
from apps.characters.portraits import place
from apps.table import hosting
from apps.table.carrying import removing, rows
from apps.table.hold import hold
from apps.table.live import presence
from apps.table.models import Boundary, Event, SeatDevice, Table
from tests.acts_of_an_evening import Evening
from tests.evenings import EVENINGS, evening, steps

from .conftest import brought, goes_on, names_here, packed

ON_BOTH = ("table", "crew-contest")
"""On PostgreSQL too; what a game stores does not depend on the database."""
FAR = 10_000_000
CHANCE = re.compile(
    r'name="seen" value="[^"]+"|"X-CSRFToken": ?"[^"]+"|csrfmiddlewaretoken" value="[^"]+"|\d\d:\d\d|datetime="[^"]+"'
)
IDS = re.compile(r"[\w-]{22}\.webp|x[A-Za-z0-9]{12}|(?<=odds-line-)[0-9a-f]{8}")
NUMBERS = re.compile(r"\d{8,}")


def _evenings() -> list[Any]:
    return [one if one in ON_BOTH else pytest.param(one, marks=pytest.mark.once) for one in EVENINGS]


def _keys_begin_far_off() -> None:
    """Keys of each model in a range of its own, so that a key is known for one wherever it stands."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        for place, model in enumerate(rows.at_a_table(), 1):
            name = model._meta.db_table
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [name])
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [name, place * FAR])


def _drawn(tonight: Evening) -> dict[str, list[str]]:
    """What everybody's page shows, names and pictures by the order in which they come; nobody was here before."""
    presence.forget()
    pages = {name: person.page() for name, person in tonight.people.items()}
    return {name: _levelled(page) for name, page in pages.items()}


def _levelled(text: str) -> list[str]:
    met: dict[str, str] = {}
    text = CHANCE.sub("", text)
    return IDS.sub(lambda found: met.setdefault(found[0], f"name-{len(met)}"), text).replace(">", ">\n").splitlines()


def _difference(before: dict[str, list[str]], after: dict[str, list[str]]) -> str:
    """The lines that only one of the tables shows, by who sees them."""
    return "\n".join(
        f"{name}: {line}"
        for name in before
        for line in difflib.unified_diff(before[name], after[name], "before", "after", lineterm="", n=0)
    )


def _strange_keys(old: Table, new: Table) -> set[str]:
    """Where the new table's rows still hold keys of the old one's."""
    held = {key for model in rows.at_a_table() for key in rows.of(model, old.pk).values_list("pk", flat=True)}
    found = set()
    for model in rows.travelling().values():
        for row in rows.of(model, new.pk):
            told = rows.told(row) or {}
            if held & {int(one) for one in NUMBERS.findall(str(told))}:
                found.add(f"{model.__name__}: {told}")
    return found


@pytest.mark.parametrize("which", _evenings())
def test_in_the_middle_of_an_evening(which: str) -> None:
    _keys_begin_far_off()
    tonight, played = evening(which), steps(which)
    tonight.goes_by(played[: len(played) // 2])
    new = brought(packed(tonight.table))
    with hold(tonight.table.public_id) as desk:
        hosting.tell(desk, "brought-here", {})  # as the other one was told
    later = goes_on(tonight, new)
    assert not _difference(_drawn(tonight), _drawn(later))
    later.goes_by(played[len(played) // 2 :])
    assert _drawn(later)
    assert not _strange_keys(new, brought(packed(new)))


MANY = 8


@pytest.mark.parametrize("which", [ON_BOTH[0], pytest.param("attacks", marks=pytest.mark.once)])
def test_old_acts_are_taken_back_as_they_would_have_been(which: str) -> None:
    """The newest first, one after the other, with whatever later acts stand in the way."""
    tonight = evening(which)
    tonight.goes_by(steps(which))
    new = brought(packed(tonight.table))
    with hold(tonight.table.public_id) as desk:
        hosting.tell(desk, "brought-here", {})
    later = goes_on(tonight, new)
    events = Event.objects.filter(table=tonight.table, undone_by=None, lasting=False).exclude(kind="undo")
    here = names_here(tonight.table, new)
    taken_back = 0
    for name in list(events.order_by("-pk").values_list("public_id", flat=True)[:MANY]):
        answers = [one.people["second"].post("undo", event=of, with_later="on").status_code
                   for one, of in ((tonight, name), (later, here[name]))]  # fmt: skip
        assert answers[0] == answers[1], name
        taken_back += answers == [200, 200]
    assert taken_back > 3
    assert not _difference(_drawn(tonight), _drawn(later))


def test_nobody_enters_by_a_file(settings: Any) -> None:
    """No device, no link and no secret of a browser is in it; what a file brings has none either."""
    tonight = evening("table")
    tonight.goes_by(steps("table"))
    file = packed(tonight.table)
    with zipfile.ZipFile(file) as archive:
        text = b"".join(archive.read(name) for name in archive.namelist()).decode(errors="replace")
    devices = SeatDevice.objects.filter(seat__table=tonight.table)
    tokens = [seat.link_token for seat in tonight.table.seats.all()] + [tonight.table.invite_token]
    keepers = Boundary.objects.filter(table=tonight.table).exclude(keeper="").values_list("keeper", flat=True)
    assert devices
    assert keepers
    for secret in [*devices.values_list("token_hash", flat=True), *tokens, *keepers, "token_hash"]:
        assert secret not in text
    new = brought(file)
    assert not SeatDevice.objects.filter(seat__table=new).exists()
    for person in tonight.people.values():
        assert person.client.get(person.url.replace(tonight.table.public_id, new.public_id)).status_code == 404


def test_pictures_come_along_under_names_of_their_own(django_capture_on_commit_callbacks: Any) -> None:
    tonight = evening("table")
    for one in steps("table"):
        tonight.do(one)
        if one.act == "portrait":
            break
    [old] = Character.objects.filter(table=tonight.table).exclude(portrait="")
    new = Character.objects.get(table=brought(packed(tonight.table)), portrait__gt="")
    assert new.portrait != old.portrait
    assert (place() / new.portrait).read_bytes() == (place() / old.portrait).read_bytes()
    with django_capture_on_commit_callbacks(execute=True):
        removing.remove(tonight.table.public_id)
    assert [path.name for path in place().iterdir()] == [new.portrait]


def test_removed_is_all_of_a_table_and_nothing_of_another() -> None:
    tonight, other = evening("fear"), evening("crew-pool")
    for one in steps("fear"):
        tonight.do(one)
    for one in steps("crew-pool"):
        other.do(one)
    before = {
        model: model._base_manager.count() - rows.of(model, tonight.table.pk).count() for model in rows.at_a_table()
    }
    removing.remove(tonight.table.public_id)
    assert {model: model._base_manager.count() for model in rows.at_a_table()} == before
    assert other.people["gm"].post("pause").status_code == 200
    assert tonight.people["gm"].client.get(tonight.people["gm"].url).status_code == 404
