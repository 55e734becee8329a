"""The GM's word on an attack before its dice: dull or not, which advantage she grants, what an effect takes
(yarn.predictable-attack, yarn.advantage, yarn.special-effect)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms

from apps.characters.forms import number
from apps.combat.models import Combatant
from apps.combat.yarn.attacks.forms import tick
from apps.combat.yarn.attacks.strike import GROUNDS, Strike, clash_asked, open_attacks, strike_of
from apps.rules.yarn.combat.damage import NEEDED
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.audience import EVERYBODY, GMS
from apps.table.models import Exchange
from apps.table.turn import Turn

MOST_NEEDED = 30


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

    def setup(self) -> None:
        found = self.found
        if found is not None:
            attacker = self.viewer.desk.find(Combatant, strike_of(found).attacker)
            self.offer_word(strike_of(found), attacker is not None and bool(attacker.character.seat_id))

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
    """Before the dice, in view of the player; how much an effect takes the GM keeps to herself."""
    exchange = form.found
    if exchange is None:
        turn.refuse("gone", "This attack waits no longer.")
    strike = form.judged(strike_of(exchange))
    exchanges.advance(turn, exchange, strike)
    asks = exchanges.asks_of(exchange)
    clash = clash_asked(asks[0]) if asks else None
    if clash is None:
        turn.refuse("gone", "One of the two is not in the fight any more.")
    facts = {"attacker": clash.attacker.character.name, "dull": strike.dull, "granted": titles(strike)}
    hidden = clash.attacker.character.hidden or clash.target.character.hidden
    turn.tell("yarn.attack-judged", facts, to=GMS if hidden else EVERYBODY)


def titles(strike: Strike) -> list[str]:
    """The advantages in words."""
    return [GROUNDS[one][0] for one in strike.grounds]
