"""A check as it is made at the table: all of its rules together."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.rules.dice import Dice, system_dice
from apps.rules.dragonfly import checks
from apps.rules.dragonfly.drama import FEAT, why_no_feat
from apps.rules.dragonfly.options import DEFAULTS, Options
from apps.rules.numbers import whole
from apps.rules.parts import Part, total_of
from apps.rules.refusal import Refused


@dataclass(frozen=True)
class Outcome:
    """A check with all that bore on it; the `parts` add up to `total`.

    `success`: the required levels were reached, with `levels_so_far` counted. `feat_accepted` and `points_left` tell
    of a Heroic Feat that was announced.
    """

    total: int
    success: bool
    success_levels: int
    description: str | None
    face: int
    required_levels: int
    levels_so_far: int
    feat_accepted: bool
    points_left: int
    parts: tuple[Part, ...]


def check(
    *,
    attribute: int = 0,
    skill: int = 0,
    doubled: bool = False,
    modifiers: Sequence[Part] = (),
    required_levels: int = 1,
    earned_before: int = 0,
    heroic_feat: bool = False,
    points: int = 0,
    feats_this_turn: int = 0,
    attribute_id: str = "attribute",
    skill_id: str = "skill",
    dice: Dice = system_dice,
    options: Options = DEFAULTS,
) -> Outcome:
    """d10 + Attribute (+ skill, or the Attribute again) + `modifiers` (+10), against 9 and the required levels.

    A Heroic Feat that is not possible is left out and nothing is spent; ask `why_no_feat` first to refuse it. Refuses
    a doubled Attribute with a skill, and what the rules it is made of refuse: dragonfly.base-check,
    dragonfly.attribute-doubled, dragonfly.required-levels, dragonfly.heroic-feat.
    """
    _refuse(attribute, skill, doubled, modifiers, required_levels, earned_before)
    feat = heroic_feat and why_no_feat(points=points, feats_this_turn=feats_this_turn) is None
    named = (*modifiers, *((FEAT,) if feat else ()))
    rolled = _rolled(attribute, skill, doubled, total_of(named), dice)
    needed = checks.required_levels(
        total=rolled.total, required_levels=required_levels, earned_before=earned_before, options=options
    )
    labels = {"attribute": attribute_id, "skill": skill_id}
    own = (Part(labels.get(p.label_id, p.label_id), p.value, p.kind) for p in rolled.parts if p.kind != "modifier")
    return Outcome(
        total=rolled.total,
        success=needed.success,
        success_levels=rolled.success_levels,
        description=rolled.description,
        face=rolled.face or 0,
        required_levels=required_levels,
        levels_so_far=needed.levels_so_far,
        feat_accepted=feat,
        points_left=points - feat,
        parts=(*own, *named),
    )


def _rolled(attribute: int, skill: int, doubled: bool, modifier: int, dice: Dice) -> checks.Check:
    if doubled:
        return checks.attribute_doubled(attribute=attribute, modifier=modifier, dice=dice)
    return checks.base_check(attribute=attribute, skill=skill, modifier=modifier, dice=dice)


def _refuse(
    attribute: int, skill: int, doubled: bool, modifiers: Sequence[Part], required_levels: int, earned_before: int
) -> None:
    whole("attribute", attribute, least=0)
    whole("skill", skill, least=0)
    whole("required_levels", required_levels, least=1)
    whole("earned_before", earned_before, least=0)
    for part in modifiers:
        whole("modifiers", part.value)
    if doubled and skill:
        why = f"The Attribute is doubled only where no skill fits, and a skill of {skill} was named."
        raise Refused("doubled-with-skill", why, "doubled")
