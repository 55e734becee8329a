"""Totals, dice bought in, the highest rolling die, and who has won."""

import pytest

from apps.rules import Refused
from apps.rules.crew.options import Options
from apps.rules.crew.totals import (
    Bought,
    HighestDie,
    Raised,
    Scale,
    Total,
    exceptional_success,
    extra_dice,
    highest_rolling_die,
    kept_free,
    raise_the_stakes,
    refuse_extra,
    scale,
    total,
)


def refused(code, function, *args, **kwargs):
    with pytest.raises(Refused) as no:
        function(*args, **kwargs)
    assert no.value.code == code
    return no.value


@pytest.mark.rule("crew.total")
@pytest.mark.parametrize(
    ("dice", "keep", "made"),
    [
        ([(8, 6), (10, 3), (6, 4)], 2, 10),
        ([(8, 6), (10, 3), (6, 4)], 3, 13),
        ([(8, 6), (10, 3), (6, 4)], 1, 6),
        ([(8, 6), (10, 3), (6, 4)], 0, 0),
        ([(8, 1), (10, 7), (6, 1)], 2, 7),
        ([(8, 1), (6, 1)], 2, 0),
        ([], 2, 0),
        ([(8, 4), (8, 4), (8, 4)], 2, 8),
        ([("d12+", 12), ("d4", 4)], 2, 16),
    ],
)
def test_the_highest_count_and_ones_never(dice, keep, made):
    assert total(keep=keep, dice=dice).total == made


@pytest.mark.rule("crew.total")
def test_what_is_told_of_a_total():
    assert total(keep=2, dice=[(8, 1), (10, 3), (6, 4), (6, 5)]) == Total(9, ((6, 5), (6, 4)), 1, False)
    assert total(keep=2, extra=1, dice=[(8, 1), (10, 3), (6, 4), (6, 5)]).total == 12
    assert total(dice=[(8, 1), (10, 1)]) == Total(0, (), 2, True)
    assert not total(dice=[]).botch


@pytest.mark.parametrize(
    ("given", "field"), [({"keep": -1}, "keep"), ({"extra": -1}, "extra"), ({"dice": [(6, 7)]}, "dice")]
)
def test_what_a_total_refuses(given, field):
    with pytest.raises(Refused) as no:
        total(**{"dice": [(6, 5)], **given})
    assert no.value.field == field


@pytest.mark.rule("crew.scale", "crew.total")
@pytest.mark.parametrize(
    ("with_scale", "limited", "keep"), [(False, False, 2), (True, False, 3), (False, True, 1), (True, True, 1)]
)
def test_dice_kept_for_nothing(with_scale, limited, keep):
    assert kept_free(scale=with_scale, limited=limited) == keep


@pytest.mark.rule("crew.scale")
def test_three_with_scale_and_two_without():
    dice = [(10, 8), (8, 5), (8, 1), (6, 2)]
    assert scale(scale=True, dice=dice) == Scale(3, 15, 1)
    assert scale(scale=False, dice=dice) == Scale(2, 13, 1)


@pytest.mark.rule("crew.extra-dice")
def test_further_dice_for_a_point_apiece():
    dice = [(8, 7), (6, 5), (6, 4), (4, 2), (6, 1)]
    assert extra_dice(pp=3, extra=1, dice=dice) == Bought(True, 16, 2, 1)
    assert extra_dice(pp=3, extra=2, dice=dice) == Bought(True, 18, 1, 1)
    assert extra_dice(pp=0, extra=0, dice=dice) == Bought(True, 12, 0, 1)


@pytest.mark.rule("crew.extra-dice")
@pytest.mark.parametrize(
    ("extra", "pp", "why"), [(3, 5, "only 2 can still be bought"), (2, 1, "there is only 1"), (1, 0, "there is none")]
)
def test_dice_that_cannot_be_bought(extra, pp, why):
    bought = extra_dice(pp=pp, extra=extra, dice=[(8, 7), (6, 5), (6, 4), (4, 2), (6, 1)])
    assert (bought.legal, bought.total, bought.pp, bought.jinxes) == (False, 12, pp, 1)
    assert why in bought.why


def test_why_no_further_die():
    text = "One more die cannot be kept: a jinx never counts and everything else does already."
    assert refused("nothing-to-buy", refuse_extra, 1, 0, 3).text == text
    assert refused("nothing-to-buy", refuse_extra, 3, 2, 3).field == "extra"
    assert "costs 1 plot point, and there is none" in refused("no-points", refuse_extra, 1, 2, 0).text
    assert "cost 3 plot points, and there are only 2" in refused("no-points", refuse_extra, 3, 3, 2).text
    refuse_extra(2, 2, 2)


def test_what_buying_refuses():
    assert refused("too-low", extra_dice, pp=-1, extra=1, dice=[(8, 7)]).field == "pp"
    assert refused("too-low", extra_dice, pp=1, extra=-1, dice=[(8, 7)]).field == "extra"


@pytest.mark.rule("crew.highest-rolling-die", "crew.table-options/highest-die-tie")
@pytest.mark.parametrize(
    ("dice", "larger", "smaller"),
    [
        ([(12, 3), (8, 7), (6, 6)], 8, 8),
        ([(6, 6), (10, 6), (8, 6)], 10, 6),
        ([(6, 1), (10, 1)], 10, 6),
        ([("d12+", 9), (4, 4)], 12, 12),
        ([("d12+", 9), (10, 9)], 12, 10),
    ],
)
def test_the_die_with_the_highest_face(dice, larger, smaller):
    assert highest_rolling_die(dice=dice) == HighestDie(larger)
    assert highest_rolling_die(dice=dice, options=Options(highest_die_tie="smaller")) == HighestDie(smaller)


def test_no_dice_have_no_highest_one():
    assert refused("no-dice", highest_rolling_die, dice=[]).field == "dice"


@pytest.mark.rule("crew.raise-the-stakes", "crew.exceptional-success")
@pytest.mark.parametrize(
    ("defender", "aggressor", "raised"),
    [
        (9, 10, Raised(True, 1, False)),
        (10, 10, Raised(False, 0, False)),
        (0, 0, Raised(False, 0, False)),
        (10, 7, Raised(False, 3, False)),
        (10, 14, Raised(True, 4, False)),
        (10, 15, Raised(True, 5, True)),
        (10, 6, Raised(False, 4, False)),
        (10, 5, Raised(False, 5, True)),
    ],
)
def test_who_wins_and_by_how_much(defender, aggressor, raised):
    assert raise_the_stakes(defender_total=defender, aggressor_total=aggressor) == raised
    assert exceptional_success(defender_total=defender, aggressor_total=aggressor) == raised


@pytest.mark.parametrize("field", ["defender_total", "aggressor_total"])
def test_totals_are_never_negative(field):
    given = {"defender_total": 1, "aggressor_total": 1, field: -1}
    assert refused("too-low", raise_the_stakes, **given).field == field
