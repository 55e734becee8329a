"""Every secret of Dragon is looked for in every other seat's pages, frames, forms and refusals."""

from __future__ import annotations

from typing import Any

import pytest

from tests.acts_of_an_evening import Evening, Step, step, who
from tests.dragon_evening import WITCH, beginning, rolled, under_way
from tests.keeping_secrets import (
    MARK,
    PLAYERS,
    Secret,
    begun,
    differing,
    in_each_world,
    one,
    told_by_ids,
    told_in_forms,
    traces_of,
    undone,
)


def hurts(name: str) -> Step:
    return step("gm", "dragon.hurt", lambda e: {"characters": [e.character(name)], "damage": 60, "why": MARK})


def checked(*faces: int) -> Step:
    """The GM rolls the newest Death Check."""
    return step("gm", "dragon.death-check", lambda e: {"ask": e.ask()}, dice=faces)


def says(name: str, word: str, **more: Any) -> Step:
    return step("gm", "dragon.fate", who(name, word=word, why=MARK, **more))


HARM = step("gm", "dragon.set-damage", who("Bell-witch", by=9, why=MARK))
SECRETS = (
    one("a hidden enemy", "gm second", step("gm", "dragon.make", **WITCH | {"name": MARK})),
    one("what befalls the hidden", "gm second", HARM, step("gm", "condition-add", who("Bell-witch", name=MARK))),
    one("damage of the hidden that is taken back", "gm second",
        step("gm", "dragon.set-damage", who("Bell-witch", by=3, why=f"{MARK} again")), undone("dragon.damage-set")),
    one("the hidden is copied, changed and gone", "gm second", step("gm", "dragon.duplicate", who("Bell-witch")),
        step("gm", "dragon.edit", who("Bell-witch", name=MARK, role="enemy", hidden="on")),
        step("gm", "delete-character", who(MARK)), alone=True),
    one("the hidden is struck down in a fight", "gm second", hurts("Bell-witch"), checked(1, 1, 1),
        says("Bell-witch", "countdown", count=2), says("Bell-witch", "saved"), says("Bell-witch", "dead"),
        first=(step("gm", "note", text="x", first=under_way({"Ketta Vane": (2, 5), "Bell-witch": (2, 8)}, (2, "Good"))),
               ), alone=True),
    one("whether an enemy who lies there is dying, and is healed", "gm second", checked(1, 1, 1),
        says("Captain Sorrel", "countdown", count=2), says("Captain Sorrel", "saved"),
        step("gm", "dragon.heal", who("Captain Sorrel", by=10, why=MARK)), first=(hurts("Captain Sorrel"),)),
    one("how long a hero has to live", "gm second ines", says("Ketta Vane", "countdown", count=2),
        first=(hurts("Ketta Vane"), checked(1, 1, 1, 1))),
    one("notes", "gm", step("gm", "note", text=MARK)),
    one("a whisper of the GM", "gm ines", step("gm", "say", text=f"/w Ines {MARK}")),
)  # fmt: skip


@pytest.fixture
def tonight(db: None, own_pictures: None) -> Evening:
    """A scene is open, Ines plays Ketta, Marek Oskar; the Bell-witch is hidden."""
    return begun("dragon", beginning())


@pytest.mark.parametrize("secret", SECRETS, ids=str)
def test_a_secret_leaves_no_trace_with_anybody_else(tonight: Evening, secret: Secret) -> None:
    traces_of(tonight, secret)


@pytest.mark.parametrize("name", ["ines", "watcher"])
def test_no_form_and_no_refusal_tells_of_a_secret(tonight: Evening, name: str) -> None:
    """Each act's form and each refusal for this seat: equal bytes with all the secrets of the others and without."""
    known = {"character": tonight.character("Ketta Vane"), "opponent": tonight.character("Captain Sorrel"), "text": "x"}
    more = ("event", "ask", "exchange", "condition", "entry", "knock", "seat", "target")
    assert not told_in_forms(tonight, name, SECRETS, known, more)


ID_FIELDS = dict.fromkeys(("character", "characters", "opponent", "target"), "hidden") | {"condition": "condition"}


@pytest.mark.parametrize("name", ["ines", "watcher"])
def test_the_id_of_a_secret_thing_is_as_good_as_none(tonight: Evening, name: str) -> None:
    for one_ in (HARM, step("gm", "condition-add", who("Bell-witch", name=MARK))):
        tonight.do(one_)
    witch = tonight.row("Bell-witch")
    ids = {"hidden": witch.public_id, "condition": witch.conditions.latest("pk").public_id}
    assert not told_by_ids(tonight, name, ids, ID_FIELDS)


def test_the_stats_of_an_enemy_are_nowhere(tonight: Evening) -> None:
    """Two enemies of the same name with other numbers: whoever may not know them is shown the same."""
    worlds = [
        (step("gm", "dragon.make", name="Eel", role="enemy", accuracy=n, health=n, resistance=n),) for n in (2, 9)
    ]
    assert differing(in_each_world(tonight, worlds, PLAYERS)) == []
    assert differing(in_each_world(tonight, worlds, ("gm",))) != []


def test_what_an_enemy_rolls_with_is_nowhere(tonight: Evening) -> None:
    """Two enemies with other skills whose dice fall alike, and one of them lies there dying, the other unconscious."""
    worlds = [_eel_of(skill, face) for skill, face in (("Bite", 10), ("Gnaw", 1))]
    assert differing(in_each_world(tonight, worlds, PLAYERS)) == []
    assert differing(in_each_world(tonight, worlds, ("gm",))) != []


def _eel_of(skill: str, face: int) -> tuple[Step, ...]:
    line: dict[str, Any] = {"skill_1_name": skill, "skill_1_level": 2, "skill_1_melee": "on"}
    return (
        step("gm", "dragon.make", name="Eel", role="enemy", **line),
        step("gm", "dragon.check", rolled("Eel", skill, substat="accuracy"), dice=(10, 1, 1)),
        step("gm", "dragon.hurt", lambda e: {"characters": [e.character("Eel")], "damage": 34, "why": "Fire"}),
        step("gm", "dragon.death-check", lambda e: {"ask": e.ask("")}, dice=(face, 1, 1)),
    )
