"""States that harm leaves, each a condition: dead, critical, seriously wounded, marked for good."""

from __future__ import annotations

from apps.characters.conditions import ends_by_rule
from apps.characters.fallen import says_who_is_dead
from apps.characters.models import Character, Condition
from apps.rules.yarn.combat.mending import DEADLY, MIS_HEALS, TENDED
from apps.table.turn import Turn

DEAD, CRITICAL, WOUND, MARK = "Dead", "Critical", "Serious wound", "Marked for good"
OUTCOMES = {"": "Nothing is known yet", MIS_HEALS: "Mis-heals", DEADLY: "Deadly", TENDED: "Tended"}
"""What becomes of a serious wound, in the `until` of its condition; `amount` is what a deadly one costs each day."""
for _name in (DEAD, CRITICAL, WOUND):
    ends_by_rule(_name)


def state_row(character: Character, name: str) -> Condition | None:
    """The condition of that name, the newest where there are several."""
    return next(reversed(character.desk.all(Condition, character=character, name=name)), None)


@says_who_is_dead("yarn")
def is_dead(character: Character) -> bool:
    return state_row(character, DEAD) is not None


def is_critical(character: Character) -> bool:
    """By the GM's mark (yarn.patient-state)."""
    return state_row(character, CRITICAL) is not None


def wound_of(character: Character) -> Condition | None:
    """The serious wound that decides how somebody heals: a deadly one before one that mis-heals."""
    held = character.desk.all(Condition, character=character, name=WOUND)
    return next((one for word in (DEADLY, MIS_HEALS, "", TENDED) for one in held if one.until == word), None)


def set_state(turn: Turn, character: Character, name: str, note: str = "", modifier: int = 0) -> Condition:
    """Somebody is that from now on; a mark with a `modifier` below 0 hinders where agility matters."""
    return turn.create(Condition, character=character, name=name, tone="bad", note=note, modifier=modifier)
