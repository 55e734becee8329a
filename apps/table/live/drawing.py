"""One pass over a table: reads what changed and draws what each of its screens must be sent.

Everything here runs in one reading thread (or in the thread of a request), on fresh rows. Each text is drawn once for
all who are sent the same: a panel once per group, a card once per version and set of buttons.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.db import DatabaseError
from django.db.models import Max
from django.utils.safestring import SafeString

from apps.table import audience, log, panels
from apps.table.models import Change, Event, Mention, Seat, SeatDevice, Table, Telling
from apps.table.viewer import Viewer

from .screens import Screen

RELOAD = '<hx-partial id="reload-please"></hx-partial>'
NEIGHBOURS = 150

logger = logging.getLogger(__name__)
Atoms = dict[int, frozenset[audience.Atom]]


@dataclass
class Shared:
    """What the viewers of one pass have in common. `atoms` by seat outlive the pass while nobody's cast changes."""

    atoms: Atoms
    options: Any = None
    read: dict[str, Any] = field(default_factory=dict)


@dataclass
class Onlooker(Viewer):
    """A viewer that does not read again what another one of the same pass has read."""

    shared: Shared = field(default_factory=lambda: Shared({}))

    @cached_property
    def options(self) -> Any:
        if self.shared.options is None:
            self.shared.options = super().options
        return self.shared.options

    @cached_property
    def atoms(self) -> frozenset[audience.Atom]:
        known = self.shared.atoms
        if self.seat.pk not in known:
            known[self.seat.pk] = audience.atoms_of(self.seat)
        return known[self.seat.pk]

    @cached_property
    def read(self) -> dict[str, Any]:
        return self.shared.read

    @cached_property
    def hearing(self) -> frozenset[audience.Atom]:
        return frozenset(self._hearing())


@dataclass
class Work:
    """A pass to be made: `drawn` is the version that the members were last drawn at (None: there are none), `seen` the
    newest event of then; `extra` are topics touched without a commit."""

    table_key: int
    drawn: int | None = None
    seen: int = 0
    members: list[Screen] = field(default_factory=list)
    newcomers: list[Screen] = field(default_factory=list)
    extra: frozenset[str] = frozenset()
    atoms: Atoms = field(default_factory=dict)


@dataclass(frozen=True)
class Parcel:
    """What one screen is sent, and what is then noted of it. `over` says that it is sent nothing more: "left" where it
    holds no seat any more, "reload" where it must be loaded anew."""

    screen: Screen
    text: str = ""
    last: int = 0
    sent: Mapping[str, int] = field(default_factory=dict)
    role: str = ""
    over: str = ""


@dataclass(frozen=True)
class Drawn:
    """`version` and `seen` are how far the pass came."""

    version: int
    seen: int
    parcels: list[Parcel]


def draw(work: Work) -> Drawn:
    """Makes the pass. The version is read first, the content after it, so that nothing can fall between."""
    table = Table.objects.filter(pk=work.table_key).first()
    if table is None:
        return Drawn(work.drawn or 0, work.seen, [Parcel(one, over="left") for one in work.members + work.newcomers])
    return _Pass(work, table).made()


