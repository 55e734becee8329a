"""Actions of the same moment: all are rolled before any of them lands (yarn.delay-turn).

A hit that is rolled while somebody of its moment has still to act, or to be rolled, is held; the last of them, or the
GM, lets it land.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.characters.yarn import landing
from apps.characters.yarn.landing import Blow
from apps.checks.thrown import falling_for
from apps.combat.models import Combatant, Fight
from apps.combat.yarn.attacks import told
from apps.combat.yarn.attacks.strike import THROWS, THROWS_SECRETLY, Clash, Strike, clash_of, open_attacks, strike_of
from apps.combat.yarn.rounds import stored
from apps.rules.dice import HandDice, Recorded
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.models import Ask, Event, Exchange
from apps.table.shared.answers import AnswerForm
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KIND, LANDED = "yarn.blow", "yarn.blow-landed"


@dataclass(frozen=True)
class Held:
    """A hit as it was rolled: which attack, at which of its aims, and what lands. `lies` are the dice of damage and
    armour that were thrown with it, where somebody throws real ones; `typed` says that dice of it were."""

    strike: Strike
    place: int
    blow: Blow
    lies: tuple[int, ...] = ()
    typed: bool = False


def must_wait(clash: Clash) -> bool:
    """Whether others of the attacker's moment have still to act, or to be rolled."""
    others = [one for one in stored.of_its_moment(clash.attacker) if one != clash.attacker]
    return any(not stored.is_done(one) or _is_rolled_for(one) for one in others)


def _is_rolled_for(one: Combatant) -> bool:
    """Whether an attack of theirs waits for a defence, or for its dice."""
    strikes = [strike_of(each) for each in open_attacks(one.desk)]
    strikes += [exchanges.state_of(each).strike for each in exchanges.open_exchanges(one.desk, THROWS, THROWS_SECRETLY)]
    return any(strike.attacker == one.pk for strike in strikes)


def hold(turn: Turn, clash: Clash, blow: Blow, by: Event, lies: tuple[int, ...], typed: bool) -> None:
    """Keeps a hit until all of its moment are rolled; the GM may land it before."""
    place = clash.strike.aims.index(clash.aim)
    exchange = exchanges.open_exchange(turn, KIND, Held(clash.strike, place, blow, lies, typed), by)
    names = {"who": clash.target.character.name, "by": clash.attacker.character.name}
    exchanges.ask(turn, exchange, ("gms", 0), names)


@stored.after_each_step
def land_what_may(turn: Turn, fight: Fight) -> None:
    """Every hit for whose moment nothing more is to be rolled."""
    for exchange in exchanges.open_exchanges(fight.desk, KIND):
        clash = _clash_of(exchange)
        if clash is None or not must_wait(clash):
            _land(turn, exchange)


def _clash_of(exchange: Exchange) -> Clash | None:
    state: Held = exchanges.state_of(exchange)
    return clash_of(exchange.desk, state.strike, state.strike.aims[state.place])


def _land(turn: Turn, exchange: Exchange) -> None:
    """Takes the hit points. Of somebody who is gone nothing is left to take."""
    state: Held = exchanges.state_of(exchange)
    clash, ask = _clash_of(exchange), sure(turn.desk.one(Ask, exchange=exchange))
    if clash is not None:
        with falling_for(turn, ask):
            turn.dice = Recorded(HandDice(state.lies, turn.dice))
            landed = landing.land(turn, clash.target.character, state.blow, clash.options)
        facts = told.named(clash) | {"attack": None, "defence": None, "met": "", "difference": state.blow.difference}
        facts |= {"harm": told.harm_facts(landed), "typed": state.typed}
        event = told.tell(turn, LANDED, facts, clash, landed)
        exchanges.close_ask(turn, ask, event)
    if exchange.closed_at is None:
        exchanges.close(turn, exchange)


def _lands_at_the_end(turn: Turn, exchange: Exchange) -> None:
    """With the fight nobody else rolls any more: it lands, after that was told."""
    exchanges.close(turn, exchange)
    turn.later(lambda: _land(turn, exchange))


stored.asks_in_fights(KIND, at_end=_lands_at_the_end)


class LandForm(AnswerForm):
    kinds = (KIND,)


@act("yarn.land-blow", title="A hit that waits", form=LandForm, who=gms, button="It lands now")
def land_blow(turn: Turn, form: LandForm) -> None:
    """The GM does not wait for the others of its moment."""
    _land(turn, form.cleaned_data["ask"].exchange)


def context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """Whose hit it is, and for whom it waits."""
    clash = _clash_of(ask.exchange)
    moment = stored.of_its_moment(clash.attacker) if clash is not None else []
    return {"others": [one.character.name for one in moment if clash and one != clash.attacker]}
