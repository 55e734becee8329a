"""Making the dying stable (dragonfly.stabilise)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms

from apps.characters.access import known_to, somebody
from apps.characters.dragonfly import healing, life
from apps.characters.dragonfly.points import spent_told_by
from apps.characters.dragonfly.sheet import DragonflySheet, sheet_of
from apps.characters.forms import CharacterChoice, CharactersChoice, acting_for
from apps.characters.models import Character, Trait, Use
from apps.checks.dragonfly import odds
from apps.checks.dragonfly.sides import thrown_for
from apps.combat.dragonfly.fighters import moves, questions, spending, tests_due
from apps.combat.dragonfly.fighters.states import set_state, state_of
from apps.combat.dragonfly.fighters.tests_due import OwnActForm
from apps.combat.dragonfly.wounds.enduring import ask_for
from apps.combat.dragonfly.wounds.falling import TRIED
from apps.rules.dice import Dice
from apps.rules.dragonfly.combat import injury
from apps.rules.dragonfly.odds import check_odds
from apps.rules.odds import percent
from apps.rules.parts import Part, total_of
from apps.rules.refusal import Refused
from apps.table.acts import ActForm, act, gms
from apps.table.audience import EVERYBODY, GMS
from apps.table.turn import Turn
from apps.table.viewer import Viewer

RULE = "dragonfly.stabilise"


class StabiliseForm(OwnActForm):
    """Who helps, and whom. A player helps with a character of their own."""

    character = CharacterChoice(label="Who helps", empty_label=None)
    patient = CharacterChoice(label="Whom")
    field_order = ("character", "patient")

    def setup(self) -> None:
        super().setup()
        dying = dying_known_to(self.viewer)
        self.choose("patient", dying)
        if len(dying) == 1:
            self.initial.setdefault("patient", dying[0].public_id)
        if self.viewer.is_gm:
            self.fields["allow"] = forms.BooleanField(label="Allow one more treatment than the rules", required=False)


def dying_known_to(viewer: Viewer) -> list[Character]:
    """Those who make Survival Tests, of whom this seat knows."""
    return [one for one in known_to(viewer) if one.sheet == "full" and is_dying(sheet_of(one))]


def is_dying(sheet: DragonflySheet) -> bool:
    state = state_of(sheet.character)
    return not state.dead and injury.is_dying(life_points=sheet.life_points, stabilised=bool(state.stable))


def dying(cast: Iterable[Character]) -> list[Character]:
    """Those of them who are."""
    sheets = (sheet_of(one) for one in cast)
    return [one.character for one in sheets if one.is_full and is_dying(one)]


def why_not(healer: DragonflySheet, patient: DragonflySheet) -> Refused | None:
    """Why this healer cannot try it now, or None if they can."""
    state = state_of(patient.character)
    if healer.id == patient.id:
        return Refused("oneself", "Nobody makes themselves stable: somebody else has to help.")
    if state.dead:
        return Refused("dead", f"{patient.name} is dead.")
    if questions.open_about(patient.character, questions.SURVIVAL):
        return Refused("test-first", f"The Survival Test of {patient.name} comes first: it is asked for already.")
    tried = patient.character.desk.one(Trait, character=healer.character, key=TRIED, about=patient.character)
    dying = injury.is_dying(life_points=patient.life_points)
    return injury.why_no_stabilise(dying=dying, stable=bool(state.stable), tried=tried is not None)


def stabilise_outlook(viewer: Viewer, form: StabiliseForm) -> Mapping[str, Any]:
    """The chance of 9 or more; of a Brains Score what it makes."""
    sheet = form.own
    found: dict[str, Any] = {
        "heading": f"{sheet.name} makes somebody stable",
        "own_footer": True,
        "feat_off": form.why_no_feat,
        "subheading": _rolls_with(sheet),
    }
    if not sheet.is_full:
        score = sheet.number("brains") + total_of(lines_of(viewer, form))
        words = "is enough" if score >= 9 else "is not enough: 9 is needed"
        return found | {"odds": {"headline": str(score), "sentence": f"Brains {words}"}, "button": "Help"}
    bonus = sheet.number("intelligence") + sheet.number("doctor") + total_of(lines_of(viewer, form))
    chances = check_odds(modifier=bonus)
    drawn: dict[str, Any] = {"headline": percent(chances.chance), "sentence": "Chance of 9 or more: stable"}
    drawn["hints"] = [odds.least(chances)]
    if not (form.feat or form.why_no_feat):
        drawn["bought"] = f"{percent(check_odds(modifier=bonus + 10).chance)} with Heroic Feat"
    return found | {"odds": drawn, "button": odds.button(bonus, form.cleaned_data.get("face"))}


def lines_of(viewer: Viewer, form: StabiliseForm) -> tuple[Part, ...]:
    """What is added beside the healer's own numbers."""
    return (*form.lines(), *spending.extra_line(viewer, form.own.character))


