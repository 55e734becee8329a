"""Burning: for a bennie a token of another player is gone (yarn.bennie-burn)."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters.yarn import bennies, points
from apps.characters.yarn.people import Participant, of_key, participants
from apps.characters.yarn.points import TOKENS, hand_of
from apps.drama.yarn.bennies.buying import BURN, BennieForm
from apps.drama.yarn.bennies.dice import PROCEDURAL, procedural_of
from apps.rules.yarn.drama.bennies import why_not_burned
from apps.rules.yarn.options import Options
from apps.rules.yarn.orders import GM
from apps.rules.yarn.visibility import story_visibility
from apps.table.acts import act
from apps.table.desk import Desk
from apps.table.turn import Turn

DRAMA = "drama"
KEYS = {DRAMA: TOKENS, PROCEDURAL: PROCEDURAL}


def held_by(desk: Desk, who: Participant, kind: str) -> int:
    return hand_of(desk, who) if kind == DRAMA else procedural_of(desk, who)


def may_be_burned(desk: Desk, by: Participant, options: Options) -> list[Participant]:
    """Whoever holds a token; where hands are closed everybody, because nobody may know who holds none."""
    others = [one for one in participants(desk) if one.key != by.key and (not one.is_gm or options.burn_gm_pool)]
    return [one for one in others if not _seen(by, one, options) or hand_of(desk, one) or procedural_of(desk, one)]


def _seen(by: Participant, victim: Participant, options: Options) -> bool:
    return story_visibility(viewer=by.key, item="hands", whose=victim.key, options=options).shown


class BurnForm(BennieForm):
    benefit = BURN
    victim = forms.ChoiceField(label="Whose", error_messages={"invalid_choice": "They hold no token to burn."})
    kind = forms.ChoiceField(
        label="Which",
        choices=[(DRAMA, "A drama token"), (PROCEDURAL, "A procedural token")],
        initial=DRAMA,
        widget=forms.RadioSelect,
    )

    def setup(self) -> None:
        if not self.viewer.is_spectator:
            found = may_be_burned(self.viewer.desk, self.who, self.viewer.options)
            self.offer("victim", [(one.key, one.name) for one in found])

    def clean(self) -> dict[str, Any]:
        super().clean()
        victim = of_key(self.viewer.desk, self.cleaned_data.get("victim", ""))
        if victim is not None and "kind" in self.cleaned_data:
            self._check(victim, self.cleaned_data["kind"])
        return self.cleaned_data

    def _check(self, victim: Participant, kind: str) -> None:
        options = self.viewer.options
        held = held_by(self.viewer.desk, victim, kind) if kind == PROCEDURAL or _seen(self.who, victim, options) else 1
        name = GM if victim.is_gm else victim.name
        no = why_not_burned(by=self.who.name, victim=name, held=held, options=options)
        if no is not None:
            self.add_error("victim", no.text)


@act("yarn.burn", title="Burn a token", form=BurnForm, button="Burn it for 1 bennie")
def burn(turn: Turn, form: BurnForm) -> None:
    """A drama token goes back to the kitty, a procedural one counts as used. What lies aside is out of hand.

    Refuses a player without such a token, and the GM but by the switch burn-gm-pool; where hands are closed a bennie
    may burn nothing.
    """
    data = form.cleaned_data
    victim = of_key(turn.desk, data["victim"])
    if victim is None:
        turn.refuse("no-victim", "They have left the table.", "victim")
    there = held_by(turn.desk, victim, data["kind"]) > 0
    turn.tell("yarn.burned", {"who": victim.name, "kind": data["kind"], "burned": there})
    bennies.spend(turn, form.who, BURN, why=f"Burns a token of {victim.name}")
    if there:
        points.pay(turn, victim, None, 1, f"Burned by {form.who.name}", "yarn.bennie-burn", KEYS[data["kind"]])
