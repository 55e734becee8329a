"""The log: one card an event, told to each seat in the fullest version that it may hear."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from apps.table import kinds
from apps.table.audience import Atom
from apps.table.desk.registry import keeper_of
from apps.table.ears import Ears
from apps.table.models import Effect, Event, Mention, Telling
from apps.table.models.record import UNDO
from apps.table.viewer import Viewer

Text = TypeVar("Text", bound=str)

PAGE = 50
FAR_BEHIND = 100
FAR_BACK = 200
SEVERAL = 8


@dataclass(frozen=True)
class Told:
    """An event as one seat hears it. `audience` says who else does: "everybody", "gms", "seat" or "character"."""

    event: Event
    telling: Telling

    @property
    def facts(self) -> dict[str, Any]:
        facts: dict[str, Any] = self.telling.facts
        return facts

    @property
    def audience(self) -> str:
        return self.telling.audience

    @property
    def rank(self) -> int:
        return self.telling.rank

    @property
    def kind(self) -> kinds.Kind:
        return kinds.find(self.event.kind)

    @property
    def awaited(self) -> bool:
        """Whether it waits for its answer."""
        return self.kind.awaited is not None and self.kind.awaited(self.facts)

    @property
    def secret(self) -> bool:
        return self.audience != "everybody"

    @property
    def veiled(self) -> bool:
        """Whether the card says that not everybody is told."""
        return self.secret and not (self._by_sight and self.audience != "gms")

    @property
    def _by_sight(self) -> bool:
        """What is taken back is told to those who saw it happen, as it was itself."""
        return kinds.find(self.facts["kind"]).by_sight if self.event.kind == UNDO else self.kind.by_sight

    @property
    def text(self) -> str:
        """One plain sentence, for the export, the search and what Undo would take back."""
        return _kept(("sentence",), self, self._sentence)

    def _sentence(self) -> str:
        told = render_to_string(self.kind.text, {"event": self.event, "facts": self.facts, "plain": True})
        return " ".join(told.split())  # no SafeString: it holds what people wrote


def fullest(tellings: Iterable[Telling], ears: Ears) -> list[Told]:
    """One version an event, the one of highest rank, in the order in which they happened. Only what this seat hears."""
    best: dict[int, Telling] = {}
    for telling in tellings:
        if not ears.hear(telling):
            continue
        held = best.get(telling.event_id)
        if held is None or (telling.rank, telling.audience == "everybody") > (held.rank, held.audience == "everybody"):
            best[telling.event_id] = telling
    return [Told(best[key].event, best[key]) for key in sorted(best)]


def page(
    viewer: Viewer,
    before: int | None = None,
    size: int = PAGE,
    kind_names: Iterable[str] | None = None,
    seat_key: int | None = None,
) -> list[Told]:
    """The last `size` cards that this seat may see, or those before the event with that key."""
    if before is None and kind_names is None and seat_key is None:
        newest = fullest(viewer.desk.tail(), viewer.ears)
        if len(newest) >= size or viewer.desk.has_whole_log:
            return newest[-size:]
    return older_page(viewer.ears, before, size, kind_names, seat_key)


def older_page(
    ears: Ears, before: int | None, size: int, kind_names: Iterable[str] | None, seat_key: int | None
) -> list[Told]:
    """As `page`, from the database: acts may go on meanwhile."""
    tellings = ears.tellings()
    if before is not None:
        tellings = tellings.filter(event_id__lt=before)
    if kind_names is not None:
        tellings = tellings.filter(event__kind__in=list(kind_names))
    if seat_key is not None:
        tellings = tellings.filter(event__seat_id=seat_key)
    if kind_names is None and seat_key is None:
        tellings = tellings.filter(event_id__gte=_floor(ears, before, size))
    return fullest(_newest(tellings.order_by("-event_id"), size), ears)[-size:]


def _floor(ears: Ears, before: int | None, size: int) -> int:
    """A key that the newest `size` cards do not lie below: so that a long log costs what a short one does."""
    public = Telling.objects.filter(table=ears.table_key, audience="everybody", subject=0).order_by("-event_id")
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


def since(viewer: Viewer, after: int, most: int | None = None) -> list[Told]:
    """The cards after the event with that key; with `most` one more than so many at most."""
    if viewer.desk.has_tail_after(after):
        return fullest(viewer.desk.tail_since(after), viewer.ears)
    return told_since(viewer.ears, after, most)


def told_since(ears: Ears, after: int = 0, most: int | None = None) -> list[Told]:
    """The same from the database: it may take long, and acts may go on meanwhile."""
    tellings = ears.tellings().filter(event_id__gt=after).order_by("event_id")
    return fullest(tellings if most is None else tellings[: most * 3 + 1], ears)


def newest_standing(viewer: Viewer, kind_names: Collection[str], since: datetime) -> Event | None:
    """The newest event of these kinds since then that this seat hears and that nobody has taken back.

    Nothing of it is noted as read, or every event would have it worked out again: whoever keeps it reads the rows that
    change with such events.
    """
    with viewer.desk.noting():
        for one in viewer.desk.newest_events():
            if one.at < since:
                return None
            if _stands(one, kind_names) and told(viewer, one):
                return one
        older = [] if viewer.desk.has_whole_log else older_page(viewer.ears, None, FAR_BACK, kind_names, None)
        standing = (one.event for one in reversed(older) if _stands(one.event, kind_names) and one.event.at >= since)
        return next(standing, None)


def _stands(event: Event, kind_names: Collection[str]) -> bool:
    return event.kind in kind_names and event.undone_by_id is None


def told(viewer: Viewer, event: Event) -> Told | None:
    """The event as this seat hears it, or None where it must not know of it."""
    versions = fullest(viewer.desk.tellings_of(event), viewer.ears)
    return versions[0] if versions else None


def find(viewer: Viewer, public_id: str) -> Told | None:
    """The card with that public id, if this seat may see it."""
    event = viewer.desk.one(Event, public_id=public_id)
    return told(viewer, event) if event else None


def cursor_key(viewer: Viewer, cursor: str) -> int | None:
    """The key of the card that a client was last sent, or None for a cursor that this seat cannot have."""
    found = find(viewer, cursor)
    return found.event.pk if found else None


def controls(one: Told, viewer: Viewer) -> str:
    """Which buttons the card carries: the GM's, those of whoever did it or has a part in it, or none."""
    if not viewer.may_act:
        return "none"
    if viewer.is_gm:
        return "gm"
    if one.event.seat_id == viewer.seat.pk:
        return "own"
    return "part" if one.kind.part and one.kind.part(viewer, one.facts) else "none"


