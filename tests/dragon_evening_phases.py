"""An evening of Dragon's phases: what is done with each, by players, by the GM for them, and by whoever is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apps.combat.dragon.phases.spending import note_move
from apps.combat.models import Combatant
from tests.acts_of_an_evening import Evening, Step, of_ask, of_event, step, who
from tests.combat.wounded import a_turn_of
from tests.dragon_evening import under_way

PHASES = {
    "Ketta Vane": (1, 2, 5, 7, 9),
    "Oskar Thule": (1, 3, 5, 8),
    "Captain Sorrel": (1, 4, 5),
    "Tide warden 1": (2, 5, 10),
    "Bell-witch": (1, 2, 3, 5),
}
SPEEDS = {"Ketta Vane": "social", "Oskar Thule": "reflexes", "Bell-witch": "tao"}
WATCH = {"trigger": "the first who moves", "then": "trip him"}
AT_ONCE: dict[str, Any] = {"far": "on"}


def moves(e: Evening) -> None:
    """Oskar has moved on the board."""

    def does(turn: Any) -> None:
        combatant = turn.desk.one(Combatant, character=e.row("Oskar Thule"))
        note_move(turn, combatant)

    a_turn_of(e.people["gm"], does)


def phases() -> Iterator[Step]:
    """Five rounds of a turn."""
    first = under_way(PHASES, (1, "Good"), SPEEDS)
    yield step("ines", "dragon.wait", who("Ketta Vane"), first=first)
    yield step("marek", "dragon.act", who("Oskar Thule", words="bars the door", substat="strength", label="the bar"),
               dice=(7, 9, 2, 2, 8, 1))  # fmt: skip
    yield step("gm", "dragon.act", who("Captain Sorrel", words="shouts for the wardens"), note="an enemy")
    yield step("gm", "dragon.act", who("Bell-witch", words="rings", substat="yang"), dice=(7, 8, 2, 2, 1),
               note="hidden")  # fmt: skip
    yield step("gm", "dragon.next-part")
    yield step("ines", "dragon.act", who("Ketta Vane", substat="accuracy", pay=[9]), dice=(1, 2, 3, 4, 5, 6),
               note="off the category")  # fmt: skip
    yield step("gm", "undo", of_event("dragon.acted"), note="an act")
    yield step("ines", "dragon.act", who("Ketta Vane", words="takes the lamp"), note="again")
    yield step("ines", "dragon.hold", who("Ketta Vane"))
    yield step("marek", "dragon.decline", who("Oskar Thule"))
    yield step("gm", "dragon.hold", who("Tide warden 1", **WATCH), note="an enemy’s, with a trigger")
    yield step("gm", "dragon.hold", who("Bell-witch", **WATCH), note="hidden, with a trigger")
    yield step("gm", "dragon.next-part", lambda e: AT_ONCE, note="to whoever is due next")
    yield step("gm", "dragon.hold", who("Oskar Thule", **WATCH), note="for a player, with a trigger")
    yield step("gm", "dragon.act", who("Ketta Vane", words="steps out"), note="for a player, with a held phase")
    yield step("gm", "dragon.pass", who("Bell-witch"), note="hidden")
    yield step("gm", "dragon.next-part", note="of round three")
    yield step("ines", "dragon.act", who("Ketta Vane", words="runs", pay=[7, 9]), note="bought")
    yield step("gm", "dragon.decline", who("Oskar Thule"), note="for a player")
    yield step("gm", "dragon.pass", who("Captain Sorrel"), note="an enemy’s")
    yield step("gm", "dragon.decline", who("Bell-witch"), note="hidden")
    yield step("gm", "dragon.next-part", lambda e: AT_ONCE, note="to the end of the round")
    yield step("ines", "dragon.look", who("Ketta Vane", words="a way out"))
    yield step("gm", "dragon.answer-look", of_ask(word="diced", required=2, hidden="on"))
    yield step("ines", "dragon.search", of_ask("Ketta Vane", allow="no"))
    yield step("gm", "undo", of_event("dragon.search-left"), note="what was left")
    yield step("ines", "dragon.search", of_ask("Ketta Vane", allow="yes"), dice=(6, 7, 1, 2, 9), note="for all that")
    yield step("gm", "undo", of_event("dragon.acted"), note="a search")
    yield step("gm", "dragon.search", of_ask("Ketta Vane", allow="yes"), note="for a player, the same dice")
    yield step("marek", "dragon.act", who("Oskar Thule"), first=moves, note="who has moved")
    yield step("gm", "dragon.look", who("Captain Sorrel", words="who runs"), note="an enemy")
    yield step("gm", "dragon.answer-look", of_ask(word="nothing"), note="without a roll")
    yield step("gm", "dragon.look", who("Bell-witch", words="who hears her"), note="hidden")
    yield step("gm", "dragon.answer-look", of_ask(word="diced", substat="yin"), note="hidden")
    yield step("gm", "dragon.search", of_ask(allow="yes"), dice=(7, 8, 2, 2), note="hidden")
    yield step("gm", "dragon.act", who("Captain Sorrel"), note="leaves it at that")
