"""What one side of a check adds to its die: the fields of the form, and what they come to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.characters.dragonfly import points
from apps.characters.dragonfly.points import Spent
from apps.characters.dragonfly.sheet import DragonflySheet, Number, sheet_of
from apps.characters.forms import one_line
from apps.characters.models import Character, Condition
from apps.checks import chips
from apps.checks.thrown import Thrown
from apps.rules.dice import HandDice, ScriptedDice
from apps.rules.dragonfly import checks, drama
from apps.rules.parts import Part
from apps.rules.refusal import Refused
from apps.table.acts import ActForm
from apps.table.models import Ask
from apps.table.sure import sure
from apps.table.templatetags.kit import signed
from apps.table.turn import Turn

MOST_MODIFIER = 99
Split = dict[str, Any]
DOUBLED = "attribute-doubled"
FEAT_FELL = "feat-fell"
"""An ask keeps under this name whose Heroic Feat was on the die that fell for it."""
NO_FEAT = {
    "no-points": "no Drama Points left",
    "feat-made": "one in this Turn already",
    "not-intentions": "announced during Intentions only",
    "die-fallen": "announced before the die falls",
}


@dataclass(frozen=True)
class Line:
    """One number of a sum as the card tells it. `kind` is a Part's, or "difficulty", which may be hidden."""

    id: str
    label: str
    value: int
    kind: str
    source: str = ""

    def part(self) -> Part:
        kind = "modifier" if self.kind == "difficulty" else self.kind
        return Part(self.id, self.value, kind)  # type: ignore[arg-type]

    def told(self) -> dict[str, Any]:
        return {"label": self.label, "value": self.value, "source": self.source, "kind": self.kind}


FEAT = Line("heroic-feat", "Heroic Feat", drama.FEAT.value, "drama", "one Drama Point")


@dataclass(frozen=True)
class Added:
    """All that one side adds to its d10, or its Ability Score. It is stored whole with a sealed roll."""

    what: str
    lines: list[Line]
    left_out: list[Line]
    doubled: bool = False
    is_score: bool = False
    feat: bool = False

    @property
    def bonus(self) -> int:
        return sum(line.value for line in self.lines)

    @property
    def attribute(self) -> int:
        """The Attribute's own value, counted once."""
        return sum(line.value for line in self.lines if line.kind == "attribute" and line.id != DOUBLED)

    def of_kind(self, *kinds: str) -> int:
        return sum(line.value for line in self.lines if line.kind in kinds)

    def modifiers(self) -> list[Line]:
        """What stands beside the sheet's own numbers, the Heroic Feat apart."""
        return [line for line in self.lines if line.kind in {"modifier", "difficulty"}]

    def check(self, thrown: Thrown | None = None, face: int | None = None) -> checks.Check:
        """The finished check: with fresh dice, with a face that fell before, or an Ability Score without a die."""
        if self.is_score:
            by = self.of_kind("modifier", "difficulty")
            return checks.score_check(score=self.of_kind("score"), score_modifier=by)
        parts = tuple(line.part() for line in self.lines)
        return checks.rolled(parts, thrown.dice if thrown else ScriptedDice([face or 0]))

    def told(self, check: checks.Check, typed: bool) -> dict[str, Any]:
        """One side for an event: every die and every number with its source."""
        return {
            "what": self.what,
            "face": check.face,
            "typed": typed,
            "total": check.total,
            "success": check.success,
            "levels": check.success_levels,
            "word": check.description,
            "feat": self.feat,
            "parts": [line.told() for line in self.lines],
            "left_out": [line.told() for line in self.left_out],
        }


def so_far(form: forms.Form, name: str) -> str:
    """A field's value as it stands, before it is looked at: sent, from the address, or its starting value."""
    if form.is_bound:
        return str(form.data.get(name) or "")
    return str(form.initial.get(name, form.fields[name].initial) or "")


def labelled(title: str, value: int | None = None, sign: bool = False) -> SafeString:
    """A chip's words with its number."""
    if value is None:
        return format_html("{}", title)
    return format_html('{} <span class="n">{}</span>', title, signed(value) if sign else str(value).replace("-", "−"))


def numbers(rows: Iterable[Number]) -> list[tuple[str, SafeString]]:
    return [(row.key, labelled(row.title, row.value)) for row in rows]


