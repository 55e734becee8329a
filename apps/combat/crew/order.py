"""The baton (crew.action-order): who acts now, who has acted, who may be picked, and who picks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from apps.characters.access import knows_of
from apps.characters.crew import out, points
from apps.characters.crew.holding import is_crewmember
from apps.characters.models import Character
from apps.checks.crew import bringing
from apps.combat import tracking
from apps.combat.models import Combatant, Fight
from apps.rules.crew import combat
from apps.table.models import Table
from apps.table.sure import sure
from apps.table.viewer import Viewer


@dataclass(frozen=True)
class Order:
    """A round as one seat knows it; `everybody` are those in it of whom this seat may know, in the order in which they
    came. Whoever is hidden from it holds nobody up."""

    fight: Fight
    everybody: tuple[Combatant, ...]
    options: Any

    @property
    def round(self) -> int:
        return sure(self.fight.turn).number

    @cached_property
    def now(self) -> Combatant | None:
        """Who has the baton."""
        return next((one for one in self.everybody if one.state == "acting"), None)

    @cached_property
    def acted(self) -> tuple[Combatant, ...]:
        """Those who have acted in this round, in the order in which they did."""
        done = [one for one in self.everybody if one.state == "acted"]
        return tuple(sorted(done, key=lambda one: (one.place or 0, one.pk)))

    @cached_property
    def taken_out(self) -> frozenset[int]:
        """The keys of those who are Taken Out."""
        return frozenset(one.pk for one in self.everybody if out.is_out(one.character))

    @cached_property
    def waiting(self) -> tuple[Combatant, ...]:
        """Those who may still be picked for nothing."""
        found = combat.action_order(
            characters=ids(self.everybody),
            acted=ids(self.gone),
            skipped=ids(one for one in self.everybody if one.pk in self.taken_out),
        )
        return tuple(one for one in self.everybody if one.public_id in found.may_pick)

    @cached_property
    def limited(self) -> tuple[Combatant, ...]:
        """The Taken Out who have not acted: picked only where they pay for a limited action (crew.limited-action)."""
        return tuple(one for one in self.everybody if one.state == "waiting" and one.pk in self.taken_out)

    @cached_property
    def paying(self) -> tuple[Combatant, ...]:
        """Those of them who can pay."""
        free = self.options.callback_limit == "free"
        return tuple(one for one in self.limited if can_pay(one.character, free))

    @property
    def over(self) -> bool:
        """Whether nobody is left in this round who could act for nothing."""
        return bool(self.gone) and not self.waiting

    @property
    def last(self) -> Combatant | None:
        """Who acts now, or acted last."""
        return self.now or (self.acted[-1] if self.acted else None)

    @property
    def choices(self) -> tuple[Combatant, ...]:
        """Who may go next: those left; once the round is over anybody, for the next one."""
        return tuple(one for one in self.everybody if one.state != "out") if self.over else self.waiting + self.limited

    @property
    def gone(self) -> list[Combatant]:
        """Whoever has had the baton in this round."""
        return [*self.acted, *([self.now] if self.now else [])]


def ids(those: Iterable[Combatant]) -> list[str]:
    return [one.public_id for one in those]


def inside(fight: Fight) -> list[Combatant]:
    """Those who are in it still, in the order in which they came."""
    return [one for one in fight.desk.all(Combatant, fight=fight) if one.state != "out"]


def order_of(viewer: Viewer, fight: Fight) -> Order:
    """The round as this seat knows it, by the switches with which the conflict began."""
    known = [one for one in inside(fight) if knows_of(viewer, one.character)]
    return Order(fight, tuple(known), options_of(viewer, fight))


def options_of(viewer: Viewer, fight: Fight) -> Any:
    return viewer.game.options(fight.span.options)


def why_not_pick(viewer: Viewer, order: Order) -> tuple[str, str] | None:
    """Why this seat cannot say who is next, as a code and words; None if it can. The GM can at any time."""
    gm = viewer.game.gm
    if viewer.is_gm:
        return None
    if order.now is None and not (order.over and _last_picks(order)):
        return "gm-picks", f"Now the {gm} picks who goes next."
    last = order.last
    if last is None or last.character.seat_id != viewer.seat.pk:
        return "not-yours", f"{last.character.name if last else 'Somebody else'} says who is next."
    if order.over and not (starts_next(viewer, order) or order.paying):
        return "round-over", f"All have acted: the {gm} picks who starts the next round."
    return None


def starts_next(viewer: Viewer, order: Order) -> bool:
    """Whether what this seat picks may begin the next round."""
    return order.over and (viewer.is_gm or _last_picks(order))


def choices_of(viewer: Viewer, order: Order) -> tuple[Combatant, ...]:
    """Whom this seat may pick: once only the Taken Out are left, a player hands the baton to one of them who pays."""
    only_they = order.over and not starts_next(viewer, order)
    return (order.paying if only_they else ()) or order.choices


def _last_picks(order: Order) -> bool:
    return bool(order.options.next_round_starter == "last actor picks")


def can_pay(character: Character, free: bool = False) -> bool:
    """Whether there is a plot point, or a callback, for a limited action; a GMC's comes from the bank."""
    if not is_crewmember(character):
        return points.bank_of(character.table) > 0
    return points.held(character) > 0 or bool(points.callbacks_of(character, free))


@bringing.takes_part
def fighting(table: Table) -> frozenset[int] | None:
    """Who counts when somebody is outnumbered (crew.ganging-up): those in the conflict, if one is open."""
    return tracking.fighters(table) if tracking.fight_of(table) else None
