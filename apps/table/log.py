"""The log: one card an event, told to each seat in the fullest version that it may hear."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Max, QuerySet, prefetch_related_objects
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from apps.table import kinds
from apps.table.audience import Atom
from apps.table.models import Effect, Event, Mention, Telling
from apps.table.viewer import Viewer

PAGE = 50
FAR_BEHIND = 100
SEVERAL = 8


@dataclass(frozen=True)
class Told:
    """An event as one seat hears it. `audience` says who else does: "everybody", "gms", "seat" or "character"."""

    event: Event
    facts: dict[str, Any]
    audience: str
    rank: int

    @property
    def kind(self) -> kinds.Kind:
        return kinds.find(self.event.kind)

    @property
    def secret(self) -> bool:
        return self.audience != "everybody"

    @property
    def veiled(self) -> bool:
        """Whether the card says that not everybody is told."""
        return self.secret and not (self.kind.by_sight and self.audience != "gms")

    @property
    def text(self) -> str:
        """One plain sentence, for the export, the search and what Undo would take back."""
        return " ".join(render_to_string(self.kind.text, {"event": self.event, "facts": self.facts}).split())


def heard(viewer: Viewer) -> QuerySet[Telling]:
    """Every telling that this seat may hear; one event may be among them in several versions."""
    tellings = Telling.objects.filter(viewer.hears(), table=viewer.table)
    return tellings.select_related("event", "event__seat")


def fullest(tellings: Iterable[Telling], viewer: Viewer) -> list[Told]:
    """One version an event, the one of highest rank, in the order in which they happened."""
    best: dict[int, Telling] = {}
    for telling in tellings:
        held = best.get(telling.event_id)
        if held is None or (telling.rank, telling.audience == "everybody") > (held.rank, held.audience == "everybody"):
            best[telling.event_id] = telling
    if undone := [one.event for one in best.values() if one.event.undone_by_id]:  # seldom, so not joined every time
        prefetch_related_objects(undone, "undone_by__seat")
    told = [Told(_at_table(one.event, viewer), one.facts, one.audience, one.rank) for one in best.values()]
    return sorted(told, key=lambda one: one.event.pk)


def _at_table(event: Event, viewer: Viewer) -> Event:
    event.table = viewer.table
    return event


def page(viewer: Viewer, before: int | None = None, size: int = PAGE, kind_names: Iterable[str] | None = None,
         seat_key: int | None = None) -> list[Told]:  # fmt: skip
    """The last `size` cards that this seat may see, or those before the event with that key."""
    tellings = heard(viewer)
    if before is not None:
        tellings = tellings.filter(event_id__lt=before)
    if kind_names is not None:
        tellings = tellings.filter(event__kind__in=list(kind_names))
    if seat_key is not None:
        tellings = tellings.filter(event__seat_id=seat_key)
    if kind_names is None and seat_key is None:
        tellings = tellings.filter(event_id__gte=_floor(viewer, before, size))
    return fullest(_newest(tellings.order_by("-event_id"), size), viewer)[-size:]


def _floor(viewer: Viewer, before: int | None, size: int) -> int:
    """A key that the newest `size` cards do not lie below: so that a long log costs what a short one does."""
    public = Telling.objects.filter(table=viewer.table, audience="everybody", subject=0).order_by("-event_id")
    if before is not None:
        public = public.filter(event_id__lt=before)
    found: list[int] = list(public.values_list("event_id", flat=True)[size + SEVERAL : size + SEVERAL + 1])
    return found[0] if found else 0


def _newest(tellings: QuerySet[Telling], size: int) -> list[Telling]:
    """The tellings of so many events at least, newest first. Few events are told to one seat in several versions."""
    few = list(tellings[: size + SEVERAL])
    if len(few) < size + SEVERAL:
        return few
    whole = [one for one in few if one.event_id != few[-1].event_id]  # the last one's versions may be cut off
    return whole if len({one.event_id for one in whole}) >= size else list(tellings[: size * 3])


def since(viewer: Viewer, after: int, upto: int | None = None) -> list[Told]:
    """The cards after the event with that key."""
    tellings = heard(viewer).filter(event_id__gt=after)
    if upto is not None:
        tellings = tellings.filter(event_id__lte=upto)
    return fullest(tellings, viewer)


def told(viewer: Viewer, event: Event) -> Told | None:
    """The event as this seat hears it, or None where it must not know of it."""
    versions = fullest(heard(viewer).filter(event=event), viewer)
    return versions[0] if versions else None


def find(viewer: Viewer, public_id: str) -> Told | None:
    """The card with that public id, if this seat may see it."""
    versions = fullest(heard(viewer).filter(event__public_id=public_id), viewer)
    return versions[0] if versions else None


def cursor_key(viewer: Viewer, cursor: str) -> int | None:
    """The key of the card that a client was last sent, or None for a cursor that this seat cannot have."""
    key: int | None = heard(viewer).filter(event__public_id=cursor).aggregate(key=Max("event_id"))["key"]
    return key


def controls(one: Told, viewer: Viewer) -> str:
    """Which buttons the card carries: the GM's, those of whoever did it, or none."""
    if viewer.watching or viewer.is_spectator:
        return "none"
    if viewer.is_gm:
        return "gm"
    return "own" if one.event.seat_id == viewer.seat.pk else "none"


