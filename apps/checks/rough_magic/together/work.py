"""Long work as it stands: against what, how many successes it takes, and what its attempts have brought so far.

Its rows are a span and the table's numbers of it; each attempt is one, its margin. Nothing that can be worked out of
them is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from apps.characters import counted
from apps.characters.counted import Counted
from apps.rules.refusal import Refused
from apps.rules.rough_magic.roll import BASE
from apps.rules.rough_magic.together import Extended, Race, extended_race, next_of, so_far, worth
from apps.table.desk import Desk
from apps.table.models import Span
from apps.table.spans import close_span, ends_with_span
from apps.table.turn import Turn

KIND = "work"
NEEDED, LIMIT, NET, HIDDEN = "needed", "limit", "net", "hidden"


@dataclass(frozen=True)
class Side:
    """One of those who race, or whoever works where nobody does: then `name` is empty. `number` counts from 1."""

    number: int
    name: str
    dv: int
    margins: tuple[int, ...]


@dataclass(frozen=True)
class Work(Counted):
    """Long work that goes on. `net` is what helps (-3) or hinders (+3) whoever works at it; with `hidden` the players
    do not know the target number."""

    @property
    def needed(self) -> int:
        return self.value(NEEDED)

    @property
    def limit(self) -> int | None:
        """The largest number of attempts, if there is one."""
        return self.value(LIMIT) or None

    @property
    def hidden(self) -> bool:
        return bool(self.value(HIDDEN))

    @property
    def net(self) -> int:
        return self.value(NET)

    @property
    def is_race(self) -> bool:
        return len(self.sides) > 1

    @property
    def sides(self) -> tuple[Side, ...]:
        names = self.span.text.split("\n")
        return tuple(self._side(number, name) for number, name in enumerate(names, 1))

    def _side(self, number: int, name: str) -> Side:
        margins: list[int] = []
        while (word := attempt(number, len(margins) + 1)) in self.counts:
            margins.append(self.counts[word].value)
        return Side(number, name, self.value(against(number)), tuple(margins))

    def side(self, number: int) -> Side:
        return self.sides[number - 1]

    def target(self, side: Side) -> int:
        """What a side has to reach."""
        return BASE + side.dv + self.net

    def stands(self, side: Side) -> Extended:
        """A side's attempts and successes (rough_magic.extended-task)."""
        return so_far(side.margins, self.needed, self.limit)

    def decided_by(self, needed: int, limit: int | None) -> bool:
        """Whether it would be over if so much were needed."""
        return any(so_far(one.margins, needed, limit).state != "open" for one in self.sides)

    @property
    def race(self) -> Race:
        """Who is ahead (rough_magic.extended-race)."""
        return extended_race(needed=self.needed, sides=[(one.name, one.margins) for one in self.sides])

    @property
    def may_try(self) -> tuple[Side, ...]:
        """The sides whose attempt it is now: in a race one attempt of each makes a turn."""
        if not self.is_race:
            return self.sides
        names = next_of(self.race, {one.name: len(one.margins) for one in self.sides})
        return tuple(one for one in self.sides if one.name in names)

    @property
    def outcome(self) -> str:
        """How it stands: "open", "done", "failed", or "won" where one side of a race has."""
        if self.is_race:
            return "open" if self.race.winner == "none" else "won"
        return self.stands(self.sides[0]).state


def against(side: int) -> str:
    """The word of a side's difficulty value."""
    return f"dv-{side}"


def attempt(side: int, number: int) -> str:
    """The word of an attempt's margin."""
    return f"try-{side}-{number}"


def problem(net: int) -> dict[str, int]:
    """The boxes on the side of the problem."""
    return {"dv_bonuses": int(net > 0), "dv_penalties": int(net < 0)}


# rows


def running(desk: Desk) -> list[Work]:
    """The long work that goes on, the first begun first."""
    return desk.memo("rough work", lambda: [Work(one.span, one.counts) for one in counted.running(desk, KIND)])


def of_id(desk: Desk, public_id: str) -> Work | None:
    """The work of that span, while it goes on."""
    return next((one for one in running(desk) if one.id == public_id), None)


def begin(turn: Turn, name: str, dvs: Sequence[int], names: Sequence[str], **numbers: int) -> Span:
    """Long work of one or several sides, which goes on until it is done or ended; what is 0 is not kept."""
    counts = {word: value for word, value in numbers.items() if value}
    counts |= {against(side): dv for side, dv in enumerate(dvs, 1)}
    return counted.begin(turn, KIND, name, counts, text="\n".join(names))


def set_number(turn: Turn, work: Work, word: str, value: int) -> None:
    """Sets one of its numbers; 0 takes away one that there need not be."""
    track = work.counts.get(word)
    if track is None and value:
        counted.count(turn, work.span, word, value)
    elif track is not None and value:
        turn.change(track, value=value, maximum=value)
    elif track is not None:
        turn.delete(track)


def keep_attempt(turn: Turn, work: Work, side: int, margin: int) -> Work:
    """Keeps one more attempt of a side; returns the work as it stands then."""
    number = len(work.side(side).margins) + 1
    counted.count(turn, work.span, attempt(side, number), margin)
    return _now(turn, work)


def _now(turn: Turn, work: Work) -> Work:
    return next(one for one in running(turn.desk) if one.span == work.span)


@ends_with_span(KIND, game="rough_magic")
def work_ends(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """What was counted of it goes."""
    counted.forget(turn, span)
    return []


# attempts


def counts(turn: Turn, work: Work, side: int, margin: int) -> dict[str, Any]:
    """Counts an attempt, and ends the work where that decides it. Returns how it stands, as an event holds it."""
    return _settled(turn, keep_attempt(turn, work, side, margin), side)


def counts_anew(turn: Turn, work: Work, side: int, margin: int) -> dict[str, Any]:
    """The same where the last attempt of a side has come to something else."""
    last = work.counts[attempt(side, len(work.side(side).margins))]
    turn.change(last, value=margin, maximum=margin)
    return _settled(turn, _now(turn, work), side)


def _settled(turn: Turn, now: Work, side: int) -> dict[str, Any]:
    margin = now.side(side).margins[-1]
    facts = told(now, now.side(side)) | {"worth": worth(margin), "outcome": now.outcome}
    if now.is_race:
        facts["winner"] = "" if now.outcome == "open" else now.race.winner
    if now.outcome != "open":
        close_span(turn, now.span)
    return facts


def why_not_now(work: Work, side: int) -> Refused | None:
    """Why a side makes no attempt now: in a race nobody is more than one ahead of another."""
    if work.side(side) in work.may_try:
        return None
    names = " and ".join(one.name for one in work.may_try)
    return Refused("not-their-turn", f"{work.side(side).name} has tried in this turn. {names} comes first.", "side")


def told(work: Work, side: Side) -> dict[str, Any]:
    """How a side stands, as an event holds it."""
    stands = work.stands(side)
    return {
        "work": work.name,
        "work_id": work.id,
        "side": side.name,
        "side_number": side.number,
        "successes": stands.tally[-1] if stands.tally else 0,
        "needed": work.needed,
        "attempts": len(side.margins),
        "limit": work.limit,
    }
