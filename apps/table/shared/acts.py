"""Acts of every table: spans, switches, undo, reveal and hide, notes; what waits for people stands in `waiting`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from django import forms

from apps.rules.refusal import Refused
from apps.rules.registry import Switch as BookSwitch
from apps.table import exchanges, kinds, log, undo
from apps.table.acts import ActForm, Preview, act, gms
from apps.table.audience import EVERYBODY, GMS, seats
from apps.table.games import Game
from apps.table.guide import option_groups
from apps.table.models import Ask, Event, Note, Span, Switch, Telling
from apps.table.scenes import do_beside, fields_beside
from apps.table.spans import FIGHT, close_span, open_inside, open_span
from apps.table.switches import offered, switch_field, values_of
from apps.table.turn import Turn
from apps.table.viewer import Viewer, seated

from . import waiting
from .answers import AnswerForm, yes_or_no
from .asks import UndoRequest

__all__ = ["waiting"]
MORE = "More may have come of it than you see"
NEAR = 12  # newest events among which Undo looks for one that this seat hears; nearly always the first


class Nothing(ActForm):
    """An act that needs to be told nothing."""


# sessions and scenes


class SessionForm(ActForm):
    title = forms.CharField(label="What shall it be called", max_length=120, required=False)


PLAYED_IN_A_SESSION = ("scene", FIGHT, "encounter")


@act("open-session", title="Open a session", form=SessionForm, button="Open the session", who=gms)
def open_session(turn: Turn, form: SessionForm) -> None:
    """Opens a session; one that is still open is closed with it."""
    turn.tell("session-opened", session_begins(turn, form.cleaned_data["title"]))


def session_begins(turn: Turn, title: str) -> dict[str, Any]:
    """Opens a session in place of one that is still open, around what is played without one; returns what is told
    of it, in any game."""
    before = turn.span("session")
    ended = close_span(turn, before) if before else []
    begun = turn.desk.all(Span, inside=None, closed_at=None)
    span = open_span(turn, "session", title)
    for one in (one for one in begun if one.kind in PLAYED_IN_A_SESSION):
        turn.change(one, inside=span)
    return {"number": span.number, "title": span.title, "ended": ended}


def _untitled(game: Game) -> dict[str, str]:
    return {"scene": "the scene", FIGHT: f"the {game.book.fight}", "encounter": "the meeting of ships"}


def closing(kind: str) -> Preview:
    """What the form says that closes such a span: what is played in it and closes too."""

    def said(viewer: Viewer, form: ActForm) -> Mapping[str, Any]:
        span = viewer.desk.one(Span, kind=kind, closed_at=None)
        held = open_inside(span) if span is not None else []
        untitled = _untitled(viewer.game)
        names = [name for one in held if (name := one.title or untitled.get(one.kind))]
        return {"closes": span, "held": names, "points": points_after(viewer.game.key)}

    return said


def points_after(game: str) -> tuple[str, str]:
    """What stays after a session, in a game's own words where points do not: table/<game>/stays.html."""
    return (f"table/{game}/stays.html", "table/stays.html")


def closes(kind: str, title: str) -> dict[str, Any]:
    """The declaration of an act that closes a span."""
    return {"title": title, "button": title, "form": Nothing, "who": gms, "template": "table/acts/close_span.html",
            "preview": closing(kind)}  # fmt: skip


@act("close-session", **closes("session", "Close the session"))
def close_session(turn: Turn, form: Nothing) -> None:
    span = turn.span("session")
    if span is None:
        turn.refuse("no-session", "No session is open.")
    ended = close_span(turn, span)
    turn.tell("session-closed", {"number": span.number, "title": span.title, "ended": ended})


class SceneForm(ActForm):
    title = forms.CharField(label="Where and when", max_length=120)
    text = forms.CharField(
        label="What everybody sees", max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 4})
    )

    def setup(self) -> None:
        self.fields |= dict(fields_beside(self.viewer))


