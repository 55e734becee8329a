"""Drama Points and what they buy."""

from dataclasses import dataclass
from typing import Literal

from apps.rules.dice import Dice, system_dice
from apps.rules.dragonfly.characters import life_points
from apps.rules.dragonfly.checks import Check, rolled
from apps.rules.dragonfly.harm import Harm, harm
from apps.rules.dragonfly.options import DEFAULTS, Options
from apps.rules.numbers import one_of, whole
from apps.rules.parts import Part
from apps.rules.refusal import Refused
from apps.rules.registry import rule

FEAT = Part("heroic-feat", 10, "drama")
FURY = Part("righteous-fury", 5, "drama")

Use = Literal["heroic-feat", "test-feat", "damage-feat", "i-think-im-ok", "plot-twist", "righteous-fury"]
USES: dict[Use, int] = {
    "heroic-feat": 1,
    "test-feat": 1,
    "damage-feat": 1,
    "i-think-im-ok": 1,
    "plot-twist": 1,
    "righteous-fury": 2,
}
"""What each use costs. A test-feat is a Heroic Feat on a Fear, Consciousness or Survival Test."""

WHEN_NEEDED: frozenset[Use] = frozenset({"test-feat", "i-think-im-ok"})


@dataclass(frozen=True)
class Spent:
    """Whether there were points enough, and what is left: unchanged if there were not."""

    accepted: bool
    points_left: int


@rule("dragonfly.drama-points")
def drama_points(*, points: int, cost: int) -> Spent:
    """Pays `cost` Drama Points, 1 or 2, out of `points` held (dragonfly.drama-points)."""
    whole("points", points, least=0)
    whole("cost", cost, least=1, most=2)
    return Spent(points >= cost, points - cost if points >= cost else points)


def timing(
    *,
    use: Use,
    in_fight: bool,
    in_intentions: bool = False,
    die_fallen: bool = False,
    options: Options = DEFAULTS,
) -> None:
    """Refuses a Drama Point announced too late (dragonfly.drama-points).

    Always before the die. In a fight: during Intentions, but "test-feat" and "i-think-im-ok" when the need arises,
    unless the switch strict-drama-timing is on.
    """
    one_of("use", use, USES)
    if die_fallen:
        raise Refused("die-fallen", "The die has fallen: Drama Points are announced before the roll.", "use")
    if not in_fight or in_intentions:
        return
    if options.strict_drama_timing or use not in WHEN_NEEDED:
        raise Refused("not-intentions", "Intentions are over: in a fight this is announced during Intentions.", "use")


def refund(*, use: Use, roll_came: bool, attack_hit: bool | None = None, options: Options = DEFAULTS) -> int:
    """How many Drama Points come back (dragonfly.drama-points): none, unless the switch refund-unused-drama is on.

    With it, a Heroic Feat comes back if its roll never came, or if it was for damage and the attack missed.
    """
    one_of("use", use, USES)
    if not options.refund_unused_drama or not use.endswith("-feat"):
        return 0
    wasted = not roll_came or (use == "damage-feat" and attack_hit is False)
    return USES[use] if wasted else 0


def why_no_feat(*, points: int, feats_this_turn: int = 0) -> Refused | None:
    """Why no Heroic Feat can be made now, or None if it can: it costs 1 point, and a Turn (or a roll) has one."""
    whole("feats_this_turn", feats_this_turn, least=0)
    if feats_this_turn:
        return Refused("feat-made", "1 Heroic Feat was already made in this Turn, and 1 is the limit.", "heroic_feat")
    if not drama_points(points=points, cost=1).accepted:
        return Refused("no-points", "No Drama Points are left: a Heroic Feat costs 1.", "heroic_feat")
    return None


@dataclass(frozen=True)
class Feat:
    """A roll for which a Heroic Feat was announced; made without the +10, and nothing spent, if not `accepted`."""

    accepted: bool
    total: int
    success: bool
    success_levels: int
    points_left: int
    check: Check


@rule("dragonfly.heroic-feat")
def heroic_feat(*, points: int, feats_this_turn: int = 0, bonus: int, dice: Dice = system_dice) -> Feat:
    """d10 + `bonus` + 10 for one Drama Point (dragonfly.heroic-feat).

    `bonus` is everything else added to the d10; `feats_this_turn` counts those already made (outside a fight: on this
    roll). Where no feat is possible, the roll goes on without it.
    """
    whole("bonus", bonus)
    accepted = why_no_feat(points=points, feats_this_turn=feats_this_turn) is None
    check = rolled((Part("bonus", bonus, "modifier"), *((FEAT,) if accepted else ())), dice)
    return Feat(accepted, check.total, check.success, check.success_levels, points - accepted, check)


@rule("dragonfly.heroic-feat-damage")
def heroic_feat_damage(*, base_damage: int, success_levels: int, armor: int = 0, multiplier: int = 1) -> Harm:
    """max(0, base damage + Success Levels + 10 - armor) x multiplier (dragonfly.heroic-feat-damage)."""
    return harm(base_damage=base_damage, success_levels=success_levels, feat=FEAT, armor=armor, multiplier=multiplier)


