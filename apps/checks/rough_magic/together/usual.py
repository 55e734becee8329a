"""What somebody would roll for a joint task without saying more: the attribute and skill that it was opened with."""

from __future__ import annotations

from apps.characters.models import Character
from apps.characters.rough_magic.sheet import RoughSheet, Skill, sheet_of
from apps.checks.rough_magic import acting, asking
from apps.checks.rough_magic.asking import Usual
from apps.checks.rough_magic.rolling import LACKING, NO_SKILL
from apps.checks.rough_magic.together.joint import Joint
from apps.rules.rough_magic.options import Options
from apps.table.templatetags.kit import signed
from apps.table.viewer import Viewer


def of(viewer: Viewer, character: Character, joint: Joint) -> Usual:
    """What they would roll, with what holds of them as they act."""
    return asking.usual(viewer, acting.as_they_act(sheet_of(character)), joint)


def words(usual: Usual) -> str:
    """Brawn 6 + Crowbar 2, +3."""
    return with_net(usual.way.words, usual.bonus - usual.way.number)


def with_net(words: str, net: int) -> str:
    return f"{words}, {signed(net)}" if net else words


def skill_of(sheet: RoughSheet, joint: Joint) -> Skill | None:
    """The skill that it was opened with, if they have it."""
    return next((one for one in sheet.skills if one.name.casefold() == joint.skill.casefold()), None)


def skill_value(sheet: RoughSheet, joint: Joint, options: Options) -> str:
    """The same as the form of a roll has it."""
    skill = skill_of(sheet, joint)
    if skill is not None:
        return skill.id
    return LACKING if joint.skill and options.unskilled != "no modifier" else NO_SKILL
