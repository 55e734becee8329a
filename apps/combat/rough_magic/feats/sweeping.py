"""A sweep: everybody in reach who is chosen, each with a roll of their own (rough_magic.sweep)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from django import forms

from apps.characters.models import Character
from apps.characters.points import told_by
from apps.characters.rough_magic.sheet import RoughSheet, sheet_of
from apps.checks.rough_magic import waiting
from apps.checks.rough_magic.buying import SUCCESS, WayOf, pay
from apps.checks.thrown import Thrown
from apps.checks.typed import hand_of
from apps.combat.rough_magic.attacks import circumstances, expecting, knowing, opening, paying, values
from apps.combat.rough_magic.attacks.attacking import may_attack, outlook
from apps.combat.rough_magic.attacks.strike import Clash, Strike
from apps.combat.rough_magic.feats.striking import CloseForm
from apps.combat.rough_magic.order import stored
from apps.combat.rough_magic.order.provoked import taunters_of
from apps.rules.odds import percent
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
        named = str(self["target"].value() or "")
        self.start_with({"targets_swept": [named] if named in self.targets else []})

    def offer_point(self, sheet: RoughSheet, way_of: WayOf, succeeds: str = "") -> None:
        """One rank more counts in every roll; certain success is bought for one of them, which is said by name."""
        super().offer_point(sheet, way_of, succeeds="")
        if "point" in self.fields:
            shared = self.fields["point"].choices  # type: ignore[attr-defined]
            self.offer(
                "point", [*shared, *((f"{SUCCESS}:{key}", f"It hits {one}") for key, one in self._ticked.items())]
            )

    @property
    def buys(self) -> str:
        return str(super().buys).partition(":")[0]

    @property
    def sure_of(self) -> str:
        """The public id of whom it hits for certain, if that is bought."""
        return str(super().buys).partition(":")[2]

    @property
    def _ticked(self) -> dict[str, Character]:
        """Whom so far, by public id."""
        chosen = self["targets_swept"].value() or ()
        return {key: one for key, one in self.targets.items() if key in chosen}

    @property
    def at(self) -> Character | None:
        """The first of them, whose boxes are seen."""
        return next(iter(self._ticked.values()), next(iter(self.targets.values()), None))

    @cached_property
    def swept(self) -> list[Character]:
        """All of them, in a form that is right."""
        return [one for key, one in self.targets.items() if key in self.cleaned_data["targets_swept"]]

    @property
    def struck(self) -> list[Character]:
        return self.swept

    def clashes(self) -> list[Clash]:
        """An attack on each, before the dice."""
        first = self.clash()
        found = [first, *(self._against(first, one) for one in self.swept if one != first.target)]
        return [replace(one, strike=self._of_its_own(one)) for one in found]

    def _of_its_own(self, clash: Clash) -> Strike:
        """With what holds for this target alone: that it is paid for, or that its taunt brought it about."""
        return replace(clash.strike, bought=self._is_sure(clash), provoked=clash.target in taunters_of(clash.attacker))

    def _is_sure(self, clash: Clash) -> bool:
        return self.buys == SUCCESS and clash.target.public_id == self.sure_of

    def _against(self, first: Clash, target: Character) -> Clash:
        arm = sure(self.arm)
        scene = replace(self.scene(arm), defender=sheet_of(target))
        theirs = circumstances.boxes_of_defender(scene)
        mine = [one for one in first.strike.boxes if not circumstances.about_defender(one.id)]
        strike = first.strike.at(target, values.defence_parts(sheet_of(target), arm), [*mine, *theirs])
        return Clash(strike, first.attacker, target)


def sweep_outlook(viewer: Viewer, form: SweepForm) -> Mapping[str, Any]:
    """As of an attack on the first of them, and the chance with each."""
    names = [one.name for one in form.swept]
    many = f"{len(names)} roll{'' if len(names) == 1 else 's'}, each −3. Your task"
    found = {**outlook(viewer, form), "each": [_line(viewer, one) for one in form.clashes()]}
    if "spend" in found:
        rolls = "" if len(names) == 1 else "; the others are rolled as ever"
        words = f"100%; roll to see whether it is extreme{rolls}"
        found["spend"] = {**found["spend"], **{f"{SUCCESS}:{one.public_id}": words for one in form.swept}}
    return {**found, "heading": f"{sure(form.own).name} sweeps: {', '.join(names)}", "subheading": many}


def _line(viewer: Viewer, clash: Clash) -> dict[str, Any]:
    """One of them: what has to be reached and how likely it is, as far as this seat knows their defence."""
    known = knowing.defence_known(viewer, clash.target, clash.strike.theirs)
    chance = expecting.chances(clash, viewer.options).chance(lambda n: n > 0) if known else None
    return {
        "name": clash.target.name,
        "target": clash.strike.roll().target if known else None,
        "chance": percent(chance) if chance is not None else "",
    }


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
    """A close attack on each, one task for all. Each meets it for themselves; distraction counts in all of them.

    A plot point lifts all the rolls by one rank, or makes sure of one. Refused for one that fails whatever is rolled.
    """
    clashes = form.clashes()
    may_attack(turn, form, clashes[0])
    attacker = clashes[0].attacker
    if any(one.strike.bought and one.strike.fails for one in clashes):
        turn.refuse("fails", "That roll fails whatever falls. A point buys nothing there.", "point")
    stored.uses_task(turn, attacker, form.struck)
    paying.use_one(turn, attacker, sure(form.arm).id)
    paid = pay(turn, form, attacker)
    events = [opening.make(turn, one, form.options, left_out=form.left_out) for one in _rolled(turn, form, clashes)]
    told_by(turn, events[0], paid)


def _rolled(turn: Turn, form: SweepForm, clashes: list[Clash]) -> list[Clash]:
    """The same with their dice, in the order in which they were given."""
    rolling = [one for one in clashes if not one.strike.fails]
    waiting.hold_up(turn, form.roller)
    thrown = Thrown(turn, hand_of(form.cleaned_data.get("faces") or [], DICE * len(rolling)))
    faces = {one.target: thrown.dice(DICE, SIDES) for one in rolling}
    thrown.settle()
    return [
        replace(one, strike=replace(one.strike, faces=faces.get(one.target, ()), typed=thrown.typed)) for one in clashes
    ]
