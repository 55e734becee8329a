"""Shots and throws (yarn.ranged-attack): how far, what is in the way, how it is fired, and the rounds that it takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django import forms

from apps.characters.forms import CharactersChoice, acting_for, number, one_line
from apps.characters.models import Character, Entry
from apps.characters.yarn.circumstances import DARK as DARKNESS
from apps.characters.yarn.circumstances import darkness_around, unseen
from apps.characters.yarn.written import Weapon
from apps.combat import gaps
from apps.combat.models import Combatant
from apps.combat.tracking import is_fighting
from apps.combat.yarn.attacks import declaring, expecting
from apps.combat.yarn.attacks.attacking import AttackingForm, _fighter
from apps.combat.yarn.attacks.forms import tick
from apps.combat.yarn.attacks.strike import Aim, Clash, Strike
from apps.combat.yarn.rounds import stored
from apps.rules.refusal import Refused
from apps.rules.yarn.combat.firing import full_auto_spread, gunfire_options, left_after, why_no_rounds
from apps.rules.yarn.combat.lists import BANDS, FIREARMS, OUT, THROWN, range_of, weapon_of
from apps.rules.yarn.combat.shooting import BEYOND, distance_dice, in_range
from apps.rules.yarn.lists import MELEE
from apps.rules.yarn.options import Options
from apps.table.acts import act
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

FARTHEST = 2000
SINGLE, BURST, AUTO, SPREAD = "single", "burst", "full-auto", "spread"
WAYS = {SINGLE: "A shot", BURST: "Burst of three", AUTO: "Full auto, one target"}
LINES = {SINGLE: "single shots", BURST: "a burst", AUTO: "full auto", SPREAD: "full auto over several"}
"""What a weapon has fired in a round."""
COSTS = {SINGLE: "single", BURST: "burst", AUTO: "full auto, 1 target"}
"""What the rules of the clip call them."""
RULE_WAYS = {BURST: "burst", AUTO: "full auto"}
DARK = [(0, "Bright"), (1, "Dim"), (2, "Dark")]
COVER = [(0, "None"), (1, "Some"), (2, "Heavy")]


def _levels(label: str, choices: Sequence[tuple[int, str]]) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label,
        coerce=int,
        choices=list(choices),
        initial=0,
        required=False,
        empty_value="0",
        widget=forms.RadioSelect,
    )


class ShootingForm(AttackingForm):
    """What a shot at one or at several has in common."""

    cover = _levels("Cover", COVER)
    darkness = _levels("Light", DARK)
    target_moving = tick("The target moves")
    attacker_moving = tick("The shooter moves")

    def setup(self) -> None:
        super().setup()
        at = self.targets.get(str(self["target"].value() or ""))
        if at is not None and (why := darkness_at(self.viewer, at.character)):
            self.fields["darkness"].help_text = why
            self.start_with({"darkness": DARKNESS})

    def fits(self, weapon: Weapon) -> bool:
        return weapon_of(weapon.listed).range_row != MELEE

    def words_of(self, weapon: Weapon) -> str:
        rounds = f", {weapon.left} round{'' if weapon.left == 1 else 's'}" if weapon.left is not None else ""
        return f"{super().words_of(weapon)}{rounds}"

    @property
    def options(self) -> Options:
        one = self.so_far()
        found: Options = stored.options_of(one.fight) if one is not None else self.viewer.options
        return found

    def aim(self, target: Combatant, metres: float) -> Aim:
        given = self.cleaned_data
        return Aim(
            target.pk,
            metres,
            cover=int(given.get("cover") or 0),
            darkness=int(given.get("darkness") or 0),
            moving=bool(given.get("target_moving")),
            distance_half=bool(given.get("distance_half")),
            cover_half=bool(given.get("cover_half")),
        )

    def entry(self) -> Entry | None:
        return self.viewer.desk.one(Entry, public_id=sure(self.armed).id)


class ShootForm(ShootingForm):
    """At one target."""

    metres = number("Metres away", 0, FARTHEST)
    way = forms.ChoiceField(
        label="Fired as", choices=list(WAYS.items()), initial=SINGLE, required=False, widget=forms.RadioSelect
    )
    distance_half = tick("Just over the edge of a band: a bonus die in place of the last distance die")
    cover_half = tick("Very light cover: a bonus die")

    def setup(self) -> None:
        super().setup()
        if not self.options.half_dice:
            del self.fields["distance_half"], self.fields["cover_half"]
        weapon = self.armed
        self.fields["metres"].help_text = reach_words(weapon) if weapon is not None else ""
        self.offer("way", [(key, words) for key, words in WAYS.items() if weapon is None or can_fire(weapon, key)])
        one, at = self.so_far(), self.targets.get(str(self["target"].value() or ""))
        known = gaps.far_apart(self.viewer, one.character, at.character) if one and at else None
        if known is not None:
            self.start_with({"metres": known})

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        given["way"] = given.get("way") or SINGLE
        if self.armed is not None and given.get("metres") is not None:
            no = why_not_far(self.armed, given["metres"], given["way"], self.options)
            if no is not None:
                self.add_error("metres", no.text)
            elif given.get("distance_half") and in_range(self.armed.listed, given["metres"], self.options) < 2:
                self.add_error("distance_half", "At point blank there is one die for the distance, and no edge.")
        return given

    @property
    def bands(self) -> list[tuple[str, int, bool]]:
        """The bands of the weapon, the last metre of each, and whether the distance is in it as far as it is said."""
        far = str(self["metres"].value() or "")
        return reached(self.armed, int(far) if far.isdecimal() else None) if self.armed is not None else []

    def strike(self, one: Combatant) -> Strike:
        given, weapon = self.cleaned_data, sure(self.armed)
        tactic = "none" if given["way"] == SINGLE else given["way"]
        return Strike(
            aims=(self.aim(self.at, float(given["metres"])),),
            ammunition=ammunition_of(weapon),
            tactic=tactic,
            shot=fired(one, self.entry()) + 1 if given["way"] == SINGLE else 1,
            moving=bool(given.get("attacker_moving")),
            **self.common(one),
        )


def darkness_at(viewer: Viewer, target: Character) -> str:
    """What takes the sight of somebody, as far as this seat knows of it; empty for nothing."""
    if by := unseen(target, secret_too=viewer.is_gm):
        return f"{by.source}: nobody sees {target.name}"
    by = darkness_around(target, partial(gaps.far_apart, viewer, target), secret_too=viewer.is_gm)
    return f"{by.source}: all lights around {by.who.name} are out" if by else ""


def can_fire(weapon: Weapon, way: str) -> bool:
    """Whether it can be fired so (yarn.gunfire-options)."""
    if way == SINGLE:
        return True
    return bool(weapon.firearm) and gunfire_options(wanted=[[weapon.firearm, RULE_WAYS[way]]]).allowed[0]


def ammunition_of(weapon: Weapon) -> str:
    """What a firearm is loaded with; nothing else is loaded with anything of its own."""
    return weapon.ammunition if range_of(weapon.listed).title in ("Pistol", "SMG", "Rifle", "Shotgun") else "standard"


def why_not_far(weapon: Weapon, metres: float, way: str, options: Options) -> Refused | None:
    """Why it does not reach so far (yarn.weapon-ranges, the switch beyond-last-range)."""
    dice = distance_dice(weapon.listed, metres, options)
    row = range_of(weapon.listed)
    if dice is None:
        return Refused("out-of-range", f"{row.title} reaches {row.metres[-1]} m, and it is {metres:g} m.", "metres")
    if dice == BEYOND and way != SINGLE:
        return Refused("out-of-range", "Beyond the last range there are single shots alone.", "metres")
    return None


def reach_words(weapon: Weapon) -> str:
    """Point blank to 2, short to 25."""
    far = (f"{name} to {metres:g}" for name, metres in zip(BANDS, range_of(weapon.listed).metres, strict=False))
    return ", ".join(far).capitalize()


def reached(weapon: Weapon, metres: int | None) -> list[tuple[str, int, bool]]:
    """Each band that it reaches with its last metre, and whether that distance is in it."""
    ends = range_of(weapon.listed).metres
    now = next((place for place, end in enumerate(ends) if metres is not None and metres <= end), None)
    return [(name.capitalize(), end, place == now) for place, (name, end) in enumerate(zip(BANDS, ends, strict=False))]


def band_words(weapon: Weapon, metres: float, options: Options) -> str:
    """Short, 2 dice."""
    dice = distance_dice(weapon.listed, metres, options)
    if dice is None:
        return OUT
    name = BANDS[dice - 1] if dice <= len(BANDS) else "beyond the last range"
    return f"{name}, {dice} {'die' if dice == 1 else 'dice'}"


def fired(one: Combatant, entry: Entry | None) -> int:
    """How many single shots were fired with it in this round."""
    return stored.used(one).get(f"{stored.SHOTS}{entry.pk}", 0) if entry is not None else 0


def shots_of(weapon: Weapon) -> int:
    """Single shots that it fires in a round (yarn.gunfire-options)."""
    row = next((each for each in FIREARMS if each.id == weapon.firearm), None)
    return row.shots if row is not None else 1


def why_not_mixed(one: Combatant, weapon: Weapon, entry: Entry | None, way: str) -> Refused | None:
    """A firearm is fired in one way in a round (yarn.gunfire-options)."""
    place = stored.used(one).get(f"{stored.FIRED}{entry.pk}", 0) if entry is not None else 0
    before = list(LINES)[place - 1] if place else way
    if before == way:
        return None
    words = f"{weapon.name} has fired {LINES[before]} in this round, and fires in one way alone."
    return Refused("one-line", words, "weapon" if way == SPREAD else "way")


def is_second(one: Combatant, weapon: Weapon, entry: Entry | None, way: str) -> bool:
    """Whether it is the second shot of an action that has fired the first (yarn.recoil-second-shot)."""
    return way == SINGLE and fired(one, entry) == 1 and shots_of(weapon) > 1


def why_not(viewer: Viewer, one: Combatant, weapon: Weapon, entry: Entry | None, way: str) -> Refused | None:
    """Why it cannot be fired so now: whose turn it is, what the weapon can do in a round, what is left in it."""
    second = is_second(one, weapon, entry, way)
    goes_on = second and one.state == "acting"
    no = declaring.why_out(viewer, one) if goes_on else declaring.why_not(viewer, one)
    if no is None and fired(one, entry) and not second and shots_of(weapon) <= fired(one, entry):
        no = Refused("has-fired", f"{weapon.name} {_most_of(weapon)} in a round.", "weapon")
    no = no or why_not_mixed(one, weapon, entry, way)
    if no is None and weapon.left is not None:
        no = why_no_rounds(COSTS[way], weapon.left, stored.options_of(one.fight))
    return Refused(no.code, no.text, "way") if no and no.field in ("rounds", "fired") else no


def _most_of(weapon: Weapon) -> str:
    """How often it is shot or thrown."""
    if range_of(weapon.listed).id in THROWN:
        return "is thrown once"
    fires = shots_of(weapon)
    return f"fires {fires} shot{'' if fires == 1 else 's'}"


def outlook(viewer: Viewer, form: ShootForm) -> Mapping[str, Any]:
    """The exact odds against the circumstances, and what is left in the weapon."""
    one = form.so_far() or _fighter(viewer, form.own)
    if one is None:
        return {"refused_now": "No rounds run in this fight."}
    weapon, way = sure(form.armed), form.cleaned_data["way"]
    no = why_not(viewer, one, weapon, form.entry(), way)
    strike = form.strike(one)
    busier = int(is_second(one, weapon, form.entry(), way) and _is_dear(one))
    clash = Clash(strike, strike.aims[0], one, form.at, busier)
    odds = expecting.drawn(viewer, clash, unaware=bool(form.cleaned_data.get("unaware")))
    return {
        "refused_now": no.text if no else "",
        "heading": f"{one.character.name} shoots at {form.at.character.name}",
        "odds": odds,
        "band": band_words(weapon, strike.aims[0].metres or 0, form.options),
        "left": _left(weapon, way, form.options) if not no else None,
        "button": expecting.on_button("Second shot" if strike.shot > 1 else "Shoot", odds),
    }


def _left(weapon: Weapon, way: str, options: Options) -> int | None:
    return left_after(COSTS[way], weapon.left, options) if weapon.left is not None else None


@act(
    "yarn.shoot",
    menu=41,
    due=is_fighting,
    title="Shoot or throw",
    form=ShootForm,
    button="Shoot",
    preview=outlook,
    template="combat/yarn/attacks/acts/shoot.html",
)
def shoot(turn: Turn, form: ShootForm) -> None:
    """A shot, a burst or full auto at one target; the rounds are gone, and the target answers before any die falls."""
    one, weapon, way = form.combatant(turn), sure(form.armed), form.cleaned_data["way"]
    entry = form.entry()
    if no := why_not(turn.viewer, one, weapon, entry, way):
        raise no
    acting_for(turn, one.character)
    strike = form.strike(one)
    _pay(turn, one, is_second(one, weapon, entry, way))
    _fire(turn, one, entry, way)
    declaring.declare(turn, one, strike, unaware=bool(form.cleaned_data.get("unaware")))


def _pay(turn: Turn, one: Combatant, second: bool) -> None:
    """A second shot is part of the attack, or under the switch second-shot an extra action whose price all rolls
    pay."""
    if not second:
        stored.uses_act(turn, one)
    elif _is_dear(one):
        stored.add(turn, one, stored.EXTRA)
        stored.add(turn, one, stored.ACTS)


def _is_dear(one: Combatant) -> bool:
    """Whether a second shot is an extra action as well (the switch second-shot)."""
    return stored.options_of(one.fight).second_shot == "extra action as well"


def _fire(turn: Turn, one: Combatant, entry: Entry | None, way: str) -> None:
    if entry is None:
        return
    _note_fired(turn, one, entry, way)
    if entry.amount is not None:
        turn.change(entry, amount=left_after(COSTS[way], entry.amount, stored.options_of(one.fight)))


def _note_fired(turn: Turn, one: Combatant, entry: Entry, way: str) -> None:
    stored.note(turn, one, f"{stored.FIRED}{entry.pk}", list(LINES).index(way) + 1)
    if way == SINGLE:
        stored.add(turn, one, f"{stored.SHOTS}{entry.pk}")


# several at once


class SpreadForm(ShootingForm):
    """Full auto over several: everybody in the line of fire, in the order in which they stand."""

    targets_hit = CharactersChoice(
        label="Whom it sweeps", help_text="From the first to the last nobody is skipped, friends neither"
    )
    distances = one_line("Metres away", 80, help_text="One number for all, or one each in that order: 8, 10, 12")

    def setup(self) -> None:
        super().setup()
        del self.fields["target"]
        self.choose("targets_hit", [one.character for one in self.targets.values()])

    def fits(self, weapon: Weapon) -> bool:
        return super().fits(weapon) and can_fire(weapon, AUTO)

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        if self.armed is not None and given.get("targets_hit") and given.get("distances"):
            self._read_distances(given, self.armed)
        return given

    def _read_distances(self, given: dict[str, Any], weapon: Weapon) -> None:
        count = len(given["targets_hit"])
        parts = [one.strip() for one in given["distances"].split(",") if one.strip()]
        if not all(one.isdecimal() and int(one) <= FARTHEST for one in parts) or len(parts) not in (1, count):
            self.add_error("distances", f"One number for all, or {count} of them with commas.")
            return
        given["metres"] = [int(one) for one in (parts * count if len(parts) == 1 else parts)]
        for metres in given["metres"]:
            if no := why_not_far(weapon, metres, AUTO, self.options):
                self.add_error("distances", no.text)

    def strike(self, one: Combatant) -> Strike:
        given, weapon = self.cleaned_data, sure(self.armed)
        rows = [self.targets[who.public_id] for who in given["targets_hit"]]
        aims = tuple(self.aim(row, float(far)) for row, far in zip(rows, given["metres"], strict=True))
        moving, loaded = bool(given.get("attacker_moving")), ammunition_of(weapon)
        return Strike(aims=aims, ammunition=loaded, tactic="spread", moving=moving, **self.common(one))


def why_not_spread(viewer: Viewer, one: Combatant, form: SpreadForm) -> Refused | None:
    """Why it cannot be swept over so many: the turn, the rounds (yarn.full-auto-spread)."""
    weapon, names = sure(form.armed), [who.name for who in form.cleaned_data["targets_hit"]]
    if no := declaring.why_not(viewer, one):
        return no
    if no := why_not_mixed(one, weapon, form.entry(), SPREAD):
        return no
    if weapon.left is None:
        return None
    try:
        full_auto_spread(rounds=weapon.left, row=names, wanted=names, options=stored.options_of(one.fight))
    except Refused as no:
        return Refused(no.code, no.text, "targets_hit")
    return None


def spread_outlook(viewer: Viewer, form: SpreadForm) -> Mapping[str, Any]:
    one = form.so_far() or _fighter(viewer, form.own)
    if one is None:
        return {"refused_now": "No rounds run in this fight."}
    no = why_not_spread(viewer, one, form)
    strike = form.strike(one)
    clashes = [Clash(strike, aim, one, sure(viewer.desk.find(Combatant, aim.target))) for aim in strike.aims]
    unaware = bool(form.cleaned_data.get("unaware"))
    drawn = [expecting.drawn(viewer, one, unaware=unaware) | {"name": one.target.character.name} for one in clashes]
    return {"refused_now": no.text if no else "", "all_odds": drawn, "button": "Sweep them"}


@act(
    "yarn.spread",
    menu=42,
    due=is_fighting,
    title="Sweep several",
    form=SpreadForm,
    button="Sweep them",
    preview=spread_outlook,
    template="combat/yarn/attacks/acts/spread.html",
)
def spread(turn: Turn, form: SpreadForm) -> None:
    """Five rounds a target, an attack roll and a defence for each of them (yarn.full-auto-spread)."""
    one = form.combatant(turn)
    if no := why_not_spread(turn.viewer, one, form):
        raise no
    acting_for(turn, one.character)
    strike, entry = form.strike(one), form.entry()
    stored.uses_act(turn, one)
    if entry is not None:
        _note_fired(turn, one, entry, SPREAD)
    if entry is not None and entry.amount is not None:
        way = f"full auto, spread, {len(strike.aims)} targets"
        turn.change(entry, amount=left_after(way, entry.amount, stored.options_of(one.fight)))
    declaring.declare(turn, one, strike, unaware=bool(form.cleaned_data.get("unaware")))
