"""Several at one task, in each of the four ways."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character
from apps.checks.yarn.breaks import marks_of
from apps.table.models import Ask, Exchange
from tests.people import Person
from tests.yarn_world import refused, starts, told


def begins(gm: Person, way: str, *cast: Character, **more: Any) -> None:
    about = {"way": way, "label": "The stone", "characters": [one.public_id for one in cast], **more}
    gm.does("yarn.begin-effort", **about)


def ask_of(who: Character) -> str:
    return Ask.objects.get(closed_at=None, audience="character", subject=who.pk).public_id


def takes_part(person: Person, who: Character, dice: Any, *faces: int, **more: Any) -> None:
    dice(*faces)
    person.does("yarn.throw-for-effort", ask=ask_of(who), trait="", **more)


Two = tuple[Character, Character]


@pytest.fixture
def both(maud: Character, joss: Character) -> Two:
    return maud, joss


@pytest.mark.played("yarn.group-simple-addition", "yarn.group-effort")
def test_all_totals_are_added_up(both: Two, gm: Person, ines: Person, marek: Person, dice: Any) -> None:
    begins(gm, "simple addition", *both, factor=13)
    takes_part(marek, both[1], dice, 4, 6)
    panel = " ".join(ines.panel("yarn-effort").split())
    assert "Beat 13" in panel
    assert "Add them up" not in panel
    takes_part(ines, both[0], dice, 1, 3)
    found = told(gm.table, "yarn.effort-settled")
    assert (found["total"], found["outcome"], found["difference"]) == (14, "success", 1)
    assert [one["who"] for one in found["rows"]] == ["Maud Ferrin", "Joss Amber"]
    assert not Exchange.objects.filter(closed_at=None).exists()


def test_who_is_not_in_the_scene_is_not_ticked(both: Two, gm: Person) -> None:
    starts(gm)
    gm.does("yarn.set-scene", title="The lock", mode="procedural", cast=[both[1].public_id])
    page = BeautifulSoup(gm.get("yarn.begin-effort").content, "html.parser")
    assert [one["value"] for one in page.select("input[name=characters][checked]")] == [both[1].public_id]


@pytest.mark.played("yarn.group-combining-dice")
def test_one_roll_is_made_of_everybodys_dice(both: Two, gm: Person, ines: Person, marek: Person, dice: Any) -> None:
    starts(gm)
    gm.does("yarn.set-scene", title="The lock", mode="procedural", cast=[one.public_id for one in both])
    begins(gm, "combining dice", *both, factor=11)
    takes_part(ines, both[0], dice, bonus=1)
    takes_part(marek, both[1], dice, 6, 2, 6, 1, 3)
    found = told(gm.table, "yarn.effort-settled")
    assert (found["total"], found["outcome"], found["leader"]) == (12, "success", "Maud Ferrin")
    assert found["roll"]["counted"] == 2
    assert (marks_of(both[0]).good, marks_of(both[1]).good) == (1, 0)


@pytest.mark.played("yarn.group-either-or")
def test_one_alone_had_a_chance_and_nobody_learns_who(
    both: Two, gm: Person, ines: Person, marek: Person, dice: Any
) -> None:
    assert "needs something to beat" in refused(
        gm, "yarn.begin-effort", way="either/or", label="Search", characters=[one.public_id for one in both]
    )
    begins(gm, "either/or", *both, factor=7)
    takes_part(ines, both[0], dice, 6, 5)
    takes_part(marek, both[1], dice, 4, 4, 6)
    found = told(gm.table, "yarn.effort-settled")
    assert (found["picked"], found["outcome"]) == ("Joss Amber", "success")
    shown = told(gm.table, "yarn.effort-settled", audience="everybody")
    assert [one["outcome"] for one in shown["rows"]] == ["failure", "success"]
    assert not shown["picked"]
    assert shown["factor"] is None
    assert "Only one" not in ines.page()


@pytest.mark.played("yarn.group-worst-roller")
def test_the_worst_decides_and_the_gm_need_not_wait(
    both: Two, bess: Character, gm: Person, ines: Person, marek: Person, dice: Any
) -> None:
    begins(gm, "worst roller", *both, bess, task="moderate", hidden="hidden")
    effort = Exchange.objects.get(closed_at=None).public_id
    assert "Nobody has taken part" in refused(gm, "yarn.settle-effort", effort=effort)
    takes_part(ines, both[0], dice, 4, 5)
    takes_part(marek, both[1], dice, 3, 3)
    gm.does("yarn.settle-effort", effort=effort)
    found = told(gm.table, "yarn.effort-settled")
    assert (found["total"], found["outcome"]) == (6, "failure")
    assert told(gm.table, audience="everybody")["outcome"] is None
    assert ines.post("yarn.settle-effort").status_code == 403
    assert ines.post("yarn.begin-effort").status_code == 403


def test_the_dice_of_an_obstacle_fall_last(both: Two, gm: Person, ines: Person, marek: Person, dice: Any) -> None:
    begins(gm, "simple addition", *both, task="hard", how="dice")
    takes_part(ines, both[0], dice, 1, 3)
    takes_part(marek, both[1], dice, 2, 3, 6, 6, 6)
    assert told(gm.table, "yarn.effort-settled")["factor"] == 18


def test_what_fell_without_the_rest_falls_again_after_it_was_taken_back(
    both: Two, gm: Person, ines: Person, dice: Any
) -> None:
    begins(gm, "combining dice", *both, task="hard")
    takes_part(ines, both[0], dice)
    effort = Exchange.objects.get(closed_at=None).public_id
    dice(3, 5)
    gm.does("yarn.settle-effort", effort=effort)
    gm.does("undo")
    dice(1, 1)
    gm.does("yarn.settle-effort", effort=effort)
    assert told(gm.table, "yarn.effort-settled")["total"] == 8


@pytest.mark.parametrize(("way", "told"), [("simple addition", True), ("combining dice", False)])
def test_only_whoever_throws_reads_how_often_their_own_dice_are_a_break(
    both: Two, gm: Person, ines: Person, way: str, told: bool
) -> None:
    """Of dice that are lent it is the one roll of all that may be one."""
    begins(gm, way, *both, factor=13)
    page = ines.get("yarn.throw-for-effort", ask=ask_of(both[0]), trait="").content.decode()
    assert ("a good break" in page) is told


def test_dice_that_were_typed_are_told_as_such(both: Two, gm: Person, ines: Person, marek: Person, dice: Any) -> None:
    begins(gm, "simple addition", *both, factor=13)
    takes_part(marek, both[1], dice, faces="4 6")
    assert ines.log().count("Real dice") == 1
    takes_part(ines, both[0], dice, 1, 3)
    assert ines.log().count("Real dice") == 1
