"""Grapples: seizing somebody, what being held costs, and breaking free."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from apps.rules.dice import Dice, system_dice
from apps.rules.dragonfly.checks import Check, resisted_winner
from apps.rules.dragonfly.combat.attacks import attack_outcome, attack_parts, counts
from apps.rules.dragonfly.combat.damage import doubled_values, refuse_attack
from apps.rules.dragonfly.combat.turns import fighting_values, thrown
from apps.rules.dragonfly.lists import GRIPS, HOLDS, pick
from apps.rules.dragonfly.options import DEFAULTS, Options
from apps.rules.numbers import one_of, whole
from apps.rules.parts import Part, total_of
from apps.rules.refusal import Refused
from apps.rules.registry import rule

GRAPPLE = Part("grapple", 2, "rule")
LEFT, RIGHT = "left-arm", "right-arm"


# Seizing


@dataclass(frozen=True)
class Held:
    """One hold: who holds, by whatever id, and where, an id of GRIPS."""

    holder: str
    grip: str


def why_no_grapple(*, holder: str, grip: str, holds: Sequence[Held] = ()) -> Refused | None:
    """Why `holder` cannot seize a victim there, or None if that can be tried (dragonfly.grapple)."""
    row = pick("grip", grip, GRIPS)
    if Held(holder, grip) in holds:
        return Refused("held-already", f"{row.title}: this attacker holds the victim there already.", "grip")
    return None


@dataclass(frozen=True)
class Grapple:
    """A try to seize somebody."""

    grapple_total: int
    held: bool
    check: Check


@rule("dragonfly.grapple")
def grapple(
    *,
    dexterity: int = 0,
    kung_fu: int = 0,
    combat_score: int | None = None,
    modifier: int = 0,
    dodge_total: int | None = None,
    stance: str = "normal",
    lines: Sequence[Part] = (),
    dice: Dice = system_dice,
    options: Options = DEFAULTS,
) -> Grapple:
    """d10 + Dexterity + Kung Fu + 2, or a Combat Score + 2, against a Dodge or none (dragonfly.grapple).

    A Combat Score of 8 or lower may not hold: dragonfly.feeble-attacker. Refuses values under 0.
    """
    values = _grappling_values(dexterity, kung_fu, combat_score)
    parts = attack_parts(stance=stance, others=(GRAPPLE, *lines), modifier=modifier, options=options)
    refuse_attack(stance=stance, defense_total=dodge_total, field="dodge_total")
    check = thrown(values=values, lines=parts, dice=dice)
    can = counts(combat_score=combat_score, stance=stance, options=options)
    outcome = attack_outcome(attack_total=check.total, defense_total=dodge_total, counts=can)
    return Grapple(check.total, outcome.hit, check)


def _grappling_values(dexterity: int, kung_fu: int, combat_score: int | None) -> tuple[Part, ...]:
    whole("kung_fu", kung_fu, least=0)
    return fighting_values(dexterity=dexterity, skill=kung_fu, combat_score=combat_score, skill_id="kung-fu")


# Being held


@dataclass(frozen=True)
class HoldEffect:
    """What one hold costs an action."""

    modifier: int
    may_dodge: bool


@rule("dragonfly.grapple-effects")
def grapple_effects(*, hold: str, uses_held_limb: bool = True) -> HoldEffect:
    """What a hold, an id of HOLDS, costs an action (dragonfly.grapple-effects); a held limb only if it is used."""
    row = pick("hold", hold, HOLDS)
    spared = row.id == "limb" and not uses_held_limb
    return HoldEffect(0 if spared else row.modifier, row.may_dodge)


@dataclass(frozen=True)
class HoldSum:
    """What all holds on a character cost an action; `parts` has a line for each that counts."""

    modifier: int
    may_dodge: bool
    may_parry: bool
    parts: tuple[Part, ...]


def holds_together(*, holds: Sequence[Held], uses: Collection[str] | None = None) -> HoldSum:
    """What several holds add up to for an action that `uses` these limbs, None for all (dragonfly.grapple-effects).

    Both arms held by two different attackers count as one -4 and leave neither dodge nor parry; both arms held by one
    are a hold round the body. All others add up.
    """
    for hold in holds:
        pick("grip", hold.grip, GRIPS)
    arms = _by_two(holds)
    rest = [hold for hold in holds if hold not in arms]
    both = (_part("both-arms", "both-arms"),) if arms else ()
    parts = (*both, *(part for hold in _as_body_holds(rest) for part in _cost(hold, uses)))
    effect = grapple_effects(hold="both-arms")
    return HoldSum(total_of(parts), not arms or effect.may_dodge, not arms, parts)


def _by_two(holds: Sequence[Held]) -> tuple[Held, ...]:
    """The first two holds with which two different attackers have both arms."""
    for left in holds:
        for right in holds:
            if (left.grip, right.grip) == (LEFT, RIGHT) and left.holder != right.holder:
                return left, right
    return ()


def _as_body_holds(holds: Sequence[Held]) -> list[Held]:
    """The holds, with a hold round the body in place of two arms that one attacker holds."""
    arms = {hold.holder: set[str]() for hold in holds}
    for hold in holds:
        arms[hold.holder] |= {hold.grip} & {LEFT, RIGHT}
    as_body = [holder for holder, held in arms.items() if len(held) == 2]
    single = [hold for hold in holds if hold.holder not in as_body or hold.grip not in (LEFT, RIGHT)]
    body = [Held(holder, "body") for holder in as_body if Held(holder, "body") not in single]
    return single + body


def _cost(hold: Held, uses: Collection[str] | None) -> tuple[Part, ...]:
    grip = pick("grip", hold.grip, GRIPS)
    used = uses is None or grip.id in uses
    return (_part(grip.hold, grip.id),) if grapple_effects(hold=grip.hold, uses_held_limb=used).modifier else ()


def _part(hold: str, grip: str) -> Part:
    return Part(f"held-{grip}", grapple_effects(hold=hold).modifier, "rule")


def why_held(*, holds: Sequence[Held], act: Literal["dodge", "parry"]) -> Refused | None:
    """Why a held character cannot dodge or parry, or None if it can (dragonfly.grapple-effects)."""
    one_of("act", act, ("dodge", "parry"))
    together = holds_together(holds=holds)
    if {"dodge": together.may_dodge, "parry": together.may_parry}[act]:
        return None
    return Refused("arms-held", f"2 attackers hold both arms: this character cannot {act}.")


# Breaking free


def break_free_values(*, strength: int | None = None, muscle_score: int | None = None) -> tuple[Part, ...]:
    """Twice Strength, or a Muscle Score: exactly one of them."""
    why = "Either a Strength or a Muscle Score breaks free: exactly 1 of them is needed."
    return doubled_values("strength", strength, muscle_score, Refused("break-with-one", why, "strength"))


def break_free_parts(*, hold_penalty: int, options: Options = DEFAULTS) -> tuple[Part, ...]:
    """The line of the holds, as `holds_together` adds them up; none with the switch no-penalty-to-break-free."""
    penalty = 0 if whole("hold_penalty", hold_penalty, most=0) and options.no_penalty_to_break_free else hold_penalty
    return (Part("held", penalty, "rule"),) if penalty else ()


def freed(*, victim_total: int, holder_totals: Mapping[str, int]) -> tuple[str, ...]:
    """The holders whose holds are broken: one roll of the victim against each holder's, who keeps hold on a tie."""
    return tuple(
        holder
        for holder, total in holder_totals.items()
        if resisted_winner(victim_total, total, has_defender=True) == "active"
    )