PLACE_OF_BUTTONS = SafeString("<!-- buttons -->")


def draw_card(one: Told, viewer: Viewer) -> SafeString:
    """The card's text, the same for every seat that hears this version and has the same buttons; kept while it is one
    of the newest. It is drawn once for all, and each set of buttons is put in."""
    whose = controls(one, viewer)
    return _kept(("card", whose), one, lambda: _drawn(one, viewer, whose))


def _kept(name: tuple[str, ...], one: Told, draw: Callable[[], Text]) -> Text:
    desk = keeper_of(one.telling)
    if desk is None:
        return draw()

    def noted() -> Text:
        desk.reads(one.event)
        desk.reads(one.telling)
        return draw()

    return desk.memo((*name, one.telling.pk), noted)


def _drawn(one: Told, viewer: Viewer, whose: str) -> SafeString:
    card = _kept(("bare card",), one, lambda: _bare(one, viewer))
    buttons = "" if whose == "none" else _from("table/card_buttons.html", one, viewer, whose=whose)
    return SafeString(card.replace(PLACE_OF_BUTTONS, buttons, 1))


def _bare(one: Told, viewer: Viewer) -> SafeString:
    return _from("table/card.html", one, viewer, place_of_buttons=PLACE_OF_BUTTONS)


def _from(template: str, one: Told, viewer: Viewer, **more: str) -> SafeString:
    context = {"told": one, "event": one.event, "facts": one.facts, "kind": one.kind, "game": viewer.game, **more}
    return SafeString(render_to_string(template, context).strip())


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
    family = events or [event, *(one for one in viewer.desk.all(Event, cause=event) if one.at == event.at)]
    return [one for one in (told(viewer, event) for event in family) if one]


def pieces(viewer: Viewer, cards: list[Told]) -> list[SafeString]:
    """New cards to be appended, then the older cards that they are about, redrawn or removed."""
    new = {one.event.pk for one in cards}
    found = [appended(draw_card(one, viewer)) for one in cards]
    about = {one.card_id: one.card for key in sorted(new) for one in viewer.desk.all(Mention, event=key)}
    for key in sorted(about.keys() - new):
        version = told(viewer, about[key])
        if version:
            found.append(replaced(draw_card(version, viewer)))
        elif heard_once(key) & viewer.atoms:
            found.append(removed(about[key].public_id))
    return found


def heard_once(card_key: int) -> frozenset[Atom]:
    """Who was told of a card and is not any more. Nobody else learns that there is such a card."""
    taken = Effect.objects.filter(model="table.telling", after__isnull=True, before__event_id=card_key)
    return frozenset((one.before["audience"], one.before["subject"]) for one in taken if one.before)


def maker_of(row: Model) -> int | None:
    """The key of the seat by whose act a row was made; None where the record does not say."""
    made = Effect.objects.filter(model=row._meta.label_lower, row=row.pk, before__isnull=True)
    return made.order_by("pk").values_list("event__seat", flat=True).first()
