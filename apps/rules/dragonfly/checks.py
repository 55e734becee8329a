"""The die, the check and what two sides do to each other: what every part of Dragonfly needs."""

from dataclasses import dataclass
from typing import Literal

from apps.rules.dice import Dice, HandDice, system_dice
from apps.rules.dragonfly.lists import DIFFICULTIES, SUCCESS_LEVELS, Difficulty, pick
from apps.rules.dragonfly.options import DEFAULTS, Options
from apps.rules.numbers import one_of, whole
from apps.rules.parts import Part, total_of
from apps.rules.refusal import Refused
from apps.rules.registry import rule

SIDES = 10
TARGET = 9

Winner = Literal["active", "opposing", "neither", "tie"]
CastWinner = Literal["cast", "supporting", "neither", "tie"]
CastIs = Literal["attacker", "defender", "neither"]


@rule("dragonfly.when-to-roll")
def when_to_roll(
    *, by_director: bool = False, approved: bool = False, changes_record: bool = False, options: Options = DEFAULTS
) -> None:
    """Whether a roll may be made now (dragonfly.when-to-roll).

    The Director always may, and so may whoever the Director asked or `approved`. Others may roll freely where the roll
    changes nothing on record, unless the switch players-may-roll-freely is off. Refuses the rest.
    """
    if by_director or approved:
        return
    if changes_record:
        raise Refused("director-approves", "This roll would change a sheet, so the Director has to ask for it first.")
    if not options.players_may_roll_freely:
        raise Refused("director-asks", "At this table every roll waits for the Director to ask for it.")


@dataclass(frozen=True)
class Face:
    """A d10's face, 1 to 10; `typed` if a person read it off a real die."""

    face: int
    typed: bool


@rule("dragonfly.die")
def die(*, face: int | None = None, dice: Dice = system_dice, options: Options = DEFAULTS) -> Face:
    """One d10 (dragonfly.die): the `face` produced at the table, 0 to 10 where 0 is a ten, or None to roll.

    Refuses any other face, and a typed face where the switch typed-dice is off.
    """
    if face is None:
        return Face(dice(1, SIDES)[0], typed=False)
    if not options.typed_dice:
        raise Refused("typed-dice-off", "At this table the program rolls the dice, so no face can be typed.", "face")
    whole("face", face, least=0, most=SIDES)
    return Face(face or SIDES, typed=True)


def typed_dice(faces: list[int], then: Dice | None = None, options: Options = DEFAULTS) -> HandDice:
    """Dice with the `faces` that a person typed, each read as dragonfly.die reads it; `then` rolls the rest."""
    return HandDice([die(face=face, options=options).face for face in faces], then)


@dataclass(frozen=True)
class Levels:
    """What a total is worth: `description` is None where it is worth nothing."""

    success_levels: int
    description: str | None


