"""One act while it runs: the only way in which play changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

from django.apps import apps
from django.db import models
from django.utils import timezone

from apps.rules.dice import Dice, Recorded
from apps.rules.refusal import Refused
from apps.table.audience import EVERYBODY, Audience
from apps.table.models import Ask, Change, Effect, Event, Mention, Seat, Span, Table, Telling
from apps.table.viewer import Viewer

Row = TypeVar("Row", bound=models.Model)
Facts = Mapping[str, Any]


@dataclass(frozen=True)
class Version:
    """What one audience is told of an event."""

    audience: str
    subject: int
    rank: int
    facts: Facts


class Turn:
    """What an act is given: who moves, the dice, the table's options, and the ways to change and to tell.

    Inside the hold. `change`, `create` and `delete` note before and after, so that any act can be taken back;
    `tell` writes the event. What was noted belongs to the act's first event.
    """

    def __init__(
        self, viewer: Viewer, act: str, dice: Dice, *,
        quiet: bool = False, lasting: bool = False, nameless: bool = False,
    ) -> None:  # fmt: skip
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
        self._effects: list[Effect] = []
        self._topics: set[str] = set()
        self._spans: dict[str, Span] | None = None
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

    # changing

    def change(self, row: Row, **fields: Any) -> Row:
        """Saves just these fields of `row` and notes what they were; what stays the same is not noted."""
        before = values(row, fields)
        for name, value in fields.items():
            setattr(row, name, value)
        after = values(row, fields)
        if before == after:
            return row
        row.save(update_fields=list(fields))
        changed = {name for name in after if before[name] != after[name]}
        self._note(row, {n: before[n] for n in changed}, {n: after[n] for n in changed})
        return row

    def create(self, model: type[Row], **fields: Any) -> Row:
        row = model(**fields)
        row.save(force_insert=True)
        self._note(row, None, values(row))
        return row

    def delete(self, row: models.Model) -> None:
        before = values(row)
        self._note(row, before, None)
        row.delete()

    def restore(self, model: type[models.Model], key: int, fields: Facts) -> None:
        """Makes a row that was deleted again, with its own key. Only undo calls this."""
        row = model(pk=key, **from_values(model, fields))
        row.save(force_insert=True)
        self._note(row, None, values(row))

    def later(self, follow_up: Callable[[], None]) -> None:
        """Called when the act has told its event, still inside the hold: for what follows from a change of rows."""
        self._later.append(follow_up)

    def keep(self, row: models.Model, **fields: Any) -> None:
        """Saves fields that undo leaves alone: faces that fell, how often somebody was reminded."""
        for name, value in fields.items():
            setattr(row, name, value)
        row.save(update_fields=list(fields))
        self.touch(*topics_of(row))

    def touch(self, *topics: str) -> None:
        """Says what was touched beyond the rows that were changed."""
        self._topics.update(topics)

    def _note(self, row: models.Model, before: Facts | None, after: Facts | None) -> None:
        label = row._meta.label_lower
        self._effects.append(Effect(model=label, row=row.pk, before=before, after=after))
        self.touch(*topics_of(row))

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
        event = Event.objects.create(
            table=self.table, kind=kind, seat=None if self.nameless else self.seat, by_gm=self.for_somebody_else,
            dice_fell=bool(self.dice.fallen), lasting=self.lasting, cause=self._cause(),
            span=self.span("scene") or self.span("session"), at=self.now,
        )  # fmt: skip
        self.events.append(event)
        self.touch("log")
        Telling.objects.bulk_create(
            Telling(event=event, table=self.table, audience=v.audience, subject=v.subject, rank=v.rank, facts=v.facts)
            for v in versions
        )
        if mentions := [Mention(event=event, card=card) for card in about]:
            Mention.objects.bulk_create(mentions)
        return event

    def _cause(self) -> Event | None:
        return self.events[0] if self.events else self.cause

    def span(self, kind: str) -> Span | None:
        """The open span of that kind, if there is one."""
        return self._open_spans().get(kind)

    def forget_spans(self) -> None:
        """The open spans are read anew after one was opened or closed."""
        self._spans = None

    def _open_spans(self) -> dict[str, Span]:
        if self._spans is None:
            self._spans = {span.kind: span for span in self.table.spans.filter(closed_at=None).order_by("pk")}
        return self._spans

    # refusing and finishing

    def refuse(self, code: str, text: str, field: str | None = None) -> NoReturn:
        """Says no: nothing is changed, and `text` is shown beside `field`."""
        raise Refused(code, text, field)

    def finish(self) -> Change:
        """Writes down the commit. An act that tells nothing is a mistake of ours; a quiet one may not tell."""
        while self._later:
            self._later.pop(0)()
        if bool(self.events) == self.quiet:
            raise RuntimeError(f"{self.act}: an act tells an event, a quiet one tells none")
        if self.quiet:
            _only_quiet_rows(self._effects, self.act)
        else:
            self._write_effects()
        self.table.version += 1
        self.table.save(update_fields=["version"])
        return Change.objects.create(
            table=self.table, version=self.table.version, topics=sorted(self._topics),
            event=self.events[0] if self.events else None,
        )  # fmt: skip

    def _write_effects(self) -> None:
        main = self.events[0]
        for effect in self._effects:
            effect.event = main
        if self._effects:
            Effect.objects.bulk_create(self._effects)
        told_before = [event.pk for event in self.events if not event.dice_fell]
        if self.dice.fallen and told_before:
            Event.objects.filter(pk__in=told_before).update(dice_fell=True)


def kept_answer(ask: Ask, dice: Recorded) -> None:
    """Leaves the faces that fell with the ask, so that an answer taken back is given with the same faces."""
    ask.thrown = [list(die) for die in dice.fallen]
    ask.save(update_fields=["thrown"])


QUIET_MODELS = {"table.note", "table.ask", "checks.draft"}


def _only_quiet_rows(effects: list[Effect], act: str) -> None:
    loud = {effect.model for effect in effects} - QUIET_MODELS
    if loud:
        raise RuntimeError(f"{act}: a quiet act may not change {', '.join(sorted(loud))}")


def topics_of(row: models.Model) -> tuple[str, ...]:
    named = getattr(row, "topics", None)
    return named() if named else ()


def values(row: models.Model, only: Iterable[str] | None = None) -> dict[str, Any]:
    """The row's columns as plain values for JSON, by attribute name; of those named in `only` where given."""
    names = set(only) if only is not None else None
    found = {}
    for field in row._meta.concrete_fields:
        if field.primary_key or (names is not None and not names & {field.name, field.attname}):
            continue
        value = getattr(row, field.attname)
        found[field.attname] = value if isinstance(value, PLAIN) else field.value_to_string(row)
    return found


PLAIN = (int, str, bool, float, list, dict, type(None))


def from_values(model: type[models.Model], fields: Facts) -> dict[str, Any]:
    """The opposite of `values`: what the model's constructor and setattr take."""
    by_attname = {field.attname: field for field in model._meta.concrete_fields}
    return {name: by_attname[name].to_python(value) for name, value in fields.items()}


def model_named(label: str) -> type[models.Model]:
    return apps.get_model(label)
