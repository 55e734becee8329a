"""Pools: what may be in one, who may have what, and why not."""

from dataclasses import replace

import pytest

from apps.rules import Refused
from apps.rules.crew.options import DEFAULTS, Options
from apps.rules.crew.pools import (
    PoolDie,
    check_addition,
    check_pool,
    completed,
    has_scale,
    may_hold,
    pays_when_thrown,
)
from tests.rules.crew.pooling import (
    ANKLE,
    CRAFT_OF_KIT,
    FIX,
    HARD,
    KNOW_OF_KIT,
    LETTERS,
    LOYAL,
    MENTAL,
    OPPOSITION,
    POOL,
    RIFLE,
    RIFLES,
    SCALE,
    SITUATION,
    SMOKE,
    STUBBORN,
    THUG,
    WELDING,
)


def refused(code, pool, kind="crewmember", options=DEFAULTS):
    with pytest.raises(Refused) as no:
        check_pool(pool, kind, options)
    assert no.value.code == code
    return no.value


@pytest.mark.rule("crew.pool", "crew.pool-dice")
@pytest.mark.parametrize(
    "more",
    [
        (),
        (WELDING,),
        (LOYAL,),
        (STUBBORN,),
        (RIFLE, LETTERS),
        (SMOKE, replace(SMOKE, label="Map", source="a2")),
        (ANKLE, replace(ANKLE, size=14, source="c2")),
        (SCALE,),
        (CRAFT_OF_KIT, replace(CRAFT_OF_KIT, of="ines")),
        (WELDING, LOYAL, RIFLE, SMOKE, ANKLE, SCALE, CRAFT_OF_KIT),
    ],
)
def test_a_crewmembers_pools(more):
    check_pool((*POOL, *more))


@pytest.mark.rule("crew.pool")
@pytest.mark.parametrize(
    ("pool", "code", "field"),
    [
        ((FIX,), "no-attribute", "attribute"),
        ((), "no-attribute", "attribute"),
        ((MENTAL,), "no-skill", "skill"),
        ((*POOL, PoolDie("attribute", 6, "Social", source="social")), "two-attribute", "attribute"),
        ((*POOL, PoolDie("skill", 6, "Know", source="know")), "two-skill", "skill"),
        ((*POOL, WELDING, replace(WELDING, source="p9")), "two-specialty", "specialty"),
        ((*POOL, LOYAL, STUBBORN), "two-distinction", "distinction"),
        ((*POOL, SCALE, SCALE), "two-scale", "scale"),
        ((*POOL, CRAFT_OF_KIT, KNOW_OF_KIT), "two-loans", "loan"),
        ((*POOL, ANKLE, ANKLE), "twice", "complication"),
        ((*POOL, RIFLE, RIFLE), "twice", "signature-asset"),
        ((*POOL, RIFLES), "other-skill", "specialty"),
        ((*POOL, HARD), "not-in-pool", "difficulty"),
        ((*POOL, SITUATION), "not-in-pool", "trait"),
        ((*POOL, THUG), "not-in-pool", "gmc"),
    ],
)
def test_what_a_crewmembers_pool_refuses(pool, code, field):
    assert refused(code, pool).field == field


def test_a_refusal_names_what_is_concerned():
    assert "Loyal to a fault, Stubborn" in refused("two-distinction", (*POOL, LOYAL, STUBBORN)).text
    assert "“Rifles” does not belong to Fix" in refused("other-skill", (*POOL, RIFLES)).text
    assert refused("not-in-pool", (*POOL, HARD)).text == "No difficulty die can join a pool of a crewmember."


@pytest.mark.rule("crew.pool-dice", "crew.table-options/signature-assets-per-roll")
@pytest.mark.parametrize(("allowed", "fits"), [("any that fit", True), ("1", False)])
def test_signature_assets_by_the_tables_switch(allowed, fits):
    options = Options(signature_assets_per_roll=allowed)
    check_pool((*POOL, RIFLE), options=options)
    if fits:
        check_pool((*POOL, RIFLE, LETTERS), options=options)
    else:
        assert refused("two-signature-asset", (*POOL, RIFLE, LETTERS), options=options).field == "signature-asset"


@pytest.mark.parametrize(
    ("die", "fits", "never"),
    [
        (MENTAL, (4, 6, 10, 12), (14, 5)),
        (FIX, (4, 12), (14,)),
        (SCALE, (8,), (6, 10)),
        (ANKLE, (6, 12, 14), (4,)),
        (SMOKE, (6, 12), (14,)),
        (LOYAL, (4, 8), (14,)),
    ],
)
def test_sizes(die, fits, never):
    others = tuple(one for one in POOL if one.kind != die.kind)
    for size in fits:
        check_pool((*others, replace(die, size=size)))
    for size in never:
        assert refused("no-size", (*others, replace(die, size=size))).field == die.kind


