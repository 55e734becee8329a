"""What those who are asked of a petition read beside their answers: what each would move, and what they lack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.yarn import bennies
from apps.characters.yarn.people import Participant, participants
from apps.drama.yarn.petition import course, outcomes, quiz, two_way
from apps.drama.yarn.petition.flows import hand_seen, hands_seen, said_to
from apps.drama.yarn.petition.sides import Sides
from apps.drama.yarn.petition.sides_of_force import (
    may_be_given,
    may_be_helped,
    short_of,
)
from apps.rules.yarn.lists import FORCE
from apps.table import acts
from apps.table.answering import seen_by
from apps.table.models import Ask, Exchange
from apps.table.viewer import Viewer


def asked_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What each answer would move, at the stage that it is at."""
    exchange = ask.exchange
    sides = course.sides_in(exchange)
    if sides is None:
        return {"stage": "gone"}
    hands = hands_seen(viewer, (sides.seeks, sides.gives))
    after = {word: outcomes.after_word(exchange, sides, word, hands) for word, _ in outcomes.WORDS}
    ends = {word: said_to(viewer, hands, moved) for word, moved in after.items()}
    stake, state = course.at_stake(exchange) or sides, course.petition_of(exchange)
    found = {"stage": ask.facts["stage"], "sides": stake, "table": outcomes.table(viewer, exchange), "state": state}
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
    hands, pair = outcomes.before(viewer, None), (sides.seeks.key, sides.gives.key)
    found = outcomes.both_columns(sides, hands)
    said = two_way.SAID[:-1] if ask.facts.get("voted") else two_way.SAID
    return {"said": said, "both": {"columns": found, "rows": outcomes.rows(viewer, found, hands, pair)}}


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
    sides, all_hands = course.sides_in(exchange), outcomes.before(viewer, exchange)
    if sides is None:
        return []
    hands = {key: all_hands[key] for key in (sides.seeks.key, sides.gives.key)}
    return said_to(viewer, hands, outcomes.after_word(exchange, sides, "refused", hands))


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
