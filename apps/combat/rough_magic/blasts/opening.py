"""An explosion goes off: it is told, and whoever can dive clear is asked; with nobody to ask it strikes at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from apps.characters.models import Character
from apps.characters.rough_magic import states
from apps.checks.versus import openly
from apps.combat import tracking
from apps.combat.rough_magic.blasts import area, diving, settling, told
from apps.combat.rough_magic.blasts.charge import KINDS, OPEN, QUIETLY, Blast, Caught, Facts, caught_in, is_guarded
from apps.combat.rough_magic.order import provoked
from apps.rules.distance import name_of
from apps.table import exchanges
from apps.table.models import Event, Span
from apps.table.spans import ends_with_span
from apps.table.turn import Turn
from apps.table.viewer import Viewer

WENT_OFF = "rough_magic.went-off"


def with_unseen(viewer: Viewer, blast: Blast) -> Blast:
    """With those whom the board shows within it and of whom this seat does not know; its own page never has them."""
    found = area.unseen(viewer, blast.cell, blast.radius)
    unseen = tuple(Caught(one.pk, metres, is_guarded(one)) for one, metres in found.items())
    return replace(blast, caught=(*blast.caught, *unseen))


def where_they_stand_now(viewer: Viewer, blast: Blast, typed: Collection[int]) -> Blast:
    """With those whom the board has within it now; of whom it was `typed` how far they are, and of whom the board knows
    nothing, that stands. What guarded somebody does, and what does now."""
    on_board = {
        one: metres
        for one in area.there(viewer)
        if one.pk not in typed and (metres := area.by_board(viewer, one, blast.cell)) is not None
    }
    keys = {one.pk for one in on_board}
    kept = [one for one in blast.caught if one.character not in keys]
    guarded = {one.character for one in blast.caught if one.guarded}
    within = [
        Caught(one.pk, metres, one.pk in guarded or is_guarded(one))
        for one, metres in on_board.items()
        if metres <= blast.radius
    ]
    return replace(blast, caught=(*kept, *within))


def goes_off(turn: Turn, blast: Blast, at: Character | None) -> Event:
    """Tells of it, and asks who can dive clear of what would cost them something."""
    _ends_taunt(turn, blast)
    asked = [one for one in blast.caught if diving.may_dive(turn, blast, one)]
    blast = blast.with_(replace(one, answer="open") for one in asked)
    event = _tell(turn, blast, at)
    if not asked:
        settling.settle(turn, blast)
        return event
    people = {one.character: turn.desk.get(Character, one.character) for one in asked}
    hidden = all(one.hidden for one in people.values())
    exchange = exchanges.open_exchange(turn, QUIETLY if hidden else OPEN, blast, event)
    for whom, facts in _questions(blast, people.values()):
        exchanges.ask(turn, exchange, whom, facts)
    return event


def _ends_taunt(turn: Turn, blast: Blast) -> None:
    """Whoever was taunted has struck back, where the taunter is in it (rough_magic.taunting)."""
    by = told.thrower(turn.desk, blast)
    caught = caught_in(turn.desk, blast)
    if by is not None and any(one in caught for one in provoked.taunters_of(by)):
        states.end(turn, by, provoked.TAUNTED)


def _questions(blast: Blast, people: Iterable[Character]) -> list[tuple[tuple[str, int], Facts]]:
    """Each player's character is asked about; of all the others the GM is, in one question."""
    found: list[tuple[tuple[str, int], Facts]] = []
    others: list[Character] = []
    for one in people:
        if one.seat_id:
            found.append((("character", one.pk), _asked(blast, [one]) | {"what": told.what(one.desk, blast)}))
        else:
            others.append(one)
    return [*found, (("gms", 0), _asked(blast, others))] if others else found


def _asked(blast: Blast, people: Sequence[Character]) -> Facts:
    return {
        "what": blast.what,
        "who": [one.name for one in people],
        "character_ids": [one.public_id for one in people],
    }


def _tell(turn: Turn, blast: Blast, at: Character | None) -> Event:
    by = told.thrower(turn.desk, blast)
    caught = [turn.desk.get(Character, one.character) for one in blast.caught]
    full: dict[str, Any] = {
        "character": by.name if by else "",
        "character_id": by.public_id if by else "",
        "what": blast.what,
        "rank": blast.rank,
        "radius": blast.radius,
        "at": at.name if at else "",
        "cell": name_of(blast.cell) if blast.cell else "",
        "names": [one.name for one in caught],
        "rule": "rough_magic.exploding",
    }
    seen = full | {
        "character": openly(by) if by else "",
        "character_id": by.public_id if by and not by.hidden else "",
        "at": openly(at) if at else "",
        "names": [one.name for one in caught if not one.hidden],
    }
    is_seen = bool(seen["names"] or seen["character_id"])
    return told.tell(turn, WENT_OFF, blast, full, seen if is_seen else None)


@ends_with_span(tracking.KIND, game="rough_magic")
def nobody_is_waited_for(turn: Turn, span: Span) -> list[Facts]:
    """With the fight nobody is asked any more. What has gone off strikes all the same, and whoever has not said
    anything stays."""
    for one in exchanges.open_exchanges(turn.desk, *KINDS):
        blast: Blast = exchanges.state_of(one)
        exchanges.close(turn, one)
        settling.settle(turn, blast)
    return []
