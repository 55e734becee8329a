"""A contest while it waits for people (crew.exchange): two sides, the stakes, what has fallen and what was decided.

The functions take a contest and give the next one; each refuses what may not be done now before any die falls. Points,
stores of Big Damn Hero dice and who is Taken Out are not theirs: whoever calls them has looked.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from apps.rules.crew.options import DEFAULTS, Options
from apps.rules.crew.pools import Pool, check_pool, has_scale
from apps.rules.crew.pools import RollerKind as RollerKind
from apps.rules.crew.steps import SIZES, read, sides, written
from apps.rules.crew.totals import EXCEPTIONAL, highest_first, highest_rolling_die, kept_free, raise_the_stakes
from apps.rules.dice import Dice
from apps.rules.refusal import Refused

Place = Literal["defender", "aggressor"]
Stage = Literal["defender-rolls", "defender-keeps", "aggressor-rolls", "aggressor-keeps", "heroes", "after"]
Stakes = Literal["no", "both", "defender", "aggressor"]
Purpose = Literal["contest", "recovery", "timed"]
PLACES: tuple[Place, Place] = ("defender", "aggressor")


@dataclass(frozen=True)
class HeroDie:
    """A Big Damn Hero die that was added: its size, the face, and whether it went back into store on a jinx."""

    size: int
    face: int
    returned: bool = False


@dataclass(frozen=True)
class Side:
    """One side. `character` is the public id of who rolls, empty for the GM's bare opposition. The pool is empty until
    it is thrown; `faces` are in its order; `extra` are the places in the pool of the dice that were bought in.
    `limited` says that the roller was Taken Out and paid to act; `at_zero` that they set the stakes at 0 instead.
    `passed` is set by whoever adds no (further) Big Damn Hero die. `rerolled` are the dice that a trigger has thrown
    anew, as (sides, face) that they showed; `overruled` is what the GM's word adds to the total, or takes from it.
    """

    kind: RollerKind = "opposition"
    character: str = ""
    name: str = ""
    pool: Pool = ()
    faces: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()
    limited: bool = False
    at_zero: bool = False
    announced: bool = False
    heroes: tuple[HeroDie, ...] = ()
    passed: bool = False
    rerolled: tuple[tuple[int, int], ...] = ()
    overruled: int = 0


@dataclass(frozen=True)
class Contest:
    """`what` is tried, in the words of whoever opened it. `subject` is the public id of the Complication's entry that
    a recovery is about, or of the timed action that this roll is a beat of; `patient` that of whoever bears what is
    treated. `hero_lost` is the size of the Big Damn Hero die that the loser had to give up. `shared` says that the
    defender's one roll counts in all the contests that were opened together."""

    what: str
    defender: Side
    aggressor: Side
    purpose: Purpose = "contest"
    subject: str = ""
    high_stakes: Stakes = "no"
    hero_lost: int = 0
    shared: bool = False
    patient: str = ""


def other(place: Place) -> Place:
    """The place across."""
    return "aggressor" if place == "defender" else "defender"


def side_of(contest: Contest, place: Place) -> Side:
    return contest.defender if place == "defender" else contest.aggressor


def with_side(contest: Contest, place: Place, side: Side) -> Contest:
    """The contest with another side in that place."""
    return replace(contest, defender=side) if place == "defender" else replace(contest, aggressor=side)


def called(contest: Contest, place: Place) -> str:
    """Whom a refusal names: "Wren", or "the opposition"."""
    return side_of(contest, place).name or "the opposition"


# One side


def keep(side: Side) -> int:
    """How many dice count for nothing: 3 with a Scale die, 1 when limited, 0 where the stakes were set at 0, else 2."""
    return 0 if side.at_zero else kept_free(scale=has_scale(side.pool), limited=side.limited)


def kept(side: Side) -> tuple[int, ...]:
    """The places in the pool of the dice in the total: the free ones, the highest first, then those bought."""
    return (*highest_first(side.faces)[: keep(side)], *side.extra)


def buyable(side: Side) -> tuple[int, ...]:
    """The places of the dice that could still be bought in, the highest first: neither kept nor a jinx."""
    return tuple(place for place in highest_first(side.faces) if place not in kept(side))


def pool_total(side: Side) -> int:
    """What the pool's dice make, Big Damn Hero dice left out, with what the GM has said about it."""
    return sum(side.faces[place] for place in kept(side)) + side.overruled


