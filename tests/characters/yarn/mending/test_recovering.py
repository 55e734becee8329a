"""Recovery: half of what was lost since the last one, when the GM grants it."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.characters.yarn import harm
from apps.characters.yarn.levels import level_of
from apps.table.models import Switch
from tests.people import Person
from tests.yarn_world import in_a_turn, refused, told


def suffers(gm: Person, character: Character, points: int, **how: Any) -> None:
    in_a_turn(gm, lambda turn: harm.suffer(turn, turn.desk.own(character), points, **how))


def now(character: Character) -> int:
    return level_of(Character.objects.get(pk=character.pk)).now


@pytest.mark.played("yarn.recovery-half", "yarn.recovery-conditions", "yarn.damage-rounding")
def test_half_comes_back_and_the_next_one_counts_from_there(
    maud: Character, gm: Person, ines: Person, marek: Person
) -> None:
    suffers(gm, maud, 20)
    assert "Maud Ferrin may recover:" in gm.panel("yarn-patients")
    gm.does("yarn.recover", characters=[maud.public_id], why="A bandage")
    assert now(maud) == 11
    assert "grants recovery (A bandage). Maud Ferrin: 1 to 11 of 21." in marek.log()
    assert "may recover" not in gm.panel("yarn-patients")
    suffers(gm, maud, 7)
    gm.does("yarn.recover", characters=[maud.public_id])
    assert now(maud) == 8
    gm.does("undo")
    assert now(maud) == 4


@pytest.mark.played("yarn.recovery-half")
def test_it_counts_from_no_less_than_the_gm_has_given_back_by_hand(maud: Character, gm: Person) -> None:
    suffers(gm, maud, 10)
    gm.does("yarn.recover", characters=[maud.public_id])
    gm.does("yarn.adjust", character=maud.public_id, track="hit-points", by=5)
    suffers(gm, maud, 10)
    gm.does("yarn.recover", characters=[maud.public_id])
    assert now(maud) == 16, "halfway from 11 to 21"


@pytest.mark.played("yarn.taser", "yarn.recovery-fraction")
def test_all_that_a_taser_did_goes_and_another_share_may_come_back(maud: Character, gm: Person) -> None:
    suffers(gm, maud, 15, temporary=True)
    suffers(gm, maud, 9)
    gm.does("yarn.recover", characters=[maud.public_id], share="1/3")
    assert (now(maud), level_of(maud).temporary) == (15, 0)


@pytest.mark.played("yarn.recovery-fraction")
def test_the_share_of_the_table_is_the_one_where_none_is_named(maud: Character, gm: Person) -> None:
    Switch.objects.filter(table=gm.table, key="recovery-share").update(value="2/3")
    suffers(gm, maud, 9)
    assert "12 to 18 of 21" in gm.panel("yarn-patients")
    gm.does("yarn.recover", characters=[maud.public_id])
    assert now(maud) == 18


def test_a_roll_that_did_not_succeed_leaves_it_open(maud: Character, gm: Person, ines: Person) -> None:
    suffers(gm, maud, 9)
    gm.does("yarn.recover", characters=[maud.public_id], roll="failure", why="In the dark")
    assert now(maud) == 12
    assert "grants no recovery: the roll did not succeed (In the dark)." in ines.log()
    assert "may recover" in gm.panel("yarn-patients")


def test_who_lost_nothing_since_has_none_and_no_player_grants_one(maud: Character, gm: Person, ines: Person) -> None:
    assert "not yours to choose" in refused(gm, "yarn.recover", characters=[maud.public_id])
    suffers(gm, maud, 9)
    assert ines.post("yarn.recover", characters=[maud.public_id]).status_code == 403


def test_what_becomes_of_the_gm_s_people_is_told_without_numbers(
    bess: Character, hale: Character, maud: Character, gm: Person, ines: Person
) -> None:
    for one in (bess, hale, maud):
        suffers(gm, one, 8)
    gm.does("yarn.recover", characters=[one.public_id for one in (bess, hale, maud)])
    assert [one["character"] for one in told(gm.table, "yarn.recovered")["people"]] == [
        "Old Bess",
        "Hale",
        "Maud Ferrin",
    ]
    assert "Old Bess. Maud Ferrin: 13 to 17 of 21." in ines.log()
    assert "Hale" not in ines.log()
