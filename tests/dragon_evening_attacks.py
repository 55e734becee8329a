"""An evening of Dragon's attacks: struck, shot, split and answered, by players and the GM, at the hidden one too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from apps.combat import tracking
from apps.rules.dragon.combat.parts import Moment, Part
from tests.acts_of_an_evening import Data, Evening, Step, of_ask, of_event, step
from tests.combat.dragon.conftest import taken_to
from tests.combat.wounded import a_turn_of
from tests.dragon_evening import skills_of, under_way

PHASES = {
    "Ketta Vane": (2, 5, 9), "Oskar Thule": (2, 4), "Captain Sorrel": (2, 6), "Tide warden 1": (2,),
    "Tide warden 2": (2, 3), "Tide warden 3": (2,), "Bell-witch": (2, 8),
}  # fmt: skip


def goes_to(round: int, part: Part) -> Callable[[Evening], None]:
    """For a step's `first`: the turn is taken to this part of it."""
    at = Moment(round, part)
    return lambda e: a_turn_of(e.people["gm"], lambda turn: taken_to(turn, tracking.running(turn), at))


def weapon_of(e: Evening, name: str, weapon: str) -> str:
    """What the form calls a weapon of somebody's sheet, or of the book's list."""
    found = e.row(name).entries.filter(kind="weapon", name=weapon).first()
    return found.public_id if found else weapon.lower()


def attacks_with(name: str, target: str, weapon: str, *skills: str, **more: Any) -> Data:
    return lambda e: {
        "character": e.character(name), "target": e.character(target), "weapon": weapon_of(e, name, weapon),
        "skills": skills_of(name, *skills)(e), **more,
    }  # fmt: skip


def splits(name: str, *acts: Callable[[Evening], str], share: int, **more: Any) -> Data:
    return lambda e: {
        "character": e.character(name), "share_1": share,
        **{f"act_{n}": one(e) for n, one in enumerate(acts, 1)}, **more,
    }  # fmt: skip


def strike(name: str, target: str, weapon: str) -> Callable[[Evening], str]:
    return lambda e: f"strike {e.character(target)} {weapon_of(e, name, weapon)}"


def said(value: str) -> Callable[[Evening], str]:
    return lambda e: value


def judged(**more: Any) -> Data:
    return lambda e: {"attack": e.exchange(), **more}


def attacks() -> Iterator[Step]:
    """Good Guys in 2 and Bad Guys in 2."""
    struck = attacks_with("Ketta Vane", "Captain Sorrel", "Blade", "Sword")
    yield step("ines", "dragon.attack", struck, dice=(5, 9, 9, 1, 1, 1), first=under_way(PHASES, (2, "Good")))
    yield step("gm", "undo", of_event("dragon.attacked"), note="an attack")
    yield step("ines", "dragon.attack", struck, dice=(5, 9, 9, 1, 1, 1))
    yield step("gm", "dragon.judge-attack", judged(cover=1))
    yield step("gm", "dragon.judge-attack", judged(difficulty=1, struck=["Sword"]), note="a skill struck")
    yield step("gm", "dragon.defend", of_ask(guard="dodge", keep=1, keep_for="parry"), dice=(6, 1, 1, 1), note="split")
    yield step("gm", "undo", of_event("dragon.attack-settled"), note="an answer")
    yield step("gm", "dragon.defend", of_ask(guard="dodge", keep=1, keep_for="parry"), note="the same dice")
    yield step("marek", "dragon.split",
               splits("Oskar Thule", strike("Oskar Thule", "Captain Sorrel", "Axe"), said("keep parry"), share=3),
               dice=(6, 9, 1))  # fmt: skip
    yield step("second", "dragon.defend", of_ask(guard="kept"), dice=(9,), note="kept dice")
    yield step("gm", "dragon.attack", attacks_with("Tide warden 1", "Oskar Thule", "Club", cover=1, first="leaps"),
               dice=(7, 1, 1), first=goes_to(2, "Bad"), note="an enemy")  # fmt: skip
    yield step("marek", "dragon.defend", of_ask(guard="kept", faces="9"), note="kept dice of a player")
    yield step("gm", "dragon.attack", attacks_with("Bell-witch", "Ketta Vane", "Bow", distance=12), dice=(9, 1, 1),
               note="hidden")  # fmt: skip
    yield step("ines", "dragon.defend", of_ask(guard="none"), note="hidden")
    yield step("gm", "dragon.split",
               splits("Tide warden 2", strike("Tide warden 2", "Ketta Vane", "Fist"),
                      strike("Tide warden 2", "Oskar Thule", "Fist"), share=2),
               dice=(9, 9, 9), note="two attacks")  # fmt: skip
    yield step("gm", "dragon.defend", of_ask("Oskar Thule", guard="none"), note="for a player")
    yield step("ines", "dragon.defend", of_ask("Ketta Vane", guard="none"))
    yield step("gm", "dragon.attack", attacks_with("Tide warden 3", "Bell-witch", "Fist"), dice=(9, 9, 1),
               note="at the hidden")  # fmt: skip
    yield step("gm", "dragon.judge-attack", judged(cover=2), note="at the hidden")
    yield step("gm", "dragon.defend", of_ask(guard="none"), note="at the hidden")
