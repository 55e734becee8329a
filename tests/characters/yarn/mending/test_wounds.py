"""Serious wounds: whether a hard blow leaves one, and what becomes of it."""

from __future__ import annotations

import pytest

from apps.characters.models import Character, Condition
from apps.characters.yarn.landing import Blow, land
from apps.table.models import Exchange, Switch
from tests.people import Person
from tests.yarn_world import asked, in_a_turn, refused


def struck(gm: Person, character: Character, difference: int = 10, weapon: str = "knife") -> None:
    in_a_turn(gm, lambda turn: land(turn, turn.desk.own(character), Blow(difference, weapon, metres=1)))


def switched(gm: Person, value: str) -> None:
    Switch.objects.filter(table=gm.table, key="serious-wounds").update(value=value)


def wounds() -> list[tuple[str, str, int | None]]:
    return list(Condition.objects.values_list("note", "until", "amount"))


@pytest.mark.parametrize(("value", "noted", "asks"), [("off", 0, 0), ("on", 1, 0), ("asked each time", 0, 1)])
@pytest.mark.played("yarn.serious-wound")
def test_twenty_points_at_once_leave_one_as_the_table_has_it(
    maud: Character, gm: Person, ines: Person, value: str, noted: int, asks: int
) -> None:
    switched(gm, value)
    struck(gm, maud, 9)
    struck(gm, maud, 4, "taser")
    assert not wounds()
    struck(gm, maud)
    assert (len(wounds()), Exchange.objects.filter(kind="yarn.wound").count()) == (noted, asks)
    assert ("Maud Ferrin has a serious wound." in ines.log()) == bool(noted)


def test_the_gm_says_whether_and_which(maud: Character, gm: Person, ines: Person) -> None:
    switched(gm, "asked each time")
    struck(gm, maud)
    assert "20 points at one blow: a serious wound for Maud Ferrin?" in gm.page()
    gm.does("yarn.judge-wound", ask=asked(gm), allow="yes", note="The knee")
    assert wounds() == [("The knee", "", None)]
    assert "has a serious wound: The knee." in ines.log()
    struck(gm, maud)
    gm.does("yarn.judge-wound", ask=asked(gm), allow="no", note="The knee")
    assert len(wounds()) == 1
    assert "has no serious wound." in ines.log()


@pytest.mark.played("yarn.serious-wound-outcome")
def test_what_becomes_of_it_is_the_gm_s_word(maud: Character, gm: Person, ines: Person) -> None:
    gm.does("yarn.serious-wound", character=maud.public_id, note="The liver")
    who = maud.public_id
    assert "costs 1 to 15" in refused(gm, "yarn.wound-outcome", character=who, outcome="deadly")
    gm.does("yarn.wound-outcome", character=who, outcome="deadly", loss=4)
    assert wounds() == [("The liver", "deadly", 4)]
    assert "is deadly: 4 hit points a day until it is tended." in ines.log()
    gm.does("yarn.wound-outcome", character=who, outcome="mis-heals")
    assert wounds() == [("The liver", "mis-heals", None)]
    assert "serious wound: The liver" in gm.panel("yarn-patients")
    gm.does("yarn.wound-outcome", character=who, outcome="gone")
    assert not wounds()
    assert ines.post("yarn.serious-wound", character=who, note="x").status_code == 403
