"""The doctor (dragonfly.doctor-healing) and days of rest (dragonfly.natural-healing)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone

from apps.characters.access import known_to, of_public_id, played_by, readers_of, watchers_of
from apps.characters.dragonfly import doing, life
from apps.characters.dragonfly.points import Spent, feat_waits, pay_for_feat, spent_told_by, why_no_feat
from apps.characters.dragonfly.sheet import STATES, DragonflySheet, sheet_of, sheets_of
from apps.characters.forms import CharacterChoice, CharactersChoice, acting_for, named, number
from apps.characters.models import Character, Use
from apps.rules.dragonfly import characters as rules
from apps.rules.dragonfly import checks, odds
from apps.rules.dragonfly.drama import FEAT
from apps.rules.dragonfly.options import Options
from apps.rules.odds import percent
from apps.rules.parts import Part, total_of
from apps.rules.refusal import Refused
from apps.table.acts import ActForm, act, gms
from apps.table.audience import EVERYBODY, GMS, Audience
from apps.table.chances import row
from apps.table.desk import Desk
from apps.table.models import Span
from apps.table.turn import Turn, open_spans
from apps.table.viewer import Viewer

RULE = "dragonfly.doctor-healing"
A_DAY = timedelta(days=1)
LEVELS = "Chance of 9 or more: a Life Point back for each Success Level"


class TreatForm(ActForm):
    doctor = CharacterChoice(label="Who treats")
    patient = CharacterChoice(label="Whom")
    modifier = number("Modifier", -99, required=False)
    heroic_feat = forms.BooleanField(label="Heroic Feat: +10 for one Drama Point", required=False)
    face = number("Die rolled by hand", 0, 10, required=False, help_text="Empty: the program rolls. 0 is a ten.")

    def setup(self) -> None:
        doctors, patients = played_by(self.viewer), known_to(self.viewer)
        self.choose("doctor", doctors)
        self.choose("patient", patients)
        self.start_with({"doctor": _best_doctor(doctors), "patient": _worst_off(patients)})
        self._tell_of_the_feat(doctors)
        if self.viewer.is_gm:
            self.fields["allow"] = forms.BooleanField(label="Allow one more treatment than the rules", required=False)
        if not self.viewer.options.typed_dice:
            del self.fields["face"]

    def _tell_of_the_feat(self, doctors: Iterable[Character]) -> None:
        """A Heroic Feat that was announced and paid for is on this roll, whoever says nothing of it; of one that cannot
        be made it is said why."""
        doctor, feat = of_public_id(doctors, self["doctor"].value()), self.fields["heroic_feat"]
        if doctor and feat_waits(doctor):
            feat.label, feat.disabled = "Heroic Feat: +10, announced in Intentions", True
            self.initial["heroic_feat"] = True
        elif doctor and (no := _why_no_feat(self.viewer, sheet_of(doctor))):
            feat.help_text = no.text


def _why_no_feat(viewer: Viewer, doctor: DragonflySheet) -> Refused | None:
    """Why there is no Heroic Feat on this treatment, or None if there may be one."""
    if doctor.is_full:
        return why_no_feat(viewer, doctor.character)
    return Refused("no-die", "An Ability Score is a finished total: a Heroic Feat is for a roll.", "heroic_feat")


def _best_doctor(cast: Iterable[Character]) -> str | None:
    """Whoever treats best of those who have learnt it."""
    able = [one for one in map(sheet_of, cast) if one.is_full and one.number("doctor")]
    best = max(able, key=lambda one: one.number("intelligence") + one.number("doctor"), default=None)
    return best.character.public_id if best else None


def _worst_off(cast: Iterable[Character]) -> str | None:
    """By what everybody sees of them, and whom players play: nobody treats an enemy because they stood there first."""
    hurt = [sheet for one in cast if one.seat_id is not None and (sheet := sheet_of(one)).state]
    worst = max(hurt, key=lambda one: STATES.index(one.state), default=None)
    return worst.character.public_id if worst else None


def treat_odds(viewer: Viewer, form: TreatForm) -> Mapping[str, Any]:
    """The chance of each number of points, from what this seat may know: not the damage of a stranger. Refuses one
    treatment too many and a Heroic Feat that cannot be made, as the act would."""
    data = form.cleaned_data
    doctor = sheet_of(data["doctor"])
    if no := doing.why_not(viewer, doctor.character):
        raise no
    if data["heroic_feat"] and (no := _why_no_feat(viewer, doctor)):
        raise no
    _refuse_one_too_many(viewer.desk, sheet_of(data["patient"]), data, viewer.options)
    further = total_of(doing.lines(viewer, doctor.character))
    modifier, hints = (data["modifier"] or 0) + further, _what_it_takes(doctor.character, further)
    if not doctor.is_full:
        healed = rules.doctor_score(brains=doctor.number("brains"), modifier=modifier, damage=10_000)
        drawn = {"headline": str(healed.success_levels), "sentence": "Life Points back, no die"}
        return {"odds": drawn | {"hints": hints}}
    feat = FEAT.value if data["heroic_feat"] else 0
    found = odds.check_odds(
        attribute=doctor.number("intelligence"), skill=doctor.number("doctor"), modifier=modifier + feat
    )
    rows = [
        row(one.description or "Nothing", one.chance, one.success_levels, fail=not one.success_levels)
        for one in found.levels
    ]
    return {"odds": {"headline": percent(found.chance), "sentence": LEVELS, "rows": rows, "hints": hints}}


def _what_it_takes(doctor: Character, further: int) -> list[str]:
    """What a treatment uses up in a fight."""
    if not doing.is_counted(doctor):
        return []
    what = f"an additional action, at −{-further}" if further else "the action"
    return [f"It is {what} of {doctor.name} in this Turn."]


@act(
    "dragonfly.treat",
    menu=40,
    title="Treat a patient",
    form=TreatForm,
    button="Treat",
    preview=treat_odds,
    template="characters/dragonfly/acts/treat.html",
)
def treat(turn: Turn, form: TreatForm) -> None:
    """A use of the Doctor skill: a Life Point back for each Success Level. In a fight it is an act of the doctor's."""
    data = form.cleaned_data
    doctor, patient = sheet_of(data["doctor"]), sheet_of(data["patient"])
    _refuse_before_the_die(turn, doctor, patient, data)
    acting_for(turn, doctor.character)
    spent = pay_for_feat(turn, doctor.character) if data["heroic_feat"] else None
    found, typed = _treatment(turn, doctor, patient, data)
    change = life.heal(turn, patient.character, found.healed)
    doing.done(turn, doctor.character)
    if found.success:
        turn.create(Use, character=patient.character, rule=RULE, span=turn.span("scene"), at=turn.now)
    _tell_treated(turn, doctor, patient, found, typed, change, spent, data)


