"""Rounds are counted in the weapon, and a full clip takes an action (yarn.clip)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.access import knowers_of
from apps.characters.forms import acting_for, named
from apps.characters.models import Character, Entry
from apps.characters.yarn.doing import leads_to
from apps.characters.yarn.sheet import sheet_for
from apps.characters.yarn.written import Weapon
from apps.combat.tracking import is_fighting
from apps.combat.yarn.rounds import stored
from apps.combat.yarn.rounds.forms import PLAIN, FighterForm
from apps.table.acts import act
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer


def empties(viewer: Any, who: Character) -> list[Weapon]:
    """What of theirs is not full."""
    held = sheet_for(viewer, who).weapons
    return [one for one in held if one.left is not None and one.clip and one.left < one.clip]


@leads_to("reload")
def may_reload(viewer: Viewer, character: Character) -> bool:
    """Whether they are in a fight that runs by rounds, and have an action for it now."""
    one = stored.fighting(viewer, character)
    return one is not None and stored.why_no_act(viewer, one) is None


class ReloadForm(FighterForm):
    weapon = forms.ChoiceField(
        label="Which", widget=forms.RadioSelect, error_messages={"required": "Nothing of theirs needs it."}
    )

    def setup(self) -> None:
        super().setup()
        who = self.chosen()
        found = empties(self.viewer, who) if who is not None else []
        self.offer("weapon", [(one.id, f"{one.name}: {one.left} of {one.clip}") for one in found])
        if found:
            self.start_with({"weapon": found[0].id})


def outlook(viewer: Viewer, form: ReloadForm) -> Mapping[str, Any]:
    """That it is the action of the turn, or why there is none for it."""
    one = form.so_far()
    no = stored.why_no_act(viewer, one) if one is not None else None
    return {"refused_now": no.text} if no else {"line": "It is the action of the turn."}


@act(
    "yarn.reload",
    menu=43,
    due=is_fighting,
    title="Reload",
    form=ReloadForm,
    button="Reload",
    preview=outlook,
    template=PLAIN,
)
def reload(turn: Turn, form: ReloadForm) -> None:
    """Fills the clip; it is the action of the turn."""
    one = form.combatant(turn)
    acting_for(turn, one.character)
    stored.uses_act(turn, one)
    entry = sure(turn.desk.one(Entry, public_id=form.cleaned_data["weapon"]))
    turn.change(entry, amount=entry.facts["clip"])
    facts = named(one.character) | {"weapon": entry.name, "rounds": entry.facts["clip"]}
    turn.tell("yarn.reloaded", facts, to=knowers_of(one.character))
