"""Attacks in close combat (dragonfly.close-attack): who strikes whom with what, to hurt, to knock out or to seize."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms

from apps.characters.access import sheet_open_to
from apps.characters.dragonfly.sheet import DragonflySheet, Maneuver
from apps.characters.forms import CharacterChoice, acting_for, number
from apps.checks.dragonfly import odds
from apps.checks.dragonfly.sides import Line, labelled, so_far, thrown_for
from apps.combat import tracking
from apps.combat.dragonfly.blows import defending, expecting, gangs
from apps.combat.dragonfly.blows.blow import GRAPPLE, HIT, KNOCKOUT, Attack, Way, line_of, way_of
from apps.combat.dragonfly.blows.striking import FightingForm, feat_part, score_line
from apps.combat.dragonfly.fighters import moves, plans
from apps.combat.dragonfly.fighters.standing import Standing, count, has_damage_feat, standing_of
from apps.combat.models import Combatant
from apps.combat.sides import first_foe, stand_together
from apps.combat.tracking import is_fighting
from apps.rules.dragonfly.combat import attacks, damage, defenses, fear, holds, turns
from apps.rules.dragonfly.lists import GRIPS
from apps.rules.parts import Part
from apps.rules.refusal import Refused
from apps.table.acts import act
from apps.table.exchanges import open_exchanges
from apps.table.turn import Turn
from apps.table.viewer import Viewer

BARE, OTHER = "bare-hands", "weapon"
SORTS = [(HIT, "To hurt"), (KNOCKOUT, "Knockout −2"), (GRAPPLE, "Grapple +2")]
CLOSE = ("unarmed", "weapon")
SKILLS_OF_RULE = ("kung-fu", "getting-medieval", "sports")
EXTRA: dict[str, Part] = {KNOCKOUT: damage.KNOCKOUT, GRAPPLE: holds.GRAPPLE}
MOST_ATTACKERS = 20


def is_close(maneuver: Maneuver) -> bool:
    """Whether a Combat Maneuver is one of close combat."""
    return defenses.attack_kind_of(maneuver.weapon) in CLOSE


def why_pending(attacker: Standing) -> Refused | None:
    """Why they wait before they attack again: their last attack waits for its defense. None if it does not."""
    found = open_exchanges(attacker.combatant.desk, *defending.KINDS)
    if all(one.state.get("attacker") != attacker.combatant.pk for one in found):
        return None
    return Refused("pending", f"{attacker.character.name}’s last attack still waits for its defense.", "character")


def refuse_another_die(turn: Turn, kept: int | None, typed: int | None) -> None:
    """Refuses a face that is typed where the die of the first attack is `kept` (dragonfly.extra-action-penalty)."""
    if kept is not None and typed is not None:
        turn.refuse("kept-die", f"Further attacks of a Turn use the die of the first: it shows {kept}.", "face")


class AttackForm(FightingForm):
    """Who attacks whom, with what, and for what."""

    character = CharacterChoice(label="Who attacks", empty_label=None)
    target = forms.ChoiceField(label="Target", widget=forms.RadioSelect)
    sort = forms.ChoiceField(label="For what", choices=SORTS, initial=HIT, required=False, widget=forms.RadioSelect)
    maneuver = forms.ChoiceField(label="With", required=False, widget=forms.RadioSelect)
    grip = forms.ChoiceField(
        label="Seizes",
        choices=[(row.id, row.title) for row in GRIPS],
        initial="body",
        required=False,
        widget=forms.RadioSelect,
    )
    attackers = number(
        "How many set upon this target", 1, MOST_ATTACKERS, required=False, help_text="Empty: as counted. 1: no gang"
    )
    multiplier = number(
        "Damage is multiplied by", most=9, required=False, help_text="Empty: as the target’s sheet says"
    )
    anyway = forms.BooleanField(label="The Director allows it against the rule", required=False)

    def setup(self) -> None:
        super().setup()
        if not self.viewer.is_gm:
            del self.fields["anyway"], self.fields["multiplier"]
        self._offer_targets()
        self._offer_ways()

    def _offer_targets(self) -> None:
        fight, own = tracking.fight_of(self.viewer.table), self.sheet
        seen = tracking.combatants_known_to(self.viewer, fight) if fight and own else []
        others = [one for one in seen if own and one.state != "out" and one.character != own.character]
        if own:
            others.sort(key=lambda one: stand_together(one.character, own.character))  # first who stands across
        self.targets = {one.character.public_id: one for one in others}
        self.offer_if_there("target", [(key, labelled(one.character.name)) for key, one in self.targets.items()])
        if not self.is_bound and (first := self._first_target()):
            self.initial.setdefault("target", first)

    def _first_target(self) -> str:
        """Whom the character declared a close attack on; else the only one there is, if it is no friend."""
        standing = self.standing()
        at = standing.declaration.plan.get(plans.AT) if standing and standing.declaration else ""
        declared = [key for key, one in self.targets.items() if one.public_id == at]
        if declared or len(self.targets) != 1:
            return next(iter(declared), "")
        foe = first_foe(self.sheet.character if self.sheet else None, (one.character for one in self.targets.values()))
        return foe.public_id if foe else ""

    def _offer_ways(self) -> None:
        self.ways = ways_of(self.sheet) if self.sheet else {}
        self.offer_if_there(
            "maneuver", [(key, labelled(way.name, way.base_damage or None)) for key, way in self.ways.items()]
        )
        if not self.is_bound and self.ways:
            self.initial.setdefault("maneuver", next(iter(self.ways)))

    @property
    def counted(self) -> int:
        """How many have set upon the target that is chosen so far, this attacker among them."""
        chosen, standing = self.targets.get(so_far(self, "target")), self.standing()
        return gangs.attackers_upon(chosen, standing.combatant) if chosen and standing else 1

    @property
    def announced(self) -> list[str]:
        """What the Heroic Feat of the Turn was announced for, as far as it helps an attack."""
        standing = self.standing()
        return [plans.FEATS[one] for one in standing.drama if one in {"attack", "damage"}] if standing else []

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        given["sort"] = given.get("sort") or HIT
        given["grip"] = given.get("grip") or "body"
        if not given.get("maneuver") and "maneuver" not in self.errors:
            given["maneuver"] = next(iter(self.ways), BARE)
        return given

    @property
    def at(self) -> Combatant:
        found: Combatant = self.targets[self.cleaned_data["target"]]
        return found

    @property
    def sort_of_attack(self) -> str:
        return str(self.cleaned_data["sort"])

    @property
    def maneuver_row(self) -> Maneuver | None:
        """The Combat Maneuver of the sheet; none for a grapple and for what stands on no sheet."""
        if self.sheet is None or self.sort_of_attack == GRAPPLE:
            return None
        return self.sheet.maneuver(self.cleaned_data["maneuver"])

    def way(self) -> Way:
        """What the attack is made with."""
        if self.sort_of_attack == GRAPPLE:
            return Way("Grapple")
        if self.cleaned_data["maneuver"] == OTHER:
            return self.another_weapon
        if self.cleaned_data["maneuver"] == BARE:
            return replace(self.another_weapon, name="Bare hands", weapon="unarmed", damage_type="bash")
        found: Way = self.ways[self.cleaned_data["maneuver"]]
        return found

    def gang(self) -> int:
        """How many set upon the target: as it was counted, unless somebody says otherwise."""
        said: int | None = self.cleaned_data.get("attackers")
        return said or self.counted

    def attack(self) -> Attack:
        """The attack with everything that is added, before its die."""
        standing = self.stands
        own, what = values_of(standing.sheet, self.maneuver_row, self.way(), self.sort_of_attack)
        combat = None if standing.sheet.is_full else own[0].value
        return Attack(
            attacker=standing.combatant.pk,
            target=self.at.pk,
            sort=self.sort_of_attack,
            way=self.way(),
            what=what,
            lines=[*own, *self._rule_lines(standing), *self.own_lines()],
            face=None,
            counts=attacks.counts(combat_score=combat, stance=standing.plan.stance, options=self.options),
            damage_feat=has_damage_feat(standing) and self.sort_of_attack != GRAPPLE,
            grip=self.cleaned_data["grip"] if self.sort_of_attack == GRAPPLE else "",
            multiplier=self.cleaned_data.get("multiplier"),
        )

    def _rule_lines(self, standing: Standing) -> list[Line]:
        """Stance, additional action, gang, Knockout or Grapple, injury, holds, fury, the announced Heroic Feat."""
        extra = EXTRA.get(self.sort_of_attack)
        parts = attacks.attack_parts(
            stance=standing.plan.stance,
            additional_action=self.additional,
            attackers=self.gang(),
            others=(
                *((extra,) if extra else ()),
                *standing.lines("attack", self.options, self.uses),
                *feat_part(standing, "attack"),
            ),
            options=self.options,
        )
        return [line_of(part) for part in parts]

    @property
    def additional(self) -> int:
        """Which additional action of the Turn this is, 0 for the free one."""
        standing = self.standing()
        return standing.additional("attack", self.options) if standing else 0

    @property
    def kept(self) -> int | None:
        """The die of the first attack of the Turn, which further ones use again."""
        standing, key = self.standing(), turns.die_key(act="attack", options=self.options)
        return standing.faces.get(key) if standing and key and standing.sheet.is_full else None


def ways_of(sheet: DragonflySheet) -> dict[str, Way]:
    """What a sheet fights with at close quarters, by the id that the form sends: its maneuvers, then bare hands and a
    weapon that stands on no sheet."""
    found = {one.id: way_of(sheet, one) for one in sheet.maneuvers if is_close(one)}
    return found | {BARE: Way("Bare hands"), OTHER: Way("Another weapon", "hand-weapon")}


def values_of(sheet: DragonflySheet, row: Maneuver | None, way: Way, sort: str) -> tuple[list[Line], str]:
    """The sheet's own part of the attack, and what that is called: a maneuver's numbers, or those of the rule."""
    if not sheet.is_full:
        score = score_line(sheet, row.score or "combat" if row else "combat")
        return [score, *_modifier_of(row)], score.label
    attribute = row.attribute if row else "dexterity"
    skill = row.skill if row else skill_of(way, sort)
    named = [key for key in (attribute, skill) if key]
    kinds = {attribute: "attribute", skill: "skill"}
    lines = [Line(key, sheet.title(key), sheet.number(key), kinds[key]) for key in named]
    return [*(line for line in lines if line.value), *_modifier_of(row)], " + ".join(line.label for line in lines)


def skill_of(way: Way, sort: str) -> str:
    """Kung Fu bare-handed and in a grapple, Getting Medieval with a weapon (dragonfly.close-attack)."""
    return "kung-fu" if sort == GRAPPLE or way.weapon == "unarmed" else "getting-medieval"


def _modifier_of(row: Maneuver | None) -> list[Line]:
    return [Line("maneuver", row.name, row.modifier, "modifier", "on the sheet")] if row and row.modifier else []


# whether it can be made


def why_not(form: AttackForm) -> Refused | None:
    """Why this attack cannot be made, or None if it can; a GM may let it happen against most rules (`anyway`)."""
    standing = form.standing()
    if standing is None:
        return Refused("no-fight", "No fight is running in which this character takes part.", "character")
    no = moves.why_not_now(form.viewer, standing, "attack")
    if no is not None:
        return Refused(no.code, no.text, "character")
    if no := why_pending(standing) or _why_no_grapple(form, standing):
        return no
    if form.cleaned_data.get("anyway"):
        return None
    return by_the_rules(standing, form.options) or _of_the_way(form, standing)


def by_the_rules(standing: Standing, options: Any) -> Refused | None:
    """Panic, the stance, a series cut off, no attack left (dragonfly.panic-table, dragonfly.full-defense)."""
    no = fear.why_panicked(panic=standing.state.panic, act="attack") or standing.why_no_attack(options)
    if no is None and standing.declaration is None and not moves.own_left(standing, options):
        no = Refused("not-declared", "The one action of the Turn is used, and no more were declared in Intentions.")
    return Refused(no.code, no.text, "character") if no else None


def _of_the_way(form: AttackForm, standing: Standing) -> Refused | None:
    """What the rules say against the skill, and against a Knockout with this."""
    way, row, full = form.way(), form.maneuver_row, standing.sheet.is_full
    skill = (row.skill if row else skill_of(way, form.sort_of_attack)) if full else None
    no = None
    if skill in SKILLS_OF_RULE:
        no = attacks.why_not_skill(
            skill_id=skill,
            armed=way.weapon != "unarmed" and form.sort_of_attack != GRAPPLE,
            director_allows=_allowed(form.viewer, standing),
        )
    if no is None and form.sort_of_attack == KNOCKOUT:
        no = damage.why_no_knockout(damage_type=way.damage_type, skill_id=skill)
    return Refused(no.code, no.text, "maneuver") if no else None


def _allowed(viewer: Viewer, standing: Standing) -> bool:
    """Whether the Director has said yes to what was declared, or does it."""
    return viewer.is_gm or (standing.declaration is not None and standing.declaration.verdict == "yes")


def _why_no_grapple(form: AttackForm, standing: Standing) -> Refused | None:
    if form.sort_of_attack != GRAPPLE:
        return None
    held = standing_of(form.at).holds
    return holds.why_no_grapple(holder=str(standing.combatant.pk), grip=form.cleaned_data["grip"], holds=held)


# the act


def attack_outlook(viewer: Viewer, form: AttackForm) -> Mapping[str, Any]:
    """The chance to hit and what it would do, from what this seat may know of the target."""
    found: dict[str, Any] = {"heading": f"{form.own.name} attacks {form.at.character.name}", "own_footer": True}
    if no := why_not(form):
        return found | {"refused_now": no.text, "button": "Attack"}
    prepared = form.attack()
    target = standing_of(form.at)
    known = target if sheet_open_to(viewer, target.character) else None
    found |= {"subheading": f"{prepared.way.name}: {prepared.what}", "added": prepared}
    drawn = expecting.drawn(prepared, form.kept, known, form.options)
    return found | {"odds": drawn, "button": _button(prepared, form.kept, form.cleaned_data.get("face"))}


def _button(prepared: Attack, kept: int | None, face: int | None) -> str:
    if prepared.is_score or kept is not None:
        return f"Attack: {prepared.bonus + (0 if prepared.is_score else kept or 0)}"
    return odds.button(prepared.bonus, face)


@act(
    "dragonfly.attack",
    menu=41,
    due=is_fighting,
    title="Attack",
    form=AttackForm,
    button="Attack",
    preview=attack_outlook,
    template="combat/dragonfly/acts/attack.html",
)
def attack(turn: Turn, form: AttackForm) -> None:
    """One attack on one target. The die lies sealed until the target has chosen a defense; on whoever cannot defend
    it lands at once."""
    if no := why_not(form):
        raise no
    standing = form.stands
    refuse_another_die(turn, form.kept, form.cleaned_data.get("face"))
    acting_for(turn, standing.character)
    prepared, thrown = form.attack(), thrown_for(turn, form)
    check = turns.thrown(values=[line.part() for line in prepared.lines], face=form.kept, dice=thrown.dice)
    made = replace(prepared, face=check.face, typed=thrown.typed and form.kept is None, kept=form.kept is not None)
    count(turn, standing, "attack", die=turns.die_key(act="attack", options=form.options), face=check.face)
    gangs.note(turn, standing.combatant, form.at)
    defending.ask(turn, made)
    thrown.settle()
