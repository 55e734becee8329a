"""Shots (dragonfly.ranged-attack): one, several with one roll, or a burst; arrows and thrown weapons one by one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms

from apps.board.board import board_of, distance_between, spot_of
from apps.characters.access import known_to
from apps.characters.dragonfly.sheet import Maneuver
from apps.characters.forms import CharacterChoice, acting_for, number
from apps.characters.models import Character
from apps.checks.dragonfly.sides import Line, labelled, thrown_for
from apps.combat import gaps, tracking
from apps.combat.dragonfly.blows import attacking, blow, defending
from apps.combat.dragonfly.blows.blow import Attack, Mode
from apps.combat.dragonfly.blows.striking import feat_part, fighters
from apps.combat.dragonfly.blows.volleys import Fired
from apps.combat.dragonfly.fighters import moves
from apps.combat.dragonfly.fighters.standing import Standing, count, has_damage_feat, standing_of
from apps.combat.dragonfly.shots import aiming, reloading, shot_odds, weapons
from apps.combat.dragonfly.shots.weapons import WeaponForm
from apps.combat.gaps import far_apart, typed_between
from apps.combat.sides import first_foe, foes_first
from apps.combat.tracking import is_fighting
from apps.rules.dragonfly.combat import attacks, ranged, turns
from apps.rules.dragonfly.combat.ranged import Range
from apps.rules.dragonfly.lists import OUT_OF_RANGE, RANGE_BANDS
from apps.rules.parts import Part
from apps.rules.refusal import Refused
from apps.table.acts import act
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST_SHOTS, MOST_YARDS = 99, 9999
BANDED = ("pistol", "rifle")
BANDS = {row.id: row.title for row in RANGE_BANDS} | {OUT_OF_RANGE: "Beyond long"}
TITLES = {
    **{f"range-{id}": f"Range: {title.lower()}" for id, title in BANDS.items()},
    "aim": "Aim",
}
FIELDS = {"weapon": "maneuver", "bullets": "shots", "targets": "target"}
ALSO = "also_"
BY_BOARD = "board"


class ShootForm(WeaponForm):
    """Who shoots at whom with what, how often and from how far."""

    character = CharacterChoice(
        label="Who shoots",
        empty_label=None,
        error_messages={"invalid_choice": "That one is not yours, or not in the fight."},
    )
    target = forms.ChoiceField(
        label="At whom",
        widget=forms.RadioSelect,
        error_messages={"required": "Say who is shot at.", "invalid_choice": "That target is not in the fight."},
    )
    shots = number("How many shots", 1, MOST_SHOTS, initial=1, required=False)
    burst = forms.BooleanField(label="As a burst: each Success Level lets one bullet hit", required=False)
    band = forms.ChoiceField(
        label="Range",
        choices=[(id, title) for id, title in BANDS.items() if id != OUT_OF_RANGE],
        initial="short",
        widget=forms.RadioSelect,
        required=False,
    )
    yards = number("Or in yards", 0, MOST_YARDS, required=False)
    bands = forms.ChoiceField(
        label="Yards count as with",
        widget=forms.RadioSelect,
        required=False,
        initial="",
        choices=[("", "The range as named"), ("pistol", "A pistol"), ("rifle", "A rifle")],
    )
    beyond = number("Beyond the longest range, if you allow it", -99, 99, required=False)
    multiplier = number(
        "The target’s own damage multiplier", 0, 9, required=False, help_text="Empty: as the target’s sheet says"
    )
    anyway = forms.BooleanField(label="The Director allows it against the rule", required=False)
    field_order = ("character", "target", "maneuver", "shots", "burst", "band", "yards", "bands", "beyond")

    def setup(self) -> None:
        super().setup()
        self._offer_targets()
        self._offer_the_board()
        gm = self.viewer.is_gm
        held = self.weapons.values()
        kept = {
            "multiplier": gm,
            "anyway": gm,
            "beyond": gm and self.options.shots_beyond_long,
            "burst": any(one.weapon == "automatic" for one in held),
            "bands": not all(own_bands(one) for one in held),
        }
        for name in (name for name, wanted in kept.items() if not wanted):
            del self.fields[name]

    def _offer_targets(self) -> None:
        own = self.sheet.character if self.sheet else None
        others = [one for one in fighters(known_to(self.viewer)) if one != own]
        self.targets = {one.public_id: one for one in foes_first(own, others)}
        self.offer_if_there("target", [(key, labelled(one.name)) for key, one in self.targets.items()])
        if not self.is_bound and len(self.targets) == 1 and (foe := first_foe(own, self.targets.values())):
            self.initial.setdefault("target", foe.public_id)
        if self.options.spread_volley:
            for key, one in self.targets.items():
                far = distance_between(self.viewer, own, one) if own else None
                label = f"Shots at {one.name} besides" + (f", {far} yards away" if far is not None else "")
                self.fields[f"{ALSO}{key}"] = number(label, 0, MOST_SHOTS, required=False)

    def _offer_the_board(self) -> None:
        """Where the shooter stands on a board, its distance comes first; else the yards that were typed for these two
        last. What is named or typed counts before either. A weapon without yards of its own begins with a name."""
        target = self.targets.get(str(self["target"].value()))
        if self.sheet is None or not (words := self._words_of_the_board(self.sheet.character, target)):
            return
        self.offer("band", [(BY_BOARD, words), *(one for one in BANDS.items() if one[0] != OUT_OF_RANGE)])
        weapon = self.weapons.get(str(self["maneuver"].value()))
        if weapon is not None and own_bands(weapon):
            self.start_with({"band": BY_BOARD})

    def _words_of_the_board(self, own: Character, target: Character | None) -> str:
        """How far it is by the board, or as it was typed; nothing where neither is of use."""
        board = board_of(self.viewer)
        far = distance_between(self.viewer, own, target) if target else None
        if far is None and target and (typed := typed_between(self.viewer, own, target)) is not None:
            return f"As before: {typed} yards"
        if board is None or spot_of(board, own) is None:
            return ""
        return "By the board" if far is None else f"By the board: {far} yards"

    @property
    def also_fields(self) -> list[forms.BoundField]:
        """How many shots go at others, where the table lets them be spread."""
        return [self[name] for name in self.fields if name.startswith(ALSO)]

    # what is fired

    def aims(self) -> list[tuple[Standing, int]]:
        """Who is shot at, with how many shots, in their order: those at the target come first."""
        first = self.cleaned_data["target"]
        also = {key: self.cleaned_data.get(f"{ALSO}{key}") or 0 for key in self.targets if key != first}
        many = {first: self.cleaned_data.get("shots") or 1} | {key: n for key, n in also.items() if n}
        return [(_standing(self.targets[key]), n) for key, n in many.items()]

    @property
    def fired(self) -> int:
        return sum(many for _, many in self.aims())

    @property
    def manner(self) -> Mode:
        if self.cleaned_data.get("burst"):
            return "burst"
        return "several" if self.fired > 1 else "one"

    @property
    def at(self) -> Character:
        """Who is shot at first."""
        return self.targets[self.cleaned_data["target"]]

    def yards_away(self, target: Character) -> int | None:
        """What was typed, else what the board says; None for a range by its name. Refuses whom the board lacks."""
        data = self.cleaned_data
        if data.get("yards") is not None or data.get("band") != BY_BOARD:
            return data.get("yards")
        found = far_apart(self.viewer, self.own.character, target)
        if found is None:
            raise Refused("not-there", f"{target.name} does not stand on the board: name the range.", "band")
        return found

    def distance(self, target: Character) -> Range:
        """The range to them, by yards or as it is named. Refuses what is out of it (dragonfly.range-bands)."""
        data, yards = self.cleaned_data, self.yards_away(target)
        bands = own_bands(self.weapon) or data.get("bands")
        if yards is None:
            return ranged.named_band(data.get("band") or "short")
        if not bands:
            why = "This weapon has no yards of its own: name the range, or say whose yards count."
            raise Refused("no-bands", why, "bands")
        given: dict[str, Any] = {
            "weapon": bands,
            "yards": yards,
            "beyond_modifier": data.get("beyond"),
            "options": self.options,
        }
        if no := ranged.why_out_of_range(**given):
            raise no
        return ranged.range_bands(**given)

    # what it adds up to

    def attack_lines(self) -> list[Line]:
        """All that is added to the die, or the Ability Score with what changes it, at the first target."""
        return self.lines_at(self.at)

    def lines_at(self, target: Character) -> list[Line]:
        own, _ = weapons.attack_values(self.stands.sheet, self.weapon)
        return [*own, *(line_of(part) for part in self._of_rules(self.stands, target)), *self.own_lines()]

    def _of_rules(self, standing: Standing, target: Character) -> tuple[Part, ...]:
        """Stance, additional action, range, aim, injury, holds, fury, the announced Heroic Feat."""
        aim = aiming.aim_of(standing, self.weapon)
        others = (
            *self.distance(target).parts,
            *ranged.aim_part(aim or 0),
            *standing.lines("attack", self.options, self.uses),
            *feat_part(standing, "attack"),
        )
        number = standing.additional("attack", self.options)
        return attacks.attack_parts(
            stance=standing.plan.stance, additional_action=number, ranged=True, others=others, options=self.options
        )

    def counts(self) -> bool:
        """Whether it may land at all, by the score as it stands on the sheet (dragonfly.feeble-attacker)."""
        standing = self.stands
        own, _ = weapons.attack_values(standing.sheet, self.weapon)
        score = None if standing.sheet.is_full else own[0].value
        return attacks.counts(combat_score=score, stance=standing.plan.stance, options=self.options)

    @property
    def kept(self) -> int | None:
        """The die of the first attack of the Turn, which further ones use again (dragonfly.extra-action-penalty)."""
        return self.stands.faces.get(die_key(self.options)) if self.stands.sheet.is_full else None

    def words_of_range(self, target: Character) -> str:
        """Medium, 12 yards."""
        yards = self.yards_away(target)
        return BANDS[self.distance(target).band] + (f", {yards} yards" if yards is not None else "")


def own_bands(maneuver: Maneuver) -> str:
    """Whose range bands a weapon has: what its sheet says, or its own kind's; nothing for others."""
    return maneuver.bands or (maneuver.weapon if maneuver.weapon in BANDED else "")


