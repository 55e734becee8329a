"""What these eyes are shown of a petition: its steps, both sides, the piles, hands as each outcome would leave them.

What somebody may not see is reckoned as UNKNOWN and left out of the table, so that no number tells of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from apps.characters.models import Trait
from apps.characters.yarn import bennies
from apps.characters.yarn.approving import is_open
from apps.characters.yarn.people import Participant, of_viewer, participants
from apps.characters.yarn.scenes import Scene
from apps.characters.yarn.ties import wants_of
from apps.characters.yarn.votes import TIE, VOTES, hands_for, hands_of, most, vote_of
from apps.drama.yarn.petition import course, quiz, two_way
from apps.drama.yarn.petition.course import Won
from apps.drama.yarn.petition.flows import both_ways, hand_seen, hands_seen, one_way, said_to
from apps.drama.yarn.petition.sides import Sides
from apps.drama.yarn.petition.sides_of_force import (
    GATHERING,
    PRICES,
    given,
    may_be_given,
    may_be_helped,
    piles,
    short_of,
    why_not_give,
)
from apps.drama.yarn.window import said_in, window_of
from apps.rules.yarn.drama.tokens import force_of
from apps.rules.yarn.lists import FORCE
from apps.table import acts
from apps.table.answering import all_in, seen_by
from apps.table.desk import Desk, kept
from apps.table.models import Ask, Exchange, Span
from apps.table.viewer import Viewer

Hands = Mapping[str, int]

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


# hands

WORDS: tuple[tuple[Won, str], ...] = (("granted", "Granted"), ("refused", "Refused"))


@dataclass(frozen=True)
class Column:
    """An outcome: what it is called, when it comes, and all hands after it."""

    title: str
    line: str
    hands: Hands


def before(viewer: Viewer, exchange: Exchange | None) -> dict[str, int]:
    """Hands with what they have laid aside, as these eyes reckon with them."""
    found = hands_seen(viewer, participants(viewer.desk))
    for pile in piles(exchange) if exchange is not None else ():
        for key, count in given(viewer.desk, pile).items():
            found[key] = found.get(key, 0) + count
    return found


def columns(viewer: Viewer, exchange: Exchange) -> list[Column]:
    """What may come of it from here."""
    sides, stake = course.sides_in(exchange), course.at_stake(exchange)
    if sides is None or stake is None:
        return []
    hands = before(viewer, exchange)
    if exchange.stage == course.TOKENS:
        return [_as_it_came_out(viewer, exchange, sides, hands)]
    if exchange.stage in (course.BOTH, course.BOTH_VOTE):
        return both_columns(sides, hands)
    return _still_open(viewer, exchange, sides, stake, hands)


def _still_open(viewer: Viewer, exchange: Exchange, sides: Sides, stake: Sides, hands: Hands) -> list[Column]:
    """Granted or refused, forced or blocked, of the petition at `stake`."""
    force, _ = piles(exchange)
    if force is not None:
        return _of_a_force(viewer, exchange, stake, hands)
    ends = [Column(title, "", {**hands, **_after(exchange, sides, outcome, hands)}) for outcome, title in WORDS]
    return ends[1:] + _of_a_force(viewer, exchange, stake, hands) if exchange.stage == course.FORCING else ends


def both_columns(sides: Sides, hands: Hands) -> list[Column]:
    """The ways in which two petitions may come out, before both have said so (yarn.two-way)."""
    pair = (sides.seeks.key, sides.gives.key)
    names = [one.name.split()[0] for one in (sides.petitioner, sides.granter)]
    ways = (("Alike", "", "granted", "granted"),
            (f"{names[0]} won", "not the other", "granted", "refused"),
            (f"{names[1]} won", "not the other", "refused", "granted"))  # fmt: skip
    return [Column(title, line, {**hands, **both_ways(a, b, *pair, hands)[0]}) for title, line, a, b in ways]


def _after(exchange: Exchange, sides: Sides, outcome: Won, hands: Hands) -> dict[str, int]:
    """Both hands after this word on the petition, with what is said of the other one where there are two."""
    state, pair = course.petition_of(exchange), (sides.seeks.key, sides.gives.key)
    if not state.denied:
        return one_way(outcome, *pair, hands)
    both = state.with_word(outcome)
    return both_ways(both.outcome, both.other, *pair, hands)[0]


def _gifts(found: Hands, hands: Hands, but: str) -> list[dict[str, Any]]:
    """What others give, as the rules are told of it."""
    return [{"who": key, "hand": hands[key], "give": count} for key, count in found.items() if key != but and count]


def _after_a_force(
    viewer: Viewer, exchange: Exchange, sides: Sides, hands: Hands, blocked: bool, more: Hands | None = None
) -> Hands | None:
    """All hands after it, with what some give `more` to its block; None where that side cannot pay."""
    force, block = piles(exchange)
    mine, theirs = sides.seeks.key, sides.gives.key
    to_block = given(viewer.desk, block)
    for key, count in (more or {}).items():
        to_block[key] = to_block.get(key, 0) + count
    found = force_of(
        petitioner=hands[mine],
        granter=hands[theirs],
        supporters=_gifts(given(viewer.desk, force), hands, mine),
        block=blocked,
        block_supporters=_gifts(to_block, hands, theirs),
    )
    if not found.legal or (blocked and not found.legal_block):
        return None
    return {**hands, **found.hands, mine: found.petitioner, theirs: found.granter}


def _of_a_force(viewer: Viewer, exchange: Exchange, sides: Sides, hands: Hands) -> list[Column]:
    forced = _after_a_force(viewer, exchange, sides, hands, blocked=False)
    blocked = _after_a_force(viewer, exchange, sides, hands, blocked=True)
    found = [Column("Forced", "if it stands", forced)] if forced is not None else []
    if blocked is not None:
        found.append(Column("Blocked", "if it is blocked", blocked))
    else:
        found += _blocked_with_help(viewer, exchange, sides, hands)
    return [replace(one, hands=_then_the_other(exchange, sides, one.hands)) for one in found]


def _then_the_other(exchange: Exchange, stake: Sides, hands: Hands) -> Hands:
    """Hands after a force of one of two petitions, once the other one is settled by itself as it stands now."""
    state = course.petition_of(exchange)
    if not state.two_way:
        return hands
    rest = state.outcome if state.denied == "other" else state.other
    return {**hands, **one_way(rest, stake.gives.key, stake.seeks.key, hands)}


def lacks_of_me(viewer: Viewer, exchange: Exchange) -> int:
    """What a block lacks beside the granter's own tokens, where whoever looks can give all of it; else nothing."""
    me, (_, block), sides = of_viewer(viewer), piles(exchange), course.at_stake(exchange)
    if me is None or block is None or sides is None or me.key == sides.gives.key:
        return 0
    if why_not_give(viewer.desk, sides, exchange, block, me) is not None:
        return 0
    hands = hands_seen(viewer, (sides.gives, me))
    lacks = short_of(block) - hands[sides.gives.key]
    return lacks if 0 < lacks <= hands[me.key] else 0