@act("open-scene", title="Set the scene", form=SceneForm, button="Open the scene", who=gms)
def open_scene(turn: Turn, form: SceneForm) -> None:
    """Opens a scene; one that is still open is closed with it."""
    before = turn.span("scene")
    ended = close_span(turn, before) if before else []
    do_beside(turn, form.cleaned_data)
    span = open_span(turn, "scene", form.cleaned_data["title"], form.cleaned_data["text"], turn.span("session"))
    turn.tell("scene-opened", {"number": span.number, "title": span.title, "text": span.text, "ended": ended})


@act("close-scene", **closes("scene", "Close the scene"))
def close_scene(turn: Turn, form: Nothing) -> None:
    span = turn.span("scene")
    if span is None:
        turn.refuse("no-scene", "No scene is open.")
    ended = close_span(turn, span)
    turn.tell("scene-closed", {"number": span.number, "title": span.title, "ended": ended})


# switches


class SwitchesForm(ActForm):
    """One field for each switch of the game, with what it does and the rule that it belongs to."""

    def setup(self) -> None:
        held = values_of(self.viewer.desk)
        for one in offered(self.viewer.game):
            self.fields[one.key] = switch_field(one, held.get(one.key, one.default))

    def clean(self) -> dict[str, Any]:
        for one in offered(self.viewer.game):
            if one.key in self.cleaned_data:
                self._check(one)
        return self.cleaned_data

    def _check(self, one: BookSwitch) -> None:
        try:
            one.parse(self.cleaned_data[one.key])
        except Refused as no:
            self.add_error(one.key, no.text)


def switch_rows(viewer: Viewer, form: SwitchesForm) -> Mapping[str, Any]:
    """Fields with the book's switch of each, by what they are about."""
    return {"groups": option_groups((form[one.key], one) for one in offered(viewer.game))}


@act(
    "switches",
    title="Table options",
    form=SwitchesForm,
    button="Keep these",
    who=gms,
    template="table/acts/switches.html",
    preview=switch_rows,
)
def switches(turn: Turn, form: SwitchesForm) -> None:
    """Changes switches; what is open keeps those that it began with."""
    rows = {row.key: row for row in turn.desk.all(Switch)}
    changed = []
    for key, value in form.cleaned_data.items():
        row = rows[key]
        if row.value != str(value):
            changed.append(
                {"key": key, "title": turn.viewer.game.book.switch(key).title, "before": row.value, "after": str(value)}
            )
            turn.change(row, value=str(value))
    if not changed:
        turn.refuse("same", "These are the options as they are.")
    turn.tell("switches-changed", {"changed": changed})


# undo


class UndoForm(ActForm):
    event = forms.CharField(widget=forms.HiddenInput, required=False, max_length=16)
    with_later = forms.BooleanField(widget=forms.HiddenInput, required=False)

    def clean_event(self) -> Event:
        found = _chosen(self.viewer, self.cleaned_data["event"])
        if found is None:
            raise forms.ValidationError("There is nothing there to take back.")
        if found.undone_by_id:
            raise forms.ValidationError("This has been taken back already.")
        if found.lasting:
            raise forms.ValidationError("This stays as it is: it cannot be taken back.")
        return found


def _chosen(viewer: Viewer, public_id: str) -> Event | None:
    if not public_id:
        newest = newest_undoable(viewer)
        return newest.event if newest else None
    told = log.find(viewer, public_id)
    if told is None or not (viewer.is_gm or told.event.seat_id == viewer.seat.pk):
        return None
    return told.event


def newest_undoable(viewer: Viewer) -> log.Told | None:
    """The newest event that this GM may take back; for a player, their own newest act."""
    standing = (one for one in viewer.desk.newest_events() if one.undoable)
    events = (one for one in standing if viewer.is_gm or one.seat_id == viewer.seat.pk)
    heard = (log.told(viewer, event) for event in islice(events, NEAR))
    return next((one for one in heard if one), None)


