"""What being hurt does: penalties, staying conscious, staying alive, and being made stable."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.rules.dice import Dice, system_dice
from apps.rules.dragonfly.characters import may_treat
from apps.rules.dragonfly.checks import Check
from apps.rules.dragonfly.combat.turns import modifier_part, thrown
from apps.rules.dragonfly.options import DEFAULTS, Options
from apps.rules.numbers import whole
from apps.rules.parts import Part
from apps.rules.refusal import Refused
from apps.rules.registry import rule

HURT, BADLY_HURT = 10, 4
DOWN, DYING = 0, -10


@dataclass(frozen=True)
class Injury:
    """What injury takes off every combat roll; `parts` is its line, if there is one."""

    penalty: int
    parts: tuple[Part, ...]


@rule("dragonfly.injury-penalty")
def injury_penalty(
    *,
    life_points: int,
    max_life_points: int | None = None,
    supporting: bool = False,
    options: Options = DEFAULTS,
) -> Injury:
    """-2 at 10 Life Points or fewer, -4 under 5, nothing for the unhurt (dragonfly.injury-penalty).

    `supporting`: a sheet with a Combat Score, which the switch injury-hurts-supporting-cast leaves alone when off.
    """
    whole("life_points", life_points)
    unhurt = max_life_points is not None and life_points >= whole("max_life_points", max_life_points, least=0)
    spared = supporting and not options.injury_hurts_supporting_cast
    if unhurt or spared or life_points > HURT:
        return Injury(0, ())
    penalty = -4 if life_points <= BADLY_HURT else -2
    return Injury(penalty, (Part("injury", penalty, "rule"),))


# The tests


def enduring_values(*, constitution: int, willpower: int) -> tuple[Part, ...]:
    """Constitution and Willpower, which both tests add to the d10."""
    whole("constitution", constitution, least=0)
    whole("willpower", willpower, least=0)
    parts = Part("constitution", constitution, "attribute"), Part("willpower", willpower, "attribute")
    return tuple(part for part in parts if part.value)


def consciousness_penalty(*, life_points: int) -> int:
    """What a Consciousness Test is at with these Life Points: as many as are below zero."""
    return min(DOWN, whole("life_points", life_points))


def survival_penalty(*, life_points: int, test_number: int = 1) -> int:
    """What a Survival Test is at: -1 for every full 10 Life Points below zero, -1 more for each test before it.

    0 for whoever is not dying, who needs no test.
    """
    whole("test_number", test_number, least=1)
    if whole("life_points", life_points) > DYING:
        return 0
    return -(-life_points // 10) - (test_number - 1)


def _penalty_part(penalty: int) -> tuple[Part, ...]:
    return (Part("life-points-below-zero", penalty, "rule"),) if penalty else ()


@dataclass(frozen=True)
class Consciousness:
    """A Consciousness Test; no total and no check where none is `required`."""

    required: bool
    penalty: int
    total: int | None
    conscious: bool
    check: Check | None


@rule("dragonfly.consciousness-test")
def consciousness_test(
    *,
    constitution: int,
    willpower: int,
    life_points: int,
    modifier: int = 0,
    lines: Sequence[Part] = (),
    dice: Dice = system_dice,
) -> Consciousness:
    """d10 + Constitution + Willpower - Life Points below zero, at 0 or fewer (dragonfly.consciousness-test).

    Above 0 no die falls. `lines` are named modifiers, such as a Heroic Feat.
    """
    values = enduring_values(constitution=constitution, willpower=willpower)
    penalty = consciousness_penalty(life_points=life_points)
    others = (*_penalty_part(penalty), *lines, *modifier_part(modifier))
    if life_points > DOWN:
        return Consciousness(False, 0, None, True, None)
    check = thrown(values=values, lines=others, dice=dice)
    return Consciousness(True, penalty, check.total, check.success, check)


@dataclass(frozen=True)
class Survival:
    """A Survival Test, whose failure is death; no total and no check where none is `required`."""

    required: bool
    penalty: int
    total: int | None
    survives: bool
    check: Check | None


@rule("dragonfly.survival-test")
def survival_test(
    *,
    constitution: int,
    willpower: int,
    life_points: int,
    test_number: int = 1,
    modifier: int = 0,
    lines: Sequence[Part] = (),
    dice: Dice = system_dice,
) -> Survival:
    """d10 + Constitution + Willpower less what `survival_penalty` says, at -10 or worse (dragonfly.survival-test).

    Above -10 no die falls. `lines` are named modifiers, such as a Heroic Feat.
    """
    values = enduring_values(constitution=constitution, willpower=willpower)
    penalty = survival_penalty(life_points=life_points, test_number=test_number)
    others = (*_penalty_part(penalty), *lines, *modifier_part(modifier))
    if life_points > DYING:
        return Survival(False, 0, None, True, None)
    check = thrown(values=values, lines=others, dice=dice)
    return Survival(True, penalty, check.total, check.success, check)


# When they come


@dataclass(frozen=True)
class Due:
    """What has come due. `survival` is the number of the Survival Test to make now, first of all, None for none.

    `tests` is how many Survival Tests were made before, counted anew where the count starts over; `stabilised` whether
    the character still is. Both are to be kept.
    """

    survival: int | None
    consciousness: bool
    tests: int
    stabilised: bool


def is_dying(*, life_points: int, stabilised: bool = False) -> bool:
    """Whether Survival Tests go on."""
    return whole("life_points", life_points) <= DYING and not stabilised


def may_wake(*, life_points: int) -> bool:
    """Whether to propose to the Director that an unconscious character wakes."""
    return whole("life_points", life_points) > DOWN


def due_after_change(
    *,
    before: int,
    after: int,
    tests: int = 0,
    stabilised: bool = False,
    conscious: bool = True,
    supporting: bool = False,
) -> Due:
    """What has come due when Life Points went from `before` to `after`.

    A first Survival Test on reaching -10, and on new damage to a stable character; more damage to a dying one leaves
    the count as it is. A Consciousness Test with each damage that leaves 0 or fewer, for who is `conscious`. The
    `supporting` cast make none.
    """
    whole("tests", tests, least=0)
    hurt = whole("after", after) < whole("before", before)
    if supporting or after > DYING:
        return Due(None, hurt and after <= DOWN and conscious and not supporting, 0, False)
    if hurt and (stabilised or before > DYING):
        return Due(1, conscious, 0, False)
    first = None if stabilised or tests else 1
    return Due(first, hurt and conscious, tests, stabilised)


def due_after_turn(
    *,
    life_points: int,
    tests: int = 0,
    turns_since_test: int = 0,
    stabilised: bool = False,
    conscious: bool = True,
    supporting: bool = False,
    options: Options = DEFAULTS,
) -> Due:
    """What has come due at the end of a Turn.

    `turns_since_test`: the Turns that have ended since the last Survival Test, this one included; after as many as the
    switch turns-per-minute says there is the next. With the switch consciousness-every-turn there is a Consciousness
    Test at 0 Life Points or fewer, for who is `conscious`.
    """
    whole("tests", tests, least=0)
    whole("turns_since_test", turns_since_test, least=0)
    if supporting:
        return Due(None, False, tests, stabilised)
    minute = not tests or turns_since_test >= options.turns_per_minute
    survival = tests + 1 if is_dying(life_points=life_points, stabilised=stabilised) and minute else None
    fading = options.consciousness_every_turn and conscious and life_points <= DOWN
    return Due(survival, fading, tests, stabilised)


# Medical help


@dataclass(frozen=True)
class Stabilised:
    """A try to make somebody stable; `healed` Life Points come with it, and over 0 it was the patient's treatment."""

    total: int
    stabilised: bool
    healed: int
    check: Check


