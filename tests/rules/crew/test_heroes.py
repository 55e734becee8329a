"""Big Damn Hero dice: won, lost, used."""

from itertools import product

import pytest

from apps.rules import Refused
from apps.rules.crew import contest
from apps.rules.crew.heroes import (
    Lost,
    big_damn_hero_gain,
    big_damn_hero_loss,
    big_damn_hero_use,
    losable,
    refuse_hero_die,
    split,
    without,
)
from apps.rules.crew.options import Options
from apps.rules.dice import ScriptedDice
from tests.rules.crew.pooling import compared


def refused(code, function, *args, **kwargs):
    with pytest.raises(Refused) as no:
        function(*args, **kwargs)
    assert no.value.code == code
    return no.value


# Won


@pytest.mark.rule("crew.big-damn-hero-gain")
def test_both_pools_thrown():
    gained = big_damn_hero_gain(
        player="aggressor", bdh=["d6"], defender=["d4", "d4"], aggressor=["d10", "d8"],
        dice=[("d4", 3), ("d4", 2), ("d10", 6), ("d8", 4)],
    )  # fmt: skip
    assert (gained.defender_total, gained.aggressor_total, gained.margin, gained.exceptional) == (5, 10, 5, True)
    assert gained.bdh == (6, 4)


@pytest.mark.rule("crew.big-damn-hero-gain")
@pytest.mark.parametrize(
    ("player", "mine", "bdh"),
    [("aggressor", 15, (8,)), ("aggressor", 14, ()), ("aggressor", 3, ()), ("defender", 15, ()), ("defender", 16, ())],
)
def test_only_by_the_winners_own_exceptional_success(player, mine, bdh):
    """The defender's dice make 10; where they are the player's, the opposing pool is not known."""
    gained = big_damn_hero_gain(
        player=player, aggressor_total=mine, defender=["d8", "d10"], dice=[("d8", 7), ("d10", 3)]
    )
    assert gained.bdh == bdh


@pytest.mark.rule("crew.big-damn-hero-gain", "crew.table-options/highest-die-tie")
@pytest.mark.parametrize(("tie", "bdh"), [("larger", (10,)), ("smaller", (6,))])
def test_the_size_of_the_highest_rolling_die(tie, bdh):
    gained = big_damn_hero_gain(
        player="defender", defender_total=20, aggressor=["d10", "d6"], dice=[("d10", 5), ("d6", 5)],
        options=Options(highest_die_tie=tie),
    )  # fmt: skip
    assert gained.bdh == bdh


def test_what_gaining_refuses():
    refused("no-total", big_damn_hero_gain, player="aggressor", defender_total=9)
    assert refused("other-dice", big_damn_hero_gain, player="aggressor", defender=[8], dice=[(6, 3)]).field == "dice"
    assert (
        refused("not-a-choice", big_damn_hero_gain, player="GM", defender_total=1, aggressor_total=9).field == "player"
    )


def test_a_total_may_be_zero():
    found = big_damn_hero_gain(player="aggressor", defender_total=0, aggressor_total=0)
    assert (found.defender_total, found.margin, found.exceptional) == (0, 0, False)


def test_dice_are_split_by_side():
    parts = split(["d8"], ["d6", "d12+"], [("d8", 3), ("d6", 2), ("d12+", 9), ("d10", 4)])
    assert (parts.of("defender"), parts.of("aggressor"), parts.rest) == (((8, 3),), ((6, 2), (14, 9)), ((10, 4),))


# Lost


@pytest.mark.rule("crew.big-damn-hero-loss")
@pytest.mark.parametrize(
    ("bdh", "die", "lost", "left"),
    [
        ((6, 10), 8, 6, (10,)),
        ((10,), 8, None, (10,)),
        ((), 12, None, ()),
        ((4, 8, 6, 8), 8, 8, (4, 6, 8)),
        ((12,), "d12+", 12, ()),
    ],
)
def test_the_largest_that_fits_is_lost(bdh, die, lost, left):
    assert big_damn_hero_loss(bdh=bdh, exceptional=True, die=die) == Lost(lost, left)


@pytest.mark.rule("crew.big-damn-hero-loss")
def test_nothing_is_lost_to_less_than_an_exceptional_success():
    assert big_damn_hero_loss(bdh=[6], exceptional=False, die=12) == Lost(None, (6,))


OWNER = Options(bdh_loss_choice="owner chooses")


