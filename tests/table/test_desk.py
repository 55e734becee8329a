"""The desk: rows in memory are those of the database, and texts are drawn again when they must be."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext

from apps.characters.models import Character, Condition, Rating, Track, Trait
from apps.table import desk as desks
from apps.table import panels, turn
from apps.table.changing import Changing
from apps.table.desk import Desk, registry
from apps.table.desk.noting import Notes
from apps.table.hold import at_the_desk, held, hold
from apps.table.models import Change, Event, Knock, Mention, Seat, SeatDevice, Span, Switch, Table, Telling
from tests.anew import Anew
from tests.behind_desks import WRITES
from tests.characters.conftest import made
from tests.desks import differences, differs_from_fresh, fresh_desk
from tests.table.doors.browsers import Browser, link_of


@pytest.fixture
def desk(table: Table) -> Desk:
    """This process's desk of the table."""
    return table.desk


@pytest.fixture
def shannon(ines: Any) -> Character:
    return made(ines)


# what the law of the live channel draws


class _Deaf(Notes):
    """Notes nothing."""

    def read(self, note: Any) -> None:
        pass


def test_a_text_stands_as_long_as_its_rows_come_out_as_they_did(desk: Desk, shannon: Character) -> None:
    """Whatever the program notes: here it notes nothing, and the number was worked out before."""
    process, drawn = Anew(desk.table), []

    def shown() -> str:
        at = process.desk()
        at._notes = _Deaf()

        def strength() -> int:
            row = at.one(Rating, character=shannon, key="strength")
            assert row
            return row.value

        def text() -> str:
            drawn.append(at)
            return str(at.memo("strength", strength))

        at.memo("strength", strength)
        return str(at.memo(("panel", "a trial"), text))

    assert [shown(), shown()] == ["4", "4"]
    assert len(drawn) == 1
    Rating.objects.filter(character=shannon, key="dexterity").update(value=8)
    Rating.objects.filter(character=shannon, key="strength").update(value=5)
    assert [shown(), shown()] == ["5", "5"]
    assert len(drawn) == 2


# finding rows


def test_rows_are_found_by_key_by_index_and_by_any_column(desk: Desk, gm: Any, shannon: Character) -> None:
    own = desk.get(Character, shannon.pk)
    assert desk.all(Character) == [own]
    assert desk.one(Character, public_id=shannon.public_id) is own
    assert desk.one(Rating, character=own, key="strength").value == 4  # type: ignore[union-attr]
    assert [row.key for row in desk.all(Rating, character=own.pk, value=7)] == ["dexterity"]
    assert desk.one(Rating, character=own, key="no such") is None
    assert desk.all(Character, seat=None) == []


def test_a_foreign_key_gives_the_desks_own_row(desk: Desk, shannon: Character) -> None:
    row = desk.all(Rating)[0]
    assert row.character is desk.get(Character, shannon.pk)
    assert row.character.seat is desk.one(Seat, name="Ines")
    assert row.character.table is desk.table


def test_what_is_no_column_is_refused(desk: Desk) -> None:
    with pytest.raises(TypeError, match="no column colour__in"):
        desk.all(Seat, colour__in=["sea"])


def test_a_row_that_is_not_there_is_said_so(desk: Desk) -> None:
    with pytest.raises(Character.DoesNotExist):
        desk.get(Character, 99)


def test_reading_costs_one_question_whatever_is_read(desk: Desk, gm: Any, ines: Any, shannon: Character) -> None:
    with at_the_desk(desk.key):
        pass
    with CaptureQueriesContext(connection) as asked, at_the_desk(desk.key) as again:
        for row in again.all(Rating):
            assert row.character.table.public_id == desk.table.public_id
    assert len(asked) == 1


# in step with the database


def test_rows_keep_their_order_when_one_comes_back(gm: Any, ines: Any, desk: Desk, shannon: Character) -> None:
    made(gm, name="Later", role="supporting-cast")
    assert ines.post("delete-character", character=shannon.public_id).status_code == 200
    assert gm.post("undo").status_code == 200
    assert [one.name for one in desk.all(Character)] == ["Shannon Reyes", "Later"]
    assert not differs_from_fresh(gm.table)


def test_a_column_is_as_the_database_gives_it_back(gm: Any, desk: Desk) -> None:
    with hold(desk.key):
        span = Changing(desk).create(Span, table=desk.table, kind="scene", number=True, options={"odd": (1, 2)})
        assert (span.number, span.options) == (1, {"odd": [1, 2]})


def test_what_points_at_a_row_that_goes_points_at_nothing(gm: Any, desk: Desk, shannon: Character) -> None:
    other = made(gm, name="Later", role="supporting-cast")
    with hold(desk.key):
        change = Changing(desk)
        trait = change.create(Trait, character=other, key="debt", text="Owes her", about=shannon)
        change.delete(shannon)
        change.committed()
    assert desk.get(Trait, trait.pk).about is None
    assert Trait.objects.get(pk=trait.pk).about_id is None
    assert not differs_from_fresh(gm.table)