@dataclass(frozen=True)
class Recovered:
    """Damage, Life Points and Drama Points afterwards; as before if not `accepted`."""

    accepted: bool
    ordinary_left: int
    fire_left: int
    life_points: int
    points_left: int


def why_not_ok(*, points: int, uses_this_turn: int = 0, dead: bool = False) -> Refused | None:
    """Why I Think I'm OK cannot be used now, or None if it can: 1 point, once a Turn, not after death."""
    whole("uses_this_turn", uses_this_turn, least=0)
    if dead:
        return Refused("dead", "This character is dead, and I Think I'm OK does not bring anybody back.")
    if uses_this_turn:
        return Refused("ok-used", "I Think I'm OK was already used in this Turn, and 1 use is the limit.")
    if not drama_points(points=points, cost=1).accepted:
        return Refused("no-points", "No Drama Points are left: I Think I'm OK costs 1.")
    return None


@rule("dragonfly.i-think-im-ok")
def i_think_im_ok(
    *,
    points: int,
    uses_this_turn: int = 0,
    max_life_points: int,
    ordinary_damage: int,
    fire_damage: int = 0,
    dead: bool = False,
    options: Options = DEFAULTS,
) -> Recovered:
    """Halves all damage for one Drama Point (dragonfly.i-think-im-ok).

    What stays is rounded down, of all damage together and of fire damage alone; with the switch ok-heals-rounded-down
    what heals is rounded down instead.
    """
    before = life_points(
        max_life_points=max_life_points, ordinary_damage=ordinary_damage, fire_damage=fire_damage
    ).life_points
    if why_not_ok(points=points, uses_this_turn=uses_this_turn, dead=dead):
        return Recovered(False, ordinary_damage, fire_damage, before, points)
    odd_stays = int(options.ok_heals_rounded_down)
    left = (ordinary_damage + fire_damage + odd_stays) // 2
    fire_left = (fire_damage + odd_stays) // 2
    return Recovered(True, left - fire_left, fire_left, max_life_points - left, points - 1)


@dataclass(frozen=True)
class Twist:
    """A Plot Twist; `used_this_session` afterwards."""

    accepted: bool
    points_left: int
    used_this_session: bool


def why_no_twist(*, points: int, used_this_session: bool) -> Refused | None:
    """Why no Plot Twist can be asked for now, or None if it can: 1 point, once a session."""
    if used_this_session:
        return Refused("twist-used", "This character already had a Plot Twist in this session, and 1 is the limit.")
    if not drama_points(points=points, cost=1).accepted:
        return Refused("no-points", "No Drama Points are left: a Plot Twist costs 1.")
    return None


@rule("dragonfly.plot-twist")
def plot_twist(*, points: int, used_this_session: bool, director_allows: bool) -> Twist:
    """One lucky break a session for one Drama Point (dragonfly.plot-twist).

    If the Director does not allow it, the point comes back and the session's one is not used up.
    """
    possible = why_no_twist(points=points, used_this_session=used_this_session) is None
    accepted = possible and director_allows
    return Twist(accepted, points - accepted, used_this_session or accepted)


def why_no_fury(*, points: int, already: bool = False) -> Refused | None:
    """Why Righteous Fury cannot be asked for now, or None if it can: 2 points, once a fight."""
    if already:
        return Refused("fury-running", "Righteous Fury already lasts for this fight, and it does not stack.")
    if not drama_points(points=points, cost=2).accepted:
        return Refused("no-points", f"Righteous Fury costs 2 Drama Points, and {points or 'none'} is left.")
    return None


@dataclass(frozen=True)
class Fury:
    """Righteous Fury with the attack it begins with; without the +5, and its 2 points kept, if not `accepted`."""

    accepted: bool
    attack_total: int
    points_left: int
    feat_accepted: bool
    check: Check


@rule("dragonfly.righteous-fury")
def righteous_fury(
    *,
    points: int,
    provoked: bool,
    attack_bonus: int,
    heroic_feat: bool = False,
    feats_this_turn: int = 0,
    dice: Dice = system_dice,
) -> Fury:
    """+5 on all attacks of the fight for two Drama Points (dragonfly.righteous-fury), and the first of these attacks.

    `provoked`: the Director agrees that there is reason; else nothing is spent. `heroic_feat` adds +10 for one point
    more, out of what is left. Later attacks take `FURY` as one of their modifiers.
    """
    whole("attack_bonus", attack_bonus)
    accepted = provoked and why_no_fury(points=points) is None
    left = points - 2 * accepted
    feat = heroic_feat and why_no_feat(points=left, feats_this_turn=feats_this_turn) is None
    drama = (FURY,) * accepted + (FEAT,) * feat
    check = rolled((Part("bonus", attack_bonus, "modifier"), *drama), dice)
    return Fury(accepted, check.total, left - feat, feat, check)