def _standing(character: Any) -> Standing:
    found = tracking.fighting(character)
    if found is None:
        raise Refused("gone", f"{character.name} is not in the fight any more.", "target")
    return standing_of(found)


def line_of(part: Part) -> Line:
    """A part of the rules as a line of a card."""
    found = blow.line_of(part)
    return Line(found.id, TITLES.get(part.label_id, found.label), found.value, found.kind, found.source)


def die_key(options: Any) -> str:
    return turns.die_key(act="attack", options=options) or "attack"


# what speaks against it


def why_not(form: ShootForm) -> Refused | None:
    """Why this cannot be shot, or None if it can; a GM may let it happen against most rules (`anyway`)."""
    standing = form.stands
    no = moves.why_not_now(form.viewer, standing, "attack") or attacking.why_pending(standing)
    if no is None and not form.cleaned_data.get("anyway"):
        no = attacking.by_the_rules(standing, form.options)
    return Refused(no.code, no.text, "character") if no else why_not_fired(form)


def why_not_fired(form: ShootForm) -> Refused | None:
    """Why so much cannot be fired from this weapon now, or None if it can, whoever asks."""
    one, options = form.weapon, form.options
    if one.ammunition == 0:
        return Refused("empty", f"{one.name} is empty: the sheet counts no rounds any more.", "maneuver")
    given: dict[str, Any] = {"ammunition": one.ammunition, "targets": len(form.aims()), "options": options}
    if form.manner == "burst":
        no = ranged.why_no_burst(weapon=one.weapon, bullets=form.fired, **given)
    else:
        no = ranged.why_no_volley(weapon=one.weapon, shots=form.fired, **given)
    if no is not None:
        return Refused(no.code, no.text, FIELDS.get(no.field or "", no.field))
    return reloading.why_not_shoot(form.own.character, one, form.fired, options)


