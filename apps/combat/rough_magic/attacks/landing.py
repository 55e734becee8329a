"""What a hit does to whoever it reaches: levels, falls and states. Attacks, explosions and falls all land here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from apps.characters.access import watchers_of
from apps.characters.models import THING, Character
from apps.characters.rough_magic import states
from apps.characters.rough_magic.endurance import damage_of, is_down, lose, word_for
from apps.characters.rough_magic.sheet import UNNAMED
from apps.combat.models import Fight
from apps.rules.rough_magic.combat.harm import objects
from apps.rules.rough_magic.endurance import Damage
from apps.rules.rough_magic.lists import MOST
from apps.rules.rough_magic.options import Options
from apps.rules.rough_magic.roll import STEP
from apps.rules.rough_magic.visibility import LEVEL, visibility
from apps.table.games import game_of
from apps.table.turn import Turn

Facts = dict[str, Any]
RESISTED = ("blind and deaf", "cowering", "fleeing")
"""States that may be resisted at once, by the switch immediate-resist."""
INSTEAD = {"cowering": ("fleeing",), "fleeing": ("cowering",)}
"""Which state ends when another begins: of two terrors the later one counts."""


@dataclass(frozen=True)
class Landed:
    """What has become of somebody: levels lost by this hit, the level before and after, and states that began;
    `resists` are those that begin only if they are not resisted (apps.combat.rough_magic.attacks.resisting)."""

    character: Character
    levels: int
    stunning: bool
    before: Damage
    after: Damage
    fell: bool
    begun: tuple[str, ...]
    resists: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        """The level in words, as everybody may hear it."""
        return word_for(self.character, self.after)

    def facts(self) -> Facts:
        """All that a card tells of it; `seen` cuts what is the GM's."""
        return {
            "character": self.character.name,
            "character_id": self.character.public_id,
            "levels": counted(self.character, self.levels),
            "stunning": self.stunning,
            "was": word_for(self.character, self.before),
            "level": self.word,
            "lost": self.after.lost,
            "stun": self.after.stun,
            "fell": self.fell,
            "thing": self.character.sheet == THING,
            "begun": list(self.begun),
            "resists": list(self.resists),
        }


def land(
    turn: Turn,
    fight: Fight | None,
    target: Character,
    levels: int,
    *,
    stunning: bool = False,
    begins: Iterable[str] = (),
    by: Character | None = None,
    options: Options | None = None,
) -> Landed:
    """They lose so many levels, and these states begin (rough_magic.damage-record, rough_magic.exhausted).

    Whoever has no name is defeated by any (rough_magic.unnamed), stun does nothing to things (rough_magic.objects).
    `by` is who brought the states about. A fight keeps the switches that it began with. Nothing is refused and nothing
    told: the act tells `facts`. Inside the hold.
    """
    was_down, found = is_down(target), options or options_in(turn, fight)
    counted = levels_for(target, levels, stunning, found)
    before, after = lose(turn, target, counted, stunning=stunning and target.sheet != THING)
    due = tuple(begins) if target.sheet != THING else ()
    resists = tuple(name for name in due if found.immediate_resist and may_resist(target, name))
    begun = tuple(begin(turn, target, name, by) for name in due if name not in resists)
    fell = is_down(target) and not was_down
    return Landed(target, _lost(before, after), stunning, before, after, fell, begun, resists)


def may_resist(target: Character, state: str) -> bool:
    """Whether somebody may still keep out of it: not the defeated, nor whoever is in it already."""
    return state in RESISTED and not is_down(target) and not states.is_in(target, state)


def options_in(turn: Turn, fight: Fight | None) -> Options:
    """The switches that count now."""
    found: Options = game_of(turn.table).options(fight.span.options) if fight else turn.options
    return found


def levels_for(target: Character, levels: int, stunning: bool, options: Options) -> int:
    """How many levels a hit of so many costs this one."""
    if target.sheet == THING:
        margin = STEP * (levels - 1) if levels else None
        return objects(lost=damage_of(target).lost, margin=margin, stunning=stunning, options=options).endurance_lost
    return MOST if levels and target.sheet == UNNAMED else levels


def counted(character: Character, levels: int) -> int | None:
    """How many levels a card speaks of: whoever has no name has none to count, and is defeated by any."""
    return None if character.sheet == UNNAMED else levels


def _lost(before: Damage, after: Damage) -> int:
    return after.lost + after.stun - before.lost - before.stun


def begin(turn: Turn, target: Character, name: str, by: Character | None) -> str:
    """Puts somebody into a state that a hit brings about; of two terrors the later one counts."""
    states.end(turn, target, name, *INSTEAD.get(name, ()))
    states.begin(turn, target, name, by=by)
    return name


# who hears what


OF_LEVELS = ("levels", "stunning", "was", "lost", "stun")


def levels_open(character: Character) -> bool:
    """Whether everybody hears how many levels somebody loses: those of players' characters and of things."""
    return character.sheet == THING or watchers_of(character).public


def seen(facts: Facts, character: Character, options: Options) -> Facts:
    """What a card tells everybody: of a GM's character the level in words, by the switch enemy-levels-shown."""
    if levels_open(character):
        return facts
    less = {name: value for name, value in facts.items() if name not in OF_LEVELS}
    return less if visibility(viewer="player", item=LEVEL, options=options).shown else less | {"level": ""}
