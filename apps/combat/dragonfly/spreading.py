"""Shots of one roll at several targets (switch spread-volley): all of them choose a defense before the die is shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from apps.characters.access import readers_of
from apps.combat.dragonfly import blows, defending, moves
from apps.combat.dragonfly.blows import Attack, Defense
from apps.combat.dragonfly.weapons import SORT
from apps.table import exchanges
from apps.table.ids import public_id
from apps.table.models import Event, Exchange
from apps.table.turn import Turn

ROLL, ANSWERED = "roll", "answered"
"""In an attack's `more`: what the attacks of one roll share, and those of them that were answered already."""

Answered = tuple[Attack, Defense]


def ask(turn: Turn, attacks: list[Attack]) -> None:
    """Asks every target for a defense. What nobody can answer lands at once, or, where others of the same roll are
    asked, together with theirs."""
    if len(attacks) == 1:
        defending.ask(turn, attacks[0])
        return
    roll = public_id()
    together = [replace(one, more={**one.more, ROLL: roll, ANSWERED: []}) for one in attacks]
    unasked = [(one, found) for one in together if (found := _unanswered(turn, one)) is not None]
    waiting = [one for one in together if one not in [attack for attack, _ in unasked]]
    if not waiting:
        _land(turn, unasked)
    for one in waiting:
        defending.ask(turn, replace(one, more={**one.more, ANSWERED: [_kept(*pair) for pair in unasked]}))


def _unanswered(turn: Turn, attack: Attack) -> Defense | None:
    target = blows.still_fighting(attack.target)
    if target is None:
        turn.refuse("gone", "One of the targets is not in the fight any more.", "target")
    return defending.unanswered(target, attack, moves.options_of(turn.viewer, target.fight))


def _kept(attack: Attack, defense: Defense) -> dict[str, Any]:
    """An answered attack as the others of the roll hold it."""
    bare = replace(attack, more={**attack.more, ANSWERED: []})
    return {"attack": msgspec.to_builtins(bare), "defense": msgspec.to_builtins(defense)}


def _read(kept: dict[str, Any]) -> Answered:
    return msgspec.convert(kept["attack"], Attack), msgspec.convert(kept["defense"], Defense)


def keep_back(turn: Turn, attack: Attack, defense: Defense) -> Event | None:
    """Until the last target has answered, an answer only waits; then all are shown together."""
    if not attack.more.get(ROLL):
        return None
    others = [one for one in _of_the_roll(turn, attack) if one.state["target"] != attack.target]
    waiting = [one for one in others if blows.still_fighting(one.state["target"])]
    for gone in (one for one in others if one not in waiting):
        exchanges.close(turn, gone)
    if waiting:
        return _wait(turn, waiting, attack, defense)
    return _land(turn, [*(_read(one) for one in attack.more[ANSWERED]), (attack, defense)])


def _of_the_roll(turn: Turn, attack: Attack) -> list[Exchange]:
    found = Exchange.objects.filter(table=turn.table, kind__in=defending.KINDS, closed_at=None).order_by("pk")
    return [one for one in found if one.state["more"].get(ROLL) == attack.more[ROLL]]


def _wait(turn: Turn, others: list[Exchange], attack: Attack, defense: Defense) -> Event:
    for one in others:
        state: Attack = exchanges.state_of(one)
        answered = [*state.more[ANSWERED], _kept(attack, defense)]
        exchanges.advance(turn, one, replace(state, more={**state.more, ANSWERED: answered}))
    target = blows.still_fighting(attack.target)
    if target is None:
        turn.refuse("gone", "The target is not in the fight any more. The attack can be called off.", "ask")
    facts = {"target": target.character.name, "answer": defense.words}
    return turn.tell("dragonfly.shots-answered", facts, readers_of(target.character))


def _land(turn: Turn, answered: list[Answered]) -> Event:
    """All of them in the order of the shots. Whoever has left the fight meanwhile is hit by nothing."""
    here = [pair for pair in sorted(answered, key=_order) if blows.still_fighting(pair[0].target)]
    events: list[Event] = []
    earlier: list[tuple[int, int | None]] = []
    for attack, defense in here:
        more = {**attack.more, "earlier": list(earlier), ROLL: "", ANSWERED: []}
        events.append(blows.land(turn, replace(attack, more=more), defense))
        earlier.append((attack.more["shots"], defense.total))
    return events[0]


def _order(pair: Answered) -> int:
    before: int = pair[0].more["before"]
    return before


blows.kept_back(SORT, keep_back)