def _blocked_with_help(viewer: Viewer, exchange: Exchange, sides: Sides, hands: Hands) -> list[Column]:
    """The block that stands if whoever looks gives what it lacks, where they can."""
    me, lacks = of_viewer(viewer), lacks_of_me(viewer, exchange)
    if me is None or not lacks:
        return []
    after = _after_a_force(viewer, exchange, sides, hands, blocked=True, more={me.key: lacks})
    return [Column("Blocked", f"if you give {lacks}", after)] if after is not None else []


def _as_it_came_out(viewer: Viewer, exchange: Exchange, sides: Sides, hands: Hands) -> Column:
    state = course.petition_of(exchange)
    if state.outcome in ("forced", "blocked"):
        blocked = state.outcome == "blocked"
        after = _after_a_force(viewer, exchange, sides, hands, blocked) or hands
        return Column(state.outcome.capitalize(), "", after)
    if state.two_way:
        after, _ = both_ways(state.outcome, state.other, sides.seeks.key, sides.gives.key, hands)
        return Column("Two-way", "", {**hands, **after})
    return Column(
        state.outcome.capitalize(), "", {**hands, **one_way(state.outcome, sides.seeks.key, sides.gives.key, hands)}
    )


def table(viewer: Viewer, exchange: Exchange) -> dict[str, Any]:
    """The outcomes side by side, a row for everybody whose hand one of them changes and these eyes see."""
    found, hands = columns(viewer, exchange), before(viewer, exchange)
    sides = course.sides_in(exchange)
    if sides is None:
        return {"columns": [], "rows": []}
    return {"columns": found, "rows": _rows(viewer, found, hands, (sides.seeks.key, sides.gives.key))}


def _rows(viewer: Viewer, found: list[Column], hands: Hands, main: tuple[str, ...]) -> list[dict[str, Any]]:
    """Petitioner and granter first, then whoever else gains or loses by one of them."""
    rows = []
    for who in sorted(participants(viewer.desk), key=lambda one: (one.key not in main, one.key != main[0])):
        changed = any(one.hands[who.key] != hands[who.key] for one in found)
        if hand_seen(viewer, who) is not None and (changed or who.key in main):
            rows.append({"who": who, "cells": [_cell(one.hands[who.key], hands[who.key]) for one in found]})
    return rows


