"""The GM's mark on somebody who is severely hurt: they heal by another column of the table (yarn.patient-state)."""

from __future__ import annotations

from django import forms

from apps.characters.access import watchers_of
from apps.characters.forms import KnownCharacterForm, named
from apps.characters.models import Character
from apps.characters.yarn.mending.states import CRITICAL, set_state, state_row
from apps.table.acts import act, gms
from apps.table.turn import Turn


class CriticalForm(KnownCharacterForm):
    critical = forms.ChoiceField(
        label="Critical", choices=[("yes", "Yes"), ("no", "No longer")], initial="yes", widget=forms.RadioSelect
    )


@act("yarn.critical", title="Critical, or no longer", form=CriticalForm, who=gms, button="So it is")
def critical(turn: Turn, form: CriticalForm) -> None:
    """Marks somebody, or takes the mark off. Refuses what is so already (same)."""
    character: Character = form.cleaned_data["character"]
    held, wanted = state_row(character, CRITICAL), form.cleaned_data["critical"] == "yes"
    if (held is not None) == wanted:
        turn.refuse("same", f"{character.name} is {'' if wanted else 'not '}critical already.", "critical")
    if held is not None:
        turn.delete(held)
    else:
        set_state(turn, character, CRITICAL)
    turn.tell("yarn.critical-set", named(character) | {"critical": wanted}, to=watchers_of(character))
