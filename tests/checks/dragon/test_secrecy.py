"""An enemy's roll in the open: everybody sees the dice and what comes of them, the sheet is the GM's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.characters.models import Character, Entry
from apps.table.models import Event, Telling
from tests.characters.dragon.conftest import made
from tests.checks.conftest import everything_shown_to
from tests.people import newest_event

Dice = Callable[..., Any]
OF_THE_SHEET = ("Sabre", "Accuracy", "Every roll")


@pytest.fixture
def sorrel(gm: Any) -> Character:
    """An enemy with a skill."""
    skill = {"skill_1_name": "Sabre", "skill_1_level": 2, "skill_1_melee": "on"}
    return made(gm, name="Sorrel", role="enemy", accuracy=5, **skill)


def rolls(gm: Any, character: Character, **more: Any) -> None:
    skills = [one.public_id for one in Entry.objects.filter(character=character, kind="skill")]
    gm.does("dragon.check", character=character.public_id, skills=skills, **{"substat": "accuracy"} | more)


def told_to(person: Any) -> str:
    """What the newest card says to this seat."""
    return str(person.log().split("Sorrel")[-1])


@pytest.mark.played("dragon.visibility")
def test_the_dice_are_seen_and_the_sheet_is_not(
    gm: Any, ines: Any, watcher: Any, sorrel: Character, dice: Dice
) -> None:
    dice(5, 4, 10, 1, 6)
    rolls(gm, sorrel, required=2, label="Cuts the rope")
    for one in OF_THE_SHEET:
        assert one in gm.log()
        for other in (ines, watcher):
            assert one not in other.log()
            assert one not in everything_shown_to(other).split("Cuts the rope")[-1]
    assert "Cuts the rope 5 4 10 1 6 3 Success three of two needed" in ines.log()
    assert "Each die with 5 or more. The rest is the GM’s." in ines.log()
    facts = Telling.objects.get(event=newest_event(gm.table), audience="everybody").facts
    assert set(facts) == {
        "character", "character_id", "faces", "target", "successes", "typed", "rule", "required", "success", "surplus",
        "shortfall", "label", "mode",
    }  # fmt: skip


@pytest.mark.played("dragon.visibility")
def test_a_roll_without_words_is_a_roll(gm: Any, ines: Any, sorrel: Character, dice: Dice) -> None:
    dice(5, 4, 10, 1, 6)
    rolls(gm, sorrel)
    assert "A roll 5 4 10 1 6 3 Success" in ines.log()
    assert "a roll: three successes" in ines.at_address("export-log", **{"as": "md"}).content.decode()


@pytest.mark.played("dragon.visibility", "dragon.opposed-roll")
def test_against_a_hero_only_the_hero_s_side_says_why(
    gm: Any, ines: Any, marek: Any, ana: Character, sorrel: Character, dice: Dice
) -> None:
    dice(9, 9, 1, 1, 1, 1)
    ines.does("dragon.oppose", character=ana.public_id, opponent=sorrel.public_id, substat="accuracy")
    skill = Entry.objects.get(character=sorrel, kind="skill").public_id
    dice(6, 1, 1)
    ask = gm.soup().find(attrs={"data-ask": True})["data-ask"]
    gm.does("dragon.answer-oppose", ask=ask, substat="dexterity", skills=[skill])
    for one in (ines, marek):
        assert "Accuracy" in one.log()
        assert "Dexterity" not in one.log()
        assert "Sabre" not in one.log()
        assert "one success left" in one.log()
    assert "Dexterity with Sabre" in gm.log()


@pytest.mark.played("dragon.skill-effect", "dragon.visibility")
def test_a_skill_is_struck_without_a_name(gm: Any, ines: Any, sorrel: Character, dice: Dice) -> None:
    dice(5, 4, 10, 1, 6)
    rolls(gm, sorrel, required=2)
    rolled = Event.objects.get(kind="dragon.check")
    gm.does("dragon.strike-skill", event=rolled.public_id, skill="Sabre")
    assert "says that Sabre does not apply to the roll of Sorrel" in gm.log()
    assert "says that a skill does not apply to the roll of Sorrel" in ines.log()
    assert "Sabre" not in ines.log()
    assert "one of two needed Why Each die with 7 or more" in ines.log()
    assert "without Sabre" in gm.log()
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert "three of two needed" in ines.log()


def test_an_ally_s_roll_is_open(gm: Any, ines: Any, dice: Dice) -> None:
    bai = made(gm, name="Old Bai", role="ally")
    dice(7, 7, 1)
    rolls(gm, bai, substat="wit")
    assert "Wit" in ines.log()
    assert "Every roll" in ines.log()
