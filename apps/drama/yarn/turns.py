"""Whose call it is: the calling order of the episode, round and round, and what changes it (yarn.calling-turns).

All of it are parts of the episode: the order, whose turn was over last, whose next turn is skipped, who calls again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from apps.characters import parts
from apps.characters.models import Part
from apps.characters.parts import Holder
from apps.characters.yarn.orders import CALLING
from apps.characters.yarn.people import Participant, of_key, participants
from apps.characters.yarn.spans import EPISODE, open_now
from apps.rules.yarn.drama.calling import AGAIN, calling_turns
from apps.rules.yarn.orders import GM
from apps.table.desk import Desk, kept
from apps.table.models import Seat, Span
from apps.table.turn import Turn
from apps.table.viewer import seated

OVER, SKIPPED, ABSENT = "turn-over", "skipped", "absent"
CALLS_AGAIN = "again"
AFTER = {
    "no contest": "a scene without a contest",
    "montage": "the montage",
    "unresisted goal": "a goal that nothing resists",
}
"""How the endings of AGAIN are called in a sentence, where they are called otherwise there."""
MISSED, PASSED = "missed", "passed"
"""What became of a turn in which nobody called; `MISSED` stands with the scene before which it was."""
JUMPED, BY_HAND, WITHDRAWN, TAKEN_BACK = "jumped", "by-hand", "withdrawn", "taken-back"
"""Marks of a scene: called out of turn for a bennie, by the GM beside the order, never played; withdrawn by the word of
whoever called it, to whom what it said is offered again."""


def seat_of(desk: Desk, who: Participant) -> Seat:
    """The seat that stands for somebody in a part: their own; for the GM one of those who lead."""
    return who.seat or next(one for one in seated(desk) if one.is_gm)


def _there(desk: Desk, seats: Iterable[Seat]) -> list[Participant]:
    """Those of them who still take part."""
    found = [of_key(desk, GM if one.is_gm else one.public_id) for one in seats]
    return [one for one in found if one is not None]


def _of(desk: Desk, role: str) -> list[Participant]:
    episode = open_now(desk, EPISODE)
    return _there(desk, parts.seats_in(desk, episode, role)) if episode else []


def order_of(desk: Desk) -> list[Participant]:
    """The calling order; who came later stands at its end, and the GM always has a place (yarn.calling-order)."""
    return list({one.key: one for one in (*_of(desk, CALLING), *participants(desk))}.values())


def arrange(turn: Turn, episode: Span, order: Iterable[Participant]) -> None:
    """Puts the calling order as it shall be from now on."""
    parts.arrange(turn, episode, CALLING, [Holder(seat_of(turn.desk, one)) for one in order])


def absent_of(desk: Desk) -> list[Participant]:
    """Who is not here in this episode; their turns are passed over."""
    return _of(desk, ABSENT)


def skipped_in(desk: Desk) -> list[Participant]:
    """Whose next turn is skipped; twice where two of them are."""
    return _of(desk, SKIPPED)


@dataclass(frozen=True)
class Coming:
    """Whose call it is, whose turns are skipped on the way there, and after what kind of scene they call `again`."""

    who: Participant
    missed: tuple[Participant, ...] = ()
    again: str = ""

    @property
    def after(self) -> str:
        """After what they call again, in a sentence."""
        return AFTER.get(self.again, self.again)


@kept
def coming(desk: Desk) -> Coming | None:
    """Whose call it is now; None outside an episode."""
    if open_now(desk, EPISODE) is None:
        return None
    return _again(desk) or _next(desk)


def _again(desk: Desk) -> Coming | None:
    """Who calls again, whoever's scene was the last before those who were to do so before a jump."""
    episode = open_now(desk, EPISODE)
    held = [one for one in desk.all(Part, span=episode) if one.role.startswith(f"{CALLS_AGAIN} ")]
    found = [Coming(who, again=one.role.removeprefix(f"{CALLS_AGAIN} "))
             for one in held if one.seat is not None for who in _there(desk, [one.seat])]  # fmt: skip
    return found[-1] if found else None


