"""The GM's steps of making the cast: the first, the orders, the last; and her hand on the others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms

from apps.characters import parts
from apps.characters.forms import one_line
from apps.characters.models import Part
from apps.characters.panels import next_step
from apps.characters.parts import Holder
from apps.characters.yarn import orders
from apps.characters.yarn.creation import pitching
from apps.characters.yarn.creation.laying import OrderForm, drawn
from apps.characters.yarn.creation.steps import (
    CREATION,
    DESIRES,
    NAMES,
    NEW_ROUND,
    OWN,
    PLAY,
    POLES,
    Creation,
    WordForm,
    creation_now,
    finished,
    go_on,
    word_given,
)
from apps.characters.yarn.people import main_of, players
from apps.characters.yarn.sheet import sheet_of
from apps.characters.yarn.spans import EPISODE, open_now, series
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.desk import Desk
from apps.table.models import Ask, Exchange, Span
from apps.table.shared.answers import AnswerForm
from apps.table.turn import Turn
from apps.table.viewer import Viewer

TITLES = {
    NAMES: "Names, roles and relationships", DESIRES: "Desires", POLES: "Dramatic poles", NEW_ROUND: "Wants",
    OWN: "Everybody’s own steps", PLAY: "The order for play",
}  # fmt: skip


def nobody_makes_one(viewer: Viewer) -> bool:
    """Whether the cast is still to be begun: it is not going on, and somebody lacks a main character or nothing is
    played yet."""
    if creation_now(viewer.desk) is not None:
        return False
    lacking = any(main_of(one, viewer.desk) is None for one in players(viewer.desk))
    return lacking or open_now(viewer.desk, EPISODE) is None


def _is_due(viewer: Viewer) -> bool:
    """The same where no step that comes next says it already."""
    return nobody_makes_one(viewer) and next_step(viewer) != "characters"


class BeginForm(OrderForm):
    group = one_line("The group they all come from", 240, help_text="A family, a crew, a town: everybody belongs to it")

    def setup(self) -> None:
        super().setup()
        self.fields["group"].initial = pitching.series_of(self.viewer.desk).texts.get("group", "")


@act(
    "yarn.begin-creation",
    title="Make the cast together",
    form=BeginForm,
    who=gms,
    button="Shuffle the cards and begin",
    template="characters/yarn/creation/acts/begin.html",
    menu=12,
    due=_is_due,
    begins="people",
    shown_in="panel-yarn-creation",
)
def begin_creation(turn: Turn, form: BeginForm) -> None:
    """Steps 1 and 2 (yarn.character-creation): the group is named and the first order drawn.

    Refuses it while it is going on (going-on), and with fewer than two players (too-few).
    """
    if creation_now(turn.desk) is not None:
        turn.refuse("going-on", "The cast is being made already: go on with that.", "group")
    if len(players(turn.desk)) < 2:
        turn.refuse("too-few", "A cast is made by two players at least: wait for another.", "group")
    pitching.write(turn, {"group": form.cleaned_data["group"]})
    order = drawn(turn, series(turn), orders.NAMES, form)
    event = turn.tell("yarn.cast-begun", {"group": form.cleaned_data["group"], "names": [one.name for one in order]})
    go_on(turn, exchanges.open_exchange(turn, CREATION, Creation(NAMES), by=event), Creation(NAMES))


class RoundForm(WordForm, OrderForm):
    does = "yarn.new-round"
    needs_main = False

    def setup(self) -> None:
        OrderForm.setup(self)


@act("yarn.new-round", title="A round of wants", form=RoundForm, who=gms, button="Shuffle the cards")
def new_round(turn: Turn, form: RoundForm) -> None:
    """Step 9, and again until every PC is wanted by two: a new order (yarn.wants-rounds)."""
    ask: Ask = form.cleaned_data["ask"]
    state: Creation = exchanges.state_of(ask.exchange)
    order = drawn(turn, series(turn), orders.WANTS, form)
    event = turn.tell("yarn.round-begun", {"round": state.round + 1, "names": [one.name for one in order]})
    exchanges.close_ask(turn, ask, event)
    go_on(turn, ask.exchange, replace(state, step=NEW_ROUND + 1, done=(), round=state.round + 1))


class PlayForm(WordForm, OrderForm):
    does = "yarn.begin-play"
    needs_main = False

    def setup(self) -> None:
        OrderForm.setup(self)


@act("yarn.begin-play", title="The order for play", form=PlayForm, who=gms, button="Shuffle the cards: play begins")
def begin_play(turn: Turn, form: PlayForm) -> None:
    """Step 22: the calling order of the first episode is drawn, and the cast is made (yarn.precedence-occasions).

    In an open episode it takes the place of the one there is, the GM staying where she stood; else it waits for the
    episode to come: one draw serves both.
    """
    ask: Ask = form.cleaned_data["ask"]
    episode = turn.span(EPISODE)
    led_from = _place_of_gm(turn.desk, episode) if episode is not None else None
    order = drawn(turn, episode or series(turn), orders.CALLING, form)
    if episode is not None and led_from is not None:
        parts.give(turn, episode, orders.CALLING, Holder(led_from.seat), led_from.place)
    event = turn.tell("yarn.cast-made", {"names": [one.name for one in order]})
    exchanges.answered(turn, ask, event)


def _place_of_gm(desk: Desk, episode: Span) -> Part | None:
    """The GM's part in the calling order that is in force."""
    found = parts.in_order(desk, episode, orders.CALLING)
    return next((one for one in found if one.seat is not None and one.seat.is_gm), None)


