"""The GM asks for a roll; each of those asked names the skills that apply, or takes the usual ones with one tap."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms

from apps.characters.access import known_to
from apps.characters.answers import while_there
from apps.characters.dragon.sheet import DragonSheet, sheet_of
from apps.characters.forms import acting_for, named, number, one_line
from apps.characters.models import Character, CharacterKey
from apps.checks.dragon import odds
from apps.checks.dragon.checks import MOST_REQUIRED, button, judged, tell
from apps.checks.dragon.pools import MOST_DIFFICULTY, Chosen, Facts, SubstatForm, told, usual
from apps.checks.modes import hidden_field, mode_field, mode_of, set_modes
from apps.checks.whom import WhomForm, ask_people, hold_open, told_of_asking
from apps.rules.dragon.checks import thrown
from apps.rules.dragon.lists import SUBSTATS, substat_of
from apps.rules.dragon.odds import at_least
from apps.rules.odds import percent
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.audience import GMS
from apps.table.models import Ask, Event
from apps.table.shared.answers import AnswerForm
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

OPEN, QUIETLY = "dragon.asked", "dragon.asked-secret"
KINDS = (OPEN, QUIETLY)
MODES = ("everybody", "gm", "blind")


@dataclass(frozen=True)
class Asked:
    """What is asked of one character. With `hidden` they learn neither how many successes are needed nor whether there
    were enough."""

    character: CharacterKey
    substat: str
    difficulty: int
    required: int
    hidden: bool
    label: str
    mode: str


class AskForm(WhomForm):
    substat = forms.ChoiceField(
        label="Substat", widget=forms.RadioSelect, initial="wit", choices=[(row.id, row.title) for row in SUBSTATS]
    )
    required = number("Successes needed", 1, MOST_REQUIRED, required=False, initial=1)
    difficulty = number("Difficulty", -MOST_DIFFICULTY, MOST_DIFFICULTY, required=False, initial=0)
    label = one_line("What for, in a few words", 120, required=False)
    hidden = hidden_field("They see how many are needed")
    mode = mode_field("The result goes to")

    def setup(self) -> None:
        self.offer_people((one for one in known_to(self.viewer) if one.present), fresh="substat" not in self.initial)
        set_modes(self, self.viewer, MODES, first="everybody")

    def wanted(self, character: Character) -> Asked:
        """What is asked of one of them."""
        given = self.cleaned_data
        return Asked(
            character=character.pk,
            substat=given["substat"],
            difficulty=given["difficulty"] or 0,
            required=given["required"] or 1,
            hidden=bool(given["hidden"]),
            label=given["label"],
            mode=mode_of(self),
        )


def chosen_for(wanted: Asked, sheet: DragonSheet) -> Chosen:
    """The roll with the skills that usually apply."""
    return Chosen.of(sheet, wanted.substat, usual(sheet, wanted.substat), wanted.difficulty)


def ask_outlook(viewer: Viewer, form: AskForm) -> Mapping[str, Any]:
    """Everybody's chance with the usual skills, and a button that says how many are asked."""
    asked = form.cleaned_data["characters"]
    form.chances = {one.pk: _chance(viewer, form.wanted(one), sheet_of(one)) for one in form.here}
    return {"button": ask_people(asked), "own_footer": True, "people": form.people}


def _chance(viewer: Viewer, wanted: Asked, sheet: DragonSheet) -> str:
    return percent(at_least(chosen_for(wanted, sheet).pool(viewer.options), wanted.required))


@act(
    "dragon.ask-check",
    menu=15,
    title="Ask for a roll",
    form=AskForm,
    button="Ask",
    who=gms,
    preview=ask_outlook,
    template="checks/dragon/acts/ask-check.html",
)
def ask_check(turn: Turn, form: AskForm) -> None:
    """Asks each of those named. Secret results are asked for in secret."""
    asked: list[Character] = form.cleaned_data["characters"]
    event = _tell_asked(turn, form.wanted(asked[0]), asked)
    for one in asked:
        ask_one(turn, one, form.wanted(one), event)


def ask_one(turn: Turn, one: Character, wanted: Asked, event: Event) -> None:
    """Holds the question open for whoever plays them, in secret where the result or its roller is."""
    hold_open(turn, KINDS, wanted, one, _facts(wanted), event, secret=wanted.mode != "everybody")


