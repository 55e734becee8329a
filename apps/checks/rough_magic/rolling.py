"""Somebody's own side of a roll: a skill, an attribute, what helps, boxes, dice, a plot point (rough_magic.roll)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property, partial
from typing import Any

from django import forms

from apps.characters.models import Character
from apps.characters.rough_magic.sheet import RoughSheet, Skill
from apps.checks.rough_magic.boxes import Box, boxes_for_check
from apps.checks.rough_magic.buying import SUCCESS, BuysForm, auto_of
from apps.checks.rough_magic.sides import TwoSides, Value
from apps.checks.rough_magic.ways import TITLES, Against, Helper, Way, best_attribute, best_way, helpers, helpers_off
from apps.rules.dice import Dice
from apps.rules.refusal import Refused
from apps.rules.rough_magic.drama.bought import automatic_success
from apps.rules.rough_magic.lists import Auto
from apps.rules.rough_magic.roll import Roll, automatic_results
from apps.rules.rough_magic.skills import skill_modifiers
from apps.table.models import Ask
from apps.table.turn import Turn

Facts = dict[str, Any]
NO_SKILL, LACKING = "", "lacking"


class OwnSideForm(BuysForm, TwoSides):
    """What is rolled of a sheet. Which skill, attribute and help go together is put right whenever `suited` tells that
    it was another skill's: what somebody changed by hand stays."""

    skill = forms.ChoiceField(label="Skill", required=False)
    attribute = forms.ChoiceField(label="Attribute", required=False)
    layers = forms.MultipleChoiceField(label="With", required=False, widget=forms.CheckboxSelectMultiple)
    suited = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    sheet: RoughSheet | None = None
    lacking = False
    trained: Skill | None = None
    gait = True
    way: Way

    def offer_side(self, sheet: RoughSheet) -> None:
        """Fills in all of it for this sheet. Call it in `setup`, when it is known whose roll it is."""
        self.sheet = sheet
        chosen = self._skill_value(sheet)
        self.lacking = chosen == LACKING
        self.trained = next((one for one in sheet.skills if one.id == chosen), None)
        self._offer_fields(sheet)
        usual = best_attribute(sheet, self.trained.attributes if self.trained else ())
        attribute, layers = self._suit(self.suits, usual, [one.id for one in self._fitting(sheet)])
        way_of = partial(way_with, attribute=attribute, layers=layers)
        self.way = way_of(sheet)
        self.offer_boxes(self._boxes(sheet))
        self.offer_point(sheet, way_of)

    def _offer_fields(self, sheet: RoughSheet) -> None:
        """What may be chosen, in those of the fields that this form has."""
        lacks = [] if self.viewer.options.unskilled == "no modifier" else [(LACKING, "One they lack")]
        offered = {
            "skill": [*((one.id, one.name) for one in sheet.skills), (NO_SKILL, "None needed"), *lacks],
            "attribute": [(key, f"{title} {sheet.rank(key)}") for key, title in TITLES.items()],
            "layers": [(one.id, f"{one.name} {one.rank}") for one in helpers(sheet)],
        }
        for name in offered.keys() & self.fields.keys():
            self.offer(name, offered[name])

    def _boxes(self, sheet: RoughSheet) -> list[Box]:
        return boxes_for_check(
            sheet,
            skill=self.trained,
            untrained=self.lacking and self.viewer.options.unskilled == "penalty",
            gait=self.gait,
            gm=self.viewer.is_gm,
            options=self.viewer.options,
        )

    @property
    def off(self) -> list[str]:
        """Powers that would help, if they were on."""
        return helpers_off(self.sheet) if self.sheet else []

    @property
    def roller(self) -> Character | None:
        return self.sheet.character if self.sheet else None

    def _skill_value(self, sheet: RoughSheet) -> str:
        return str(self["skill"].value() or NO_SKILL)

    def _fitting(self, sheet: RoughSheet) -> list[Helper]:
        """What usually helps with that skill."""
        names = [self.trained.name, *self.trained.areas] if self.trained else []
        return [one for one in helpers(sheet) if one.fits(*names)]

    def _suit(self, key: str, usual: str, fitting: list[str]) -> tuple[str, list[str]]:
        """The attribute and the layers that count, as they were given for this skill or else as they suit it."""
        before = str(self["suited"].value() or "")
        given, ticked = str(self["attribute"].value() or ""), list(self["layers"].value() or ())
        moved = bool(before) and before != key
        attribute = given if given in TITLES and not moved else usual
        layers = ticked if before == key or (ticked and not moved) else fitting
        if not self.is_bound:
            self.initial = {**self.initial, "attribute": attribute, "layers": layers, "suited": key}
            for name in ("attribute", "layers", "suited"):
                vars(self[name]).pop("initial", None)
        return attribute, layers

    @cached_property
    def suits(self) -> str:
        """What the hidden field holds when this form is drawn."""
        return f"{self.sheet.id}:{self._skill_value(self.sheet)}" if self.sheet else ""

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if self.lacking and self.sheet is not None:
            try:
                skill_modifiers(general_skill=False, options=self.viewer.options)
            except Refused as no:
                self.add_error("skill", no.text)
        if given.get("point") == SUCCESS and self.auto == "fail":
            self.add_error("point", "It fails whatever is rolled. A point buys nothing unless the GM unticks that.")
        return given

    # what it comes to, of a form that is right

    @property
    def bought_way(self) -> Way:
        """The way, with the boost that is bought."""
        return self.wanted_way(self.way)

    @property
    def what(self) -> str:
        """Stealth by Agility."""
        title = self.bought_way.title
        return f"{self.trained.name} by {title}" if self.trained else title

    @property
    def mine(self) -> Value:
        return Value(self.bought_way.words, self.bought_way.number)

    @property
    def tasks(self) -> Sequence[str]:
        """What gear of an opponent may be made against."""
        return (self.trained.name, *self.trained.areas) if self.trained else ()

    def settles(self, against: Against) -> Auto:
        """What settles the roll outright, all told."""
        own: Auto = "success" if against.dv is None and self.auto == "none" else self.auto
        return auto_of(own, self.buys)

    def roll(self, against: Against, dice: Dice) -> Roll:
        """The roll by the rules. Of what is settled without dice none falls."""
        counts = self.sides
        boxes: Any = vars(counts)
        if self.buys == SUCCESS:
            bought = automatic_success(
                points=1, av=self.bought_way.number, dv=against.dv, options=self.viewer.options, dice=dice, **boxes
            )
            return Roll(total=bought.total, target=bought.target, faces=bought.faces, auto="success")
        auto = self.settles(against)
        av = None if against.dv is None else self.bought_way.number
        return automatic_results(
            auto_fail=auto == "fail", auto_success=auto == "success", av=av, dv=against.dv, dice=dice, **boxes
        )

    def told(self, against: Against, found: Roll, typed: bool) -> Facts:
        """The roll as an event holds it, with all that bears on it."""
        counts = self.sides
        return {
            "what": self.what,
            "attribute": self.bought_way.attribute,
            "av_words": self.bought_way.words,
            "av": self.bought_way.number,
            "av_net": counts.av_net,
            "dv_words": against.words,
            "dv": against.dv,
            "dv_net": counts.dv_net,
            **self.told_boxes,
            "faces": list(found.faces),
            "typed": typed,
            "total": found.total,
            "target": found.target,
            "margin": found.margin,
            "success": bool(found.success),
            "extreme": bool(found.extreme),
            "auto": found.auto,
            **self.told_point(),
            "rule": "rough_magic.roll" if found.auto == "none" else "rough_magic.automatic-results",
        }

    def throw(self, turn: Turn, against: Against, ask: Ask | None = None) -> Facts:
        """Lets the dice fall and says what came of them."""
        dice = self.thrown(turn, ask)
        facts = self.told(against, self.roll(against, dice.dice), dice.typed)
        dice.settle()
        return facts


def way_with(sheet: RoughSheet, attribute: str, layers: Collection[str]) -> Way:
    """How it is done with that attribute and, of what helps, the best of these."""
    return best_way(sheet, attribute, [one for one in helpers(sheet) if one.id in layers])