def undo_outlook(viewer: Viewer, form: UndoForm) -> Mapping[str, Any]:
    """All that would be taken back: the whole act, what it brought about, and for a GM which later acts go with it."""
    event = form.cleaned_data["event"]
    events = undo.family(event)
    told = _heard(viewer, events)
    later = [one for one in undo.with_all_later(events) if one not in events] if viewer.is_gm else []
    why_asked = why_not_alone(viewer, event)
    return {
        "target": told[0] if told else None,
        "caused": told[1:],
        "blockers": _heard(viewer, later),
        "why_asked": why_asked,
        "button": f"Ask the {viewer.game.gm}" if why_asked else "Take it back",
    }


def _heard(viewer: Viewer, events: Iterable[Event]) -> list[log.Told]:
    return [told for one in events if (told := log.told(viewer, one))]


def why_not_alone(viewer: Viewer, event: Event) -> str:
    """A GM takes back any; a player their own newest act, when no die fell in it and nothing hidden was shown by it.
    Why the GM is asked, or nothing."""
    if viewer.is_gm:
        return ""
    newest = newest_undoable(viewer)
    if newest is None or newest.event.pk != event.pk:
        return "It is not your newest act"
    if event.kind in {"revealed", "undo"} or kinds.find(event.kind).guarded:
        return MORE
    if event.dice_fell:
        return "Dice fell in it"
    return MORE if event.by_gm or viewer.desk.all(Event, cause=event) else ""


@act(
    "undo",
    title="Undo",
    form=UndoForm,
    button="Take it back",
    template="table/acts/undo.html",
    preview=undo_outlook,
)
def take_back(turn: Turn, form: UndoForm) -> None:
    """Takes an event back with all that it caused; a player who may not is put on the GM's list instead."""
    event: Event = form.cleaned_data["event"]
    if why_not_alone(turn.viewer, event):
        _ask_the_gm(turn, event)
        return
    _undo(turn, event, turn.viewer.is_gm and form.cleaned_data["with_later"])


def _undo(turn: Turn, event: Event, with_later: bool) -> None:
    events = undo.family(event)
    if with_later:
        events = undo.with_all_later(events)
    elif blockers := undo.in_the_way(events):
        _refuse_blocked(turn, blockers)
    if any(one.lasting for one in events):
        turn.refuse(
            "lasting", "Something stands in the way that cannot be taken back: a seat, a link, or what nobody signed."
        )
    undo.take_back(turn, events)


def _refuse_blocked(turn: Turn, blockers: list[Event]) -> None:
    if not turn.viewer.is_gm:
        turn.refuse("in-the-way", f"Something later builds on it. Ask the {turn.viewer.game.gm}.")
    told = [one.text.rstrip(".") for blocker in blockers if (one := log.told(turn.viewer, blocker))]
    named = f": {'; '.join(told[-5:])}" if told else ""
    turn.refuse("in-the-way", f"Later acts build on it{named}. Take them back as well, or leave it.")


def _ask_the_gm(turn: Turn, event: Event) -> None:
    if any(one.state["event"] == event.public_id for one in exchanges.open_exchanges(turn.desk, "undo-request")):
        turn.refuse("asked", f"The {turn.viewer.game.gm} has been asked already.")
    told = log.told(turn.viewer, event)
    facts = {"kind": event.kind, "facts": told.facts if told else {}}
    asked = turn.tell("undo-asked", facts, to=GMS | seats(turn.seat))
    exchange = exchanges.open_exchange(turn, "undo-request", UndoRequest(event=event.public_id), by=asked)
    about = {"card": event.public_id, "who": turn.seat.name, "others": _others_for_the_gm(turn, event)}
    exchanges.ask(turn, exchange, ("gms", 0), about | facts)


