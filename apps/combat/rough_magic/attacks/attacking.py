"""Attacks (rough_magic.attack-sequence): who strikes or shoots at whom with what, and what is for and against it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from django import forms

from apps.characters.access import all_known_to
from apps.characters.forms import OwnCharacterForm, acting_for, number
from apps.characters.models import NOBODY, THING, Character
from apps.characters.points import told_by
from apps.characters.rough_magic.endurance import is_down
from apps.characters.rough_magic.sheet import Arm, RoughSheet, sheet_of
from apps.checks.modes import mode_field, mode_of, set_modes
from apps.checks.rough_magic.buying import SUCCESS, BuysForm, auto_of, pay, refuse_penniless
from apps.checks.rough_magic.check import refuse_unable
from apps.checks.rough_magic.sides import TwoSides
from apps.checks.rough_magic.ways import Helper, Way
from apps.combat import tracking
from apps.combat.gaps import far_apart
from apps.combat.rough_magic.attacks import circumstances, expecting, opening, paying, petitions, ranges, values
from apps.combat.rough_magic.attacks.aimed import Aimed
from apps.combat.rough_magic.attacks.environment import environment_of
from apps.combat.rough_magic.attacks.hows import HowForm
from apps.combat.rough_magic.attacks.strike import PLAIN, Clash, Strike
from apps.combat.rough_magic.attacks.told import MODES
from apps.combat.rough_magic.order import provoked, stored, turns_of
from apps.combat.rough_magic.order.before import Before, before_a_task
from apps.combat.sides import stand_together
from apps.rules.rough_magic.options import Options
from apps.rules.rough_magic.roll import DICE, SIDES
from apps.table.acts import act
from apps.table.models import Event
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST_METRES = 9999
HANDS = "hands"
"""What the form sends for bare hands."""
EXPLODING = "exploding"
"""What explodes needs no roll to hit, and is an act of its own."""
TERROR_CHOICES = [("cower", "They cower"), ("flee", "They flee")]


class AttackForm(BuysForm, TwoSides, HowForm, OwnCharacterForm):
    """Who attacks whom with what. Another sort of attack says by `sort` what it is, `fits` with which weapons it is
    made, `attribute` by which attribute, and `by_rule` which circumstances it brings about."""

    target = forms.ChoiceField(
        label="Whom",
        widget=forms.RadioSelect,
        error_messages={"required": "Say who is attacked.", "invalid_choice": "That target is not there."},
    )
    weapon = forms.ChoiceField(label="With", widget=forms.RadioSelect)
    distance = number("Metres away", 0, MOST_METRES, required=False)
    terror = forms.ChoiceField(
        label="In terror", choices=TERROR_CHOICES, initial="cower", required=False, widget=forms.RadioSelect
    )
    mode = mode_field("Who sees the roll")

    sort = PLAIN
    by_rule: frozenset[str] = frozenset()

    def setup(self) -> None:
        super().setup()
        set_modes(self, self.viewer, MODES)
        if self.own is None:
            return
        self.start_with({"character": self.own.public_id})
        self.offer("target", [(key, self.named(one)) for key, one in self.targets.items()])
        self.offer("weapon", [(key, labelled(one)) for key, one in self.weapons.items()])
        self.start_with({"target": self._first_target()})
        self.start_with({"weapon": self._first_weapon()})
        if self.at is not None and self.arm is not None:
            self._offer_both_sides(sure(self.sheet), self.arm)

    def _offer_both_sides(self, sheet: RoughSheet, arm: Arm) -> None:
        if "terrifying" not in arm.types:
            del self.fields["terror"]
        if values.kind_of(arm) == "close":
            self.fields["distance"].widget = forms.HiddenInput()
        self.offer_boxes(circumstances.boxes_for_attack(self.scene(arm), self.options))
        self.offer_point(sheet, self.way_of, succeeds="It hits")

    # who, whom, with what

    def open_characters(self) -> list[Character]:
        """In a fight those who are in it; for the GM the others after them."""
        return self._of_the_fight([one for one in super().open_characters() if one.present])

    def _of_the_fight(self, cast: list[Character]) -> list[Character]:
        there = tracking.fighters(self.viewer.table)
        fighting = [one for one in cast if one.pk in there]
        if not there or self.viewer.is_gm:
            return [*fighting, *(one for one in cast if one.pk not in there)]
        return fighting

    @cached_property
    def own(self) -> Character | None:
        """Who attacks so far: at first whoever has the turn."""
        open_ones = self.open_characters()
        if self["character"].value():
            return self.chosen()
        fight = tracking.fight_of(self.viewer.table)
        on = turns_of.on_turn(fight) if fight else None
        return next((one for one in open_ones if on and one == on.character), next(iter(open_ones), None))

    @property
    def roller(self) -> Character | None:
        return self.own

    @property
    def before(self) -> Before | None:
        return before_a_task(self.viewer, self.own)

    @property
    def sheet(self) -> RoughSheet | None:
        return sheet_of(self.own) if self.own else None

    @property
    def options(self) -> Options:
        found: Options = self.viewer.options
        return found

    @cached_property
    def targets(self) -> dict[str, Character]:
        """Whom they may attack, by public id: of a fight those who are in it, and things; the other side first."""
        known = [one for one in all_known_to(self.viewer) if one.present and one != self.own]
        people = self._of_the_fight([one for one in known if one.sheet not in NOBODY])
        things = [one for one in known if one.sheet == THING]
        return {one.public_id: one for one in sorted([*people, *things], key=self._how_near)}

    def _how_near(self, one: Character) -> tuple[bool, bool, bool]:
        """Enemies before friends, people before things, those who stand before those who are down."""
        return (one.sheet == THING, is_down(one), stand_together(one, sure(self.own)))

    def _first_target(self) -> str:
        """Whoever taunted them, else the first who is not on their side; nobody where all are."""
        taunters = (one.public_id for one in provoked.taunters_of(sure(self.own)))
        others = (key for key, one in self.targets.items() if not self._is_friend(one))
        return next((one for one in (*taunters, *others) if one in self.targets), "")

    def _is_friend(self, one: Character) -> bool:
        return one.sheet != THING and stand_together(one, sure(self.own))

    def _first_weapon(self) -> str:
        """The first that reaches the target from where they stand, or one like it that is better, such as a power that
        runs; else the first."""
        far = self.metres()
        no = {key: ranges.why_out_of_reach(one, far, self.options) for key, one in self.weapons.items()}
        fits = [key for key, one in self.weapons.items() if not no[key] and not ranges.beyond(one, far, self.options)]
        like = [key for key in fits if values.kind_of(self.weapons[key]) == values.kind_of(self.weapons[fits[0]])]
        return max(like, key=self._worth, default=next(iter(self.weapons), ""))

    def _worth(self, weapon: str) -> int:
        """The value of an attack with it, before circumstances."""
        return sum(one.value for one in values.attack_parts(sure(self.sheet), self.weapons[weapon]))

    @property
    def struck(self) -> list[Character]:
        """All who are attacked."""
        return [self.at] if self.at else []

    def fits(self, arm: Arm) -> bool:
        """Whether this sort of attack is made with it."""
        return True

    def attribute(self, arm: Arm) -> str:
        """The attribute by which it is made; empty for the weapon's own."""
        return ""

    @cached_property
    def weapons(self) -> dict[str, Arm]:
        """What they attack with: what is drawn and not used up, and their powers."""
        arms = self.sheet.arms if self.sheet else ()
        ready = [one for one in arms if one.ready and EXPLODING not in one.types]
        return {one.id or HANDS: one for one in ready if self.fits(one)}

    @property
    def at(self) -> Character | None:
        """The target so far."""
        return self.targets.get(str(self["target"].value()))

    @property
    def arm(self) -> Arm | None:
        return self.weapons.get(str(self["weapon"].value()))

    def named(self, one: Character) -> str:
        """A target with all that everybody may know of it."""
        far = far_apart(self.viewer, sure(self.own), one)
        return " · ".join([one.name, *([f"{far} m"] if far is not None else []), *(["down"] if is_down(one) else [])])

    # both sides

    def metres(self) -> int | None:
        """How far it is: as typed now, else by the board, or as it was typed last."""
        given = str(self["distance"].value() or "")
        if given.isdecimal():
            return min(int(given), MOST_METRES)
        return far_apart(self.viewer, sure(self.own), self.at) if self.at else None

    def scene(self, arm: Arm) -> circumstances.Scene:
        """All that bears on the attack."""
        metres = self.metres()
        return circumstances.Scene(
            attacker=sure(self.sheet),
            defender=sheet_of(sure(self.at)),
            attack=values.kind_of(arm),
            adjacent=ranges.is_adjacent(metres, self.options),
            beyond=ranges.beyond(arm, metres, self.options) > 0,
            two_handed=arm.hands > 1,
            environment=environment_of(self.viewer.desk),
            by_rule=self.by_rule,
        )

    @property
    def way(self) -> Way:
        """The attack value, before a plot point lifts it."""
        return self.way_of(sure(self.sheet))

    def way_of(self, sheet: RoughSheet) -> Way:
        """The attack value by such a sheet."""
        chosen = sure(self.arm)
        arm = next(one for one in sheet.arms if one.id == chosen.id)
        by = self.attribute(arm) or arm.attribute
        return Way(by, sheet.rank(by), Helper(arm.id, arm.name, arm.rank, "") if arm.rank else None)

    def clash(self) -> Clash:
        """The attack before its dice, as it stands in a form that is right."""
        arm, target = sure(self.arm), sure(self.at)
        sheet = sure(self.sheet)
        strike = Strike(
            attacker=sheet.character.pk,
            target=target.pk,
            arms=values.arms_of(sheet, arm),
            mine=values.parts_of_way(self.wanted_way(self.way)),
            theirs=values.defence_parts(sheet_of(target), arm),
            sort=self.sort,
            boxes=tuple(self.on),
            bought=auto_of(self.auto, self.buys) == "success" and self.buys == SUCCESS,
            mode=mode_of(self),
            distance=self.metres(),
            terror="flee" if self.cleaned_data.get("terror") == "flee" else "cower",
            provoked=target in provoked.taunters_of(sheet.character),
        )
        return Clash(strike, sheet.character, target)

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if self.buys == SUCCESS and self.auto == "fail":
            self.add_error("point", "It fails whatever is rolled. A point buys nothing unless that is unticked.")
        return given