def total(side: Side) -> int:
    """The total with the Big Damn Hero dice; one that shows 1 adds nothing."""
    return pool_total(side) + sum(die.face for die in side.heroes if die.face > 1)


def jinx_places(side: Side) -> tuple[int, ...]:
    """The places in the pool of the dice that show 1."""
    return tuple(place for place, face in enumerate(side.faces) if face == 1)


def jinxes(side: Side) -> int:
    """How many 1s this roll has: those of the pool, and Big Damn Hero dice that were left on a 1."""
    return len(jinx_places(side)) + sum(die.face == 1 and not die.returned for die in side.heroes)


def botch(side: Side) -> bool:
    """Whether every die of the pool shows 1."""
    return bool(side.faces) and all(face == 1 for face in side.faces)


def has_rolled(side: Side) -> bool:
    """Whether the dice have fallen, or none will."""
    return bool(side.faces) or side.at_zero


def highest_die(side: Side, options: Options = DEFAULTS) -> int | None:
    """The size of the highest rolling die of the pool (crew.highest-rolling-die), None where no die was thrown."""
    thrown_dice = [(die.size, face) for die, face in zip(side.pool, side.faces, strict=True)] if side.faces else []
    return highest_rolling_die(dice=thrown_dice, options=options).die if thrown_dice else None


# Whose turn it is


def stage(contest: Contest, options: Options = DEFAULTS) -> Stage:
    """What the contest waits for. At "heroes" somebody may still add a die (`next_to_decide`), at "after" nobody."""
    if not has_rolled(contest.defender):
        return "defender-rolls"
    if not contest.defender.announced:
        return "defender-keeps"
    if not has_rolled(contest.aggressor):
        return "aggressor-rolls"
    if not contest.aggressor.announced:
        return "aggressor-keeps"
    return "after" if next_to_decide(contest, options) is None else "heroes"


def behind(contest: Contest) -> Place:
    """Who would lose as things stand."""
    beaten = total(contest.aggressor) > total(contest.defender)
    return "defender" if beaten else "aggressor"


def may_add_hero(contest: Contest, place: Place, options: Options = DEFAULTS) -> bool:
    """Whether the rules leave that side a Big Damn Hero die: a crewmember, who has not passed, and who has added none
    yet where the switch bdh-per-roll is "1"."""
    side = side_of(contest, place)
    done = options.bdh_per_roll == "1" and bool(side.heroes)
    return side.kind == "crewmember" and not side.passed and not done


def hero_changes_something(contest: Contest, place: Place, stored: Sequence[int], options: Options = DEFAULTS) -> bool:
    """Whether dice of these sizes could change how it ends, now that both totals stand: whoever is behind may win or
    lose by less; whoever is ahead may only reach an exceptional success."""
    if behind(contest) == place:
        return bool(stored)
    ahead = abs(total(contest.aggressor) - total(contest.defender))
    reach = (max(stored, default=0),) if options.bdh_per_roll == "1" else stored
    return options.bdh_counts_for_exceptional and ahead < EXCEPTIONAL <= ahead + sum(reach)


def bought_changes_something(contest: Contest, place: Place) -> bool:
    """Whether a die kept on top could change how it ends, where nothing follows but that total: not for an aggressor
    who is ahead by an exceptional margin already."""
    return place == "defender" or total(contest.aggressor) - total(contest.defender) < EXCEPTIONAL


def may_buy_late(contest: Contest, place: Place, options: Options = DEFAULTS) -> bool:
    """Whether that side may keep more dice though both totals stand: the switch extra-dice-after-comparing."""
    side = side_of(contest, place)
    return options.extra_dice_after_comparing and not side.passed and bool(buyable(side))


def next_to_decide(contest: Contest, options: Options = DEFAULTS) -> Place | None:
    """Whose word is awaited once both totals stand: whoever is behind, then the other, None when both are through."""
    if not (contest.defender.announced and contest.aggressor.announced):
        return None
    first = behind(contest)
    for place in (first, other(first)):
        if may_add_hero(contest, place, options) or may_buy_late(contest, place, options):
            return place
    return None


# What people do


