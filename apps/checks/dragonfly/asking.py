"""The GM asks for checks; each of those asked answers with one tap."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.access import known_to
from apps.characters.answers import while_there
from apps.characters.dragonfly.points import spent_told_by
from apps.characters.dragonfly.sheet import DragonflySheet, sheet_of
from apps.characters.forms import acting_for, named, one_line
from apps.characters.models import Character
from apps.checks.dragonfly import odds
from apps.checks.dragonfly.asked import CHOICE, KINDS, AskedCheck, open_asked_check, told_of_asked
from apps.checks.dragonfly.checks import MOST_LEVELS, rolled, told
from apps.checks.dragonfly.difficulty import DifficultyForm, line_of
from apps.checks.dragonfly.facts import openly
from apps.checks.dragonfly.sides import (
    FEAT_FELL,
    Added,
    Line,
    SideForm,
    condition_line,
    own_numbers,
    pay_for_feat,
    thrown_for,
)
from apps.checks.modes import hidden_field, mode_field, mode_of, set_modes
from apps.checks.whom import WhomForm, ask_people
from apps.rules.dragonfly.lists import ATTRIBUTES, SKILLS
from apps.rules.odds import percent
from apps.rules.refusal import Refused
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.audience import EVERYBODY, GMS, Audience, seats
from apps.table.models import Ask, Event, Seat
from apps.table.shared.answers import AnswerForm
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MODES = ("everybody", "gm", "blind")
STAYS = "on it again, as when the die fell"
NOBODY = "Nobody here rolls: members of the Supporting Cast never do."


class AskCheckForm(DifficultyForm, WhomForm):
    attribute = forms.ChoiceField(
        label="Attribute",
        required=False,
        widget=forms.RadioSelect,
        initial="perception",
        choices=[*((row.id, row.title) for row in ATTRIBUTES), ("", "None"), (CHOICE, "Their choice")],
    )
    skill = forms.ChoiceField(
        label="Skill",
        required=False,
        widget=forms.RadioSelect,
        initial="notice",
        choices=[*((row.id, row.title) for row in SKILLS), ("", "None fits: the Attribute counts twice")],
    )
    withheld = forms.BooleanField(label="Not doubled: the Attribute counts once", required=False)
    required_levels = forms.IntegerField(
        label="Success Levels needed", required=False, min_value=1, max_value=MOST_LEVELS, initial=1
    )
    label = one_line("What for, in a few words", 120, required=False)
    hidden = hidden_field("They see the difficulty")
    mode = mode_field("The result goes to")

    def setup(self) -> None:
        here = [one for one in known_to(self.viewer) if one.sheet == "full" and one.present]
        self.offer_people(here, fresh="attribute" not in self.initial)
        self.settle_difficulty()
        set_modes(self, self.viewer, MODES, first="everybody")

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if not self.errors and not given.get("attribute") and not given.get("skill"):
            self.add_error("attribute", "An Attribute, a skill, or both: nothing is named yet.")
        return given

    def wanted(self, character: Character) -> AskedCheck:
        """What is asked of one of them."""
        given = self.cleaned_data
        row, exact = self.how_hard()
        return AskedCheck(
            character=character.pk,
            attribute=given["attribute"],
            skill=given["skill"],
            withheld=given["withheld"],
            difficulty=row,
            exact=exact,
            hidden=bool(given["hidden"]),
            label=given["label"],
            mode=mode_of(self),
            required_levels=given["required_levels"] or 1,
        )


def added_for(wanted: AskedCheck, sheet: DragonflySheet) -> Added:
    """All that a sheet adds to what is asked, with every condition counted and no feat."""
    own, what, doubled = own_numbers(sheet, wanted.attribute, wanted.skill, wanted.withheld)
    conditions = [condition_line(one) for one in sheet.conditions if one.modifier]
    return Added(what, [*own, *given_lines(wanted), *conditions], [], doubled=doubled)


def given_lines(wanted: AskedCheck) -> list[Line]:
    """The numbers that came with the asking."""
    lines = [line_of(wanted.difficulty, wanted.exact)]
    if wanted.other:
        lines.append(Line("other", wanted.other_name or "Something else", wanted.other, "modifier"))
    return [line for line in lines if line.value]


def ask_outlook(viewer: Viewer, form: AskCheckForm) -> Mapping[str, Any]:
    """Everybody's chance, and a button that says how many are asked."""
    asked = form.cleaned_data["characters"]
    found = {"button": ask_people(asked), "own_footer": True, "subheading": "a plain check, 9 succeeds"}
    if form.cleaned_data["attribute"] == CHOICE:
        return found
    for one in form.here:
        wanted = form.wanted(one)
        form.chances[one.pk] = percent(odds.of_added(added_for(wanted, sheet_of(one)), wanted.required_levels).chance)
    return found | {"people": form.people}


