"""The dice of one act: fresh ones, a real die typed in, or those that fell in an answer that was taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from apps.rules.dice import Dice, Fallen, KeptDice, Recorded
from apps.table.models import Ask
from apps.table.turn import Turn


class Thrown:
    """Dice never un-fall: with an `ask` that was answered before, its faces fall again and none can be typed.

    Call `settle` when the dice have fallen: the record then knows that they did, and the ask keeps the faces.
    Where dice fall for one ask more than once, `standing` are those of earlier acts that still count.
    """

    def __init__(
        self, turn: Turn, hand: Dice | None = None, ask: Ask | None = None, standing: Sequence[Fallen] = ()
    ) -> None:
        self._turn = turn
        self._ask = ask
        self._standing = list(standing)
        kept = self.fell(ask, standing) if ask else []
        self.again = bool(kept)
        fresh: Dice = hand or turn.dice
        self._kept = KeptDice(kept, turn.dice if self.again else fresh)
        self.dice = Recorded(self._kept)
        self.typed = bool(ask and ask.facts.get("typed")) if self.again else hand is not None

    @staticmethod
    def fell(ask: Ask, standing: Sequence[Fallen] = ()) -> list[Fallen]:
        """The dice that fell in acts that were taken back."""
        left = [(sides, face) for sides, face in ask.thrown]
        for die in standing:
            if die in left:
                left.remove(die)
        return left

    def settle(self) -> None:
        self._turn.dice.fallen[:] = self.dice.fallen
        if self._ask is None:
            return
        fallen = [*self._standing, *self.dice.fallen, *self._kept.left]
        self._turn.keep(self._ask, thrown=[list(die) for die in fallen])
        if self.typed and not self.again:
            self._turn.keep(self._ask, facts={**self._ask.facts, "typed": True})


@contextmanager
def thrown_with(turn: Turn, dice: Dice) -> Iterator[None]:
    """What is thrown inside falls from these dice, and is the turn's as its own are: each die once, in its order, also
    where they fall back on the turn's."""
    own, before = turn.dice, list(turn.dice.fallen)
    turn.dice = Recorded(dice)
    yield
    own.fallen[:] = [*before, *turn.dice.fallen]
    turn.dice = own


@contextmanager
def falling_for(turn: Turn, ask: Ask | None) -> Iterator[None]:
    """All that is thrown inside falls for this ask: what fell in an answer that was taken back falls again."""
    thrown = Thrown(turn, None, ask)
    fresh, turn.dice = turn.dice, thrown.dice
    before = list(fresh.fallen)
    yield
    turn.dice = fresh
    thrown.settle()
    fresh.fallen[:0] = before
