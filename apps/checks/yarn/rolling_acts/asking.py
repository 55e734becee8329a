"""The GM asks for a roll; each of those asked answers with one tap on a trait, or says first what bears on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms

from apps.characters.access import known_to
from apps.characters.answers import while_there
from apps.characters.forms import acting_for, number, one_line
from apps.characters.models import Character, CharacterKey
from apps.characters.yarn.scenes import in_scene
from apps.checks.modes import hidden_field, mode_field, mode_of, set_modes
from apps.checks.whom import WhomForm, hold_open
from apps.checks.yarn.answers import answers_for
from apps.checks.yarn.rolling_acts import odds
from apps.checks.yarn.rolling_acts.check import drawn, finish
from apps.checks.yarn.rolling_acts.difficulty import Against, DifficultyForm
from apps.checks.yarn.rolling_acts.side import (
    MOST_DICE,
    REACTION,
    READ,
    Given,
    ReactingForm,
    Side,
    SideForm,
    ThrownSideForm,
    aims_of,
)
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.audience import EVERYBODY, GMS, Audience, seats
from apps.table.models import Ask, Event
from apps.table.shared.answers import AnswerForm
from apps.table.turn import Turn
from apps.table.viewer import Viewer

OPEN, QUIETLY = "yarn.asked-check", "yarn.asked-secret"
KINDS = (OPEN, QUIETLY)
MODES = ("everybody", "gm", "blind")
Facts = dict[str, Any]


@dataclass(frozen=True)
class Asked:
    """What is asked of one character. With `hidden` they learn neither the number to beat nor whether they beat it; an
    empty `label`: the GM keeps to herself what it is for. `read` are the optional rules that she says are on."""

    character: CharacterKey
    label: str
    against: Against
    hidden: bool
    mode: str
    technical: bool = False
    given: tuple[Given, ...] = ()
    read: tuple[str, ...] = ()

    def side(self, trait: str = "") -> Side:
        """Their side with that trait, and nothing else of their own."""
        return Side(self.character, trait, technical=self.technical, given=self.given, read=self.read)

    @property
    def secret(self) -> bool:
        return self.mode != "everybody"

    @property
    def number(self) -> str:
        """What they are told of what they are up against."""
        return "" if self.hidden else self.against.to_beat


class AskForm(DifficultyForm, WhomForm):
    label = one_line("What for (empty: you keep it to yourself)", 120, required=False)
    bonus = number("Bonus dice", 0, MOST_DICE, required=False, initial=0)
    bonus_why = one_line("What helps", required=False)
    penalty = number("Penalty dice", 0, MOST_DICE, required=False, initial=0)
    penalty_why = one_line("What hinders", required=False)
    technical = forms.BooleanField(label="Without training nobody can try this", required=False)
    read = forms.MultipleChoiceField(label="This time", required=False, widget=forms.CheckboxSelectMultiple)
    hidden = hidden_field("They see the number")
    mode = mode_field("The result goes to")

    def setup(self) -> None:
        here = [one for one in known_to(self.viewer) if one.present]
        self.offer_people(here, fresh="task" not in self.initial, likely=in_scene(self.viewer.desk))
        options = self.viewer.options
        self.offer("read", [(name, READ[name]) for name in READ if getattr(options, name) == "asked each time"])
        set_modes(self, self.viewer, MODES, first="everybody")

    def wanted(self, character: Character) -> Asked:
        """What is asked of one of them."""
        given: dict[str, Any] = self.cleaned_data
        dice = (
            Given("bonus", given["bonus"] or 0, given["bonus_why"]),
            Given("penalty", given["penalty"] or 0, given["penalty_why"]),
        )
        return Asked(
            character=character.pk,
            label=given["label"],
            against=self.against,
            hidden=bool(given["hidden"]),
            mode=mode_of(self),
            technical=given["technical"],
            given=tuple(one for one in dice if one.count),
            read=tuple(given["read"]),
        )


def ask_outlook(viewer: Viewer, form: AskForm) -> Mapping[str, Any]:
    """Everybody's chance with their best trait, and a button that says how many are asked."""
    for one in form.here:
        found = [tile["chance"] for tile in tiles(viewer, form.wanted(one), one, known=True)]
        form.chances[one.pk] = found[0] if found else ""
    count = len(form.cleaned_data["characters"])
    return {"button": f"Ask {count}" if count > 1 else "Ask", "own_footer": True, "people": form.people}


@act(
    "yarn.ask-check",
    menu=15,
    title="Ask for a roll",
    form=AskForm,
    button="Ask",
    who=gms,
    preview=ask_outlook,
    template="checks/yarn/rolling_acts/acts/ask-check.html",
)
def ask_check(turn: Turn, form: AskForm) -> None:
    """Asks each of those named (yarn.task-class: what is chancy). What goes to the GM alone is asked for in secret."""
    asked: list[Character] = form.cleaned_data["characters"]
    event = _tell_asked(turn, form.wanted(asked[0]), asked)
    for one in asked:
        wanted = form.wanted(one)
        hold_open(turn, KINDS, wanted, one, _facts(wanted), event, secret=wanted.secret)


