"""The card of work in common: who has rolled, what it comes to so far, and the chances of those who are waited for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apps.characters.models import Character
from apps.checks.rough_magic.acting import moment_of
from apps.checks.rough_magic.together import joint as joints
from apps.checks.rough_magic.together import usual
from apps.checks.rough_magic.together import work as works
from apps.checks.rough_magic.together.joint import Joint, Worker
from apps.checks.rough_magic.together.people import free_for
from apps.checks.rough_magic.together.work import Side, Work
from apps.rules.odds import percent
from apps.rules.rough_magic.lists import GRADES
from apps.rules.rough_magic.roll import DICE, SIDES, STEP
from apps.table.models import Exchange
from apps.table.viewer import Viewer


@dataclass(frozen=True)
class Line:
    """One worker: who plays them, what they rolled or would roll as far as this seat may know, and how it fell. In a
    fight `moment` says whether somebody who is waited for could act now."""

    worker: Worker
    character: Character | None
    what: str
    best: bool
    moment: str = ""

    @property
    def roll(self) -> Mapping[str, Any]:
        return self.worker.roll


@dataclass(frozen=True)
class Chance:
    """How likely it is, in percent; `says` is what the last one has to roll for it."""

    percent: str
    says: str


@dataclass(frozen=True)
class Card:
    """A joint task as it is drawn. `target` is None where this seat does not know it; then there are no chances.
    `may_join`: somebody whom this seat plays is not at it yet."""

    exchange: Exchange
    joint: Joint
    lines: Sequence[Line]
    target: int | None
    enough: Chance | None
    extreme: Chance | None
    may_join: bool

    @property
    def best(self) -> int:
        return max(one.total for one in self.joint.in_it)

    @property
    def heads(self) -> int:
        return len(self.joint.in_it)


def card_of(viewer: Viewer, exchange: Exchange, joint: Joint) -> Card:
    """A joint task as this seat sees it."""
    lines = [_line(viewer, joint, one) for one in joint.workers if not one.out]
    target = joint.target if viewer.is_gm or joint.known else None
    enough, extreme = _chances(viewer, joint, target) if target is not None else (None, None)
    return Card(exchange, joint, lines, target, enough, extreme, bool(free_for(viewer, joint)))


def _line(viewer: Viewer, joint: Joint, worker: Worker) -> Line:
    character = viewer.desk.find(Character, worker.character)
    best = bool(worker.roll) and worker.total == max(one.total for one in joint.in_it)
    moment = moment_of(character) if character is not None and worker.waits else None
    return Line(worker, character, _what(viewer, joint, worker, character), best, moment.words if moment else "")


def _what(viewer: Viewer, joint: Joint, worker: Worker, character: Character | None) -> str:
    """What they rolled or would roll; of the GM's people players are told what it was, and no number."""
    roll = worker.roll
    if not roll:
        known = character is not None and _open(viewer, character)
        return usual.words(usual.of(viewer, character, joint)) if character is not None and known else ""
    if roll["secret"] and not viewer.is_gm:
        return str(roll["what"])
    return usual.with_net(roll["av_words"], roll["av_net"])


def _open(viewer: Viewer, character: Character) -> bool:
    """Whether this seat knows their numbers: of the GM's people only the GM does."""
    return viewer.is_gm or character.seat_id is not None


def _chances(viewer: Viewer, joint: Joint, target: int) -> tuple[Chance | None, Chance | None]:
    found = [viewer.desk.find(Character, one.character) for one in joint.waiting]
    waiting = [one for one in found if one is not None]
    if not waiting or not all(_open(viewer, one) for one in waiting):
        return None, None
    avs = [usual.of(viewer, one, joint).bonus for one in waiting]
    both = joints.chances(joint.odds(avs), target)
    last = (waiting[0].name, avs[0]) if len(waiting) == 1 else None
    enough, extreme = (
        Chance(percent(chance), _has_to(joint, last, goal))
        for chance, goal in zip((both.success, both.extreme), (target, target + STEP), strict=True)
    )
    return enough, extreme


def _has_to(joint: Joint, last: tuple[str, int] | None, goal: int) -> str:
    """What the last one has to make: "if Bramble makes 14: 5 or more on the dice"; nothing if several are awaited."""
    if last is None:
        return ""
    name, av = last
    heads = len(joint.in_it) + 1 if joint.in_it else 0
    if joint.in_it and max(one.total for one in joint.in_it) + heads >= goal:
        return f"with {name} there it is enough"
    total = goal - heads
    least = total - av
    if least > DICE * SIDES:
        return f"more than {name} can roll"
    return f"if {name} makes {total}: {max(least, DICE)} or more on the dice"


# long work


@dataclass(frozen=True)
class Row:
    """One side of long work as it is drawn, or the whole of it where nobody races."""

    side: Side
    successes: int
    attempts: int
    target: int | None
    may_try: bool
    card: Card | None


@dataclass(frozen=True)
class Drawn:
    """Long work with its sides. `grade` is the book's word for its difficulty, if it has one."""

    work: Work
    rows: Sequence[Row]
    grade: str


def drawn(viewer: Viewer) -> Mapping[str, Any]:
    """What the panel shows: all long work, and the joint tasks that stand by themselves."""
    cards = [card_of(viewer, exchange, joint) for exchange, joint in joints.open_ones(viewer.desk)]
    found = works.running(viewer.desk)
    known = {one.id for one in found}
    return {
        "works": [_drawn(viewer, one, cards) for one in found],
        "cards": [one for one in cards if one.joint.work not in known],
    }


def _drawn(viewer: Viewer, work: Work, cards: Sequence[Card]) -> Drawn:
    shown = viewer.is_gm or not work.hidden
    may_try = work.may_try
    rows = []
    for side in work.sides:
        stands = work.stands(side)
        card = next((one for one in cards if (one.joint.work, one.joint.side) == (work.id, side.number)), None)
        successes = stands.tally[-1] if stands.tally else 0
        target = work.target(side) if shown else None
        rows.append(Row(side, successes, stands.attempts, target, side in may_try, card))
    return Drawn(work, rows, _grade(work) if shown else "")


def _grade(work: Work) -> str:
    found = {one.dv: one.title.lower() for one in GRADES}
    return found.get(work.sides[0].dv, "") if not work.is_race else ""
