"""Undo: an event is taken back with all that it caused, newest first, all or nothing."""

from __future__ import annotations

from collections.abc import Iterable

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Q

from apps.table.audience import GMS, seats
from apps.table.kinds import repeaters
from apps.table.models import Effect, Event, Mention, Telling
from apps.table.models.record import UNDO
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
    """The later events, not among these, that changed what these changed, oldest first."""
    keys = {event.pk for event in events}
    found: dict[int, Event] = {}
    for effect in Effect.objects.filter(event__in=keys):
        for later in _later(effect, keys):
            found[later.event.pk] = later.event
    return [found[key] for key in sorted(found)]


def _later(effect: Effect, keys: set[int]) -> list[Effect]:
    standing = Effect.objects.filter(event__undone_by=None).exclude(event__in=keys).exclude(event__kind=UNDO)
    standing = standing.exclude(model="table.event").select_related("event")
    same_row = standing.filter(model=effect.model, row=effect.row, pk__gt=effect.pk)
    found = [one for one in same_row if _overlap(effect, one)]
    if effect.before is None:
        found += _standing_on(effect, standing)
    return found


def _overlap(one: Effect, other: Effect) -> bool:
    if one.before is None or one.after is None or other.before is None or other.after is None:
        return True
    return bool(one.after.keys() & other.after.keys())


def _standing_on(effect: Effect, standing: Iterable[Effect]) -> list[Effect]:
    """Later effects that made rows which point at the row that `effect` made."""
    condition = Q(pk=None)
    for relation in model_named(effect.model)._meta.related_objects:
        label = relation.related_model._meta.label_lower
        keys = list(
            relation.related_model._base_manager.filter(**{relation.field.name: effect.row}).values_list(
                "pk", flat=True
            )
        )
        if keys:
            condition |= Q(model=label, row__in=keys, before__isnull=True)
    return list(standing.filter(condition, pk__gt=effect.pk))  # type: ignore[attr-defined]


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
    return [
        Version(one.audience, one.subject, one.rank, {"kind": event.kind, "facts": one.facts})
        for one in turn.desk.tellings_of(event)
    ]


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