def thrown(
    contest: Contest, place: Place, pool: Pool, dice: Dice, *, options: Options = DEFAULTS, limited: bool = False
) -> Contest:
    """The side throws its `pool`; `limited` where the roller is Taken Out and has paid to act.

    The total stands at once where no further die could be bought. Refuses a roll out of turn, a pool that is none
    (`check_pool`), and a second Scale die where the other side has thrown one.
    """
    check_throw(contest, place, pool, options)
    faces = tuple(face for die in pool for face in dice(1, die.sides))
    side = replace(side_of(contest, place), pool=pool, faces=faces, limited=limited)
    return with_side(contest, place, _standing_if_spent(side))


def check_throw(contest: Contest, place: Place, pool: Pool, options: Options = DEFAULTS) -> None:
    """Refuses what `thrown` refuses."""
    _refuse_out_of_turn(contest, place)
    check_pool(pool, side_of(contest, place).kind, options)
    if has_scale(pool) and has_scale(side_of(contest, other(place)).pool):
        text = f"The advantage of scale is on one side only, and {called(contest, other(place))} has it."
        raise Refused("scale-twice", text, "scale")


def _refuse_out_of_turn(contest: Contest, place: Place) -> None:
    if has_rolled(side_of(contest, place)):
        raise Refused("rolled", f"The dice of {called(contest, place)} have fallen already.", "place")
    if place == "aggressor" and not contest.defender.announced:
        why = f"The defender sets the stakes first: {called(contest, 'defender')}"
        does = "has yet to let the total stand" if has_rolled(contest.defender) else "has yet to roll"
        raise Refused("defender-first", f"{why} {does}.", "place")


def set_at_zero(contest: Contest, place: Place) -> Contest:
    """A defender who is Taken Out throws nothing and sets the stakes at 0. Refuses the aggressor and a second time."""
    _refuse_out_of_turn(contest, place)
    if place != "defender":
        raise Refused("no-defender", "Only the defender can set the stakes at 0: the aggressor rolls or lets it be.")
    return with_side(contest, place, replace(contest.defender, at_zero=True, announced=True))


def bought(contest: Contest, place: Place, indexes: tuple[int, ...], options: Options = DEFAULTS) -> Contest:
    """The dice at these places of the side's pool are kept too; a point for each is the caller's.

    The total stands at once when nothing is left to buy. Refuses before the roll and after announcing (unless the
    switch extra-dice-after-comparing is on), no die, a jinx, and what is kept or no die of the pool.
    """
    side = side_of(contest, place)
    _refuse_late_dice(contest, place, options)
    if not indexes or len(set(indexes)) < len(indexes):
        raise Refused("which-die", "Say which die is to be kept, each of them once.", "extra")
    for index in indexes:
        _refuse_index(side, index)
    more = _standing_if_spent(replace(side, extra=(*side.extra, *indexes)))
    return _asked_again(with_side(contest, place, more), contest, place)


def _refuse_late_dice(contest: Contest, place: Place, options: Options) -> None:
    side = side_of(contest, place)
    if not has_rolled(side):
        raise Refused("not-rolled", "Nothing has fallen yet that could be kept: first the pool is thrown.", "extra")
    late = stage(contest, options) == "heroes" and may_buy_late(contest, place, options)
    if side.announced and not late:
        raise Refused("announced", f"The total of {total(side)} stands, so no further die can be kept.", "extra")
    if side.announced:
        _refuse_turn(contest, place, options, "extra")


def _refuse_index(side: Side, index: int) -> None:
    if not 0 <= index < len(side.faces):
        raise Refused("no-such-die", f"The pool has {len(side.faces)} dice, and this is none of them.", "extra")
    if side.faces[index] == 1:
        raise Refused("jinx", f"“{side.pool[index].label}” shows a 1: a jinx cannot be kept.", "extra")
    if index in kept(side):
        raise Refused("kept", f"“{side.pool[index].label}” is in the total already.", "extra")


def announced(contest: Contest, place: Place) -> Contest:
    """The side lets its total stand. Refuses before it has rolled, and a second time."""
    side = side_of(contest, place)
    if not has_rolled(side):
        raise Refused(
            "not-rolled", f"{called(contest, place).capitalize()} has no total yet: first the pool is thrown."
        )
    if side.announced:
        raise Refused("announced", f"The total of {total(side)} stands already.")
    return with_side(contest, place, replace(side, announced=True))


