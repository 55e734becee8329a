"""The switches of attacks: for each a table on which it makes a difference."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.characters.models import Character
from apps.table.models import Ask
from tests.combat.rough_magic.attacks.conftest import answers, arm, attacks, lost, made, starts, states, told
from tests.combat.rough_magic.order.conftest import goes_on
from tests.people import open_a_table, sit_down
from tests.rough_evening import BRAMBLE, DOOR, JUN, SEL

Dice = Callable[..., Any]
Seated = tuple[Any, Any, Character, Character]


def seated(**switches: str) -> Seated:
    """GM, Ines, Jun and Sel, who is on, in a fight at a table with these switches."""
    table = open_a_table(game="rough_magic", **switches)
    gm, ines = sit_down(table, "GM", "gm"), sit_down(table, "Ines")
    jun, sel = made(ines, JUN), made(gm, SEL)
    starts(gm, sel, jun)
    return gm, ines, jun, sel


def hits(gm: Any, dice: Dice, sel: Character, jun: Character) -> Ask:
    """By a margin of 4."""
    dice(5, 5)
    ask = attacks(gm, sel, jun, arm(sel, "Hook sword"))
    assert ask
    return ask


@pytest.mark.played("rough_magic.visibility")
def test_the_margin_is_not_shown_before_the_answer(db: None, dice: Dice) -> None:
    gm, ines, jun, sel = seated(show_margin_before_reaction="off")
    hits(gm, dice, sel, jun)
    words = ines.panel("asks")
    assert "Sel Marrow hits Jun Vey" in words
    assert "by 4" not in words
    assert "Loses" not in words


@pytest.mark.played("rough_magic.visibility")
def test_the_target_number_is_never_shown(db: None, dice: Dice) -> None:
    gm, ines, jun, sel = seated(target_number_shown="off")
    dice(1, 1)
    attacks(gm, jun, sel, arm(jun, "Longsaber"))
    facts = told(gm, "attacked", "everybody")
    assert not {"target_number", "margin", "theirs"} & set(facts)
    assert "was needed" not in ines.log()


@pytest.mark.played("rough_magic.visibility")
@pytest.mark.parametrize(("switch", "level"), [("on", "Winded"), ("off", "")])
def test_levels_of_enemies_in_words_or_not(db: None, dice: Dice, switch: str, level: str) -> None:
    gm, _, jun, sel = seated(enemy_levels_shown=switch)
    dice(4, 4)
    ask = attacks(gm, jun, sel, arm(jun, "Longsaber"))
    assert ask
    answers(gm, ask, "take")
    harm = told(gm, "attack-settled", "everybody")["harm"]
    assert (harm["level"], "levels" in harm) == (level, False)


@pytest.mark.played("rough_magic.restrained", "rough_magic.dodging")
def test_the_restrained_may_dodge(db: None, dice: Dice) -> None:
    gm, ines, jun, sel = seated(restrained_may_dodge="on")
    gm.does("rough_magic.state", character=jun.public_id, state="restrained", does="begins")
    dice(6, 6)
    ask = attacks(gm, sel, jun, arm(sel, "Rifle"), distance=8)
    assert ask
    assert answers(ines, ask, "dodge")["how"] == "dodge"


@pytest.mark.played("rough_magic.objects", "rough_magic.stunning")
@pytest.mark.parametrize(("switch", "levels"), [("off", 0), ("on", 1)])
def test_stun_and_things(db: None, dice: Dice, switch: str, levels: int) -> None:
    """Stillness is of the mind: a door has one number against everything."""
    gm, _, _, sel = seated(stun_hurts_objects=switch)
    gm.does("rough_magic.make-thing", **DOOR)
    door = Character.objects.filter(table=gm.table).latest("pk")
    dice(3, 3)
    attacks(gm, sel, door, arm(sel, "Stillness"), distance=8)
    assert lost(door) == (levels, 0)


@pytest.mark.played("rough_magic.shielding")
@pytest.mark.parametrize(("switch", "margin"), [("protector's defence", 2), ("victim's margin", 4)])
def test_whose_defence_counts_for_who_leaps_in(db: None, dice: Dice, switch: str, margin: int) -> None:
    """Bramble stands at 6 + 2 with a shield, Jun at 6."""
    gm, _, jun, sel = seated(shield_uses=switch)
    marek = sit_down(gm.table, "Marek")
    shield = {"gear_3_name": "Shield", "gear_3_rank": 2, "gear_3_defends": "close"}
    bramble = made(marek, BRAMBLE | shield)
    gm.does("rough_magic.fight-join", characters=[bramble.public_id])
    ask = hits(gm, dice, sel, jun)
    marek.does("rough_magic.leap-in", attack=ask.exchange.public_id, character=bramble.public_id)
    assert told(gm, "attack-settled")["margin"] == margin


@pytest.mark.played("rough_magic.range-bands")
def test_how_far_close_combat_reaches(db: None, dice: Dice) -> None:
    gm, ines, jun, sel = seated(close_range_m="3")
    gm.does("rough_magic.next")
    dice(1, 1)
    attacks(ines, jun, sel, arm(jun, "Longsaber"), distance=3)
    assert told(gm, "attacked")["hit"] is False


@pytest.mark.played("rough_magic.automatic-success", "rough_magic.blocking")
@pytest.mark.parametrize(("switch", "hit"), [("off", False), ("on", True)])
def test_what_a_point_made_hit_may_hold(db: None, dice: Dice, switch: str, hit: bool) -> None:
    from tests.combat.rough_magic.attacks.test_attack import with_points

    gm, ines, jun, sel = seated(auto_success_holds=switch)
    with_points(gm, ines, 1)
    gm.does("rough_magic.next")
    dice(1, 1)
    ask = attacks(ines, jun, sel, arm(jun, "Longsaber"), point="success")
    assert ask
    assert answers(gm, ask, "block")["hit"] is hit


@pytest.mark.played("rough_magic.blocking", "rough_magic.dodging", "rough_magic.table-options/forced-defence-ends")
@pytest.mark.parametrize(("switch", "left"), [("sacrificed turn", ["blocking"]), ("next turn taken", None)])
def test_of_two_that_were_forced_each_ends_with_the_place_that_pays_for_it(
    db: None, dice: Dice, switch: str, left: list[str] | None
) -> None:
    """Jun dodges for her turn in round 2, and before it comes blocks for that in round 3."""
    gm, ines, jun, sel = seated(forced_defence_ends=switch)
    goes_on(gm)
    goes_on(gm)
    dice(6, 6, 6, 6)
    shot = attacks(gm, sel, jun, arm(sel, "Rifle"), distance=9)
    assert shot
    assert answers(ines, shot, "dodge")["price"] == "round 2"
    goes_on(gm)
    blow = attacks(gm, sel, jun, arm(sel, "Hook sword"))
    assert blow
    assert answers(ines, blow, "block")["price"] == "round 3"
    goes_on(gm)
    assert states(jun) == (left or ["dodging", "blocking"])
    goes_on(gm)
    goes_on(gm)
    assert states(jun) == ([] if left else ["dodging", "blocking"])


@pytest.mark.played("rough_magic.blocking", "rough_magic.table-options/forced-defence-ends")
def test_a_block_for_the_task_of_a_turn_outlasts_a_place_that_pays_for_something_else(db: None, dice: Dice) -> None:
    gm, ines, jun, sel = seated(forced_defence_ends="sacrificed turn")
    goes_on(gm)
    ines.does("rough_magic.take-task", character=jun.public_id, what="block")
    goes_on(gm)
    dice(6, 6)
    shot = attacks(gm, sel, jun, arm(sel, "Rifle"), distance=9)
    assert shot
    answers(ines, shot, "dodge")
    goes_on(gm)
    goes_on(gm)
    assert states(jun) == ["blocking"]