def _facts(wanted: Asked) -> Facts:
    """What the asked may know."""
    return {"label": wanted.label, "number": wanted.number, "hidden": wanted.hidden, "mode": wanted.mode}


def _tell_asked(turn: Turn, wanted: Asked, asked: list[Character]) -> Event:
    """The GMs hear all; the others what is asked openly, or of a secret asking only their own."""
    known = _facts(wanted)
    number = wanted.against.to_beat
    full = known | {"number": number, "names": [one.name for one in asked]}
    lesser = _lesser(wanted, known, asked)
    if lesser.get(EVERYBODY) == full:
        return turn.tell("yarn.roll-asked", full)
    return turn.tell("yarn.roll-asked", full, GMS, lesser)


def _lesser(wanted: Asked, known: Facts, asked: list[Character]) -> dict[Audience, Facts]:
    if not wanted.secret:
        shown = [one.name for one in asked if not one.hidden]
        return {EVERYBODY: known | {"names": shown}} if shown else {}
    people = {one.seat: [other.name for other in asked if other.seat == one.seat] for one in asked if one.seat}
    return {seats(seat): known | {"names": names} for seat, names in people.items() if not seat.is_gm}


# answering


class AnswerCheckForm(AnswerForm, ReactingForm, ThrownSideForm):
    """Whose roll it is, and what the GM gives and takes with it, comes from the ask; the rest is theirs to say."""

    kinds = KINDS

    def setup(self) -> None:
        found = self.viewer.desk.find(Character, self.wanted.character) if self.row is not None else None
        if found is not None:
            self.purpose_told = bool(self.wanted.label)
            self.offer_side(found)
        for name in ("technical", "read"):
            del self.fields[name]

    @property
    def wanted(self) -> Asked:
        found: Asked = self.state
        return found

    @property
    def given_dice(self) -> tuple[Given, ...]:
        return self.wanted.given

    @property
    def side(self) -> Side:
        return replace(super().side, technical=self.wanted.technical, read=self.wanted.read)

    @property
    def knows(self) -> bool:
        """Whether this seat knows what the roll is up against."""
        return self.viewer.is_gm or not self.wanted.hidden

    def clean_ask(self) -> Ask:
        return while_there(super().clean_ask(), self.sheet)


def answer_outlook(viewer: Viewer, form: AnswerCheckForm) -> Mapping[str, Any]:
    """Exact odds of what this seat may know."""
    wanted = form.wanted
    name = form.sheet.name if form.sheet else ""
    against = wanted.against if form.knows else Against()
    shown = drawn(form.side, form.pool_found, against, viewer)
    return shown | {
        "heading": f"{name}: {wanted.label or 'a roll'}", "subheading": wanted.number, "own_footer": True,
    }  # fmt: skip


@act(
    "yarn.answer-check",
    title="A roll is asked",
    form=AnswerCheckForm,
    button="Throw",
    preview=answer_outlook,
    template="checks/yarn/rolling_acts/acts/answer-check.html",
)
def answer_check(turn: Turn, form: AnswerCheckForm) -> None:
    """Throws what was asked for. An answer that was taken back is given with the same faces."""
    ask, wanted = form.cleaned_data["ask"], form.wanted
    acting_for(turn, turn.desk.get(Character, wanted.character))
    card = finish(
        turn, form, form.side, wanted.against, label=wanted.label, mode=wanted.mode, ask=ask, hidden=wanted.hidden
    )
    exchanges.answered(turn, ask, card)


def tiles(viewer: Viewer, wanted: Asked, character: Character, *, known: bool) -> list[dict[str, Any]]:
    """A tile for each trait with which they can answer, with its dice and, where it is `known`, its chance."""
    form = SideForm(viewer=viewer)
    form.offer_side(character)
    against, options = wanted.against if known else Against(), wanted.side().options(viewer.options)
    found = []
    for tile in form.tiles:
        pool = wanted.side(tile["id"]).built(viewer.desk).pool
        if pool.counted:
            found.append(tile | {"dice": pool.thrown, "chance": odds.chance(pool, against, options)})
    return found


def asked_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What the ask's card needs: a tile for each trait."""
    wanted: Asked = exchanges.state_of(ask.exchange)
    character = viewer.desk.find(Character, wanted.character)
    shown = {"asked": ask.facts, "given": [one.extra for one in wanted.given], "fallen": bool(ask.thrown)}
    if character is None:
        return shown
    found = tiles(viewer, wanted, character, known=viewer.is_gm or not wanted.hidden)
    reacts = [one.title for one in answers_for(character, REACTION) if one.why_not is None]
    return shown | {"tiles": found, "aims": aims_of(character), "reacts": reacts}
