"""Sheets, endurance, states and scenes, and who sees what."""

from itertools import product
from typing import Any

import pytest

from apps.rules.rough_magic import Options
from apps.rules.rough_magic.drama.points import complications
from apps.rules.rough_magic.endurance import recovery, stunning
from apps.rules.rough_magic.lists import EVENTS, OBJECT_FIELDS, STATES
from apps.rules.rough_magic.sheet import attribute_scale, attributes, gear, powers, sheet, skills
from apps.rules.rough_magic.states import conditions, one_round, scene
from apps.rules.rough_magic.visibility import HIDDEN, ITEMS, OPEN, SHEET, VIEWERS, visibility

# Endurance


@pytest.mark.rule("rough_magic.recovery", "rough_magic.stunning")
@pytest.mark.parametrize(
    ("given", "after"),
    [
        ({"lost": 2, "stun": 2}, (2, 2)),
        ({"lost": 2, "stun": 2, "half_hour_rest": True}, (1, 0)),
        ({"lost": 2, "stun": 2, "days_with_care": 1}, (1, 0)),
        ({"lost": 2, "stun": 2, "days_without": 7}, (1, 2)),
        ({"lost": 1, "half_hour_rest": True, "days_with_care": 3}, (0, 0)),
        ({"lost": 3, "days_without": 6}, (3, 0)),
    ],
)
def test_what_comes_back(given, after):
    found = recovery(**given)
    assert (found.lost, found.stun) == after
    assert stunning(lost=2, stun=2).level == "defeated"


# Sheets


@pytest.mark.rule("rough_magic.attributes", "rough_magic.attribute-scale")
def test_each_attribute_gives_its_own():
    brawn = attributes(attribute="brawn", rank=5)
    assert (brawn.close_av_base, brawn.close_dv_base, brawn.walk_m, brawn.ranged_av_base) == (5, 5, None, None)
    will = attributes(attribute="Will", rank=0)
    assert (will.value, will.walk_m, will.close_av_base) == (0, None, None)
    prices = [attribute_scale(rank=rank) for rank in range(1, 13)]
    assert [price.cost for price in prices] == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]
    assert [prices[rank - 1].total_cost for rank in (3, 6, 9, 12)] == [3, 9, 18, 30]


@pytest.mark.rule("rough_magic.skills")
def test_areas_are_named_in_any_case_and_skills_freely():
    assert skills(skill="computing", areas=["Intrusion"], area="intrusion").av_bonuses == 1
    assert skills(skill="Computing", areas=["Intrusion"], area="").av_bonuses == 0
    assert skills(skill="Computing", areas=["Intrusion"], area="Games").attribute == "Reason"
    assert skills(skill="Basket weaving").attribute == ""


@pytest.mark.rule("rough_magic.gear", "rough_magic.powers")
def test_the_highest_layer_alone_counts():
    mail = {"name": "Mail", "rank": 5, "adds_to": "DV against close"}
    worn = gear(piece=mail, armour=2, energy_shield=4, brawn=3)
    assert (worn.layer, worn.close_dv, worn.ranged_dv) == (5, 8, None)
    assert gear(piece={"rank": 5, "adds_to": "AV of Athletics"}, armour=2).layer == 2
    field = {"name": "Field", "rank": 3, "movement": 20, "esoteric": True}
    raised = powers(power=field, action="raise a defensive power", agility=4, armour=6)
    assert (raised.uses, raised.layer, raised.ranged_dv, raised.close_dv) == ("free action", 6, 10, None)
    assert (raised.metres, raised.esoteric, raised.stunts) == (20, True, True)
    assert powers(action="deactivate a power").uses == "free action"


@pytest.mark.rule("rough_magic.sheet", "rough_magic.complications")
def test_short_sheets_are_part_of_the_long_one():
    long, short = set(sheet().fields), set(sheet(kind="unnamed").fields)
    assert short - long == {"weapon_rank", "armour_rank"}
    assert sheet(kind="object").fields == OBJECT_FIELDS
    assert sheet().empty == {"mass": 80}
    assert sheet(kind="unnamed").empty == {
        "agility": 2, "brawn": 2, "perception": 2, "will": 2, "weapon_rank": 0, "armour_rank": 0
    }  # fmt: skip
    assert complications(points=0, complication="hunted", called_by="gm").points == 1


# States

ENDS = {
    "own turn starts": {"running", "sprinting", "blocking", "dodging"},
    "own turn taken": {"running", "sprinting", "blocking", "dodging", "holding a turn", "surprised"},
    "own place passed": {"running", "sprinting", "holding a turn", "owing a turn"},
    "own attack": {"distracted", "taunted"},
    "attacked": {"distracted"},
    "got up": {"prone"},
    "left cover": {"cover"},
    "recovered": {"blind and deaf", "cowering", "fleeing", "exhausted", "defeated"},
    "released": {"restrained"},
    "became aware": set(),
    "its round is over": {"boosted", "power stunt"},
}
STAYS = {"prone", "cover", "restrained", "exhausted", "defeated"}
NAMES = [state.title for state in STATES]


@pytest.mark.rule("rough_magic.conditions", "rough_magic.scene")
@pytest.mark.parametrize("event", EVENTS)
def test_what_ends_with_each_event(event):
    found = conditions(states=NAMES, event=event)
    assert set(found.ended) == ENDS.get(event, set(NAMES) - STAYS)
    assert [name for name in NAMES if name in found.left or name in found.ended] == NAMES
    assert set(found.left).isdisjoint(found.ended)


@pytest.mark.rule("rough_magic.conditions")
def test_a_forced_defence_may_end_with_the_place_that_paid_for_it():
    paid = Options(forced_defence_ends="sacrificed turn")
    given: dict[str, Any] = {"states": ["blocking", "dodging", "distracted"], "event": "own place passed"}
    assert conditions(**given).ended == ()
    assert conditions(**given, options=paid).ended == ("blocking", "dodging")


@pytest.mark.rule("rough_magic.scene", "rough_magic.one-round")
def test_a_scene_ends_when_the_gm_says_so():
    ended = scene(action="end", name="The docks", states=["boosted", "prone"])
    assert (ended.ended, ended.log, ended.scene_may_end) == (("boosted",), "The docks: end", True)
    assert scene(event="they lie down", states=["boosted"]).ended == ()
    assert scene(action="start", name="The docks").log == "The docks: start"
    assert one_round(bought_in_turn_of="Ana", round=1, order=["Ana"]).ends == "before Ana's place in round 2"


# Who sees what


@pytest.mark.rule("rough_magic.visibility")
@pytest.mark.parametrize(("viewer", "item"), list(product(VIEWERS, ITEMS)))
def test_the_gm_sees_all_and_players_what_is_theirs(viewer, item):
    seen = viewer == "gm" or item not in (*HIDDEN, SHEET) or (item == SHEET and viewer == "owner")
    assert visibility(viewer=viewer, item=item).shown == seen
    assert visibility(viewer=viewer, item=SHEET, allowed=True).shown
    assert item not in OPEN or visibility(viewer=viewer, item=item).shown
