"""A turn of a fight in rows: read as the rules' plain values (apps.rules.dragon.combat.turns), and written back where
these have changed. What is asked, refused and priced is asked of those values alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from apps.characters import rows
from apps.characters.dragon.states import DOWN, count_down
from apps.characters.models import Character, Track
from apps.combat import tracking
from apps.combat.models import Combatant, Fight, Slot
from apps.rules.dragon.combat.parts import PARTS, Moment, Part
from apps.rules.dragon.combat.turns import Fighter, Kept, Phase, Share, State
from apps.rules.dragon.lists import Category, primary_of
from apps.table.models import Span
from apps.table.spans import close_span, open_span
from apps.table.sure import sure
from apps.table.turn import Turn

ROUND = "round"
PHASE, KEPT, SHARE, BONUS = "phase", "kept", "share", "bonus"
FLAGS = ("acted", "moved", "waits", "due")
"""What is true of a fighter within a round: tallies of its span."""
DECLINED = "declined"


def part_word(part: Part) -> str:
    """A part as a fight's `phase` has it."""
    return part.lower()


def part_of(fight: Fight) -> Part:
    """The part of the round that is on; Good before any is."""
    return next((one for one in PARTS if part_word(one) == fight.phase), PARTS[0])


def round_of(fight: Fight) -> Span:
    """The round that is on."""
    return fight.desk.all(Span, inside=fight.turn, kind=ROUND, closed_at=None)[0]


def fighters_of(fight: Fight) -> list[Combatant]:
    """Those who are in it, in the order in which they joined."""
    return [one for one in fight.desk.all(Combatant, fight=fight) if one.state != "out"]


# reading


def state_of(fight: Fight) -> State:
    """The turn that runs, as the rules see it. Fighters are named by the public ids of their combatants."""
    desk = fight.desk
    return desk.memo_of(fight, "dragon turn", lambda: _state(desk.own(fight)))


def _state(fight: Fight) -> State:
    at = Moment(round_of(fight).number, part_of(fight))
    return State(sure(fight.turn).number, at, tuple(fighter_of(one) for one in fighters_of(fight)))


def fighter_of(combatant: Combatant) -> Fighter:
    """One fighter's phases, and what else is theirs in this round."""
    desk = combatant.desk
    return desk.memo_of(combatant, "dragon fighter", lambda: _fighter(desk.own(combatant)))


def _fighter(combatant: Combatant) -> Fighter:
    tallies = tracking.tallies_of(combatant, round_of(combatant.fight))
    side: Any = combatant.side
    return Fighter(
        id=combatant.public_id,
        side=side,
        category=category_of(combatant),
        phases=tuple(_phase(one) for one in _phases(combatant)),
        kept=_kept(combatant),
        share=_share(combatant),
        bonus=_bonus(combatant),
        declined=PARTS[tallies[DECLINED] - 1] if tallies.get(DECLINED) else None,
        down=is_down(combatant),
        **{name: bool(tallies.get(name)) for name in FLAGS},
    )


def category_of(combatant: Combatant) -> Category:
    """That of the speed picked for the turn; Physical for somebody who has picked none."""
    picked = tracking.declaration_of(combatant.fight, combatant)
    return primary_of(picked.plan["speed"] if picked else "body").category


def is_down(combatant: Combatant) -> bool:
    return lies(combatant.character)


def lies(character: Character) -> bool:
    """Whether somebody has fallen, in a fight or before it."""
    track = character.desk.one(Track, character=character, key=DOWN)
    return bool(track and track.value)


def _slots(combatant: Combatant, kind: str, **more: Any) -> list[Slot]:
    return combatant.desk.all(Slot, combatant=combatant, kind=kind, **more)


def _phases(combatant: Combatant) -> list[Slot]:
    return sorted(_slots(combatant, PHASE, span=combatant.fight.turn), key=lambda one: one.number)


def _phase(slot: Slot) -> Phase:
    spent: Any = slot.state
    return Phase(slot.number, spent)


def _kept(combatant: Combatant) -> Kept | None:
    for slot in _slots(combatant, KEPT):
        return Kept(round=slot.number, carried=slot.span_id != combatant.fight.turn_id, **slot.facts)
    return None