def rerolled(contest: Contest, place: Place, index: int, dice: Dice) -> Contest:
    """The die at this place of the side's pool is thrown anew, as a trigger says (crew.triggers).

    As many dice are kept as before: a bought one that is among the highest now makes room for the one that it passes.
    Refuses before the roll, once the total stands, and what is no die of the pool.
    """
    check_reroll(contest, place, index)
    side = side_of(contest, place)
    (face,) = dice(1, side.pool[index].sides)
    faces = (*side.faces[:index], face, *side.faces[index + 1 :])
    fell = (side.pool[index].sides, side.faces[index])
    return with_side(contest, place, _kept_anew(replace(side, faces=faces, rerolled=(*side.rerolled, fell)), side))


def check_reroll(contest: Contest, place: Place, index: int) -> None:
    """Refuses what `rerolled` refuses."""
    side = side_of(contest, place)
    if not side.faces:
        raise Refused("not-rolled", "Nothing has fallen yet that could be thrown anew: first the pool is thrown.")
    if side.announced:
        raise Refused("announced", f"The total of {total(side)} stands, so no die is thrown anew.")
    if not 0 <= index < len(side.faces):
        raise Refused("no-such-die", f"The pool has {len(side.faces)} dice, and this is none of them.")


def _kept_anew(after: Side, before: Side) -> Side:
    """The side after a die was thrown anew, with as many dice bought in as before where they still count."""
    highest = highest_first(after.faces)
    free = highest[: keep(after)]
    bought_in = [place for place in highest if place in kept(before) and place not in free]
    return replace(after, extra=tuple(bought_in[: len(before.extra)]))


def overruled(contest: Contest, place: Place, made: int) -> Contest:
    """The GM says what a side's total is. What is kept or added afterwards counts on top of it.

    A side that has yet to roll stands at that total without dice. Refuses the total that it has already, and the
    aggressor before the stakes are set.
    """
    side = side_of(contest, place)
    if not has_rolled(side):
        _refuse_out_of_turn(contest, place)
        side = replace(side, at_zero=True, announced=True)
    elif made == total(side):
        raise Refused("same", f"The total is {made} already.", "total")
    said = replace(side, overruled=side.overruled + made - total(side), passed=False)
    return _asked_again(with_side(contest, place, said), contest, place)


def with_hero(
    contest: Contest, place: Place, size: int, dice: Dice, take_back: bool = True, options: Options = DEFAULTS
) -> Contest:
    """A stored Big Damn Hero die is thrown and added; point and store are the caller's (crew.big-damn-hero-use).

    On a 1 it adds nothing: it is `returned` where the player takes it back, else it is lost and one more jinx;
    `left_lying` changes that afterwards. Whoever had passed is asked again when the total has changed. Refuses before
    both totals stand, a side that is no crewmember's, a second die under the switch bdh-per-roll, and out of turn.
    """
    check_hero(contest, place, options)
    (face,) = dice(1, sides(read(size, "die", SIZES)))
    side = side_of(contest, place)
    die = HeroDie(size, face, returned=face == 1 and take_back)
    return _asked_again(with_side(contest, place, replace(side, heroes=(*side.heroes, die))), contest, place)


def check_hero(contest: Contest, place: Place, options: Options = DEFAULTS) -> None:
    """Refuses what `with_hero` refuses."""
    side = side_of(contest, place)
    _refuse_unfinished(contest)
    if side.kind != "crewmember":
        raise Refused("no-crewmember", "Only crewmembers have Big Damn Hero dice.", "die")
    if options.bdh_per_roll == "1" and side.heroes:
        text = f"At this table each side adds one Big Damn Hero die, and the {written(side.heroes[0].size)} has been."
        raise Refused("one-hero-die", text, "die")
    if side.passed:
        raise Refused("passed", f"{side.name} has passed and adds no further die.", "die")
    _refuse_turn(contest, place, options, "die")


def _refuse_unfinished(contest: Contest) -> None:
    for place in PLACES:
        if not side_of(contest, place).announced:
            text = f"The totals have not been compared yet: {called(contest, place)} still has to let one stand."
            raise Refused("not-compared", text, "die")


def _refuse_turn(contest: Contest, place: Place, options: Options, field: str) -> None:
    first = next_to_decide(contest, options)
    if first is None:
        raise Refused("all-passed", "Everybody has passed, so the totals stay as they are.", field)
    if first != place:
        text = f"{called(contest, first)} decides now: whoever is behind goes first."
        raise Refused("not-your-turn", text[0].upper() + text[1:], field)


