"""The order of play as it is drawn: a row of each place, who breaks in under whom, what is held, owed and forced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from apps.characters.rough_magic.badges import Badge, badges_of
from apps.characters.rough_magic.endurance import is_down
from apps.characters.rough_magic.sheet import RoughSheet, sheet_of
from apps.characters.rough_magic.told import words_shown
from apps.combat import gathering
from apps.combat.models import Combatant, Fight
from apps.combat.rough_magic.order import going_on, stored, surroundings, turns_of, waiting, ways
from apps.combat.sides import changed_side
from apps.rules.rough_magic.combat.actions import HALF, OTHER_HALF
from apps.rules.rough_magic.combat.turns import Place
from apps.rules.rough_magic.lists import MOST
from apps.table import exchanges
from apps.table.sure import sure
from apps.table.viewer import Viewer

OF_LEVELS = frozenset({"Exhausted", "Defeated"})
"""What the word of the level says already."""


@dataclass(frozen=True)
class Row:
    """One fighter as a role sees them. `on`: their turn runs; `inner`: it runs inside another's."""

    one: Combatant
    place: Place
    on: bool
    inner: bool
    next: bool
    level: str
    steps: tuple[str, ...]
    badges: tuple[Badge, ...]
    left: str

    @property
    def sheet(self) -> RoughSheet:
        return sheet_of(self.one.character)

    @property
    def id(self) -> str:
        return self.one.character.public_id

    @property
    def name(self) -> str:
        return self.one.character.name

    @property
    def done(self) -> bool:
        return self.one.state == "acted" and not self.on

    @property
    def interrupted(self) -> bool:
        """Whether somebody breaks into their turn."""
        return self.one.state == "acting" and not self.on

    @property
    def may_wait(self) -> bool:
        return not self.inner and waiting.why_not_wait(self.one) is None

    @property
    def words(self) -> str:
        """One line on how it stands with their turn."""
        round_ = sure(self.one.fight.turn).number
        if self.on and self.left:
            return self.left
        lines = (
            (self.place.away, "Down: the place is passed over"),
            (self.on, "Acts now"),
            (self.place.held is not None, "May break in at any moment"),
            (self.one.state == "waiting" and self.place.owed, "Has given up this place"),
            (bool(turns_of.deep(self.one)) and self.one.state == "waiting", f"The own place of round {round_} stays"),
            (self.next, "Next"),
        )
        return next((line for holds, line in lines if holds), "")

    @property
    def tags(self) -> list[tuple[str, str]]:
        """What is held, owed and forced, each with its tone."""
        found = []
        if self.inner:
            found.append(("Breaks in", "ember"))
        if side := changed_side(self.one):
            found.append((side, ""))
        if not self.inner and waiting.slot_of(self.one) is not None:
            found.append(("Waits", "warn"))
        if self.place.held is not None:
            found.append((f"Held since {self.place.held}", "warn"))
        if self.place.forced is not None:
            found.append(("Forced", ""))
        if self.place.owed:
            found.append((f"Owes {self.place.owed}", "bad"))
        return found


@dataclass(frozen=True)
class PlaceRow:
    """A place of the order: one alone, or a group that folds. `inner` are those who break into its turn."""

    number: int
    rows: tuple[Row, ...]
    inner: tuple[Row, ...] = ()

    @property
    def group(self) -> bool:
        return len(self.rows) > 1

    @property
    def name(self) -> str:
        return gathering.name_of(row.one for row in self.rows)

    @property
    def played(self) -> bool:
        """Whether players play some of them, who want to be seen."""
        return any(row.one.character.seat_id for row in self.rows)

    @property
    def up(self) -> str:
        """How many of a group stand."""
        return f"{sum(not row.place.away for row in self.rows)} of {len(self.rows)} up"

    @property
    def holders(self) -> list[str]:
        """Those of a group who may break in, told where it is folded too."""
        return [row.name for row in self.rows if row.place.held is not None]

    @property
    def on(self) -> Row | None:
        return next((row for row in self.rows if row.on), None)

    @property
    def interrupted(self) -> Row | None:
        return next((row for row in self.rows if row.interrupted), None)

    @property
    def look(self) -> str:
        """How its line is drawn."""
        if self.on:
            return "now"
        if self.interrupted:
            return "waits"
        return "done" if all(row.done for row in self.rows) else ""


