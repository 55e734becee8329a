"""Undo: an event is taken back with all that it caused, newest first, all or nothing."""

from __future__ import annotations

from collections.abc import Iterable

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Q, QuerySet

from apps.table import kinds, returning
from apps.table.audience import GMS, seats
from apps.table.desk import Desk
from apps.table.desk.rows import Pointing, pointing_at
from apps.table.kinds import repeaters
from apps.table.models import Effect, Event, Mention, Telling
from apps.table.models.play import PlayRow
from apps.table.models.record import UNDO
from apps.table.returning import Row
from apps.table.sure import sure
from apps.table.turn import Turn, Version, from_values, model_named

REVEALED = "revealed"


def main_of(event: Event) -> Event:
    """The first event of the act that told this one: all that the act changed belongs to it."""
    cause = event.cause
    return cause if cause is not None and cause.at == event.at else event


def family(event: Event) -> list[Event]:
    """The event's act and all that it caused and that still stands, oldest first."""
    event = main_of(event)
    found = {event.pk: event}
    border = [event.pk]
    while border:
        standing = [one for key in border for one in event.desk.all(Event, cause=key, undone_by=None)]
        caused = [one for one in standing if one.pk not in found]
        border = [one.pk for one in caused]
        found.update((one.pk, one) for one in caused)
    return [found[key] for key in sorted(found)]


def in_the_way(events: Iterable[Event]) -> list[Event]:
    """The later events, not among these, that changed what these changed, oldest first. What took something back that
    was older than these is one of them; what took back something newer has left these as they were. So is what put
    another in the place of a row that would come back, and what took away a row to which it would point."""
    rows = {event.pk: event for event in events}
    effects = list(Effect.objects.filter(event__in=rows))
    standing = Effect.objects.filter(event__undone_by=None).exclude(event__in=rows)
    standing = standing.exclude(model="table.event").select_related("event")
    acts = standing.exclude(event__kind=UNDO)
    later = _on_the_same_rows(effects, acts)
    later += _that_reach(_on_the_same_rows(effects, standing.filter(event__kind=UNDO)), effects)
    if effects:
        desk = rows[effects[0].event_id].desk
        later += _on_what_they_made(desk, effects, acts)
        later += _that_keep_from_coming_back(desk, effects, standing)
    found = {one.event.pk: one.event for one in later}
    return [found[key] for key in sorted(found)]


def _that_reach(undoing: list[Effect], effects: Iterable[Effect]) -> list[Effect]:
    """Of what was done by taking something back: where that was older than one of these effects."""
    gone = _taken_back(undoing)
    return [
        one
        for one in undoing
        for each in effects
        if (each.model, each.row) == (one.model, one.row)
        and each.pk < one.pk
        and any(old.pk < each.pk and _overlap(old, each) for old in gone.get((one.event_id, one.model, one.row), ()))
    ]


def _taken_back(undoing: Iterable[Effect]) -> dict[tuple[int, str, int], list[Effect]]:
    """What these events have taken back, with what it had caused, by the event and the row."""
    events = {one.event_id for one in undoing}
    if not events:
        return {}
    act = Q(event__undone_by__in=events) | Q(event__undone_by__cause__in=events)
    found: dict[tuple[int, str, int], list[Effect]] = {}
    for one in Effect.objects.filter(act).select_related("event__undone_by"):
        by = sure(one.event.undone_by)
        event = by.pk if by.pk in events else sure(by.cause_id)
        found.setdefault((event, one.model, one.row), []).append(one)
    return found


def _on_the_same_rows(effects: list[Effect], standing: QuerySet[Effect]) -> list[Effect]:
    """Later effects on rows that these changed too, in fields that these changed."""
    rows: dict[Row, list[Effect]] = {}
    for one in effects:
        rows.setdefault((one.model, one.row), []).append(one)
    return [
        one
        for one in standing.filter(_any_of(rows))
        if any(one.pk > each.pk and _overlap(each, one) for each in rows[one.model, one.row])
    ]


def _overlap(one: Effect, other: Effect) -> bool:
    if one.before is None or one.after is None or other.before is None or other.after is None:
        return True
    return bool(one.after.keys() & other.after.keys())


def _on_what_they_made(desk: Desk, effects: list[Effect], standing: QuerySet[Effect]) -> list[Effect]:
    """Later effects that made rows which point at a row that one of these made."""
    pointing = _pointing_at(desk, [one for one in effects if one.before is None])
    made = standing.filter(_any_of(pointing), before__isnull=True) if pointing else []
    return [one for one in made if one.pk > pointing[one.model, one.row]]


