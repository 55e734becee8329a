"""The evenings of the tests go through every act of every game, and nobody's part is forgotten."""

from pathlib import Path

import pytest
from django.conf import settings

from apps.table import acts, panels
from tests import evenings
from tests.evenings import EVENINGS, GROUPS, steps

TESTS = Path(__file__).resolve().parents[1]


def played(game: str) -> set[str]:
    return {one.act for name, evening in EVENINGS.items() if game in {"", evening.game} for one in steps(name)}


@pytest.mark.parametrize("game", ["", *settings.GAMES])
def test_every_act_is_in_an_evening(game):
    """The acts of the house in any game's evenings, those of a game in its own."""
    missing = {one.name for one in acts.acts() if one.game == game} - played(game)
    assert not missing, "no evening plays them: docs/adding-a-game.md, Evenings"


def test_every_file_of_steps_is_in_an_evening():
    there = {f"tests.{path.stem}" for path in TESTS.glob("crew_evening*.py")}
    assert there == set(evenings.CREW.values())
    assert {name for names in GROUPS.values() for name in names} == set(EVENINGS)


def test_a_game_names_its_panels_as_no_other():
    """Ids of panels are ids of the page: a game's own say whose they are, but for the first game's."""
    wrong = [
        one.name for one in panels._panels.values()
        if one.game not in {"", settings.GAMES[0]} and not one.name.startswith(f"{one.game}-")
    ]  # fmt: skip
    assert not wrong
