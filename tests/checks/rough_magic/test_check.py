"""A roll of one's own: what falls, what it comes to, what is for and against it, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.characters.models import Character, Entry
from apps.table.models import Switch, Telling
from tests.checks.conftest import full_facts
from tests.checks.rough_magic.conftest import has_points, is_in, loses, made, points_of, rolls
from tests.combat.conftest import in_words
from tests.people import newest_event, state_of_play

Dice = Callable[..., Any]


def entry(character: Character, name: str) -> str:
    return Entry.objects.get(character=character, name=name).public_id


@pytest.mark.played("rough_magic.powers")
def test_a_power_that_would_help_and_is_off_is_named(ines: Any, jun: Character) -> None:
    facts = {"rank": 4, "helps": "Locks", "attack": ""}
    row = Entry.objects.create(character=jun, kind="power", name="Unpick locks", amount=0, facts=facts)
    form = in_words(ines.get("rough_magic.check", character=jun.public_id))
    assert "No help while off: Unpick locks" in form
    ines.does("rough_magic.switch-power", power=row.public_id, to="on")
    form = in_words(ines.get("rough_magic.check", character=jun.public_id))
    assert "Unpick locks 4" in form
    assert "while off" not in form


@pytest.mark.played(
    "rough_magic.roll", "rough_magic.difficulty-values", "rough_magic.action-value", "rough_magic.success"
)
def test_two_dice_and_the_attribute_against_eight_and_the_difficulty(
    ines: Any, marek: Any, jun: Character, dice: Dice
) -> None:
    dice(3, 2)
    rolls(ines, jun, attribute="reason", grade="demanding", label="The old engine")
    facts = full_facts(ines.table)
    assert (facts["total"], facts["target"], facts["margin"], facts["success"]) == (10, 14, -4, False)
    assert (facts["av_words"], facts["dv_words"], facts["faces"]) == ("Reason 5", "Demanding", [3, 2])
    assert "Reason, The old engine" in marek.log()
    assert "14 was needed" in marek.log()


@pytest.mark.played("rough_magic.extreme-success")
def test_three_over_the_target_number_is_extreme(ines: Any, jun: Character, dice: Dice) -> None:
    dice(4, 5)
    rolls(ines, jun, attribute="reason", grade="challenging")
    assert full_facts(ines.table)["extreme"]
    assert "Extreme, by 3" in ines.log()


@pytest.mark.played("rough_magic.skills", "rough_magic.expertise", "rough_magic.bonus-penalty")
def test_an_area_of_expertise_is_a_bonus_that_a_penalty_cancels(ines: Any, jun: Character, dice: Dice) -> None:
    athletics = entry(jun, "Athletics")
    area = f"area-{athletics}-0"
    dice(3, 3)
    rolls(ines, jun, skill=athletics, boxes=[area], seen=f"{area}-")
    facts = full_facts(ines.table)
    assert (facts["what"], facts["av_net"], facts["total"]) == ("Athletics by Agility", 3, 16)
    is_in(jun, "distracted")
    dice(3, 3)
    rolls(ines, jun, skill=athletics, boxes=[area], seen=f"{area}-")
    facts = full_facts(ines.table)
    assert (facts["av_net"], facts["total"], len(facts["boxes"])) == (0, 13, 2)


@pytest.mark.played("rough_magic.bonus-penalty")
def test_the_two_sides_never_cancel_each_other(ines: Any, jun: Character, dice: Dice) -> None:
    dice(4, 4)
    rolls(ines, jun, attribute="agility", boxes=["hinders", "harder"], seen="hinders- harder-")
    facts = full_facts(ines.table)
    assert (facts["av_net"], facts["dv_net"], facts["total"], facts["target"]) == (-3, 3, 12, 14)


@pytest.mark.played("rough_magic.non-stacking", "rough_magic.action-value")
def test_of_what_helps_only_the_highest_counts(ines: Any, jun: Character, dice: Dice) -> None:
    picks = entry(jun, "Lock picks")
    dice(1, 1)
    rolls(ines, jun, attribute="reason", layers=[picks])
    facts = full_facts(ines.table)
    assert (facts["av"], facts["av_words"]) == (7, "Reason 5 + Lock picks 2")
    better = Entry.objects.get(character=jun, name="Lock picks")
    Entry.objects.create(character=jun, kind="gear", name="Master key", facts={**better.facts, "rank": 4})
    dice(1, 1)
    rolls(ines, jun, attribute="reason", layers=[picks, entry(jun, "Master key")])
    assert full_facts(ines.table)["av"] == 9


@pytest.mark.played("rough_magic.skill-modifiers", "rough_magic.gait", "rough_magic.exhausted")
def test_what_play_has_ticked_counts_and_a_box_that_was_unticked_is_named(
    ines: Any, jun: Character, dice: Dice
) -> None:
    is_in(jun, "running")
    loses(jun, 3)
    dice(6, 6)
    rolls(ines, jun, attribute="will")
    facts = full_facts(ines.table)
    assert sorted(one["id"] for one in facts["boxes"]) == ["exhausted", "running"]
    assert (facts["av_net"], facts["total"]) == (-3, 11)
    dice(6, 6)
    rolls(ines, jun, attribute="will", seen="running+ exhausted+", boxes=["exhausted"])
    assert [one["title"] for one in full_facts(ines.table)["left_out"]] == ["Running"]
    assert "Running: unticked" in ines.log()


@pytest.mark.played("rough_magic.automatic-results", "rough_magic.skill-modifiers")
def test_what_is_settled_takes_no_dice(ines: Any, jun: Character) -> None:
    rolls(ines, jun, attribute="will", grade="routine")
    facts = full_facts(ines.table)
    assert (facts["success"], facts["faces"], facts["auto"]) == (True, [], "success")
    is_in(jun, "sprinting")
    rolls(ines, jun, attribute="will", grade="routine")
    facts = full_facts(ines.table)
    assert (facts["success"], facts["auto"], facts["total"]) == (False, "fail", None)
    assert "It fails" in ines.log()


@pytest.mark.played("rough_magic.automatic-results")
def test_the_gm_may_call_it_impossible(gm: Any, ines: Any, jun: Character) -> None:
    rolls(gm, jun, attribute="will", boxes=["impossible"], seen="impossible-")
    assert full_facts(gm.table)["auto"] == "fail"
    assert newest_event(gm.table).by_gm
    assert 'value="impossible"' not in ines.get("rough_magic.check").content.decode()


def unskilled(table: Any, value: str) -> None:
    Switch.objects.filter(table=table, key="unskilled").update(value=value)


@pytest.mark.played("rough_magic.expertise", "rough_magic.table-options/unskilled")
def test_lacking_the_skill_is_a_penalty_or_refused_where_the_table_says_so(
    ines: Any, jun: Character, dice: Dice
) -> None:
    rolls(ines, jun, 422, skill="lacking")
    unskilled(ines.table, "penalty")
    dice(3, 3)
    rolls(ines, jun, skill="lacking")
    assert full_facts(ines.table)["av_net"] == -3
    unskilled(ines.table, "not allowed")
    assert "nobody rolls without the general skill" in in_words(rolls(ines, jun, 422, skill="lacking"))


# the form


@pytest.mark.played("rough_magic.when-to-roll")
def test_the_form_opens_at_a_challenging_task_with_its_exact_chance(ines: Any, jun: Character) -> None:
    form = in_words(ines.get("rough_magic.check", attribute="reason"))
    assert form.count("For or against") == 2  # what could count besides, folded on either side
    assert "Chance of 11 or more 72%" in form
    assert "Roll 2d6 + 5" in form
    assert "Dice come out when a task is contested" in form


def test_another_skill_brings_its_attribute_and_what_helps(ines: Any, jun: Character) -> None:
    culture, athletics = entry(jun, "Culture"), entry(jun, "Athletics")
    form = in_words(
        ines.get("rough_magic.check", skill=culture, attribute="agility", suited=f"{jun.public_id}:{athletics}")
    )
    assert "Culture by Reason" in form
    kept = ines.get("rough_magic.check", skill=culture, attribute="will", suited=f"{jun.public_id}:{culture}")
    assert "Culture by Will" in in_words(kept)


def test_boxes_are_drawn_with_what_they_do_and_each_side_with_its_net(ines: Any, jun: Character) -> None:
    is_in(jun, "distracted", note="a falling beam")
    form = in_words(ines.get("rough_magic.check", attribute="will"))
    assert "Distracted a falling beam · until an attack −3" in form
    assert "One against" in form


# refusals


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"attribute": "luck"}, "That cannot be chosen here"),
        ({"grade": "absurd"}, "That cannot be chosen here"),
        ({"faces": "6 7"}, "7 is not on a d6"),
        ({"faces": "6"}, "1 face is written here"),
        ({"dv": -1}, "is possible"),
        ({"layers": ["xAAAA"]}, "That cannot be chosen here"),
        ({"opponents": ["xAAAA"]}, "not yours to choose"),
        ({"point": "success"}, "It costs 1 plot point"),
        ({"point": "boost-agility"}, "lift nothing of this roll"),
        ({"point": "boost"}, "lift nothing of this roll"),
    ],
)
def test_what_cannot_be_rolled_is_refused_before_any_die(
    ines: Any, jun: Character, given: dict[str, Any], words: str
) -> None:
    before = state_of_play(ines.table)
    assert words in in_words(rolls(ines, jun, 422, **given))
    assert state_of_play(ines.table) == before


def test_nobody_rolls_for_others_or_without_a_seat(
    gm: Any, marek: Any, watcher: Any, stranger: Any, ines: Any, jun: Character
) -> None:
    rolls(marek, jun, 422)
    rolls(watcher, jun, 403)
    rolls(stranger.at(ines), jun, 404)


@pytest.mark.played("rough_magic.exhausted")
def test_the_defeated_do_nothing_but_the_gm_may_say_otherwise(gm: Any, ines: Any, jun: Character, dice: Dice) -> None:
    loses(jun, 4)
    assert "is defeated" in in_words(rolls(ines, jun, 422))
    dice(1, 2)
    rolls(gm, jun)


def test_who_cowers_can_only_come_round(ines: Any, jun: Character) -> None:
    is_in(jun, "cowering")
    assert "can only come round" in in_words(rolls(ines, jun, 422))


@pytest.mark.played("rough_magic.roll")
def test_real_dice_are_typed_in_where_the_table_allows_it(ines: Any, jun: Character) -> None:
    assert "Enter 11 + 2" in in_words(ines.get("rough_magic.check", attribute="will", faces="6 5"))
    rolls(ines, jun, attribute="will", faces="6 5")
    facts = full_facts(ines.table)
    assert (facts["total"], facts["typed"]) == (13, True)
    assert "real dice, typed in" in ines.log()


@pytest.mark.played("rough_magic.table-options/typed-dice")
def test_a_table_that_rolls_by_program_has_no_field_for_them(ines: Any, jun: Character, dice: Dice) -> None:
    Switch.objects.filter(table=ines.table, key="typed-dice").update(value="off")
    assert "I rolled real dice" not in in_words(ines.get("rough_magic.check"))
    dice(1, 1)
    rolls(ines, jun, attribute="will", faces="6 6")
    assert (full_facts(ines.table)["faces"], full_facts(ines.table)["typed"]) == ([1, 1], False)


@pytest.mark.played("rough_magic.automatic-results")
def test_what_is_routine_is_certain_and_never_extreme(ines: Any, jun: Character) -> None:
    words = in_words(ines.get("rough_magic.check", attribute="agility", grade="routine"))
    assert "It is settled 100%" in words
    assert "for an extreme success" not in words


# against somebody


@pytest.mark.played("rough_magic.opposed-task")
def test_somebody_who_works_against_it_is_the_difficulty(
    gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice
) -> None:
    dice(3, 4)
    rolls(ines, jun, attribute="agility", opponents=[sel.public_id], opposing="perception")
    facts = full_facts(ines.table)
    assert (facts["dv"], facts["target"], facts["success"], facts["dv_words"]) == (
        5,
        13,
        True,
        "Sel Marrow’s Perception",
    )
    assert "Sel Marrow: Perception" in ines.log()


@pytest.mark.played("rough_magic.visibility", "rough_magic.table-options/target-number-shown")
def test_a_table_may_keep_target_numbers_to_itself(ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    Switch.objects.filter(table=ines.table, key="target-number-shown").update(value="off")
    dice(6, 6)
    rolls(ines, jun, attribute="agility", opponents=[sel.public_id], opposing="perception")
    less = Telling.objects.get(event=newest_event(ines.table), audience="everybody").facts
    assert less["success"]
    assert not {"target", "margin", "dv"} & less.keys()
    assert "was needed" not in ines.log()


@pytest.mark.played("rough_magic.opposed-task")
def test_of_several_opponents_the_highest_counts(
    gm: Any, jun: Character, sel: Character, bramble: Character, dice: Dice
) -> None:
    dice(3, 4)
    rolls(gm, jun, attribute="agility", opponents=[sel.public_id, bramble.public_id], opposing="brawn")
    assert full_facts(gm.table)["dv"] == 6


# plot points


@pytest.mark.played("rough_magic.automatic-success")
def test_a_point_makes_it_succeed_and_the_dice_say_whether_it_is_extreme(ines: Any, jun: Character, dice: Dice) -> None:
    has_points(ines, 2)
    dice(1, 1)
    rolls(ines, jun, attribute="will", grade="frustrating", point="success")
    facts = full_facts(ines.table)
    assert (facts["success"], facts["extreme"], facts["margin"]) == (True, False, 0)
    dice(6, 6)
    rolls(ines, jun, attribute="agility", point="success")
    assert full_facts(ines.table)["extreme"]
    assert points_of(ines) == 0
    assert "by a plot point" in ines.log()


@pytest.mark.played("rough_magic.power-boost", "rough_magic.one-round")
def test_a_boost_lifts_the_attribute_for_this_roll_alone_outside_a_fight(ines: Any, jun: Character, dice: Dice) -> None:
    has_points(ines, 1)
    dice(4, 4)
    rolls(ines, jun, attribute="will", point="boost-will")
    facts = full_facts(ines.table)
    assert (facts["av"], facts["total"], facts["success"]) == (3, 11, True)
    assert points_of(ines) == 0
    assert not jun.conditions.exists()


def chips(answer: Any) -> dict[str, str]:
    """What a point would buy in this form, each with what it says it would change."""
    found = BeautifulSoup(answer.content, "lxml").select("#field-point label")
    return {str(one.input["value"]): " ".join(one.get_text(" ").split()) for one in found if one.input}


FAR_HAND = {
    "power_1_name": "Far hand", "power_1_rank": 3, "power_1_on": "on", "power_1_helps": "Levers",
    "power_1_attribute": "will",
}  # fmt: skip


@pytest.mark.played("rough_magic.power-boost", "rough_magic.automatic-success")
def test_a_boost_lifts_whatever_of_the_sheet_counts_for_the_roll(ines: Any, dice: Dice) -> None:
    """Reason 4 with gauges of rank 1, or Will 2 and a power of rank 3: both make 5, so that three boosts count."""
    gear = {"gear_1_name": "Gauges", "gear_1_rank": 1, "gear_1_helps": "Levers"}
    mind = made(ines, name="Ott", role="hero", reason=4, will=2, **gear, **FAR_HAND)
    has_points(ines, 1)
    layers = [entry(mind, name) for name in ("Gauges", "Far hand")]
    power = entry(mind, "Far hand")
    form = ines.get("rough_magic.check", attribute="reason", layers=layers, suited=f"{mind.public_id}:")
    assert chips(form) == {
        "": "Keep it Nothing is paid",
        "boost-reason": "Reason 5 83%, for one round",
        "boost-will": "Will 3 83%, for one round",
        f"boost-{power}": "Far hand 4 83%, for one round",
        "success": "It succeeds 100%; roll to see whether it is extreme",
    }
    dice(2, 3)
    rolls(ines, mind, attribute="reason", layers=layers, point=f"boost-{power}")
    facts = full_facts(ines.table)
    assert (facts["av_words"], facts["av"], facts["success"]) == ("Will 2 + Far hand 4", 6, True)
    assert "1 plot point: Far hand 4" in ines.log()
    assert points_of(ines) == 0


@pytest.mark.played("rough_magic.power-boost")
def test_a_boost_that_would_change_nothing_is_not_offered(ines: Any, dice: Dice) -> None:
    """A power that is off, and one below another way, lift no total of this roll."""
    mind = made(ines, name="Ott", role="hero", reason=6, will=2, **FAR_HAND)
    has_points(ines, 1)
    power = entry(mind, "Far hand")
    form = ines.get("rough_magic.check", attribute="reason", layers=[power], suited=f"{mind.public_id}:")
    assert list(chips(form)) == ["", "boost-reason", "success"]
    answer = rolls(ines, mind, 422, attribute="reason", layers=[power], point=f"boost-{power}")
    assert "lift nothing of this roll" in in_words(answer)
    assert points_of(ines) == 1


def test_a_point_buys_nothing_of_what_fails_outright(ines: Any, jun: Character) -> None:
    has_points(ines, 1)
    is_in(jun, "sprinting")
    assert "It fails whatever is rolled" in in_words(rolls(ines, jun, 422, point="success"))
    assert points_of(ines) == 1
