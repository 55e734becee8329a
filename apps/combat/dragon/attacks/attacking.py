"""Attacks (dragon.attack): who strikes whom with what, from how far, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from django import forms

from apps.characters.access import known_to, sheet_open_to
from apps.characters.dragon.sheet import DragonSheet, Skill, Weapon, sheet_of
from apps.characters.dragon.states import badges_of
from apps.characters.forms import acting_for, number, one_line
from apps.characters.models import Character
from apps.checks import chips
from apps.checks.dragon.pools import MOST_DIFFICULTY, Chosen
from apps.checks.dragon.skilled import SkilledForm
from apps.checks.thrown import Thrown
from apps.checks.typed import FacesField, hand_of
from apps.combat import tracking
from apps.combat.dragon import turns as stored
from apps.combat.dragon.attacks import arms, expecting, guards, opening
from apps.combat.dragon.attacks.strike import ACCURACY, Sides, Strike
from apps.combat.dragon.cutting_in import triggers
from apps.combat.dragon.forms import PayingForm
from apps.combat.dragon.phases import acting, spending
from apps.combat.gaps import far_apart
from apps.combat.models import Combatant
from apps.rules.dragon.checks import SIDES, Pool
from apps.rules.dragon.combat.prices import Price
from apps.rules.dragon.options import Options
from apps.rules.odds import percent
from apps.rules.refusal import Refused
from apps.table import exchanges
from apps.table.acts import act
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST_HEXES, MOST_COVER = 9999, 20


def targets_of(viewer: Viewer, own: Combatant) -> dict[str, Combatant]:
    """Whom somebody may attack, by public id: everybody else in the fight of whom this seat knows; the other side
    first, of these who stands, whoever one breaks in on, and then whoever is nearest."""
    known = {one.pk for one in known_to(viewer)}
    others = [one for one in stored.fighters_of(own.fight) if one != own and one.character_id in known]

    acting = _interrupted(own)

    def at_hand(one: Combatant) -> tuple[bool, bool, bool, int]:
        far = far_apart(viewer, own.character, one.character)
        return one.side == own.side, stored.is_down(one), one.pk not in acting, MOST_HEXES if far is None else far

    return {one.character.public_id: one for one in sorted(others, key=at_hand)}


def first_foe(own: Combatant, targets: Mapping[str, Combatant]) -> str:
    """Which of them is proposed: the first of the other side; nobody where all are of one's own."""
    return next((key for key, one in targets.items() if one.side != own.side), "")


def _interrupted(own: Combatant) -> set[int]:
    """Who is in the middle of an act that this one breaks into: whose attack waits for it, else who has moved."""
    if not triggers.is_breaking_in(own):
        return set()
    if attack := triggers.interrupted_by(own):
        return {exchanges.state_of(attack).attacker}
    return {one.pk for one in stored.fighters_of(own.fight) if stored.fighter_of(one).moved}


def named_for(viewer: Viewer, own: Combatant, target: Combatant) -> str:
    """A target of this fighter with how far it is and all that everybody may know of it."""
    far = far_apart(viewer, own.character, target.character)
    words = [target.character.name] + ([f"{far} hex{'' if far == 1 else 'es'}"] if far is not None else [])
    return " · ".join([*words, *(badge.lower() for badge, _ in badges_of(target.character))])


