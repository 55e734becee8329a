"""The odds against every way in which the dice can fall, and against another library for pools too large for that."""

import time
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations_with_replacement, product

import icepool
import pytest

from apps.rules import Refused
from apps.rules.crew import contest, odds
from apps.rules.crew.odds import hero_odds, pool_odds, preview
from apps.rules.dice import ScriptedDice
from tests.rules.crew.pooling import ANKLE, FIX, MENTAL, compared, sized

SIZES = (4, 6, 8, 10, 12)


@cache
def all_falls(dice):
    """How often each set of faces falls, highest first and 1s as 0: one die after another is thrown."""
    if not dice:
        return {(): 1}
    falls: Counter[tuple[int, ...]] = Counter()
    for faces, weight in all_falls(dice[:-1]).items():
        for face in range(1, dice[-1] + 1):
            falls[tuple(sorted((*faces, face if face > 1 else 0), reverse=True))] += weight
    return falls


def brute(dice):
    """For every number of dice kept, how often each (number of 1s, total) falls."""
    by_keep: list[Counter[tuple[int, int]]] = [Counter() for _ in range(len(dice) + 1)]
    for faces, weight in all_falls(dice).items():
        jinxes = faces.count(0)
        for keep, total in enumerate(accumulate(faces, initial=0)):
            by_keep[keep][jinxes, total] += weight
    return by_keep


def joint(found):
    """The odds' own weights, as (number of 1s, total)."""
    pairs = {(n, total): weight for n, weights in enumerate(found.joint) for total, weight in enumerate(weights)}
    return {key: weight for key, weight in pairs.items() if weight}


def of_counter(counter, fits):
    return Fraction(sum(weight for key, weight in counter.items() if fits(*key)), sum(counter.values()))


EVERY_POOL = [dice for count in range(1, 6) for dice in combinations_with_replacement(SIZES, count)]


@pytest.mark.rule("crew.total", "crew.extra-dice", "crew.scale")
@pytest.mark.parametrize("count", range(1, 6))
def test_every_pool_of_up_to_five_dice_however_many_are_kept(count):
    for dice in combinations_with_replacement(SIZES, count):
        for keep, expected in enumerate(brute(dice)):
            assert joint(pool_odds(dice=dice, keep=keep)) == dict(expected), (dice, keep)


def test_the_brute_force_itself_counts_every_fall():
    plain: Counter[tuple[int, int]] = Counter()
    for faces in product(range(1, 7), range(1, 5), range(1, 9)):
        counted = sorted((face for face in faces if face > 1), reverse=True)
        plain[faces.count(1), sum(counted[:2])] += 1
    assert brute((4, 6, 8))[2] == plain
    assert len(EVERY_POOL) == 251


@pytest.mark.parametrize("dice", [(4, 6), (8, 8, 8), (4, 6, 8, 10, 12), (6, 6)])
@pytest.mark.parametrize("keep", [1, 2, 3])
def test_the_chances_are_those_of_the_falls(dice, keep):
    found = pool_odds(dice=dice, keep=keep)
    falls = brute(dice)[min(keep, len(dice))]
    assert found.jinx == of_counter(falls, lambda jinxes, _: jinxes >= 1)
    assert found.two_jinxes == of_counter(falls, lambda jinxes, _: jinxes >= 2)
    assert found.botch == of_counter(falls, lambda jinxes, _: jinxes == len(dice))
    assert found.at_least(9) == of_counter(falls, lambda _, total: total >= 9)
    assert found.mean == sum(Fraction(n * total, falls.total()) for (_, total), n in falls.items())
    assert found.totals.total == falls.total()
    assert found.jinxes.chance(lambda jinxes: jinxes == 0) == 1 - found.jinx


LARGE = [
    ((12,) * 12, 2),
    ((12, 12, 10, 10, 8, 8, 6, 6, 4, 4, 4, 4), 3),
    ((4,) * 12, 5),
    ((12, 10, 8, 8, 6, 4, 4), 1),
    ((6, 6, 6, 8, 8, 10, 10, 12), 4),
]


