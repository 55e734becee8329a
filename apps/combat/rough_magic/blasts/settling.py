"""An explosion strikes: everybody who is still in it loses what is left of its rank (rough_magic.exploding)."""

from __future__ import annotations

from typing import Any

from apps.characters.models import Character
from apps.characters.rough_magic.endurance import damage_of, word_for
from apps.combat import tracking
from apps.combat.rough_magic.attacks import landing, resisting
from apps.combat.rough_magic.attacks.landing import Landed
from apps.combat.rough_magic.blasts import told
from apps.combat.rough_magic.blasts.charge import Blast, Facts, Struck, all_struck
from apps.rules.rough_magic.endurance import damage_record
from apps.table.models import Event
from apps.table.turn import Turn

EXPLODED = "rough_magic.exploded"
RULE = "rough_magic.exploding"


def settle(turn: Turn, blast: Blast) -> Event:
    """Levels and states of all who are in it, at once; then it is told. Inside the hold."""
    found = all_struck(turn.desk, blast, turn.options)
    by = told.thrower(turn.desk, blast)
    landed = [_strike(turn, one, by) for one in found]
    rows = [each.facts() | _measured(one) for each, one in zip(landed, found, strict=True)]
    full = {"what": blast.what, "rank": blast.rank, "radius": blast.radius, "rows": rows, "rule": RULE}
    seen = [
        landing.seen(row, one.sheet.character, turn.options) | _open_part(row, one.sheet.character)
        for row, one in zip(rows, found, strict=True)
        if not one.sheet.character.hidden
    ]
    event = told.tell(turn, EXPLODED, blast, full, full | {"rows": seen} if seen else None)
    for each in landed:
        resisting.ask_for(turn, each, by, event)
    return event


def _strike(turn: Turn, one: Struck, by: Character | None) -> Landed:
    character = one.sheet.character
    return landing.land(
        turn,
        tracking.fight_of(turn.table),
        character,
        one.levels,
        stunning=one.found.stunning,
        begins=one.effects,
        by=by,
    )


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