def test_what_is_written_beside_acts_is_written_inside_the_hold(gm: Any, ines: Any, desk: Desk) -> None:
    """Knocks, devices and links: a row of a desk that is written elsewhere would be stale there."""
    newcomer, second = Browser(), Browser("192.168.1.51")
    with _written_beside_the_hold() as beside:
        newcomer.knock(desk.table, "June", "rose")
        gm.does("admit", knock=desk.all(Knock)[0].public_id)
        second.press(link_of(ines.seat))
        assert len(desk.all(SeatDevice, seat=ines.seat)) == 2
        ines.does("note", text="The butler did it")
        second.press(f"{ines.url}device", act="rename-seat", name="Inés B.")
        ines.does("renew-link", seat=ines.seat.public_id)
    assert len(desk.all(SeatDevice, seat=ines.seat)) == 1
    assert beside == []


@contextmanager
def _written_beside_the_hold() -> Iterator[list[str]]:
    models: tuple[Any, ...] = (*desks.rows.kept_models(), Event, Telling, Mention)
    kept = {one._meta.db_table for one in models}
    found: list[str] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        written = WRITES.match(sql)
        if written and written[1] in kept and not held():
            found.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield found


@pytest.mark.parametrize("broken", ["refused", "failed", "at the commit"])
def test_what_is_not_committed_is_not_on_the_desk(
    gm: Any, ines: Any, desk: Desk, shannon: Character, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    character = desk.get(Character, shannon.pk)

    def breaks() -> None:
        with hold(desk.key):
            change = Changing(desk)
            change.change(character, name="Nobody", seat=None)
            change.create(Condition, character=character, name="Wet")
            change.delete(desk.all(Rating, character=character)[0])
            if broken == "refused":
                raise ValueError("no")
            change.committed()
            raise DatabaseError("gone")

    if broken == "at the commit":
        _fails_at_its_end(monkeypatch)
    with pytest.raises((ValueError, DatabaseError)):
        breaks()
    monkeypatch.undo()
    desk.refresh()
    assert desk.get(Character, shannon.pk).name == "Shannon Reyes"
    assert desk.all(Character, seat=ines.seat) == [desk.get(Character, shannon.pk)]
    assert not differs_from_fresh(gm.table)


def _fails_at_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    from django.db import transaction

    real = transaction.Atomic.__exit__

    def fails(atomic: Any, kind: Any, value: Any, trace: Any) -> Any:
        real(atomic, DatabaseError, DatabaseError("the disk is full"), None)
        raise DatabaseError("the disk is full")

    monkeypatch.setattr(transaction.Atomic, "__exit__", fails)


def test_another_process_reads_again_what_a_commit_names(gm: Any, ines: Any, desk: Desk, shannon: Character) -> None:
    elsewhere = fresh_desk(desk.table)
    ines.post("dragonfly.adjust", character=shannon.public_id, track="life-points", by=-5)
    gm.post("open-scene", title="A quay")
    gm.post("note", text="The butler did it")
    with CaptureQueriesContext(connection) as asked:
        elsewhere.refresh()
    assert len(asked) < len(desks.rows.kept_models())
    assert not differences(elsewhere, fresh_desk(desk.table))


def test_commits_that_cannot_be_followed_load_it_anew(gm: Any, desk: Desk) -> None:
    elsewhere = fresh_desk(desk.table)
    gm.post("open-scene", title="A quay")
    Change.objects.all().delete()
    elsewhere.refresh()
    assert not differences(elsewhere, fresh_desk(gm.table))


def test_two_readers_take_turns(table: Table, desk: Desk) -> None:
    came = threading.Event()

    def reads() -> None:
        with registry.at(table.pk, look=False):
            came.set()

    with registry.at(table.pk, look=False):
        other = threading.Thread(target=reads)
        other.start()
        assert not came.wait(0.1)
    assert came.wait(5)
    other.join()


def test_a_desk_that_nobody_uses_is_let_go(table: Table, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "IDLE", -1.0)
    registry.opened(0)
    assert table.pk not in registry._desks
    registry._desks.pop(0)


# what is kept


def test_what_is_worked_out_is_kept_until_something_changes_that_it_read(
    desk: Desk, ines: Any, shannon: Character, gm: Any
) -> None:
    made_for: list[str] = []
    desk.refresh()

    def names() -> list[str]:
        made_for.append("x")
        return [one.name for one in desk.all(Condition, character=shannon)]

    for _ in range(2):
        assert desk.memo("names", names) == []
    assert len(made_for) == 1
    ines.post("say", text="Nothing to do with it")
    desk.memo("names", names)
    assert len(made_for) == 1
    ines.post("condition-add", character=shannon.public_id, name="Wet")
    assert desk.memo("names", names) == ["Wet"]


def test_who_asked_for_one_track_has_not_read_the_others(desk: Desk, shannon: Character) -> None:
    one, other = desk.all(Track, character=shannon)[:2]

    def reads() -> list[int]:
        return [row.value for row in desk.all(Track, character=shannon, key=one.key)]

    before, made = desk.memo("one track", reads), desk.made
    with hold(desk.key):
        Changing(desk).change(other, value=other.value + 1)
        assert desk.memo("one track", reads) == before
        assert desk.made == made
        Changing(desk).change(one, value=one.value + 1)
        assert desk.memo("one track", reads) == [before[0] + 1]


def test_a_track_that_gets_another_key_is_read_by_who_asked_for_that(desk: Desk, shannon: Character) -> None:
    row = desk.all(Track, character=shannon)[0]
    was = row.key

    def counts() -> list[int]:
        return [desk.memo(key, partial(_with_key, desk, shannon, key)) for key in (was, "new")]

    assert counts() == [1, 0]
    with hold(desk.key):
        Changing(desk).change(row, key="new")
        assert counts() == [0, 1]


def _with_key(desk: Desk, who: Character, key: str) -> int:
    return len(desk.all(Track, character=who, key=key))


def test_who_reads_something_kept_has_read_what_it_was_made_of(desk: Desk, ines: Any, shannon: Character) -> None:
    inner = lambda: desk.get(Character, shannon.pk).name  # noqa: E731
    outer = lambda: f"<{desk.memo('inner', inner)}>"  # noqa: E731
    assert desk.memo("inner", inner) == "Shannon Reyes"
    assert desk.memo("outer", outer) == "<Shannon Reyes>"
    with hold(desk.key):
        Changing(desk).change(shannon, name="Shan")
    assert desk.memo("outer", outer) == "<Shan>"


def test_what_was_found_about_a_row_is_looked_for_once(desk: Desk, shannon: Character) -> None:
    looked: list[str] = []

    @desks.kept
    def wounds_of(at: Desk, who: Character) -> tuple[str, ...]:
        looked.append(who.name)
        return tuple(one.name for one in at.all(Condition, character=who))

    assert [wounds_of(desk, shannon), wounds_of(desk, shannon)] == [(), ()]
    assert looked == ["Shannon Reyes"]
    with hold(desk.key):
        Changing(desk).create(Condition, character=shannon, name="Wet")
        assert wounds_of(desk, shannon) == ("Wet",)
        Changing(desk).change(shannon, name="Shan")
        wounds_of(desk, shannon)
    assert looked == ["Shannon Reyes", "Shannon Reyes", "Shan"]


def test_what_is_open_is_looked_for_among_what_is_open(desk: Desk, gm: Any) -> None:
    """Not among all that there ever was of its kind, and whoever asked for one kind has not read the others."""
    gm.does("open-session", title="One")

    looked: list[str] = []

    def sessions() -> list[str]:
        looked.append("x")
        return [one.title for one in desk.all(Span, kind="session", closed_at=None)]

    with desk.noting() as notes:
        assert sessions() == ["One"]
    assert notes == {(Span, "closed_at", None, "kind", "session")}
    for act in ("open-scene", "close-scene"):
        assert desk.memo("sessions", sessions) == ["One"]
        gm.does(act, **({"title": "A scene"} if act == "open-scene" else {}))
    assert len(looked) == 2
    gm.does("close-session")
    assert desk.memo("sessions", sessions) == []


def test_a_row_put_into_what_a_panel_reads_has_it_drawn_again(gm: Any, ines: Any, shannon: Character) -> None:
    before = panels_of(ines)
    answer = ines.post("condition-add", character=shannon.public_id, name="Winded")
    assert answer.status_code == 200
    after = panels_of(ines)
    changed = {name for name in after if after[name] != before[name]}
    assert "sheet" in changed
    assert "Winded" in after["sheet"]
    assert "people" not in changed


def test_an_act_that_changes_nothing_that_is_shown_draws_nothing_again(gm: Any, ines: Any, shannon: Character) -> None:
    panels_of(ines)
    desk = ines.table.desk
    made_before = desk.made
    gm.post("note", text="For me alone", plain=True)
    panels_of(ines)
    assert desk.made == made_before


def panels_of(person: Any) -> dict[str, str]:
    viewer = person.viewer
    return {one.name: str(panels.drawn(one, viewer).text) for one in panels.panels_of(viewer)}


def test_a_changed_switch_is_seen_by_what_was_kept(gm: Any, desk: Desk) -> None:
    before = gm.viewer.options
    assert gm.viewer.options is before
    row = desk.all(Switch)[0]
    with hold(desk.key):
        Changing(desk).keep(row, value=row.value)
    assert gm.viewer.options is before
    assert turn.open_spans(desk) == {}
    gm.post("open-session")
    assert list(turn.open_spans(desk)) == ["session"]


def test_a_track_moves_between_holders_index(desk: Desk, shannon: Character) -> None:
    row = desk.all(Track, character=shannon)[0]
    with hold(desk.key):
        Changing(desk).change(row, character=None)
        assert row in desk.all(Track, character=None)
        assert row not in desk.all(Track, character=shannon)