# her hand on it


class StepForm(ActForm):
    step = forms.ChoiceField(label="Go on with", choices=list(TITLES.items()), widget=forms.RadioSelect)

    def clean(self) -> dict[str, Any]:
        if creation_now(self.viewer.desk) is None:
            self.add_error(None, "No cast is being made. Begin with it first.")
        return self.cleaned_data


@act("yarn.go-to-step", title="Go to another step", form=StepForm, who=gms, button="Go on there")
def go_to_step(turn: Turn, form: StepForm) -> None:
    """The GM goes back, or on. Asked are those who lack what the step is for; everybody, where nobody does.

    What was proclaimed stays until its owner changes it.
    """
    exchange, state = _going_on(turn.desk)
    step = int(form.cleaned_data["step"])
    visited = replace(state, step=step, done=(), visit=state.visit + 1, resting=False, newest="")
    for inner in exchanges.inside_of(exchange):
        exchanges.close(turn, inner)
    turn.tell("yarn.gone-to-step", {"title": TITLES[step]})
    go_on(turn, exchange, replace(visited, done=who_has_it(turn.desk, step)))


def who_has_it(desk: Desk, step: int) -> tuple[str, ...]:
    """The keys of those who have what a step is for already; nobody's, where all have it."""
    there = [(one, main_of(one, desk)) for one in players(desk)]
    sheets = {one.key: sheet_of(main) for one, main in there if main is not None}
    has = {
        NAMES: [key for key, sheet in sheets.items() if sheet.group_role],
        DESIRES: [key for key, sheet in sheets.items() if sheet.desire],
        POLES: [key for key, sheet in sheets.items() if len(sheet.poles) == 2],
    }.get(step, [])
    return tuple(has) if len(has) < len(there) else ()


def _going_on(desk: Desk) -> tuple[Exchange, Creation]:
    now = creation_now(desk)
    if now is None:
        raise LookupError(CREATION)
    return now


class PassForm(AnswerForm):
    kinds = (CREATION,)


@act("yarn.pass-word", title="Leave it open", form=PassForm, button="Leave it open")
def pass_word(turn: Turn, form: PassForm) -> None:
    """Whoever has the word, or the GM for them, leaves it for later. Refuses it to the GM's own steps (the-gms)."""
    ask: Ask = form.cleaned_data["ask"]
    if ask.facts["step"] in (NEW_ROUND, PLAY):
        turn.refuse("the-gms", "This is the GM’s to draw; rest, or go to another step instead.", "ask")
    event = turn.tell("yarn.word-passed", {"who": ask.facts["who"], "step": ask.facts["step"]})
    if ask.facts["step"] == OWN:
        finished(turn, ask, event)
        return
    exchanges.close_ask(turn, ask, event)
    word_given(turn, ask.exchange, ask.facts["key"])


class RestForm(ActForm):
    """Whether the cast is made on now, or another time."""

    def clean(self) -> dict[str, Any]:
        if creation_now(self.viewer.desk) is None:
            self.add_error(None, "No cast is being made.")
        return self.cleaned_data


@act("yarn.creation-rests", title="Leave the cast for now, or go on", form=RestForm, who=gms, button="Do it")
def creation_rests(turn: Turn, form: RestForm) -> None:
    """Nobody is asked until the GM goes on with it: then whoever was asked is asked again."""
    exchange, state = _going_on(turn.desk)
    turn.tell("yarn.cast-rests", {"rests": not state.resting})
    go_on(turn, exchange, replace(state, resting=not state.resting))
