"""Harm without an attack: a fall, a fire, a blast; points or dice of the GM's, against armour where it counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.access import known_to
from apps.characters.forms import CharactersChoice, number, one_line
from apps.characters.models import Character
from apps.characters.yarn import landing
from apps.characters.yarn.landing import land_damage
from apps.characters.yarn.telling import tell_people
from apps.checks.thrown import thrown_with
from apps.combat.yarn.harm.by_hand import ARMOUR, DAMAGE, Falls, RealDice
from apps.combat.yarn.harm.outlook import Outlook, outlook_for
from apps.rules.dice import Dice
from apps.rules.odds import Distribution, sum_of
from apps.rules.yarn.combat.armour import dice_against
from apps.rules.yarn.combat.damage import damage_without_attack
from apps.rules.yarn.combat.damage_odds import certain, suffered_odds
from apps.rules.yarn.options import Options
from apps.rules.yarn.pool import SIDES
from apps.table.acts import act, gms
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST_POINTS, MOST_DICE = 200, 40
HOWS = {"points": "Points", "dice": "Dice"}
LIKE = {"unarmed": "Fists, a fall", "knife": "Blades", "light-handgun": "Guns, a blast"}
"""What it is like, for what being down means (yarn.down-states)."""
OPENLY = ("word", "now")
"""What everybody hears of harm to one of the GM's."""


class DealForm(RealDice):
    """Whom, and how much: a number, or so many dice."""

    characters = CharactersChoice(label="Whom", error_messages={"required": "Nobody is named yet."})
    how = forms.ChoiceField(label="How", choices=list(HOWS.items()), initial="points", widget=forms.RadioSelect)
    count = number("How many", 1, MOST_POINTS, initial=3)
    each = forms.BooleanField(label="Dice for each, not one throw for all", required=False)
    armour = forms.BooleanField(label="Armour counts", required=False, initial=True)
    like = forms.ChoiceField(label="Like", choices=list(LIKE.items()), initial="unarmed", required=False)
    why = one_line("What it is", 120, required=False)

    def setup(self) -> None:
        self.choose("characters", [one for one in known_to(self.viewer) if one.present])

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("how") == "dice" and data.get("count", 0) > MOST_DICE:
            self.add_error("count", f"At most {MOST_DICE} dice are thrown.")
        return data

    @property
    def falls(self) -> Falls:
        """One throw for all, or one for each; then what each of them wears."""
        data = self.cleaned_data
        throws = len(data["characters"]) if data["each"] else 1
        layers = [landing.rated(landing.worn_by(one)) for one in data["characters"] if data["armour"]]
        damage = data["count"] * throws if data["how"] == "dice" else 0
        return Falls(damage, sum(dice_against(one, "normal") for one in layers))

    @property
    def gross(self) -> Distribution[int]:
        """How often each damage comes, before armour."""
        count = self.cleaned_data["count"]
        return sum_of(count, SIDES) if self.cleaned_data["how"] == "dice" else certain(count)

    @property
    def weapon(self) -> str:
        """The weapon that it is like."""
        return self.cleaned_data["like"] or landing.UNARMED


def outlook(viewer: Viewer, form: DealForm) -> Mapping[str, Any]:
    """What each is likely to suffer, and the chances of what comes of it."""
    options: Options = viewer.options
    expected = [_expected(one, form, options) for one in form.cleaned_data["characters"]]
    return {"expected": expected, "falls": form.falls}


def _expected(one: Character, form: DealForm, options: Options) -> Outlook:
    counts = form.cleaned_data["armour"]
    armour = landing.met_by(one, landing.worn_by(one), secret_too=True) if counts else landing.rated(())
    suffered = suffered_odds(form.gross, "normal", armour, options=options) if armour else certain(0)
    return outlook_for(one, suffered)


@act(
    "yarn.deal-harm",
    title="Harm somebody",
    form=DealForm,
    who=gms,
    button="Deal the harm",
    template="combat/yarn/harm/acts/deal-harm.html",
    preview=outlook,
    menu=40,
)
def deal_harm(turn: Turn, form: DealForm) -> None:
    """Damage without an attack (yarn.damage-without-attack): one throw for all, or one for each."""
    data, hands = form.cleaned_data, form.hands(turn.dice, form.falls)
    dice, each = data["how"] == "dice", data["each"]
    thrown = () if each or not dice else _throw(turn, data["count"], hands[DAMAGE])
    rows = []
    for one in data["characters"]:
        faces = _throw(turn, data["count"], hands[DAMAGE]) if dice and each else thrown
        points = sum(faces) if dice else data["count"]
        with thrown_with(turn, hands[ARMOUR]):
            landed = land_damage(turn, one, points, weapon=form.weapon, armoured=data["armour"])
        rows.append((one, landing.facts_of(landed) | {"dice": list(faces) if each else []}))
    facts = {"dice": list(thrown), "why": data["why"], "typed": form.typed}
    tell_people(turn, "yarn.harm-dealt", facts, rows, OPENLY)


def _throw(turn: Turn, count: int, dice: Dice) -> tuple[int, ...]:
    with thrown_with(turn, dice):
        return damage_without_attack(dice_count=count, caught=(), options=turn.options, dice=turn.dice).faces
