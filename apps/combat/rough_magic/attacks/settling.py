"""An attack that has hit comes to its end: what is left of the margin, levels, states, and what else its sort does
(rough_magic.attack-sequence)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from apps.characters.models import THING, Character
from apps.characters.rough_magic import states
from apps.characters.rough_magic.endurance import follows_harm, is_down
from apps.combat.rough_magic.attacks import resisting, told
from apps.combat.rough_magic.attacks.landing import Landed, land, seen
from apps.combat.rough_magic.attacks.strike import SLAM, Clash, Facts, Strike
from apps.combat.rough_magic.order.getting_clear import NOWHERE, Cleared
from apps.rules.rough_magic.combat.defences import lowered
from apps.rules.rough_magic.endurance import Damage
from apps.rules.rough_magic.lists import TERRORS
from apps.rules.rough_magic.options import Options
from apps.rules.rough_magic.roll import STEP, levels
from apps.table.models import Event
from apps.table.turn import Turn

SETTLED = "rough_magic.attack-settled"
OF_TYPES = tuple(f"rough_magic.{name}" for name in ("penetrating", "sensory", "stunning", "terrifying"))
"""The rules of types of attack, which tell with what somebody strikes."""
TAKE, BLOCK, DODGE, DIVE, POWER, LEAP = "take", "block", "dodge", "dive", "power", "leap"


@dataclass(frozen=True)
class Met:
    """How a hit was met: `how` is one of the words above, `price` what was given up for it ("task", "held turn",
    "round 7"; empty for nothing). `victim`: whom it would have reached, had nobody leapt in. `cleared`: where who dived
    lies on the board, and which states have ended with that."""

    how: str = TAKE
    price: str = ""
    with_power: str = ""
    victim: Character | None = None
    cleared: Cleared = NOWHERE


@dataclass(frozen=True)
class Settled:
    """What an attack came to."""

    clash: Clash
    met: Met
    margin: int | None
    landed: Landed

    @property
    def hit(self) -> bool:
        return self.margin is not None and self.margin >= 0


OnHit = Callable[[Turn, Settled], Facts]
OnEnd = Callable[[Turn, Clash, bool, Event], None]
_on_hit: dict[str, OnHit] = {}
_on_end: list[OnEnd] = []


def when_it_hits(sort: str) -> Callable[[OnHit], OnHit]:
    """Registers what a hit of this sort does besides; returns what the card tells of it."""

    def register(hook: OnHit) -> OnHit:
        _on_hit[sort] = hook
        return hook

    return register


def when_it_ends(hook: OnEnd) -> OnEnd:
    """Registers what follows once an attack is over: with whether it hit, and the event that says so."""
    _on_end.append(hook)
    return hook


# what is left of it


LASTS = {BLOCK: "blocking", DODGE: "dodging", POWER: "blocking"}
"""The states that go on after the answer, until the next turn taken; a block with a power against that power alone."""


def running(target: Character, name: str, against: str = "") -> bool:
    """Whether a block or a dodge of theirs goes on; or a block `against` the power of that name."""
    return states.is_in(target, LASTS[name], against)


def margin_after(strike: Strike, target: Character, met: Met, options: Options) -> int | None:
    """The margin after all that meets it; None where nobody is struck.

    A block and a dodge that go on count by themselves, and the same one counts once (rough_magic.blocking,
    rough_magic.dodging, rough_magic.esoteric-block). With the switch auto-success-holds a plot point's hit stays one.
    """
    rolled = strike.roll().margin
    if rolled is None or met.how == DIVE:
        return None
    left = rolled - STEP * is_met(strike, target, met.how)
    return max(0, left) if holds(strike, options) else left


def is_met(strike: Strike, target: Character, how: str = TAKE) -> bool:
    """Whether its margin is lowered: by what meets it now, or by what goes on already."""
    if how == POWER or (strike.arms.power and running(target, POWER, strike.arms.power)):
        return True
    block, dodge = (how == name or running(target, name) for name in (BLOCK, DODGE))
    return lowered(STEP, strike.arms.attack, block=block, dodge=dodge, harmful=strike.harmful) < STEP


def holds(strike: Strike, options: Options) -> bool:
    """Whether a hit that was bought stays one, however it is met (the switch auto-success-holds)."""
    return strike.bought and options.auto_success_holds


@follows_harm
def guard_falls(turn: Turn, character: Character, before: Damage, after: Damage) -> None:
    """The defeated do nothing: they neither block nor dodge any more (rough_magic.exhausted)."""
    if is_down(character):
        states.end(turn, character, *LASTS.values())


def levels_of(strike: Strike, margin: int | None) -> int:
    """The levels that a hit by this margin costs (rough_magic.endurance-loss)."""
    return levels(margin) if strike.harmful and margin is not None else 0


def effects_of(strike: Strike, met: Met, hit: bool) -> tuple[str, ...]:
    """The states that begin with it (rough_magic.slamming, rough_magic.attack-types, rough_magic.diving-clear)."""
    further = {"sensory": "blind and deaf", "terrifying": TERRORS[strike.terror]}
    found = [state for name, state in further.items() if hit and name in strike.arms.types]
    prone = (hit and strike.sort == SLAM) or met.how == DIVE
    return (*found, *(["prone"] if prone else []))


# the end


def settle(turn: Turn, clash: Clash, met: Met, options: Options) -> Event:
    """Lowers the margin, does the harm, begins the states and tells of it. Inside the hold."""
    strike = clash.strike
    margin = margin_after(strike, clash.target, met, options)
    hit = margin is not None and margin >= 0
    landed = land(
        turn,
        clash.fight,
        clash.target,
        levels_of(strike, margin),
        stunning=strike.stunning,
        begins=effects_of(strike, met, hit),
        by=clash.attacker,
        options=options,
    )
    done = Settled(clash, met, margin, landed)
    more = _on_hit[strike.sort](turn, done) if hit and strike.sort in _on_hit else {}
    event = _tell(turn, done, more, options)
    resisting.ask_for(turn, landed, clash.attacker, event)
    over(turn, clash, hit, event)
    return event


def over(turn: Turn, clash: Clash, hit: bool, event: Event) -> None:
    """An attack is over, hit or miss."""
    for hook in _on_end:
        hook(turn, clash, hit, event)


def _tell(turn: Turn, done: Settled, more: Facts, options: Options) -> Event:
    clash, met = done.clash, done.met
    full = told.named(clash) | told.roll_facts(clash.strike, clash.strike.roll()) | more
    full |= {
        "how": met.how,
        "price": met.price,
        "with_power": met.with_power,
        "victim": met.victim.name if met.victim else "",
        "cell": met.cleared.cell,
        "ended": list(met.cleared.ended),
        "margin_left": done.margin,
        "hit": done.hit,
        "harm": done.landed.facts(),
        "rules": _rules(done),
    }
    return told.tell(turn, SETTLED, full, clash, options, lambda facts, reader: _cut(facts, reader, done, options))


def _cut(facts: Facts, reader: told.Reader, done: Settled, options: Options) -> Facts:
    met, own = done.met, reader.owns == done.clash.target
    harm: dict[str, Any] = facts["harm"] if own else seen(facts["harm"], done.clash.target, options)
    if done.clash.target.hidden and not own:
        harm = harm | {"character": facts["target"], "character_id": ""}
    found = facts | {"harm": harm}
    if reader.may_not_know_arms:
        found |= {"rules": [one for one in facts["rules"] if one not in OF_TYPES]}
    found |= {"margin_left": None} if not reader.knows_target else {}
    return found | ({"victim": reader.name(met.victim)} if met.victim else {})


def _rules(done: Settled) -> list[str]:
    """Those that decided, for the links of the card."""
    strike, met = done.clash.strike, done.met
    by_answer = {BLOCK: "blocking", DODGE: "dodging", DIVE: "diving-clear", POWER: "esoteric-block", LEAP: "shielding"}
    found = ["attack-sequence"]
    found += [by_answer[met.how]] if met.how in by_answer else []
    found += ["slamming"] if strike.sort == SLAM else []
    found += [name for name in strike.arms.types if f"rough_magic.{name}" in OF_TYPES]
    found += ["objects"] if done.clash.target.sheet == THING else ["endurance-loss"] if done.landed.levels else []
    found += ["unnamed"] if done.clash.struck.unnamed and done.landed.fell else []
    return [f"rough_magic.{name}" for name in found]