def _next(desk: Desk) -> Coming:
    people = {one.key: one for one in order_of(desk)}
    skips = [one.key for one in skipped_in(desk)]
    over = next((one.key for one in _of(desk, OVER)), None)
    absent = [one.key for one in absent_of(desk) if one.key != GM]
    found = calling_turns(order=list(people), last_caller=over, scenes=None if over else 0, skips=skips, absent=absent)
    missed = Counter(skips) - Counter(found.skips)
    return Coming(people[found.next_caller], tuple(people[key] for key in missed.elements()))


def taken(turn: Turn, who: Participant, before: Span | None = None) -> None:
    """Their turn is over. The skips that brought it to them are used up, and noted with the scene `before` which they
    were. Where they called again the order goes on where it was."""
    episode, found = turn.span(EPISODE), coming(turn.desk)
    if episode is None or found is None or found.who.key != who.key:
        return
    _call_no_more(turn, episode, who)
    if found.again:
        return
    for one in found.missed:
        _drop(turn, episode, SKIPPED, one)
        parts.give(turn, before or episode, MISSED, Holder(one.seat))
    parts.arrange(turn, episode, OVER, [Holder(seat_of(turn.desk, who))])


def over_unplayed(turn: Turn, who: Participant, scene: Span) -> None:
    """A scene that is settled before it is played was their turn all the same; or their jump, which stays paid."""
    jumped = parts.in_order(turn.desk, scene, JUMPED)
    if jumped:
        skip_next(turn, who)
        parts.take(turn, jumped[0])
    elif not marked(scene, BY_HAND):
        taken(turn, who, scene)


def _call_no_more(turn: Turn, episode: Span, who: Participant) -> None:
    """They call again no more: they have, or it is another's turn."""
    for after in AGAIN:
        _drop(turn, episode, f"{CALLS_AGAIN} {after}", who)


def _drop(turn: Turn, span: Span, role: str, who: Participant) -> None:
    held = parts.of_seat(span, role, seat_of(turn.desk, who))
    if held is not None:
        parts.take(turn, held)


def skip_next(turn: Turn, who: Participant) -> None:
    """Their next turn in the order is skipped (yarn.bennie-queue-jump)."""
    episode = turn.span(EPISODE)
    if episode is not None:
        parts.give(turn, episode, SKIPPED, Holder(seat_of(turn.desk, who)))


def unskip(turn: Turn, who: Participant) -> None:
    """Their next turn is theirs after all."""
    episode = turn.span(EPISODE)
    if episode is not None:
        _drop(turn, episode, SKIPPED, who)


def passes(turn: Turn, who: Participant) -> None:
    """They pass; the turn goes on to the next."""
    episode = turn.span(EPISODE)
    taken(turn, who)
    if episode is not None:
        parts.give(turn, episode, PASSED, Holder(seat_of(turn.desk, who)))


def comes_now(turn: Turn, who: Participant) -> None:
    """It is their turn, by the GM's word: whoever stands before them in the order has had theirs."""
    episode, order = turn.span(EPISODE), order_of(turn.desk)
    place = [one.key for one in order].index(who.key)
    if episode is None:
        return
    for one in order:
        _call_no_more(turn, episode, one)
    while who.key in [one.key for one in skipped_in(turn.desk)]:
        unskip(turn, who)
    parts.arrange(turn, episode, OVER, [Holder(seat_of(turn.desk, order[place - 1]))])


def calls_again(turn: Turn, who: Participant, after: str) -> None:
    """The turn stays with them, after one of AGAIN: a no-contest scene, a montage, shopping off stage, an unresisted
    goal, a duck that leaves one. Refuses (ValueError) other endings."""
    if after not in AGAIN:
        raise ValueError(f"nobody calls again after {after}")
    episode = turn.span(EPISODE)
    if episode is not None:
        _call_no_more(turn, episode, who)
        parts.give(turn, episode, f"{CALLS_AGAIN} {after}", Holder(seat_of(turn.desk, who)))


def mark(turn: Turn, scene: Span, how: str) -> Part:
    """Notes of a scene that it was called out of turn, or that it was never played."""
    return parts.give(turn, scene, how, Holder(turn.seat))


def marked(scene: Span, how: str) -> bool:
    return bool(parts.in_order(scene.desk, scene, how))