class SideForm(ActForm):
    """One side: Attribute and skill or an Ability Score, what helps and hinders, Heroic Feat, a real die's face.

    `looked` carries whose conditions the person was shown: without it all of them count, as in a roll by one tap.
    """

    attribute = forms.ChoiceField(label="Attribute", required=False, widget=forms.RadioSelect)
    skill = forms.ChoiceField(label="Skill", required=False, widget=forms.RadioSelect)
    withheld = forms.BooleanField(label="The Director withholds the doubling: it counts once", required=False)
    score = forms.ChoiceField(label="Ability Score", required=False, widget=forms.RadioSelect)
    conditions = forms.MultipleChoiceField(
        label="What helps and hinders", required=False, widget=forms.CheckboxSelectMultiple
    )
    modifier = forms.IntegerField(
        label="Something else", required=False, min_value=-MOST_MODIFIER, max_value=MOST_MODIFIER, initial=0
    )
    modifier_name = one_line("What it is", 60, required=False)
    heroic_feat = forms.BooleanField(required=False)
    face = forms.IntegerField(
        label="The face of my real die", required=False, min_value=0, max_value=10, help_text="A printed 0 is a 10."
    )
    looked = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)

    use: drama.Use = "heroic-feat"
    sheet: DragonflySheet | None = None

    def whose(self) -> Character | None:
        """Whose side it is."""
        raise NotImplementedError

    @property
    def own_sheet(self) -> DragonflySheet:
        """The sheet, where it is sure that there is one: in a form that is valid."""
        return sure(self.sheet)

    def setup(self) -> None:
        character = self.whose()
        self.sheet = sheet_of(character) if character else None
        self.fields["face"].widget.attrs["inputmode"] = "numeric"
        if self.sheet is not None:
            self._offer(self.sheet)

    def _offer(self, sheet: DragonflySheet) -> None:
        self.offer_if_there("attribute", [*numbers(sheet.attributes), ("", labelled("None"))])
        self.offer_if_there("skill", [*numbers(sheet.skills), ("", labelled("None fits"))])
        self.offer_if_there("score", numbers(sheet.scores))
        self._offer_conditions(sheet)
        self._start("attribute", sheet.attributes)
        self._start("score", sheet.scores)
        if not self.is_bound and so_far(self, "skill") not in {row.key for row in sheet.skills}:
            self.initial["skill"] = ""
        gone = ("attribute", "skill", "withheld", "heroic_feat", "face") if sheet.scores else ("score",)
        for name in gone:
            self.fields.pop(name, None)
        if not self.viewer.options.typed_dice:
            self.fields.pop("face", None)

    def offer_if_there(self, name: str, choices: Sequence[tuple[str, SafeString]]) -> None:
        """As `offer`, for a field that a form of one side may have left out."""
        if name in self.fields:
            self.offer(name, choices)

    def _start(self, name: str, rows: Sequence[Number]) -> None:
        """Begins with the first of them where nothing that fits is chosen yet."""
        if self.is_bound or not rows or name not in self.fields:
            return
        given = self.initial.get(name)
        if given is None or (given and given not in {row.key for row in rows}):
            self.initial[name] = rows[0].key

    def _offer_conditions(self, sheet: DragonflySheet) -> None:
        counted = [one for one in sheet.conditions if one.modifier]
        self.offer_if_there("conditions", [(one.public_id, labelled(one.name, one.modifier, True)) for one in counted])
        seen = so_far(self, "looked") == sheet.id
        if not self.is_bound:
            known = {one.public_id for one in counted}
            given = self.initial.get("conditions") or []
            self.initial["conditions"] = [one for one in given if one in known] if seen else sorted(known)
            self.initial["looked"] = sheet.id
        self.first_look = not seen

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        chooses = self.sheet is not None and self.sheet.is_full and {"attribute", "skill"} <= self.fields.keys()
        if chooses and not self.errors and not given.get("attribute") and not given.get("skill"):
            self.add_error("attribute", "An Attribute, a skill, or both: nothing is named yet.")
        if self.sheet and not self.sheet.is_full and "score" in self.fields and not given.get("score"):
            self.add_error("score", "Members of the Supporting Cast never roll: say which score counts.")
        return given

    # what it comes to

    def added(self, *more: Line) -> Added:
        """All that this side adds, with `more` lines such as the difficulty."""
        given, sheet = self.cleaned_data, self.own_sheet
        counted, left_out = self._conditions()
        feat = self.feat
        lines = [*more, *counted, *self._other(), *([FEAT] if feat else [])]
        if not sheet.is_full:
            key = given["score"]
            score = Line(key, sheet.title(key), sheet.number(key), "score")
            return Added(score.label, [score, *_some(lines)], left_out, is_score=True)
        own, what, doubled = self._own()
        return Added(what, [*own, *_some(lines)], left_out, doubled=doubled, feat=feat)

    def chosen_roll(self) -> tuple[str, str, bool]:
        """Attribute, skill, and whether the doubling is withheld."""
        given = self.cleaned_data
        return given.get("attribute", ""), given.get("skill", ""), bool(given.get("withheld"))

    def _own(self) -> tuple[list[Line], str, bool]:
        return own_numbers(self.own_sheet, *self.chosen_roll())

    def _conditions(self) -> tuple[list[Line], list[Line]]:
        chosen = set(self.cleaned_data.get("conditions") or ())
        counted = [one for one in self.own_sheet.conditions if one.modifier]
        on = [one for one in counted if self.first_look or one.public_id in chosen]
        return [condition_line(one) for one in on], [condition_line(one) for one in counted if one not in on]

    def _other(self) -> list[Line]:
        value = self.cleaned_data.get("modifier") or 0
        name = self.cleaned_data.get("modifier_name") or ""
        return [Line("modifier", name or "Something else", value, "modifier", "" if name else "by hand")]

    # what is drawn beside the fields

    @property
    def feat(self) -> bool:
        """Whether a Heroic Feat is on this roll."""
        return bool(self.cleaned_data.get("heroic_feat"))

    def no_feat(self) -> Refused | None:
        """Why no Heroic Feat can be made now, or None if it can."""
        return points.why_no_feat(self.viewer, self.own_sheet.character, self.use)

    @property
    def why_no_feat(self) -> str:
        """Why no Heroic Feat can be made, or nothing."""
        no = self.no_feat() if self.sheet is not None and self.sheet.is_full else None
        return NO_FEAT.get(no.code, no.text) if no else ""

    @property
    def feat_waits(self) -> bool:
        """Whether a Heroic Feat was announced and paid for that waits for a roll."""
        return self.sheet is not None and points.feat_waits(self.sheet.character)

    @property
    def feat_price(self) -> str:
        """What a Heroic Feat on this roll is paid with."""
        if self.feat_waits:
            return "announced in Intentions"
        held = self.sheet.drama_points if self.sheet else 0
        return f"one of {held} Drama Point{'' if held == 1 else 's'}"

    @property
    def attributes(self) -> Split:
        return self._split("attribute")

    @property
    def skills(self) -> Split:
        return self._split("skill")

    def _split(self, name: str) -> Split:
        return chips.split(self[name], so_far(self, name), self.sheet.number if self.sheet else None)

    @property
    def nobody(self) -> bool:
        return self.sheet is None

    @property
    def alone(self) -> bool:
        """Whether an Attribute stands alone, so that it is doubled unless the Director withholds it."""
        return bool(so_far(self, "attribute")) and not so_far(self, "skill") if "withheld" in self.fields else False