class ArmedForm(PayingForm):
    """Somebody in the fight who may attack others: at first whoever has a phase now."""

    faces = FacesField()

    def choose_the_only_one(self) -> None:
        super().choose_the_only_one()
        if first := next((one for one in self.open_characters() if self._can_go(one)), None):
            self.start_with({"character": first.public_id})

    def _can_go(self, character: Character) -> bool:
        found = tracking.combatant_of(sure(self.fight), character)
        return found is not None and isinstance(spending.price_of(found), Price)

    @cached_property
    def own(self) -> Combatant | None:
        """Whose attack it is, read once: before anything of the act is written."""
        return self.so_far()

    @property
    def sheet(self) -> DragonSheet | None:
        return sheet_of(self.own.character) if self.own else None

    @property
    def options(self) -> Options:
        return spending.options_of(sure(self.fight))

    @cached_property
    def targets(self) -> dict[str, Combatant]:
        return targets_of(self.viewer, self.own) if self.own else {}

    @cached_property
    def weapons(self) -> dict[str, Weapon]:
        return arms.weapons_of(self.sheet) if self.sheet else {}

    def keep_possible(self, *names: str) -> None:
        """What was chosen for somebody else and cannot be here is forgotten, in a form that is only looked at."""
        for name in names:
            field = self.fields[name]
            given = self.initial.get(name)
            if isinstance(field, forms.ChoiceField) and given is not None and not _fits(field, given):
                self.initial.pop(name)

    def far(self, target: Combatant) -> int | None:
        """How far it is by the board, or as it was typed for the two of them last."""
        return far_apart(self.viewer, sure(self.own).character, target.character)

    def apart(self, weapon: Weapon, target: Combatant, typed: int | None, field: str) -> int | None:
        """How many hexes lie between: as typed now, else as it is known. Refuses a shot from nobody knows where."""
        found = self.far(target) if typed is None else typed
        if found is None and weapon.attack == "ranged":
            name = target.character.name
            raise Refused("no-distance", f"How many hexes away is {name}? A shot needs to know.", field)
        return found

    def named(self, one: Combatant) -> str:
        """A target with all that everybody may know of it."""
        return named_for(self.viewer, sure(self.own), one)

    def strike(
        self, target: Combatant, weapon: Weapon, skills: Sequence[Skill], *, distance: int | None, difficulty: int = 0
    ) -> Strike:
        """The attack before its dice."""
        sheet, own = sure(self.sheet), sure(self.own)
        chosen = Chosen.of(sheet, ACCURACY, skills, difficulty)
        breaks_in = triggers.is_breaking_in(own)
        return Strike(own.pk, target.pk, arms.arms_of(sheet, weapon), chosen, interrupts=breaks_in).at(distance)

    def dice(self, turn: Turn, *pools: Pool) -> tuple[Thrown, list[tuple[int, ...]]]:
        """Throws these pools one after the other, or takes the faces that were typed for all of them."""
        hand = hand_of(self.cleaned_data["faces"], sum(one.dice for one in pools))
        thrown = Thrown(turn, hand)
        return thrown, [thrown.dice(one.dice, SIDES) for one in pools]


def _fits(field: forms.ChoiceField, given: Any) -> bool:
    many = given if isinstance(given, list | tuple) else [given]
    return all(field.valid_value(str(getattr(one, "public_id", one))) for one in many)


class AttackForm(ArmedForm, SkilledForm):
    """Who attacks whom with what. Cover and other difficulty are the GM's."""

    target = forms.ChoiceField(
        label="Target",
        widget=forms.RadioSelect,
        error_messages={"required": "Say who is attacked.", "invalid_choice": "That target is not in the fight."},
    )
    weapon = forms.ChoiceField(label="With", widget=forms.RadioSelect)
    distance = number("Hexes away", 0, MOST_HEXES, required=False)
    cover = number("Cover, in successes", 0, MOST_COVER, required=False, initial=0)
    difficulty = number("Difficulty", -MOST_DIFFICULTY, MOST_DIFFICULTY, required=False, initial=0)
    first = one_line("First, without dice", 120, required=False, help_text="Such as: draws the sabre")

    def setup(self) -> None:
        super().setup()
        if not self.viewer.is_gm:
            del self.fields["cover"], self.fields["difficulty"]
        if self.own is not None and spending.has_moved(self.own):
            del self.fields["first"]
        if self.sheet is None:
            return
        self.offer("target", [(key, self.named(one)) for key, one in self.targets.items()])
        self.offer("weapon", [(key, arms.labelled(one)) for key, one in self.weapons.items()])
        self.keep_possible("target", "weapon")
        self.start_with({"target": first_foe(sure(self.own), self.targets), "weapon": next(iter(self.weapons))})
        weapon = str(self["weapon"].value())
        self.offer_skills(self.sheet, weapon, self.skills_with(weapon))
        self._say_how_far()

    def rolls(self) -> tuple[str, ...]:
        return (ACCURACY,)

    def skills_with(self, named: str) -> list[Skill]:
        """Those that usually go with the weapon of that key."""
        weapon = self.weapons.get(named)
        return list(arms.skills_with(sure(self.sheet), weapon)) if weapon else []

    def _say_how_far(self) -> None:
        """What counts where no distance is typed."""
        target = self.targets.get(str(self["target"].value()))
        far = self.far(target) if target else None
        if far is not None:
            self.fields["distance"].help_text = f"Empty: {far}, as it is known"

    @property
    def is_shot(self) -> bool:
        """Whether what is chosen so far needs a distance."""
        found = self.weapons.get(str(self["weapon"].value()))
        return found is not None and found.attack == "ranged"

    @property
    def chips_of_weapons(self) -> dict[str, Any]:
        """Those of the sheet, and the book's behind "More"."""
        own = {one.id: one.multiple for one in self.sheet.weapons} if self.sheet else {}
        return chips.split(self["weapon"], str(self["weapon"].value()), own.get if own else None)

    @property
    def at(self) -> Combatant:
        return self.targets[self.cleaned_data["target"]]

    @property
    def weapon_chosen(self) -> Weapon:
        return self.weapons[self.cleaned_data["weapon"]]

    def sides(self, faces: tuple[int, ...] = (), typed: bool = False) -> Sides:
        """The attack with these dice, and both who are in it."""
        given, weapon = self.cleaned_data, self.weapon_chosen
        strike = self.strike(
            self.at,
            weapon,
            [one for one in sure(self.sheet).skills if one.id in given["skills"]],
            distance=self.apart(weapon, self.at, given["distance"], "distance"),
            difficulty=given.get("difficulty") or 0,
        )
        strike = replace(strike, faces=faces, typed=typed, cover=given.get("cover") or 0)
        return Sides(strike, sure(self.own), self.at)


