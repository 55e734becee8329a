"""A phase that one side offers the other."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.rules.dragon.combat.parts import SIDES, Moment, is_own, moment, rounds
from apps.rules.dragon.combat.prices import categories_of, paid, price
from apps.rules.dragon.lists import primary_of
from apps.rules.dragon.options import DEFAULTS, Options
from apps.rules.numbers import one_of
from apps.rules.refusal import Refused
from apps.rules.registry import rule


@dataclass(frozen=True)
class Bonus:
    """What comes of an offer. `acts_in` is None if it is refused or not taken; `next_turn` says that it is there."""

    legal: bool
    acts_in: str | None
    can_hold: bool
    times: int
    left: tuple[int, ...]
    next_turn: bool = False


def offered_for(offered_in: Moment, by: str, options: Options = DEFAULTS) -> Moment | Refused:
    """When an offer can be used: in the next part of the other side; after Late of 10 that is in the next turn."""
    one_of("by", by, SIDES)
    if offered_in.part == "Late" and options.late_bonus_target == "not allowed":
        return Refused("too-late", "At this table nobody offers a phase in Late: the round is over.", "offered_in")
    receiver = "bad" if by == "good" else "good"
    found = offered_in.next
    while not is_own(receiver, found.part):
        found = found.next
    return found


def why_no_bonus(*, acted: bool, approved: bool = True, wants: str = "act") -> Refused | None:
    """Why the receiver cannot use an offer, or None if that is possible."""
    if not approved:
        return Refused("not-approved", "The GM does not allow this offer.")
    if acted:
        return Refused("acted", "Nobody acts twice in a round, and this round’s action is done.")
    if one_of("wants", wants, ("act", "hold")) == "hold":
        return Refused("no-hold", "A bonus phase is used in its part of the round or lost: it cannot be held.", "wants")
    return None


@rule("dragon.bonus-phase")
def bonus_phase(
    *,
    offered_in: str,
    by: str,
    receiver_phases: Sequence[int] = (),
    receiver_acted: bool = False,
    gm: str = "approve",
    accepts: bool,
    wants: str = "act",
    speed: str = "",
    roll: str = "",
    pay: Sequence[int] = (),
    options: Options = DEFAULTS,
) -> Bonus:
    """An extra phase offered to the other side (dragon.bonus-phase); the GM says yes or no, then the receiver.

    Somebody with a phase in that round acts once, with it, and the offer adds nothing. A roll outside the category
    costs a later phase as ever.
    """
    at = offered_for(moment(offered_in, "offered_in"), by, options)
    one_of("gm", gm, ("approve", "refuse"))
    phases = rounds("receiver_phases", receiver_phases)
    if isinstance(at, Refused):
        return Bonus(False, None, False, int(receiver_acted), phases)
    later = tuple(one for one in phases if one > at.round)
    why = why_no_bonus(acted=receiver_acted, approved=gm == "approve", wants=wants)
    own = at.round in phases
    if why or not accepts:
        return Bonus(why is None, None, False, int(receiver_acted or own), later)
    category = primary_of(speed or "Body").category
    rolls = categories_of(roll) if speed else ()
    found = paid(price(speed=category, later=later, phase_now=own, bonus=True, rolls=rolls), later, pay)
    turned = at.round < moment(offered_in, "offered_in").round
    return Bonus(found.legal, str(at) if found.legal else None, False, int(found.legal), found.left, turned)
