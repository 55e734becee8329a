"""How it stands with somebody, in words beside their name: states, the level, death (rough_magic.conditions)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from apps.characters.access import watchers_of
from apps.characters.models import THING, Character, Condition, Entry
from apps.characters.rough_magic import lasting, told
from apps.characters.rough_magic.endurance import EXHAUSTED, damage_of, is_dead, word_for
from apps.characters.rough_magic.states import HELPS, states_of
from apps.rules.rough_magic.lists import ATTRIBUTES, ENDURANCE
from apps.rules.rough_magic.options import Options
from apps.rules.rough_magic.states import KNOWN, ends_of
from apps.table.viewer import Viewer

BY_EVENT = {
    "own turn starts": "when their next turn begins",
    "own turn taken": "at the end of their next turn",
    "own place passed": "when their next place has passed",
    "own attack": "with their next attack",
    "attacked": "with the next attack on them",
    "got up": "when they get up",
    "left cover": "when they leave it",
    "recovered": "when they recover",
    "released": "when they break free or are let go",
    "became aware": "when they become aware",
    "its round is over": "when its round is over",
    "end of scene": "with the scene",
}
"""What ends a state, in words; what ends a scene stands for what ends a session."""
UNSEEN = frozenset({"surprised"})
"""States of the GM's people that no player is shown: who knows of no enemy yet (rough_magic.awareness-order)."""
OVERTAKEN = {"own turn taken": "own turn starts"}
"""What need not be told beside what comes before it."""


@dataclass(frozen=True)
class Badge:
    """A word beside a name. What it does, who brought it about and what ends it are for its owner and the GM; `id` is
    that of the condition, empty where levels tell it: `of_level`, for where the level stands beside it anyway."""

    text: str
    tone: str
    effect: str = ""
    source: str = ""
    ends: str = ""
    id: str = ""
    of_level: bool = False


def badges_of(character: Character, viewer: Viewer, *, reads: bool = False) -> list[Badge]:
    """Everything that shows; with `reads` what is behind it, for those who read the sheet (rough_magic.visibility).

    Of the viewer only the role counts, so that it may stand in what is drawn for a whole role.
    """
    known = reads or watchers_of(character).public
    states = [_state(one, viewer, reads) for one in states_of(character) if known or one.name not in UNSEEN]
    return [*_death(character), *_level(character, viewer.options, reads), *states]


def _death(character: Character) -> list[Badge]:
    return [Badge("Dead", "bad")] if is_dead(character) else []


def _level(character: Character, options: Options, reads: bool) -> list[Badge]:
    """The end of their strength, where those who look may know of it."""
    damage = damage_of(character)
    gone = damage.lost + damage.stun
    if gone < EXHAUSTED or not (reads or watchers_of(character).public or told.words_shown(options)):
        return []
    behind = ("", "", "") if character.sheet == THING or not reads else (ENDURANCE[gone].effect, "", "by recovery")
    return [Badge(word_for(character, damage), "bad", *behind, of_level=True)]


def _state(row: Condition, viewer: Viewer, reads: bool) -> Badge:
    tone = "good" if row.name in HELPS else "bad"
    ends = lasting.end_of(row) or ends_in_words(row.name, viewer.options)
    behind = (KNOWN[row.name].effect, source_of(row, viewer), ends)
    return Badge(row.name.capitalize(), tone, *(behind if reads else ("", "", "")), id=row.public_id)


def source_of(row: Condition, viewer: Viewer) -> str:
    """Who brought it about, or what it is about; of somebody hidden players are told no name."""
    if row.by is not None:
        return "by somebody unseen" if row.by.hidden and not viewer.is_gm else f"by {row.by.name}"
    return about(row.character, row.note)


def about(character: Character, note: str) -> str:
    """A note in words: an attribute or a power by its name."""
    names = {row.id: row.title for row in ATTRIBUTES}
    powers = character.desk.all(Entry, character=character, kind="power")
    names |= {row.public_id: row.name for row in powers}
    return names.get(note, note)


def ends_in_words(state: str, options: Options) -> str:
    """By which events it ends at this table, such as "with their next attack, or with the scene"."""
    return _joined([BY_EVENT[one] for one in _told_ends(ends_of(state, options))])


def _told_ends(events: Sequence[str]) -> list[str]:
    return [one for one in events if one in BY_EVENT and OVERTAKEN.get(one) not in events]


def _joined(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else "".join(words)