def _others_for_the_gm(turn: Turn, event: Event) -> list[dict[str, Any]]:
    """What else would be taken back, as the GMs hear it, who alone are asked."""
    gm = next((one for one in seated(turn.desk) if one.is_gm), None)
    if gm is None:
        return []
    others = _heard(Viewer(turn.table, gm), [one for one in undo.family(event) if one != event])
    return [
        {"by": one.event.seat.name if one.event.seat else "", "kind": one.event.kind, "facts": one.facts}
        for one in others
    ]


class AnswerUndoForm(AnswerForm):
    kinds = ("undo-request",)
    allow = yes_or_no("Take it back", "Take it back", "Leave it")


@act("answer-undo", title="Taking back", form=AnswerUndoForm, button="Answer", who=gms)
def answer_undo(turn: Turn, form: AnswerUndoForm) -> None:
    ask: Ask = form.cleaned_data["ask"]
    state: UndoRequest = exchanges.state_of(ask.exchange)
    event = turn.desk.one(Event, public_id=state.event)
    if event is None:
        turn.refuse("gone", "What was to be taken back is no longer there.")
    if not form.allowed:
        by = ask.exchange.opened_by
        hearers = GMS | seats(by.seat) if by and by.seat else GMS
        no = turn.tell("undo-refused", {"kind": ask.facts["kind"], "facts": ask.facts["facts"]}, to=hearers)
        exchanges.answered(turn, ask, no)
        return
    exchanges.close(turn, ask.exchange)
    if event.undone_by_id:
        turn.refuse("undone", "This has been taken back already.")
    _undo(turn, event, with_later=False)


# reveal and hide


class CardForm(ActForm):
    event = forms.CharField(widget=forms.HiddenInput, max_length=16)

    def clean_event(self) -> log.Told:
        told = log.find(self.viewer, self.cleaned_data["event"])
        if told is None or not (self.viewer.is_gm or told.event.seat_id == self.viewer.seat.pk):
            raise forms.ValidationError("There is no such card.")
        return told


@act("reveal", title="Reveal", form=CardForm, button="Show it to everybody")
def reveal(turn: Turn, form: CardForm) -> None:
    """Shows a secret card to everybody, in the version that this seat knows."""
    told: log.Told = form.cleaned_data["event"]
    if not told.veiled:
        turn.refuse("open", "Whoever may see this sees it already.", "event")
    if told.rank < 1:
        turn.refuse("blind", f"Only the {turn.viewer.game.gm} knows what is on it.", "event")
    turn.create(Telling, event=told.event, table=turn.table, audience="everybody", rank=2, facts=told.facts)
    turn.tell("revealed", {"kind": told.event.kind, "facts": told.facts}, about=[told.event])


@act("hide", title="Hide", form=CardForm, button="Hide it", who=gms)
def hide(turn: Turn, form: CardForm) -> None:
    """Keeps a card that everybody saw to the GMs and whoever it is from, with every other card that repeats it."""
    card: Event = form.cleaned_data["event"].event
    if not undo.keep_from_all(turn, card):
        turn.refuse("secret", "This is hidden already.", "event")
    repeated = [one for one in undo.repeating(card) if undo.keep_from_all(turn, one)]
    turn.tell("hidden", {}, to=EVERYBODY, about=[card, *repeated])


# private notes


class NoteForm(ActForm):
    text = forms.CharField(
        label="Only you see these",
        required=False,
        max_length=20000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10}),
    )

    def setup(self) -> None:
        note = self.viewer.desk.one(Note, seat=self.viewer.seat)
        self.fields["text"].initial = note.text if note else ""


@act(
    "note",
    title="My notes",
    form=NoteForm,
    button="Keep them",
    quiet=True,
    shown_in="panel-notes",
    says="Your notes are kept.",
)
def keep_note(turn: Turn, form: NoteForm) -> None:
    """A seat's own notes: in no log, no export, and no undo."""
    note = turn.desk.one(Note, seat=turn.seat) or turn.add(Note, seat=turn.seat)
    turn.keep(note, text=form.cleaned_data["text"])