def labelled(arm: Arm) -> str:
    """Longsaber 3; with how many are left."""
    rank = f" {arm.rank}" if arm.rank else ""
    return f"{arm.name}{rank}{f', {arm.left} left' if arm.left is not None else ''}"


def outlook(viewer: Viewer, form: AttackForm) -> Mapping[str, Any]:
    """Both sides, the exact odds of what this seat may know, and a button that says what it does."""
    clash = form.clash()
    bands = ranges.beyond(sure(form.arm), form.metres(), form.options)
    asks = not viewer.is_gm and ranges.asks_gm(bands, form.options)
    found = {"heading": f"{clash.attacker.name} attacks {clash.target.name}", "asks_gm": asks, "own_footer": True}
    return found | {"why_not": _why_not(viewer, form)} | expecting.drawn(viewer, form, clash, asks)


def _why_not(viewer: Viewer, form: AttackForm) -> str:
    """Why it cannot be made from here, before anybody tries."""
    no = provoked.why_not(viewer, sure(form.own), form.struck)
    no = no or (None if viewer.is_gm else ranges.why_out_of_reach(sure(form.arm), form.metres(), form.options))
    return no.text if no else ""


@act(
    "rough_magic.attack",
    menu=40,
    title="Attack",
    form=AttackForm,
    button="Attack",
    preview=outlook,
    template="combat/rough_magic/acts/attack.html",
)
def attack(turn: Turn, form: AttackForm) -> None:
    """Uses the task, then throws: a hit waits for its target. A player's shot beyond its range waits for the GM first,
    and nothing of it is spent before a yes."""
    clash = form.clash()
    may_attack(turn, form, clash)
    bands = ranges.beyond(sure(form.arm), form.metres(), form.options)
    if not turn.viewer.is_gm and ranges.asks_gm(bands, form.options):
        refuse_penniless(turn, clash.attacker, form.buys)
        petitions.ask_about_range(turn, *aimed(form, clash), sure(form.arm).range)
        return
    stored.uses_task(turn, clash.attacker, form.struck)
    strike_now(turn, form, clash)