@act(
    "dragonfly.ask-check",
    menu=15,
    title="Ask for a roll",
    form=AskCheckForm,
    button="Ask",
    who=gms,
    preview=ask_outlook,
    template="checks/dragonfly/acts/ask-check.html",
)
def ask_check(turn: Turn, form: AskCheckForm) -> None:
    """Asks each of those named for a check. Secret results are asked for in secret."""
    asked: list[Character] = form.cleaned_data["characters"]
    wanted = {one.pk: form.wanted(one) for one in asked}
    facts = {one.pk: told_of_asked(wanted[one.pk], one) for one in asked}
    event = _tell_asked(turn, form, asked, facts)
    for one in asked:
        secret = one.hidden or wanted[one.pk].mode != "everybody"
        open_asked_check(turn, wanted[one.pk], one, facts[one.pk], event, secret)


def _tell_asked(turn: Turn, form: AskCheckForm, asked: list[Character], facts: dict[int, Any]) -> Event:
    """The GMs hear all; the others what is asked openly, or of a secret asking only their own."""
    row, exact = form.how_hard()
    first = facts[asked[0].pk]
    full = {
        "names": [one.name for one in asked],
        "what": first["what"],
        "label": first["label"],
        "mode": first["mode"],
        "hidden": first["hidden"],
        "difficulty": row,
        "exact": exact,
        "required": form.cleaned_data["required_levels"] or 1,
    }
    return turn.tell("dragonfly.asked", full, GMS, _lesser(asked, full))


def _lesser(asked: list[Character], full: dict[str, Any]) -> dict[Audience, dict[str, Any]]:
    known = {key: value for key, value in full.items() if key != "names"}
    if full["hidden"]:
        known = {key: value for key, value in known.items() if key not in {"difficulty", "exact", "required"}}
    if full["mode"] == "everybody":
        shown = [openly(one) for one in asked if not one.hidden]
        return {EVERYBODY: known | {"names": shown}} if shown else {}
    theirs: dict[int, list[str]] = {}
    people: dict[int, Seat] = {}
    for one in asked:
        if one.seat and not one.seat.is_gm:
            theirs.setdefault(one.seat.pk, []).append(one.name)
            people[one.seat.pk] = one.seat
    return {seats(people[key]): known | {"names": names} for key, names in theirs.items()}


# answering


class AskedForm(AnswerForm, SideForm):
    """An answer: whose side it is comes from the ask. A Heroic Feat is announced before the die falls: one that was
    taken back with its answer is on the same die again, of whoever announced it, and none comes on a die that fell
    without."""

    def setup(self) -> None:
        super().setup()
        if self.feat_stays and "heroic_feat" in self.fields:
            self.fields["heroic_feat"].disabled = True
            self.initial["heroic_feat"] = True

    @property
    def feat_stays(self) -> bool:
        """Whether a Heroic Feat was on the die that fell, so that it is on it again, where it can be paid for."""
        return self.sheet is not None and self.sheet.is_full and self._feat_fell() and self.no_feat() is None

    def _feat_fell(self) -> bool:
        """Whether a die has fallen for this, with a Heroic Feat of theirs; who was asked before is somebody else."""
        row, person = self.row, self.whose()
        if row is None or person is None:
            return False
        return bool(row.thrown) and row.facts.get(FEAT_FELL) == person.public_id

    def no_feat(self) -> Refused | None:
        if self.row is not None and self.row.thrown and not self._feat_fell():
            return Refused("die-fallen", "The die has fallen: a Heroic Feat is announced before it.", "heroic_feat")
        return super().no_feat()

    @property
    def why_no_feat(self) -> str:
        return STAYS if self.feat_stays else super().why_no_feat

    def whose(self) -> Character | None:
        if self.row is None:
            return None
        return self.viewer.desk.find(Character, self.character_key())

    def character_key(self) -> int:
        raise NotImplementedError

    @property
    def was_shown(self) -> bool:
        """Whether this seat has seen what fell in an answer that was taken back."""
        return True

    @property
    def fallen(self) -> int | None:
        """The face that fell in an answer that was taken back, and falls again; None where this seat cannot know it."""
        return self.row.thrown[0][1] if self.row is not None and self.row.thrown and self.was_shown else None

    def clean_ask(self) -> Ask:
        return while_there(super().clean_ask(), self.sheet)


