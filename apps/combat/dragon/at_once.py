"""A whole phase from its card: what is done without dice, then perhaps a strike, and no form between."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.dragon.sheet import DragonSheet, sheet_of
from apps.characters.forms import acting_for, number, one_line
from apps.combat.dragon.attacks import arms, attacking
from apps.combat.dragon.attacks.strike import ACCURACY
from apps.combat.dragon.moves import allowed, walking
from apps.combat.dragon.phases import acting, spending, telling
from apps.combat.dragon.phases.going_on import go_on
from apps.combat.dragon.phases.words import price_words
from apps.combat.models import Combatant
from apps.rules.dragon.combat.prices import Price
from apps.rules.dragon.lists import substat_of
from apps.rules.refusal import Refused
from apps.table.acts import act
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

Facts = dict[str, Any]
MOVE, TASK, STRIKE = "move", "task", "strike"
BEFORE = [("", "Nothing"), (MOVE, "Move"), (TASK, "A simple task")]
THEN = [("", "Nothing"), (STRIKE, "Attack")]
NOT_ON_THE_CARD = {"skills", "skills_for", "cover", "difficulty"}
"""What the form of an attack asks besides."""


class GoForm(attacking.AttackForm):
    """First one thing without dice, then one with: an attack is made with the skills that its weapon goes with."""

    before = forms.ChoiceField(label="First, without dice", choices=BEFORE, required=False, widget=forms.RadioSelect)
    hexes = number("Hexes", 1, walking.MOST_HEXES, required=False)
    first = one_line("Which task", acting.MOST_WORDS, required=False, help_text="Such as: draws the sabre")
    then = forms.ChoiceField(label="Then, with dice", choices=THEN, required=False, widget=forms.RadioSelect)

    field_order = ("character", "before", "hexes", "first", "then", "target", "weapon")

    def setup(self) -> None:
        super().setup()
        for name in NOT_ON_THE_CARD & self.fields.keys():
            del self.fields[name]
        for name in ("target", "weapon"):
            self.fields[name].required = False
        if self.own is not None:
            self.start_with({"hexes": allowed.movement_of(self.own)})

    def rolls(self) -> tuple[str, ...]:
        return (ACCURACY,) if self["then"].value() == STRIKE else ()

    def clean(self) -> Facts:
        """What a strike needs and the card does not ask for: the skills for the weapon."""
        found = self.cleaned_data
        if found.get("then") == STRIKE:
            for name in ("target", "weapon"):
                if not found.get(name) and name not in self.errors:
                    self.add_error(name, "Say whom, and with what.")
            weapon = self.weapons.get(found.get("weapon", ""))
            found["skills"] = [one.id for one in arms.skills_with(sure(self.sheet), weapon)] if weapon else []
        return found | {"pay": self._pays(found.get("pay", []))}

    def _pays(self, named: list[int]) -> list[int]:
        """The later phases that were named; where these are not as many as it costs, those that the card says."""
        own, price = self.so_far(), self.price()
        if own is None or not isinstance(price, Price) or len(named) == price.to_name:
            return named
        return list(price.suggested(spending.later_of(own)))

    @property
    def task(self) -> str:
        """What is done without dice beside a move, in words."""
        return self.cleaned_data.get("first", "") if self.cleaned_data["before"] == TASK else ""


def outlook(viewer: Viewer, form: GoForm) -> Mapping[str, Any]:
    """What it costs as it stands there, and the odds of a strike."""
    own, price = form.so_far(), form.price()
    found: Facts = {"heading": own.character.name} if own else {}
    if own is None or price is None:
        return found
    return found | _odds(viewer, form) | acting.priced(own, price, form.rolls(), "Go")


def _odds(viewer: Viewer, form: GoForm) -> Facts:
    """Those of the attack's own form; instead of them what it lacks."""
    if form.cleaned_data["then"] != STRIKE:
        return {"odds": None}
    try:
        sides = form.sides()
    except Refused as no:
        return {"odds": {"sentence": no.text}}
    return {"odds": attacking.odds_of(viewer, sides), "reach": sides.assumed}


@act("dragon.go", title="Go", form=GoForm, button="Go", preview=outlook, template="combat/dragon/acts/go.html")
def go(turn: Turn, form: GoForm) -> None:
    """Moves or does a simple task, then strikes or lets that be all: the phase is used."""
    fight, combatant = spending.running_turn(turn), form.combatant(turn)
    done = form.cleaned_data["before"]
    if done == TASK and not form.task:
        turn.refuse("nothing", "Say which task it is.", "first")
    if done == MOVE:
        walking.walk(turn, combatant, form.cleaned_data["hexes"] or allowed.movement_of(combatant) or 0)
    if form.cleaned_data["then"] == STRIKE:
        form.cleaned_data["first"] = form.task
        attacking.attack(turn, form)
        return
    if not done and not spending.has_moved(combatant):
        turn.refuse("nothing", "Say what is done first, or what is rolled then. Or let the phase pass.", "before")
    _all(turn, form, combatant)
    go_on(turn, fight)


def _all(turn: Turn, form: GoForm, combatant: Combatant) -> None:
    """Nothing is rolled: with what was done without dice the phase is over."""
    acting_for(turn, combatant.character)
    moved = spending.has_moved(combatant)
    facts = telling.moment(combatant.fight) | {"words": form.task, "moved": moved}
    paid = form.spend(turn, combatant)
    telling.tell(turn, "dragon.acted", combatant, facts | paid, public=facts)


# on the card


def offered(viewer: Viewer, combatant: Combatant) -> Facts:
    """What can be chosen on the card: whom to strike, with what and how far off, how far to go, what a strike costs."""
    sheet = sheet_of(combatant.character)
    targets = attacking.targets_of(viewer, combatant)
    found: Facts = {
        "targets": [(key, attacking.named_for(viewer, combatant, one)) for key, one in targets.items()],
        "friends": not attacking.first_foe(combatant, targets),
        "arms": [(key, arms.labelled(one), one.attack == "ranged") for key, one in arms.weapons_of(sheet).items()],
        "farthest": attacking.MOST_HEXES,
        "movement": allowed.movement_of(combatant),
    }
    return found | {"stamp": _stamp(found, sheet), "power": _power(sheet)} | _strike(combatant)


def _power(sheet: DragonSheet) -> str:
    """The spiritual substat of which somebody has most: what powers are rolled on. Nothing without any."""
    able = [one for one in sheet.substats if one.value and substat_of(one.key).category == "Spiritual"]
    return max(able, key=lambda one: one.value).key if able else ""


def _stamp(found: Facts, sheet: DragonSheet) -> str:
    """Another one as soon as a strike has other odds: those that lie there are asked for anew. It knows nothing of
    keys, which are others when a table was moved."""
    words = [row[1] for row in (*found["targets"], *found["arms"])]
    numbers = sheet.value(ACCURACY), [one.level for one in sheet.skills]
    return f"{zlib.crc32(f'{words}{numbers}'.encode()):08x}"


def _strike(combatant: Combatant) -> Facts:
    price = spending.price_of(combatant, (ACCURACY,))
    if isinstance(price, Refused):
        return {"no_strike": price.text}
    later = spending.later_of(combatant)
    costs, because = price_words(combatant, price, (ACCURACY,))
    pays = later if price.to_name else ()
    return {"strike_costs": costs, "because": because, "strike_pays": pays, "strike_pay": price.suggested(later)}