@pytest.mark.parametrize(("dice", "keep"), LARGE)
def test_large_pools_agree_with_another_library(dice, keep):
    counted = {size: icepool.Die([0, *range(2, size + 1)]) for size in SIZES}
    falls = icepool.Pool([counted[size] for size in dice]).highest(keep).sum()
    assert dict(pool_odds(dice=dice, keep=keep).totals) == dict(falls.items())


@pytest.mark.parametrize(("dice", "keep"), LARGE)
def test_the_jinxes_of_large_pools_one_die_after_another(dice, keep):
    jinxes = Counter({0: 1})
    for size in dice:
        after: Counter[int] = Counter()
        for n, weight in jinxes.items():
            after[n] += weight * (size - 1)
            after[n + 1] += weight
        jinxes = after
    assert dict(pool_odds(dice=dice, keep=keep).jinxes) == dict(jinxes)


# Against somebody


def versus(**given):
    """The odds of a preview against somebody."""
    found = preview(**given).versus
    assert found is not None
    return found


def ends_of(dice, keep, number, place):
    """Every fall of a few dice played out as a contest against that total."""
    for faces in product(*(range(1, size + 1) for size in dice)):
        counted = sorted((face for face in faces if face > 1), reverse=True)
        total = sum(counted[:keep])
        yield total > number if place == "aggressor" else total >= number, total - number, 1 in faces


@pytest.mark.rule("crew.raise-the-stakes", "crew.exceptional-success")
@pytest.mark.parametrize("place", ["aggressor", "defender"])
@pytest.mark.parametrize("number", [0, 4, 9, 10, 16, 40])
@pytest.mark.parametrize(("dice", "keep"), [((8, 10), 2), ((6, 8, 12), 2), ((4, 8, 8, 6), 3)])
def test_against_a_total_that_stands(dice, keep, number, place):
    ends = list(ends_of(dice, keep, number, place))
    found = versus(dice=dice, keep=keep, number=number, place=place)
    assert found.chance == Fraction(sum(wins for wins, _, _ in ends), len(ends))
    assert found.clean == Fraction(sum(wins and not jinx for wins, _, jinx in ends), len(ends))
    assert found.exceptional == Fraction(sum(margin >= 5 for _, margin, _ in ends), len(ends))
    assert found.beaten_exceptionally == Fraction(sum(margin <= -5 for _, margin, _ in ends), len(ends))


@pytest.mark.rule("crew.raise-the-stakes")
@pytest.mark.parametrize("place", ["aggressor", "defender"])
@pytest.mark.parametrize(
    ("dice", "keep", "other", "other_keep"),
    [((8, 10), 2, (6, 8), 2), ((6, 8, 12), 2, (8, 10, 8), 3), ((10,), 1, (4, 4, 12), 2), ((12, 12, 8), 3, (4, 6), 2)],
)
def test_against_a_pool_that_is_still_to_be_thrown(dice, keep, other, other_keep, place):
    mine, theirs = brute(dice)[min(keep, len(dice))], brute(other)[min(other_keep, len(other))]
    pairs = [(m, t, n * k) for (m, n), (t, k) in product(mine.items(), theirs.items())]
    all_weights = sum(weight for _, _, weight in pairs)

    def chance(fits):
        return Fraction(sum(w for m, t, w in pairs if fits(m[1] - t[1], m[0])), all_weights)

    least = 1 if place == "aggressor" else 0
    found = versus(dice=dice, keep=keep, other=other, other_keep=other_keep, place=place)
    assert found.chance == chance(lambda margin, _: margin >= least)
    assert found.clean == chance(lambda margin, jinxes: margin >= least and not jinxes)
    assert found.exceptional == chance(lambda margin, _: margin >= 5)
    assert found.beaten_exceptionally == chance(lambda margin, _: margin <= -5)