@dataclass(frozen=True)
class Order:
    """The order as one role sees it: nobody of whom it does not know, and no gap where they are."""

    viewer: Viewer
    fight: Fight

    @property
    def round(self) -> int:
        return sure(self.fight.turn).number

    @property
    def rolling(self) -> bool:
        """Whether the order is still rolled for."""
        return self.fight.phase == stored.ROLLING

    @property
    def over(self) -> bool:
        """Whether the surroundings move."""
        return self.fight.phase == stored.SURROUNDINGS

    @cached_property
    def known(self) -> list[Combatant]:
        return self._known(stored.ordered(self.fight))

    def _known(self, those: list[Combatant]) -> list[Combatant]:
        return those if self.viewer.is_gm else gathering.seen(those)

    @cached_property
    def now(self) -> Combatant | None:
        """Who acts, as far as the role knows them."""
        found = turns_of.on_turn(self.fight)
        return found if found is not None and (self.viewer.is_gm or not found.character.hidden) else None

    @cached_property
    def next(self) -> Combatant | None:
        """Whose turn comes next, of those whom the role knows."""
        play = stored.play_of(self.fight)
        for one in self.known:
            place = play.place(one.public_id)
            if one.state == "waiting" and not place.owed and not place.away:
                return one
        return None

    @cached_property
    def places(self) -> list[PlaceRow]:
        grouped = [tuple(those) for _, those in groupby(self.known, key=lambda one: one.place)]
        return [self._place(n, those) for n, those in enumerate(grouped, 1)]

    def _place(self, number: int, those: Sequence[Combatant]) -> PlaceRow:
        return PlaceRow(number, tuple(self._row(one) for one in those), self._inner(those))

    @cached_property
    def inside_nobody(self) -> list[Row]:
        """Those who use a held turn when all have had theirs, or inside that of somebody hidden."""
        return [] if any(place.inner for place in self.places) else self._breaking_in()

    def _inner(self, those: Sequence[Combatant]) -> tuple[Row, ...]:
        return tuple(self._breaking_in()) if any(one.state == "acting" for one in those) else ()

    def _breaking_in(self) -> list[Row]:
        return [self._row(one, inner=True) for one in self._known(turns_of.breaking_in(self.fight))]

    def _row(self, one: Combatant, *, inner: bool = False) -> Row:
        reads = self.viewer.is_gm or bool(one.character.seat_id)
        deep = bool(turns_of.deep(one))
        return Row(
            one=one,
            place=stored.play_of(self.fight).place(one.public_id),
            on=one == self.now and inner == deep,
            inner=inner,
            next=one == self.next,
            level=sheet_of(one.character).level if reads or words_shown(self.viewer.options) else "",
            steps=steps_of(one) if reads else (),
            badges=tuple(self._badges(one)),
            left=left_words(one) if reads and one == self.now and inner == deep else "",
        )

    def _badges(self, one: Combatant) -> list[Badge]:
        found = badges_of(one.character, self.viewer, reads=self.viewer.is_gm)
        return [badge for badge in found if badge.text not in OF_LEVELS]

    @cached_property
    def movers(self) -> list[surroundings.Mover]:
        """What moves at the end of the round."""
        return surroundings.known(surroundings.movers(self.fight), self.viewer)

    @cached_property
    def waits(self) -> list[str]:
        """Who waits before a roll, in words."""
        return [one.words for one in waiting.who_waits(self.fight.desk, None)]

    @property
    def falling(self) -> list[str]:
        return [one.words for one in self.movers if one.falls]

    @property
    def unsteered(self) -> list[str]:
        return [one.words for one in self.movers if not one.falls]

    @property
    def unaware(self) -> list[str]:
        """Who waits outside: the GM alone knows."""
        shown = self.viewer.is_gm and not self.rolling
        return gathering.names(stored.to_notice(self.fight)) if shown else []


def steps_of(one: Combatant) -> tuple[str, ...]:
    """The four levels that can be lost, each as it is drawn."""
    damage = sheet_of(one.character).damage
    return tuple("lost" if n < damage.lost else "stun" if n < damage.lost + damage.stun else "" for n in range(MOST))


def left_words(one: Combatant) -> str:
    """What is left of a turn: Walk 6 m, task, free acts 0 of 6."""
    if is_down(one.character):
        return ""
    limit = stored.options_of(one.fight).free_action_limit
    free = turns_of.used(one).count("free")
    words = [_movement(one), _task(one), f"free acts {free} of {limit}" if limit else f"free acts {free}"]
    return ", ".join(words).capitalize()


def _movement(one: Combatant) -> str:
    used = turns_of.used(one)
    walk = ways.way_of(one.character, "walk", stored.options_of(one.fight))
    if HALF in used and OTHER_HALF not in used and walk is not None:
        return f"walk on {ways.left_of(one, walk)} m"
    return "has moved" if {"movement", HALF} & set(used) else f"walk {walk.metres if walk else 0} m"


def _task(one: Combatant) -> str:
    return "task done" if "task" in turns_of.used(one) else "task"


def head(order: Order) -> dict[str, Any]:
    """What the GM's main buttons say and carry."""
    words, _ = going_on.what_next(order.fight)
    return {
        "next": words,
        "stamp": going_on.stamp(order.fight),
        "group": going_on.next_group(order.fight),
        "unanswered": any(not exchanges.kind_of(one.exchange).idle for one in exchanges.all_open_asks(order.viewer)),
    }
