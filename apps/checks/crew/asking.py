"""The GM asks several of the crew to roll at once: each of them has a contest of their own (crew.exchange)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.access import known_to
from apps.characters.crew.holding import is_crewmember
from apps.characters.forms import CharacterChoice, CharactersChoice, one_line
from apps.characters.models import Character
from apps.checks.crew import contests, course
from apps.checks.crew.opening import UNNAMED, difficulty_field, rolling, side_for, stakes_field
from apps.checks.whom import ask_people
from apps.rules.crew.contest import Contest, Stakes
from apps.table.acts import ActForm, act, gms
from apps.table.audience import EVERYBODY, GMS
from apps.table.models import Event
from apps.table.turn import Turn
from apps.table.viewer import Viewer

ONE, EACH, FIRST = "one", "each", "first"
ROLLS = [(ONE, "One roll for all"), (EACH, "A roll for each"), (FIRST, "They roll first")]


class AskForm(ActForm):
    characters = CharactersChoice(label="Whom", error_messages={"required": "Nobody is named yet."})
    what = one_line("What is tried", 120, required=False)
    against = CharacterChoice(label="What stands against them", required=False)
    rolls = forms.ChoiceField(
        label="How it is rolled",
        choices=ROLLS,
        initial=ONE,
        required=False,
        widget=forms.RadioSelect,
    )
    difficulty = difficulty_field()
    high_stakes = stakes_field()

    def setup(self) -> None:
        here = rolling(known_to(self.viewer))
        self.crew = [one for one in here if is_crewmember(one)]
        foes = [one for one in here if not is_crewmember(one)]
        self.choose("characters", self.crew)
        self.choose("against", foes, f"The {self.viewer.game.gm}’s opposition")
        if not self.is_bound and "what" not in self.initial:
            free = (one.public_id for one in self.crew if one.seat_id and not contests.roll_of(one))
            self.initial.setdefault("characters", list(free))

    def clean_characters(self) -> list[Character]:
        asked: list[Character] = self.cleaned_data["characters"]
        if busy := [said for one in asked if (said := contests.roll_still_open(one))]:
            raise forms.ValidationError(busy)
        return asked

    @property
    def people(self) -> list[dict[str, Any]]:
        """A tile for everybody who can be asked, with the roll in which they are already."""
        chosen = self["characters"].value() or []
        return [{"character": one, "on": one.public_id in chosen, "roll": contests.roll_of(one)} for one in self.crew]

    def contest_for(self, character: Character) -> Contest:
        """The contest of one of them."""
        given = self.cleaned_data
        mine, theirs = side_for(character), side_for(given["against"])
        first, second = (mine, theirs) if given["rolls"] == FIRST else (theirs, mine)
        stakes: Stakes = given["high_stakes"] or "no"
        return Contest(
            given["what"] or UNNAMED, first, second, high_stakes=stakes, shared=given["rolls"] not in {EACH, FIRST}
        )


def outlook(viewer: Viewer, form: AskForm) -> Mapping[str, Any]:
    """A button that says how many are asked."""
    asked = form.cleaned_data["characters"]
    return {"button": ask_people(asked)}


@act(
    "crew.ask",
    menu=11,
    title="Ask for a roll",
    form=AskForm,
    button="Ask",
    who=gms,
    preview=outlook,
    template="checks/crew/acts/ask.html",
)
def ask(turn: Turn, form: AskForm) -> None:
    """Opens a contest for each of those named, against one roll of the defender's for all or a roll for each."""
    opened = [form.contest_for(one) for one in form.cleaned_data["characters"]]
    event = _tell_asked(turn, form, opened)
    for one in opened:
        course.open_contest(turn, one, event, form.cleaned_data["difficulty"])


def _tell_asked(turn: Turn, form: AskForm, opened: list[Contest]) -> Event:
    """The GMs hear who is hidden behind "Somebody"."""
    asked, against = form.cleaned_data["characters"], form.cleaned_data["against"]
    facts = {
        "what": opened[0].what,
        "names": [side_for(one).name for one in asked],
        "against": side_for(against).name,
        "rolls": form.cleaned_data["rolls"] or ONE,
        "high_stakes": opened[0].high_stakes,
    }
    full = facts | {"names": [one.name for one in asked]} | ({"against": against.name} if against else {})
    return turn.tell("crew.asked", full, GMS, {EVERYBODY: facts}) if full != facts else turn.tell("crew.asked", facts)
