"""Building a crewmember's pool, the dice that may join it, and what others lend."""

import pytest

from apps.rules import Refused
from apps.rules.crew.building import POOL_DICE, lend, pool, pool_dice
from apps.rules.crew.options import Options


def refused(code, function, *args, **kwargs):
    with pytest.raises(Refused) as no:
        function(*args, **kwargs)
    assert no.value.code == code
    return no.value


@pytest.mark.rule("crew.pool-dice")
@pytest.mark.parametrize(
    ("kind", "size", "added", "gain"),
    [
        ("Attribute", 10, (10,), 0),
        ("skill", "d4", (4,), 0),
        ("Specialty", None, (6,), 0),
        ("Distinction", None, (8,), 0),
        ("Distinction", "d8", (8,), 0),
        ("Distinction", "d4", (4,), 1),
        ("Signature Asset", 6, (6,), 0),
        ("Asset in your favour", None, (6,), 0),
        ("complication", "d12+", (14,), 0),
        ("Scale die", None, (8,), 0),
        ("loan", 12, (12,), 0),
    ],
)
def test_what_may_join(kind, size, added, gain):
    die = pool_dice(kind=kind, size=size)
    assert (die.legal, die.added, die.price, die.pp_gain_when_thrown) == (True, added, 0, gain)


@pytest.mark.rule("crew.pool-dice")
@pytest.mark.parametrize(
    ("kind", "size"),
    [
        ("Attribute", 4),
        ("Attribute", 12),
        ("Attribute", None),
        ("Specialty", 8),
        ("Distinction", 6),
        ("Signature Asset", 10),
        ("Signature Asset", None),
        ("Complication in your favour", 4),
        ("Scale die", 10),
        ("Skill lent by another crewmember", 14),
    ],
)
def test_sizes_that_may_not(kind, size):
    die = pool_dice(kind=kind, size=size)
    assert (die.legal, die.added, die.pp_gain_when_thrown) == (False, (), 0)
    assert die.why


def test_only_kinds_of_the_table():
    assert refused("not-listed", pool_dice, kind="Luck").field == "kind"
    assert len(POOL_DICE) == 9


@pytest.mark.rule("crew.pool")
def test_all_dice_in_their_order():
    built = pool(
        crewmember="Wren", task="mend the drive", attribute="d8", skill="d10", specialty=True, distinction="d4",
        signature_assets=["d8"], assets=["d6", "d8"], foe_complications=["d10", "d12+"], scale=True, lent=["d4"], pp=1,
    )  # fmt: skip
    assert built.pool == (8, 10, 6, 4, 8, 6, 8, 10, 14, 8, 4)
    assert (built.legal, built.keep, built.pp, built.pp_gain_when_thrown) == (True, 3, 1, 1)
    assert [die.kind for die in built.dice][:4] == ["attribute", "skill", "specialty", "distinction"]


@pytest.mark.rule("crew.pool")
@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"attribute": None}, "no attribute yet"),
        ({"skill": None}, "no skill yet"),
        ({"distinction": "d6"}, "There is no d6"),
        ({"taken_out": True}, "costs 1 plot point"),
        ({"assets": ["d12+"]}, "cannot be d12+"),
    ],
)
def test_pools_that_are_none(given, why):
    built = pool(**{"attribute": 8, "skill": 10, "pp": 0, **given})
    assert (built.legal, built.pool, built.pp, built.dice) == (False, (), 0, ())
    assert why in built.why


@pytest.mark.rule("crew.pool", "crew.scale")
@pytest.mark.parametrize(
    ("given", "keep", "pp"),
    [({}, 2, 2), ({"scale": True}, 3, 2), ({"taken_out": True}, 1, 1), ({"taken_out": True, "scale": True}, 1, 1)],
)
def test_how_many_are_kept_and_what_acting_costs(given, keep, pp):
    built = pool(attribute=8, skill=10, pp=2, **given)
    assert (built.legal, built.keep, built.pp) == (True, keep, pp)


@pytest.mark.rule("crew.pool-dice", "crew.table-options/signature-assets-per-roll")
@pytest.mark.parametrize(("allowed", "legal"), [("any that fit", True), ("1", False)])
def test_two_signature_assets(allowed, legal):
    options = Options(signature_assets_per_roll=allowed)
    assert pool(attribute=8, skill=10, signature_assets=[6, 8], options=options).legal is legal


def test_what_is_no_size_is_refused():
    assert refused("no-size", pool, attribute="d7", skill=8).field == "attribute"
    assert refused("too-low", pool, attribute=8, skill=8, pp=-1).field == "pp"


@pytest.mark.rule("crew.lend")
def test_dice_are_lent_one_by_each():
    lent = lend(skill="d8", lent=["d6", "d10"], lenders=["kit", "ines"])
    assert lent.added == (6, 10)
    assert [(die.kind, die.size, die.of) for die in lent.dice] == [("loan", 6, "kit"), ("loan", 10, "ines")]
    assert lend(skill="d8", lent=["d6"], agreed=False).added == ()
    assert lend(skill="d8", lent=[]).added == ()


@pytest.mark.rule("crew.lend")
def test_what_lending_refuses():
    assert refused("two-loans", lend, skill=8, lent=[6, 6], lenders=["kit", "kit"]).field == "lenders"
    assert refused("one-each", lend, skill=8, lent=[6], lenders=["kit", "ines"]).field == "lenders"
    assert refused("no-size", lend, skill=8, lent=["d12+"]).field == "lent"
    assert refused("no-size", lend, skill=5, lent=[6]).field == "skill"
