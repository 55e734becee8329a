"""Which tokens move for what: worked out by the rules, moved by the ledger, and told in the words of whoever reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from apps.characters.models import Move
from apps.characters.yarn.people import Participant, of_key, of_viewer, participants
from apps.characters.yarn.points import hand_of, pay
from apps.rules.yarn.drama.several import two_way
from apps.rules.yarn.drama.tokens import KITTY, Flow, flows, token_exchange, two_way_alike, two_way_split
from apps.rules.yarn.visibility import story_visibility
from apps.table.desk import Desk
from apps.table.turn import Turn
from apps.table.viewer import Viewer

Hands = Mapping[str, int]
UNKNOWN = 9
"""What a hand that somebody may not see is taken for: what becomes of one's own does not depend on it."""
ANSWER = {"granted": "granted", "refused": "denied"}


def one_way(outcome: str, seeks: str, gives: str, hands: Hands) -> dict[str, int]:
    """Both hands after a petition that was granted or refused (yarn.token-exchange). Where one holds both by now,
    because a player has left, nothing moves."""
    if seeks == gives:
        return {seeks: hands[seeks]}
    found = token_exchange(outcome=outcome, petitioner=hands[seeks], granter=hands[gives])
    return {seeks: found.petitioner, gives: found.granter}


def both_ways(outcome: str, other: str, seeks: str, gives: str, hands: Hands) -> tuple[dict[str, int], str]:
    """Both hands after two petitions to each other, and the rule that settles them (yarn.two-way)."""
    if seeks == gives:
        return {seeks: hands[seeks]}, "yarn.two-way"
    a, b = ANSWER[outcome], ANSWER[other]
    rule = two_way(petition_of_A=a, petition_of_B=b).rule
    if rule == "yarn.two-way-alike":
        both = two_way_alike(both=a, A=hands[seeks], B=hands[gives])
    else:
        both = two_way_split(petition_of_A=a, petition_of_B=b, A=hands[seeks], B=hands[gives])
    return {seeks: both.A, gives: both.B}, rule


def settled(outcome: str, other: str, seeks: str, gives: str, hands: Hands) -> tuple[dict[str, int], str]:
    """Hands after a petition without a force, or after two, and the rule that says so."""
    if other:
        return both_ways(outcome, other, seeks, gives, hands)
    return one_way(outcome, seeks, gives, hands), "yarn.token-exchange"


# moving


def by_key(desk: Desk, key: str) -> Participant | None:
    """Whose hand it is; None for the kitty's, and for whoever has left."""
    return None if key == KITTY else of_key(desk, key)


def moved(turn: Turn, found: Iterable[Flow], why: str, rule: str) -> list[Move]:
    """The ledger's lines for these. What is meant for somebody who has left stays where it is."""
    return [
        pay(turn, by_key(turn.desk, one.payer), receiver, one.count, why, rule)
        for one in found
        for receiver in [by_key(turn.desk, one.receiver)]
        if receiver is not None
    ]


def told_flows(desk: Desk, found: Iterable[Flow]) -> list[dict[str, Any]]:
    """The same as an event's facts; the kitty has no name."""
    return [{"payer": _name(desk, one.payer), "receiver": _name(desk, one.receiver), "count": one.count}
            for one in found]  # fmt: skip


def _name(desk: Desk, key: str) -> str:
    who = by_key(desk, key)
    return who.name if who is not None else ""


# for these eyes


def hand_seen(viewer: Viewer, who: Participant) -> int | None:
    """A hand as far as these eyes may know it."""
    looks = "GM" if viewer.is_gm else viewer.seat.public_id

    def seen() -> int | None:
        shown = story_visibility(viewer=looks, item="hands", whose=who.key, options=viewer.options).shown
        return hand_of(viewer.desk, who) if shown else None

    return viewer.desk.memo(("yarn hand", looks, who.key), seen)


def sight(viewer: Viewer) -> str:
    """What tells apart whose eyes see other hands than these: nothing where they see all of them."""
    shut = any(hand_seen(viewer, one) is None for one in participants(viewer.desk))
    return viewer.seat.public_id if shut else ""


def hands_seen(viewer: Viewer, them: Iterable[Participant]) -> dict[str, int]:
    """Their hands as these eyes reckon with them."""
    found = {one.key: hand_seen(viewer, one) for one in them}
    return {key: UNKNOWN if hand is None else hand for key, hand in found.items()}


def said_to(viewer: Viewer, before: Hands, after: Hands) -> list[dict[str, Any]]:
    """What would move, by names, "you" where it is oneself; `sure` is whether these eyes know who can pay."""
    me = of_viewer(viewer)
    return [
        {
            "payer": _spoken(viewer, one.payer, me),
            "receiver": _spoken(viewer, one.receiver, me),
            "count": one.count,
            "sure": one.payer == KITTY or _is_seen(viewer, one.payer),
        }
        for one in flows(before, after)
    ]


def _is_seen(viewer: Viewer, key: str) -> bool:
    who = by_key(viewer.desk, key)
    return who is not None and hand_seen(viewer, who) is not None


def _spoken(viewer: Viewer, key: str, me: Participant | None) -> str:
    if key == KITTY:
        return "the kitty"
    return "you" if me is not None and me.key == key and not viewer.watching else _name(viewer.desk, key)
