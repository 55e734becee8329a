"""Timed actions (crew.timed-action): so many beats, so many actions to get done within them, each roll a beat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters import counted
from apps.characters.counted import Counted, CountedChoice
from apps.characters.forms import acting_for, number, one_line
from apps.characters.models import Character, Track
from apps.checks.crew import aftermath, contests, course, hooks, opening
from apps.checks.crew.opening import ContestForm
from apps.rules.crew import combat
from apps.rules.crew import contest as rules
from apps.rules.crew.contest import Contest
from apps.table.acts import ActForm, act, gms
from apps.table.models import Event, Exchange, Span, Table
from apps.table.spans import close_span, ends_with_span
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KIND = "timed"
MOST, MOST_AT_ONCE = 30, 6
BEATS, ACTIONS = "beats", "actions"


@dataclass(frozen=True)
class Timed(Counted):
    """A timed action as it stands: its span, and the beats and actions that are left, of how many."""

    @property
    def beats(self) -> Track:
        return self.counts[BEATS]

    @property
    def actions(self) -> Track:
        return self.counts[ACTIONS]

    def facts(self) -> dict[str, Any]:
        return {"name": self.name, "beats": self.beats.value, "actions": self.actions.value}


def running(table: Table) -> list[Timed]:
    """The timed actions that go on, the first set first."""
    return [Timed(one.span, one.counts) for one in counted.running(table.desk, KIND)]


# setting one


class TimedForm(ActForm):
    name = one_line("What has to be done", 60, help_text="Such as: Restart the reactor")
    beats = number("Beats", 1, MOST, initial=4)
    actions = number("Actions to get done", 1, MOST, initial=3)


@act(
    "crew.timed",
    menu=35,
    begins="clock",
    shown_in="panel-crew-timed",
    title="Timed action",
    form=TimedForm,
    who=gms,
    button="The clock runs",
)
def set_timed(turn: Turn, form: TimedForm) -> None:
    """Sets the beats and the actions to get done within them; the beats belong to the crew. It ends with the scene."""
    data = form.cleaned_data
    if len(running(turn.table)) >= MOST_AT_ONCE:
        turn.refuse("too-many", f"{MOST_AT_ONCE} timed actions go on already. End one first.", "name")
    numbers = {BEATS: data["beats"], ACTIONS: data["actions"]}
    counted.begin(turn, KIND, data["name"], numbers, inside=turn.span("scene"))
    turn.tell("crew.timed-set", {"name": data["name"], **numbers})


class RunningForm(ActForm):
    """About a timed action that goes on."""

    timed = CountedChoice("Timed action", gone="This timed action is over.")

    def setup(self) -> None:
        super().setup()
        found = [one.span for one in running(self.viewer.table)]
        self.choose("timed", found)
        if len(found) == 1:
            self.fields["timed"].initial = found[0].public_id

    @property
    def chosen_timed(self) -> Timed:
        """The timed action, read inside the hold."""
        return next(one for one in running(self.viewer.table) if one.span == self.cleaned_data["timed"])


class AdjustForm(RunningForm):
    beats = number("Beats left", 1, MOST)
    actions = number("Actions left", 1, MOST)

    def setup(self) -> None:
        super().setup()
        value = str(self["timed"].value() or "")
        found = next((one for one in running(self.viewer.table) if one.span.public_id == value), None)
        if found is not None:
            self.fields["beats"].initial, self.fields["actions"].initial = found.beats.value, found.actions.value


@act("crew.timed-adjust", title="Set the clock", form=AdjustForm, who=gms, button="So it stands")
def adjust(turn: Turn, form: AdjustForm) -> None:
    """The GM sets what is left. Refuses what it is already; ending it is an act of its own."""
    found, data = form.chosen_timed, form.cleaned_data
    before = {"beats": found.beats.value, "actions": found.actions.value}
    if before == {"beats": data["beats"], "actions": data["actions"]}:
        turn.refuse("same", "That is how it stands already.", "beats")
    _write(turn, found, data["beats"], data["actions"])
    turn.tell("crew.timed-adjusted", {**found.facts(), "before": before})


def _write(turn: Turn, timed: Timed, beats: int, actions: int) -> None:
    for track, value in ((timed.beats, beats), (timed.actions, actions)):
        turn.change(track, value=value, maximum=max(track.maximum or 0, value))


class OffForm(RunningForm):
    how = forms.ChoiceField(
        label="How it ends",
        initial="off",
        widget=forms.RadioSelect,
        choices=[("off", "Called off"), ("won", "Won"), ("lost", "Lost")],
    )


@act("crew.timed-off", title="End the timed action", form=OffForm, who=gms, button="It ends")
def call_off(turn: Turn, form: OffForm) -> None:
    """The GM ends it: called off, or won or lost by their word."""
    found = form.chosen_timed
    facts = {**found.facts(), "how": form.cleaned_data["how"]}
    close_span(turn, found.span)
    turn.tell("crew.timed-off", facts)


@ends_with_span(KIND, game="crew")
def timed_ends(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """With its scene a timed action is over."""
    counted.forget(turn, span)
    return [{"character": span.title, "name": "the clock"}]


# a beat


class BeatForm(RunningForm, ContestForm):
    what = one_line("What is tried", 120, required=False, help_text="Nothing: the timed action itself")

    def setup(self) -> None:
        super().setup()
        del self.fields["defends"]


@act(
    "crew.beat",
    title="A beat",
    form=BeatForm,
    button="Start the roll",
    template="combat/crew/acts/beat.html",
    leads_to="table",
)
def beat(turn: Turn, form: BeatForm) -> None:
    """Any crewmember takes the next beat: a roll whose result counts for the timed action."""
    given, found = form.cleaned_data, form.chosen_timed
    who: Character = given["character"]
    if who.role != "crewmember":
        turn.refuse("not-crew", "The beats belong to the crew: one of them rolls.", "character")
    acting_for(turn, who)
    held = Contest(
        given["what"] or found.name,
        opening.side_for(given["against"]),
        opening.side_for(who),
        purpose="timed",
        subject=found.span.public_id,
        high_stakes=given.get("high_stakes") or "no",
    )
    event = opening.tell_opened(turn, held, who, given["against"])
    course.open_contest(turn, held, event, given.get("difficulty"))


@hooks.after_result
def beat_counts(turn: Turn, exchange: Exchange, contest: Contest, event: Event) -> None:
    """Each roll is a beat; a success gets an action done, an exceptional one for no beat (crew.timed-action)."""
    place = aftermath.crew_place(contest)
    timed = next((one for one in running(turn.table) if one.span.public_id == contest.subject), None)
    if contest.purpose != "timed" or timed is None or place is None:
        return
    ended = rules.result(contest, contests.options_of(exchange))
    won = ended.winner == place
    result = "failure" if not won else "exceptional" if ended.exceptional else "success"
    now = combat.timed_action(beats=timed.beats.value, actions=timed.actions.value, results=[result])
    _write(turn, timed, now.beats_left, now.actions_left)
    if now.state != "going on":
        close_span(turn, timed.span)
    roller = rules.side_of(contest, place).name
    turn.tell("crew.timed-beat", {**timed.facts(), "character": roller, "result": result, "state": now.state})


def drawn(viewer: Viewer) -> Mapping[str, Any]:
    """What the panel shows of the timed actions."""
    return {"running": running(viewer.table)}
