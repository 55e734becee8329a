"""One act while it runs: the only way in which play changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from django.utils import timezone

from apps.rules.dice import Dice, Recorded
from apps.rules.refusal import Refused
from apps.table.audience import EVERYBODY, Audience
from apps.table.changing import Changing, from_values, model_named, values
from apps.table.desk import Desk
from apps.table.desk import writing as database
from apps.table.models import Ask, Effect, Event, Mention, Seat, Span, Table, Telling
from apps.table.viewer import Viewer

Facts = Mapping[str, Any]

__all__ = ["Turn", "Version", "from_values", "kept_answer", "model_named", "values"]


@dataclass(frozen=True)
class Version:
    """What one audience is told of an event."""

    audience: str
    subject: int
    rank: int
    facts: Facts


class Turn(Changing):
    """What an act is given: who moves, the dice, the table's options, and the ways to change and to tell.

    Inside the hold. `change`, `create` and `delete` note before and after, so that any act can be taken back;
    `tell` writes the event. What was noted belongs to the act's first event.
    """

    def __init__(
        self,
        viewer: Viewer,
        act: str,
        dice: Dice,
        *,
        quiet: bool = False,
        lasting: bool = False,
        nameless: bool = False,
    ) -> None:
        super().__init__(viewer.desk)
        self.viewer = viewer
        self.act = act
        self.dice = Recorded(dice)
        self.quiet = quiet
        self.now = timezone.now()
        self.events: list[Event] = []
        self.lasting = lasting
        self.nameless = nameless
        self.cause: Event | None = None
        self.for_somebody_else = False
        self._later: list[Callable[[], None]] = []

    @property
    def table(self) -> Table:
        return self.viewer.table

    @property
    def seat(self) -> Seat:
        return self.viewer.seat

    @property
    def options(self) -> Any:
        return self.viewer.options

    def later(self, follow_up: Callable[[], None]) -> None:
        """Called when the act has told its event, still inside the hold: for what follows from a change of rows."""
        self._later.append(follow_up)

    # telling

    def tell(
        self,
        kind: str,
        facts: Facts,
        to: Audience = EVERYBODY,
        also: Mapping[Audience, Facts] | None = None,
        about: Iterable[Event] = (),
    ) -> Event:
        """Writes an event: `facts` for `to`, a lesser version for each audience of `also`.

        `about` are older cards that are told differently from now on. Refused by the database: nothing.
        """
        versions = [(to, facts, 1), *((audience, less, 0) for audience, less in (also or {}).items())]
        return self.record(kind, [Version(*atom, rank, told) for a, told, rank in versions for atom in a.atoms], about)

    def record(self, kind: str, versions: Iterable[Version], about: Iterable[Event] = ()) -> Event:
        """Writes an event told in these versions; whoever hears it may know of all the cards that it is `about`."""
        event = self._event(kind)
        self.events.append(event)
        for v in versions:
            told = {"audience": v.audience, "subject": v.subject, "rank": v.rank, "facts": v.facts}
            self.add(Telling, event=event, table=self.table, **told)
        for card in about:
            self.add(Mention, event=event, card=card)
        return event

    def _event(self, kind: str) -> Event:
        return self.add(
            Event,
            table=self.table,
            kind=kind,
            seat=None if self.nameless else self.seat,
            by_gm=self.for_somebody_else,
            dice_fell=bool(self.dice.fallen),
            lasting=self.lasting,
            cause=self._cause(),
            span=self.span("scene") or self.span("session"),
            at=self.now,
        )

    def _cause(self) -> Event | None:
        return self.events[0] if self.events else self.cause

    def span(self, kind: str) -> Span | None:
        """The open span of that kind, if there is one."""
        return open_spans(self.desk).get(kind)

    # refusing and finishing

    def refuse(self, code: str, text: str, field: str | None = None) -> NoReturn:
        """Says no: nothing is changed, and `text` is shown beside `field`."""
        raise Refused(code, text, field)

    def finish(self) -> None:
        """Writes down the commit. An act that tells nothing is a mistake of ours; a quiet one may not tell."""
        while self._later:
            self._later.pop(0)()
        if bool(self.events) == self.quiet:
            raise RuntimeError(f"{self.act}: an act tells an event, a quiet one tells none")
        if self.quiet:
            _only_quiet_rows(self.effects, self.act)
        else:
            self._write_effects()
        self.committed(self.events[0] if self.events else None)

    def _write_effects(self) -> None:
        for effect in self.effects:
            effect.event = self.events[0]
        database.insert_all(self.effects)
        if self.dice.fallen:
            for event in self.events:
                self.keep(event, dice_fell=True)


def open_spans(desk: Desk) -> dict[str, Span]:
    """The open spans by their kind."""
    return desk.memo("open spans", lambda: {span.kind: span for span in desk.all(Span, closed_at=None)})


def kept_answer(turn: Turn, ask: Ask, dice: Recorded) -> None:
    """Leaves the faces that fell with the ask, so that an answer taken back is given with the same faces."""
    turn.keep(ask, thrown=[list(die) for die in dice.fallen])


QUIET_MODELS = {"table.note", "table.voice", "table.ask", "checks.draft"}


def _only_quiet_rows(effects: list[Effect], act: str) -> None:
    loud = {effect.model for effect in effects} - QUIET_MODELS
    if loud:
        raise RuntimeError(f"{act}: a quiet act may not change {', '.join(sorted(loud))}")