# the act


def shoot_outlook(viewer: Viewer, form: ShootForm) -> Mapping[str, Any]:
    """The exact odds of what is chosen, from what this seat may know of the target."""
    found: dict[str, Any] = {
        "heading": f"{form.own.name} shoots",
        "own_footer": True,
        "button": "Shoot",
        "kept": form.kept,
        "subheading": f"{form.weapon.name}: {weapons.attack_values(form.own, form.weapon)[1]}",
        "aim": _of_the_aim(form),
    }
    if no := why_not(form):
        return found | {"refused_now": no.text}
    done = made(form)
    return found | shot_odds.drawn(viewer, done, form.options, form.kept, form.cleaned_data.get("face"))


def _of_the_aim(form: ShootForm) -> str:
    """A word where an aim was declared and not taken yet."""
    standing = form.stands
    waits = aiming.declared(standing) and not aiming.has_aimed(standing) and not standing.done.attacks
    return f"{standing.character.name} meant to take aim, and has not rolled for it." if waits else ""


def made(form: ShootForm) -> list[Attack]:
    """The attacks of this roll before its die, one for each target, each from its own range."""
    standing, found, before = form.stands, [], 0
    aim = aiming.aim_of(standing, form.weapon)
    for target, many in form.aims():
        kind, words = weapons.attack_kind(form.weapon), form.words_of_range(target.character)
        fired = Fired(form.manner, many, kind, words, aim, before)
        found.append(_attack(form, standing, target, fired))
        before += many
    return found