@rule("dragonfly.success-levels")
def success_levels(*, total: int) -> Levels:
    """The Success Levels of a total (dragonfly.success-levels): 0 for 8 or less, without end upwards."""
    whole("total", total)
    if total >= 36:
        return Levels(10 + (total - 33) // 3, SUCCESS_LEVELS[-1].description)
    for row in SUCCESS_LEVELS:
        if row.total_from <= total <= (row.total_to or total):
            return Levels(row.success_levels, row.description)
    return Levels(0, None)


@dataclass(frozen=True)
class Check:
    """A finished check. `face` is None where no die fell (an Ability Score); the `parts` add up to `total`."""

    total: int
    success: bool
    success_levels: int
    description: str | None
    face: int | None
    parts: tuple[Part, ...]


def finished(parts: tuple[Part, ...], face: int | None) -> Check:
    """The check that these parts add up to; `face` is the d10 among them, None where no die belongs to it."""
    total = total_of(parts)
    levels = success_levels(total=total)
    return Check(total, total >= TARGET, levels.success_levels, levels.description, face, parts)


def rolled(parts: tuple[Part, ...], dice: Dice) -> Check:
    """A d10 plus the `parts`, against 9. The parts must be known before: the die falls here."""
    (face,) = dice(1, SIDES)
    return finished((Part("d10", face, "die"), *parts), face)


def _some(*parts: Part) -> tuple[Part, ...]:
    """The parts that are not 0."""
    return tuple(part for part in parts if part.value)


@rule("dragonfly.base-check")
def base_check(*, attribute: int = 0, skill: int = 0, modifier: int = 0, dice: Dice = system_dice) -> Check:
    """d10 + Attribute + skill + modifier against 9 (dragonfly.base-check).

    A missing Attribute or skill is 0. Refuses what is not a whole number, and Attributes and skills under 0.
    """
    whole("attribute", attribute, least=0)
    whole("skill", skill, least=0)
    whole("modifier", modifier)
    values = Part("attribute", attribute, "attribute"), Part("skill", skill, "skill")
    return rolled(_some(*values, Part("modifier", modifier, "modifier")), dice)


@rule("dragonfly.attribute-doubled")
def attribute_doubled(*, attribute: int, doubled: bool = True, modifier: int = 0, dice: Dice = system_dice) -> Check:
    """d10 + twice the Attribute + modifier against 9 (dragonfly.attribute-doubled); once if not `doubled`.

    Only the Attribute is doubled. Refuses what is not a whole number, and an Attribute under 0.
    """
    whole("attribute", attribute, least=0)
    whole("modifier", modifier)
    return rolled(
        _some(
            Part("attribute", attribute, "attribute"),
            Part("attribute-doubled", attribute * doubled, "attribute"),
            Part("modifier", modifier, "modifier"),
        ),
        dice,
    )


@dataclass(frozen=True)
class Modifier:
    """The modifier that counts, and the row of the Base Modifiers whose name it bears."""

    modifier: int
    difficulty: Difficulty


@rule("dragonfly.difficulty-modifiers")
def difficulty_modifiers(*, difficulty: str, modifier: int | None = None) -> Modifier:
    """The modifier for a `difficulty`, an id of DIFFICULTIES (dragonfly.difficulty-modifiers).

    Without a `modifier` it is the mildest of the row. The row is a label: any whole number may be given with it.
    """
    row = pick("difficulty", difficulty, DIFFICULTIES)
    return Modifier(row.highest if modifier is None else whole("modifier", modifier), row)


def difficulty_of(modifier: int) -> Difficulty | None:
    """The row that a modifier falls in; None above +5, for which the table has no name."""
    for row in DIFFICULTIES:
        if row.highest >= modifier and (row.lowest is None or row.lowest <= modifier):
            return row
    return None


@dataclass(frozen=True)
class Required:
    """`success_levels` of this roll, `levels_so_far` with those counted from earlier ones, and whether they suffice."""

    success_levels: int
    success: bool
    levels_so_far: int


@rule("dragonfly.required-levels")
def required_levels(
    *, total: int, required_levels: int = 1, earned_before: int = 0, options: Options = DEFAULTS
) -> Required:
    """Whether a total earns enough Success Levels (dragonfly.required-levels).

    `earned_before` are the levels of earlier rolls at the same task; they count only where the switch
    levels-add-up-over-turns is on. Refuses fewer than 1 required level.
    """
    whole("required_levels", required_levels, least=1)
    whole("earned_before", earned_before, least=0)
    levels = success_levels(total=total).success_levels
    so_far = levels + earned_before * options.levels_add_up_over_turns
    return Required(levels, so_far >= required_levels, so_far)


def resisted_winner(active_total: int, opposing_total: int, *, has_defender: bool) -> Winner:
    """Who wins with two finished totals: each side needs 9, then the higher wins, then the defender."""
    if max(active_total, opposing_total) < TARGET:
        return "neither"
    if active_total == opposing_total:
        return "opposing" if has_defender else "tie"
    return "active" if active_total > opposing_total else "opposing"


@dataclass(frozen=True)
class Resisted:
    """A finished Resisted Action, both sides whole; `success_levels` are of the winner's (or the tied) total."""

    active_total: int
    opposing_total: int
    winner: Winner
    success_levels: int
    active: Check
    opposing: Check


@rule("dragonfly.resisted-action")
def resisted_action(
    *, active_bonus: int, opposing_bonus: int, has_defender: bool = True, dice: Dice = system_dice
) -> Resisted:
    """Two checks against each other (dragonfly.resisted-action); the active side's die falls first.

    The bonuses are everything a side adds to its d10. With `has_defender` the opposing side wins ties.
    """
    whole("active_bonus", active_bonus)
    whole("opposing_bonus", opposing_bonus)
    active, opposing = (rolled(_bonus(bonus), dice) for bonus in (active_bonus, opposing_bonus))
    return resisted(active, opposing, has_defender=has_defender)


def resisted(active: Check, opposing: Check, *, has_defender: bool = True) -> Resisted:
    """The Resisted Action of two finished checks, where each side made its own."""
    winner = resisted_winner(active.total, opposing.total, has_defender=has_defender)
    levels = max(active, opposing, key=lambda check: check.total).success_levels
    return Resisted(active.total, opposing.total, winner, levels, active, opposing)


def _bonus(bonus: int) -> tuple[Part, ...]:
    return _some(Part("bonus", bonus, "modifier"))


def score_check(*, score: int, score_modifier: int = 0) -> Check:
    """An Ability Score as a finished total, no die (dragonfly.ability-scores): also for an act that nobody resists."""
    whole("score", score, least=0)
    whole("score_modifier", score_modifier)
    parts = (Part("score", score, "score"), *_some(Part("modifier", score_modifier, "modifier")))
    return finished(parts, None)


@dataclass(frozen=True)
class AgainstScore:
    """A Cast Member's check against an Ability Score, both sides whole."""

    cast_total: int
    score_total: int
    winner: CastWinner
    success_levels: int
    cast: Check
    supporting: Check


@rule("dragonfly.ability-scores")
def ability_scores(
    *, cast_bonus: int, score: int, score_modifier: int = 0, cast_is: CastIs, dice: Dice = system_dice
) -> AgainstScore:
    """A Cast Member's d10 + `cast_bonus` against an Ability Score (dragonfly.ability-scores).

    The score stands in for a total: each side needs 9, and ties go to the defender, if there is one. Refuses scores
    under 0, and a `cast_is` other than attacker, defender or neither.
    """
    whole("cast_bonus", cast_bonus)
    supporting = score_check(score=score, score_modifier=score_modifier)
    one_of("cast_is", cast_is, ("attacker", "defender", "neither"))
    return against_score(rolled(_bonus(cast_bonus), dice), supporting, cast_is=cast_is)


def against_score(cast: Check, supporting: Check, *, cast_is: CastIs) -> AgainstScore:
    """The contest of a finished check with a finished score."""
    winner = score_winner(cast.total, supporting.total, cast_is=cast_is)
    levels = max(cast, supporting, key=lambda check: check.total).success_levels
    return AgainstScore(cast.total, supporting.total, winner, levels, cast, supporting)


def score_winner(cast_total: int, score_total: int, *, cast_is: CastIs) -> CastWinner:
    """Who wins: as in a Resisted Action, where the defender's total is the opposing one."""
    if cast_is == "defender":
        words: dict[Winner, CastWinner] = {"active": "supporting", "opposing": "cast"}
        won = resisted_winner(score_total, cast_total, has_defender=True)
    else:
        words = {"active": "cast", "opposing": "supporting"}
        won = resisted_winner(cast_total, score_total, has_defender=cast_is == "attacker")
    return words.get(won) or ("tie" if won == "tie" else "neither")


def supporting_cast_down(*, life_points: int, options: Options = DEFAULTS) -> bool | None:
    """Whether Supporting Cast with these Life Points are out of the fight (dragonfly.ability-scores).

    They make no tests at 0 or less: they are out. None where the switch supporting-cast-down-at-zero leaves it to the
    Director.
    """
    if whole("life_points", life_points) > 0:
        return False
    return True if options.supporting_cast_down_at_zero else None
