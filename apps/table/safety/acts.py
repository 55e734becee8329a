"""Acts that keep play safe: pausing, stepping back, fading out, going on; and the table's lines and veils.

Whoever sits here may do them, spectators too, at any time, and nothing says who did: no name, no receipt, no button
that only one seat has, no order that tells when something was written.
"""

from __future__ import annotations

from django import forms

from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.ids import public_id
from apps.table.models import Boundary
from apps.table.shared.acts import Nothing
from apps.table.spans import close_span
from apps.table.turn import Turn
from apps.table.viewer import Viewer

from .boundaries import MOST, Lists, keeper, lists, on_the_list


def whoever(viewer: Viewer) -> str:
    """Everybody who sits at the table, spectators too."""
    return ""


# stopping


@act("pause", title="Pause", form=Nothing, button="Pause", paused=True, nameless=True, who=whoever)
def pause(turn: Turn, form: Nothing) -> None:
    """Anybody may pause, and nothing says who."""
    if turn.table.paused:
        turn.refuse("paused", "The table is paused already.")
    turn.change(turn.table, paused=True)
    turn.tell("pause", {})


class StepBackForm(ActForm):
    wish = forms.ChoiceField(
        label="What would help",
        choices=[("", "Only stop"), ("rewind", "A rewind"), ("fade", "A fade")],
        required=False,
        widget=forms.RadioSelect,
        help_text="Rewind: what came last is taken back and told otherwise. Fade: we leave it here and tell on later.",
    )


@act(
    "step-back",
    title="Let us step back",
    form=StepBackForm,
    button="Step back",
    paused=True,
    nameless=True,
    lasting=True,
    who=whoever,
)
def step_back(turn: Turn, form: StepBackForm) -> None:
    """Stops what runs, as a pause does, and may ask the table for a rewind or a fade."""
    wish = form.cleaned_data["wish"]
    asked = {"stepping_back": True} | ({f"{wish}_wished": True} if wish else {})
    if all(getattr(turn.table, name) for name in asked):
        turn.refuse("asked", "The table has stopped for this already.")
    turn.change(turn.table, **asked)
    turn.tell("step-back", {"wish": wish})


@act("fade", title="Let it fade", form=Nothing, button="Let it fade", who=gms)
def fade(turn: Turn, form: Nothing) -> None:
    """Leaves the rest untold: what play waits for is called off, and the scene is closed."""
    for exchange in exchanges.open_exchanges(turn.desk):
        if exchange.of_play and exchange.closed_at is None:
            exchanges.close(turn, exchange)
    span = turn.span("scene")
    ended = close_span(turn, span) if span else []
    turn.change(turn.table, fade_wished=False)
    turn.tell("faded", {"title": span.title if span else "", "ended": ended})


@act("go-on", title="Go on", form=Nothing, button="Go on", who=gms)
def go_on(turn: Turn, form: Nothing) -> None:
    if not turn.table.stopped:
        turn.refuse("not-paused", "The table is not paused.")
    turn.change(turn.table, paused=False, stepping_back=False, rewind_wished=False, fade_wished=False)
    turn.tell("go-on", {})


# lines and veils


class LineForm(ActForm):
    kind = forms.ChoiceField(
        label="A line is never crossed; a veil is drawn before it happens",
        choices=[("line", "Line"), ("veil", "Veil")],
        initial="line",
        widget=forms.RadioSelect,
    )
    text = forms.CharField(
        label="What",
        max_length=120,
        help_text="Everybody sees it at once, and nobody is told who wrote it. Take it off again on this device.",
    )

    def clean_text(self) -> str:
        return " ".join(self.cleaned_data["text"].split())

    @property
    def lists(self) -> Lists:
        return lists(self.viewer.desk)


@act(
    "add-line",
    title="Lines and veils",
    form=LineForm,
    button="Put it on the list",
    template="table/safety/add_line.html",
    paused=True,
    nameless=True,
    lasting=True,
    who=whoever,
)
def add_line(turn: Turn, form: LineForm) -> None:
    """Puts something on the list, without a name."""
    kind, text = form.cleaned_data["kind"], form.cleaned_data["text"]
    if on_the_list(turn.desk, kind, text):
        turn.refuse("there", "This is on the list.", "text")
    if len(turn.desk.all(Boundary)) >= MOST:
        turn.refuse("full", f"The list is full: it has {MOST} entries.")
    name = public_id()
    turn.create(
        Boundary, table=turn.table, public_id=name, kind=kind, text=text, keeper=keeper(name, turn.viewer.secret)
    )
    turn.tell("line-added", {})


class WithdrawForm(ActForm):
    line = forms.CharField(widget=forms.HiddenInput, max_length=16)

    def clean_line(self) -> Boundary:
        found = self.viewer.desk.one(Boundary, public_id=self.cleaned_data["line"])
        if found is None:
            raise forms.ValidationError("This is not on the list.")
        return found

    @property
    def entry(self) -> Boundary | None:
        return self.viewer.desk.one(Boundary, public_id=str(self["line"].value() or ""))


@act(
    "withdraw-line",
    title="Take it off the list",
    form=WithdrawForm,
    button="Take it off",
    template="table/safety/withdraw_line.html",
    paused=True,
    nameless=True,
    lasting=True,
    who=whoever,
)
def withdraw_line(turn: Turn, form: WithdrawForm) -> None:
    """Whoever wrote it takes it off, on the device that it was written on. Nobody else can, no GM either."""
    line: Boundary = form.cleaned_data["line"]
    if not turn.viewer.secret or line.keeper != keeper(line.public_id, turn.viewer.secret):
        turn.refuse("keeper", "Only whoever wrote this takes it off, on the device that it was written on.", "line")
    turn.delete(line)
    turn.tell("line-withdrawn", {})
