"""What these eyes are shown of a petition while it goes on: its steps, both sides, the piles and the last vote."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from apps.characters.models import Trait
from apps.characters.yarn.approving import is_open
from apps.characters.yarn.people import Participant, of_viewer, participants
from apps.characters.yarn.scenes import Scene
from apps.characters.yarn.ties import wants_of
from apps.characters.yarn.votes import TIE, VOTES, hands_for, hands_of, most, vote_of
from apps.drama.yarn.petition import course
from apps.drama.yarn.petition.flows import hand_seen, hands_seen, one_way, said_to
from apps.drama.yarn.petition.sides import Sides
from apps.drama.yarn.petition.sides_of_force import (
    GATHERING,
    PRICES,
    given,
    short_of,
    why_not_give,
)
from apps.drama.yarn.window import said_in, window_of
from apps.table.answering import all_in
from apps.table.desk import Desk, kept
from apps.table.models import Ask, Exchange, Span
from apps.table.viewer import Viewer

# the steps of the scene

STEPS = ("Called", "Played", "Got it?", "Doubt", "Force", "Tokens")
AT = {
    course.GOT_IT: 2, course.BOTH: 2, course.BOTH_VOTE: 2, course.DOUBT: 3, course.VOTE: 3, course.FORCING: 4,
    course.TOKENS: 5,
}  # fmt: skip


def steps(waiting: bool, exchange: Exchange | None, over: bool) -> list[dict[str, str]]:
    """Each with "done", "now" or nothing."""
    now = 0 if waiting else AT[exchange.stage] if exchange is not None else len(STEPS) if over else 1
    how = {True: "done", False: ""}
    return [{"title": one, "how": "now" if place == now else how[place < now]} for place, one in enumerate(STEPS)]


# both sides


@dataclass(frozen=True)
class Standing:
    """One side as the page shows it: who, whose, the hand as far as it is seen, and what they seek or want of the
    other."""

    label: str
    character: Any
    who: Participant
    hand: int | None
    wants: str


def standing(viewer: Viewer, scene: Scene, sides: Sides | None) -> list[Standing]:
    """Petitioner and granter; nobody where it is not said who they are."""
    if sides is None:
        return []
    pairs = (("Petitioner", sides.petitioner, sides.granter), ("Granter", sides.granter, sides.petitioner))
    return [
        Standing(label, one, who, hand_seen(viewer, who), wants)
        for label, one, other in pairs
        for who in [sides.seeks if label == "Petitioner" else sides.gives]
        for wants in [_wants(viewer, scene, one, other)]
    ]


def _wants(viewer: Viewer, scene: Scene, one: Any, other: Any) -> str:
    """What they seek of the other, which stands with the call as long as it waits; else what they want of them."""
    sought = _sought(viewer, scene, one, other)
    if sought and window_of(viewer.desk) is not None:
        return ""
    return sought or _want(viewer, one, other)


def _sought(viewer: Viewer, scene: Scene, one: Any, other: Any) -> str:
    """What the call says that they seek of the other."""
    said = said_in(viewer.desk, scene.span)
    return said.what if (said.seeks, said.of) == (one.public_id, other.public_id) else ""


def uncontested(viewer: Viewer, sides: Sides) -> list[dict[str, Any]]:
    """What would move without a contest, as these eyes may know it."""
    pair = (sides.seeks.key, sides.gives.key)
    hands = hands_seen(viewer, (sides.seeks, sides.gives))
    return said_to(viewer, hands, one_way("granted", *pair, hands)) if viewer.options.no_contest_exchange else []


def _want(viewer: Viewer, one: Any, other: Any) -> str:
    """What is written of it where everybody reads it."""
    found: list[Trait] = wants_of(one) if is_open(one) else []
    return next((row.text for row in found if row.about_id == other.pk), "")


# piles


@dataclass(frozen=True)
class Pile:
    """What lies there of what is needed, by whom, who gets it if that side stands, and whether these eyes may lay one
    more or take their own back."""

    side: str
    goes_to: Participant | None
    lies: int
    price: int
    givers: list[tuple[Participant, int]]
    may_give: bool
    may_take_back: bool


def pile_for(viewer: Viewer, exchange: Exchange, pile: Exchange) -> Pile:
    """The force of a petition, or its block."""
    return _pile(viewer, exchange, pile, course.at_stake(exchange), of_viewer(viewer))


def _pile(viewer: Viewer, exchange: Exchange, pile: Exchange, sides: Sides | None, who: Participant | None) -> Pile:
    desk, open_ = viewer.desk, pile.stage == GATHERING and viewer.may_act
    found = given(desk, pile)
    no = why_not_give(desk, sides, exchange, pile, who) if who is not None and sides is not None else None
    return Pile(
        side=pile.kind.removeprefix("yarn."),
        goes_to=_receiver(pile, sides) if sides is not None else None,
        lies=PRICES[pile.kind] - short_of(pile),
        price=PRICES[pile.kind],
        givers=[(one, found[one.key]) for one in participants(desk) if one.key in found],
        may_give=open_ and who is not None and sides is not None and no is None and not _is_asked(sides, who),
        may_take_back=open_ and who is not None and who.key in found,
    )


def _receiver(pile: Exchange, sides: Sides) -> Participant:
    """A force's tokens go to the granter, a block's to the petitioner (yarn.force, yarn.force-block)."""
    return sides.gives if pile.kind == course.FORCE else sides.seeks


def _is_asked(sides: Sides, who: Participant) -> bool:
    """Whether they have it in a question of their own, beside what else they may answer."""
    return who.key in (sides.seeks.key, sides.gives.key) and not who.is_gm


# the last vote


@dataclass(frozen=True)
class Shown:
    """One of the answers of a vote that is over, what comes of it, and whose hands were for it; `broke` is who decided
    a tie so."""

    title: str
    line: str
    names: list[str]
    broke: str
    won: bool


def last_vote(viewer: Viewer, scene: Scene) -> dict[str, Any] | None:
    """The hands of the scene's newest vote on a petition, as long as the scene plays."""
    vote = newest_vote(viewer.desk, scene.span)
    if vote is None:
        return None
    found = vote_of(vote)
    leading, broken = most(hands_of(vote), found), _broken(vote)
    winner = broken[1] if broken else leading[0] if len(leading) == 1 else ""
    hands = [
        Shown(
            tile.title,
            tile.line,
            [hand.name for hand in hands_for(viewer, vote) if hand.title == tile.title],
            broken[0] if broken and broken[1] == tile.value else "",
            tile.value == winner,
        )
        for tile in found.tiles
    ]
    return {"question": found.question, "hands": hands}


@kept
def newest_vote(desk: Desk, scene: Span) -> Exchange | None:
    closed = [one for kind in VOTES for one in desk.all(Exchange, kind=kind) if _is_over(one, scene)]
    return max(closed, key=lambda one: one.pk, default=None)


def _is_over(vote: Exchange, scene: Span) -> bool:
    petition = vote.inside
    if vote.closed_at is None or petition is None or petition.kind != course.KIND or not all_in(vote):
        return False
    return bool(course.petition_of(petition).scene == scene.pk)


def _broken(vote: Exchange) -> tuple[str, str] | None:
    """By whom a tie was broken, and how."""
    tie = next((one for one in vote.desk.all(Exchange, kind=TIE, inside=vote) if one.closed_at is not None), None)
    asked = [one for one in vote.desk.all(Ask, exchange=tie) if one.answer] if tie is not None else []
    return (asked[0].facts["who"], str(asked[0].answer)) if asked else None