def why_no_stabilise(*, dying: bool, stable: bool = False, tried: bool = False) -> Refused | None:
    """Why a patient cannot be made stable now, or None if that can be tried (dragonfly.stabilise).

    `tried`: this healer has tried since the patient's last Survival Test.
    """
    if stable:
        return Refused("stable", "This character is stable already and makes no more Survival Tests.")
    if not dying:
        return Refused("not-dying", f"This character is not dying: that begins at {DYING} Life Points.")
    if tried:
        return Refused("tried", "This healer has tried once already: wait for the next Survival Test.")
    return None


@rule("dragonfly.stabilise")
def stabilise(
    *,
    intelligence: int = 0,
    doctor: int = 0,
    brains_score: int | None = None,
    modifier: int = 0,
    damage: int | None = None,
    treated_this_scene: bool = False,
    treated_today: bool = False,
    director_allows: bool = False,
    lines: Sequence[Part] = (),
    dice: Dice = system_dice,
    options: Options = DEFAULTS,
) -> Stabilised:
    """d10 + Intelligence + Doctor, or a Brains Score, stops the Survival Tests (dragonfly.stabilise).

    It heals a Life Point for each Success Level, at most the `damage` if that is given; nothing where the patient's
    treatment is used up (see `may_treat`), or with the switch stabilising-does-not-heal.
    """
    values = doctor_values(intelligence=intelligence, doctor=doctor, brains_score=brains_score)
    most = None if damage is None else whole("damage", damage, least=0)
    check = thrown(values=values, lines=(*lines, *modifier_part(modifier)), dice=dice)
    treats = not options.stabilising_does_not_heal and _still_treatable(
        treated_this_scene, treated_today, director_allows, options
    )
    healed = check.success_levels if treats else 0
    return Stabilised(check.total, check.success, healed if most is None else min(healed, most), check)


def doctor_values(*, intelligence: int = 0, doctor: int = 0, brains_score: int | None = None) -> tuple[Part, ...]:
    """Intelligence and Doctor, or a Brains Score in their place. Refuses numbers under 0."""
    if brains_score is not None:
        return (Part("brains", whole("brains_score", brains_score, least=0), "score"),)
    whole("intelligence", intelligence, least=0)
    whole("doctor", doctor, least=0)
    parts = Part("intelligence", intelligence, "attribute"), Part("doctor", doctor, "skill")
    return tuple(part for part in parts if part.value)


def _still_treatable(this_scene: bool, today: bool, director_allows: bool, options: Options) -> bool:
    try:
        may_treat(treated_this_scene=this_scene, treated_today=today, director_allows=director_allows, options=options)
    except Refused:
        return False
    return True
