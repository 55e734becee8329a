"""What changes a skill roll."""

from dataclasses import dataclass
from typing import Unpack

from apps.rules.dice import Dice, system_dice
from apps.rules.numbers import one_of
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.rough_magic.lists import GAITS, Auto
from apps.rules.rough_magic.options import DEFAULTS, Options
from apps.rules.rough_magic.roll import Boxes, Roll, Sides, facts, net, rolled


@dataclass(frozen=True)
class Modifiers:
    """What a circumstance puts on the acting side, or how it settles the roll."""

    auto: Auto
    av_bonuses: int
    av_penalties: int

    @property
    def net(self) -> int:
        return net(self.av_bonuses, self.av_penalties)


@rule("rough_magic.skill-modifiers")
def skill_modifiers(
    *,
    athletics: bool = False,
    gait: str = "walk",
    distracted: bool = False,
    expertise: bool = False,
    routine: bool = False,
    impossible: bool = False,
    exhausted: bool = False,
    general_skill: bool = True,
    options: Options = DEFAULTS,
) -> Modifiers:
    """All that changes a skill roll, on the acting side (rough_magic.skill-modifiers); failing wins over succeeding.

    Without the general skill nothing changes, unless the switch unskilled makes it a penalty or refuses it.
    """
    one_of("gait", gait, GAITS)
    untrained = _untrained(general_skill or expertise, options)
    hampered = gait == ("sprint" if athletics else "run")
    fails = impossible or (gait == "sprint" and not athletics)
    auto: Auto = "fail" if fails else "success" if routine else "none"
    return Modifiers(auto, int(expertise), sum((hampered, distracted, exhausted, untrained)))


def _untrained(trained: bool, options: Options) -> bool:
    """Whether lacking the skill is a penalty at this table."""
    if not trained and options.unskilled == "not allowed":
        raise Refused("no-skill", "At this table nobody rolls without the general skill.", "general_skill")
    return not trained and options.unskilled == "penalty"


@dataclass(frozen=True, kw_only=True)
class SkillRoll(Roll):
    """A roll with what the skill put on it."""

    av_bonuses: int
    av_penalties: int


@rule("rough_magic.expertise")
def expertise(
    *,
    general_skill: bool = True,
    expertise: bool = False,
    av: int | None = None,
    dv: int | None = None,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
    **boxes: Unpack[Boxes],
) -> SkillRoll:
    """Expertise is a bonus, the general skill is nothing (rough_magic.expertise); `boxes` are further ones."""
    mine = skill_modifiers(general_skill=general_skill, expertise=expertise, options=options)
    own = {"av_bonuses": mine.av_bonuses, "av_penalties": mine.av_penalties}
    return SkillRoll(**facts(rolled(av, dv, Sides(**boxes).plus(**own), dice), **own))