def _that_keep_from_coming_back(desk: Desk, effects: list[Effect], standing: QuerySet[Effect]) -> list[Effect]:
    taken, gone = set(returning.holders(desk, effects)), set(returning.missing(desk, effects))
    made = standing.filter(_any_of(taken), before__isnull=True) if taken else []
    deleted = standing.filter(_any_of(gone), after__isnull=True) if gone else []
    return [*made, *deleted]


def _pointing_at(desk: Desk, made: list[Effect]) -> dict[Row, int]:
    """The rows that point at rows which these made, each with the key of the first effect that made such a one."""
    found: dict[Row, int] = {}
    for one in sorted(made, key=lambda one: -one.pk):
        for relation in pointing_at(model_named(one.model)):
            label = relation.model._meta.label_lower
            found.update({(label, key): one.pk for key in _keys_pointing(desk, relation, one.row)})
    return found


def _keys_pointing(desk: Desk, relation: Pointing, row: int) -> list[int]:
    """Of rows of play, all of which the desk has; what the record says of a row stands in nobody's way."""
    if not issubclass(relation.model, PlayRow):
        return []
    return [other.pk for other in desk.all(relation.model, **{relation.column: row})]


def _any_of(rows: Iterable[Row]) -> Q:
    """Effects on any of these rows."""
    keys: dict[str, list[int]] = {}
    for model, key in rows:
        keys.setdefault(model, []).append(key)
    condition = Q(pk=None)
    for model, found in keys.items():
        condition |= Q(model=model, row__in=found)
    return condition


def with_all_later(events: list[Event]) -> list[Event]:
    """These events and every later one that stands in their way, with what those caused, oldest first."""
    found = {event.pk: event for event in events}
    while blockers := in_the_way(found.values()):
        for blocker in blockers:
            found.update((one.pk, one) for one in family(blocker))
    return [found[key] for key in sorted(found)]


def take_back(turn: Turn, events: list[Event]) -> None:
    """Puts everything back that these events changed, and tells whoever knows of each. Nothing may stand in the way."""
    effects = Effect.objects.filter(event__in=[event.pk for event in events]).order_by("-pk")
    for effect in list(effects):
        _revert(turn, effect)
    for event in events:
        hidden_again = event.kind == REVEALED and keep_from_all(turn, event)
        versions = _mirrored(turn, event)
        if hidden_again:
            versions.append(Version("everybody", 0, 0, {"kind": REVEALED, "facts": {}}))
        told = turn.record(UNDO, versions, about=[event, *_mentioned_by(turn, event)])
        turn.change(event, undone_by=told)


def _revert(turn: Turn, effect: Effect) -> None:
    model = model_named(effect.model)
    if effect.after is None:
        turn.restore(model, effect.row, effect.before or {})
        return
    try:
        row = turn.desk.get(model, effect.row)
    except ObjectDoesNotExist:
        turn.refuse("gone", "Something that this act changed is no longer there, so it cannot be taken back.")
    if effect.before is None:
        turn.delete(row)
    else:
        turn.change(row, **from_values(model, effect.before))


def _mirrored(turn: Turn, event: Event) -> list[Version]:
    """A version for each audience that knows of the event, with what that audience knows."""
    what = {"kind": event.kind, "by": _by(event)}
    return [
        Version(one.audience, one.subject, one.rank, {**what, "facts": one.facts})
        for one in turn.desk.tellings_of(event)
    ]


def _by(event: Event) -> str:
    """Whose name its sentence needs before it."""
    kind = kinds.find(event.kind)
    return "" if event.seat is None or kind.whole or kind.shape == "say" else event.seat.name


def _mentioned_by(turn: Turn, event: Event) -> list[Event]:
    return [one.card for one in turn.desk.all(Mention, event=event)]


# cards that everybody heard and that only some may hear from now on


def keep_from_all(turn: Turn, card: Event) -> bool:
    """Leaves a card to the GMs, whoever it is from and whom else it was told to; whether everybody heard it until now.

    Nobody hears more of it than before.
    """
    versions = turn.desk.tellings_of(card)
    public = sorted((one for one in versions if one.audience == "everybody"), key=lambda one: -one.rank)
    if not public:
        return False
    held = {(one.audience, one.subject) for one in versions}
    keepers = GMS | seats(card.seat) if card.seat else GMS
    for audience, subject in sorted(keepers.atoms - held):
        turn.create(
            Telling,
            event=card,
            table=turn.table,
            audience=audience,
            subject=subject,
            rank=public[0].rank,
            facts=public[0].facts,
        )
    for telling in public:
        turn.delete(telling)
    return True


def repeating(card: Event) -> list[Event]:
    """The later cards whose words repeat this one's."""
    about = [one.event for one in card.desk.all(Mention, card=card)]
    return sorted((one for one in about if one.kind in repeaters()), key=lambda one: one.pk)
