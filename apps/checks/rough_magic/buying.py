"""A plot point for the roll that is being made: one rank more, or certain success (rough_magic.automatic-success)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters import points
from apps.characters.models import Character, Move
from apps.characters.rough_magic import boosts
from apps.characters.rough_magic.points import has_points, held_for, payer_of, spend
from apps.characters.rough_magic.sheet import RoughSheet
from apps.checks.rough_magic.ways import Way
from apps.rules.rough_magic.lists import Auto
from apps.table.acts import ActForm
from apps.table.models import Event
from apps.table.turn import Turn

KEEP, BOOST, SUCCESS = "", "boost", "success"
RULE = "rough_magic.automatic-success"


class BuysForm(ActForm):
    """The chips of the plot point. Nobody's whom no player plays; offered where there is a point."""

    point = forms.ChoiceField(label="Your plot point", required=False, widget=forms.RadioSelect)
    boost_of: Way | None = None
    points_left = 0

    def offer_point(self, sheet: RoughSheet, way: Way, succeeds: str = "It succeeds") -> None:
        """What a point would buy for this roll. Call it in `setup`, when the way is known."""
        self.points_left = held_for(sheet.character)
        self.boost_of = way if may_boost(sheet, way, self.viewer.options) else None
        if not plays(sheet.character):
            self.fields.pop("point")
            return
        boost = [(BOOST, f"{way.title} {way.rank + 1}")] if self.boost_of else []
        self.offer("point", [(KEEP, "Keep it"), *boost, (SUCCESS, succeeds)])

    @property
    def chosen_point(self) -> str:
        """Which chip is on, as the form stands."""
        return str(self["point"].value() or KEEP) if "point" in self.fields else KEEP

    @property
    def buys(self) -> str:
        """What is bought, of a form that is right."""
        return str(self.cleaned_data.get("point") or KEEP)

    def wanted_way(self, way: Way) -> Way:
        """The way with what is bought."""
        return way.boosted() if self.buys == BOOST else way


def plays(character: Character) -> bool:
    """Whether a player's points may pay for them."""
    return character.seat is not None and has_points(character.seat)


def may_boost(sheet: RoughSheet, way: Way, options: Any) -> bool:
    """Whether a point would lift the attribute of this way."""
    trait = boosts.trait_of(sheet, way.attribute)
    return boosts.why_no_boost(sheet.character, trait, options) is None


@dataclass(frozen=True)
class Paid:
    """The ledger's line, to be tied to the event."""

    move: Move

    def told_by(self, turn: Turn, event: Event) -> None:
        points.told_by(turn, event, self.move)


def pay(turn: Turn, form: BuysForm, character: Character, way: Way) -> Paid | None:
    """Pays for what is bought, before any die falls. Refuses it where no point is left, or what is boosted already."""
    if form.buys and held_for(character) < 1:
        turn.refuse("no-points", "It costs 1 plot point, and none is left.", "point")
    if form.buys == BOOST:
        return Paid(boosts.boost(turn, character, way.attribute).move)
    if form.buys == SUCCESS:
        return Paid(spend(turn, payer_of(character), "Automatic success", RULE))
    return None


def auto_of(form_auto: Auto, buys: str) -> Auto:
    """What settles the roll with what is bought: failing outright wins (rough_magic.automatic-results)."""
    return "success" if buys == SUCCESS and form_auto == "none" else form_auto