def _attack(form: ShootForm, standing: Standing, target: Standing, fired: Fired) -> Attack:
    kept, sheet, one = form.kept is not None, standing.sheet, form.weapon
    return Attack(
        attacker=standing.combatant.pk,
        target=target.combatant.pk,
        sort=blow.SHOTS,
        way=replace(blow.way_of(sheet, one), name=fired.words(one.name)),
        what=weapons.attack_values(sheet, one)[1],
        lines=form.lines_at(target.character),
        face=None,
        typed=False,
        kept=kept,
        counts=form.counts(),
        damage_feat=has_damage_feat(standing),
        multiplier=form.cleaned_data.get("multiplier"),
        more=fired.more(),
    )


@act(
    "dragonfly.shoot",
    menu=31,
    due=is_fighting,
    title="Shoot",
    form=ShootForm,
    button="Shoot",
    preview=shoot_outlook,
    template="combat/dragonfly/acts/shoot.html",
)
def shoot(turn: Turn, form: ShootForm) -> None:
    """A shot, several with one roll, or a burst. The die lies sealed until whoever may defend has answered."""
    standing, kept = form.stands, form.kept
    if no := why_not(form):
        raise no
    attacking.refuse_another_die(turn, kept, form.cleaned_data.get("face"))
    acting_for(turn, standing.character)
    ready, thrown = made(form), thrown_for(turn, form)
    check = turns.thrown(values=[line.part() for line in ready[0].lines], face=kept, dice=thrown.dice)
    done = [replace(one, face=check.face, typed=thrown.typed and kept is None) for one in ready]
    count(turn, standing, "attack", die=die_key(form.options), face=check.face)
    _use_up(turn, form)
    if (yards := form.cleaned_data.get("yards")) is not None:
        gaps.note(turn, standing.combatant, form.aims()[0][0].combatant, yards)
    defending.ask_all(turn, done)
    thrown.settle()


def _use_up(turn: Turn, form: ShootForm) -> None:
    """Counts the rounds down where the sheet counts them, and empties a weapon that holds one shot."""
    entry = weapons.entry_of(form.own, form.weapon)
    if entry.amount is not None:
        turn.change(entry, amount=max(0, entry.amount - form.fired))
    reloading.fired(turn, form.own.character, form.weapon, form.options)