@dataclass(frozen=True)
class BreakFree:
    """A try to break free of one holder, both sides whole."""

    victim_total: int
    holder_total: int
    free: bool
    victim: Check
    holder: Check


@rule("dragonfly.break-free")
def break_free(
    *,
    strength: int | None = None,
    muscle_score: int | None = None,
    hold_penalty: int = 0,
    dexterity: int = 0,
    kung_fu: int = 0,
    combat_score: int | None = None,
    lines: Sequence[Part] = (),
    holder_lines: Sequence[Part] = (),
    dice: Dice = system_dice,
    options: Options = DEFAULTS,
) -> BreakFree:
    """Twice Strength, or a Muscle Score, against a new Grapple of the holder (dragonfly.break-free).

    The victim's die falls first. A tie, or a victim's total under 9, keeps the hold. `lines` and `holder_lines` are
    what else each side has.
    """
    own = break_free_values(strength=strength, muscle_score=muscle_score)
    own_lines = (*break_free_parts(hold_penalty=hold_penalty, options=options), *lines)
    theirs = _grappling_values(dexterity, kung_fu, combat_score)
    victim = thrown(values=own, lines=own_lines, dice=dice)
    holder = thrown(values=theirs, lines=(GRAPPLE, *holder_lines), dice=dice)
    free = bool(freed(victim_total=victim.total, holder_totals={"holder": holder.total}))
    return BreakFree(victim.total, holder.total, free, victim, holder)