def attack_outlook(viewer: Viewer, form: AttackForm) -> Mapping[str, Any]:
    """The price in words, and the odds from what this seat may know of the target."""
    own, price = sure(form.own), form.price()
    found: dict[str, Any] = {"heading": f"{own.character.name} attacks {form.at.character.name}", "own_footer": True}
    found |= acting.priced(own, price, form.rolls(), f"Attack {form.at.character.name}")
    if not isinstance(price, Price):
        return found
    sides = form.sides()
    what = f"{sides.strike.chosen.what}, {arms.labelled(form.weapon_chosen)}"
    return found | {"subheading": what, "odds": odds_of(viewer, sides), "assumed": sides.assumed}


def odds_of(viewer: Viewer, sides: Sides) -> expecting.Drawn:
    """How an attack may go, from what this seat may know of its target."""
    pool = sides.strike.pool(sides.options)
    if not sheet_open_to(viewer, sides.target.character):
        return expecting.own_dice(pool, _what_it_does(sides))
    found = expecting.of_attack(pool, sides)
    answers = [one for one in guards.guards_of(sides) if one.off is None and one.id != guards.NOTHING]
    against = [(one, expecting.of_attack(pool, sides, one)) for one in answers]
    return expecting.harm(found, "Chance to hit, if nothing is done against it") | {
        "facts": [
            {
                "number": percent(odds.hit),
                "text": f"against: {one.title.lower()}",
                "more": f"{percent(odds.hurt)} to be hurt",
            }
            for one, odds in against
        ]
    }


def _what_it_does(sides: Sides) -> list[str]:
    blow = sides.blow(known=False)
    does = f"each net success does {blow.multiple}"
    more = blow.strength * (blow.attack == "melee") + blow.bonus
    return [f"{does}, and {more} on top" if more else does]


@act(
    "dragon.attack",
    menu=41,
    due=tracking.is_fighting,
    title="Attack",
    form=AttackForm,
    button="Attack",
    preview=attack_outlook,
    template="combat/dragon/acts/attack.html",
)
def attack(turn: Turn, form: AttackForm) -> None:
    """Pays, then throws; the dice lie sealed until whoever is attacked has answered."""
    fight = spending.running_turn(turn)
    sides = form.sides()
    acting_for(turn, sides.attacker.character)
    paid = form.spend(turn, sides.attacker)
    thrown, (faces,) = form.dice(turn, sides.strike.pool(sides.options))
    thrown.settle()
    sides = form.sides(faces, thrown.typed)
    event = opening.tell_made(
        turn, sides.attacker, [sides], {"paid": paid, "first": form.cleaned_data.get("first", "")}
    )
    opening.await_answer(turn, sides, event)
    opening.then_goes_on(turn, fight)