def _refuse_before_the_die(turn: Turn, doctor: DragonflySheet, patient: DragonflySheet, data: dict[str, Any]) -> None:
    if no := doing.why_not(turn.viewer, doctor.character):
        turn.refuse(no.code, no.text, "doctor")
    if not patient.damage:
        turn.refuse("unhurt", f"{patient.name} is not hurt: there is nothing to heal.", "patient")
    if data["heroic_feat"] and (no := _why_no_feat(turn.viewer, doctor)):
        raise no
    _refuse_one_too_many(turn.desk, patient, data, turn.options)


def _refuse_one_too_many(desk: Desk, patient: DragonflySheet, data: Mapping[str, Any], options: Options) -> None:
    rules.may_treat(
        treated_this_scene=treated_this_scene(desk, patient.character),
        treated_today=treated_today(desk, patient),
        director_allows=data.get("allow", False),
        options=options,
    )


def treated_this_scene(desk: Desk, patient: Character) -> bool:
    """In the scene that is open; between scenes, since the last one ended."""
    scene = open_spans(desk).get("scene")
    uses = desk.all(Use, character=patient, rule=RULE, span=scene)
    ended = [] if scene else [one.closed_at for one in desk.all(Span, kind="scene") if one.closed_at]
    return any(not ended or one.at >= max(ended) for one in uses)


def treated_today(desk: Desk, patient: DragonflySheet) -> bool:
    """Since the last rest of a day or more, or within a day of real time."""
    uses = desk.all(Use, character=patient.character)
    since = max([timezone.now() - A_DAY, *(one.at for one in uses if one.rule == "dragonfly.natural-healing")])
    return any(one.rule == RULE and one.at >= since for one in uses)


def _treatment(
    turn: Turn, doctor: DragonflySheet, patient: DragonflySheet, data: dict[str, Any]
) -> tuple[rules.Treatment, bool]:
    modifier, more = data["modifier"] or 0, doing.lines(turn.viewer, doctor.character)
    if not doctor.is_full:
        score = checks.score_check(score=doctor.number("brains"), score_modifier=modifier + total_of(more))
        return rules.treatment(score, damage=patient.damage), False
    face = data.get("face")
    dice = turn.dice if face is None else checks.typed_dice([face], turn.dice, turn.options)
    parts = (
        Part("intelligence", doctor.number("intelligence"), "attribute"),
        Part("doctor", doctor.number("doctor"), "skill"),
        Part("modifier", modifier, "modifier"),
        *more,
        *((FEAT,) if data["heroic_feat"] else ()),
    )
    rolled = checks.rolled(tuple(part for part in parts if part.value), dice)
    return rules.treatment(rolled, damage=patient.damage), face is not None


TITLES = {
    "d10": "Die, d10",
    "intelligence": "Intelligence",
    "doctor": "Doctor",
    "modifier": "Modifier",
    "score": "Brains",
    "additional-action": "Additional action",
    "heroic-feat": "Heroic Feat",
}


