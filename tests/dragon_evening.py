"""An evening of Dragon: who is there at its beginning, every act about sheets, and the rolls outside a fight."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from apps.characters.dragon import document
from apps.characters.models import Character
from apps.rules.dragon.combat.parts import Part
from tests.acts_of_an_evening import Data, Evening, Step, of_ask, of_event, step, who, who_with_picture
from tests.combat.dragon.conftest import in_round

KETTA: dict[str, Any] = {
    "name": "Ketta Vane", "role": "hero", "strength": 4, "resistance": 3, "health": 4, "accuracy": 6, "dexterity": 5,
    "energy": 5, "intelligence": 4, "wit": 5, "resolve": 4, "charisma": 7, "grace": 7, "status": 8,
    "yang": 1, "yin": 2, "chi": 1,
    "skill_1_name": "Sword", "skill_1_level": 2, "skill_1_melee": "on",
    "skill_2_name": "Dodge", "skill_2_level": 1, "skill_3_name": "Perception", "skill_3_level": 1,
    "weapon_1_name": "Blade", "weapon_1_multiple": 3, "weapon_1_skill": "Sword",
    "weapon_2_name": "Short bow", "weapon_2_multiple": 2, "weapon_2_attack": "ranged",
    "notes": "Owes the ferryman.",
}  # fmt: skip
"""Ines's hero: Social 7, 45 hit points."""
OSKAR: dict[str, Any] = {
    "name": "Oskar Thule", "role": "hero", "strength": 6, "resistance": 4, "health": 5, "accuracy": 4, "dexterity": 4,
    "energy": 4, "wit": 2, "skill_1_name": "Axe", "skill_1_level": 1, "skill_1_melee": "on",
    "weapon_1_name": "Axe", "weapon_1_multiple": 4, "weapon_1_skill": "Axe",
    "shtick_1_name": "Iron hide", "shtick_1_does_1": "hit-points", "shtick_1_by_1": 5,
}  # fmt: skip
"""Marek's hero: Body 4, five hit points more by a shtick."""
SORREL: dict[str, Any] = {
    "name": "Captain Sorrel", "role": "enemy", "accuracy": 5, "dexterity": 4, "strength": 4, "resistance": 4,
    "skill_1_name": "Sabre", "skill_1_level": 2, "skill_1_melee": "on", "skill_2_name": "Dodge", "skill_2_level": 1,
    "weapon_1_name": "Sabre", "weapon_1_multiple": 3, "weapon_1_skill": "Sabre",
}  # fmt: skip
WITCH: dict[str, Any] = {"name": "Bell-witch", "role": "enemy", "yang": 5, "yin": 4, "chi": 5, "hidden": "on"}


def beginning() -> Iterator[Step]:
    """Two heroes, an enemy with a name, three of a kind, and one who hides; the session and a scene run."""
    yield step("gm", "open-session", title="The first evening")
    yield step("gm", "open-scene", title="The Salt Stair", text="Spray.\nBells under the water.")
    yield step("ines", "dragon.make", **KETTA)
    yield step("marek", "dragon.make", **OSKAR)
    yield step("gm", "dragon.make", **SORREL)
    yield step("gm", "dragon.make", name="Tide warden 1", role="enemy", accuracy=3)
    yield step("gm", "dragon.duplicate", who("Tide warden 1", copies=2))
    yield step("gm", "dragon.make", **WITCH)


def sheets() -> Iterator[Step]:
    """Each act about characters at least once, by players and the GM, the hidden one among them."""
    yield step("ines", "dragon.edit", who("Ketta Vane", **KETTA | {"wit": 6, "notes": "Paid him off."}))
    yield step("gm", "dragon.edit", who("Bell-witch", **WITCH | {"chi": 6}), note="hidden")
    yield step("ines", "portrait", who_with_picture("Ketta Vane"))
    yield step("gm", "dragon.duplicate", who("Bell-witch"), note="hidden")
    yield step("gm", "dragon.import", lambda e: {"text": document.written(e.row("Captain Sorrel")).decode()})
    yield step("marek", "dragon.import", lambda e: {"text": document.written(e.row("Oskar Thule")).decode()},
               note="a player’s")  # fmt: skip
    yield step("gm", "delete-character", who("Tide warden 3"))
    yield step("gm", "dragon.set-damage", who("Ketta Vane", by=17, why="A falling bell"))
    yield step("gm", "dragon.set-damage", who("Ketta Vane", set=0, why="A night’s rest"), note="healed")
    yield step("gm", "dragon.set-damage", who("Bell-witch", by=9, why="The salt"), note="hidden")


# rolls

CLIMB: dict[str, Any] = {"substat": "wit", "required": 2, "label": "What moves there"}
LISTEN: dict[str, Any] = {"substat": "wit", "required": 2, "label": "Bells"}


