"""What the GM says before an attack goes on: a shot beyond the effective range, a power that is only alike
(rough_magic.effective-range, rough_magic.esoteric-block)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from apps.characters.models import Move
from apps.characters.points import told_by
from apps.checks import versus
from apps.checks.rough_magic.boxes import Box
from apps.checks.rough_magic.buying import pay_for
from apps.checks.thrown import Thrown
from apps.combat.rough_magic.attacks import guards, opening, paying, told
from apps.combat.rough_magic.attacks.aimed import Aimed, arm_of, as_it_is_now
from apps.combat.rough_magic.attacks.guards import Guard
from apps.combat.rough_magic.attacks.strike import Clash, Facts, clash_of, options_of
from apps.combat.rough_magic.order import stored
from apps.rules.dice import HandDice
from apps.rules.rough_magic.roll import DICE, SIDES
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.audience import EVERYBODY, GMS, players_of
from apps.table.models import Ask, Event, Exchange
from apps.table.shared.answers import AnswerForm, yes_or_no
from apps.table.turn import Turn
from apps.table.viewer import Viewer

RANGE, POWER = "rough_magic.range-asked", "rough_magic.power-asked"
TO_GMS = ("gms", 0)


# beyond the effective range


AsPart = Callable[[Turn, Clash, Aimed, Ask], Event]
_parts: dict[str, AsPart] = {}


def when_part_of(*kinds: str) -> Callable[[AsPart], AsPart]:
    """Registers how a shot is made that is part of an open exchange of these kinds, once the GM has said yes."""

    def register(hook: AsPart) -> AsPart:
        _parts.update(dict.fromkeys(kinds, hook))
        return hook

    return register


def ask_about_range(turn: Turn, clash: Clash, aimed: Aimed, range: int | None, inside: Exchange | None = None) -> None:
    """Asks the GM before anything is rolled. `inside` is what the shot is part of, if it is none of its own."""
    event = _told(turn, RANGE, clash, {"range": range})
    exchange = exchanges.open_exchange(turn, RANGE, aimed, event, inside=inside)
    asked = {"who": clash.attacker.name, "target": clash.target.name, "weapon": clash.strike.arms.name}
    exchanges.ask(turn, exchange, TO_GMS, asked | {"distance": clash.strike.distance, "range": range})


class AnswerRangeForm(AnswerForm):
    kinds = (RANGE,)
    allow = yes_or_no("May it be tried", "Yes, with −3", "No")


@act(
    "rough_magic.answer-range",
    title="Beyond the effective range",
    form=AnswerRangeForm,
    button="This it is",
    who=gms,
    template="combat/rough_magic/acts/answer-range.html",
)
def answer_range(turn: Turn, form: AnswerRangeForm) -> None:
    """On a yes it is rolled at once with what was ticked; on a no the task is kept."""
    ask: Ask = form.cleaned_data["ask"]
    aimed: Aimed = form.state
    clash = clash_of(turn.desk, aimed.strike)
    if clash is None:
        turn.refuse("gone", "One of the two is not at the table any more. It can be called off.", "ask")
    turn.cause = ask.exchange.opened_by
    if not form.allowed:
        event = _told(turn, "rough_magic.range-refused", clash, {})
    elif ask.exchange.inside is not None:
        event = _parts[ask.exchange.inside.kind](turn, clash, aimed, ask)
    else:
        event = _shot(turn, clash, aimed, ask)
    exchanges.close_ask(turn, ask, event)
    if ask.exchange.closed_at is None:
        exchanges.close(turn, ask.exchange)


def _shot(turn: Turn, clash: Clash, aimed: Aimed, ask: Ask) -> Event:
    stored.uses_task(turn, clash.attacker)
    made, left_out, paid = shoot(turn, clash, aimed, ask)
    event = opening.make(turn, made, options_of(ask.exchange), left_out=left_out)
    told_by(turn, event, paid)
    return event


def shoot(turn: Turn, clash: Clash, aimed: Aimed, ask: Ask) -> tuple[Clash, list[Box], Move | None]:
    """It is paid for and rolled now, against the defence of now. Refuses where what it takes has gone meanwhile: the
    GM can still say no. Inside the hold, after the task is paid for."""
    paying.use_one(turn, clash.attacker, aimed.arm)
    paid = pay_for(turn, aimed.buys, clash.attacker, aimed.trait)
    arm = arm_of(clash, aimed)
    if arm is None:
        turn.refuse("gone", f"{clash.attacker.name} has no {clash.strike.arms.name} any more.", "ask")
    clash, left_out = as_it_is_now(clash, aimed, arm, options_of(ask.exchange))
    strike = clash.strike
    thrown = Thrown(turn, HandDice(list(strike.faces)) if strike.faces else None, ask)
    faces = () if strike.fails else thrown.dice(DICE, SIDES)
    thrown.settle()
    return replace(clash, strike=replace(strike, faces=faces, typed=thrown.typed)), left_out, paid


def _told(turn: Turn, kind: str, clash: Clash, more: Facts) -> Event:
    """Everybody hears of it, unless one of the two is hidden."""
    secret = clash.attacker.hidden or clash.target.hidden
    to = GMS | players_of(clash.attacker.pk) if secret else EVERYBODY
    return turn.tell(kind, told.named(clash) | more, to)


# a power that is only alike


@dataclass(frozen=True)
class PowerWanted:
    """The answer that somebody wants to give, by the id of its guard."""

    guard: str


def ask_about_power(turn: Turn, attack: Exchange, clash: Clash, guard: Guard) -> None:
    """Asks the GM whether this power meets that one; the hit goes on waiting meanwhile."""
    more = {"character": versus.openly(clash.target), "power": guard.power, "against": clash.strike.arms.power}
    event = _told(turn, POWER, clash, more)
    exchange = exchanges.open_exchange(turn, POWER, PowerWanted(guard.id), event, inside=attack)
    exchanges.ask(turn, exchange, TO_GMS, more | {"who": clash.target.name})


def asked_about(attack: Exchange) -> str:
    """The guard about which the GM is asked in this attack, if any."""
    found = [one for one in exchanges.inside_of(attack) if one.kind == POWER]
    return exchanges.state_of(found[0]).guard if found else ""


class AnswerPowerForm(AnswerForm):
    kinds = (POWER,)
    allow = yes_or_no("Does it meet the other power", "Yes, it blocks", "No")


@act(
    "rough_magic.answer-power",
    title="A power against a power",
    form=AnswerPowerForm,
    button="This it is",
    who=gms,
    template="combat/rough_magic/acts/answer-power.html",
)
def answer_power(turn: Turn, form: AnswerPowerForm) -> None:
    """On a yes the attack is met with it; on a no it is answered otherwise."""
    ask: Ask = form.cleaned_data["ask"]
    attack = ask.exchange.inside
    clash = clash_of(turn.desk, exchanges.state_of(attack)) if attack else None
    if attack is None or clash is None:
        turn.refuse("gone", "One of the two is not at the table any more. It can be called off.", "ask")
    turn.cause = ask.exchange.opened_by
    if not form.allowed:
        event = _told(turn, "rough_magic.power-refused", clash, ask.facts)
        exchanges.answered(turn, ask, event)
        return
    _meet(turn, attack, clash, form.state.guard)


def _meet(turn: Turn, attack: Exchange, clash: Clash, guard: str) -> None:
    options = options_of(attack)
    found = next((one for one in guards.guards_of(clash, options) if one.id == guard), None)
    if found is None or found.off:
        turn.refuse("off", found.off if found else "That power is gone from the sheet.", "ask")
    event = paying.settle_with(turn, clash, found, options)
    for one in exchanges.asks_of(attack):
        exchanges.close_ask(turn, one, event)
    exchanges.close(turn, attack)


# what is asked


def ask_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    return {"asked": ask.facts}
