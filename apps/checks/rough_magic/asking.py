"""The GM asks for a roll; each of those asked answers with one tap, or says first what is for and against it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from django import forms

from apps.characters.access import known_to
from apps.characters.answers import while_there
from apps.characters.forms import acting_for, one_line
from apps.characters.models import Character, CharacterKey
from apps.characters.rough_magic.sheet import RoughSheet, sheet_of
from apps.checks.modes import hidden_field, mode_field, mode_of, set_modes
from apps.checks.rough_magic import odds
from apps.checks.rough_magic.boxes import boxes_for_check, counted, settled
from apps.checks.rough_magic.check import drawn, finish
from apps.checks.rough_magic.difficulty import DifficultyForm
from apps.checks.rough_magic.rolling import LACKING, NO_SKILL, Facts, OwnSideForm
from apps.checks.rough_magic.sides import two_dice
from apps.checks.rough_magic.ways import TITLES, Against, Way, best_attribute, best_way, helpers
from apps.checks.whom import WhomForm, ask_people, hold_open, told_of_asking
from apps.rules.rough_magic.lists import KNOWN_SKILLS, Auto
from apps.rules.rough_magic.roll import BASE
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.audience import GMS
from apps.table.models import Ask, Event
from apps.table.shared.answers import AnswerForm
from apps.table.turn import Turn
from apps.table.viewer import Viewer

OPEN, QUIETLY = "rough_magic.asked", "rough_magic.asked-secret"
KINDS = (OPEN, QUIETLY)
MODES = ("everybody", "gm", "blind")
THEIR_CHOICE = ""


@dataclass(frozen=True)
class Asked:
    """What is asked of one character. `skill` is a name, empty for none; `attribute` empty is theirs to choose.

    With `hidden` they learn neither the number nor whether they reached it; `known` False: they learn it with the roll.
    """

    character: CharacterKey
    skill: str
    attribute: str
    dv: int
    dv_words: str
    dv_openly: str
    known: bool
    hidden: bool
    label: str
    mode: str

    @property
    def against(self) -> Against:
        return Against(self.dv_words, self.dv, self.known and not self.hidden, self.dv_openly)


class AskForm(DifficultyForm, WhomForm):
    attribute = forms.ChoiceField(
        label="Attribute", required=False, widget=forms.RadioSelect, initial="perception",
        choices=[*TITLES.items(), (THEIR_CHOICE, "Their choice")],
    )  # fmt: skip
    skill = forms.ChoiceField(
        label="Skill", required=False, widget=forms.RadioSelect,
        choices=[("", "None needed")],
    )  # fmt: skip
    other_skill = one_line("Another skill", 60, required=False)
    label = one_line("What for, in a few words", 120, required=False)
    hidden = hidden_field("They see the number")
    mode = mode_field("The result goes to")

    def setup(self) -> None:
        here = [one for one in known_to(self.viewer) if one.present]
        self.offer_people(here, fresh="attribute" not in self.initial)
        self.offer("skill", [("", "None needed"), *((name, name) for name in skills_of(here))])
        self.offer_difficulty(here, routine=False)
        set_modes(self, self.viewer, MODES, first="everybody")

    @property
    def named_skill(self) -> str:
        return str(self.cleaned_data["other_skill"] or self.cleaned_data["skill"])

    def wanted(self, character: Character) -> Asked:
        """What is asked of one of them."""
        given = self.cleaned_data
        own = given["attribute"] or way_for(sheet_of(character), self.named_skill, THEIR_CHOICE).attribute
        against = self.against(own, self.named_skill)
        return Asked(
            character=character.pk,
            skill=self.named_skill,
            attribute=given["attribute"],
            dv=against.dv or 0,
            dv_words=against.words,
            dv_openly=against.openly,
            known=not against.openly,
            hidden=bool(given["hidden"]),
            label=given["label"],
            mode=mode_of(self),
        )


def skills_of(here: Iterable[Character]) -> list[str]:
    """The skills of the book, and those that players' characters have besides."""
    own = [skill.name for one in here if one.seat_id for skill in sheet_of(one).skills]
    found: dict[str, str] = {}
    for name in [*(row.title for row in KNOWN_SKILLS), *own]:
        found.setdefault(name.casefold(), name)
    return list(found.values())


def way_for(sheet: RoughSheet, skill: str, attribute: str) -> Way:
    """How they usually do it: the attribute that was named or their skill's best, and what helps."""
    trained = next((one for one in sheet.skills if one.name.casefold() == skill.casefold()), None)
    used = attribute or best_attribute(sheet, trained.attributes if trained else ())
    names = [skill, *(trained.areas if trained else ())]
    return best_way(sheet, used, [one for one in helpers(sheet) if one.fits(*names)])


@dataclass(frozen=True)
class Usual:
    """An answer of one tap: the way, and what the states of play put on it."""

    way: Way
    bonus: int
    auto: Auto


class Named(Protocol):
    """What people are asked to roll; both may be empty."""

    @property
    def skill(self) -> str: ...

    @property
    def attribute(self) -> str: ...


def usual(viewer: Viewer, sheet: RoughSheet, wanted: Named) -> Usual:
    way = way_for(sheet, wanted.skill, wanted.attribute)
    trained = next((one for one in sheet.skills if one.name.casefold() == wanted.skill.casefold()), None)
    lacking = bool(wanted.skill) and trained is None and viewer.options.unskilled == "penalty"
    boxes = boxes_for_check(sheet, skill=trained, untrained=lacking, options=viewer.options)
    ticked = [one for one in boxes if one.ticked]
    return Usual(way, way.number + counted(ticked).av_net, settled(ticked))


