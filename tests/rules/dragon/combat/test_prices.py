"""What acting costs: the one price, against a table of every combination; and paying it."""

from itertools import combinations, product
from typing import Any

import pytest

from apps.rules import Refused
from apps.rules.dragon import Options
from apps.rules.dragon.combat.prices import (
    Price,
    abort,
    off_category,
    once_per_round,
    price,
    stacked_costs,
    trade_two,
)

# (phase in this round, diced, outside the category, a defence) -> later phases
TABLE = {
    (True, False, False, False): 0,
    (True, True, False, False): 0,
    (True, True, True, False): 1,
    (False, False, False, False): 2,
    (False, True, False, False): 2,
    (False, True, True, False): 3,
    (True, True, False, True): 0,
    (True, True, True, True): 1,
    (False, True, False, True): 1,
    (False, True, True, True): 2,
}
LATER = (4, 5, 7, 9)


@pytest.mark.rule("dragon.stacked-costs", "dragon.off-category", "dragon.trade-two", "dragon.abort")
@pytest.mark.parametrize("case", TABLE)
@pytest.mark.parametrize("way", ["phase", "hold", "bonus"])
def test_the_table_of_prices(case, way):
    now, diced, outside, defence = case
    means = {"phase": {"phase_now": now}, "hold": {"held": "Physical" if now else None}, "bonus": {"bonus": now}}[way]
    if way == "bonus" and defence:
        return  # the next test's
    rolls: list[Any] = ["Mental" if outside else "Physical"] * diced
    for there in range(len(LATER) + 1):
        found = price(speed="Physical", later=LATER[:there], rolls=rolls, defence=defence, **means)
        if TABLE[case] <= there:
            assert isinstance(found, Price)
            assert (found.count, found.surcharge) == (TABLE[case], outside)
        else:
            assert isinstance(found, Refused)
            assert (found.code, str(TABLE[case]) in found.text) == ("too-few", True)
            assert ("a Mental roll with a Physical phase takes a later one too" in found.text) is outside
            assert ("without a phase in this round" in found.text) is not now


@pytest.mark.rule("dragon.once-per-round")
def test_whoever_has_acted_pays_no_price_for_more():
    for now, bonus, defence in product((True, False), repeat=3):
        found = price(speed="Mental", later=LATER, phase_now=now, bonus=bonus, defence=defence, acted=True)
        assert isinstance(found, Refused)
        assert found.code == "acted"


@pytest.mark.rule("dragon.abort", "dragon.bonus-phase")
def test_what_is_next_is_not_the_defenders_choice():
    def way(**means):
        found = price(speed="Physical", later=LATER, rolls=["Physical"], defence=True, **means)
        return isinstance(found, Price) and (found.way, found.next)

    assert way(phase_now=True, held="Physical", bonus=True) == ("phase", ())
    assert way(held="Physical", bonus=True) == ("hold", ())
    assert way(bonus=True) == way() == ("next", (4,))


@pytest.mark.rule("dragon.hold", "dragon.off-category")
def test_a_hold_keeps_its_category():
    cases: list[tuple[Any, int]] = [("Mental", 0), ("Physical", 1)]
    for rolled, count in cases:
        found = price(speed="Physical", later=LATER, held="Mental", rolls=[rolled])
        assert isinstance(found, Price)
        assert (found.way, found.count) == ("hold", count)


@pytest.mark.rule("dragon.split-dice", "dragon.off-category")
def test_one_phase_pays_for_both_parts_of_a_split():
    found = price(speed="Spiritual", later=LATER, phase_now=True, rolls=["Mental", "Physical"])
    assert isinstance(found, Price)
    assert found.count == 1


@pytest.mark.rule("dragon.abort")
def test_a_table_may_spare_defences_the_surcharge():
    spared = Options(defence_ignores_category=True)
    for defence, count in ((True, 1), (False, 3)):
        found = price(speed="Mental", later=LATER, rolls=["Physical"], defence=defence, options=spared)
        assert isinstance(found, Price)
        assert found.count == count


