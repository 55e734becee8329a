"""Days of healing: noted as the story's clock goes on, applied by the GM when no drama is disturbed."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Condition
from apps.characters.yarn import harm
from apps.characters.yarn.levels import level_of
from apps.characters.yarn.mending.states import MARK, WOUND
from apps.table.models import Switch
from tests.people import Person
from tests.yarn_world import in_a_turn, refused, starts, told


def suffers(gm: Person, character: Character, points: int) -> None:
    in_a_turn(gm, lambda turn: harm.suffer(turn, turn.desk.own(character), points))


def now(character: Character) -> int:
    return level_of(Character.objects.get(pk=character.pk)).now


def days(gm: Person, character: Character, count: int, does: str = "rest", **more: Any) -> None:
    gm.does("yarn.days-pass", **spent(character, count, does), **more)


def spent(character: Character, count: int, does: str = "rest", loss: int = 0) -> dict[str, Any]:
    id = character.public_id
    return {f"days-{id}": count, f"does-{id}": does, f"loss-{id}": loss}


def wounded(gm: Person, character: Character, outcome: str, loss: int | None = None) -> None:
    def wounds(turn: Any) -> None:
        turn.create(Condition, character=turn.desk.own(character), name=WOUND, until=outcome, amount=loss, note="Knee")

    in_a_turn(gm, wounds)


@pytest.mark.played("yarn.healing-days", "yarn.healing-moment", "yarn.long-term-healing")
def test_days_that_go_by_wait_with_the_hurt_till_no_drama_is_disturbed(
    maud: Character, joss: Character, gm: Person, ines: Person
) -> None:
    suffers(gm, maud, 11)
    gm.does("yarn.time-passes", count=3, unit="days")
    assert "3 days to heal." in gm.panel("yarn-patients")
    assert "Maud Ferrin at rest: 10 to 13 of 21." in gm.panel("yarn-patients")
    assert "now at the latest" in gm.panel("yarn-patients")
    starts(gm)
    assert "Best after this scene;" in gm.panel("yarn-patients")
    assert "A drama plays." in refused(gm, "yarn.days-pass", **spent(maud, 3))
    gm.does("close-scene")
    days(gm, maud, 3)
    assert now(maud) == 13
    assert "lets days of healing go by. Maud Ferrin, 3 days, rest: 10 to 13 of 21." in ines.log()
    assert "days to heal" not in gm.panel("yarn-patients")
    gm.does("undo")
    assert (now(maud), "3 days to heal." in gm.panel("yarn-patients")) == (10, True)


def test_the_gm_may_heal_in_a_drama_all_the_same(maud: Character, gm: Person, ines: Person) -> None:
    suffers(gm, maud, 5)
    starts(gm)
    days(gm, maud, 2, "medical care", anyway="on")
    assert now(maud) == 20


@pytest.mark.played("yarn.patient-state")
def test_who_lies_in_bed_is_not_active_and_the_gm_takes_points_where_there_is_a_star(
    maud: Character, gm: Person, ines: Person
) -> None:
    suffers(gm, maud, 22)
    assert "That cannot be chosen here." in refused(gm, "yarn.days-pass", **spent(maud, 2, "active"))
    assert "may the GM take hit points" in refused(gm, "yarn.days-pass", **spent(maud, 1, "medical care", 2))
    days(gm, maud, 6)
    assert now(maud) == 3
    gm.does("yarn.critical", character=maud.public_id, critical="yes")
    assert "critical" in gm.panel("yarn-patients")
    assert "Maud Ferrin is critical." in ines.log()
    assert "critical already" in refused(gm, "yarn.critical", character=maud.public_id, critical="yes")
    gm.does("yarn.days-pass", **spent(maud, 2, "rest", 4))
    assert now(maud) == -1
    gm.does("yarn.critical", character=maud.public_id, critical="no")
    assert not Condition.objects.exists()
    assert ines.post("yarn.days-pass", **spent(maud, 1)).status_code == 403


@pytest.mark.played("yarn.healing-days")
def test_days_from_before_somebody_was_hurt_heal_nothing(maud: Character, gm: Person) -> None:
    suffers(gm, maud, 5)
    gm.does("yarn.time-passes", count=3, unit="days")
    in_a_turn(gm, lambda turn: harm.regain(turn, turn.desk.own(maud), 5))
    suffers(gm, maud, 8)
    assert "days to heal" not in gm.panel("yarn-patients")
    gm.does("yarn.time-passes", count=1, unit="days")
    assert "1 day to heal." in gm.panel("yarn-patients")
    suffers(gm, maud, 1)
    assert "1 day to heal." in gm.panel("yarn-patients")


@pytest.mark.parametrize(("carries", "after"), [("on", 0), ("off", -1)])
@pytest.mark.played("yarn.healing-days")
def test_an_odd_day_waits_for_the_next_jump_of_the_same_kind(
    maud: Character, gm: Person, carries: str, after: int
) -> None:
    Switch.objects.filter(table=gm.table, key="healing-odd-day-carries").update(value=carries)
    suffers(gm, maud, 22)
    days(gm, maud, 1)
    days(gm, maud, 1)
    assert now(maud) == after


def test_an_odd_day_is_lost_to_another_activity(maud: Character, gm: Person) -> None:
    suffers(gm, maud, 25)
    days(gm, maud, 1)
    gm.does("yarn.critical", character=maud.public_id, critical="yes")
    days(gm, maud, 1, "medical care")
    assert now(maud) == -4
    days(gm, maud, 1, "medical care")
    assert now(maud) == -3


@pytest.mark.played("yarn.serious-wound-outcome")
def test_a_wound_that_mis_heals_halves_the_points_and_marks_for_good(maud: Character, gm: Person, ines: Person) -> None:
    suffers(gm, maud, 3)
    wounded(gm, maud, "mis-heals")
    days(gm, maud, 3)
    assert now(maud) == 19
    assert told(gm.table, "yarn.days-healed")["people"][0]["half"] == 1
    days(gm, maud, 1)
    assert now(maud) == 20
    days(gm, maud, 2)
    assert "and is marked for good." in ines.log()
    assert [one.name for one in Condition.objects.all()] == [MARK]


@pytest.mark.played("yarn.serious-wound-outcome")
def test_a_deadly_wound_costs_points_each_day_until_it_is_tended(maud: Character, gm: Person, ines: Person) -> None:
    suffers(gm, maud, 10)
    wounded(gm, maud, "deadly", 4)
    days(gm, maud, 3)
    assert now(maud) == -1
    assert "3 days, rest: 11 to −1 of 21, 12 lost." in ines.log()
    days(gm, maud, 2, "medical care")
    assert now(maud) == 1
    assert Condition.objects.get().until == "tended"
    days(gm, maud, 10, "medical care")
    assert "and the wound has healed." in ines.log()
    assert not Condition.objects.exists()


def test_nobody_hurt_and_no_days_are_said_so(maud: Character, gm: Person) -> None:
    assert "No days for anybody" in refused(gm, "yarn.days-pass")
    suffers(gm, maud, 1)
    assert "No days for anybody" in refused(gm, "yarn.days-pass", **spent(maud, 0))