def own_numbers(sheet: DragonflySheet, attribute: str, skill: str, withheld: bool) -> tuple[list[Line], str, bool]:
    """The sheet's own part of a roll, what it is called, and whether the Attribute is doubled."""
    lines, words = [], []
    doubled = bool(attribute) and not skill and not withheld
    if attribute:
        title, value = sheet.title(attribute), sheet.number(attribute)
        lines.append(Line(attribute, title, value, "attribute"))
        words.append(f"{title}, doubled" if doubled else title)
        if doubled:
            lines.append(Line(DOUBLED, f"{title} again", value, "attribute", "no skill fits"))
    if skill:
        lines.append(Line(skill, sheet.title(skill), sheet.number(skill), "skill"))
        words.append(sheet.title(skill))
    return lines, " + ".join(words), doubled


def condition_line(one: Condition) -> Line:
    return Line(f"condition-{one.public_id}", one.name, one.modifier, "modifier", "on the sheet")


def _some(lines: Iterable[Line]) -> list[Line]:
    """The lines that are not 0."""
    return [line for line in lines if line.value]


def hand_of(turn: Turn, face: int | None) -> HandDice | None:
    """The real die that was typed in (dragonfly.die), or None. Refuses one where the table rolls by program."""
    if face is None:
        return None
    try:
        return checks.typed_dice([face], options=turn.options)
    except Refused as no:
        raise Refused(no.code, no.text, "face") from no


def thrown_for(turn: Turn, form: SideForm, ask: Ask | None = None) -> Thrown:
    """The dice of this side. Refuses a face typed over one that fell before the answer was taken back. The ask keeps
    whose Heroic Feat was on the die."""
    face = form.cleaned_data.get("face")
    if ask and not ask.thrown and form.feat:
        turn.keep(ask, facts={**ask.facts, FEAT_FELL: form.own_sheet.character.public_id})
    if ask and ask.thrown and face is not None:
        fallen = ask.thrown[0][1]
        if (face or 10) != fallen:
            why = f"The die fell before this was taken back, and it shows {fallen}. It counts again."
            turn.refuse("fallen", why, "face")
    return Thrown(turn, hand_of(turn, face), ask)


def pay_for_feat(turn: Turn, form: SideForm) -> Spent | None:
    """Pays for the Heroic Feat before any die falls. Refuses it where no Drama Point is left, a second one in a Turn,
    and one that is announced too late."""
    if not form.feat:
        return None
    if (no := form.no_feat()) and no.code != "no-points":
        raise no
    return points.pay_for_feat(turn, form.own_sheet.character, form.use)
