"""Who cuts into the order of a turn: triggers that were held for, and phases offered to the other side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from apps.combat.dragon import turns as stored
from apps.combat.models import Combatant, Fight
from apps.rules.dragon.combat import turns as rules
from apps.rules.dragon.combat.parts import Moment, Part
from apps.table.turn import Turn
from tests.acts_of_an_evening import Data, Evening, Step, all_of, of_ask, step, who
from tests.combat.dragon.conftest import taken_to
from tests.combat.wounded import a_turn_of
from tests.dragon_evening import under_way

PHASES = {
    "Ketta Vane": (1, 5, 9), "Oskar Thule": (1, 6), "Captain Sorrel": (1, 7), "Bell-witch": (1, 8, 10),
    "Tide warden 1": (2, 4),
}  # fmt: skip
HOLDS = {
    "Ketta Vane": ("somebody runs", "shoot him"),
    "Oskar Thule": ("the door opens", "throw himself against it"),
    "Captain Sorrel": ("a bow is drawn", "cut the string"),
    "Bell-witch": ("blood falls", "toll"),
}


def held(at: tuple[int, Part]) -> Callable[[Evening], None]:
    """A fight in which all but the warden hold round 1 for a trigger, taken to this part."""

    def begins(e: Evening) -> None:
        under_way(PHASES)(e)
        gm = e.people["gm"]
        a_turn_of(gm, lambda turn: keep(e, turn, "good"))
        a_turn_of(gm, lambda turn: taken_to(turn, fight_of(turn), Moment(1, "Bad")))
        a_turn_of(gm, lambda turn: keep(e, turn, "bad"))
        a_turn_of(gm, lambda turn: taken_to(turn, fight_of(turn), Moment(*at)))

    return begins


def fight_of(turn: Turn) -> Fight:
    return turn.desk.all(Fight)[-1]


def keep(e: Evening, turn: Turn, side: str) -> None:
    fight = fight_of(turn)
    for one in turn.desk.all(Combatant, fight=fight, side=side):
        if one.character.name in HOLDS:
            state = rules.hold(stored.state_of(fight), one.public_id, *HOLDS[one.character.name])
            stored.write(turn, fight, state)


def taken(round: int, part: Part) -> Callable[[Evening], None]:
    return lambda e: a_turn_of(e.people["gm"], lambda turn: taken_to(turn, fight_of(turn), Moment(round, part)))


def offered(by: str, *to: str, **more: Any) -> Data:
    return lambda e: {"character": e.character(by), "to": all_of(e, *to), **more}


def strikes(own: str, target: str) -> Data:
    """With the bare fist."""
    return lambda e: {"character": e.character(own), "target": e.character(target), "weapon": "fist"}


def takers(*names: str, **more: Any) -> Data:
    return lambda e: {"ask": e.ask(), "takers": all_of(e, *names), **more}


def cutting() -> Iterator[Step]:
    yield from _triggers()
    yield from _offers()


def _triggers() -> Iterator[Step]:
    claim, answer, does = "dragon.claim-trigger", "dragon.answer-trigger", "dragon.break-in"
    yield step("ines", claim, who("Ketta Vane", event="The warden makes for the stair"), first=held((2, "Bad")))
    yield step("gm", answer, of_ask(allow="no", words="He only turns."), note="no")
    yield from _into_an_attack()
    yield step("marek", claim, who("Oskar Thule"), note="a player’s")
    yield step("gm", "call-off", lambda e: {"exchange": e.exchange()}, note="a claim")
    yield step("gm", claim, who("Oskar Thule"), note="for a player")
    yield step("marek", does, of_ask("Oskar Thule", substat="wit", pay=[6]), dice=(7, 8), note="with a roll")
    yield step("gm", claim, who("Captain Sorrel"), note="an enemy")
    yield step("gm", does, of_ask(words="Cuts the string", substat="accuracy"), dice=(7, 1, 1, 9, 2), note="an enemy")
    yield step("gm", claim, who("Bell-witch"), note="hidden")
    yield step("gm", does, of_ask(substat="yang", pay=[10]), dice=(7, 1, 1, 9, 2), note="hidden")


def _into_an_attack() -> Iterator[Step]:
    """The warden strikes at Oskar; Ketta’s trigger comes before that, at last as an attack."""
    claim, answer = who("Ketta Vane"), of_ask(allow="yes")
    yield step("gm", "dragon.attack", strikes("Tide warden 1", "Oskar Thule"), dice=(7, 8, 1), note="is interrupted")
    yield step("ines", "dragon.claim-trigger", claim, note="in the middle of it")
    yield step("second", "dragon.answer-trigger", answer)
    yield step("gm", "dragon.break-in", of_ask("Ketta Vane", leave="on"), note="not after all")
    yield step("ines", "dragon.claim-trigger", claim, note="once more")
    yield step("gm", "dragon.answer-trigger", answer, note="yes")
    yield step("ines", "dragon.attack", strikes("Ketta Vane", "Tide warden 1"), dice=(1, 1, 1, 1, 1, 1),
               note="breaks in")  # fmt: skip
    yield step("gm", "dragon.defend", of_ask(guard="none"), note="what breaks in")
    yield step("marek", "dragon.defend", of_ask("Oskar Thule", guard="none"), note="what was interrupted")


def _offers() -> Iterator[Step]:
    offer, answer, takes = "dragon.offer-bonus", "dragon.answer-offer", "dragon.take-offer"
    terms = {"words": "Lay down your arms!"}
    yield step("ines", offer, offered("Ketta Vane", "Captain Sorrel", **terms), first=taken(5, "Good"))
    yield step("gm", answer, of_ask(allow="no", words="He laughs."), note="no")
    yield step("ines", offer, offered("Ketta Vane", "Captain Sorrel", "Tide warden 1", **terms), note="to two")
    yield step("gm", answer, takers("Captain Sorrel", allow="yes"), note="one takes it")
    yield step("gm", offer, offered("Ketta Vane", "Bell-witch"), note="to the hidden")
    yield step("gm", takes, of_ask(allow="yes"), note="hidden")
    yield step("gm", offer, offered("Captain Sorrel", "Ketta Vane", "Oskar Thule", **terms), first=taken(7, "Bad"),
               note="an enemy’s")  # fmt: skip
    yield step("ines", takes, of_ask("Ketta Vane", allow="yes"))
    yield step("marek", takes, of_ask("Oskar Thule", allow="no"), note="no")
    yield step("gm", offer, offered("Bell-witch", "Oskar Thule"), first=taken(8, "Bad"), note="by the hidden")
    yield step("gm", takes, of_ask("Oskar Thule", allow="yes"), note="for a player")
