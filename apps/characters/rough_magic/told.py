"""What is told of somebody's levels, and to whom (rough_magic.visibility)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from apps.characters.access import watchers_of
from apps.characters.forms import named
from apps.characters.models import Character
from apps.characters.rough_magic.endurance import word_for
from apps.rules.rough_magic.endurance import Damage
from apps.rules.rough_magic.options import Options
from apps.rules.rough_magic.visibility import LEVEL, visibility
from apps.table.audience import EVERYBODY, GMS
from apps.table.models import Event
from apps.table.turn import Turn

Facts = dict[str, Any]
Line = tuple[Character, Facts]
NUMBERS = ("lost", "stun", "halved", "care_days", "bare_days")
WORDS = ("level", "was")


def levels_told(character: Character, before: Damage, after: Damage) -> Facts:
    """Both counts and the level's word, before and after."""
    return named(character) | {
        "lost": [before.lost, after.lost],
        "stun": [before.stun, after.stun],
        "was": word_for(character, before),
        "level": word_for(character, after),
    }


def seen(character: Character, facts: Facts, options: Options) -> Facts:
    """What those are told who do not read the sheet: of a GM's character the word alone, if the table shows it."""
    if watchers_of(character).public:
        return facts
    unseen = NUMBERS if words_shown(options) else (*NUMBERS, *WORDS)
    return {name: value for name, value in facts.items() if name not in unseen}


def words_shown(options: Options) -> bool:
    """Whether players are told the levels of GM characters in words (rough_magic.visibility)."""
    return visibility(viewer="player", item=LEVEL, options=options).shown


def tell_levels(turn: Turn, kind: str, lines: Sequence[Line], facts: Mapping[str, Any]) -> Event:
    """The GMs hear all; everybody of those of whom they know, as far as they may. `facts` are about all of them."""
    full = {**facts, "lines": [line for _, line in lines]}
    shown = [seen(one, line, turn.options) for one, line in lines if not one.hidden]
    return turn.tell(kind, full, to=GMS, also={EVERYBODY: {**facts, "lines": shown}} if shown else {})
