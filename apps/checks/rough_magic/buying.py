"""A plot point for the roll that is being made: one rank more, or certain success (rough_magic.automatic-success)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.access import all_played_by
from apps.characters.models import Character, Move
from apps.characters.rough_magic import boosts
from apps.characters.rough_magic.boosts import Trait
from apps.characters.rough_magic.points import has_points, held_for, payer_of, spend, why_penniless
from apps.characters.rough_magic.sheet import RoughSheet
from apps.checks.rough_magic.ways import Way
from apps.rules.rough_magic.lists import Auto
from apps.table.acts import ActForm
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KEEP, BOOST, SUCCESS = "", "boost", "success"
RULE = "rough_magic.automatic-success"
NO_LIFT = "That would lift nothing of this roll, or no point is left for it. Choose again."
WayOf = Callable[[RoughSheet], Way]


@dataclass(frozen=True)
class Lift:
    """A boost that would count for the roll that is made: of an attribute, or of a power (rough_magic.power-boost)."""

    trait: Trait
    way: Way

    @property
    def value(self) -> str:
        """What the form sends."""
        return f"{BOOST}-{self.trait.id}"

    @property
    def title(self) -> str:
        """Will 3, as it would be."""
        return f"{self.trait.title} {self.trait.rank + 1}"


class BuysForm(ActForm):
    """The chips of the plot point. Nobody's whom no player plays; offered where there is a point."""

    point = forms.ChoiceField(label="Your plot point", required=False, widget=forms.RadioSelect)
    lifts: tuple[Lift, ...] = ()
    points_left = 0

    def offer_point(self, sheet: RoughSheet, way_of: WayOf, succeeds: str = "It succeeds") -> None:
        """What a point would buy for this roll: `way_of` tells how it would be made of a sheet, `succeeds` what certain
        success is called, "" where there is none. Call it in `setup`, when it is known what is rolled."""
        self.points_left = held_for(sheet.character)
        self.lifts = lifts_of(sheet, way_of, self.viewer.options)
        if not plays(sheet.character):
            self.fields.pop("point")
            return
        boosts_ = [(one.value, one.title) for one in self.lifts]
        self.offer("point", [(KEEP, "Keep it"), *boosts_, *([(SUCCESS, succeeds)] if succeeds else [])])
        self.fields["point"].error_messages["invalid_choice"] = NO_LIFT

    @property
    def chosen_point(self) -> str:
        """Which chip is on, as the form stands."""
        return str(self["point"].value() or KEEP) if "point" in self.fields else KEEP

    @property
    def buys(self) -> str:
        """What is bought, of a form that is right: BOOST, SUCCESS, or nothing."""
        given = str(self.cleaned_data.get("point") or KEEP)
        return BOOST if given.startswith(BOOST) else given

    @property
    def lift(self) -> Lift | None:
        """The boost that is bought, of a form that is right."""
        return next((one for one in self.lifts if one.value == self.cleaned_data.get("point")), None)

    def wanted_way(self, way: Way) -> Way:
        """The way with what is bought."""
        return self.lift.way if self.lift else way

    def told_point(self) -> dict[str, str]:
        """What is bought, as an event holds it."""
        return {"point": self.buys, "lifted": self.lift.title if self.lift else ""}


def lifts_of(sheet: RoughSheet, way_of: WayOf, options: Any) -> tuple[Lift, ...]:
    """Every boost that would raise the value of this roll and may be bought now."""
    now = way_of(sheet).number
    able = [one for one in boosts.traits_of(sheet) if boosts.why_no_boost(sheet.character, one, options) is None]
    found = [Lift(one, way_of(boosts.lifted(sheet, one))) for one in able]
    return tuple(one for one in found if one.way.number > now)


def plays(character: Character) -> bool:
    """Whether a player's points may pay for them."""
    return character.seat is not None and has_points(character.seat)


def pays_for(viewer: Viewer, ids: Collection[str]) -> bool:
    """Whether a point of this seat's may turn what these have rolled, whoever threw for them; `ids` are public."""
    return any(one.public_id in ids and plays(one) for one in all_played_by(viewer))


def pay(turn: Turn, form: BuysForm, character: Character) -> Move | None:
    """Pays for what is bought, before any die falls; returns the ledger's line, to be tied to the event that tells of
    it. Refuses it where no point is left, or what is boosted already."""
    return pay_for(turn, form.buys, character, form.lift.trait.id if form.lift else "")


def pay_for(turn: Turn, buys: str, character: Character, trait: str) -> Move | None:
    """The same for what was chosen earlier; `trait` is what a boost lifts."""
    refuse_penniless(turn, character, buys)
    if buys == BOOST:
        return boosts.boost(turn, character, trait).move
    if buys == SUCCESS:
        return spend(turn, payer_of(character), "Automatic success", RULE)
    return None


def refuse_penniless(turn: Turn, character: Character, buys: str) -> None:
    """Refuses (no-points) what nobody has a point for."""
    if buys and (no := why_penniless(character, "point")):
        raise no


def auto_of(form_auto: Auto, buys: str) -> Auto:
    """What settles the roll with what is bought: failing outright wins (rough_magic.automatic-results)."""
    return "success" if buys == SUCCESS and form_auto == "none" else form_auto
