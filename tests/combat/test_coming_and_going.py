"""Who may still be brought into a fight; and who is in a scene for it alone leaves with it, in every game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character
from tests.people import Person, open_a_table, sit_down


@dataclass(frozen=True)
class Game:
    name: str
    data: dict[str, Any]
    here: str
    starts: str = "start-fight"
    faces: tuple[int, ...] = ()
    """What falls when it starts."""
    noticed: bool = False
    """Whether those have to be named who notice each other when a fight starts."""

    def __str__(self) -> str:
        return self.name


GAMES = (
    Game("dragonfly", {"muscle": 9, "combat": 9, "brains": 9, "life_points": 20}, "here"),
    Game("dragon", {"weapon": "blade"}, "dragon-here"),
    Game("rough_magic", {"attack": "close"}, "rough_magic-here", noticed=True),
    Game("yarn", {"role": "minor"}, "yarn-here", starts="begin-fight", faces=(6, 5, 4, 4, 3, 2)),
)


@pytest.fixture(params=GAMES, ids=str)
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


@pytest.fixture
def people(db: None, game: Game) -> tuple[Person, Person]:
    table = open_a_table(game=game.name)
    return sit_down(table, "Robin", "gm"), sit_down(table, "Ines")


@pytest.fixture
def fight(people: tuple[Person, Person], game: Game, dice: Any) -> list[Character]:
    """Three thugs, of whom nobody knows the last one, who fight."""
    gm, _ = people
    gm.does(f"{game.name}.quick-cast", name="Thug", copies=2, **game.data)
    gm.does(f"{game.name}.quick-cast", name="Lookout", copies=2, hidden="on", **game.data)
    thugs = list(Character.objects.order_by("pk"))[:3]
    ids = [one.public_id for one in thugs]
    dice(*game.faces)
    gm.does(f"{game.name}.{game.starts}", characters=ids, **({"noticed": ids} if game.noticed else {}))
    return thugs


def offered(gm: Person, game: Game, of: str = "") -> list[str]:
    page = BeautifulSoup(gm.get(f"{game.name}.end-fight").content, "lxml")
    return [str(one["value"]) for one in page.select(f"[name=leave]{of}")]


def test_nobody_is_offered_to_be_brought_in_where_all_are_in_it(
    people: tuple[Person, Person], fight: list[Character], game: Game, dice: Any
) -> None:
    gm, _ = people
    link = f'act/{game.name}.fight-join"'
    assert link in gm.page()
    late = Character.objects.order_by("pk")[3]
    dice(*game.faces[:2])
    gm.does(f"{game.name}.fight-join", characters=[late.public_id])
    assert link not in gm.page()
    gm.does(f"{game.name}.fight-leave", character=late.public_id)
    assert link in gm.page()


def test_thugs_leave_the_scene_with_their_fight_unless_the_gm_says_otherwise(
    people: tuple[Person, Person], fight: list[Character], game: Game
) -> None:
    gm, ines = people
    assert offered(gm, game, "[checked]") == [one.public_id for one in fight]
    one, _, lookout = fight
    gm.does(f"{game.name}.end-fight", leave=[one.public_id, lookout.public_id])
    here = ines.panel(game.here)
    assert "Thug 2" in here
    assert "Thug 1" not in here
    assert "Out of the scene: Thug 1." in ines.log()
    assert "Out of the scene: Thug 1, Lookout 1." in gm.log()
    gm.does("undo")
    assert Character.objects.filter(present=True).count() == 4


def test_who_is_played_or_left_already_is_not_asked_about(
    people: tuple[Person, Person], fight: list[Character], game: Game
) -> None:
    gm, ines = people
    one, two, lookout = fight
    gm.does("give-character", character=one.public_id, seat=ines.viewer.seat.public_id)
    gm.does("character-present", character=two.public_id, present="no")
    assert offered(gm, game) == [lookout.public_id]
    gm.does(f"{game.name}.end-fight")
    assert Character.objects.get(pk=lookout.pk).present
    assert "Out of the scene" not in gm.log()
