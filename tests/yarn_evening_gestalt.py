"""An evening of Yarn: fights in one roll, one of which is played by rounds after all."""

from __future__ import annotations

from collections.abc import Iterator

from tests.acts_of_an_evening import Step, step
from tests.yarn_evening import asked
from tests.yarn_evening_rounds import begins


def gestalt() -> Iterator[Step]:
    yield begins("Maud Ferrin", "Joss Amber", "Old Bess", "Hale", mode="gestalt")
    yield step("ines", "yarn.gestalt-roll", lambda e: {"ask": e.ask("Maud Ferrin"), "faces": "6 2"}, dice=(6, 2))
    yield step("gm", "yarn.gestalt-sum", lambda e: {"count": 5, "dice": 2, "way": "combining dice"}, dice=(3,) * 12,
               note="hers")  # fmt: skip
    yield step("gm", "yarn.gestalt-turn", lambda e: {"ask": asked(e, "gm").public_id, "winner": "gm", "why": "Fog"})
    yield step("gm", "yarn.gestalt-announce", lambda e: {"ask": asked(e, "gm").public_id, "winner": "draw",
               "words": "Both sides draw back."})  # fmt: skip
    yield begins("Maud Ferrin", "Old Bess", mode="gestalt", note="another")
    yield step("gm", "yarn.gestalt-rounds", lambda e: {"dice": 3})


def ways() -> Iterator[Step]:
    """The players' side combines its dice, or only one of it has a chance."""
    for way, dice in (("combining dice", ((), (), (2, 6) * 7)), ("either/or", ((6, 2), (1, 1), (6, 1) * 7))):
        yield begins("Maud Ferrin", "Joss Amber", "Hale", mode="gestalt", note=way, way=way)
        yield step("ines", "yarn.gestalt-roll", lambda e: {"ask": e.ask("Maud Ferrin")}, dice=dice[0], note=way)
        yield step("marek", "yarn.gestalt-roll", lambda e: {"ask": e.ask("Joss Amber")}, dice=dice[1], note=way)
        yield step("gm", "yarn.gestalt-sum", lambda e: {"count": 1, "dice": 2, "way": "either/or"}, dice=dice[2],
                   note=way)  # fmt: skip
        yield step("gm", "yarn.gestalt-announce", lambda e: {"ask": asked(e, "gm").public_id, "winner": "gm"}, note=way)
