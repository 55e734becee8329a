"""What breaks of a procedural scene leave behind when it is over."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Entry
from apps.checks.yarn.breaks import marks_of
from apps.table.models import Ask
from apps.table.spans import close_span
from apps.table.turn import Turn
from tests.people import Person
from tests.yarn_world import in_a_turn, refused, starts, told


def over(turn: Turn) -> None:
    scene = turn.span("scene")
    assert scene is not None
    close_span(turn, scene)


@pytest.fixture
def broken(maud: Character, joss: Character, gm: Person, ines: Person, dice: Any) -> Character:
    """Maud has had two good breaks and a bad one in the yard."""
    starts(gm)
    cast = [maud.public_id, joss.public_id]
    gm.does("yarn.set-scene", title="The yard", mode="procedural", cast=cast)
    for faces in ((6, 6), (6, 6), (1, 1)):
        dice(*faces)
        ines.does("yarn.check", character=maud.public_id, trait="")
    return maud


@pytest.mark.played("yarn.break-consequence", "yarn.break", "yarn.procedural-scene")
def test_a_die_for_each_kind_when_the_scene_is_over(broken: Character, gm: Person, ines: Person, dice: Any) -> None:
    assert "2 good and 1 bad" in " ".join(gm.panel("yarn-breaks").split())
    assert ines.panel("yarn-breaks") == ""
    in_a_turn(gm, over)
    assert (marks_of(broken).good, marks_of(broken).bad) == (0, 0)
    assert "good and bad breaks" in " ".join(ines.panel("asks").split())
    dice(6, 1)
    ines.does("yarn.throw-consequences", ask=asked_for(broken))
    found = told(gm.table, "yarn.consequences-thrown")
    assert (found["gains"], found["suffers"]) == (True, True)
    assert sorted(one.facts["good"] for one in Entry.objects.filter(kind="consequence")) == [False, True]


def asked_for(who: Character) -> str:
    return Ask.objects.get(closed_at=None, audience="character", subject=who.pk).public_id


def test_only_the_good_die_is_declined(broken: Character, gm: Person, ines: Person, dice: Any) -> None:
    in_a_turn(gm, over)
    dice(5)
    ines.does("yarn.throw-consequences", ask=asked_for(broken), declined="on")
    found = told(gm.table, "yarn.consequences-thrown")
    assert (found["good"], found["bad"], found["suffers"]) == ([], [5], False)
    assert not Entry.objects.filter(kind="consequence").exists()


def test_one_die_per_break_where_the_table_wants_it(broken: Character, gm: Person, ines: Person, dice: Any) -> None:
    from tests.checks.yarn.rolling_acts.test_check import switched

    switched(gm, **{"consequence-rolls": "one per break"})
    in_a_turn(gm, over)
    assert "31%" in ines.panel("asks")
    dice(2, 6, 3)
    ines.does("yarn.throw-consequences", ask=asked_for(broken))
    assert told(gm.table, "yarn.consequences-thrown")["good"] == [2, 6]


@pytest.fixture
def limp(broken: Character, gm: Person, ines: Person, dice: Any) -> Entry:
    """A bad consequence of Maud's."""
    in_a_turn(gm, over)
    dice(1, 1)
    ines.does("yarn.throw-consequences", ask=asked_for(broken))
    return Entry.objects.get(kind="consequence")


@pytest.mark.played("yarn.consequences-in-play")
def test_it_is_said_brought_in_and_fades(limp: Entry, gm: Person, ines: Person, marek: Person) -> None:
    ines.does("yarn.say-consequence", entry=limp.public_id, text="Limps")
    assert "Limps since" in marek.panel("yarn-breaks")
    assert "no such consequence" in refused(marek, "yarn.fade-consequence", entry=limp.public_id)
    assert "No scene plays" in refused(ines, "yarn.bring-consequence", entry=limp.public_id)
    gm.does("yarn.set-scene", title="The attic", mode="procedural", cast=[limp.character.public_id])
    ines.does("yarn.bring-consequence", entry=limp.public_id)
    assert "came up in The attic" in " ".join(gm.panel("yarn-breaks").split())
    gm.does("yarn.fade-consequence", entry=limp.public_id)
    assert not Entry.objects.filter(kind="consequence").exists()


def test_the_gm_may_keep_it_to_herself_and_its_player(limp: Entry, gm: Person, ines: Person, marek: Person) -> None:
    gm.does("yarn.say-consequence", entry=limp.public_id, text="Somebody saw her", private="on")
    assert "Somebody saw her" in ines.panel("yarn-breaks")
    assert "Somebody saw her" not in marek.page()
