"""The GM's word on an attack before its dice: dull or not, which advantage she grants, what an effect takes
(yarn.predictable-attack, yarn.advantage, yarn.special-effect)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms

from apps.characters.forms import CharactersChoice, number
from apps.characters.models import Character, Entry
from apps.checks.versus import whom_to_ask
from apps.combat import tracking
from apps.combat.models import Combatant
from apps.combat.yarn.attacks.forms import tick
from apps.combat.yarn.attacks.strike import (
    GROUNDS,
    SECRET,
    Strike,
    asked_about,
    clash_asked,
    clash_of,
    open_attacks,
    strike_of,
)
from apps.combat.yarn.rounds import stored
from apps.rules.yarn.combat.damage import NEEDED
from apps.rules.yarn.combat.firing import why_no_rounds
from apps.rules.yarn.combat.lists import PER_TARGET
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.audience import EVERYBODY, GMS
from apps.table.models import Exchange
from apps.table.sure import sure
from apps.table.turn import Turn

MOST_NEEDED = 30
SPREAD = "spread"


class JudgingForm(ActForm):
    """The fields of her word."""

    dull = tick("Dull or predictable: a penalty die")
    granted = forms.MultipleChoiceField(
        label="Advantages that you grant",
        required=False,
        choices=[(key, title) for key, (title, _) in GROUNDS.items()],
        widget=forms.CheckboxSelectMultiple,
    )
    needed = number("The effect takes, above the defence", 1, MOST_NEEDED, required=False, initial=NEEDED)

    def offer_word(self, strike: Strike | None, of_player: bool) -> None:
        """What there is to judge; a GM's character is never dull."""
        if strike is None:
            return
        self.start_with({"granted": list(strike.grounds), "needed": strike.needed, "dull": strike.dull})
        if not (of_player and self.viewer.options.predictable_attacks):
            del self.fields["dull"]
        if not strike.effect:
            del self.fields["needed"]

    def judged(self, strike: Strike) -> Strike:
        """The attack with her word on it."""
        given = self.cleaned_data
        return replace(
            strike,
            dull=bool(given.get("dull", strike.dull)),
            grounds=tuple(given.get("granted", strike.grounds)),
            needed=given.get("needed") or strike.needed,
        )

    def no_word(self) -> None:
        for name in ("dull", "granted", "needed"):
            self.fields.pop(name, None)


class JudgeForm(JudgingForm):
    """Which attack, by the id of what waits."""

    exchange = forms.CharField(widget=forms.HiddenInput, max_length=16)
    also = CharactersChoice(
        label="Who stands between them as well",
        required=False,
        help_text="Nobody between two targets is skipped, friends neither: five rounds more for each",
    )

    def setup(self) -> None:
        found = self.found
        attacker = self.viewer.desk.find(Combatant, strike_of(found).attacker) if found is not None else None
        if found is not None:
            self.offer_word(strike_of(found), attacker is not None and bool(attacker.character.seat_id))
        if found is None or attacker is None or strike_of(found).tactic != SPREAD:
            del self.fields["also"]
        else:
            self.choose("also", [one.character for one in _beside(found, attacker)])

    @property
    def found(self) -> Exchange | None:
        wanted = str(self["exchange"].value() or "")
        return next((one for one in open_attacks(self.viewer.desk) if one.public_id == wanted), None)

    def clean(self) -> dict[str, Any]:
        if self.found is None:
            self.add_error(None, "This attack waits no longer: its dice have fallen, or it was called off.")
        return self.cleaned_data


@act("yarn.judge-attack", title="Your word on the attack", form=JudgeForm, who=gms, button="This it is")
def judge_attack(turn: Turn, form: JudgeForm) -> None:
    """Before the dice, in view of the player; how much an effect takes the GM keeps to herself. Refuses an attack
    whose dice have fallen, and one of which somebody has left the fight."""
    exchange = form.found
    if exchange is None:
        turn.refuse("gone", "This attack waits no longer.")
    strike = form.judged(strike_of(exchange))
    also: list[Character] = form.cleaned_data.get("also") or []
    strike = _swept_too(turn, exchange, strike, also) if also else strike
    exchanges.advance(turn, exchange, strike)
    asks = exchanges.asks_of(exchange)
    clash = clash_asked(asks[0]) if asks else None
    if clash is None:
        turn.refuse("gone", "One of the two is not in the fight any more.")
    facts = {"attacker": clash.attacker.character.name, "dull": strike.dull, "granted": titles(strike)}
    facts |= {"also": [one.name for one in also]}
    hidden = clash.attacker.character.hidden or clash.target.character.hidden
    turn.tell("yarn.attack-judged", facts, to=GMS if hidden else EVERYBODY)


def _beside(exchange: Exchange, attacker: Combatant) -> list[Combatant]:
    """Who could stand between those who are swept; somebody hidden where all of it is the GM's."""
    struck = {aim.target for aim in strike_of(exchange).aims} | {attacker.pk}
    rest = [one for one in stored.everybody(attacker.fight) if one.pk not in struck]
    return [one for one in rest if exchange.kind == SECRET or not one.character.hidden]


def _swept_too(turn: Turn, exchange: Exchange, strike: Strike, also: Sequence[Character]) -> Strike:
    """The spread with more targets, as far off as the first; each of them is asked, and their rounds are gone
    (yarn.full-auto-spread). Refuses more than there are rounds for."""
    attacker = turn.desk.get(Combatant, strike.attacker)
    rows = [sure(tracking.combatant_of(attacker.fight, one)) for one in also]
    wide = replace(strike, aims=(*strike.aims, *(replace(strike.aims[0], target=one.pk) for one in rows)))
    _rounds_more(turn, attacker, strike, wide)
    for place in range(len(strike.aims), len(wide.aims)):
        clash = sure(clash_of(turn.desk, wide, wide.aims[place]))
        exchanges.ask(turn, exchange, whom_to_ask(clash.target.character), asked_about(place, clash))
    return wide


def _rounds_more(turn: Turn, attacker: Combatant, strike: Strike, wide: Strike) -> None:
    entry, options = turn.desk.one(Entry, public_id=strike.entry), stored.options_of(attacker.fight)
    if entry is None or entry.amount is None or not options.count_ammunition:
        return
    before = entry.amount + PER_TARGET * len(strike.aims)
    if no := why_no_rounds(f"full auto, spread, {len(wide.aims)} targets", before, options):
        turn.refuse(no.code, no.text, "also")
    turn.change(entry, amount=before - PER_TARGET * len(wide.aims))


def titles(strike: Strike) -> list[str]:
    """The advantages in words."""
    return [GROUNDS[one][0] for one in strike.grounds]