def draw_card(one: Told, viewer: Viewer) -> SafeString:
    """The card's text: the same for every seat that hears this version and has the same buttons."""
    context = {
        "told": one, "event": one.event, "facts": one.facts, "kind": one.kind, "controls": controls(one, viewer),
        "game": viewer.game,
    }  # fmt: skip
    return SafeString(render_to_string("table/card.html", context).strip())


def appended(card: SafeString) -> SafeString:
    """A new card as a piece to be put at the log's end."""
    return SafeString(f'<hx-partial hx-target="#log-cards" hx-swap="beforeend">{card}</hx-partial>')


def replaced(card: SafeString) -> SafeString:
    """A card that is told differently now, to be swapped in by its id where the page has it."""
    return SafeString(card.replace(" id=", ' hx-swap-oob="outerMorph" id=', 1))


def removed(public_id: str) -> SafeString:
    """Takes away a card that this seat may no longer see."""
    return SafeString(f'<li id="card-{public_id}" hx-swap-oob="delete"></li>')


def told_by_act(viewer: Viewer, event: Event, events: Iterable[Event] = ()) -> list[Told]:
    """What this seat hears of an act: its first event and the others of it, looked up where they are not given."""
    family = events or [event, *Event.objects.filter(cause=event, pk__gt=event.pk, seat=event.seat, at=event.at)]
    return fullest(heard(viewer).filter(event__in=[one.pk for one in family]), viewer)


def pieces(viewer: Viewer, cards: list[Told]) -> list[SafeString]:
    """New cards to be appended, then the older cards that they are about, redrawn or removed."""
    new = {one.event.pk for one in cards}
    found = [appended(draw_card(one, viewer)) for one in cards]
    about = set(Mention.objects.filter(event__in=new).values_list("card_id", flat=True)) - new if new else set()
    for card in Event.objects.filter(pk__in=about).order_by("pk") if about else ():
        version = told(viewer, card)
        if version:
            found.append(replaced(draw_card(version, viewer)))
        elif heard_once(card.pk) & viewer.atoms:
            found.append(removed(card.public_id))
    return found


def heard_once(card_key: int) -> frozenset[Atom]:
    """Who was told of a card and is not any more. Nobody else learns that there is such a card."""
    taken = Effect.objects.filter(model="table.telling", after__isnull=True, before__event_id=card_key)
    return frozenset((one.before["audience"], one.before["subject"]) for one in taken if one.before)
