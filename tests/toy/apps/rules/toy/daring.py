from dataclasses import dataclass

from apps.rules.toy.options import Options

from apps.rules.dice import Dice
from apps.rules.numbers import whole
from apps.rules.registry import rule


@dataclass(frozen=True)
class Dared:
    face: int
    total: int
    enough: bool


@rule("toy.dare")
def dare(*, number: int, dice: Dice, options: Options) -> Dared:
    """A d6 and a number, 0 to 5 (toy.dare)."""
    whole("number", number, least=0, most=5)
    (face,) = dice(1, 6)
    return Dared(face, face + number, face + number >= (6 if options.bold else 7))
