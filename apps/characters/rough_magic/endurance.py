"""Endurance of people and things: levels lost and levels stunned, each a track (rough_magic.damage-record)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from apps.characters import rows
from apps.characters.fallen import says_who_is_dead
from apps.characters.models import THING, Character, Track
from apps.rules.rough_magic.endurance import Damage, damage_record
from apps.rules.rough_magic.lists import ENDURANCE, MOST, Level
from apps.table.turn import Turn

LOST, STUN = "lost", "stun"
RECENT = "lost-since-rest"
"""The track of how many levels were lost since the last half-hour rest: those that a rally can give back."""
REST = "rest-open"
"""The track that is 1 from a loss of levels until the half hour of rest that gives one back (rough_magic.recovery)."""
CARE, WITHOUT = "days-with-care", "days-without"
"""The tracks that count days of either kind; those without are counted up to the week that gives a level."""
DEAD = "dead"
"""The track that is 1 for whoever has died (rough_magic.death)."""
NAMED: dict[Level, int] = {row.title: n for n, row in enumerate(ENDURANCE)}
EXHAUSTED, DEFEATED = MOST - 1, MOST


def damage_of(character: Character) -> Damage:
    """What they have lost so far."""
    return character.desk.memo_of(character, "rough damage", lambda: _damage(character))


def _damage(character: Character) -> Damage:
    """Each track is taken back by itself, and both together may be more than there are then: lasting levels push stun
    out."""
    values = {row.key: row.value for row in character.desk.all(Track, character=character)}
    lost = values.get(LOST, 0)
    return Damage(lost, min(values.get(STUN, 0), MOST - lost))


def word_for(character: Character, damage: Damage) -> str:
    """What the level is called: of a thing "Scuffed", of anybody else "Winded" (rough_magic.objects)."""
    row = ENDURANCE[damage.lost + damage.stun]
    return row.object if character.sheet == THING else row.title.capitalize()


def is_down(character: Character) -> bool:
    """Whether they are defeated or dead: they neither move nor act (rough_magic.exhausted)."""
    damage = damage_of(character)
    return damage.lost + damage.stun >= DEFEATED or is_dead(character)


@says_who_is_dead("rough_magic")
def is_dead(character: Character) -> bool:
    """Whether GM and player agreed that they died (rough_magic.death)."""
    return _is_set(character, DEAD)


def may_rest(character: Character) -> bool:
    """Whether levels were lost for which the half hour of rest was not taken yet."""
    return _is_set(character, REST)


def _is_set(character: Character, key: str) -> bool:
    kept = character.desk.one(Track, character=character, key=key)
    return kept is not None and kept.value > 0


def is_exhausted(character: Character) -> bool:
    damage = damage_of(character)
    return damage.lost + damage.stun == EXHAUSTED


Listener = Callable[[Turn, Character, Damage, Damage], None]
_listeners: list[Listener] = []


def follows_harm(listener: Listener) -> Listener:
    """Registers what follows when levels change, however they do, or somebody dies; it is called with the damage before
    and after, once the act has told its event."""
    _listeners.append(listener)
    return listener


def set_damage(turn: Turn, character: Character, damage: Damage) -> None:
    """Writes what is not so yet; new losses count for a rally and give a half hour of rest anew, and whoever lacks no
    lasting level has no days of recovery to count. Inside the hold."""
    before, recent = damage_of(character), recent_of(character)
    if damage == before:
        return
    more = damage.lost + damage.stun - before.lost - before.stun
    values = {LOST: damage.lost, STUN: damage.stun}
    if more > 0 and character.sheet != THING:
        values |= {RECENT: recent + more, REST: 1}
    values |= {} if damage.lost else {CARE: 0, WITHOUT: 0}
    for key, value in values.items():
        _write(turn, character, key, value)
    _follow(turn, character, before, damage)


def _follow(turn: Turn, character: Character, before: Damage, after: Damage) -> None:
    for listener in _listeners:
        turn.later(partial(listener, turn, character, before, after))


def rested(turn: Turn, character: Character) -> None:
    """The half hour was taken, or let pass: the next one comes with new losses."""
    _write(turn, character, REST, 0)
    count_recent(turn, character, 0)


def set_rest(turn: Turn, character: Character, open_: bool) -> None:
    """Sets whether the half hour of rest is still to be had, as a sheet from another table has it."""
    _write(turn, character, REST, int(open_))


def set_days(turn: Turn, character: Character, care: int, without: int) -> None:
    """Sets how many days of recovery count by now, with rest and care and without."""
    _write(turn, character, CARE, care)
    _write(turn, character, WITHOUT, without)


def set_dead(turn: Turn, character: Character, dead: bool) -> None:
    """Writes it, with the levels as they are; whatever follows harm follows this too."""
    _write(turn, character, DEAD, int(dead))
    damage = damage_of(character)
    _follow(turn, character, damage, damage)


def _write(turn: Turn, character: Character, key: str, value: int) -> None:
    """Sets a track; 0 makes none."""
    if value or turn.desk.one(Track, character=character, key=key) is not None:
        rows.set_track(turn, character, key, value)


def lose(turn: Turn, character: Character, levels: int, *, stunning: bool = False) -> tuple[Damage, Damage]:
    """They lose so many levels more, four in all at the most; returns before and after."""
    before = damage_of(character)
    after = damage_record(lost=before.lost, stun=before.stun, new=levels, stunning=stunning)
    set_damage(turn, character, after)
    return before, after


def recent_of(character: Character) -> int:
    """How many of the levels that they lack were lost since their last half-hour rest (rough_magic.rally)."""
    kept = character.desk.one(Track, character=character, key=RECENT)
    damage = damage_of(character)
    return min(kept.value, damage.lost + damage.stun) if kept is not None else 0


def count_recent(turn: Turn, character: Character, levels: int) -> None:
    """Sets that count: 0 after a half-hour rest."""
    _write(turn, character, RECENT, levels)
