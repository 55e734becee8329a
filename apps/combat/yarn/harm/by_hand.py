"""Real dice of harm that the GM deals: those for the damage and those of armour, typed or thrown by the program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.checks.typed import FacesField
from apps.checks.yarn.real_dice import RealDiceForm, hand
from apps.rules.dice import Dice

DAMAGE, ARMOUR = "faces", "armour_faces"
HELP = "With spaces between them. Empty: the program throws these"


@dataclass(frozen=True)
class Falls:
    """How many dice are thrown for damage, and by armour at most."""

    damage: int
    armour: int


class RealDice(RealDiceForm):
    """What was thrown at the table, in the order in which it falls: person by person, layer by layer."""

    faces = FacesField(label="My dice for the damage", help_text=HELP)
    armour_faces = FacesField(label="My dice of the armour", help_text=HELP)

    @property
    def typed(self) -> bool:
        return bool(self.cleaned_data[DAMAGE] or self.cleaned_data[ARMOUR])

    def hands(self, fresh: Dice, falls: Falls) -> Mapping[str, Dice]:
        """The dice of either throw: `fresh` ones where none were typed. Refuses more or fewer faces than are thrown,
        and those that no die has, before any die falls."""
        counts = {DAMAGE: falls.damage, ARMOUR: falls.armour}
        return {name: hand(name, self.cleaned_data[name], count, fresh) for name, count in counts.items()}


def one_after_the_other(*hands: Dice) -> Dice:
    """A hand for each throw; all throws after them fall from the last."""
    left = [*hands]

    def dice(count: int, sides: int, /) -> tuple[int, ...]:
        hand: Any = left.pop(0) if len(left) > 1 else left[0]
        faces: tuple[int, ...] = hand(count, sides)
        return faces

    return dice
