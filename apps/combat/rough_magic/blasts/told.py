"""Who hears what explodes (rough_magic.visibility): of somebody unseen it would say whose it is."""

from __future__ import annotations

from typing import Any

from apps.characters.models import Character
from apps.combat.rough_magic.blasts.charge import Blast, Facts
from apps.table.audience import EVERYBODY, GMS, Audience, players_of
from apps.table.desk import Desk
from apps.table.models import Event
from apps.table.telling import tell_both
from apps.table.turn import Turn, Version

UNSEEN = "something"


def thrower(desk: Desk, blast: Blast) -> Character | None:
    """Who set it off; None where it went off by itself, or they are gone."""
    return desk.find(Character, blast.by) if blast.by else None


def what(desk: Desk, blast: Blast) -> str:
    """What explodes, as everybody may know it."""
    by = thrower(desk, blast)
    return UNSEEN if by is not None and by.hidden else blast.what


def tell(turn: Turn, kind: str, blast: Blast, full: Facts, public: Facts | None) -> Event:
    """All of it to the GMs and `public` to everybody; None: the GMs alone hear it. What somebody unseen set off is told
    to their own player besides."""
    by = thrower(turn.desk, blast)
    if public is None or by is None or not by.hidden:
        return tell_both(turn, kind, full, public)
    versions: list[tuple[Audience, dict[str, Any], int]] = [(GMS, full, 2), (EVERYBODY, public | {"what": UNSEEN}, 0)]
    versions += [(players_of(by.pk), public, 1)] if by.seat_id else []
    return turn.record(kind, [Version(*atom, rank, facts) for one, facts, rank in versions for atom in one.atoms])