def may_attack(turn: Turn, form: AttackForm, clash: Clash) -> None:
    """Refuses those who can do nothing or have no task now, and what is out of reach; the GM does it all the same."""
    acting_for(turn, clash.attacker)
    refuse_unable(turn, sheet_of(clash.attacker))
    one = tracking.fighting(clash.attacker)
    no = provoked.why_not(turn.viewer, clash.attacker, form.struck)
    no = no or ranges.why_out_of_reach(sure(form.arm), form.metres(), form.options)
    no = no or (turns_of.why_not(one, stored.TASK, form.options, turn.viewer.game.gm) if one else None)
    if no and not turn.viewer.is_gm:
        raise no


def strike_now(turn: Turn, form: AttackForm, clash: Clash) -> Event:
    """Pays, throws, and lets the attack go its way. Inside the hold, after the task is paid for."""
    paying.use_one(turn, clash.attacker, sure(form.arm).id)
    paid = pay(turn, form, clash.attacker)
    thrown = form.thrown(turn)
    faces = () if clash.strike.fails else thrown.dice(DICE, SIDES)
    thrown.settle()
    made = replace(clash, strike=replace(clash.strike, faces=faces, typed=thrown.typed))
    event = opening.make(turn, made, form.options, left_out=form.left_out)
    told_by(turn, event, paid)
    return event


def aimed(form: AttackForm, clash: Clash) -> tuple[Clash, Aimed]:
    """The attack as it waits for the GM, with the faces that were typed for it and what was bought."""
    typed = tuple(form.cleaned_data.get("faces") or ())
    strike = replace(clash.strike, faces=typed, typed=bool(typed))
    lifted = form.lift.trait.id if form.lift else ""
    return clash, Aimed(strike, tuple(form.left_out), sure(form.arm).id, form.buys, lifted)
