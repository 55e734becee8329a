"""An explosion strikes: everybody who is still in it loses what is left of its rank (rough_magic.exploding)."""

from __future__ import annotations

from typing import Any

from apps.characters.models import Character
from apps.characters.rough_magic.endurance import damage_of, word_for
from apps.combat import tracking
from apps.combat.rough_magic.attacks import landing
from apps.combat.rough_magic.blasts.charge import Blast, Facts, Struck, all_struck
from apps.rules.rough_magic.endurance import damage_record
from apps.table.models import Event
from apps.table.telling import tell_both
from apps.table.turn import Turn

EXPLODED = "rough_magic.exploded"
RULE = "rough_magic.exploding"


def settle(turn: Turn, blast: Blast) -> Event:
    """Levels and states of all who are in it, at once; then it is told. Inside the hold."""
    found = all_struck(turn.desk, blast, turn.options)
    rows = [_strike(turn, blast, one) for one in found]
    full = {"what": blast.what, "rank": blast.rank, "radius": blast.radius, "rows": rows, "rule": RULE}
    seen = [
        landing.seen(row, one.sheet.character, turn.options) | _open_part(row, one.sheet.character)
        for row, one in zip(rows, found, strict=True)
        if not one.sheet.character.hidden
    ]
    return tell_both(turn, EXPLODED, full, full | {"rows": seen} if seen else None)


def _strike(turn: Turn, blast: Blast, one: Struck) -> Facts:
    character = one.sheet.character
    by = turn.desk.find(Character, blast.by) if blast.by else None
    begins = one.found.effects if one.one.answer in ("stays", "open") else ()
    landed = landing.land(
        turn,
        tracking.fight_of(turn.table),
        character,
        one.levels,
        stunning=one.found.stunning,
        begins=begins,
        by=by,
    )
    return landed.facts() | _measured(one)


def _measured(one: Struck) -> dict[str, Any]:
    """How it came to that."""
    return {
        "metres": one.one.distance,
        "here": one.found.rank_here,
        "dv": one.found.effective_dv,
        "guarded": one.one.guarded,
        "remaining": one.found.remaining,
        "answer": one.one.answer,
    }


OF_THE_SHEET = ("dv", "remaining")


def _open_part(row: Facts, character: Character) -> Facts:
    """The defence of a GM's character is the GM's (rough_magic.visibility)."""
    return {} if landing.levels_open(character) else dict.fromkeys(OF_THE_SHEET)


def after(character: Character, levels: int, stunning: bool) -> str:
    """What so many levels more would leave of somebody, in words."""
    damage = damage_of(character)
    return word_for(character, damage_record(lost=damage.lost, stun=damage.stun, new=levels, stunning=stunning))
