"""What the forms of Dragon's fights share: about whom, and the later phases that are given up."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters.forms import CharacterChoice, OwnCharacterForm
from apps.characters.models import Character
from apps.combat import tracking
from apps.combat.dragon.cutting_in import triggers
from apps.combat.dragon.phases import going_on, spending
from apps.combat.models import Combatant, Fight
from apps.rules.dragon.combat.prices import Price
from apps.rules.refusal import Refused
from apps.table.turn import Turn


class FighterForm(OwnCharacterForm):
    """About somebody in the fight that runs: a player's own, any for a GM."""

    character = CharacterChoice(
        error_messages={"invalid_choice": "That one is not yours, or not in the fight."}, empty_label=None
    )

    @property
    def fight(self) -> Fight | None:
        return tracking.fight_of(self.viewer.table)

    def open_characters(self) -> list[Character]:
        there = tracking.fighters(self.viewer.table)
        return [one for one in super().open_characters() if one.pk in there]

    def so_far(self) -> Combatant | None:
        """Whom the form is about so far."""
        character = self.chosen()
        return tracking.combatant_of(self.fight, character) if self.fight and character else None

    def combatant(self, turn: Turn) -> Combatant:
        """Whom the act is about, in the form that is right."""
        found = tracking.combatant_of(tracking.running(turn), self.cleaned_data["character"])
        if found is None:
            turn.refuse("not-here", "They have no part in this fight.", "character")
        return found


class PayingForm(FighterForm):
    """An act that costs phases. `pay` are the later rounds to give up; the last ones are suggested."""

    pay = forms.TypedMultipleChoiceField(
        label="Phases to give up", coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )

    how: spending.How = "own"

    def setup(self) -> None:
        super().setup()
        self.offer_phases()

    def rolls(self) -> tuple[str, ...]:
        """The substats that would be rolled so far; a form with a roll says which."""
        return ()

    def price(self) -> Price | Refused | None:
        """What it would cost so far; None while nobody is chosen."""
        found = self.so_far()
        return spending.price_of(found, self.rolls(), self.paying(found)) if found else None

    def paying(self, combatant: Combatant) -> spending.How:
        """With what: an act of one's own is paid with the hold where its trigger has come."""
        return "trigger" if self.how == "own" and triggers.is_breaking_in(combatant) else self.how

    def offer_phases(self) -> None:
        """The later phases of whoever acts; those that the price suggests are chosen at first."""
        found, price = self.so_far(), self.price()
        later = spending.later_of(found) if found else ()
        self.offer("pay", [(str(one), f"Round {one}") for one in later])
        if not {str(one) for one in self.initial.get("pay", ())} <= {str(one) for one in later}:
            del self.initial["pay"]  # somebody else's
        if isinstance(price, Price):
            self.start_with({"pay": list(price.suggested(later))})

    def spend(self, turn: Turn, combatant: Combatant) -> dict[str, Any]:
        """Pays, before any die falls. A held act is done with that, and what it interrupted goes on."""
        how = self.paying(combatant)
        if how == "trigger":
            turn.later(lambda: self._broke_in(turn, combatant))
        return spending.spend(turn, combatant, self.rolls(), self.cleaned_data["pay"], how)

    @staticmethod
    def _broke_in(turn: Turn, combatant: Combatant) -> None:
        triggers.carried_out(turn, combatant, turn.events[0])
        going_on.go_on(turn, combatant.fight)
