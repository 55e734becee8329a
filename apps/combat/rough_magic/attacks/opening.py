"""An attack whose dice have fallen: it is told, what it uses up ends, and whoever is hit is asked
(rough_magic.attack-sequence)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from apps.characters.models import THING, Character
from apps.characters.rough_magic import lasting, states
from apps.characters.rough_magic.endurance import is_down
from apps.characters.rough_magic.sheet import UNNAMED
from apps.checks import versus
from apps.checks.rough_magic.boxes import Box
from apps.checks.rough_magic.buying import plays
from apps.combat import gaps, tracking
from apps.combat.ending import falls_with_a_fight
from apps.combat.rough_magic.attacks import knowing, settling, told
from apps.combat.rough_magic.attacks.strike import OPEN, QUIETLY, Clash, Facts, clash_of, open_attacks
from apps.rules.rough_magic.options import Options
from apps.rules.rough_magic.visibility import MARGIN, visibility
from apps.table import exchanges
from apps.table.desk import Desk
from apps.table.models import Event, Exchange, Span
from apps.table.spans import ends_with_span
from apps.table.turn import Turn

MADE = "rough_magic.attacked"


def make(
    turn: Turn,
    clash: Clash,
    options: Options,
    *,
    left_out: Iterable[Box] = (),
    used_up: bool = True,
    about: Iterable[Event] = (),
) -> Event:
    """Tells of an attack with its dice; a hit waits for whoever is hit, or lands where nobody can do anything.

    `left_out` are boxes that were unticked by hand. `used_up` False keeps what it would end: a sweep ends that once.
    `about` are older cards that are told differently now. Inside the hold, after the task is paid for.
    """
    _note_distance(turn, clash)
    ended = use_up(turn, clash.attackers, clash.target) if used_up else []
    knowing.note_seen(turn, clash, options)
    event = _tell(turn, clash, options, {"left_out": [one.told for one in left_out], "ended": ended}, about)
    lasting.has_rolled(turn, clash.attacker)
    if not clash.strike.roll().success:
        _missed(turn, clash, event, options)
    elif can_answer(clash.target, options):
        await_answer(turn, clash, event, options)
    else:
        settling.settle(turn, clash, settling.Met(), options)
    return event


def use_up(turn: Turn, attackers: Iterable[Character], target: Character) -> list[Facts]:
    """What ends with an attack of one or of several together, hit or miss: distraction on either side, a taunt
    (rough_magic.distraction)."""
    mine = [(one, states.happened(turn, one, "own attack")) for one in attackers]
    found = [*mine, (target, states.happened(turn, target, "attacked"))]
    return [{"character": versus.openly(one), "states": names} for one, names in found if names]


def can_answer(target: Character, options: Options) -> bool:
    """Whether a hit waits for its target: things and the defeated do nothing against it, nor do guards without a name
    with the switch unnamed-may-react off (rough_magic.unnamed)."""
    if target.sheet == THING or is_down(target):
        return False
    return target.sheet != UNNAMED or options.unnamed_may_react


def await_answer(turn: Turn, clash: Clash, by: Event, options: Options) -> Exchange:
    """Asks whoever is hit."""
    secret = clash.attacker.hidden or clash.target.hidden
    exchange = exchanges.open_exchange(turn, QUIETLY if secret else OPEN, clash.strike, by)
    exchanges.ask(turn, exchange, versus.whom_to_ask(clash.target), asked(clash, options))
    return exchange


def asked(clash: Clash, options: Options) -> Facts:
    """What the asked may know, and the others in a line: the margin where the roll is open, and with what they are
    struck unless nobody sees by whom."""
    target, roll = clash.target, clash.strike.roll()
    shown = clash.strike.mode == told.OPENLY and visibility(viewer="player", item=MARGIN, options=options).shown
    return {
        "who": target.name,
        "character_id": target.public_id,
        "by": versus.openly(clash.attacker),
        "weapon": "" if clash.attacker.hidden else clash.strike.arms.name,
        "margin": roll.margin if shown else None,
    }


def _missed(turn: Turn, clash: Clash, event: Event, options: Options) -> None:
    """It is final, but for a plot point: what it was stays with its event."""
    if may_turn(clash, options):
        exchanges.close(turn, exchanges.open_exchange(turn, QUIETLY, clash.strike, event))
    settling.over(turn, clash, False, event)


def may_turn(clash: Clash, options: Options) -> bool:
    """Whether a plot point may still make a miss hit (rough_magic.automatic-success)."""
    missed = clash.strike.roll().success is False and not clash.strike.fails
    return missed and options.auto_success_after_roll and any(map(plays, clash.attackers))


def is_final(turn: Turn, miss: Event) -> bool:
    """No point turns this miss any more: its card offers none. Returns whether it did. Whoever calls it tells an event
    that is about the card."""
    offered = [one for one in turn.desk.tellings_of(miss) if one.facts.get("may_turn")]
    for one in offered:
        turn.change(one, facts=one.facts | {"may_turn": False})
    return bool(offered)


def _note_distance(turn: Turn, clash: Clash) -> None:
    both = tracking.fighting(clash.attacker), tracking.fighting(clash.target)
    if clash.strike.distance is not None and both[0] and both[1]:
        gaps.note(turn, both[0], both[1], clash.strike.distance)


def _tell(turn: Turn, clash: Clash, options: Options, more: Facts, about: Iterable[Event]) -> Event:
    roll = clash.strike.roll()
    full = told.named(clash) | told.roll_facts(clash.strike, roll) | more
    full |= {"hit": bool(roll.success), "may_turn": may_turn(clash, options)}
    return told.tell(turn, MADE, full, clash, options, about=about)


@falls_with_a_fight("rough_magic")
def hits_that_wait(desk: Desk) -> list[str]:
    """No rule says what becomes of a hit that is not answered when the fight ends."""
    waiting = (clash_of(desk, exchanges.state_of(one)) for one in open_attacks(desk))
    return [
        f"{one.attacker.name}’s hit on {one.target.name} still waits for its answer: it does nothing."
        for one in waiting
        if one is not None
    ]


@ends_with_span(tracking.KIND, game="rough_magic")
def attacks_end(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """With the fight nobody is waited for any more."""
    for one in open_attacks(turn.desk):
        exchanges.close(turn, one)
    return []