def ask_outlook(viewer: Viewer, form: AskForm) -> Mapping[str, Any]:
    """Everybody's chance as they usually do it, and a button that says how many are asked."""
    asked = form.cleaned_data["characters"]
    form.chances = {one.pk: _chance(viewer, form.wanted(one), sheet_of(one)) for one in form.here}
    return {"button": ask_people(asked), "own_footer": True, "people": form.people}


def _chance(viewer: Viewer, wanted: Asked, sheet: RoughSheet) -> str:
    found = usual(viewer, sheet, wanted)
    return odds.chance(found.bonus, BASE + wanted.dv, found.auto)


@act(
    "rough_magic.ask-check",
    menu=15,
    title="Ask for a roll",
    form=AskForm,
    button="Ask",
    who=gms,
    preview=ask_outlook,
    template="checks/rough_magic/acts/ask-check.html",
)
def ask_check(turn: Turn, form: AskForm) -> None:
    """Asks each of those named. Secret results are asked for in secret."""
    asked: list[Character] = form.cleaned_data["characters"]
    event = _tell_asked(turn, form.wanted(asked[0]), asked)
    for one in asked:
        wanted = form.wanted(one)
        hold_open(turn, KINDS, wanted, one, _facts(wanted), event, secret=wanted.mode != "everybody")


def what_is_asked(wanted: Asked) -> str:
    """Stealth by Agility; Perception; Stealth."""
    title = TITLES.get(wanted.attribute, "")
    if wanted.skill and title:
        return f"{wanted.skill} by {title}"
    return wanted.skill or title or "An attribute of your choice"


def _facts(wanted: Asked) -> Facts:
    """What the asked may know."""
    known = {
        "what": what_is_asked(wanted), "label": wanted.label, "mode": wanted.mode, "hidden": wanted.hidden,
    }  # fmt: skip
    if wanted.hidden:
        return known
    if not wanted.known:
        return known | {"against": wanted.dv_openly}
    return known | {"against": wanted.dv_words, "target": BASE + wanted.dv}


def _tell_asked(turn: Turn, wanted: Asked, asked: list[Character]) -> Event:
    """The GMs hear all; the others what is asked openly, or of a secret asking only their own."""
    full = _facts(wanted) | {
        "against": wanted.dv_words, "target": BASE + wanted.dv, "names": [one.name for one in asked],
    }  # fmt: skip
    return turn.tell(
        "rough_magic.roll-asked", full, GMS, told_of_asking(_facts(wanted), asked, wanted.mode == "everybody")
    )


# answering


class AnswerCheckForm(AnswerForm, OwnSideForm):
    """An answer: whose roll of what it is comes from the ask; what is for and against it is theirs to say."""

    kinds = KINDS

    def setup(self) -> None:
        found = self.viewer.desk.find(Character, self.wanted.character) if self.row is not None else None
        if found is None:
            return
        self.offer_side(sheet_of(found))
        del self.fields["skill"]
        if self.wanted.attribute:
            del self.fields["attribute"]

    @property
    def wanted(self) -> Asked:
        found: Asked = self.state
        return found

    def _skill_value(self, sheet: RoughSheet) -> str:
        """Their own skill of that name."""
        name = self.wanted.skill
        if not name:
            return NO_SKILL
        return next((one.id for one in sheet.skills if one.name.casefold() == name.casefold()), LACKING)

    def _suit(self, key: str, usual: str, fitting: list[str]) -> tuple[str, list[str]]:
        attribute, layers = super()._suit(key, self.wanted.attribute or usual, fitting)
        return self.wanted.attribute or attribute, layers

    def clean_ask(self) -> Ask:
        return while_there(super().clean_ask(), self.sheet)

    @cached_property
    def knows(self) -> bool:
        """Whether this seat knows the number to reach."""
        return self.viewer.is_gm or self.wanted.against.known


def answer_outlook(viewer: Viewer, form: AnswerCheckForm) -> Mapping[str, Any]:
    """Exact odds of what this seat may know."""
    wanted = form.wanted
    name = form.sheet.name if form.sheet else ""
    return drawn(form, wanted.against, known=form.knows) | {"heading": f"{name}: {wanted.label or form.what}"}


@act(
    "rough_magic.answer-check",
    title="A roll is asked",
    form=AnswerCheckForm,
    button="Roll",
    preview=answer_outlook,
    template="checks/rough_magic/acts/answer-check.html",
)
def answer_check(turn: Turn, form: AnswerCheckForm) -> None:
    """Rolls what was asked for. An answer that was taken back is given with the same faces."""
    ask, wanted = form.cleaned_data["ask"], form.wanted
    character = turn.desk.get(Character, wanted.character)
    acting_for(turn, character)
    found = finish(
        turn, form, character, wanted.against, label=wanted.label, mode=wanted.mode, ask=ask, hidden=wanted.hidden,
        asked=True,
    )  # fmt: skip
    exchanges.answered(turn, ask, found.card)


def asked_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What the ask's card needs: how they usually do it, and the chance where this seat may know it."""
    wanted: Asked = exchanges.state_of(ask.exchange)
    character = viewer.desk.find(Character, wanted.character)
    if character is None:
        return {"asked": ask.facts}
    found = usual(viewer, sheet_of(character), wanted)
    shown = {
        "asked": ask.facts, "words": found.way.words, "button": f"Roll {two_dice(found.bonus)}",
        "fallen": bool(ask.thrown),
    }  # fmt: skip
    known = viewer.is_gm or wanted.against.known
    return shown | {"chance": odds.chance(found.bonus, BASE + wanted.dv, found.auto)} if known else shown
