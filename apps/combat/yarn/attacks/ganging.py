"""Several set upon one: the GM says who, and whoever is set upon says which of them have a bonus die
(yarn.ganging-up)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apps.characters.access import knows_of
from apps.characters.forms import CharacterChoice, CharactersChoice, acting_for, named
from apps.characters.models import Character
from apps.checks.versus import SOMEBODY, whom_to_ask
from apps.combat import gathering, tracking
from apps.combat.models import Combatant, CombatantKey
from apps.combat.tracking import is_fighting
from apps.combat.yarn.attacks import gangs
from apps.combat.yarn.rounds import stored
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.audience import EVERYBODY, GMS
from apps.table.exchanges import exchange_kind
from apps.table.models import Ask, Exchange, Span
from apps.table.shared.answers import AnswerForm
from apps.table.spans import ends_with_span
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KIND = "yarn.gang-choice"
stored.asks_in_fights(KIND)
FOLDER = "combat/yarn/attacks/asks"


@dataclass(frozen=True)
class Gang:
    """Who is set upon by whom."""

    target: CombatantKey
    attackers: tuple[CombatantKey, ...]


class GangForm(ActForm):
    """One who is set upon, and all who do it in this round."""

    target = CharacterChoice(label="Who is set upon")
    attackers = CharactersChoice(label="By whom, in this round")

    def setup(self) -> None:
        fight = tracking.fight_of(self.viewer.table)
        rounds = fight is not None and fight.phase == stored.ROUNDS
        cast = [one.character for one in stored.everybody(sure(fight))] if rounds else []
        for name in ("target", "attackers"):
            self.choose(name, cast)

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if given.get("target") in (given.get("attackers") or ()):
            self.add_error("attackers", "Nobody sets upon themselves.")
        return given


@act("yarn.gang-up", menu=44, due=is_fighting, title="Set upon one", form=GangForm, who=gms, button="They set upon one")
def gang_up(turn: Turn, form: GangForm) -> None:
    """Declares the attackers of the round. Where they are more than fighting dice, whoever is set upon says which have
    the bonus, and attacks wait for that."""
    fight = tracking.running(turn)
    target = sure(tracking.combatant_of(fight, form.cleaned_data["target"]))
    rows = [sure(tracking.combatant_of(fight, one)) for one in form.cleaned_data["attackers"]]
    for one in rows:
        gangs.note(turn, one, target)
    there = gangs.attackers_on(target)
    count = gangs.beyond(target, there)
    hidden = target.character.hidden or any(one.character.hidden for one in there)
    facts = {"target": target.character.name, "attackers": gathering.names(there), "bonus": count}
    event = turn.tell("yarn.set-upon", facts, to=GMS if hidden else EVERYBODY)
    if count:
        stored.note(turn, target, gangs.CHOSEN, 0)
        state = Gang(target.pk, tuple(one.pk for one in there))
        exchange = exchanges.open_exchange(turn, KIND, state, event)
        asked = {"who": target.character.name, "count": count}
        exchanges.ask(turn, exchange, whom_to_ask(target.character), asked)


def gang_of(exchange: Exchange) -> tuple[Combatant, list[Combatant]] | None:
    """Who is set upon by whom; None where they are gone."""
    state: Gang = exchanges.state_of(exchange)
    target = exchange.desk.find(Combatant, state.target)
    rows = [exchange.desk.find(Combatant, key) for key in state.attackers]
    return (target, [one for one in rows if one is not None]) if target is not None else None


class ChoiceForm(AnswerForm):
    kinds = (KIND,)
    bonus = CharactersChoice(label="Who has the bonus die")

    def setup(self) -> None:
        found = gang_of(self.row.exchange) if self.row is not None else None
        attackers = [one.character for one in found[1]] if found else []
        self.choose("bonus", attackers)
        self.offer("bonus", [(one.public_id, called(self.viewer, one)) for one in attackers])

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        count = self.row.facts["count"] if self.row is not None else 0
        if "bonus" in given and len(given["bonus"]) != count:
            self.add_error("bonus", f"{count} of them {'has' if count == 1 else 'have'} it: choose so many.")
        return given


@act("yarn.choose-gang", title="Who has the bonus", form=ChoiceForm, button="These")
def choose_gang(turn: Turn, form: ChoiceForm) -> None:
    """The one who is set upon says which attackers beyond the fighting dice have a bonus die. Refuses it once they
    have left the fight."""
    ask: Ask = form.cleaned_data["ask"]
    found = gang_of(ask.exchange)
    if found is None:
        turn.refuse("gone", "They are not in the fight any more.", "ask")
    target, rows = found
    acting_for(turn, target.character)
    bonus = [one for one in rows if one.character in form.cleaned_data["bonus"]]
    gangs.choose(turn, target, rows, bonus)
    hidden = target.character.hidden or any(one.character.hidden for one in rows)
    facts = named(target.character) | {"names": gathering.names(bonus)}
    event = turn.tell("yarn.gang-chosen", facts, to=GMS if hidden else EVERYBODY)
    exchanges.answered(turn, ask, event)


def context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    found = gang_of(ask.exchange)
    rows: Sequence[Combatant] = found[1] if found else ()
    names = [(one.character.public_id, called(viewer, one.character)) for one in rows]
    return {"attackers": names, "gone": found is None}


def called(viewer: Viewer, attacker: Character) -> str:
    """An attacker as this seat knows them: whoever is set upon does not see all of them."""
    return attacker.name if knows_of(viewer, attacker) else SOMEBODY


@ends_with_span(tracking.TURN, game="yarn")
def nobody_chooses_any_more(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """With the round it is over who has set upon whom."""
    for one in exchanges.open_exchanges(turn.desk, KIND):
        exchanges.close(turn, one)
    return []


exchange_kind(
    name=KIND,
    state=Gang,
    template=f"{FOLDER}/gang",
    answer="yarn.choose-gang",
    open=False,
    context=context,
    bare_row=True,
)
