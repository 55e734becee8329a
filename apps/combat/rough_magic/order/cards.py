"""The turn card: what somebody may do in their turn, with one tap for what is common; and out of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from apps.board.board import stands_on_it
from apps.characters.models import Condition
from apps.characters.rough_magic import states
from apps.characters.rough_magic.endurance import is_dead, is_down, recent_of
from apps.characters.rough_magic.points import held_for
from apps.characters.rough_magic.sheet import sheet_of
from apps.checks.rough_magic import recovering
from apps.checks.rough_magic import waiting as checks_waiting
from apps.combat import tracking
from apps.combat.models import Combatant, Fight
from apps.combat.rough_magic.holds import gripping
from apps.combat.rough_magic.order import holding, provoked, stored, tasks, turns_of, waiting, ways
from apps.combat.rough_magic.order.going_on import stamp
from apps.combat.rough_magic.order.ways import Way
from apps.rules.rough_magic.lists import TERRORS
from apps.rules.rough_magic.options import Options
from apps.table.acts import offers
from apps.table.games import game_of
from apps.table.viewer import Viewer

AT_HAND = ("walk", "run", "sprint", "stand")
"""The ways to move that are one tap; the rest are in the form."""
DOES = (("attack", "Attack"), ("grapple", "Grapple"), ("taunt", "Taunt"), ("distract", "Distract"), ("check", "Roll"))
"""What takes the task by its own form, as far as the table has it."""
BREAK_FREE = ("break-free", "Break free")
COME_ROUND = ("recover", "Come round")
EXPLODES = "exploding"


@dataclass(frozen=True)
class Card:
    """One fighter of a seat's own. `on_board`: this seat sees them on a board, and they move there. `provoked`: what
    else than a task of their choice they owe a taunt, in words. `grips`: whom they hold, as far as this seat knows."""

    one: Combatant
    on_board: bool = False
    provoked: str = ""
    grips: tuple[Condition, ...] = ()

    @property
    def id(self) -> str:
        return self.one.character.public_id

    @property
    def name(self) -> str:
        return self.one.character.name

    @property
    def options(self) -> Options:
        return stored.options_of(self.one.fight)

    @cached_property
    def on(self) -> bool:
        return turns_of.has_turn(self.one)

    @property
    def breaks_in(self) -> bool:
        return bool(turns_of.deep(self.one))

    @property
    def stamp(self) -> str:
        return stamp(self.one.fight)

    @cached_property
    def ways(self) -> list[Way]:
        """The common ways that are open now."""
        found = ways.ways_of(self.one.character, self.options)
        return [
            one for one in found if one.id in AT_HAND and ways.why_not_move(self.one, one, None, self.options) is None
        ]

    @property
    def walk_on(self) -> int:
        """How many metres of a walk that was broken off are left."""
        walk = ways.way_of(self.one.character, "walk", self.options)
        return ways.left_of(self.one, walk) if walk is not None else 0

    @property
    def moved(self) -> bool:
        return not self.ways

    @property
    def gait(self) -> str:
        return ways.gait_of(self.one.character)

    @property
    def stuck(self) -> bool:
        """Whether it is a grip that keeps them where they are."""
        return states.is_in(self.one.character, "restrained")

    @cached_property
    def terror(self) -> str:
        """The state that leaves them nothing but the roll to come round (rough_magic.terrifying)."""
        return next((name for name in TERRORS.values() if states.is_in(self.one.character, name)), "")

    @property
    def pace(self) -> str:
        """The pace that is declared, in a word of its state."""
        return ways.GAITS.get(self.gait, "")

    @property
    def task_done(self) -> bool:
        return turns_of.why_not(self.one, "task", self.options) is not None

    @property
    def does(self) -> list[tuple[str, str]]:
        """The acts that are the task."""
        dazed = (COME_ROUND,) if recovering.open_to(self.one.character) else ()
        held = (BREAK_FREE,) if self.stuck else ()
        does = dazed if self.terror else (*dazed, *held, *DOES, *self._charges)
        return [(f"rough_magic.{word}", title) for word, title in does if offers("rough_magic", word)]

    @property
    def _charges(self) -> list[tuple[str, str]]:
        """The first thing of theirs that explodes, by its name."""
        arms = sheet_of(self.one.character).arms
        return [("explode", one.name) for one in arms if EXPLODES in one.types and one.ready][:1]

    @property
    def free(self) -> str:
        done, limit = turns_of.used(self.one).count("free"), self.options.free_action_limit
        return f"{done} of {limit}" if limit else str(done)

    @property
    def covered(self) -> bool:
        return states.is_in(self.one.character, "cover")

    @property
    def may_hold(self) -> bool:
        return holding.why_not_hold(self.one) is None

    @property
    def held(self) -> int | None:
        """From which round they hold a turn."""
        place = stored.fighter_of(self.one.fight, self.one.character)
        return place.held if place is not None else None

    @cached_property
    def waits(self) -> bool:
        """Whether a roll is held up for them."""
        return waiting.slot_of(self.one) is not None

    @property
    def may_wait(self) -> bool:
        return waiting.why_not_wait(self.one) is None

    @property
    def could(self) -> str:
        """What they could do before a roll."""
        return waiting.could_in_words(self.one)

    @property
    def raises(self) -> list[tuple[str, str, str]]:
        """Powers that can be raised before a roll: name, id, and what is given up for it."""
        found = waiting.raises_of(self.one)
        return [(one.power.name, one.power.id, tasks.price_words(one.price)) for one in found]

    @property
    def down(self) -> bool:
        return is_down(self.one.character)

    @property
    def dead(self) -> bool:
        return is_dead(self.one.character)

    @property
    def may_rally(self) -> bool:
        """Whether a plot point brings them back to their feet (rough_magic.rally)."""
        character = self.one.character
        able = self.options.rally_when_defeated and recent_of(character) and not self.dead
        return bool(able) and held_for(character) > 0

    @property
    def held_up(self) -> str:
        """Who waits before their roll."""
        return checks_waiting.in_words(self.one.desk, self.one.character, game_of(self.one.fight.table).gm)

    @property
    def force_costs(self) -> str:
        """What a defence out of turn would cost, in words; nothing where it is refused."""
        price = "" if self.on else stored.price_of(self.one.fight, self.one.character, "power")
        return tasks.price_words(price) if price else ""


def cards_of(viewer: Viewer, fight: Fight) -> list[Card]:
    """A player's own fighters who have a place; for a GM whoever acts and is nobody's."""
    if viewer.is_gm:
        now = turns_of.on_turn(fight)
        mine = [now] if now is not None and now.character.seat_id is None else []
    else:
        mine = [one for one in stored.ordered(fight) if one.character.seat_id == viewer.seat.pk]
    cards = [_card(viewer, one) for one in mine]
    return sorted(cards, key=lambda card: not card.on)


def _card(viewer: Viewer, one: Combatant) -> Card:
    no = provoked.why_not(viewer, one.character)
    grips = gripping.known(viewer, gripping.holds_of(one.character))
    return Card(one, stands_on_it(viewer, one.character), no.text if no else "", tuple(grips))


def fight_now(viewer: Viewer) -> Fight | None:
    fight = tracking.fight_of(viewer.table)
    return fight if fight is not None and fight.turn is not None else None
