"""Attacks hand to hand (yarn.attack-roll): with which trait, with what, how it is described, and for more than harm."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms

from apps.characters.forms import acting_for, number, one_line
from apps.characters.models import Character
from apps.characters.yarn.doing import leads_to
from apps.characters.yarn.sheet import sheet_for
from apps.characters.yarn.written import Weapon
from apps.checks.yarn.rolling_acts.side import ALTERNATE, READ, ReadForm
from apps.combat import tracking
from apps.combat.models import Combatant
from apps.combat.sides import first_foe, foes_first
from apps.combat.tracking import is_fighting
from apps.combat.yarn.attacks import declaring, expecting
from apps.combat.yarn.attacks.forms import ExperienceForm, tick
from apps.combat.yarn.attacks.strike import GROUNDS, Aim, Clash, Strike
from apps.combat.yarn.rounds import stored
from apps.combat.yarn.rounds.forms import DiceForm, FighterForm, likeliest_trait, trait_field, traits_of
from apps.rules.yarn.combat.damage import NEEDED
from apps.rules.yarn.combat.lists import weapon_of
from apps.rules.yarn.lists import MELEE
from apps.table.acts import act
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

UNARMED = Weapon("", "Bare hands")
MOST_SURPRISE, MOST_NEEDED = 9, 30


class AttackingForm(FighterForm, DiceForm, ExperienceForm, ReadForm):
    """Who attacks whom with what, and what speaks for it."""

    target = forms.ChoiceField(
        label="Whom",
        widget=forms.RadioSelect,
        error_messages={"required": "Say who is attacked.", "invalid_choice": "That target is not there."},
    )
    weapon = forms.ChoiceField(
        label="With", widget=forms.RadioSelect, error_messages={"required": "Nothing on the sheet does it."}
    )
    trait = trait_field("And with which trait")
    what = one_line("How", 160, required=False, help_text="A described, varied attack is never dull")
    grounds = forms.MultipleChoiceField(
        label="Asks for a bonus die",
        required=False,
        choices=[(key, title) for key, (title, _) in GROUNDS.items()],
        widget=forms.CheckboxSelectMultiple,
        help_text="The GM may say no before the dice fall",
    )
    surprise = number("Against somebody unaware, bonus dice", 0, MOST_SURPRISE, required=False, initial=0)
    real = tick("I throw real dice, and type them when the defence is chosen")
    unaware = tick("The target knows nothing of it: no defence at all, and nobody is asked")

    def setup(self) -> None:
        super().setup()
        if not self.viewer.is_gm:
            del self.fields["surprise"], self.fields["unaware"]
        who = self.own
        self.offer_experience(who)
        self.offer_read(READ | ALTERNATE)
        if who is None:
            return
        self.start_with({"character": who.public_id})
        self.offer("target", [(key, one.character.name) for key, one in self.targets.items()])
        self.offer("weapon", [(key, self.words_of(one)) for key, one in self.weapons.items()])
        self.offer("trait", traits_of(self.viewer, who, self.so_far(), "attack"))
        first, best = next(iter(self.weapons), ""), likeliest_trait(self.viewer, who, self.so_far(), "attack")
        self.start_with({"target": self._first_target(), "weapon": first, "trait": best})

    @property
    def own(self) -> Character | None:
        """Who attacks so far: at first whoever acts."""
        return self.chosen() or next(iter(self.open_characters()), None)

    @cached_property
    def targets(self) -> dict[str, Combatant]:
        """Whom they may attack: those in the fight of whom this seat knows, the other side first."""
        fight, own = tracking.fight_of(self.viewer.table), self.own
        if fight is None or own is None:
            return {}
        seen = tracking.combatants_known_to(self.viewer, fight)
        others = [one for one in seen if one.state != "out" and one.character != own]
        rows = {one.character: one for one in others}
        return {one.public_id: rows[one] for one in foes_first(own, rows)}

    def _first_target(self) -> str:
        found = first_foe(self.own, (one.character for one in self.targets.values()))
        return found.public_id if found is not None else ""

    @cached_property
    def weapons(self) -> dict[str, Weapon]:
        """What they have that does it, by the id that the form sends."""
        held = sheet_for(self.viewer, self.own).weapons if self.own else ()
        return {one.id: one for one in held if self.fits(one)}

    def fits(self, weapon: Weapon) -> bool:
        raise NotImplementedError

    def words_of(self, weapon: Weapon) -> str:
        return f"{weapon.name} ×{weapon_of(weapon.listed).factor}"

    @property
    def armed(self) -> Weapon | None:
        """The weapon so far."""
        return self.weapons.get(str(self["weapon"].value() or ""))

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if given.get("character") is not None:
            self.check_experience(given["character"])
        return given

    def common(self, one: Combatant) -> dict[str, Any]:
        """The fields of the attack that any sort of it has."""
        given, weapon = self.cleaned_data, sure(self.armed)
        return {
            "attacker": one.pk,
            "what": given.get("what") or "",
            "trait": given.get("trait") or "",
            "weapon": weapon.listed,
            "called": weapon.name,
            "entry": weapon.id,
            "grounds": tuple(given.get("grounds") or ()),
            "surprise": given.get("surprise") or 0,
            "bonus": given.get("bonus") or 0,
            "penalty": given.get("penalty") or 0,
            "because": given.get("because") or "",
            "read": self.read_given,
            "by_hand": bool(given.get("real")),
            **self.experience_given,
        }

    @property
    def at(self) -> Combatant:
        return self.targets[self.cleaned_data["target"]]


class AttackForm(AttackingForm):
    """Hand to hand; an effect that is aimed at halves the harm."""

    effect = one_line("For an effect", 60, required=False, help_text="Disarm, tackle, hold: half the harm")
    needed = number("It takes, above the defence", 1, MOST_NEEDED, required=False, initial=NEEDED)

    def setup(self) -> None:
        super().setup()
        if not self.viewer.is_gm:
            del self.fields["needed"]

    def fits(self, weapon: Weapon) -> bool:
        return weapon_of(weapon.listed).range_row == MELEE

    @cached_property
    def weapons(self) -> dict[str, Weapon]:
        held = sheet_for(self.viewer, self.own).weapons if self.own else ()
        return {one.id: one for one in held if self.fits(one)} | {"hands": UNARMED}

    def strike(self, one: Combatant) -> Strike:
        given = self.cleaned_data
        return Strike(
            aims=(Aim(self.at.pk),),
            effect=given.get("effect") or "",
            needed=given.get("needed") or NEEDED,
            **self.common(one),
        )


@leads_to("attack", "shoot")
def in_rounds(viewer: Viewer, character: Character) -> bool:
    """Whether they are in a fight that runs by rounds."""
    return stored.fighting(viewer, character) is not None


def outlook(viewer: Viewer, form: AttackForm) -> Mapping[str, Any]:
    """The exact odds of what is chosen, from what this seat may know."""
    one = form.so_far() or _fighter(viewer, form.own)
    if one is None:
        return {"refused_now": "No rounds run in this fight."}
    no = declaring.why_not(viewer, one)
    strike = form.strike(one)
    clash = Clash(strike, strike.aims[0], one, form.at)
    odds = expecting.drawn(viewer, clash, unaware=bool(form.cleaned_data.get("unaware")))
    return {
        "refused_now": no.text if no else "",
        "heading": f"{one.character.name} attacks {form.at.character.name}",
        "odds": odds,
        "button": expecting.on_button("Attack", odds),
    }


def _fighter(viewer: Viewer, who: Character | None) -> Combatant | None:
    return stored.fighting(viewer, who) if who is not None else None


@act(
    "yarn.attack",
    menu=40,
    due=is_fighting,
    title="Attack",
    form=AttackForm,
    button="Attack",
    preview=outlook,
    template="combat/yarn/attacks/acts/attack.html",
)
def attack(turn: Turn, form: AttackForm) -> None:
    """Declares the attack and uses an action; the target answers before any die falls."""
    one = form.combatant(turn)
    if no := declaring.why_not(turn.viewer, one):
        raise no
    acting_for(turn, one.character)
    stored.uses_act(turn, one)
    declaring.declare(turn, one, form.strike(one), unaware=bool(form.cleaned_data.get("unaware")))
