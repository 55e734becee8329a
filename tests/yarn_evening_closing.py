"""An evening of Yarn: an episode closes step by step, and the next session is broken off."""

from __future__ import annotations

from collections.abc import Iterator

from tests.acts_of_an_evening import Data, Evening, Step, step
from tests.yarn_evening import asked


def here(*people: str) -> Data:
    """Who took part."""
    return lambda e: {"here": [e.seat(one) for one in people]}


def answers(person: str, act: str, note: str = "", dice: tuple[int, ...] = (), **given: str) -> Step:
    """An answer to the newest question that is theirs."""
    return step(person, act, lambda e: {"ask": asked(e, person).public_id, **given}, dice, note=note)


def ballot(person: str, *names: str) -> Step:
    """These names, best first."""

    def found(e: Evening) -> dict[str, str]:
        return {"ask": asked(e, person).public_id, "order": ",".join(e.seat(one) for one in names)}

    return step(person, "yarn.ballot", found, note=" ".join(names))


def confirms(*names: str, dice: tuple[int, ...] = ()) -> Step:
    """The GM says who gains a bennie."""

    def found(e: Evening) -> dict[str, object]:
        return {"ask": asked(e, "gm").public_id, "winners": [e.seat(one) for one in names]}

    return step("gm", "yarn.confirm-winners", found, dice)


def closing() -> Iterator[Step]:
    yield step("gm", "yarn.set-hand", lambda e: {"who": e.seat("ines"), "points": "tokens", "count": 2})
    yield step("gm", "close-scene")
    yield step("gm", "yarn.close-episode", here("ines", "marek"))
    yield answers("ines", "yarn.state", text="I fed them all, and wrote it down.")
    yield answers("marek", "yarn.hand-statement")
    yield answers("gm", "yarn.state", text="He rowed back for her.")
    yield ballot("ines", "marek")
    yield ballot("ines", "marek")
    yield ballot("gm", "marek", "ines")
    yield ballot("marek", "ines")
    yield confirms("ines", "marek", dice=(2,))
    yield answers("marek", "yarn.choose-theme", theme="Debts")
    yield answers("gm", "yarn.finish-episode")
    yield step("gm", "open-session", title="Debts", dice=(1,))
    yield step("gm", "yarn.break-off")