@act(
    "dragonfly.stabilise",
    menu=41,
    due=somebody(dying),
    title="Make the dying stable",
    form=StabiliseForm,
    button="Help",
    preview=stabilise_outlook,
    template="combat/dragonfly/acts/stabilise.html",
)
def stabilise(turn: Turn, form: StabiliseForm) -> None:
    """A healer stops the Survival Tests; it heals as a treatment does, where the patient may still have one."""
    healer, patient = form.own, sheet_of(form.cleaned_data["patient"])
    if no := why_not(healer, patient):
        turn.refuse(no.code, no.text, "patient")
    standing = spending.refuse_unless_free(turn, healer.character)
    acting_for(turn, healer.character)
    spent = form.pay(turn)
    thrown = thrown_for(turn, form)
    found = _tried(turn, form, healer, patient, thrown.dice)
    thrown.settle()
    change = _take_effect(turn, healer.character, patient.character, found)
    spending.spend(turn, standing)
    facts = tests_due.told_of(found.check, thrown.typed, form.feat, form.modifier_title)
    facts |= change.facts() | _outcome(healer, patient, found) | {"points_left": spent.left if spent else None}
    to, also = healing.who_hears(healer.character, patient.character, facts)
    told = turn.tell("dragonfly.stabilised", facts, to=to, also=also)
    spent_told_by(turn, told, spent)


def _outcome(healer: DragonflySheet, patient: DragonflySheet, found: injury.Stabilised) -> dict[str, Any]:
    return {
        "doctor": healer.name,
        "doctor_id": healer.id,
        "patient": patient.name,
        "patient_id": patient.id,
        "what": _rolls_with(healer),
        "stable": found.stabilised,
        "healed": found.healed,
        "rule": RULE,
        "description": found.check.description,
    }


def _rolls_with(healer: DragonflySheet) -> str:
    return "Intelligence + Doctor" if healer.is_full else "Brains"


def _tried(
    turn: Turn, form: StabiliseForm, healer: DragonflySheet, patient: DragonflySheet, dice: Dice
) -> injury.Stabilised:
    own = (
        {"intelligence": healer.number("intelligence"), "doctor": healer.number("doctor")}
        if healer.is_full
        else {"brains_score": healer.number("brains")}
    )
    return injury.stabilise(
        **own,
        damage=patient.damage,
        lines=lines_of(turn.viewer, form),
        dice=dice,
        options=moves.options_for(turn.viewer, healer.character),
        treated_this_scene=healing.treated_this_scene(turn.desk, patient.character),
        treated_today=healing.treated_today(turn.desk, patient),
        director_allows=bool(form.cleaned_data.get("allow")),
    )


def _take_effect(turn: Turn, healer: Character, patient: Character, found: injury.Stabilised) -> life.Change:
    turn.create(Trait, character=healer, key=TRIED, about=patient)
    if found.stabilised:
        set_state(turn, patient, stable=1)
    if found.healed:
        turn.create(Use, character=patient, rule=healing.RULE, span=turn.span("scene"), at=turn.now)
    return life.heal(turn, patient, found.healed)


# a minute


class MinuteForm(ActForm):
    """Who is to make the next Survival Test: all the dying, unless some are named."""

    characters = CharactersChoice(label="Who is dying", error_messages={"required": "Nobody is named yet."})

    def setup(self) -> None:
        dying = dying_known_to(self.viewer)
        self.choose("characters", dying)
        if not self.is_bound and "characters" not in self.initial:
            self.initial["characters"] = [one.public_id for one in dying]


@act(
    "dragonfly.minute",
    menu=42,
    due=somebody(dying),
    title="A minute passes for the dying",
    form=MinuteForm,
    who=gms,
    button="Time passes",
)
def minute(turn: Turn, form: MinuteForm) -> None:
    """The next Survival Test is due (dragonfly.survival-test) where no fight counts the Turns, or where the Director
    says so. Refuses whoever is asked for one already."""
    dying: list[Character] = list(form.cleaned_data["characters"])
    for one in dying:
        if questions.open_about(one, questions.SURVIVAL):
            turn.refuse("asked", f"{one.name} is asked for a Survival Test already.", "characters")
    full = {"names": [one.name for one in dying]}
    seen = [one.name for one in dying if not one.hidden]
    turn.tell("dragonfly.minute", full, GMS, {EVERYBODY: {"names": seen}} if seen else {})
    for one in dying:
        tests = state_of(one).survival_tests
        ask_for(turn, one, injury.Due(tests + 1, False, tests, False))
