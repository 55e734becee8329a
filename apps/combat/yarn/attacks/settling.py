"""An attack that is answered: dice of both sides fall, a hit lands, and the card says how it came about
(yarn.attack-roll)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from apps.characters.yarn import landing
from apps.characters.yarn.landing import Blow, Landed
from apps.checks.thrown import falling_for
from apps.checks.yarn.answers import chosen
from apps.checks.yarn.breaks import is_practical_where
from apps.checks.yarn.pools import Built
from apps.checks.yarn.rolling import facts_of, rolled
from apps.combat import tracking
from apps.combat.models import Combatant
from apps.combat.yarn.attacks import together, told
from apps.combat.yarn.attacks.strike import (
    HELPLESS,
    Clash,
    Met,
    attack_pool,
    defence_pool,
    metres_for_damage,
    options_of_defence,
)
from apps.combat.yarn.rounds import stored
from apps.rules.yarn.checks import clash as clash_of_rolls
from apps.rules.yarn.checks import is_botched
from apps.rules.yarn.options import Options
from apps.rules.yarn.pool import Rolled, ready
from apps.table import exchanges
from apps.table.desk import Desk
from apps.table.keys import NewKey, keys_elsewhere
from apps.table.models import Ask, Event
from apps.table.sure import sure
from apps.table.turn import Turn

KEPT = "met-"
"""Before the key of an attacker: the total that somebody threw against them first in this round, and 1 more, where the
switch defence-rolls keeps it."""
SETTLED = "yarn.attack-settled"
Throw = Callable[[Built, Options], Rolled]
"""How one side throws its dice."""


@dataclass(frozen=True)
class Both:
    """Both rolls; the defence is None where an earlier total counts."""

    attack: Built
    struck: Rolled
    defence: Built
    met: Rolled | None
    kept: int | None
    hit: bool
    difference: int


def kept_total(attacker: Combatant, target: Combatant) -> int | None:
    """The total that counts against this attacker for the round, if one was thrown (the switch defence-rolls)."""
    if stored.options_of(target.fight).defence_rolls != "per attacker":
        return None
    found = stored.used(target).get(f"{KEPT}{attacker.pk}")
    return None if not found else found - 1


def settle(
    turn: Turn, clash: Clash, met: Met, ask: Ask | None, *, typed: bool = False, lies: tuple[int, ...] = ()
) -> Event:
    """Throws both sides, lands a hit unless it waits for others of its moment, and tells of it, and whether dice of it
    were `typed`. Faces that fell in an answer that was taken back fall again; those of damage and armour that lie there
    are kept with a hit that waits."""
    ready(attack_pool(clash).pool)
    waits = together.must_wait(clash)
    with falling_for(turn, ask):
        both = _thrown(turn, clash, met)
        blow = blow_of(clash, met, both) if both.hit else None
        lands = blow if not waits else None
        landed = landing.land(turn, clash.target.character, lands, clash.options) if lands else None
    _use_up(turn, clash, met, both)
    facts = _facts(clash, met, both, landed) | {"waits": blow is not None and waits, "typed": typed}
    event = told.tell(turn, SETTLED, facts, clash, landed)
    if blow is not None and waits:
        together.hold(turn, clash, blow, event, lies, typed=typed and bool(lies))
    stored.stepped(turn, clash.attacker.fight)
    return event


def _thrown(turn: Turn, clash: Clash, met: Met) -> Both:
    return thrown_by(
        clash,
        met,
        lambda found, options: rolled(turn, found, options=options),
        lambda found, options: rolled(turn, found, own_action=False, options=options),
    )


def thrown_by(clash: Clash, met: Met, attacks: Throw, defends: Throw) -> Both:
    """Both rolls, thrown as `attacks` and `defends` do it, and how they compare."""
    attack, defence, others = attack_pool(clash), defence_pool(clash, met), options_of_defence(clash, met)
    struck = attacks(attack, clash.options)
    kept = None if met.way == HELPLESS else kept_total(clash.attacker, clash.target)
    if kept is not None:
        return Both(attack, struck, defence, None, kept, *_against_kept(struck, kept, clash.options))
    against = defends(defence, others)
    hit, difference = clash_of_rolls(struck, against, clash.options, others)
    return Both(attack, struck, defence, against, None, hit, difference)


def _against_kept(struck: Rolled, kept: int, options: Options) -> tuple[bool, int]:
    """Whether it hits a total that was thrown before, and by how much; a botch misses whatever that is (yarn.botch)."""
    difference = struck.total - kept
    if is_botched(struck, options):
        return False, min(difference, 0)
    return difference > 0, difference


def blow_of(clash: Clash, met: Met, both: Both) -> Blow:
    """What lands of a hit."""
    strike = clash.strike
    return Blow(
        difference=both.difference,
        weapon=strike.weapon,
        ammunition=strike.ammunition,
        tactic=strike.tactic,
        metres=metres_for_damage(clash),
        special_effect=bool(strike.effect),
        totals=(both.struck.total, both.met.total if both.met else both.kept or 0),
        dice_for_damage="alternate_damage" in strike.read,
        botched=both.met is not None and is_botched(both.met, options_of_defence(clash, met)),
    )


def _use_up(turn: Turn, clash: Clash, met: Met, both: Both) -> None:
    """What the answer uses up for the rest of the round: a trait, the attack of the round, a price."""
    target = clash.target
    if met.way and met.way != HELPLESS:
        stored.lock(turn, target, met.way.rpartition(":")[2], "defence")
    if met.desperate:
        stored.note(turn, target, stored.DESPERATE)
    if met.answer and (pay := chosen(target.character, "attack", met.answer).pay):
        pay(turn, target.character)
    thrown = both.met is not None and met.way != HELPLESS
    if thrown and stored.options_of(target.fight).defence_rolls == "per attacker":
        stored.note(turn, target, f"{KEPT}{clash.attacker.pk}", sure(both.met).total + 1)


def _facts(clash: Clash, met: Met, both: Both, landed: Landed | None) -> dict[str, Any]:
    needed = clash.strike.needed
    return told.named(clash) | {
        "attack": facts_of(both.attack, both.struck),
        "defence": facts_of(both.defence, both.met) if both.met else None,
        "kept": both.kept,
        "met": "helpless" if met.way == HELPLESS and not met.answer else "dodges" if met.dodges else "",
        "hit": both.hit,
        "difference": both.difference if both.hit else None,
        "effect_done": bool(clash.strike.effect) and both.hit and both.difference >= needed,
        "harm": told.harm_facts(landed),
    }


def answered(turn: Turn, ask: Ask, by: Event) -> None:
    """One of those who were asked has answered; with the last of them it is over."""
    exchanges.close_ask(turn, ask, by)
    if not exchanges.asks_of(ask.exchange):
        exchanges.close(turn, ask.exchange)


@is_practical_where
def _in_a_fight(desk: Desk) -> bool:
    """Rolls of a fight can have breaks, whatever the scene is."""
    return tracking.fight_of(desk.table) is not None


@keys_elsewhere("combat.tally")
def _in_tally(fields: dict[str, Any], known: Mapping[str, Any], new: NewKey) -> None:
    if fields.get("key", "").startswith(KEPT):
        fields["key"] = f"{KEPT}{new('combat.combatant', int(fields['key'].removeprefix(KEPT)))}"
