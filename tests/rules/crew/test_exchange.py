"""A whole contest in one go."""

import pytest

from apps.rules import Refused
from apps.rules.crew.exchange import exchange
from apps.rules.crew.options import Options


def refused(code, **kwargs):
    with pytest.raises(Refused) as no:
        play(**kwargs)
    assert no.value.code == code
    return no.value


def play(defence=((8, 6), (6, 4)), attack=((10, 7), (8, 5), (6, 2)), hero=(), player="aggressor", **given):
    """10 against 12, and a 2 that the aggressor could buy."""
    return exchange(
        defender=[size for size, _ in defence],
        aggressor=[size for size, _ in attack],
        player=player,
        dice=[*defence, *attack, *hero],
        **given,
    )


@pytest.mark.rule("crew.exchange", "crew.raise-the-stakes")
def test_nothing_but_the_dice():
    ended = play(pp=2, bdh=[6])
    assert (ended.defender_total, ended.aggressor_total, ended.success, ended.margin) == (10, 12, True, 2)
    assert (ended.exceptional, ended.jinxes, ended.opportunity) == (False, 0, 0)
    assert (ended.bdh, ended.complication, ended.existing, ended.pp, ended.taken_out) == ((6,), None, None, 2, False)


@pytest.mark.rule("crew.exchange", "crew.extra-dice")
def test_further_dice_are_the_players():
    ended = play(pp=2, extra=1)
    assert (ended.aggressor_total, ended.pp) == (14, 1)
    assert refused("nothing-to-buy", pp=2, extra=2).field == "extra"
    refused("no-points", pp=0, extra=1)
    refused("nothing-to-buy", player="defender", pp=2, extra=1)


@pytest.mark.rule("crew.exchange", "crew.big-damn-hero-use")
def test_a_hero_die_is_used():
    ended = play(pp=1, bdh=[6, 8], use="d8", hero=[(8, 3)])
    assert (ended.aggressor_total, ended.margin, ended.exceptional, ended.pp) == (15, 5, True, 0)
    assert ended.bdh == (6, 8)
    back = play(pp=1, bdh=[8], use="d8", hero=[(8, 1)])
    assert (back.aggressor_total, back.jinxes, back.bdh, back.pp) == (12, 0, (8,), 0)
    left = play(pp=1, bdh=[8], use="d8", take_back=False, hero=[(8, 1)])
    assert (left.aggressor_total, left.jinxes, left.bdh) == (12, 1, ())


@pytest.mark.rule("crew.exchange")
def test_hero_dice_that_cannot_be_used():
    refused("no-such-die", pp=1, bdh=[6], use="d8", hero=[(8, 3)])
    refused("no-points", pp=0, bdh=[8], use="d8", hero=[(8, 3)])


@pytest.mark.rule("crew.exchange", "crew.big-damn-hero-loss")
def test_a_stored_die_is_lost_to_an_exceptional_success():
    ended = play(attack=[(10, 3), (8, 2)], bdh=[6, 10])
    assert (ended.success, ended.exceptional, ended.bdh) == (False, True, (10,))


@pytest.mark.rule("crew.exchange")
@pytest.mark.parametrize(
    ("gm", "complication", "existing", "pp"), [("pass", None, 6, 0), ("new", 6, 6, 1), ("step up", None, 8, 1)]
)
def test_what_the_gm_makes_of_a_jinx(gm, complication, existing, pp):
    ended = play(attack=[(10, 7), (8, 5), (6, 1)], gm=gm, existing="d6")
    assert (ended.jinxes, ended.complication, ended.existing, ended.pp) == (1, complication, existing, pp)


@pytest.mark.rule("crew.exchange")
def test_a_point_for_a_jinx_may_be_spent_at_once():
    ended = play(attack=[(10, 7), (8, 5), (6, 3), (6, 1)], gm="new", extra=1)
    assert (ended.aggressor_total, ended.pp, ended.complication) == (15, 0, 6)