@pytest.mark.rule("dragon.stacked-costs")
@pytest.mark.parametrize("defence", [True, False])
def test_paying_takes_the_phases_named_and_the_next(defence):
    asked = price(speed="Mental", later=LATER, rolls=["Physical"], defence=defence)
    assert isinstance(asked, Price)
    for named in (pay for n in range(5) for pay in combinations(LATER, n)):
        if len(named) == asked.to_name and not set(named) & set(asked.next):
            assert asked.left(LATER, named) == tuple(one for one in LATER if one not in {*named, *asked.next})
        else:
            with pytest.raises(Refused) as no:
                asked.left(LATER, named)
            assert no.value.field == "pay"
    suggested = asked.suggested(LATER)
    assert suggested == LATER[len(LATER) - asked.to_name :]
    assert asked.left(LATER, suggested)


@pytest.mark.rule("dragon.trade-two")
@pytest.mark.parametrize("given", [{"phase_now": True}, {"sub_round": "Bad", "side": "good"}, {"pay": [4, 4]},
                                   {"pay": [4, 6]}, {"pay": [4]}, {"acted": True}])  # fmt: skip
def test_no_buying_in(given):
    asked: dict[str, Any] = {"round": 3, "phase_now": False, "later": LATER, "speed": "Body", "pay": [7, 9]}
    assert trade_two(**asked).left == (4, 5)
    found = trade_two(**asked | given)
    assert (found.legal, found.left) == (False, LATER)


@pytest.mark.rule("dragon.once-per-round")
def test_every_way_is_closed_to_whoever_has_acted():
    asked: dict[str, Any] = {"round": 3, "phase_now": True, "later": LATER, "speed": "Body"}
    ways: list[dict[str, Any]] = [
        {"way": "bonus"},
        {"defence": "dodge", "skills": {"Dodge": 1}},
        {"pay": [7, 9], "phase_now": False},
    ]
    for way in ways:
        assert once_per_round(**asked | way).legal
        assert not once_per_round(**asked | way, acted=True).legal
    assert not once_per_round(**asked, sub_round="Bad", side="good").legal
    assert not once_per_round(**asked, defence="parry", attack="ranged", skills={"Sword": 1}).legal


@pytest.mark.rule("dragon.abort")
@pytest.mark.parametrize(
    ("given", "outcome"),
    [
        ({}, (True, (5, 7, 9), False, False)),
        ({"phase_now": True}, (True, LATER, False, False)),
        ({"held": 1}, (True, LATER, False, False)),
        ({"held": 1, "phase_now": True}, (True, LATER, True, False)),
        ({"speed": "Mind", "pay": [9]}, (True, (5, 7), False, False)),
        ({"speed": "Mind", "pay": [4]}, (False, LATER, False, True)),
        ({"speed": "Mind"}, (False, LATER, False, True)),
        ({"acted": True}, (False, LATER, False, False)),
        ({"skills": {}}, (False, LATER, False, True)),
        ({"side": "bad", "sub_round": "Good", "skills": {}}, (False, LATER, False, False)),
    ],
)
def test_aborting(given, outcome):
    asked: dict[str, Any] = {
        "round": 3,
        "sub_round": "Bad",
        "side": "good",
        "phase_now": False,
        "later": LATER,
        "speed": "Body",
        "defence": "dodge",
        "attack": "ranged",
        "skills": {"Dodge": 1},
    }
    found = abort(**asked | given)
    assert (found.legal, found.left, found.hold_left, found.may_act_in_late) == outcome


@pytest.mark.rule("dragon.stacked-costs", "dragon.off-category")
def test_the_price_is_told_even_where_it_cannot_be_paid():
    asked: dict[str, Any] = {"round": 9, "phase_now": False, "later": [10], "speed": "Body", "roll": "Wit"}
    assert stacked_costs(**asked).price == 3
    assert stacked_costs(**asked, acted=True).price is None
    assert stacked_costs(**asked | {"roll": "", "defence": "parry"}).price == 1
    assert not off_category(**asked).legal


@pytest.mark.parametrize(
    ("given", "field"),
    [({"round": 11}, "round"), ({"later": [3]}, "later"), ({"later": [5, 5]}, "later"), ({"speed": "Luck"}, "speed"),
     ({"roll": "Luck"}, "roll")],
)  # fmt: skip
def test_refusals(given, field):
    with pytest.raises(Refused) as no:
        stacked_costs(**{"round": 3, "phase_now": True, "later": [5], "speed": "Body"} | given)
    assert no.value.field == field
