"""A hit that the GM has worked out by the damage order: an attack that was rolled at the table, or told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.access import known_to
from apps.characters.forms import CharacterChoice, number, one_line
from apps.characters.models import Character
from apps.characters.yarn import landing
from apps.characters.yarn.landing import Blow, land
from apps.characters.yarn.telling import tell_people
from apps.checks.thrown import thrown_with
from apps.combat.yarn.harm.by_hand import ARMOUR, DAMAGE, Falls, RealDice, one_after_the_other
from apps.combat.yarn.harm.dealing import OPENLY
from apps.combat.yarn.harm.outlook import outlook_for
from apps.rules.odds import Distribution, sum_of
from apps.rules.yarn.combat.armour import dice_against, kind_of_attack
from apps.rules.yarn.combat.damage import divided, factor_of
from apps.rules.yarn.combat.damage_odds import certain, suffered_odds, taser_odds
from apps.rules.yarn.combat.lists import AMMUNITION, TACTICS
from apps.rules.yarn.lists import WEAPONS
from apps.rules.yarn.options import Options
from apps.rules.yarn.pool import SIDES
from apps.table.acts import act, gms
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST_TOTAL, MOST_METRES, MOST_FACTOR = 120, 400, 30


class HitForm(RealDice):
    """By what, and by how much the attack was better; or both totals."""

    target = CharacterChoice(label="Who is hit")
    weapon = forms.ChoiceField(label="With", choices=[(one.id, one.title) for one in WEAPONS])
    attack = number("The attack’s total", 0, MOST_TOTAL)
    defence = number("The defence’s total", 0, MOST_TOTAL, initial=0, required=False)
    ammunition = forms.ChoiceField(
        label="Loaded with", choices=[(one, one.capitalize()) for one in AMMUNITION], required=False
    )
    tactic = forms.ChoiceField(
        label="Fired", choices=[("none", "Single shots"), *((one.id, one.title) for one in TACTICS)], required=False
    )
    metres = number("From how far, in metres", 0, MOST_METRES, required=False)
    special_effect = forms.BooleanField(label="A special effect: half the damage", required=False)
    thrown = forms.BooleanField(label="Dice for damage this time", required=False)
    factor = number("Another factor", 1, MOST_FACTOR, required=False, help_text="Empty: the weapon’s")
    why = one_line("What happens", 120, required=False)

    def setup(self) -> None:
        self.choose("target", [one for one in known_to(self.viewer) if one.present])
        if self.viewer.options.alternate_damage != "asked each time":
            del self.fields["thrown"]

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if not self.errors and (data["attack"] or 0) <= (data["defence"] or 0):
            self.add_error("attack", "It misses: the attack has to be higher than the defence.")
        return data

    @property
    def falls(self) -> Falls:
        """Dice for damage where the table throws them, and what the target wears."""
        blow = self.blow
        options: Options = self.viewer.options.answered(alternate_damage=blow.dice_for_damage)
        layers = landing.rated(landing.worn_by(self.cleaned_data["target"]))
        return Falls(
            factor_by(blow) if options.alternate_damage == "on" else 0,
            dice_against(layers, kind_of_attack(blow.weapon), blow.ammunition),
        )

    @property
    def blow(self) -> Blow:
        """The hit, in a form that is valid."""
        data = self.cleaned_data
        attack, defence = data["attack"], data["defence"] or 0
        return Blow(
            attack - defence,
            data["weapon"],
            data["ammunition"] or AMMUNITION[0],
            data["tactic"] or landing.NO_TACTIC,
            data["metres"],
            data["special_effect"],
            (attack, defence),
            data.get("thrown", False),
            data["factor"],
        )


def outlook(viewer: Viewer, form: HitForm) -> Mapping[str, Any]:
    """What the target is likely to suffer, and the chances of what comes of it. Refuses what the act does."""
    target, blow = form.cleaned_data["target"], form.blow
    options: Options = viewer.options.answered(alternate_damage=blow.dice_for_damage)
    temporary = kind_of_attack(blow.weapon) == landing.TASER
    expected = [outlook_for(target, spread(target, blow, options), temporary=temporary)]
    return {"expected": expected, "falls": form.falls}


def spread(target: Character, blow: Blow, options: Options) -> Distribution[int]:
    """How often each number of points comes through the armour that the target wears."""
    armour = landing.met_by(target, landing.worn_by(target), secret_too=True)
    if armour is None:
        return certain(0)
    raw = _raw(blow, factor_by(blow), options)
    gross = raw.map(lambda n: divided(n, blow.weapon, blow.metres, blow.special_effect, options))
    kind = kind_of_attack(blow.weapon)
    if kind == landing.TASER:
        return gross.with_(taser_odds(blow.difference, 1, armour), int.__mul__)
    return suffered_odds(gross, kind, armour, blow.ammunition, options)


def factor_by(blow: Blow) -> int:
    """What the difference is multiplied by."""
    return factor_of(blow.weapon, blow.ammunition, blow.tactic, blow.metres, blow.factor)


def _raw(blow: Blow, factor: int, options: Options) -> Distribution[int]:
    if options.alternate_damage != "on" or blow.totals is None:
        return certain(blow.difference * factor)
    attack, defence = blow.totals
    return sum_of(factor, SIDES).map(lambda n: n * (2 if attack >= 2 * defence else 1))


@act(
    "yarn.land-hit",
    title="A hit worked out",
    form=HitForm,
    who=gms,
    button="It hits",
    template="combat/yarn/harm/acts/land-hit.html",
    preview=outlook,
    menu=41,
)
def land_hit(turn: Turn, form: HitForm) -> None:
    """Through the eleven steps of the damage order, with the dice of the armour (yarn.damage-order)."""
    target: Character = form.cleaned_data["target"]
    falls = form.falls
    hands = form.hands(turn.dice, falls)
    order = [DAMAGE, ARMOUR] if falls.damage else [ARMOUR]
    with thrown_with(turn, one_after_the_other(*(hands[one] for one in order))):
        landed = land(turn, target, form.blow)
    facts = {"dice": [], "why": form.cleaned_data["why"], "typed": form.typed}
    tell_people(turn, "yarn.hit-landed", facts, [(target, landing.facts_of(landed) | {"dice": []})], OPENLY)