def test_both_places_together_are_certain():
    one = versus(dice=(8, 10, 6), keep=2, other=(6, 12, 4), place="aggressor")
    across = versus(dice=(6, 12, 4), keep=2, other=(8, 10, 6), place="defender")
    assert one.chance + across.chance == 1
    assert (one.exceptional, one.beaten_exceptionally) == (across.beaten_exceptionally, across.exceptional)


def test_the_odds_are_those_of_contests_played_out():
    """Every face of two small pools, thrown and compared by the rules themselves."""
    ends = []
    for faces in product(range(1, 5), range(1, 7), range(1, 5), range(1, 5)):
        fallen = list(zip((4, 6, 4, 4), faces, strict=True))
        ends.append(contest.result(compared(fallen[:2], fallen[2:])))
    found = versus(dice=(4, 4), keep=2, other=(4, 6))
    assert found.chance == Fraction(sum(end.success for end in ends), len(ends))
    assert found.exceptional == Fraction(sum(end.success and end.exceptional for end in ends), len(ends))
    lost = sum(end.exceptional and not end.success for end in ends)
    assert found.beaten_exceptionally == Fraction(lost, len(ends))


@pytest.mark.rule("crew.extra-dice")
def test_what_one_more_point_would_buy():
    found = preview(dice=(8, 10, 6), keep=2, number=10)
    assert found.one_more == pool_odds(dice=(8, 10, 6), keep=3)
    assert found.versus
    assert found.versus_one_more
    assert found.versus_one_more == versus(dice=(8, 10, 6), keep=3, number=10)
    assert found.versus_one_more.chance > found.versus.chance
    assert pool_odds(dice=(8, 10, 6), keep=2, extra=1) == found.one_more


def test_where_no_die_is_left_a_point_buys_nothing():
    found = preview(dice=(8, 10), keep=2, number=10)
    assert (found.one_more, found.versus_one_more) == (None, None)


def test_against_nobody_known_only_the_pool_is_told():
    found = preview(dice=(8, 10, 4), keep=2)
    assert (found.versus, found.versus_one_more) == (None, None)
    assert found.one_more == pool_odds(dice=(8, 10, 4), keep=3)


def test_a_number_that_stands_goes_before_a_pool():
    assert preview(dice=(8, 10), keep=2, number=7, other=(12, 12)) == preview(dice=(8, 10), keep=2, number=7)


# Dice that have fallen


def faces_of(dice, fallen):
    """What each die of the pool may show, dice that have fallen one face alone."""
    waiting, found = list(fallen), []
    for size in dice:
        known = next((one for one in waiting if one[0] == size), None)
        if known:
            waiting.remove(known)
        found.append((known[1],) if known else range(1, size + 1))
    return found


KNOWN = [
    ((8, 10), [(8, 5)]), ((8, 10, 6), [(10, 1), (6, 6)]), ((4, 4, 4), [(4, 1), (4, 3)]), ((6, 8), [(6, 1), (8, 1)]),
    ((6, 6), [(6, 4), (12, 9), (6, 2)]), ((10, 8, 8, 4), [(8, 7), (8, 2), (8, 8)]), ((8, 10), [(12, 3)]),
]  # fmt: skip


@pytest.mark.rule("crew.total", "crew.botch")
@pytest.mark.parametrize(("dice", "fallen"), KNOWN)
@pytest.mark.parametrize("keep", [1, 2, 3])
def test_dice_that_fell_before_show_the_same_again(dice, fallen, keep):
    """Against every way in which the others may fall."""
    ends = [
        (sum(sorted((one for one in faces if one > 1), reverse=True)[:keep]), faces.count(1))
        for faces in product(*faces_of(dice, fallen))
    ]
    found = pool_odds(dice=dice, keep=keep, fallen=fallen)
    assert found.totals.total == len(ends)
    assert dict(found.totals) == dict(Counter(total for total, _ in ends))
    assert found.jinx == Fraction(sum(ones > 0 for _, ones in ends), len(ends))
    assert found.two_jinxes == Fraction(sum(ones > 1 for _, ones in ends), len(ends))
    assert found.botch == Fraction(sum(ones == len(dice) for _, ones in ends), len(ends))