def _share(combatant: Combatant) -> Share | None:
    for slot in _slots(combatant, SHARE):
        return msgspec.convert(slot.facts, Share, strict=True)
    return None


def _bonus(combatant: Combatant) -> Moment | None:
    for slot in _slots(combatant, BONUS):
        return msgspec.convert(slot.facts, Moment, strict=True)
    return None


# writing


def deal(turn: Turn, combatant: Combatant, rounds: Iterable[int]) -> None:
    """Gives a fighter phases in these rounds of the turn that runs."""
    for number in rounds:
        turn.create(Slot, combatant=combatant, span=combatant.fight.turn, kind=PHASE, number=number)


def let_go(turn: Turn, combatant: Combatant) -> None:
    """A kept phase is lost."""
    _replace(turn, combatant, KEPT, 0, None)


def begin_round(turn: Turn, fight: Fight, part: Part = "Good") -> Span:
    """Closes the round that is on, if one is, and opens the next of this turn."""
    around = sure(fight.turn)
    for one in turn.desk.all(Span, inside=around, kind=ROUND, closed_at=None):
        close_span(turn, one)
    turn.change(fight, phase=part_word(part))
    begun = open_span(turn, ROUND, inside=around)
    _time_passes(turn, fight, begun)
    return begun


def _time_passes(turn: Turn, fight: Fight, begun: Span) -> None:
    """A round is over for the dying, and with the first of another turn a turn."""
    cast, which = [one.character for one in fighters_of(fight)], sure(fight.turn).number
    if begun.number > 1 or which > 1:
        count_down(turn, cast, "rounds")
    if begun.number == 1 and which > 1:
        count_down(turn, cast, "turns")


def write(turn: Turn, fight: Fight, after: State) -> None:
    """Brings the rows of a turn to where the rules have taken it. Within one turn: the next one is begun elsewhere."""
    _comes_to(turn, fight, after.at)
    before = state_of(fight)
    for combatant, was in zip(fighters_of(fight), before.fighters, strict=True):
        now = after.fighter(was.id)
        if now != was:
            _write(turn, combatant, was, now)


def _comes_to(turn: Turn, fight: Fight, at: Moment) -> None:
    if round_of(fight).number != at.round:
        begin_round(turn, fight, at.part)
    else:
        turn.change(fight, phase=part_word(at.part))


def _write(turn: Turn, combatant: Combatant, was: Fighter, now: Fighter) -> None:
    for slot, phase in zip(_phases(combatant), now.phases, strict=True):
        turn.change(slot, state=phase.spent)
    if was.kept != now.kept:
        _replace(turn, combatant, KEPT, now.kept.round if now.kept else 0, _plain(now.kept))
    if was.share != now.share:
        _replace(turn, combatant, SHARE, 0, msgspec.to_builtins(now.share))
    if was.bonus != now.bonus:
        _replace(turn, combatant, BONUS, now.bonus.round if now.bonus else 0, msgspec.to_builtins(now.bonus))
    _write_round(turn, combatant, was, now)


def _plain(kept: Kept | None) -> dict[str, Any] | None:
    """What is bound to a kept phase; its round and turn are columns of their own."""
    if kept is None:
        return None
    return {"category": kept.category, "trigger": kept.trigger, "act": kept.act}


def _replace(turn: Turn, combatant: Combatant, kind: str, number: int, facts: dict[str, Any] | None) -> None:
    """There is one of these kinds at most: what was there goes, and the new one comes."""
    for slot in _slots(combatant, kind):
        turn.delete(slot)
    if facts is not None:
        span = combatant.fight.turn
        turn.create(Slot, combatant=combatant, span=span, kind=kind, number=number, facts=facts)


def _write_round(turn: Turn, combatant: Combatant, was: Fighter, now: Fighter) -> None:
    span = round_of(combatant.fight)
    for name in FLAGS:
        if getattr(was, name) != getattr(now, name):
            tracking.set_tally(turn, combatant, span, name, int(getattr(now, name)))
    if was.declined != now.declined:
        tracking.set_tally(turn, combatant, span, DECLINED, PARTS.index(now.declined) + 1 if now.declined else 0)
    if was.down != now.down:
        rows.set_track(turn, combatant.character, DOWN, int(now.down))
