"""Real dice of a throw: whoever throws them at the table types the faces in their own act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apps.checks.thrown import Thrown
from apps.checks.typed import FacesField, hand_of
from apps.rules.dice import Dice, HandDice, Recorded
from apps.rules.refusal import Refused
from apps.rules.yarn.pool import SIDES
from apps.table.acts import ActForm
from apps.table.models import Ask
from apps.table.turn import Turn


class RealDiceForm(ActForm):
    """The faces of one throw, which fold away under "My dice" (checks/yarn/rolling_acts/acts/_faces.html)."""

    faces = FacesField()

    @property
    def others(self) -> list[Any]:
        """All fields that are drawn in a row: those for real dice fold away."""
        return [one for one in self.visible_fields() if not isinstance(one.field, FacesField)]

    @property
    def typed_faces(self) -> list[int]:
        given: list[int] = self.cleaned_data.get("faces") or []
        return given

    def dice_of(self, turn: Turn, count: int, ask: Ask | None = None) -> Thrown:
        """The dice of the act: real ones that were typed, else the program's. Refuses more or fewer faces than are
        thrown, and faces typed over dice that fell in an answer that was taken back."""
        given = self.typed_faces
        hand = hand_of(given, count, bool(ask and Thrown.fell(ask)))
        return Thrown(turn, HandDice(given, turn.dice) if hand else None, ask)

    def lying(self, turn: Turn, count: int) -> tuple[int, ...]:
        """Their real dice, which lie closed till somebody else has answered. Refuses more or fewer than they throw, and
        faces that no die has."""
        hand = hand_of(self.typed_faces, count)
        if hand is None:
            return ()
        closed = Recorded(hand)
        faces = closed(count, SIDES)
        turn.dice.fallen += closed.fallen
        return faces

    def after(self, turn: Turn, closed: Sequence[int], count: int, ask: Ask) -> tuple[Thrown, Hands]:
        """Dice that have lain closed, then those of this answer, which throws so many; `next_throw` goes on to them.
        Refuses as `dice_of` does."""
        given = self.typed_faces
        hand_of(given, count, bool(Thrown.fell(ask)))
        hands = Hands(turn.dice, closed, given)
        dice = Thrown(turn, hands, ask)
        dice.typed = dice.typed if dice.again else bool(given)
        return dice, hands


class Hands:
    """Real dice of several throws, a hand for each, in the order in which they come; `next_throw` goes on to the next.
    What was not typed, and all after the last hand, falls from `fresh`."""

    def __init__(self, fresh: Dice, *hands: Sequence[int]) -> None:
        self._hands: list[Dice] = [HandDice(faces, fresh) if faces else fresh for faces in hands]
        self._fresh = fresh

    def next_throw(self) -> None:
        del self._hands[:1]

    def __call__(self, count: int, sides: int, /) -> tuple[int, ...]:
        return next(iter(self._hands), self._fresh)(count, sides)


def hand(name: str, given: list[int], count: int, fresh: Dice) -> Dice:
    """The dice that were typed into the field of that name, else fresh ones. Refuses what such a throw cannot show,
    before any die falls."""
    if not given:
        return fresh
    if len(given) != count:
        falls = {0: "No dice are thrown", 1: "1 die is thrown"}.get(count, f"{count} dice are thrown")
        raise Refused("faces", f"{falls} for this, and {len(given)} {'is' if len(given) == 1 else 'are'} here.", name)
    off = next((one for one in given if not 1 <= one <= SIDES), None)
    if off is not None:
        raise Refused("face-off-die", f"{off} is not on a d{SIDES}: its faces are 1 to {SIDES}.", name)
    return HandDice(given, fresh)
