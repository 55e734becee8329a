"""The ten rounds as they are drawn: what a defence would cost, and what has become of the fallen."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag

from apps.characters.models import Character
from apps.combat.models import Fight
from tests.characters.dragon.conftest import made
from tests.combat.conftest import in_words
from tests.combat.dragon.conftest import in_round
from tests.combat.dragon.test_attack import attacks


def cells(person: Any, character: Character) -> dict[int, Tag]:
    """The rounds of one fighter, as this person sees them."""
    page = BeautifulSoup(person.page(), "lxml")
    row = page.select_one(f"#rounds-{character.fighting.get().public_id}")
    assert row is not None
    return {int(str(one["data-round"])): one for one in row.select("td[data-round]")}


def soon(person: Any, character: Character) -> list[int]:
    return [number for number, cell in cells(person, character).items() if "soon" in cell["class"]]


@pytest.mark.played("dragon.abort", "dragon.stacked-costs")
@pytest.mark.parametrize(
    ("phases", "speed", "given"),
    [((3, 5, 9), "reflexes", [3]), ((5, 9), "reflexes", [5]), ((5, 7, 9), "social", [5, 9])],
)
def test_what_a_defence_would_cost_is_marked_while_it_is_asked_for(
    gm: Any,
    ines: Any,
    marek: Any,
    ana: Character,
    guard: Character,
    dice: Any,
    phases: Any,
    speed: str,
    given: list[int],
) -> None:
    in_round(gm, {ana: phases, guard: (3,)}, (3, "Bad"), {ana: speed})
    assert soon(ines, ana) == []
    dice(1, 1, 1, 1)
    ask = attacks(gm, guard, ana)
    for person in (gm, ines, marek):
        assert soon(person, ana) == given
    assert "would be given up for a defence" in cells(ines, ana)[given[0]].get_text()
    ines.does("dragon.defend", ask=ask.public_id, guard="none")
    assert soon(ines, ana) == []


def test_what_somebody_hidden_strikes_at_is_marked_for_the_gm_alone(
    gm: Any, ines: Any, ana: Character, dice: Any
) -> None:
    witch = made(gm, name="Bell-witch", role="enemy", hidden="on")
    in_round(gm, {ana: (5, 9), witch: (3,)}, (3, "Bad"))
    dice(1, 1, 1, 1)
    attacks(gm, witch, ana)
    assert (soon(gm, ana), soon(ines, ana)) == ([5], [])


@pytest.mark.played("dragon.falling")
def test_the_phases_of_the_fallen_say_why_they_are_void(gm: Any, ines: Any, ana: Character, duel: Fight) -> None:
    gm.does("dragon.hurt", characters=[ana.public_id], damage=90, why="The roof")
    assert "void: has fallen" in cells(ines, ana)[9].get_text()
    assert "void: has fallen" in ines.panel("dragon-rounds")


def test_the_fallen_read_on_their_card_what_that_means(gm: Any, ines: Any, ana: Character, guard: Character) -> None:
    in_round(gm, {ana: (2, 5), guard: (2,)}, (2, "Bad"))
    gm.does("dragon.hurt", characters=[ana.public_id], damage=90, why="The roof")
    assert "has fallen: phases and holds are void" in ines.panel("dragon-my-phase")


def test_a_target_that_lies_there_says_how(gm: Any, ines: Any, marek: Any, ana: Character, duel: Fight) -> None:
    other = made(marek, name="Bo", role="hero")
    gm.does("dragon.fight-join", characters=[other.public_id])
    gm.does("dragon.fate", character=other.public_id, word="dying", gap=3)
    assert "Bo · dying" in in_words(ines.get("dragon.attack", character=ana.public_id))
