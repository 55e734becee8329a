"""Everybody's own steps: traits and signs, hit points and the pool, the GM's word; and the pitch of the series."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters import entries
from apps.characters.models import Character
from apps.characters.yarn.creation.pitching import series_of
from apps.characters.yarn.levels import level_of
from apps.characters.yarn.sheet import sheet_of
from tests.people import Person, open_a_table, sit_down
from tests.yarn_cast import character, says
from tests.yarn_evening_creation import OWN, PITCH
from tests.yarn_evening_growing import NEW
from tests.yarn_world import refused, told


@pytest.fixture
def own(entered: list[Person], gm: Person) -> Character:
    """Maud, whose player is at her own steps, all of which are written."""
    gm.does("yarn.go-to-step", step="15")
    entered[0].does("yarn.own-steps", character=character(entered[0]), **OWN)
    return Character.objects.get(public_id=character(entered[0]))


@pytest.mark.played("yarn.traits", "yarn.trait-scores", "yarn.superior-trait", "yarn.flaw", "yarn.signs")
def test_traits_have_the_dice_of_their_kind(own: Character) -> None:
    sheet = sheet_of(own)
    assert [(one.name, one.score) for one in sheet.traits] == [
        ("Innkeeper", 4), ("Drayman", 3), ("Counts in her head", 1),
    ]  # fmt: skip
    assert [one.name for one in sheet.flaws] == ["Forgives no debt"]
    assert len(sheet.signs) == 4
    assert (level_of(own).full, sheet.experience, sheet.hit_points_word) == (21, 1, "bulk")


@pytest.mark.played("yarn.character-checklist")
def test_all_do_it_at_the_same_time_and_what_is_missing_is_told(own: Character, entered: list[Person]) -> None:
    says(entered[1], "yarn.finish-own-steps")
    assert told(entered[0].table)["missing"][:2] == ["desire", "dramatic poles (2)"]
    entered[0].does(
        "yarn.own-steps", character=own.public_id, **OWN | {"side1_tough": "", "central_name": "", "central_sign": ""}
    )
    assert [one.name for one in sheet_of(own).traits] == ["Drayman", "Counts in her head"]
    assert level_of(own).full == 14
    for person in (entered[0], entered[2]):
        says(person, "yarn.finish-own-steps")
    assert "step 22 of 22" in entered[0].panel("yarn-creation")


@pytest.mark.played("yarn.experience-pool", "yarn.character-creation")
def test_the_first_die_is_given_once(own: Character, entered: list[Person], gm: Person) -> None:
    gm.does("yarn.adjust", character=own.public_id, track="experience", by=4)
    gm.does("yarn.new-trait", character=own.public_id, **NEW)
    assert sheet_of(own).experience == 0
    entered[0].does("yarn.own-steps", character=own.public_id, **OWN | {"finances": "Half an inn."})
    assert sheet_of(own).experience == 0


@pytest.mark.played("yarn.experience-pool")
def test_whoever_was_made_by_another_way_is_given_no_second_die(entered: list[Person], gm: Person) -> None:
    own = Character.objects.get(public_id=character(entered[0]))
    gm.does("yarn.go-to-step", step="15")
    gm.does("yarn.adjust", character=own.public_id, track="experience", by=-sheet_of(own).experience)
    entered[0].does("yarn.own-steps", character=own.public_id, **OWN)
    assert sheet_of(own).experience == 0


@pytest.mark.played("yarn.my-story", "yarn.finances", "yarn.hit-points-word")
def test_a_name_stands_once_and_a_story_is_short(own: Character, entered: list[Person]) -> None:
    no = refused(entered[0], "yarn.own-steps", character=own.public_id, **OWN | {"side2_name": "innkeeper"})
    assert "different names" in no
    no = refused(entered[0], "yarn.own-steps", character=own.public_id, **OWN | {"story": "word " * 26})
    assert "1 too many" in no
    no = refused(entered[0], "yarn.own-steps", character=own.public_id, **OWN | {"flaw_name": ""})
    assert "has no name yet" in no


def test_narrow_kinds_are_offered_where_the_table_plays_with_them(own: Character, entered: list[Person]) -> None:
    no = refused(entered[0], "yarn.own-steps", character=own.public_id, **OWN | {"side2_kind": "narrow"})
    assert "Kind" in no
    assert "narrow" not in entered[0].get("yarn.own-steps", character=own.public_id).content.decode().lower()


@pytest.mark.played("yarn.narrow-traits")
def test_a_narrow_trait_has_more_dice(db: None) -> None:
    table = open_a_table("Low Water", game="yarn", narrow_traits="on")
    ines = sit_down(table, "Ines")
    ines.does("yarn.make", name="Maud", role="main")
    maud = Character.objects.get(name="Maud")
    ines.does("yarn.own-steps", character=maud.public_id, **OWN | {"side2_kind": "narrow"})
    assert [one.score for one in sheet_of(maud).traits] == [4, 3, 4]


# dice


@pytest.mark.played("yarn.hit-points-roll", "yarn.hit-points")
def test_twice_the_dice_are_rolled_once(own: Character, entered: list[Person], dice: Any) -> None:
    dice(6, 5, 4, 3, 6, 2)
    entered[0].does("yarn.roll-hit-points", character=own.public_id, how_1="roll")
    assert (level_of(own).full, level_of(own).now) == (26, 26)
    assert "fall once" in refused(entered[0], "yarn.roll-hit-points", character=own.public_id, how_1="roll")
    entered[0].does("yarn.own-steps", character=own.public_id, **OWN | {"side1_tough": ""})
    assert level_of(own).full == 26


@pytest.mark.played("yarn.hit-points-several")
def test_of_several_traits_the_highest_figure_counts(own: Character, entered: list[Person], dice: Any) -> None:
    entered[0].does("yarn.own-steps", character=own.public_id, **OWN | {"central_tough": "on"})
    dice(4, 3, 5, 2, 6, 2)
    entered[0].does("yarn.roll-hit-points", character=own.public_id, how_1="average", how_2="roll")
    facts = told(entered[0].table, "yarn.hit-points-rolled")
    assert ([one["figure"] for one in facts["rows"]], facts["full"]) == ([28, 22], 28)


def test_the_odds_are_seen_before_the_roll(own: Character, entered: list[Person]) -> None:
    shown = entered[0].get("yarn.roll-hit-points", character=own.public_id, how_1="roll").content.decode()
    assert "45% for more than the 21 that are certain" in " ".join(shown.split())


def test_all_at_the_average_is_no_roll(own: Character, entered: list[Person]) -> None:
    no = refused(entered[0], "yarn.roll-hit-points", character=own.public_id, how_1="average")
    assert "nothing is rolled" in no
    entered[0].does("yarn.own-steps", character=own.public_id, **OWN | {"side1_tough": ""})
    assert "they have 14" in refused(entered[0], "yarn.roll-hit-points", character=own.public_id)


@pytest.mark.played("yarn.story-options")
@pytest.mark.parametrize(("floor", "full"), [("on", 14), ("off", 4)])
def test_the_switches_say_who_rolls_and_how_low(db: None, dice: Any, floor: str, full: int) -> None:
    table = open_a_table("Low Water", game="yarn", hp_floor=floor, hp_roll_without_trait="on")
    ines = sit_down(table, "Ines")
    ines.does("yarn.make", name="Maud", role="main")
    maud = Character.objects.get(name="Maud")
    dice(1, 1, 1, 1)
    ines.does("yarn.roll-hit-points", character=maud.public_id, how_1="roll")
    assert level_of(maud).full == full


@pytest.mark.played("yarn.starting-psychic-pool")
def test_a_pool_is_three_or_the_highest_of_the_dice(own: Character, entered: list[Person], dice: Any) -> None:
    dice(2, 5)
    entered[0].does("yarn.roll-pool", character=own.public_id, powers=2, choice="roll")
    assert (sheet_of(own).pool, sheet_of(own).shots) == (5, 5)
    assert "has a pool already" in refused(
        entered[0], "yarn.roll-pool", character=own.public_id, powers=1, choice="flat"
    )
    joss = Character.objects.get(public_id=character(entered[1]))
    entered[1].does("yarn.roll-pool", character=joss.public_id, powers=1, choice="flat")
    assert sheet_of(joss).pool == 3


# the GM's word


@pytest.mark.played("yarn.trait-review", "yarn.central-trait", "yarn.side-traits")
def test_the_gm_lets_a_trait_stand_edits_or_strikes_it(own: Character, gm: Person, marek: Person) -> None:
    rows = {one.name: one.public_id for one in entries.held_by(own, "trait")}
    gm.does("yarn.review-trait", trait=rows["Drayman"], decision="edit", new_name="Carter", remark="Broader.")
    gm.does("yarn.review-trait", trait=rows["Counts in her head"], decision="veto")
    assert [one.name for one in sheet_of(own).traits] == ["Innkeeper", "Carter"]
    assert "Broader." not in marek.log()
    no = refused(gm, "yarn.review-trait", trait=rows["Innkeeper"], decision="edit")
    assert "needs a name" in no


# the pitch


@pytest.mark.played("yarn.series-pitch", "yarn.components")
def test_the_pitch_is_everybodys_and_offers_themes_and_names(table: Any, gm: Person, ines: Person) -> None:
    assert "Four to seven players are best, with the GM as well." in gm.panel("yarn-pitch")
    gm.does("yarn.pitch", **PITCH)
    assert "The series" not in gm.get("delete-character").content.decode()
    pitch = series_of(gm.viewer.desk).pitch
    assert (pitch.themes, pitch.names["people"]) == (("What we inherit", "Who pays"), ("Iva", "Otto"))
    assert "An inn at low water, and everybody owes." in ines.panel("yarn-pitch")
    assert "says all of that already" in refused(gm, "yarn.pitch", **PITCH)
    assert "Write" not in ines.panel("yarn-pitch")


@pytest.mark.played("yarn.glossary", "yarn.about-play")
def test_the_words_of_the_game_are_one_tap_from_the_series(table: Any, gm: Person, ines: Person) -> None:
    gm.does("yarn.pitch", **PITCH)
    panel = ines.soup().find(id="panel-yarn-pitch")
    assert panel
    found = [str(one["href"]) for one in panel.select("a")]
    assert {"rule?id=yarn.glossary", "rule?id=yarn.about-play"} <= set(found)
    assert "currency that makes players balance" in ines.at_address("rule", id="yarn.glossary").content.decode()


def test_hit_points_are_rolled_for_once_a_trait_counts_for_them(own: Character, entered: list[Person]) -> None:
    assert entered[0].soup().select("#panel-asks a[href*=roll-hit-points]")
    assert "once a trait counts for them" in entered[1].panel("asks")
    page = BeautifulSoup(entered[0].get("yarn.roll-hit-points").content, "lxml")
    assert [str(one["value"]) for one in page.select("[name=how_1][checked]")] == ["roll"]


def test_at_the_end_the_gm_approves_with_one_tap(own: Character, entered: list[Person], gm: Person) -> None:
    for person in entered:
        says(person, "yarn.finish-own-steps")
    assert [one.get_text() for one in gm.soup().select("#panel-asks button")][:3] == [
        "Approve Maud", "Approve Joss", "Approve Yssa",
    ]  # fmt: skip
    gm.does("yarn.approve", character=own.public_id, approved="yes")
    assert "Approve Maud" not in gm.panel("asks")
