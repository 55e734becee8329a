"""Between whom a force has happened, for the rest of the episode."""

from __future__ import annotations

from apps.characters.models import Character
from apps.drama.yarn import bans
from tests.people import Person
from tests.yarn_world import in_a_turn, starts


def banned(gm: Person, one: Character, other: Character) -> None:
    in_a_turn(gm, lambda turn: bans.ban(turn, turn.desk.own(one), turn.desk.own(other)))


def test_a_ban_holds_either_way_round_and_for_the_episode_alone(
    maud: Character, joss: Character, bess: Character, gm: Person
) -> None:
    starts(gm)
    for one, other in ((maud, joss), (joss, maud), (bess, maud)):
        banned(gm, one, other)
    desk = gm.viewer.desk
    assert bans.banned_among(desk, (joss, maud)) == [(joss, maud)]
    assert bans.banned_among(desk, (maud, joss, bess)) == [(maud, joss), (maud, bess)]
    assert bans.banned_among(desk, (joss, bess)) == []
    gm.does("yarn.break-off")
    assert bans.banned_among(gm.viewer.desk, (maud, joss, bess)) == []


def test_a_ban_is_taken_back_by_itself(maud: Character, joss: Character, gm: Person) -> None:
    starts(gm)
    banned(gm, maud, joss)
    gm.does("undo")
    assert bans.banned_among(gm.viewer.desk, (maud, joss)) == []