@pytest.mark.rule("crew.big-damn-hero-loss", "crew.table-options/bdh-loss-choice")
def test_the_owner_chooses_where_the_table_says_so():
    store = (4, 6, 10, 6)
    assert big_damn_hero_loss(bdh=store, exceptional=True, die=8).lost == 6
    assert big_damn_hero_loss(bdh=store, exceptional=True, die=8, options=OWNER) == Lost(None, store, (6, 4))
    chosen = big_damn_hero_loss(bdh=store, exceptional=True, die=8, choice="d4", options=OWNER)
    assert chosen == Lost(4, (6, 10, 6))
    assert big_damn_hero_loss(bdh=(6, 10), exceptional=True, die=8, options=OWNER) == Lost(6, (10,))


@pytest.mark.rule("crew.table-options/bdh-loss-choice")
def test_choices_that_are_none():
    store = (4, 6, 10)
    no = refused("no-size", big_damn_hero_loss, bdh=store, exceptional=True, die=8, choice=10, options=OWNER)
    assert no.field == "choice"
    refused("no-size", big_damn_hero_loss, bdh=store, exceptional=True, die=8, choice=4)


@pytest.mark.rule("crew.big-damn-hero-loss")
@pytest.mark.parametrize(("player", "lost"), [("defender", 8), ("aggressor", None)])
def test_read_off_the_dice(player, lost):
    dice = [("d6", 4), ("d6", 2), ("d10", 3), ("d8", 8)]
    found = big_damn_hero_loss(bdh=[8], player=player, defender=[6, 6], aggressor=[10, 8], dice=dice)
    assert found.lost == lost


@pytest.mark.rule("crew.big-damn-hero-loss")
def test_by_four_nothing_is_lost():
    dice = [("d6", 4), ("d6", 2), ("d10", 2), ("d8", 8)]
    for player in ("defender", "aggressor"):
        assert big_damn_hero_loss(bdh=[8], player=player, defender=[6, 6], aggressor=[10, 8], dice=dice).lost is None


def test_what_losing_refuses():
    assert refused("no-dice", big_damn_hero_loss, bdh=[8]).field == "dice"
    refused("no-dice", big_damn_hero_loss, bdh=[8], exceptional=True)
    refused("no-dice", big_damn_hero_loss, bdh=[8], die=8)
    refused("no-dice", big_damn_hero_loss, bdh=[8], defender=[6], aggressor=[6], dice=[(6, 2), (6, 3)])
    refused("no-dice", big_damn_hero_loss, bdh=[8], player="defender", aggressor=[6], dice=[(6, 3)])
    assert losable(bdh=[4, 12, 6, 6], die=6) == (6, 4)
    assert without((6, 8, 6), 6) == (8, 6)


# Used


def use(**given):
    start = {"player": "aggressor", "defender_total": 10, "aggressor_total": 9, "pp": 1, "bdh": [8, 6], "use": 8}
    return big_damn_hero_use(**{**start, **given})


@pytest.mark.rule("crew.big-damn-hero-use")
def test_the_face_is_added_and_the_die_is_gone():
    used = use(dice=[(8, 6)])
    assert (used.legal, used.defender_total, used.aggressor_total) == (True, 10, 15)
    assert (used.success, used.margin, used.exceptional) == (True, 5, True)
    assert (used.bdh, used.pp, used.jinxes, used.returned) == ((6,), 0, 0, False)


@pytest.mark.rule("crew.big-damn-hero-use")
def test_the_defender_may_use_one_too():
    used = use(player="defender", dice=[(8, 2)])
    assert (used.defender_total, used.aggressor_total, used.success, used.margin) == (12, 9, False, 3)


@pytest.mark.rule("crew.big-damn-hero-use")
@pytest.mark.parametrize(("take_back", "bdh", "jinxes"), [(True, (8, 6), 0), (False, (6,), 1)])
def test_a_one_is_taken_back_or_left(take_back, bdh, jinxes):
    used = use(take_back=take_back, dice=[(8, 1)])
    assert (used.legal, used.aggressor_total, used.returned, used.pp) == (True, 9, take_back, 0)
    assert (used.bdh, used.jinxes) == (bdh, jinxes)


@pytest.mark.rule("crew.big-damn-hero-use")
def test_after_both_pools():
    used = use(
        defender_total=None, aggressor_total=None, defender=["d6", "d6"], aggressor=["d8", "d8"], take_back=False,
        dice=[(6, 5), (6, 5), (8, 8), (8, 1), (8, 7)],
    )  # fmt: skip
    assert (used.defender_total, used.aggressor_total, used.exceptional) == (10, 15, True)
    assert used.jinxes == 1
    assert used.bdh == (6, 6)