def _tell_treated(
    turn: Turn,
    doctor: DragonflySheet,
    patient: DragonflySheet,
    found: rules.Treatment,
    typed: bool,
    change: life.Change,
    spent: Spent | None,
    data: dict[str, Any],
) -> None:
    who = {"doctor": doctor.name, "doctor_id": doctor.id, "patient": patient.name, "patient_id": patient.id}
    facts = who | {
        "face": found.face,
        "typed": typed,
        "total": found.total,
        "success": found.success,
        "levels": found.success_levels,
        "description": found.description,
        "healed": found.healed,
        "parts": [{"title": TITLES.get(p.label_id, p.label_id), "value": p.value, "kind": p.kind} for p in found.parts],
        "feat": bool(data["heroic_feat"]),
        "points_left": spent.left if spent else None,
        "rule": RULE,
        "allowed": bool(data.get("allow")),
        **change.facts(),
    }
    to, also = who_hears(doctor.character, patient.character, facts)
    told = turn.tell("dragonfly.treated", facts, to=to, also=also)
    spent_told_by(turn, told, spent)


NUMBERS = ("life_points", "ordinary", "fire", "maximum", "healed")
ROLL = (
    "face",
    "typed",
    "total",
    "levels",
    "description",
    "word",
    "what",
    "parts",
    "left_out",
    "feat",
    "points_left",
)
Versions = dict[Audience, dict[str, Any]]


def who_hears(doctor: Character, patient: Character, facts: dict[str, Any]) -> tuple[Audience, Versions]:
    """Everything to whom both belong; others hear of the one that they may know of."""
    hears_doctor, hears_patient = watchers_of(doctor), watchers_of(patient)
    if hears_doctor.public and hears_patient.public:
        return hears_doctor, {}
    also: Versions = {}
    if hears_doctor.public and not patient.hidden:
        also[hears_doctor] = {key: value for key, value in facts.items() if key not in NUMBERS}
    elif hears_patient.public:
        unseen = {*ROLL, *(("doctor", "doctor_id") if doctor.hidden else ())}
        also[hears_patient] = {key: value for key, value in facts.items() if key not in unseen}
    return GMS | readers_of(doctor) | readers_of(patient) if not also else GMS, also


# days of rest


WITHOUT_CARE = {
    "none": "Without it nobody heals by resting",
    "half": "Without it people heal half as much",
    "full": "Without it people heal as much",
}


class RestForm(ActForm):
    days = number("Days", 1, 365, initial=1)
    care = forms.BooleanField(label="Under medical care", required=False, initial=True)
    characters = CharactersChoice(label="Who rests")

    def setup(self) -> None:
        known = known_to(self.viewer)
        self.choose("characters", known)
        self.fields["care"].help_text = WITHOUT_CARE[self.viewer.options.healing_without_care]
        hurt = [one for one in sheets_of(known) if one.damage and one.character.seat_id]
        self.initial.setdefault("characters", [one.id for one in hurt])


def rest_outlook(viewer: Viewer, form: RestForm) -> Mapping[str, Any]:
    """What each would have afterwards."""
    data = form.cleaned_data
    found = []
    for sheet in sheets_of(data["characters"]):
        left = _rested(sheet, data["days"], data["care"], viewer.options)
        after = sheet.max_life_points - left.ordinary_left - left.fire_left
        found.append({"sheet": sheet, "after": after, "back": after - sheet.life_points})
    return {"outlook": found}


def _rested(sheet: DragonflySheet, days: int, care: bool, options: Any) -> rules.DamageLeft:
    return rules.natural_healing(
        constitution=sheet.number("constitution"),
        days=days,
        ordinary_damage=sheet.ordinary_damage,
        fire_damage=sheet.fire_damage,
        cared_for=care,
        daily_rate=sheet.daily_healing,
        begun=life.healing_begun(sheet.character),
        options=options,
    )


@act(
    "dragonfly.rest",
    menu=45,
    title="Days of rest",
    form=RestForm,
    who=gms,
    button="Let the days pass",
    preview=rest_outlook,
    template="characters/dragonfly/acts/rest.html",
)
def rest(turn: Turn, form: RestForm) -> None:
    """Whole days pass for those chosen: ordinary damage by Constitution a day, fire damage by half of it."""
    data = form.cleaned_data
    lines = []
    for sheet in sheets_of(data["characters"]):
        left = _rested(sheet, data["days"], data["care"], turn.options)
        change = life.set_damage(turn, sheet.character, left.ordinary_left, left.fire_left)
        life.begin_healing(turn, sheet.character, left.begun)
        turn.create(Use, character=sheet.character, rule="dragonfly.natural-healing", span=None, at=turn.now)
        lines.append((sheet, named(sheet.character) | change.facts()))
    facts = {"days": data["days"], "care": data["care"], "rule": "dragonfly.natural-healing"}
    open_lines = [line for sheet, line in lines if watchers_of(sheet.character).public]
    if len(open_lines) == len(lines):
        turn.tell("dragonfly.rested", facts | {"rested": open_lines})
        return
    also = {EVERYBODY: facts | {"rested": open_lines}} if open_lines else {}
    turn.tell("dragonfly.rested", facts | {"rested": [line for _, line in lines]}, to=GMS, also=also)
