"""Dice: anything callable as `dice(count, sides)` that returns that many faces, each from 1 to `sides`.

Play uses `system_dice`; tests script every face with `ScriptedDice`; `HandDice` holds what a person read off real dice;
`KeptDice` gives fallen dice again; `Recorded` notes what fell.
"""

import secrets
from collections.abc import Iterable, Sequence
from typing import Protocol

from apps.rules.refusal import Refused

Fallen = tuple[int, int]
"""A die that has fallen: (sides, face)."""


class Dice(Protocol):
    """Rolls `count` dice with `sides` sides each."""

    def __call__(self, count: int, sides: int, /) -> tuple[int, ...]: ...


def system_dice(count: int, sides: int, /) -> tuple[int, ...]:
    """Dice from the operating system's randomness."""
    return tuple(secrets.randbelow(sides) + 1 for _ in range(count))


class ScriptedDice:
    """Dice for tests: the `faces`, in order. A test that asks for too many, or for a face off the die, is wrong."""

    def __init__(self, faces: Iterable[int]) -> None:
        self.left = list(faces)

    def __call__(self, count: int, sides: int, /) -> tuple[int, ...]:
        if count > len(self.left):
            raise AssertionError(f"{count}d{sides} asked for, but only {len(self.left)} scripted faces are left")
        faces, self.left = tuple(self.left[:count]), self.left[count:]
        for face in faces:
            if not 1 <= face <= sides:
                raise AssertionError(f"the scripted face {face} is not on a d{sides}")
        return faces


class HandDice:
    """Real dice: the `faces` a person typed, in order; when they run out, `then` rolls, or the roll is refused.

    `typed` is True once a typed face was used, so that the record can say so; `left` are the faces not yet used.
    Refuses a face that the die does not have, with field "faces".
    """

    def __init__(self, faces: Iterable[int], then: Dice | None = None) -> None:
        self.left = list(faces)
        self.typed = False
        self._then = then

    def __call__(self, count: int, sides: int, /) -> tuple[int, ...]:
        faces = tuple(self.left[:count])
        self._refuse(faces, count, sides)
        self.left = self.left[count:]
        self.typed = self.typed or bool(faces)
        missing = count - len(faces)
        return faces + self._then(missing, sides) if missing and self._then else faces

    def _refuse(self, faces: Sequence[int], count: int, sides: int) -> None:
        for face in faces:
            if not 1 <= face <= sides:
                raise Refused("face-off-die", f"{face} is not on a d{sides}: its faces are 1 to {sides}.", "faces")
        if len(faces) < count and self._then is None:
            raise Refused("faces-missing", f"{count - len(faces)} more d{sides} must be typed for this roll.", "faces")


class KeptDice:
    """Dice never un-fall: gives the `thrown` dice again, each size in the order it fell, then asks `then`.

    `left` are the thrown dice not yet given again.
    """

    def __init__(self, thrown: Iterable[Fallen], then: Dice) -> None:
        self.left = list(thrown)
        self._then = then

    @property
    def typed(self) -> bool:
        return typed_by_hand(self._then)

    def __call__(self, count: int, sides: int, /) -> tuple[int, ...]:
        again = [die for die in self.left if die[0] == sides][:count]
        for die in again:
            self.left.remove(die)
        missing = count - len(again)
        return tuple(face for _, face in again) + (self._then(missing, sides) if missing else ())


class Recorded:
    """Passes rolls on to `dice` and notes every die in `fallen`, in order, as (sides, face)."""

    def __init__(self, dice: Dice) -> None:
        self.fallen: list[Fallen] = []
        self._dice = dice

    @property
    def typed(self) -> bool:
        return typed_by_hand(self._dice)

    def __call__(self, count: int, sides: int, /) -> tuple[int, ...]:
        faces = self._dice(count, sides)
        self.fallen += [(sides, face) for face in faces]
        return faces


def typed_by_hand(dice: Dice) -> bool:
    """Whether a face that these dice gave was typed by a person."""
    return bool(getattr(dice, "typed", False))