class AnswerCheckForm(AskedForm):
    kinds = KINDS

    def setup(self) -> None:
        super().setup()
        if self.row is not None and not self.wanted.theirs_to_choose:
            for name in ("attribute", "skill", "withheld"):
                self.fields.pop(name, None)

    @property
    def wanted(self) -> AskedCheck:
        found: AskedCheck = self.state
        return found

    def character_key(self) -> int:
        return self.wanted.character

    @property
    def was_shown(self) -> bool:
        return self.wanted.mode != "blind" or self.viewer.is_gm

    def chosen_roll(self) -> tuple[str, str, bool]:
        wanted = self.wanted
        if wanted.theirs_to_choose:
            return super().chosen_roll()
        return wanted.attribute, wanted.skill, wanted.withheld

    def everything(self) -> Added:
        return self.added(*given_lines(self.wanted))

    def without_difficulty(self) -> Added:
        """What the asked person knows of it where the difficulty is hidden."""
        return self.added(*(line for line in given_lines(self.wanted) if line.kind != "difficulty"))


def answer_outlook(viewer: Viewer, form: AnswerCheckForm) -> Mapping[str, Any]:
    """Exact odds of what this seat may know: with a hidden difficulty only how the open part falls."""
    wanted = form.wanted
    secret = wanted.hidden and not viewer.is_gm
    added = form.without_difficulty() if secret else form.everything()
    face, may_feat = form.fallen, not form.why_no_feat
    drawn = odds.open_part(added, face) if secret else odds.drawn(added, wanted.required_levels, may_feat, face)
    return {
        "heading": f"{form.own_sheet.name}: {wanted.label or added.what}",
        "subheading": added.what,
        "odds": drawn,
        "button": odds.button(added.bonus, form.cleaned_data.get("face"), face),
        "feat_off": form.why_no_feat,
        "own_footer": True,
        "added": added,
    }


@act(
    "dragonfly.answer-check",
    title="A check is asked",
    form=AnswerCheckForm,
    button="Roll",
    preview=answer_outlook,
    template="checks/dragonfly/acts/answer-check.html",
)
def answer_check(turn: Turn, form: AnswerCheckForm) -> None:
    """Rolls what was asked for. An answer that was taken back is given with the same face."""
    ask: Ask = form.cleaned_data["ask"]
    wanted = form.wanted
    character = form.own_sheet.character
    acting_for(turn, character)
    thrown = thrown_for(turn, form, ask)
    spent = pay_for_feat(turn, form)
    facts = rolled(turn, form.everything(), thrown, wanted.required_levels)
    thrown.settle()
    facts |= {
        **named(character),
        "label": wanted.label,
        "difficulty": wanted.difficulty,
        "mode": wanted.mode,
        "asked": True,
    }
    if spent:
        facts["points_left"] = spent.left
    event = told(turn, character, facts, wanted.mode, character.seat or turn.seat, wanted.hidden)
    spent_told_by(turn, event, spent)
    exchanges.answered(turn, ask, event)


def asked_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What the ask's card needs: the chance, or the spread of the open part, and whether a feat is possible."""
    wanted: AskedCheck = exchanges.state_of(ask.exchange)
    form = AnswerCheckForm({"ask": ask.public_id}, viewer=viewer)
    if form.sheet is None or wanted.theirs_to_choose or not form.is_valid():
        return {"asked": ask.facts, "choice": True}
    secret = wanted.hidden and not viewer.is_gm
    added = form.without_difficulty() if secret else form.everything()
    found = {
        "asked": ask.facts,
        "button": odds.button(added.bonus, fallen=form.fallen),
        "feat_off": form.why_no_feat,
        "feat_price": form.feat_price,
        "fallen": bool(ask.thrown),
    }
    if secret:
        return found
    plain, better = (odds.of_added(added, wanted.required_levels, feat, form.fallen) for feat in (None, True))
    least = odds.least(plain, form.fallen)
    return found | {"chance": percent(plain.chance), "with_feat": percent(better.chance), "least": least}
