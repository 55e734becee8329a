"""Spending a bennie, whatever it buys: one by a person in a scene; one between two scenes is that of the scene about to
begin (yarn.bennie-limit)."""

from __future__ import annotations

from apps.characters import parts
from apps.characters.models import Move
from apps.characters.parts import Holder
from apps.characters.yarn.people import Participant
from apps.characters.yarn.points import BENNIES, bennies_of, pay
from apps.characters.yarn.spans import EPISODE, SCENE, open_now
from apps.rules.refusal import Refused
from apps.rules.yarn.drama.bennies import bennie_spending
from apps.rules.yarn.options import Options
from apps.table.desk import Desk
from apps.table.models import Span
from apps.table.turn import Turn

SPENT = "bennie-spent"
BETWEEN = "bennie-between"


def _counted(desk: Desk) -> tuple[Span | None, str]:
    """Where it is noted: with the scene; between scenes with the episode, until the next one is called."""
    scene = open_now(desk, SCENE)
    return (scene, SPENT) if scene is not None else (open_now(desk, EPISODE), BETWEEN)


def spent_now(desk: Desk, who: Participant) -> int:
    """How many bennies somebody has spent in this scene, or since the last one."""
    span, role = _counted(desk)
    if span is None or who.seat is None:
        return 0
    return parts.seats_in(desk, span, role).count(who.seat)


def why_not(
    desk: Desk, who: Participant, benefit: str, options: Options, *, scene_is_over: bool = False, back: int = 0
) -> Refused | None:
    """Why somebody cannot buy this now, one of BENEFITS; None where they can. What was spent in a scene that is over
    with it does not count; `back` are those of it that are theirs again by then."""
    spent = {who.name: 0 if scene_is_over else spent_now(desk, who) - back}
    return bennie_spending(
        by=who.name, benefit=benefit, bennies=bennies_of(desk, who) + back, spent_in_scene=spent, options=options
    ).why


def spend(turn: Turn, who: Participant, benefit: str, to: Participant | None = None, why: str = "") -> Move:
    """Pays a bennie: to somebody, where the rules say so (yarn.rush), else it is gone. Refuses as `why_not` says."""
    no = why_not(turn.desk, who, benefit, turn.options)
    if no is not None:
        raise no
    span, role = _counted(turn.desk)
    if span is not None and who.seat is not None:
        parts.give(turn, span, role, Holder(who.seat))
    return pay(turn, who, to, 1, why, "yarn.bennie-spending", BENNIES)


def next_scene_begins(turn: Turn, scene: Span) -> None:
    """What was spent since the last one was spent in this scene."""
    episode = turn.span(EPISODE)
    for one in parts.in_order(turn.desk, episode, BETWEEN) if episode else []:
        turn.change(one, span=scene, role=SPENT)


def scene_is_not_played(turn: Turn, scene: Span, jumper: Participant | None) -> None:
    """What was spent in it counts for the one that is called instead; the bennie of whoever jumped for it is theirs
    again."""
    back = parts.of_seat(scene, SPENT, jumper.seat) if jumper is not None and jumper.seat is not None else None
    if back is not None:
        turn.delete(back)
    episode = turn.span(EPISODE)
    for one in parts.in_order(turn.desk, scene, SPENT) if episode else []:
        turn.change(one, span=episode, role=BETWEEN)