def _cell(after: int, was: int) -> dict[str, int]:
    return {"after": after, "change": after - was}


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


# what is asked


def asked_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What each answer would move, at the stage that it is at."""
    exchange = ask.exchange
    sides = course.sides_in(exchange)
    if sides is None:
        return {"stage": "gone"}
    hands = hands_seen(viewer, (sides.seeks, sides.gives))
    ends = {outcome: said_to(viewer, hands, _after(exchange, sides, outcome, hands)) for outcome, _ in WORDS}
    stake, state = course.at_stake(exchange) or sides, course.petition_of(exchange)
    found = {"stage": ask.facts["stage"], "sides": stake, "table": table(viewer, exchange), "state": state}
    return found | ends | _to_force(viewer, stake) | _to_say(viewer, ask, sides)


def _to_force(viewer: Viewer, sides: Sides) -> dict[str, Any]:
    """What the petitioner holds for a force, and lacks."""
    own = hand_seen(viewer, sides.seeks)
    lacks = max(0, FORCE - own) if own is not None else 0
    alone = bool(lacks) and not may_be_helped(viewer.desk, sides)
    return {"held": own, "lacks": lacks, "alone": alone, "bennie": has_bennie(viewer, sides.seeks)}


def has_bennie(viewer: Viewer, who: Participant | None) -> bool:
    """Whether they can buy a token now."""
    if who is None or who.is_gm or not acts.offers("yarn", "buy-token"):
        return False
    return bennies.why_not(viewer.desk, who, "drama-token", viewer.options) is None


def _to_say(viewer: Viewer, ask: Ask, sides: Sides) -> dict[str, Any]:
    """The answers about two petitions, and hands after each way in which they may come out."""
    if ask.facts["stage"] != course.BOTH:
        return {}
    hands, pair = before(viewer, None), (sides.seeks.key, sides.gives.key)
    found = both_columns(sides, hands)
    said = two_way.SAID[:-1] if ask.facts.get("voted") else two_way.SAID
    return {"said": said, "both": {"columns": found, "rows": _rows(viewer, found, hands, pair)}}


def pile_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What lies there, and what is still missing of whoever is asked."""
    pile = ask.exchange
    rest = short_of(pile)
    sides = course.at_stake(_petition(pile))
    main = None if sides is None else sides.seeks if pile.kind == course.FORCE else sides.gives
    held = hand_seen(viewer, main) if main is not None else None
    lacks = max(0, rest - held) if held is not None else 0
    alone = bool(lacks) and not may_be_given(_petition(pile), pile)
    return {
        "forces": pile.kind == course.FORCE,
        "rest": rest,
        "lacks": lacks,
        "held": held,
        "alone": alone,
        "sides": sides,
        "refused": _if_it_stays_refused(viewer, _petition(pile)),
        "bennie": has_bennie(viewer, main),
    }


def _if_it_stays_refused(viewer: Viewer, exchange: Exchange) -> list[dict[str, Any]]:
    """What would move once everybody has back what they laid aside."""
    sides, all_hands = course.sides_in(exchange), before(viewer, exchange)
    if sides is None:
        return []
    hands = {key: all_hands[key] for key in (sides.seeks.key, sides.gives.key)}
    return said_to(viewer, hands, _after(exchange, sides, "refused", hands))


def _petition(pile: Exchange) -> Exchange:
    outer = pile.inside
    if outer is None:
        raise LookupError(pile.public_id)
    return outer if outer.kind == course.KIND else _petition(outer)


SOUGHT = (("yes", "Yes", "something of somebody in the scene"), ("no", "No", "nothing for the heart"))


def sought_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """One's own word so far."""
    return {"given": seen_by(viewer, ask), "words": SOUGHT}


def quiz_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """Each of whom something may have been sought, with what either answer would move."""
    hands = hands_seen(viewer, participants(viewer.desk))
    so_far = quiz.answers_so_far(ask.exchange)
    rows = []
    for whom in quiz.others_for(viewer.desk, ask.facts["key"]):
        ends = []
        for word, title, got in (("yes", "Won", True), ("no", "Denied", False)):
            answers = [*so_far, quiz.answer_of(ask.facts["key"], whom, got)]
            *_, last = quiz.steps_of(answers, hands, viewer.options)
            ends.append((word, title, said_to(viewer, *last)))
        rows.append({"whom": whom, "ends": ends})
    return {"rows": rows}


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
