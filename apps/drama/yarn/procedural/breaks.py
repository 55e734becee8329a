"""When a scene is over, whoever had breaks in it throws for a consequence of each kind (yarn.break-consequence)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django import forms

from apps.characters.answers import while_there
from apps.characters.forms import acting_for, named
from apps.characters.models import Character, CharacterKey
from apps.checks.thrown import Thrown
from apps.checks.versus import whom_to_ask
from apps.checks.yarn import breaks
from apps.checks.yarn.breaks import Marks
from apps.drama.yarn.procedural.consequences import note
from apps.rules.odds import percent
from apps.rules.yarn.drama.practical import BreakRoll, break_consequence
from apps.rules.yarn.options import Options
from apps.rules.yarn.pool import SIDES
from apps.table import exchanges
from apps.table.acts import act
from apps.table.exchanges import exchange_kind
from apps.table.models import Ask, Span
from apps.table.shared.answers import AnswerForm
from apps.table.spans import ends_with_span
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KIND = "yarn.breaks"
FOLDER = "drama/yarn/procedural/asks"


@dataclass(frozen=True)
class Broken:
    """How many breaks of each kind somebody had in the scene of that title."""

    character: CharacterKey
    good: int
    bad: int
    scene: str

    def dice(self, options: Options) -> tuple[int, int]:
        """How many dice are thrown for the good ones, and for the bad."""
        one_each = options.consequence_rolls == "one per kind"
        return (min(self.good, 1), min(self.bad, 1)) if one_each else (self.good, self.bad)


@ends_with_span("scene", game="yarn")
def _throw_for_breaks(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """Asks whoever had breaks, once the act that ends the scene has told of it."""
    marked = breaks.all_marks(turn.desk)
    for marks in marked:
        breaks.clear(turn, marks)
    if marked:
        turn.later(lambda: _ask(turn, marked, span.title))
    return []


def _ask(turn: Turn, marked: list[Marks], scene: str) -> None:
    for marks in marked:
        who = marks.character
        state = Broken(who.pk, marks.good, marks.bad, scene)
        exchange = exchanges.open_exchange(turn, KIND, state, by=turn.events[0])
        exchanges.ask(turn, exchange, whom_to_ask(who), {"who": who.name, "scene": scene})


class ThrowForm(AnswerForm):
    kinds = (KIND,)
    declined = forms.BooleanField(label="I do without the good die", required=False)

    def clean_ask(self) -> Ask:
        return while_there(super().clean_ask(), self.viewer.desk.find(Character, self.state.character))


@act("yarn.throw-consequences", title="Consequences of breaks", form=ThrowForm, button="Throw")
def throw_consequences(turn: Turn, form: ThrowForm) -> None:
    """A 6 for good breaks is a good consequence, a 1 for bad ones a bad one; only the good die may be declined."""
    ask: Ask = form.cleaned_data["ask"]
    state: Broken = form.state
    character = turn.desk.get(Character, state.character)
    acting_for(turn, character)
    dice = Thrown(turn, ask=ask)
    declined: bool = form.cleaned_data["declined"]
    fell = break_consequence(
        good_marks=state.good, bad_marks=state.bad, declined=declined, options=turn.options, dice=dice.dice
    )
    dice.settle()
    for good, has in ((True, fell.good_consequence), (False, fell.bad_consequence)):
        if has:
            note(turn, character, good=good, scene=state.scene)
    facts = named(character) | {"scene": state.scene, "declined": declined} | _told(fell)
    exchanges.answered(turn, ask, turn.tell("yarn.consequences-thrown", facts))


def _told(fell: BreakRoll) -> dict[str, Any]:
    return {
        "good": list(fell.good), "bad": list(fell.bad), "gains": fell.good_consequence, "suffers": fell.bad_consequence,
    }  # fmt: skip


def _chance(dice: int) -> str:
    """That one of so many dice shows one certain face."""
    return percent(1 - Fraction(SIDES - 1, SIDES) ** dice) if dice else ""


def _context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    state: Broken = exchanges.state_of(ask.exchange)
    good, bad = state.dice(viewer.options)
    return {
        "good": good, "bad": bad, "good_chance": _chance(good), "bad_chance": _chance(bad), "fallen": bool(ask.thrown),
    }  # fmt: skip


exchange_kind(
    name=KIND,
    state=Broken,
    template=f"{FOLDER}/breaks",
    answer="yarn.throw-consequences",
    context=_context,
    waits_for="the dice for their breaks",
)