@pytest.mark.rule("crew.exchange")
def test_a_hero_die_left_on_a_one_is_one_more_jinx():
    ended = play(attack=[(10, 7), (8, 5), (6, 1)], gm="new", bdh=[8], use=8, take_back=False, hero=[(8, 1)])
    assert (ended.jinxes, ended.complication, ended.pp) == (2, 8, 0)
    alone = play(gm="new", pp=1, bdh=[8], use=8, take_back=False, hero=[(8, 1)])
    assert (alone.jinxes, alone.complication, alone.pp) == (1, 6, 1)


@pytest.mark.rule("crew.exchange")
def test_a_botch_needs_no_gm():
    ended = play(attack=[(10, 1), (8, 1), (6, 1)])
    assert (ended.aggressor_total, ended.jinxes, ended.complication, ended.pp) == (0, 3, 10, 0)
    assert play(attack=[(6, 1)] * 5).taken_out


@pytest.mark.rule("crew.exchange")
def test_taken_out_by_a_complication_stepped_up():
    ended = play(attack=[(10, 7), (8, 5), (6, 1)], gm="step up", existing="d12")
    assert (ended.existing, ended.taken_out) == (14, True)


@pytest.mark.rule("crew.exchange")
def test_taken_out_by_five_jinxes_or_as_before():
    five = [(10, 7), (8, 5), *[(6, 1)] * 5]
    ended = play(attack=five, gm="new", existing="d6")
    assert (ended.complication, ended.existing, ended.taken_out) == (14, 6, True)
    assert play(existing="d12+").taken_out
    opportune = play(defence=[(8, 1), (6, 1)], attack=five, gm="new", existing="d8", buy=True)
    assert (opportune.existing, opportune.taken_out) == (None, True)
    lifted = play(defence=[(8, 1), (6, 3)], existing="d12+", buy=True, pp=1)
    assert (lifted.existing, lifted.taken_out) == (12, False)


@pytest.mark.rule("crew.exchange")
def test_an_opportunity_is_bought():
    ended = play(defence=[(8, 1), (6, 1)], pp=1, buy=True, existing="d10")
    assert (ended.opportunity, ended.existing, ended.pp) == (2, 6, 0)
    assert refused("no-opportunity", pp=1, buy=True, existing="d10").field == "buy"
    refused("no-opportunity", defence=[(8, 1), (6, 1)], pp=0, buy=True, existing="d10")
    assert refused("no-complication", defence=[(8, 1), (6, 1)], pp=1, buy=True).field == "existing"


@pytest.mark.rule("crew.exchange")
@pytest.mark.parametrize(
    ("high_stakes", "player", "pays", "out", "pp"),
    [
        (False, "defender", False, False, 1),
        (True, "defender", False, True, 1),
        (True, "defender", True, False, 0),
        (True, "aggressor", False, False, 1),
        ("aggressor", "defender", False, False, 1),
        ("defender", "defender", False, True, 1),
    ],
)
def test_high_stakes(high_stakes, player, pays, out, pp):
    ended = play(high_stakes=high_stakes, player=player, pays=pays, pp=1)
    assert (ended.taken_out, ended.pp) == (out, pp)


@pytest.mark.rule("crew.exchange", "crew.table-options/bdh-counts-for-exceptional")
@pytest.mark.parametrize(("counts", "bdh"), [(True, (8,)), (False, ())])
def test_the_switches_reach_it(counts, bdh):
    options = Options(bdh_counts_for_exceptional=counts)
    ended = play(pp=1, bdh=[10], use=10, hero=[(10, 4)], options=options)
    assert (ended.exceptional, ended.bdh) == (counts, bdh)


def test_dice_that_belong_to_no_pool():
    assert refused("other-dice", hero=[(8, 3)]).field == "dice"
    with pytest.raises(Refused):
        exchange(defender=[8], aggressor=[8], player="aggressor", dice=[(8, 3), (6, 3)])
    refused("other-dice", pp=1, bdh=[8], use=8)
    assert refused("not-a-choice", player="GM").field == "player"