class _Pass:
    def __init__(self, work: Work, table: Table) -> None:
        self.work = work
        self.table = table
        self.topics: set[str] = set(work.extra)
        self.moved: dict[int, set[str]] = {}
        self._read_changes()
        self.were: Atoms = {}
        if work.newcomers or self.topics & {"cast", "seats"}:
            self.were = dict(work.atoms)
            work.atoms.clear()
        self.shared = Shared(work.atoms)
        self.cards = _Cards(table)
        self.panels: dict[tuple[str, str, bool], tuple[SafeString, int] | None] = {}
        self.viewers: dict[Any, Onlooker] = {}

    def _read_changes(self) -> None:
        """Notes which topics were touched since, and by which seat: see `_panel_pieces`."""
        if self.work.drawn is None:
            return
        changes = Change.objects.filter(
            table=self.table, version__gt=self.work.drawn, version__lte=self.table.version
        ).values_list("topics", "event__seat_id")
        for topics, seat_key in changes:
            self.topics.update(topics)
            if seat_key is not None:
                self.moved.setdefault(seat_key, set()).update(topics)

    def made(self) -> Drawn:
        work = self.work
        held = self._seats_held()
        if work.drawn is None:
            seen = Event.objects.filter(table=self.table).aggregate(key=Max("pk"))["key"] or 0
        else:
            seen = self.cards.read_after(work.seen) if "log" in self.topics else work.seen
        parcels = [self._member_or_reload(one, held) for one in work.members]
        parcels += [self._newcomer_or_nothing(one, held, seen) for one in work.newcomers]
        return Drawn(self.table.version, seen, parcels)

    def _member_or_reload(self, screen: Screen, held: Mapping[tuple[int, str], Seat]) -> Parcel:
        """A page that cannot be drawn for is loaded anew, so that a mistake of ours costs one screen, not the table."""
        try:
            return self._for_member(screen, self._viewer(screen, held))
        except DatabaseError:
            raise  # the whole pass is made again on a new connection
        except Exception:
            logger.exception("nothing could be drawn for seat %s", screen.seat_key)
            return Parcel(screen, RELOAD, over="reload")

    def _newcomer_or_nothing(self, screen: Screen, held: Mapping[tuple[int, str], Seat], seen: int) -> Parcel:
        """A page that was just loaded is fresh: where nothing can be drawn for it, it is not asked to load again."""
        try:
            return self._for_newcomer(screen, self._viewer(screen, held), seen)
        except DatabaseError:
            raise  # the whole pass is made again on a new connection
        except Exception:
            logger.exception("nothing could be drawn for seat %s", screen.seat_key)
            return Parcel(screen, "", seen, {}, screen.role)

    # whose eyes

    def _seats_held(self) -> dict[tuple[int, str], Seat]:
        """Which of these seats are still held by the device that opened the page."""
        screens = self.work.members + self.work.newcomers
        rows = SeatDevice.objects.filter(
            seat__in={one.seat_key for one in screens}, token_hash__in={one.device for one in screens},
            seat__table=self.table, seat__removed_at=None,
        ).select_related("seat")  # fmt: skip
        return {(row.seat_id, row.token_hash): row.seat for row in rows}

    def _viewer(self, screen: Screen, held: Mapping[tuple[int, str], Seat]) -> Onlooker | None:
        seat = held.get((screen.seat_key, screen.device))
        if seat is None:
            return None
        key = (seat.pk, screen.looks_as, tuple(sorted(screen.open.items())))
        if key not in self.viewers:
            seat.table = self.table
            self.viewers[key] = Onlooker(self.table, seat, open=screen.open, shared=self.shared)
            if screen.looks_as:
                self._look_through(key, screen.looks_as)
        return self.viewers[key]

    def _look_through(self, key: Any, seat_id: str) -> None:
        """Puts the GM's eyes behind those of the other seat; leaves them where that may not be."""
        mine = self.viewers[key]
        other = Seat.objects.filter(table=self.table, public_id=seat_id, removed_at=None).first()
        if mine.is_gm and other is not None and not other.is_gm:
            through = mine.through(other)
            assert isinstance(through, Onlooker)
            self.viewers[key] = through

    # what each is sent

    def _for_member(self, screen: Screen, viewer: Onlooker | None) -> Parcel:
        if over := _over(screen, viewer):
            return over
        assert viewer is not None
        if self._hears_other_cards(viewer):
            return Parcel(screen, RELOAD, over="reload")
        sent = dict(screen.sent)
        pieces = self._panel_pieces(viewer, sent)
        new = [one for one in self.cards.new(viewer) if one.event.pk > screen.last]
        pieces += self.cards.pieces(viewer, new)
        last = max([screen.last, *(one.event.pk for one in new)])
        return Parcel(screen, "".join(pieces), last, sent, viewer.role)

    def _hears_other_cards(self, viewer: Onlooker) -> bool:
        """Whether this seat was given or lost a character for whose player older cards were told."""
        if viewer.seat.pk not in self.were:
            return False
        moved = self.were[viewer.seat.pk] ^ viewer.atoms
        keys = [key for kind, key in moved if kind == "character"]
        older = Telling.objects.filter(audience="character", subject__in=keys, event_id__lte=self.work.seen)
        return bool(keys) and older.exists()

    def _panel_pieces(self, viewer: Onlooker, sent: dict[str, int]) -> list[SafeString]:
        """The touched panels whose text differs from what was sent. Whoever made the change is sent them in any case:
        the answer to their act put newer text into their page than the socket did."""
        mine = panels.reaching(viewer, self.moved.get(viewer.seat.pk, ()))
        pieces = []
        for one in panels.watching(viewer, self.topics):
            drawn = self._panel(one, viewer)
            if drawn and (sent.get(one.name) != drawn[1] or one.watches & mine):
                pieces.append(drawn[0])
                sent[one.name] = drawn[1]
        return pieces

    def _for_newcomer(self, screen: Screen, viewer: Onlooker | None, seen: int) -> Parcel:
        if over := _over(screen, viewer):
            return over
        assert viewer is not None
        new = cards_since(viewer, screen.since)
        if new is None:
            return Parcel(screen, RELOAD, over="reload")
        drawn = [(one.name, self._panel(one, viewer)) for one in panels.panels_of(viewer)]
        pieces = [found[0] for _, found in drawn if found]
        sent = {name: found[1] for name, found in drawn if found}
        pieces += self.cards.pieces(viewer, new)
        last = max([seen, *(one.event.pk for one in new)])
        return Parcel(screen, "".join(pieces), last, sent, viewer.role)

    def _panel(self, one: panels.Panel, viewer: Onlooker) -> tuple[SafeString, int] | None:
        """The panel's piece and the hash of its text; None where it cannot be drawn, so that the others still are."""
        key = (one.name, one.group(viewer), viewer.watching)
        if key not in self.panels:
            try:
                text = panels.draw(one, viewer)
                self.panels[key] = (panels.out_of_band(text), hash(str(text)))
            except Exception:
                logger.exception("the panel %s could not be drawn", one.name)
                self.panels[key] = None
        return self.panels[key]


