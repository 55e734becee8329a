"""Real dice of harm that the GM deals: those for the damage and those of armour, typed or thrown by the program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from apps.checks.typed import FacesField
from apps.rules.dice import Dice, HandDice, Recorded
from apps.rules.refusal import Refused
from apps.rules.yarn.pool import SIDES
from apps.table.acts import ActForm
from apps.table.turn import Turn

DAMAGE, ARMOUR = "faces", "armour_faces"
HELP = "With spaces between them. Empty: the program throws these"


@dataclass(frozen=True)
class Falls:
    """How many dice are thrown for damage, and by armour at most."""

    damage: int
    armour: int


class RealDice(ActForm):
    """What was thrown at the table, in the order in which it falls: person by person, layer by layer."""

    faces = FacesField(label="My dice for the damage", help_text=HELP)
    armour_faces = FacesField(label="My dice of the armour", help_text=HELP)

    @property
    def others(self) -> list[Any]:
        """All fields but these two, which fold away."""
        return [one for one in self.visible_fields() if one.name not in (DAMAGE, ARMOUR)]

    @property
    def typed(self) -> bool:
        return bool(self.cleaned_data[DAMAGE] or self.cleaned_data[ARMOUR])

    def hands(self, fresh: Dice, falls: Falls) -> Mapping[str, Dice]:
        """The dice of either throw: `fresh` ones where none were typed. Refuses more or fewer faces than are thrown,
        and those that no die has, before any die falls."""
        counts = {DAMAGE: falls.damage, ARMOUR: falls.armour}
        return {name: hand(name, self.cleaned_data[name], count, fresh) for name, count in counts.items()}


def hand(name: str, given: list[int], count: int, fresh: Dice) -> Dice:
    """The dice that were typed into the field of that name, else fresh ones. Refuses what such a throw cannot show."""
    if not given:
        return fresh
    if len(given) != count:
        falls = {0: "No dice are thrown", 1: "1 die is thrown"}.get(count, f"{count} dice are thrown")
        raise Refused("faces", f"{falls} for this, and {len(given)} {'is' if len(given) == 1 else 'are'} here.", name)
    off = next((one for one in given if not 1 <= one <= SIDES), None)
    if off is not None:
        raise Refused("face-off-die", f"{off} is not on a d{SIDES}: its faces are 1 to {SIDES}.", name)
    return HandDice(given)


@contextmanager
def thrown_with(turn: Turn, dice: Dice) -> Iterator[None]:
    """What is thrown inside falls from these dice, and is the turn's as its own are."""
    own, turn.dice = turn.dice, Recorded(dice)
    yield
    own.fallen += turn.dice.fallen
    turn.dice = own


def one_after_the_other(*hands: Dice) -> Dice:
    """A hand for each throw; all throws after them fall from the last."""
    left = [*hands]

    def dice(count: int, sides: int, /) -> tuple[int, ...]:
        hand: Any = left.pop(0) if len(left) > 1 else left[0]
        faces: tuple[int, ...] = hand(count, sides)
        return faces

    return dice