@pytest.mark.rule("crew.raise-the-stakes")
def test_a_preview_counts_what_fell_on_both_sides():
    for mine, chance in ((7, 0), (8, 1)):
        found = preview(
            dice=(8, 8), keep=2, other=(10, 6), fallen=[(8, 8), (8, mine)], other_fallen=[(10, 9), (6, 6)]
        ).versus
        assert found
        assert found.chance == chance


# Plain things


def test_the_order_and_the_writing_of_the_dice_are_no_matter():
    assert pool_odds(dice=("d8", "d10", "d12+"), keep=2) == pool_odds(dice=(12, 8, 10), keep=2)
    assert odds.sides_of((MENTAL, FIX, ANKLE)) == (10, 8, 8)
    assert odds.sides_of(sized(4, 12)) == (12, 4)


def test_no_dice_and_none_kept():
    assert dict(pool_odds(dice=(), keep=2).totals) == {0: 1}
    assert pool_odds(dice=(), keep=2).botch == 0
    assert dict(pool_odds(dice=(8, 8), keep=0).totals) == {0: 64}


@pytest.mark.parametrize(
    ("given", "field"), [({"dice": (7,)}, "dice"), ({"keep": -1}, "keep"), ({"extra": -1}, "extra")]
)
def test_refusals(given, field):
    with pytest.raises(Refused) as no:
        pool_odds(**{"dice": (8, 8), "keep": 2, "extra": 0, **given})
    assert no.value.field == field
    with pytest.raises(Refused):
        preview(dice=(8, 8), keep=2, number=-1)


@pytest.mark.rule("crew.big-damn-hero-use")
@pytest.mark.parametrize("place", ["aggressor", "defender"])
@pytest.mark.parametrize(("mine", "theirs"), [(9, 10), (4, 12), (12, 12), (2, 30)])
@pytest.mark.parametrize("size", SIZES)
def test_a_hero_die_face_by_face(size, mine, theirs, place):
    ends = []
    for face in range(1, size + 1):
        reached = mine + (face if face > 1 else 0)
        ends.append((reached > theirs or (reached == theirs and place == "defender"), reached - theirs >= 5))
    found = hero_odds(size=size, mine=mine, theirs=theirs, place=place)
    assert found.chance == Fraction(sum(wins for wins, _ in ends), size)
    assert found.exceptional == Fraction(sum(five for _, five in ends), size)
    assert found.jinx == Fraction(1, size)


def test_hero_odds_are_those_of_the_hero_die_thrown():
    wins = 0
    for face in range(1, 9):
        before = compared([(8, 6), (6, 4)], [(8, 5), (6, 2)])
        wins += contest.result(contest.with_hero(before, "aggressor", 8, ScriptedDice([face]))).success
    assert hero_odds(size=8, mine=7, theirs=10).chance == Fraction(wins, 8)


def seconds_of_a_preview(dice, keep, other):
    """The time on the processor of a whole preview that nobody has asked for before."""
    odds.forget()
    start = time.process_time()
    preview(dice=dice, keep=keep, other=other, other_keep=3)
    return time.process_time() - start


@pytest.mark.parametrize(
    ("dice", "keep"), [((12,) * 12, 3), ((12, 10, 8, 6, 4, 12, 10, 8, 6, 4, 12, 10), 2), ((12,) * 12, 11)]
)
def test_a_preview_of_twelve_dice_is_quick(dice, keep):
    assert min(seconds_of_a_preview(dice, keep, (12,) * 12) for _ in range(3)) < 0.02