def _over(screen: Screen, viewer: Onlooker | None) -> Parcel | None:
    """A parcel that ends the screen: its seat is gone, or it now has another page than the one that is open."""
    if viewer is None:
        return Parcel(screen, over="left")
    if bool(screen.looks_as) != viewer.watching or screen.role not in {"", viewer.role}:
        return Parcel(screen, RELOAD, over="reload")
    return None


def cards_since(viewer: Viewer, cursor: str) -> list[log.Told] | None:
    """The cards after the one that the page has last; None where it must be loaded anew."""
    key = log.cursor_key(viewer, cursor) if cursor else 0
    if key is None:
        return None
    most = log.FAR_BEHIND * 3
    rows = list(log.heard(viewer).filter(event_id__gt=key).order_by("event_id")[: most + 1])
    cards = log.fullest(rows, viewer)
    return None if len(rows) > most or len(cards) > log.FAR_BEHIND else cards


class _Cards:
    """The cards of one pass: the new tellings read once for everybody, each text drawn once."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.tellings: list[Telling] = []
        self.texts: dict[tuple[int, int, str, str], SafeString | None] = {}

    def read_after(self, seen: int) -> int:
        """Reads what was told since; returns the newest event's key."""
        self.tellings = list(self._tellings().filter(event_id__gt=seen))
        return max([seen, *(one.event_id for one in self.tellings)])

    def _tellings(self) -> Any:
        rows = Telling.objects.filter(table=self.table).order_by("event_id")
        return rows.select_related("event", "event__seat")

    def new(self, viewer: Onlooker) -> list[log.Told]:
        return _heard(self.tellings, viewer)

    def pieces(self, viewer: Onlooker, cards: list[log.Told]) -> list[SafeString]:
        """New cards to be appended, then the older cards that they are about: changed, put in, or taken away."""
        if not cards:
            return []
        pieces = [log.appended(text) for one in cards if (text := self._text(one, viewer))]
        new = {one.event.pk: one for one in cards}
        for card_key, public_id in self._about(set(new)):
            if card_key in new:
                pieces += self._once_more(new[card_key], viewer)
            else:
                pieces += self._older_pieces(viewer, card_key, public_id)
        return pieces

    def _once_more(self, one: log.Told, viewer: Onlooker) -> list[SafeString]:
        """A new card that has been told differently already: a page that has it from an answer shows how it was."""
        text = self._text(one, viewer)
        return [log.replaced(text)] if text else []

    def _text(self, one: log.Told, viewer: Onlooker) -> SafeString | None:
        key = (one.event.pk, id(one.facts), one.audience, log.controls(one, viewer))
        if key not in self.texts:
            try:
                self.texts[key] = log.draw_card(one, viewer)
            except Exception:
                logger.exception("the card %s could not be drawn", one.event)
                self.texts[key] = None
        return self.texts[key]

    @cached_property
    def _mentions(self) -> dict[int, list[tuple[int, str]]]:
        return _mentions_of({one.event_id for one in self.tellings})

    def _about(self, new: set[int]) -> list[tuple[int, str]]:
        """The cards that these new ones are about; of this pass's own they are read once for everybody."""
        known = self._mentions if new <= {one.event_id for one in self.tellings} else _mentions_of(new)
        return sorted({card for key in new for card in known.get(key, ())})

    def _older_pieces(self, viewer: Onlooker, card_key: int, public_id: str) -> list[SafeString]:
        versions = _heard(self._versions(card_key), viewer)
        text = self._text(versions[0], viewer) if versions else None
        if text is None:
            return [log.removed(public_id)] if self._heard_once(card_key) & viewer.hearing else []
        return [log.replaced(text), *self._put_in(viewer, card_key, text)]

    def _heard_once(self, card_key: int) -> frozenset[audience.Atom]:
        held: dict[int, frozenset[audience.Atom]] = self.__dict__.setdefault("held_taken", {})
        if card_key not in held:
            held[card_key] = log.heard_once(card_key)
        return held[card_key]

    def _versions(self, card_key: int) -> list[Telling]:
        held: dict[int, list[Telling]] = self.__dict__.setdefault("held_versions", {})
        if card_key not in held:
            held[card_key] = list(self._tellings().filter(event_id=card_key))
        return held[card_key]

    def _put_in(self, viewer: Onlooker, card_key: int, text: SafeString) -> list[SafeString]:
        """The card once more, after the one before it: a page that has it ignores this, one that must see it from now
        on puts it where it belongs."""
        before = self._neighbours(card_key)
        for audience_, subject, public_id in before:
            if (audience_, subject) in viewer.hearing:
                return [_put(text, f"#card-{public_id}", "afterend")]
        return [_put(text, "#log-cards", "afterbegin")] if len(before) < NEIGHBOURS else []

    def _neighbours(self, card_key: int) -> list[tuple[str, int, str]]:
        held: dict[int, list[tuple[str, int, str]]] = self.__dict__.setdefault("held_neighbours", {})
        if card_key not in held:
            rows = Telling.objects.filter(table=self.table, event_id__lt=card_key).order_by("-event_id")
            held[card_key] = list(rows.values_list("audience", "subject", "event__public_id")[:NEIGHBOURS])
        return held[card_key]


def _heard(tellings: Iterable[Telling], viewer: Onlooker) -> list[log.Told]:
    return log.fullest([one for one in tellings if (one.audience, one.subject) in viewer.hearing], viewer)


def _mentions_of(keys: set[int]) -> dict[int, list[tuple[int, str]]]:
    found: dict[int, list[tuple[int, str]]] = {}
    rows = Mention.objects.filter(event_id__in=keys).values_list("event_id", "card_id", "card__public_id")
    for event_key, card_key, public_id in rows:
        found.setdefault(event_key, []).append((card_key, public_id))
    return found


def _put(text: SafeString, target: str, swap: str) -> SafeString:
    return SafeString(f'<hx-partial hx-target="{target}" hx-swap="{swap}">{text}</hx-partial>')
