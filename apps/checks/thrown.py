"""The dice of one act: fresh ones, a real die typed in, or those that fell in an answer that was taken back."""

from __future__ import annotations

from collections.abc import Sequence

from apps.rules.dice import Dice, HandDice, KeptDice, Recorded
from apps.table.models import Ask
from apps.table.turn import Turn, kept_answer


class Thrown:
    """Dice never un-fall: with an `ask` that was answered before, its faces fall again and none can be typed.

    Call `settle` when the dice have fallen: the record then knows that they did, and the ask keeps the faces.
    """

    def __init__(self, turn: Turn, hand: HandDice | None = None, ask: Ask | None = None) -> None:
        self._turn = turn
        self._ask = ask
        self.again = bool(ask and ask.thrown)
        kept: Sequence[tuple[int, int]] = [(sides, face) for sides, face in ask.thrown] if ask else []
        fresh: Dice = hand or turn.dice
        self.dice = Recorded(KeptDice(kept, turn.dice if self.again else fresh))
        self.typed = bool(ask and ask.facts.get("typed")) if self.again else hand is not None

    def settle(self) -> None:
        self._turn.dice.fallen[:] = self.dice.fallen
        if self._ask is None:
            return
        kept_answer(self._ask, self.dice)
        if self.typed and not self.again:
            self._turn.keep(self._ask, facts={**self._ask.facts, "typed": True})