def _facts(wanted: Asked) -> Facts:
    """What the asked may know."""
    known = {
        "what": substat_of(wanted.substat).title,
        "label": wanted.label,
        "mode": wanted.mode,
        "hidden": wanted.hidden,
        "difficulty": wanted.difficulty,
    }
    return known if wanted.hidden else known | {"required": wanted.required}


def _tell_asked(turn: Turn, wanted: Asked, asked: list[Character]) -> Event:
    """The GMs hear all; the others what is asked openly, or of a secret asking only their own."""
    full = _facts(wanted) | {"required": wanted.required, "names": [one.name for one in asked]}
    return turn.tell("dragon.roll-asked", full, GMS, told_of_asking(_facts(wanted), asked, wanted.mode == "everybody"))


# answering


class AnswerCheckForm(AnswerForm, SubstatForm):
    """An answer: who rolls what comes from the ask; which skills apply is theirs to say."""

    kinds = KINDS

    def setup(self) -> None:
        for name in ("character", "substat", "difficulty"):
            del self.fields[name]
        if self.sheet is not None:
            self.offer_usual(self.sheet, self.wanted.substat)

    @property
    def wanted(self) -> Asked:
        found: Asked = self.state
        return found

    @cached_property
    def sheet(self) -> DragonSheet | None:
        found = self.viewer.desk.find(Character, self.wanted.character) if self.row is not None else None
        return sheet_of(found) if found else None

    def clean_ask(self) -> Ask:
        return while_there(super().clean_ask(), self.sheet)

    def chosen(self) -> Chosen:
        wanted, sheet = self.wanted, sure(self.sheet)
        return Chosen.of(sheet, wanted.substat, self.picked(sheet), wanted.difficulty)

    def knows_number(self) -> bool:
        """Whether this seat knows how many successes are needed."""
        return self.viewer.is_gm or not self.wanted.hidden


def answer_outlook(viewer: Viewer, form: AnswerCheckForm) -> Mapping[str, Any]:
    """Exact odds of what this seat may know."""
    chosen, wanted = form.chosen(), form.wanted
    pool = chosen.pool(viewer.options)
    return {
        "heading": f"{form.sheet.name if form.sheet else ''}: {wanted.label or chosen.what}",
        "subheading": chosen.what,
        "own_footer": True,
        "odds": odds.drawn(pool, wanted.required if form.knows_number() else None),
        "button": button(pool),
    }


@act(
    "dragon.answer-check",
    title="A roll is asked",
    form=AnswerCheckForm,
    button="Roll",
    preview=answer_outlook,
    template="checks/dragon/acts/answer-check.html",
)
def answer_check(turn: Turn, form: AnswerCheckForm) -> None:
    """Throws what was asked for. An answer that was taken back is given with the same faces."""
    ask, wanted = form.cleaned_data["ask"], form.wanted
    character = turn.desk.get(Character, wanted.character)
    acting_for(turn, character)
    chosen = form.chosen()
    pool = chosen.pool(turn.options)
    dice = form.thrown(turn, pool, ask)
    facts = told(chosen, thrown(pool, dice.dice), dice.typed, turn.options)
    dice.settle()
    facts |= named(character) | judged(facts, wanted.required) | {"label": wanted.label, "asked": True}
    event = tell(turn, character, facts, wanted.mode, character.seat or turn.seat, number_hidden=wanted.hidden)
    exchanges.answered(turn, ask, event)


def asked_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What the ask's card needs: the usual skills, and the chance with them where this seat may know it."""
    wanted: Asked = exchanges.state_of(ask.exchange)
    character = viewer.desk.find(Character, wanted.character)
    if character is None:
        return {"asked": ask.facts}
    sheet = sheet_of(character)
    chosen = chosen_for(wanted, sheet)
    pool = chosen.pool(viewer.options)
    found = {
        "asked": ask.facts,
        "usual": usual(sheet, wanted.substat),
        "what": chosen.what,
        "button": button(pool),
        "target": pool.target,
        "fallen": bool(ask.thrown),
    }
    known = viewer.is_gm or not wanted.hidden
    return found | {"chance": percent(at_least(pool, wanted.required))} if known else found
