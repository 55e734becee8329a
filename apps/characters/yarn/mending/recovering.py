"""Recovery: when there is time to rest, about half of what was lost comes back, as the GM grants it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.forms import CharactersChoice, one_line
from apps.characters.models import Character
from apps.characters.yarn.levels import level_of, recovered, set_level
from apps.characters.yarn.mending.patients import Patient, patients
from apps.characters.yarn.telling import tell_people
from apps.rules.yarn.combat.damage import share as share_of
from apps.rules.yarn.combat.harm import recovery_conditions
from apps.table.acts import ActForm, act, gms
from apps.table.desk import Desk
from apps.table.turn import Turn
from apps.table.viewer import Viewer

SHARES = {"1/3": "A third", "1/2": "Half", "2/3": "Two thirds"}
ROLLS = {"": "None was asked for", "success": "It succeeded", "draw": "A draw", "failure": "It failed"}


def open_recoveries(desk: Desk) -> list[Patient]:
    """Those whom time to rest would bring back."""
    return [one for one in patients(desk) if one.level.may_recover]


class RecoverForm(ActForm):
    """Who gets back how much; where a roll was asked for, how it came out."""

    characters = CharactersChoice(label="Who recovers", error_messages={"required": "Nobody is named yet."})
    share = forms.ChoiceField(
        label="Of what was lost comes back", choices=list(SHARES.items()), required=False, widget=forms.RadioSelect
    )
    roll = forms.ChoiceField(label="A roll for it", choices=list(ROLLS.items()), required=False)
    why = one_line("First aid, a rest, an order", 120, required=False)

    def setup(self) -> None:
        self.choose("characters", [one.character for one in open_recoveries(self.viewer.desk)])
        self.fields["share"].initial = self.viewer.options.recovery_share

    def clean_share(self) -> str:
        return self.cleaned_data["share"] or str(self.viewer.options.recovery_share)


def outlook(viewer: Viewer, form: RecoverForm) -> Mapping[str, Any]:
    """The level that each would have."""
    share = form.cleaned_data["share"]
    levels = [(one, level_of(one)) for one in form.cleaned_data["characters"]]
    return {
        "expected": [
            {"name": who.name, "from": level.now, "to": recovered(level, share_of(share)).now, "full": level.full}
            for who, level in levels
        ]
    }


def due(viewer: Viewer) -> bool:
    return bool(open_recoveries(viewer.desk))


@act(
    "yarn.recover",
    title="Recovery",
    form=RecoverForm,
    who=gms,
    button="They recover",
    template="characters/yarn/mending/acts/recover.html",
    preview=outlook,
    menu=42,
    due=due,
)
def recover(turn: Turn, form: RecoverForm) -> None:
    """The GM grants it (yarn.recovery-conditions); a roll that did not succeed leaves it open."""
    data = form.cleaned_data
    cast: list[Character] = data["characters"]
    ids = [one.public_id for one in cast]
    granted = recovery_conditions(open=ids, granted=ids, roll_outcome=data["roll"] or None).applied
    rows = [(one, _recovers(turn, one, data["share"], one.public_id in granted)) for one in cast]
    facts = {"share": data["share"], "granted": bool(granted), "why": data["why"]}
    tell_people(turn, "yarn.recovered", facts, rows)


def _recovers(turn: Turn, character: Character, share: str, granted: bool) -> dict[str, Any]:
    before = level_of(character)
    if granted:
        set_level(turn, character, recovered(before, share_of(share)))
    return {"from": before.now, "to": level_of(character).now, "full": before.full, "went": before.temporary}
