"""Shots of one roll at several targets (switch spread-volley): all of them choose a defense before the die is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from apps.characters.access import readers_of
from apps.combat.dragonfly.blows import landing
from apps.combat.dragonfly.blows.blow import Attack, Defense
from apps.combat.dragonfly.fighters import questions
from apps.combat.dragonfly.fighters.standing import still_fighting
from apps.table import exchanges
from apps.table.ids import public_id
from apps.table.keys import NewKey, keys_elsewhere, with_new_keys
from apps.table.models import Event, Exchange
from apps.table.turn import Turn

ROLL, ANSWERED = "roll", "answered"
"""In an attack's `more`: what the attacks of one roll share, and those of them that were answered already."""

Answered = tuple[Attack, Defense]


def of_one_roll(attacks: list[Attack]) -> list[Attack]:
    """The attacks, marked as those of one roll."""
    roll = public_id()
    return [replace(one, more={**one.more, ROLL: roll, ANSWERED: []}) for one in attacks]


def with_answered(attack: Attack, answered: Iterable[Answered]) -> Attack:
    """The attack, holding these besides those of its roll that were answered before."""
    return replace(attack, more={**attack.more, ANSWERED: [*attack.more[ANSWERED], *(_kept(*one) for one in answered)]})


def _kept(attack: Attack, defense: Defense) -> dict[str, Any]:
    """An answered attack as the others of the roll hold it."""
    bare = replace(attack, more={**attack.more, ANSWERED: []})
    return {"attack": msgspec.to_builtins(bare), "defense": msgspec.to_builtins(defense)}


def _read(kept: dict[str, Any]) -> Answered:
    return msgspec.convert(kept["attack"], Attack), msgspec.convert(kept["defense"], Defense)


@keys_elsewhere("table.exchange", known_by=("kind",))
def _in_answered(fields: dict[str, Any], known: Mapping[str, Any], new: NewKey) -> None:
    if known["kind"] in questions.kinds_for(questions.ATTACK):
        for kept in fields.get("state", {}).get("more", {}).get(ANSWERED, ()):
            kept["attack"] = with_new_keys(Attack, kept["attack"], new)


def keep_back(turn: Turn, attack: Attack, defense: Defense) -> Event | None:
    """Until the last target has answered, an answer only waits; then all are shown together."""
    if not attack.more.get(ROLL):
        return None
    others = [one for one in _of_the_roll(turn, attack) if one.state["target"] != attack.target]
    waiting = [one for one in others if still_fighting(turn.desk, one.state["target"])]
    for gone in (one for one in others if one not in waiting):
        exchanges.close(turn, gone)
    if waiting:
        return _wait(turn, waiting, attack, defense)
    return land(turn, [*(_read(one) for one in attack.more[ANSWERED]), (attack, defense)])


def _of_the_roll(turn: Turn, attack: Attack) -> list[Exchange]:
    found = exchanges.open_exchanges(turn.desk, *questions.kinds_for(questions.ATTACK))
    return [one for one in found if one.state["more"].get(ROLL) == attack.more[ROLL]]


def _wait(turn: Turn, others: list[Exchange], attack: Attack, defense: Defense) -> Event:
    for one in others:
        state: Attack = exchanges.state_of(one)
        exchanges.advance(turn, one, with_answered(state, [(attack, defense)]))
    target = still_fighting(turn.desk, attack.target)
    if target is None:
        turn.refuse("gone", "The target is not in the fight any more. The attack can be called off.", "ask")
    facts = {"target": target.character.name, "answer": defense.words}
    return turn.tell("dragonfly.shots-answered", facts, readers_of(target.character))


def land(turn: Turn, answered: list[Answered]) -> Event:
    """All of them in the order of the shots. Whoever has left the fight meanwhile is hit by nothing."""
    here = [pair for pair in sorted(answered, key=_order) if still_fighting(turn.desk, pair[0].target)]
    events: list[Event] = []
    earlier: list[tuple[int, int | None, int]] = []
    for attack, defense in here:
        more = {**attack.more, "earlier": list(earlier), ROLL: "", ANSWERED: []}
        events.append(landing.land(turn, replace(attack, more=more), defense))
        earlier.append((attack.more["shots"], defense.total, attack.bonus))
    return events[0]


def _order(pair: Answered) -> int:
    before: int = pair[0].more["before"]
    return before
