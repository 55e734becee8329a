"""A roll of one's own: whose dice, with what, against what, who sees it."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters import entries
from apps.characters.models import Character, Track
from apps.characters.yarn.sheet import sheet_of
from apps.checks.yarn import experience
from apps.checks.yarn.pools import Extra
from apps.table.models import Telling
from tests.people import Person
from tests.yarn_world import refused, starts, told


def trait(who: Character, name: str) -> str:
    return next(one.id for one in sheet_of(who).traits if one.name == name)


def rolls(person: Person, who: Character, **more: Any) -> Any:
    person.does("yarn.check", character=who.public_id, **more)
    return told(person.table, "yarn.check")


@pytest.mark.played("yarn.trait-roll", "yarn.compare-roll", "yarn.difficulty-factors", "yarn.task-class")
def test_a_trait_against_a_number(maud: Character, ines: Person, dice: Any) -> None:
    dice(6, 2, 3, 4)
    found = rolls(ines, maud, trait=trait(maud, "Innkeeper"), task="hard", label="Calm them")
    assert (found["roll"]["total"], found["factor"], found["outcome"], found["difference"]) == (15, 11, "success", 4)
    assert (found["trait"], found["against"], found["label"]) == ("Innkeeper", "Hard", "Calm them")
    dice(5, 6)
    found = rolls(ines, maud, trait="", factor=12)
    assert (found["roll"]["total"], found["outcome"]) == (11, "failure")
    dice(2, 2)
    assert rolls(ines, maud, trait="")["outcome"] is None


@pytest.mark.played("yarn.bonus-dice", "yarn.penalty-dice", "yarn.dice-cancel", "yarn.flaw", "yarn.pool-order")
def test_dice_of_all_sources_cancel_one_for_one(maud: Character, ines: Person, dice: Any) -> None:
    flaw = entries.held_by(maud, "flaw")[0].public_id
    dice(1, 4, 6)
    found = rolls(ines, maud, trait="", bonus=2, bonus_why="Her own cellar", flaws=[flaw])
    assert [one["source"] for one in found["roll"]["sources"]] == ["Cannot forgive a debt", "Her own cellar"]
    assert found["roll"]["total"] == 10


@pytest.mark.played("yarn.difficulty-by-dice")
def test_dice_for_the_obstacle_fall_after_ones_own(maud: Character, ines: Person, dice: Any) -> None:
    dice(5, 6, 2, 4, 4)
    found = rolls(ines, maud, trait="", task="hard", how="dice")
    assert (found["roll"]["total"], found["factor"], found["obstacle"]) == (11, 10, [2, 4, 4])
    dice(6, 6, 1, 1, 1, 1, 1, 1)
    assert rolls(ines, maud, trait="", task="near-impossible", how="more")["factor"] == 6
    assert "near impossible" in refused(ines, "yarn.check", character=maud.public_id, task="hard", how="more")
    assert "For which class" in refused(ines, "yarn.check", character=maud.public_id, how="dice")


@pytest.mark.played("yarn.tangential-trait")
def test_a_trait_that_only_touches_the_matter(maud: Character, ines: Person, dice: Any) -> None:
    dice(1, 5, 3)
    assert rolls(ines, maud, trait=trait(maud, "Innkeeper"), touches="on")["roll"]["total"] == 9
    dice(2, 4, 6)
    assert rolls(ines, maud, trait=trait(maud, "Hears what is not said"), touches="on")["roll"]["total"] == 10
    dice(3)
    technical = {"trait": trait(maud, "Innkeeper"), "touches": "on", "technical": "on"}
    assert rolls(ines, maud, **technical)["roll"]["counted"] == 1


@pytest.mark.played("yarn.technical-trait-use")
def test_nobody_untrained_tries_what_is_technical(maud: Character, ines: Person, gm: Person) -> None:
    assert "impossible" in refused(ines, "yarn.check", character=maud.public_id, trait="", technical="on")
    surgeon = {"name": "Cole", "role": "minor", "trait_1_name": "Surgery", "trait_1_kind": "technical"}
    gm.does("yarn.make", **surgeon, trait_1_score=1)
    cole = Character.objects.get(name="Cole")
    gm.does("yarn.check", character=cole.public_id, trait=trait(cole, "Surgery"), use="normal", label="A clean cut")
    assert told(gm.table, "yarn.no-roll")["how"] == "automatic"


@pytest.mark.played("yarn.experience-die-on-a-roll", "yarn.experience-pool")
def test_an_experience_die_takes_a_reason_and_is_used(maud: Character, gm: Person, ines: Person, dice: Any) -> None:
    chosen = {"character": maud.public_id, "trait": "", "experience": "on"}
    assert "none plays" in refused(ines, "yarn.check", **chosen, reasons="Nine winters")
    starts(gm)
    assert "takes a reason" in refused(ines, "yarn.check", **chosen)
    dice(1, 5, 5)
    found = rolls(ines, maud, trait="", experience="on", reasons="Nine winters")
    assert (found["roll"]["total"], found["reasons"]) == (10, ["Nine winters"])
    assert experience.left_of(maud) == 1


@pytest.mark.played("yarn.multiple-experience-dice")
def test_several_dice_have_a_reason_each(maud: Character, gm: Person, ines: Person, dice: Any) -> None:
    starts(gm)
    switched(gm, **{"multiple-experience-dice": "on"})
    dice(1, 2, 5, 5)
    rolls(ines, maud, trait="", experience="on", reasons="Nine winters\nHer father")
    assert experience.left_of(maud) == 0


def switched(gm: Person, **changed: str) -> None:
    """The switches of the table are changed."""
    from apps.table.switches import offered, values_of

    now = values_of(gm.viewer.desk)
    gm.does("switches", **({one.key: now[one.key] for one in offered(gm.viewer.game)} | changed))


@pytest.mark.played("yarn.botch", "yarn.blowing-the-top-off", "yarn.unstoppable-six", "yarn.mechanics-switches")
def test_optional_rules_when_the_gm_says_so(maud: Character, gm: Person, ines: Person, dice: Any) -> None:
    dice(1, 1)
    assert rolls(ines, maud, trait="", factor=1)["outcome"] == "success"
    switched(gm, **{"botch": "asked each time", "blow-top": "asked each time", "unstoppable-six": "on"})
    dice(1, 1)
    found = rolls(ines, maud, trait="", factor=1, read=["botch"])
    assert (found["outcome"], found["roll"]["botch"]) == ("failure", True)
    dice(6, 6, 6, 4)
    assert rolls(ines, maud, trait="", read=["blow_top"])["roll"]["total"] == 22
    dice(6, 1)
    assert rolls(ines, maud, trait="", factor=11)["gains"]


def test_what_is_thrown_is_shown_with_its_odds_before(maud: Character, gm: Person, ines: Person) -> None:
    starts(gm)
    heard = trait(maud, "Hears what is not said")
    chosen: dict[str, Any] = {"character": maud.public_id, "trait": heard, "bonus": 2, "task": "hard"}
    page = " ".join(ines.client.get(f"{ines.url}act/yarn.check", chosen).content.decode().split())
    assert "Throw 5, keep best 3" in page
    assert "Throw 5 dice" in page
    assert "with an experience die" in page


@pytest.mark.played("yarn.secret-gm-roll")
def test_of_the_gms_own_rolls_nobody_hears_anything(maud: Character, bess: Character, gm: Person, dice: Any) -> None:
    starts(gm)
    gm.does("yarn.set-scene", title="The yard", mode="procedural", cast=[maud.public_id])
    before = Telling.objects.exclude(audience="gms").count()
    dice(6, 6)
    gm.does("yarn.check", character=maud.public_id, trait="", mode="gm")
    dice(6, 5, 1, 1)
    gm.does("yarn.secret-roll", dice=3, bonus=1, task="hard", label="Does he hear them")
    assert told(gm.table)["outcome"] == "success"
    assert Telling.objects.exclude(audience="gms").count() == before
    assert not Track.objects.filter(key="good-breaks").exists()
    switched(gm, **{"hidden-rolls-announced": "on"})
    dice(2, 2)
    gm.does("yarn.secret-roll", dice=2)
    assert told(gm.table, audience="everybody") == {"announced": True}


def test_the_dice_of_the_gms_people_are_seen_and_not_what_they_come_of(
    bess: Character, hale: Character, gm: Person, dice: Any
) -> None:
    dice(1, 2, 3, 4, 5)
    gm.does("yarn.check", character=bess.public_id, trait=trait(bess, "Remembers everything"), mode="everybody")
    shown = told(gm.table, audience="everybody")
    assert (shown["roll"]["total"], shown["roll"]["sources"], shown["trait"]) == (15, [], "")
    dice(1, 2)
    gm.does("yarn.check", character=hale.public_id, trait="", mode="everybody")
    assert told(gm.table, audience="everybody")["character"] == "Somebody"


@pytest.mark.played("yarn.hand-of-fate", "yarn.common-sense")
def test_fate_and_what_needs_no_roll(maud: Character, gm: Person, ines: Person, dice: Any) -> None:
    dice(3, 2)
    ines.does("yarn.fate", label="The weather")
    assert (told(gm.table)["total"], told(gm.table)["hint"]) == (5, "bad")
    gm.does("yarn.no-roll", character=maud.public_id, label="Opens her own door", how="automatic")
    assert "works, without a roll" in ines.page()
    assert ines.post("yarn.no-roll").status_code == 403
    assert ines.post("yarn.secret-roll").status_code == 403


@pytest.mark.played("yarn.narrate-ups-downs")
def test_what_it_is_for_stands_with_the_dice(maud: Character, ines: Person, marek: Person, dice: Any) -> None:
    dice(3, 4)
    rolls(ines, maud, trait="", factor=6, label="The rope frays, but holds")
    assert "The rope frays, but holds" in marek.page()


def test_real_dice_are_typed(maud: Character, ines: Person) -> None:
    found = rolls(ines, maud, trait="", bonus=1, faces="1 4 6")
    assert (found["roll"]["total"], found["typed"]) == (10, True)
    assert "The pool has 2 dice" in refused(ines, "yarn.check", character=maud.public_id, trait="", faces="1 4 6")
    assert "not on a d6" in refused(ines, "yarn.check", character=maud.public_id, trait="", faces="1 7")


def test_what_it_is_for_is_asked_where_it_changes_the_dice(
    maud: Character, ines: Person, dice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "bring about" not in ines.client.get(f"{ines.url}act/yarn.check").content.decode()
    added = [lambda sought: [Extra("bonus", 1, "Tongue", "")] if sought.aim == "persuade" else []]
    monkeypatch.setattr("apps.checks.yarn.pools._adding", added)
    assert "To persuade" in ines.client.get(f"{ines.url}act/yarn.check").content.decode()
    dice(1, 5, 6)
    assert rolls(ines, maud, trait="", aim="persuade")["roll"]["total"] == 11