def test_a_trait_doubled_by_a_trigger_counts_once():
    check_pool((*POOL, LOYAL, replace(LOYAL, doubled=True), replace(FIX, doubled=True)))
    assert refused("no-skill", (MENTAL, replace(FIX, doubled=True))).field == "skill"


def test_dice_without_a_source_are_not_the_same_trait():
    asset = PoolDie("asset", 6, "Rope")
    check_pool((*POOL, asset, asset))


def test_the_same_row_of_two_owners_is_two_traits():
    check_pool((*POOL, CRAFT_OF_KIT, replace(CRAFT_OF_KIT, of="ines")))


# Major GMCs and the opposition


@pytest.mark.rule("crew.major-gmc")
def test_a_major_gmcs_pools():
    check_pool((*POOL, SITUATION, LOYAL, RIFLE, ANKLE, SCALE, THUG, SMOKE), "major-gmc")
    assert refused("no-skill", (MENTAL, SITUATION), "major-gmc").field == "skill"


@pytest.mark.rule("crew.major-gmc")
@pytest.mark.parametrize(
    ("die", "code"),
    [(STUBBORN, "no-size"), (CRAFT_OF_KIT, "not-in-pool"), (HARD, "not-in-pool")],
)
def test_what_a_major_gmcs_pool_refuses(die, code):
    assert refused(code, (*POOL, die), "major-gmc").field == die.kind


@pytest.mark.rule("crew.opposition-other")
@pytest.mark.parametrize("kind", ["opposition", "minor-gmc", "extra"])
def test_pools_of_the_opposition(kind):
    check_pool(OPPOSITION, kind)
    check_pool((HARD, THUG), kind)
    check_pool((HARD, ANKLE, replace(ANKLE, source="c2"), SCALE, SITUATION, SITUATION), kind)


@pytest.mark.rule("crew.opposition-other")
@pytest.mark.parametrize(
    ("pool", "code", "field"),
    [
        ((HARD,), "too-few", "trait"),
        ((SITUATION, SITUATION), "no-difficulty", "difficulty"),
        ((HARD, HARD), "two-difficulty", "difficulty"),
        ((HARD, MENTAL), "not-in-pool", "attribute"),
        ((HARD, LOYAL), "not-in-pool", "distinction"),
        ((HARD, SCALE, SCALE), "two-scale", "scale"),
    ],
)
def test_what_the_opposition_refuses(pool, code, field):
    assert refused(code, pool, "opposition").field == field


@pytest.mark.rule("crew.opposition-other")
def test_a_mere_difficulty_is_joined_by_the_situation():
    assert completed((HARD,), "opposition") == (HARD, SITUATION)
    assert completed((HARD, THUG), "opposition") == (HARD, THUG)
    assert completed((SITUATION,), "opposition") == (SITUATION,)
    assert completed((MENTAL,), "crewmember") == (MENTAL,)
    assert completed((), "opposition") == ()


# Tap by tap


def test_an_unfinished_pool_takes_what_fits():
    check_addition((), FIX)
    check_addition((FIX,), WELDING)
    check_addition((), WELDING)
    check_addition((), SITUATION, "opposition")


@pytest.mark.parametrize(
    ("pool", "die", "kind", "code"),
    [
        ((MENTAL,), PoolDie("attribute", 6, "Social"), "crewmember", "two-attribute"),
        ((FIX,), RIFLES, "crewmember", "other-skill"),
        ((RIFLES,), FIX, "crewmember", "other-skill"),
        ((LOYAL,), STUBBORN, "crewmember", "two-distinction"),
        ((CRAFT_OF_KIT,), KNOW_OF_KIT, "crewmember", "two-loans"),
        ((HARD,), HARD, "opposition", "two-difficulty"),
        ((), HARD, "major-gmc", "not-in-pool"),
        ((), replace(SCALE, size=6), "opposition", "no-size"),
    ],
)
def test_a_tap_that_does_not_fit(pool, die, kind, code):
    with pytest.raises(Refused) as no:
        check_addition(pool, die, kind)
    assert no.value.code == code


@pytest.mark.rule("crew.pool-dice")
def test_what_is_paid_when_it_is_thrown():
    assert pays_when_thrown((*POOL, STUBBORN))
    assert not pays_when_thrown((*POOL, LOYAL))
    assert not pays_when_thrown((*POOL, STUBBORN), "major-gmc")
    assert not pays_when_thrown((MENTAL, replace(FIX, size=4)))


def test_scale_and_what_who_may_hold():
    assert has_scale((*POOL, SCALE))
    assert not has_scale(POOL)
    assert "loan" in may_hold("crewmember")
    assert "loan" not in may_hold("major-gmc")
    assert may_hold("extra") == may_hold("opposition")