def left_lying(contest: Contest, place: Place, *, taken_back: bool = False) -> Contest:
    """The last Big Damn Hero die of the side, which shows 1, is left: lost, and one more jinx of this roll. With
    `taken_back` it returns to store after all. Refuses where the last one shows no 1."""
    side = side_of(contest, place)
    if not side.heroes or side.heroes[-1].face != 1:
        raise Refused("no-jinx", "Only a Big Damn Hero die that shows a 1 can be taken back.", "take_back")
    last = replace(side.heroes[-1], returned=taken_back)
    return with_side(contest, place, replace(side, heroes=(*side.heroes[:-1], last)))


def passed(contest: Contest, place: Place, options: Options = DEFAULTS) -> Contest:
    """The side adds no (further) die. Refuses before both totals stand, and whoever is not asked now."""
    _refuse_unfinished(contest)
    _refuse_turn(contest, place, options, "die")
    return with_side(contest, place, replace(side_of(contest, place), passed=True))


def _standing_if_spent(side: Side) -> Side:
    """A total that no bought die could change stands by itself."""
    return replace(side, announced=side.announced or not buyable(side))


def _asked_again(after: Contest, before: Contest, place: Place) -> Contest:
    """A pass holds against the total that it was said to; a new one asks whoever passed once more."""
    across = side_of(after, other(place))
    if not across.passed or total(side_of(after, place)) == total(side_of(before, place)):
        return after
    return with_side(after, other(place), replace(across, passed=False))


# What came of it


@dataclass(frozen=True)
class Result:
    """`success` is the aggressor's. `margin` counts Big Damn Hero dice; `exceptional` says that the winner has an
    exceptional success, by the table's switch."""

    winner: Place
    success: bool
    margin: int
    exceptional: bool
    defender_total: int
    aggressor_total: int

    @property
    def loser(self) -> Place:
        return other(self.winner)


def result(contest: Contest, options: Options = DEFAULTS) -> Result:
    """Who has won as the totals stand (crew.raise-the-stakes, crew.exceptional-success). Refuses before both stand.

    Where the switch bdh-counts-for-exceptional is off, the winner needs to have been ahead by 5 before Big Damn Hero
    dice were added.
    """
    _refuse_unfinished(contest)
    defender, aggressor = total(contest.defender), total(contest.aggressor)
    raised = raise_the_stakes(defender_total=defender, aggressor_total=aggressor)
    winner: Place = "aggressor" if raised.success else "defender"
    exceptional = raised.exceptional
    if not options.bdh_counts_for_exceptional:
        exceptional = _ahead_before_heroes(contest, winner) >= EXCEPTIONAL
    return Result(winner, raised.success, raised.margin, exceptional, defender, aggressor)


def _ahead_before_heroes(contest: Contest, place: Place) -> int:
    return pool_total(side_of(contest, place)) - pool_total(side_of(contest, other(place)))


@dataclass(frozen=True)
class HeroChange:
    """What an exceptional success does to somebody's store: a die won (`size` is its size), or one lost (`size` is the
    largest that may go)."""

    place: Place
    size: int
    won: bool


def hero_changes(contest: Contest, options: Options = DEFAULTS) -> tuple[HeroChange, ...]:
    """Whose store of Big Damn Hero dice changes: the winner wins one, the loser may lose one; crewmembers only
    (crew.big-damn-hero-gain, crew.big-damn-hero-loss). Nothing where the opposing pool was not thrown."""
    ended = result(contest, options)
    if not ended.exceptional:
        return ()
    changes = []
    for place, won in ((ended.winner, True), (ended.loser, False)):
        size = highest_die(side_of(contest, other(place)), options)
        if size is not None and side_of(contest, place).kind == "crewmember":
            changes.append(HeroChange(place, size, won))
    return tuple(changes)


def taken_out_by(contest: Contest, options: Options = DEFAULTS) -> Place | None:
    """The loser, where this was high stakes for them (crew.high-stakes); a bare opposition is nobody: None."""
    loser = result(contest, options).loser
    at_stake = contest.high_stakes in ("both", loser)
    return loser if at_stake and side_of(contest, loser).kind != "opposition" else None
