"""Will against Will: distracting and taunting an opponent."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack

from apps.rules.dice import Dice, system_dice
from apps.rules.numbers import whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.rough_magic.options import DEFAULTS, Options
from apps.rules.rough_magic.roll import BASE, STEP, Boxes, Roll, Sides, facts, levels, rolled


def _contest(will: int | None, target_will: int | None, exhausted: bool, boxes: Boxes, dice: Dice) -> Roll:
    """Will against Will."""
    own = None if will is None else whole("will", will, least=0)
    theirs = None if target_will is None else whole("target_will", target_will, least=0)
    return rolled(own, theirs, Sides(**boxes).plus(av_penalties=int(exhausted)), dice)


# Distraction


@dataclass(frozen=True, kw_only=True)
class Distracted(Roll):
    """The roll, and what the events told afterwards make of the state: the attack that ends it, "none" if none does."""

    distracted: bool
    bonus_on: str = "none"
    penalty_on: str | tuple[str, ...] = "none"
    still_distracted: bool = False
    ended_by: str = "none"


@rule("rough_magic.distraction")
def distraction(
    *,
    will: int | None = None,
    target_will: int | None = None,
    exhausted: bool = False,
    distracted: str = "",
    events: Sequence[str] = (),
    dice: Dice = system_dice,
    **boxes: Unpack[Boxes],
) -> Distracted:
    """The next attack on the distracted has a bonus, or their own a penalty (rough_magic.distraction).

    Their tasks until then have the penalty too, and only an attack ends it. Refuses events it cannot read.
    """
    for event in events:
        _refuse_event(event)
    made = _contest(will, target_will, exhausted, boxes, dice)
    if not distracted:
        return Distracted(**facts(made), distracted=bool(made.success), still_distracted=bool(made.success))
    by = next((n for n, event in enumerate(events) if _attacks(event, distracted)), None)
    ended_by = "none" if by is None else events[by]
    own = [event for event in events[: None if by is None else by + 1] if event.startswith(f"{distracted} ")]
    on_them = ended_by.endswith(f" attacks {distracted}")
    return Distracted(
        **facts(made),
        distracted=by is None,
        bonus_on=ended_by if on_them else "none",
        penalty_on=tuple(own) if len(own) > 1 else own[0] if own else "none",
        still_distracted=by is None,
        ended_by=ended_by,
    )


def _refuse_event(event: str) -> None:
    if " attacks " not in event and " uses " not in event:
        raise Refused("no-event", f"“{event}” is no event: somebody attacks somebody, or uses a skill.", "events")


def _attacks(event: str, name: str) -> bool:
    """Whether it is an attack by them or on them."""
    return event.endswith(f" attacks {name}") or event.startswith(f"{name} attacks ")


# Taunt


@dataclass(frozen=True, kw_only=True)
class Taunted(Roll):
    """The taunt, and the attack that it provoked: on the taunter, or past them on whoever stands behind.

    `provoked` None where no attack was told.
    """

    uses: str
    margin_rolled: int | None = None
    provoked: int | None = None
    margin_behind: int | None = None

    @property
    def taunted(self) -> bool | None:
        return self.success

    @property
    def margin(self) -> int | None:
        """Of the provoked attack, if one was told; else of the taunt."""
        return self.provoked if self.provoked is not None else super().margin

    @property
    def success(self) -> bool | None:
        """Of the taunt."""
        margin = super().margin
        return None if margin is None else margin >= 0

    @property
    def hits_taunter(self) -> bool:
        return self.provoked is not None and self.provoked >= 0

    @property
    def endurance_lost_taunter(self) -> int:
        return levels(self.provoked) if self.provoked is not None else 0

    @property
    def hits_behind(self) -> bool:
        return self.margin_behind is not None

    @property
    def endurance_lost_behind(self) -> int:
        return levels(self.margin_behind) if self.margin_behind is not None else 0


@rule("rough_magic.taunting")
def taunting(
    *,
    will: int | None = None,
    target_will: int | None = None,
    exhausted: bool = False,
    attack_total: int | None = None,
    taunter_dv: int | None = None,
    taunter_blocks: bool = False,
    taunter_dodges: bool = False,
    behind: str = "",
    behind_dv: int | None = None,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
    **boxes: Unpack[Boxes],
) -> Taunted:
    """Who is taunted must attack the taunter; a miss strikes whoever is behind (rough_magic.taunting).

    A block or dodge may make it a miss; who is behind is struck with the rolled total, at the least by a margin of 0.
    It takes a task action, or by the switch taunt-action a roleplay action.
    """
    provoked = {}
    if attack_total is not None and taunter_dv is not None:
        first = whole("attack_total", attack_total) - BASE - whole("taunter_dv", taunter_dv)
        margin = first - STEP * (taunter_blocks or taunter_dodges)
        past = _past(attack_total, behind_dv) if margin < 0 else None
        provoked = {"margin_rolled": first, "provoked": margin, "margin_behind": past}
    made = _contest(will, target_will, exhausted, boxes, dice)
    return Taunted(**facts(made, **provoked), uses=f"{options.taunt_action} action")


def _past(total: int, behind_dv: int | None) -> int | None:
    """The margin against whoever stands behind; None where nobody does."""
    return None if behind_dv is None else max(0, total - BASE - whole("behind_dv", behind_dv))
