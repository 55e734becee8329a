"""One pass over a table: draws what each of its screens must be sent.

Everything here runs in one reading thread (or in the thread of a request), at the desk. Each text is drawn once for
all who are sent the same: a panel once per group, a card once per version and set of buttons; and not at all where
nothing changed that was read for it.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.db import DatabaseError
from django.http import Http404
from django.utils.safestring import SafeString

from apps.table import audience, log, panels
from apps.table.desk import Desk
from apps.table.hold import at_the_desk
from apps.table.models import Event, Mention, Seat, SeatDevice, Telling
from apps.table.models.record import UNDO
from apps.table.sure import sure
from apps.table.viewer import Viewer

from .screens import Screen

RELOAD = '<hx-partial id="reload-please"></hx-partial>'

logger = logging.getLogger(__name__)
Atoms = dict[int, frozenset[audience.Atom]]


@dataclass
class Work:
    """A pass to be made: `drawn` is the version that the members were last drawn at (None: there are none), `seen` the
    newest event of then, `atoms` the audiences that each seat was in then."""

    table_key: int
    drawn: int | None = None
    seen: int = 0
    members: list[Screen] = field(default_factory=list)
    newcomers: list[Screen] = field(default_factory=list)
    atoms: Atoms = field(default_factory=dict)


@dataclass(frozen=True)
class Parcel:
    """What one screen is sent, and what is then noted of it. `over` says that it is sent nothing more: "left" where it
    holds no seat any more, "put-away" or "deleted" where its table is, "reload" where it must be loaded anew."""

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
    """Makes the pass."""
    try:
        with at_the_desk(work.table_key) as desk:
            if desk.table.put_away_at is not None:
                return _ended(work, "put-away", desk.version or 0)
            return _Pass(work, desk).made()
    except Http404:
        return _ended(work, "deleted", work.drawn or 0)


def _ended(work: Work, over: str, version: int) -> Drawn:
    return Drawn(version, work.seen, [Parcel(one, over=over) for one in work.members + work.newcomers])


class _Pass:
    def __init__(self, work: Work, desk: Desk) -> None:
        self.work = work
        self.desk = desk
        self.cards = _Cards(desk, work.seen)
        self.viewers: dict[Any, Viewer] = {}

    def made(self) -> Drawn:
        work, newest = self.work, self.desk.newest
        parcels = [self._member_or_reload(one, newest) for one in work.members]
        parcels += [self._newcomer_or_nothing(one, newest) for one in work.newcomers]
        return Drawn(self.desk.version or 0, newest, parcels)

    def _member_or_reload(self, screen: Screen, seen: int) -> Parcel:
        """A page that cannot be drawn for is loaded anew, so that a mistake of ours costs one screen, not the table."""
        try:
            return self._for_member(screen, self._viewer(screen), seen)
        except DatabaseError:
            raise  # the whole pass is made again on a new connection
        except Exception:
            logger.exception("nothing could be drawn for seat %s", screen.seat_key)
            return Parcel(screen, RELOAD, over="reload")

    def _newcomer_or_nothing(self, screen: Screen, seen: int) -> Parcel:
        """A page that was just loaded is fresh: where nothing can be drawn for it, it is not asked to load again."""
        try:
            return self._for_newcomer(screen, self._viewer(screen), seen)
        except DatabaseError:
            raise  # the whole pass is made again on a new connection
        except Exception:
            logger.exception("nothing could be drawn for seat %s", screen.seat_key)
            return Parcel(screen, "", seen, {}, screen.role)

    # whose eyes

    def _viewer(self, screen: Screen) -> Viewer | None:
        """The eyes behind a screen; None where the device that opened it does not hold the seat any more."""
        key = (screen.seat_key, screen.looks_as, tuple(sorted(screen.open.items())))
        if not self.desk.all(SeatDevice, seat=screen.seat_key, token_hash=screen.device):
            return None
        if key not in self.viewers:
            seat = self.desk.get(Seat, screen.seat_key)
            if seat.removed_at is not None:
                return None
            self.viewers[key] = self._eyes(Viewer(self.desk.table, seat, open=screen.open), screen.looks_as)
        return self.viewers[key]

    def _eyes(self, mine: Viewer, looks_as: str) -> Viewer:
        """The GM's eyes behind those of the other seat; one's own where that may not be."""
        other = self.desk.one(Seat, public_id=looks_as) if looks_as and mine.is_gm else None
        return mine.through(other) if other and not other.is_gm and other.removed_at is None else mine

    # what each is sent

    def _for_member(self, screen: Screen, viewer: Viewer | None, seen: int) -> Parcel:
        if over := _over(screen, viewer):
            return over
        viewer = sure(viewer)
        if self._hears_other_cards(viewer):
            return Parcel(screen, RELOAD, over="reload")
        pieces, sent = panels.pieces(viewer, screen.sent)
        new = [one for one in self.cards.new(viewer) if one.event.pk > screen.last]
        cards = self.cards.pieces(viewer, new, screen.last)
        last = max([seen, *(one.event.pk for one in new)]) if cards or new else screen.last
        return Parcel(screen, "".join([*pieces, *cards]), last, sent, viewer.role)

    def _hears_other_cards(self, viewer: Viewer) -> bool:
        """Whether this seat was given or lost a character for whose player older cards were told."""
        atoms = viewer.atoms
        before = self.work.atoms.setdefault(viewer.seat.pk, atoms)
        if before == atoms:
            return False
        self.work.atoms[viewer.seat.pk] = atoms
        keys = [key for kind, key in before ^ atoms if kind == "character"]
        older = Telling.objects.filter(audience="character", subject__in=keys, event_id__lte=self.work.seen)
        return bool(keys) and older.exists()

    def _for_newcomer(self, screen: Screen, viewer: Viewer | None, seen: int) -> Parcel:
        if over := _over(screen, viewer):
            return over
        viewer = sure(viewer)
        new = cards_since(viewer, screen.since)
        if new is None:
            return Parcel(screen, RELOAD, over="reload")
        pieces, sent = panels.pieces(viewer, {})
        pieces += self.cards.pieces(viewer, new, log.cursor_key(viewer, screen.since) or 0)
        self.work.atoms.setdefault(viewer.seat.pk, viewer.atoms)
        last = max([seen, *(one.event.pk for one in new)])
        return Parcel(screen, "".join(pieces), last, sent, viewer.role)


def _over(screen: Screen, viewer: Viewer | None) -> Parcel | None:
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
    cards = log.since(viewer, key, most=log.FAR_BEHIND)
    return None if len(cards) > log.FAR_BEHIND else cards


class _Cards:
    """The cards of one pass: what was told since the last one, and the older cards that this is about."""

    def __init__(self, desk: Desk, seen: int) -> None:
        self.desk = desk
        self.seen = seen
        self._taken: dict[int, frozenset[audience.Atom]] = {}

    @cached_property
    def _tellings(self) -> list[Telling]:
        return self.desk.tail_since(self.seen)

    def new(self, viewer: Viewer) -> list[log.Told]:
        if self.desk.has_tail_after(self.seen):
            return log.fullest(self._tellings, viewer.ears)
        return log.since(viewer, self.seen)

    def pieces(self, viewer: Viewer, cards: list[log.Told], since: int) -> list[SafeString]:
        """New cards to be appended, then the older cards that they are about: changed, put in, or taken away.

        `since` is the key of the newest card that the page has.
        """
        pieces = [log.appended(text) for one in cards if (text := _text(one, viewer))]
        new = {one.event.pk: one for one in cards}
        for card in self._about(new, viewer, since):
            if card.pk in new:
                pieces += _once_more(new[card.pk], viewer)
            else:
                pieces += self._older_pieces(viewer, card)
        return pieces

    def _about(self, new: Mapping[int, log.Told], viewer: Viewer, since: int) -> list[Event]:
        about = self._mentioned(new, since)
        turned = {one.pk: one for by, one in self._turned if one.pk <= since < by}
        about |= {key: one for key, one in turned.items() if log.told(viewer, one)}
        return [about[key] for key in sorted(about)]

    def _mentioned(self, new: Mapping[int, log.Told], since: int) -> dict[int, Event]:
        """What the new cards are about; and what cards were about that came and were hidden since: no card of the page
        tells of that any more."""
        found: dict[int, Event] = {}
        waiting = list(new)
        while waiting:
            for one in self.desk.all(Mention, event=waiting.pop()):
                if one.card_id > since and one.card_id not in new and one.card_id not in found:
                    waiting.append(one.card_id)
                found[one.card_id] = one.card
        return found

    @cached_property
    def _turned(self) -> list[tuple[int, Event]]:
        """What was taken back, and what stands again, each with the key of the event by which it does: the card that
        tells so may be hidden."""
        undone = [(one.undone_by_id, one) for one in self.desk.all(Event) if one.undone_by_id is not None]
        return [*undone, *((by, _taken_back_by(one)) for by, one in undone if one.kind == UNDO)]

    def _older_pieces(self, viewer: Viewer, card: Event) -> list[SafeString]:
        told = log.told(viewer, card)
        text = _text(told, viewer) if told else None
        if text is None:
            return [log.removed(card.public_id)] if self._heard_once(card.pk) & viewer.hearing else []
        return [log.replaced(text), *self._put_in(viewer, card.pk, text)]

    def _heard_once(self, card_key: int) -> frozenset[audience.Atom]:
        if card_key not in self._taken:
            self._taken[card_key] = log.heard_once(card_key)
        return self._taken[card_key]

    def _put_in(self, viewer: Viewer, card_key: int, text: SafeString) -> list[SafeString]:
        """The card once more, after the one before it: a page that has it ignores this, one that must see it from now
        on puts it where it belongs."""
        for one in reversed(self.desk.tail()):
            if one.event_id < card_key and (one.audience, one.subject) in viewer.hearing:
                return [_put(text, f"#card-{one.event.public_id}", "afterend")]
        if self.desk.has_whole_log:
            return [_put(text, "#log-cards", "afterbegin")]
        return self._put_far_up(viewer, card_key, text)

    def _put_far_up(self, viewer: Viewer, card_key: int, text: SafeString) -> list[SafeString]:
        before = viewer.ears.tellings().filter(event_id__lt=card_key).order_by("-event_id").first()
        if before is None:
            return [_put(text, "#log-cards", "afterbegin")]
        return [_put(text, f"#card-{before.event.public_id}", "afterend")]


def _taken_back_by(undo: Event) -> Event:
    """What it took back is the first that a taking back is about."""
    return undo.desk.all(Mention, event=undo)[0].card


def _text(one: log.Told, viewer: Viewer) -> SafeString | None:
    try:
        return log.draw_card(one, viewer)
    except DatabaseError:
        raise
    except Exception:
        logger.exception("the card %s could not be drawn", one.event)
        return None


def _once_more(one: log.Told, viewer: Viewer) -> list[SafeString]:
    """A new card that has been told differently already: a page that has it from an answer shows how it was."""
    text = _text(one, viewer)
    return [log.replaced(text)] if text else []


def _put(text: SafeString, target: str, swap: str) -> SafeString:
    return SafeString(f'<hx-partial hx-target="{target}" hx-swap="{swap}">{text}</hx-partial>')
