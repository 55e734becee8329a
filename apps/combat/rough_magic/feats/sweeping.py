"""A sweep: everybody in reach who is chosen, each with a roll of their own (rough_magic.sweep)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from django import forms

from apps.characters.models import Character
from apps.characters.rough_magic.sheet import Arm, RoughSheet, sheet_of
from apps.checks.thrown import Thrown
from apps.checks.typed import hand_of
from apps.combat.rough_magic.attacks import circumstances, opening, values
from apps.combat.rough_magic.attacks.attacking import may_attack, outlook
from apps.combat.rough_magic.attacks.strike import Clash
from apps.combat.rough_magic.feats.striking import CloseForm
from apps.combat.rough_magic.order import stored
from apps.rules.rough_magic.roll import DICE, SIDES
from apps.table.acts import act
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer


class SweepForm(CloseForm):
    """Whom, in the order in which they stand in the list. The boxes of each target are as play has them."""

    targets_swept = forms.MultipleChoiceField(
        label="Whom, each with a roll",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Say who is attacked.", "invalid_choice": "One of them is not there."},
    )

    by_rule = frozenset({circumstances.SWEEPING})

    def setup(self) -> None:
        super().setup()
        self.fields["target"].required = False
        self.fields["target"].widget = forms.HiddenInput()
        if self.own is None:
            return
        self.offer("targets_swept", [(key, self.named(one)) for key, one in self.targets.items()])
        self.start_with({"targets_swept": [next(iter(self.targets), "")]})

    def _offer_both_sides(self, sheet: RoughSheet, arm: Arm) -> None:
        """No plot point: it would buy one roll of several."""
        super()._offer_both_sides(sheet, arm)
        self.fields.pop("point", None)

    @property
    def at(self) -> Character | None:
        """The first of them, whose boxes are seen."""
        chosen = self["targets_swept"].value() if "targets_swept" in self.fields else None
        found = [one for key, one in self.targets.items() if key in (chosen or ())]
        return next(iter(found), next(iter(self.targets.values()), None))

    @cached_property
    def swept(self) -> list[Character]:
        """All of them, in a form that is right."""
        return [one for key, one in self.targets.items() if key in self.cleaned_data["targets_swept"]]

    def clashes(self) -> list[Clash]:
        """An attack on each, before the dice."""
        first = self.clash()
        return [first, *(self._against(first, one) for one in self.swept if one != first.target)]

    def _against(self, first: Clash, target: Character) -> Clash:
        arm = sure(self.arm)
        scene = replace(self.scene(arm), defender=sheet_of(target))
        theirs = circumstances.boxes_of_defender(scene)
        mine = [one for one in first.strike.boxes if not circumstances.about_defender(one.id)]
        strike = first.strike.at(target, values.defence_parts(sheet_of(target), arm), [*mine, *theirs])
        return Clash(strike, first.attacker, target)


def sweep_outlook(viewer: Viewer, form: SweepForm) -> Mapping[str, Any]:
    names = [one.name for one in form.swept]
    many = f"{len(names)} roll{'' if len(names) == 1 else 's'}, each −3. Your task"
    found = outlook(viewer, form)
    return {**found, "heading": f"{sure(form.own).name} sweeps: {', '.join(names)}", "subheading": many}


@act(
    "rough_magic.sweep",
    menu=41,
    title="Sweep attack",
    form=SweepForm,
    button="Sweep",
    preview=sweep_outlook,
    template="combat/rough_magic/acts/sweep.html",
)
def sweep(turn: Turn, form: SweepForm) -> None:
    """A close attack on each, one task for all. Each meets it for themselves; distraction counts in all of them."""
    clashes = form.clashes()
    may_attack(turn, form, clashes[0])
    stored.uses_task(turn, clashes[0].attacker)
    rolling = [one for one in clashes if not one.strike.fails]
    thrown = Thrown(turn, hand_of(form.cleaned_data.get("faces") or [], DICE * len(rolling)))
    faces = {one.target: thrown.dice(DICE, SIDES) for one in rolling}
    thrown.settle()
    for one in clashes:
        strike = replace(one.strike, faces=faces.get(one.target, ()), typed=thrown.typed)
        opening.make(turn, replace(one, strike=strike), form.options)