@pytest.mark.rule("crew.big-damn-hero-use")
@pytest.mark.parametrize(
    ("given", "why"), [({"pp": 0}, "costs 1 plot point"), ({"use": "d10"}, "no d10 in store"), ({"bdh": []}, "no d8")]
)
def test_what_cannot_be_used(given, why):
    used = use(**given)
    assert (used.legal, used.aggressor_total, used.success, used.returned) == (False, 9, False, False)
    assert (used.pp, list(used.bdh)) == (given.get("pp", 1), given.get("bdh", [8, 6]))
    assert why in used.why


@pytest.mark.rule("crew.big-damn-hero-use", "crew.table-options/bdh-per-roll")
@pytest.mark.parametrize(("per_roll", "legal"), [("any", True), ("1", False)])
def test_a_second_one_in_the_contest(per_roll, legal):
    options = Options(bdh_per_roll=per_roll)
    assert use(already=1, dice=[(8, 3)] if legal else [], options=options).legal is legal
    assert use(already=0, dice=[(8, 3)], options=options).legal


@pytest.mark.rule("crew.exceptional-success", "crew.table-options/bdh-counts-for-exceptional")
@pytest.mark.parametrize(
    ("before", "face", "on", "off"),
    [(9, 6, True, False), (15, 2, True, True), (9, 1, False, False), (5, 5, False, True)],
)
def test_whether_it_counts_for_the_margin(before, face, on, off):
    given = {"aggressor_total": before, "dice": [(8, face)]}
    assert use(**given).exceptional is on
    assert use(**given, options=Options(bdh_counts_for_exceptional=False)).exceptional is off


@pytest.mark.rule("crew.table-options/bdh-counts-for-exceptional")
@pytest.mark.parametrize(("counts", "bdh"), [(True, (6, 6)), (False, (6,))])
def test_a_die_is_won_by_the_margin_that_counts(counts, bdh):
    used = use(
        defender_total=None, defender=["d6", "d6"], dice=[(6, 5), (6, 5), (8, 7)],
        options=Options(bdh_counts_for_exceptional=counts),
    )  # fmt: skip
    assert used.bdh == bdh


@pytest.mark.rule("crew.big-damn-hero-use", "crew.exchange")
@pytest.mark.parametrize("options", [Options(), Options(bdh_counts_for_exceptional=False)])
def test_the_same_as_step_by_step(options):
    """Every face of two small pools and a stored die, by this rule and by the contest's own steps."""
    for faces in product(range(1, 5), repeat=5):
        fallen, face = [(4, one) for one in faces[:4]], faces[4]
        used = big_damn_hero_use(
            player="aggressor", bdh=[4, 4], pp=1, use=4, defender=[4, 4], aggressor=[4, 4], dice=[*fallen, (4, face)],
            options=options,
        )  # fmt: skip
        held = contest.with_hero(compared(fallen[:2], fallen[2:]), "aggressor", 4, ScriptedDice([face]))
        ended = contest.result(held, options)
        assert (used.aggressor_total, used.success, used.margin) == (ended.aggressor_total, ended.success, ended.margin)
        assert (used.exceptional, used.jinxes) == (ended.exceptional, contest.jinxes(held.aggressor))
        won = any(change.won for change in contest.hero_changes(held, options) if change.place == "aggressor")
        assert len(used.bdh) == 1 + (face == 1) + won


def test_one_die_falls_and_it_is_that_one():
    assert refused("other-dice", use, dice=[]).field == "dice"
    refused("other-dice", use, dice=[(6, 3)])
    refused("other-dice", use, dice=[(8, 3), (8, 3)])


def test_why_no_hero_die():
    assert refused("too-low", use, pp=-1).field == "pp"
    assert refused("no-such-die", refuse_hero_die, bdh=[6], pp=1, use=8).field == "use"
    assert refused("no-points", refuse_hero_die, bdh=[8], pp=0, use=8).field == "pp"
    one = Options(bdh_per_roll="1")
    assert refused("one-hero-die", refuse_hero_die, bdh=[8], pp=1, use=8, already=1, options=one).field == "use"
    refuse_hero_die(bdh=[8], pp=1, use="d8", already=3)