def skills_of(name: str, *skills: str) -> Callable[[Evening], list[str]]:
    return lambda e: [one.public_id for one in e.row(name).entries.filter(kind="skill", name__in=skills).order_by("pk")]


def rolled(name: str, *skills: str, **more: Any) -> Data:
    """A roll of somebody's with these skills of the sheet."""
    return lambda e: {"character": e.character(name), "skills": skills_of(name, *skills)(e), **CLIMB, **more}


def asked(*names: str, **more: Any) -> Data:
    return lambda e: {**LISTEN, "characters": [e.character(one) for one in names], **more}


def against(actor: str, other: str, *skills: str, **more: Any) -> Data:
    return lambda e: {
        "character": e.character(actor), "opponent": e.character(other), "substat": "charisma",
        "skills": skills_of(actor, *skills)(e), **more,
    }  # fmt: skip


def checks() -> Iterator[Step]:
    """Rolls of every sort: open and secret, asked, with a number that is hidden, and of one against another."""
    yield step("ines", "dragon.check", rolled("Ketta Vane", "Perception"), dice=(6, 7, 1, 2, 9), keeps="check")
    yield step("gm", "dragon.strike-skill", lambda e: {"event": e.kept["check"], "skill": "Perception"})
    yield step("ines", "dragon.check", rolled("Ketta Vane", mode="gm"), dice=(6, 7, 1, 2, 9), note="to the GM")
    yield step("marek", "dragon.check", rolled("Oskar Thule", mode="blind"), dice=(3, 8), note="blind")
    yield step("marek", "dragon.check", rolled("Oskar Thule", mode="me", faces="9 2"), note="to myself, real dice")
    yield step("gm", "dragon.check", rolled("Bell-witch", substat="yang"), dice=(7, 8, 2, 2, 1), note="hidden")
    yield step("gm", "dragon.check", rolled("Captain Sorrel", "Sabre", substat="accuracy"), dice=(7, 8, 2, 2, 5),
               note="an enemy")  # fmt: skip
    yield step("gm", "dragon.ask-check", asked("Ketta Vane", "Oskar Thule"))
    yield step("ines", "dragon.answer-check", of_ask("Ketta Vane"), dice=(7, 7, 1, 1, 1))
    yield step("gm", "dragon.answer-check", of_ask("Oskar Thule"), dice=(7, 7), note="for a player")
    yield step("gm", "dragon.ask-check", asked("Oskar Thule", hidden="hidden"), note="hidden number")
    yield step("marek", "dragon.answer-check", of_ask("Oskar Thule"), dice=(7, 1), note="hidden number")
    yield step("gm", "dragon.ask-check", asked("Ketta Vane", mode="gm"), note="in secret")
    yield step("ines", "dragon.answer-check", of_ask("Ketta Vane"), dice=(1, 1, 1, 1, 1), note="in secret")
    yield step("gm", "undo", of_event("dragon.check"), note="an answer")
    yield step("ines", "dragon.answer-check", of_ask("Ketta Vane"), note="the same dice")
    yield step("gm", "dragon.ask-check", asked("Bell-witch"), note="of nobody’s")
    yield step("gm", "call-off", lambda e: {"exchange": e.exchange()})
    yield step("ines", "dragon.oppose", against("Ketta Vane", "Captain Sorrel"), dice=(7, 7, 7, 1, 1, 1, 1))
    yield step("gm", "dragon.answer-oppose", of_ask(substat="grace"), dice=(7, 1, 1))
    yield step("ines", "dragon.oppose", against("Ketta Vane", "Oskar Thule", mode="gm"), dice=(7, 1, 1, 1, 1, 1, 1),
               note="in secret")  # fmt: skip
    yield step("marek", "dragon.answer-oppose", of_ask(substat="grace"), dice=(7, 7, 7), note="in secret")
    yield step("gm", "dragon.oppose", against("Bell-witch", "Ketta Vane", substat="yang"), dice=(7, 7, 1, 1, 1),
               note="hidden")  # fmt: skip
    yield step("ines", "dragon.answer-oppose", of_ask(substat="resolve"), dice=(7, 1, 1, 1), note="hidden")


# a fight that is under way


def under_way(
    phases: Mapping[str, Sequence[int]], at: tuple[int, Part] = (1, "Good"), speeds: Mapping[str, str] | None = None
) -> Callable[[Evening], None]:
    """For a step's `first`: a fight of these people, by name, with these phases, taken to this part of a turn."""

    def begins(e: Evening) -> None:
        rows: dict[Character, Sequence[int]] = {e.row(name): rounds for name, rounds in phases.items()}
        in_round(e.people["gm"], rows, at, {e.row(name): speed for name, speed in (speeds or {}).items()})

    return begins
