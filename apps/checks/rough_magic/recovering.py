"""Coming round: the roll that ends blindness and deafness, or terror (rough_magic.sensory, rough_magic.terrifying)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.access import played_by, somebody
from apps.characters.forms import OwnCharacterForm, acting_for
from apps.characters.models import Character
from apps.characters.rough_magic import states
from apps.characters.rough_magic.sheet import RoughSheet, sheet_of
from apps.checks.modes import mode_field, mode_of, set_modes
from apps.checks.rough_magic.acting import Kind, acts, cost
from apps.checks.rough_magic.check import drawn, finish
from apps.checks.rough_magic.rolling import NO_SKILL, OwnSideForm
from apps.checks.rough_magic.ways import Against
from apps.rules.rough_magic.lists import CHALLENGING
from apps.rules.rough_magic.options import Options
from apps.table.acts import act
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer


@dataclass(frozen=True)
class Recovery:
    """What one comes round from, by what, and the rule that says so."""

    state: str
    attribute: str
    rule: str


FROM = (
    Recovery("blind and deaf", "perception", "rough_magic.sensory"),
    Recovery("cowering", "will", "rough_magic.terrifying"),
    Recovery("fleeing", "will", "rough_magic.terrifying"),
)


def open_to(character: Character) -> list[Recovery]:
    """What somebody can come round from now."""
    return [one for one in FROM if states.is_in(character, one.state)]


class RecoverForm(OwnCharacterForm, OwnSideForm):
    """One's own attribute against DV 3; how somebody moves touches it not."""

    state = forms.ChoiceField(label="From what", required=False, widget=forms.RadioSelect)
    mode = mode_field("Who sees the roll")
    gait = False

    def setup(self) -> None:
        super().setup()
        set_modes(self, self.viewer)
        for name in ("skill", "attribute", "layers"):
            del self.fields[name]
        whose = self.chosen()
        if whose is None or not open_to(whose):
            self.fields.pop("state")
            return
        self.offer("state", [(one.state, one.state.capitalize()) for one in open_to(whose)])
        self.start_with({"state": open_to(whose)[0].state})
        self.offer_side(sheet_of(whose))

    def open_characters(self) -> list[Character]:
        """Those who have something to come round from."""
        return [one for one in played_by(self.viewer) if open_to(one)]

    @property
    def recovery(self) -> Recovery:
        """What it is that ends: the first where none is named."""
        named = str(self["state"].value() or "")
        rows = open_to(sure(self.sheet).character)
        return next((one for one in rows if one.state == named), rows[0])

    def _skill_value(self, sheet: RoughSheet) -> str:
        return NO_SKILL

    def _suit(self, key: str, usual: str, fitting: list[str]) -> tuple[str, list[str]]:
        return self.recovery.attribute, []

    @property
    def against(self) -> Against:
        return Against(f"To come round: {self.recovery.state}", CHALLENGING)


def recover_outlook(viewer: Viewer, form: RecoverForm) -> Mapping[str, Any]:
    character = form.cleaned_data["character"]
    return drawn(form, form.against) | {
        "heading": f"{character.name} comes round",
        "subheading": cost(character, kind_of(form.recovery, viewer.options)),
    }


def kind_of(recovery: Recovery, options: Options) -> Kind:
    """What it takes of a turn: the task, of terror by the switch terror-recovery nothing."""
    return "free" if recovery.attribute == "will" and options.terror_recovery == "free" else "task"


@act(
    "rough_magic.recover",
    menu=30,
    due=somebody(lambda cast: [one for one in cast if open_to(one)]),
    title="Come round",
    form=RecoverForm,
    button="Roll",
    preview=recover_outlook,
    template="checks/rough_magic/acts/recover.html",
)
def recover(turn: Turn, form: RecoverForm) -> None:
    """Perception or Will against DV 3 ends what blinds or terrifies; it takes the task action, of terror by the switch
    terror-recovery none."""
    character, recovery = form.cleaned_data["character"], form.recovery
    acting_for(turn, character)
    acts(turn, character, kind_of(recovery, turn.options))
    against, mode = form.against, mode_of(form)
    about = {"from_": recovery.state, "by_rule": recovery.rule}
    found = finish(turn, form, character, against, label="", mode=mode, story=False, **about)
    if found.success:
        states.end(turn, character, recovery.state)
