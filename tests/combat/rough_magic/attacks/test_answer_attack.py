"""The answer to a hit: what each leaves and costs, what does not fit, and who leaps in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.board.models import Spot
from apps.characters.models import Character, Entry
from apps.rules.distance import name_of
from apps.table.models import Ask
from tests.combat.rough_magic.attacks.conftest import (
    answers,
    arm,
    attacks,
    hurt,
    in_words,
    lost,
    made,
    refused,
    starts,
    states,
    told,
)  # fmt: skip
from tests.combat.rough_magic.order.conftest import goes_on, newest, place
from tests.combat.rough_magic.standing import on_the_board
from tests.people import open_a_table
from tests.rough_evening import BRAMBLE, SEL

Dice = Callable[..., Any]


def hit(gm: Any, dice: Dice, sel: Character, jun: Character, *faces: int, weapon: str = "Hook sword") -> Ask:
    """Sel strikes: 8 and the dice against 8 + 6; with 5 and 5 a margin of 4, two levels."""
    dice(*(faces or (5, 5)))
    ask = attacks(gm, sel, jun, arm(sel, weapon), distance=8 if weapon == "Rifle" else "")
    assert ask
    return ask


def stills(gm: Any, dice: Dice, sel: Character, bo: Character) -> Ask:
    """Sel's Stillness at Bo, eight metres away: both have the power."""
    dice(3, 3)
    ask = attacks(gm, sel, bo, arm(sel, "Stillness"), distance=8)
    assert ask
    return ask


def answer(ask: Ask, guard: str, **more: Any) -> dict[str, Any]:
    return {"ask": ask.public_id, "guard": guard, **more}


@pytest.mark.played("rough_magic.attack-sequence", "rough_magic.damage-record")
def test_who_takes_it_loses_levels(gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    starts(gm, sel, jun)
    ask = hit(gm, dice, sel, jun)
    words = ines.panel("asks")
    assert "Sel Marrow hits Jun Vey by 4" in words
    assert "Take it Weakened Loses 2 levels Costs no turn." in words
    assert "Block Winded Loses 1 level Costs the turn in round 1. Goes on till the next turn." in words
    assert "Only a ranged attack can be dodged. This is close combat." in words
    page = in_words(ines.get("rough_magic.answer-attack", ask=ask.public_id, guard="block"))
    assert "Sel Marrow hits Jun Vey by 4, Hook sword." in page
    assert "Block: Winded, loses 1 level. Costs the turn in round 1." in page
    facts = answers(ines, ask, "take")
    assert (facts["harm"]["levels"], facts["margin_left"], lost(jun)) == (2, 4, (2, 0))
    assert "Weakened" in ines.log()


@pytest.mark.played("rough_magic.blocking", "rough_magic.forcing", "rough_magic.reaction")
def test_a_block_costs_a_turn_and_goes_on(gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    starts(gm, sel, jun)
    facts = answers(ines, hit(gm, dice, sel, jun), "block")
    assert (facts["margin_left"], facts["price"], lost(jun)) == (1, "round 1", (1, 0))
    assert "blocking" in states(jun)
    assert place(gm, jun).owed == 1
    assert "(forced from 1)" in ines.log()
    ask = hit(gm, dice, sel, jun, 3, 6)
    assert "Jun Vey blocks already: it counts by itself." in ines.panel("asks")
    assert answers(ines, ask, "take")["margin_left"] == 0


@pytest.mark.played("rough_magic.blocking")
def test_a_margin_below_zero_is_a_miss(gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    starts(gm, sel, jun)
    facts = answers(ines, hit(gm, dice, sel, jun, 4, 4), "block")
    assert (facts["margin_left"], facts["hit"], lost(jun)) == (-1, False, (0, 0))
    assert "It misses" in ines.log()


@pytest.mark.played("rough_magic.dodging")
def test_a_shot_is_dodged_and_not_blocked(gm: Any, ines: Any, bramble: Character, sel: Character, dice: Dice) -> None:
    """8 and 8 against 8 + 4: a margin of 4."""
    starts(gm, sel, bramble)
    ask = hit(gm, dice, sel, bramble, 4, 4, weapon="Rifle")
    assert "Only close combat can be blocked. This comes from afar." in refused(
        gm, "rough_magic.answer-attack", **answer(ask, "block")
    )
    assert answers(gm, ask, "dodge")["margin_left"] == 1
    assert "dodging" in states(bramble)


@pytest.mark.played("rough_magic.diving-clear")
def test_who_dives_clear_is_not_hit_but_prone(gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    starts(gm, sel, jun)
    ask = hit(gm, dice, sel, jun)
    assert "Jun Vey gets 63 m" in refused(ines, "rough_magic.answer-attack", **answer(ask, "dive", metres=64))
    facts = answers(ines, ask, "dive", metres=8)
    assert (facts["hit"], lost(jun), "prone" in states(jun)) == (False, (0, 0), True)


@pytest.mark.played("rough_magic.forcing")
def test_once_a_round(gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    starts(gm, sel, jun)
    answers(ines, hit(gm, dice, sel, jun), "dive")
    ask = hit(gm, dice, sel, jun)
    assert "has forced an action in round 1" in refused(ines, "rough_magic.answer-attack", **answer(ask, "block"))
    assert "has forced an action in round 1" in ines.panel("asks")


def test_a_block_in_the_own_turn_costs_the_task(gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    starts(gm, jun, sel)
    facts = answers(ines, hit(gm, dice, sel, jun), "block")
    assert facts["price"] == "task"


@pytest.mark.played("rough_magic.blocking", "rough_magic.dodging", "rough_magic.task-action")
def test_a_block_with_the_task_of_the_turn(gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    starts(gm, jun, sel)
    ines.does("rough_magic.take-task", character=jun.public_id, what="block")
    assert states(jun) == ["blocking"]
    goes_on(gm)
    ask = hit(gm, dice, sel, jun)
    assert answers(ines, ask, "take")["margin_left"] == 1


@pytest.mark.played("rough_magic.restrained")
def test_the_restrained_do_not_dodge(gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    starts(gm, sel, jun)
    gm.does("rough_magic.state", character=jun.public_id, state="restrained", does="begins")
    ask = hit(gm, dice, sel, jun, weapon="Rifle")
    assert "Jun Vey is restrained." in refused(ines, "rough_magic.answer-attack", **answer(ask, "dodge"))


@pytest.mark.played("rough_magic.surprise", "rough_magic.perceiving")
def test_what_is_not_perceived_is_taken(gm: Any, ines: Any, jun: Character, ash: Character, dice: Dice) -> None:
    """A hidden attacker has +3, and nothing is done against it."""
    starts(gm, ash, jun)
    dice(5, 5)
    ask = attacks(gm, ash, jun, "hands")
    assert ask is not None
    assert ask.facts["by"] == "Somebody"
    assert told(gm, "attacked")["av_net"] == 3
    assert "does not perceive" in ines.panel("asks")
    assert "Warden" not in ines.page()


@pytest.mark.played("rough_magic.visibility")
def test_with_what_somebody_unseen_strikes_the_gm_alone_knows(
    gm: Any, ines: Any, marek: Any, jun: Character, ash: Character, dice: Dice
) -> None:
    """That a shot comes from afar is seen: it can be told from a blow. Her own player would read the rest."""
    starts(gm, ash, jun)
    dice(5, 5)
    ask = attacks(gm, ash, jun, arm(ash, "Needle gun"), distance=8)
    assert ask is not None
    assert "from afar" in ines.panel("asks")
    for person in (ines, marek):
        assert "Somebody attacks Jun Vey, from afar" in person.log()
        assert "Needle gun" not in person.page()
    answers(ines, ask, "take")
    assert "Needle gun" not in ines.page()
    assert "Needle gun" in gm.log()


@pytest.mark.played("rough_magic.visibility", "rough_magic.attack-types")
def test_the_rule_of_its_type_is_linked_for_the_gm_and_whoever_it_strikes(
    gm: Any, ines: Any, marek: Any, jun: Character, ash: Character, dice: Dice
) -> None:
    starts(gm, ash, jun)
    gun = Entry.objects.get(character=ash, name="Needle gun")
    gun.facts = gun.facts | {"types": ["penetrating"]}
    gun.save()
    dice(5, 5)
    ask = attacks(gm, ash, jun, gun.public_id, distance=8)
    assert ask is not None
    answers(ines, ask, "take")
    link = "rule?id=rough_magic.penetrating"
    assert [link in str(one.soup().select_one("#log-cards")) for one in (gm, ines, marek)] == [True, True, False]


@pytest.mark.played("rough_magic.attack-sequence")
def test_whoever_ends_the_fight_reads_which_hit_still_waits(
    gm: Any, ines: Any, jun: Character, ash: Character, dice: Dice
) -> None:
    """No rule says what becomes of it; that of somebody unseen is named to the GM too."""
    starts(gm, ash, jun)
    dice(5, 5)
    ask = attacks(gm, ash, jun, arm(ash, "Needle gun"), distance=8)
    assert ask is not None
    says = "Warden Ash’s hit on Jun Vey still waits for its answer: it does nothing."
    assert says in in_words(gm.get("rough_magic.end-fight"))
    answers(ines, ask, "take")
    assert says not in in_words(gm.get("rough_magic.end-fight"))


# types


@pytest.mark.played("rough_magic.stunning", "rough_magic.attack-types")
def test_stun_is_counted_apart(gm: Any, marek: Any, bramble: Character, sel: Character, dice: Dice) -> None:
    """Stillness: Will 6 and 4 against 8 + Will 5."""
    starts(gm, sel, bramble)
    dice(3, 3)
    ask = attacks(gm, sel, bramble, arm(sel, "Stillness"), distance=8)
    assert ask
    answers(marek, ask, "take")
    assert lost(bramble) == (0, 2)


@pytest.mark.played("rough_magic.esoteric-block")
def test_a_power_meets_a_power_if_the_gm_agrees(
    gm: Any, marek: Any, bramble: Character, sel: Character, dice: Dice
) -> None:
    """Torment against Stillness is the GM's word."""
    starts(gm, sel, bramble)
    dice(3, 3)
    ask = attacks(gm, sel, bramble, arm(sel, "Stillness"), distance=8)
    assert ask
    assert "Block with Torment" in marek.panel("asks")
    marek.does("rough_magic.answer-attack", **answer(ask, f"power:{arm(bramble, 'Torment')}"))
    assert "The GM is asked about the power" in marek.panel("asks")
    asked = Ask.objects.get(table=gm.table, closed_at=None, audience="gms")
    gm.does("rough_magic.answer-power", ask=asked.public_id, allow="yes")
    facts = told(gm, "attack-settled")
    assert (facts["margin_left"], facts["with_power"], lost(bramble)) == (0, "Torment", (0, 1))
    assert not Ask.objects.filter(table=gm.table, closed_at=None).exists()


@pytest.mark.played("rough_magic.esoteric-block")
def test_the_same_power_needs_nobody_s_word(gm: Any, marek: Any, sel: Character, dice: Dice) -> None:
    still = {"power_2_name": "Stillness", "power_2_types": ["stunning"], "power_2_range": 10}
    bo = made(marek, BRAMBLE | still)
    starts(gm, sel, bo)
    ask = stills(gm, dice, sel, bo)
    assert answers(marek, ask, f"power:{arm(bo, 'Stillness')}")["margin_left"] == 0


@pytest.mark.played("rough_magic.esoteric-block", "rough_magic.blocking")
def test_a_block_with_a_power_goes_on_against_that_power_alone(gm: Any, marek: Any, sel: Character, dice: Dice) -> None:
    still = {"power_2_name": "Stillness", "power_2_types": ["stunning"], "power_2_range": 10}
    bo = made(marek, BRAMBLE | still)
    starts(gm, sel, bo)
    power = f"power:{arm(bo, 'Stillness')}"
    answers(marek, stills(gm, dice, sel, bo), power)
    ask = stills(gm, dice, sel, bo)
    assert "Bramble Oke blocks it already" in refused(marek, "rough_magic.answer-attack", **answer(ask, power))
    assert answers(marek, ask, "take")["margin_left"] == 0
    ask = hit(gm, dice, sel, bo)
    assert answers(marek, ask, "take")["margin_left"] == told(gm, "attacked")["margin"]


@pytest.mark.played("rough_magic.esoteric-block", "rough_magic.dodging")
def test_nobody_pays_for_a_second_guard_that_would_lessen_nothing(
    gm: Any, marek: Any, sel: Character, dice: Dice
) -> None:
    """Two on one attack count once: a dodge beside a block with a power that goes on, and the other way round."""
    still = {"power_2_name": "Stillness", "power_2_types": ["stunning"], "power_2_range": 10}
    bo = made(marek, BRAMBLE | still)
    starts(gm, sel, bo)
    power = f"power:{arm(bo, 'Stillness')}"
    gm.does("rough_magic.state", character=bo.public_id, state="dodging", does="begins")
    ask = stills(gm, dice, sel, bo)
    assert "dodges already" in refused(marek, "rough_magic.answer-attack", **answer(ask, power))
    gm.does("rough_magic.state", character=bo.public_id, state="dodging", does="ends")
    answers(marek, ask, power)
    ask = stills(gm, dice, sel, bo)
    assert "blocks it already" in refused(marek, "rough_magic.answer-attack", **answer(ask, "dodge"))


@pytest.mark.played("rough_magic.sensory", "rough_magic.attack-types")
def test_a_sensory_attack_without_harm(gm: Any, ines: Any, jun: Character, dice: Dice) -> None:
    needle = {"gear_2_types": ["sensory"], "gear_2_harmless": "on"}
    sel = made(gm, SEL | needle)
    starts(gm, sel, jun)
    ask = hit(gm, dice, sel, jun, 5, 6, weapon="Rifle")
    answers(ines, ask, "take")
    assert (lost(jun), states(jun)) == ((0, 0), ["blind and deaf"])


@pytest.mark.played("rough_magic.terrifying")
def test_terror_is_what_the_attacker_chose(gm: Any, marek: Any, bramble: Character, sel: Character, dice: Dice) -> None:
    """Torment: Will 5 and 3 against 8 + Will 6; the later choice counts."""
    starts(gm, bramble, sel)
    gm.does("rough_magic.state", character=sel.public_id, state="cowering", does="begins")
    dice(6, 6)
    ask = attacks(marek, bramble, sel, arm(bramble, "Torment"), distance=20, terror="flee")
    assert ask
    answers(gm, ask, "take")
    assert states(sel) == ["fleeing"]


# leaping in


@pytest.mark.played("rough_magic.shielding", "rough_magic.unnamed")
def test_of_whoever_has_no_name_the_button_to_leap_in_counts_no_levels(
    gm: Any, ines: Any, jun: Character, sel: Character, guard: Character, dice: Dice
) -> None:
    starts(gm, jun, sel, guard)
    dice(6, 6)
    assert attacks(ines, jun, sel)
    assert "Guard 1 leaps in and takes it all Guard 1 is defeated. Costs" in gm.panel("rough_magic-hits-gm")


@pytest.mark.played("rough_magic.shielding")
def test_somebody_leaps_in_and_takes_it(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, sel: Character, dice: Dice
) -> None:
    """The total of 18 against Bramble's own 8 + 6."""
    starts(gm, sel, jun, bramble)
    hit(gm, dice, sel, jun)
    assert "Bramble Oke leaps in and takes it all Bramble Oke loses" in marek.panel("rough_magic-hits")
    assert "Bramble Oke loses two levels. Costs the turn in" in marek.panel("rough_magic-hits")
    assert "Sel Marrow hits Jun Vey: Bramble Oke may leap in." in marek.page()
    assert "Bramble Oke" in ines.panel("asks")
    exchange = Ask.objects.get(table=gm.table, closed_at=None).exchange.public_id
    marek.does("rough_magic.leap-in", attack=exchange, character=bramble.public_id)
    facts = told(gm, "attack-settled")
    assert (facts["how"], facts["victim"], facts["target"], facts["margin"]) == ("leap", "Jun Vey", "Bramble Oke", 4)
    assert (lost(jun), lost(bramble), place(gm, bramble).owed) == ((0, 0), (2, 0), 1)
    assert "Bramble Oke leaps in front of Jun Vey (forced from 1)" in ines.log()
    assert "no longer open" in refused(marek, "rough_magic.leap-in", attack=exchange, character=bramble.public_id)


@pytest.mark.played("rough_magic.shielding")
def test_whoever_has_gone_over_leaps_in_for_nobody_of_their_old_side(
    gm: Any, marek: Any, jun: Character, bramble: Character, sel: Character, dice: Dice
) -> None:
    starts(gm, sel, jun, bramble)
    gm.does("rough_magic.fight-side", character=bramble.public_id, side="others")
    hit(gm, dice, sel, jun)
    assert "leaps in" not in marek.panel("rough_magic-hits")


@pytest.mark.played("rough_magic.shielding", "rough_magic.cover")
def test_whoever_leaps_in_leaps_out_of_their_cover(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, sel: Character, dice: Dice
) -> None:
    """The total of 18 against Bramble's 8 + 6, without the 3 of the cover, which is left."""
    starts(gm, sel, jun, bramble)
    gm.does("rough_magic.state", character=bramble.public_id, state="cover", does="begins")
    ask = hit(gm, dice, sel, jun)
    marek.does("rough_magic.leap-in", attack=ask.exchange.public_id, character=bramble.public_id)
    facts = told(gm, "attack-settled")
    assert (facts["margin"], facts["ended"], states(bramble)) == (4, ["cover"], [])
    gm.does("undo", event=newest(gm, "attack-settled").public_id)
    assert states(bramble) == ["cover"]


@pytest.mark.played("rough_magic.shielding", "rough_magic.prone")
def test_whoever_leaps_in_from_the_ground_stands_afterwards(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, sel: Character, dice: Dice
) -> None:
    """A shot's total of 20 against Bramble's 8 + 4, without the 3 of whoever lies there."""
    starts(gm, sel, jun, bramble)
    gm.does("rough_magic.state", character=bramble.public_id, state="prone", does="begins")
    ask = hit(gm, dice, sel, jun, 6, 6, weapon="Rifle")
    marek.does("rough_magic.leap-in", attack=ask.exchange.public_id, character=bramble.public_id)
    facts = told(gm, "attack-settled")
    assert (facts["margin"], facts["ended"], states(bramble)) == (8, ["prone"], [])


@pytest.mark.played("rough_magic.shielding")
def test_nobody_leaps_in_for_themselves_nor_while_they_are_held(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, sel: Character, dice: Dice
) -> None:
    starts(gm, sel, jun, bramble)
    ask = hit(gm, dice, sel, jun)
    own = {"attack": ask.exchange.public_id, "character": jun.public_id}
    assert "falls on them" in refused(ines, "rough_magic.leap-in", **own)
    gm.does("rough_magic.state", character=bramble.public_id, state="restrained", does="begins")
    held = {"attack": ask.exchange.public_id, "character": bramble.public_id}
    assert "Bramble Oke is restrained" in refused(marek, "rough_magic.leap-in", **held)


@pytest.mark.played("rough_magic.shielding", "rough_magic.perceiving")
def test_whoever_is_blind_and_deaf_does_not_leap_in_front_of_what_they_do_not_perceive(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, sel: Character, dice: Dice
) -> None:
    starts(gm, sel, jun, bramble)
    gm.does("rough_magic.state", character=bramble.public_id, state="blind and deaf", does="begins")
    ask = hit(gm, dice, sel, jun)
    assert "leaps in" not in marek.panel("rough_magic-hits")
    given = {"attack": ask.exchange.public_id, "character": bramble.public_id}
    assert "Bramble Oke neither sees nor hears it coming" in refused(marek, "rough_magic.leap-in", **given)


@pytest.mark.played("rough_magic.shielding")
def test_on_the_board_whoever_leaps_in_stands_on_the_attackers_side(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, sel: Character, dice: Dice
) -> None:
    """Sel shoots from the right; Bramble comes from the left past Jun, and back when it is taken back."""
    on_the_board(gm, bramble="F8", jun="H8", sel="N8")
    starts(gm, sel, jun, bramble)
    ask = hit(gm, dice, sel, jun, 6, 6, weapon="Rifle")
    marek.does("rough_magic.leap-in", attack=ask.exchange.public_id, character=bramble.public_id)
    assert cell(bramble) in ("I7", "I8")
    gm.does("undo", event=newest(gm, "attack-settled").public_id)
    assert cell(bramble) == "F8"


@pytest.mark.played("rough_magic.shielding")
def test_where_the_attacker_is_hidden_nobodys_place_tells_of_them(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, ash: Character, dice: Dice
) -> None:
    """Bramble stands beside Jun already, and stays."""
    on_the_board(gm, bramble="G8", jun="H8", warden="J8")
    starts(gm, ash, jun, bramble)
    dice(5, 5)
    ask = attacks(gm, ash, jun, "hands")
    assert ask
    gm.does("rough_magic.leap-in", attack=ask.exchange.public_id, character=bramble.public_id)
    assert cell(bramble) == "G8"


def cell(who: Character) -> str:
    spot = Spot.objects.get(character=who)
    return name_of((spot.x, spot.y))


# the GM's


@pytest.mark.played("rough_magic.unnamed")
def test_a_guard_may_block_or_all_take_it(gm: Any, ines: Any, jun: Character, guard: Character, dice: Dice) -> None:
    starts(gm, jun, guard)
    dice(2, 3)
    ask = attacks(ines, jun, guard, arm(jun, "Longsaber"))
    assert ask
    assert "Guard 1" in gm.panel("rough_magic-hits-gm")
    assert "any hit defeats who has no name" in gm.panel("asks")
    assert "Loses all levels" in gm.panel("asks")
    facts = answers(gm, ask, "block")
    assert (facts["hit"], lost(guard)) == (False, (0, 0))
    assert "No guard without a name waits" in refused(gm, "rough_magic.take-all")


@pytest.mark.played("rough_magic.unnamed")
def test_the_card_counts_no_levels_of_who_has_none(
    gm: Any, ines: Any, jun: Character, guard: Character, dice: Dice
) -> None:
    starts(gm, jun, guard)
    dice(2, 3)
    ask = attacks(ines, jun, guard, arm(jun, "Longsaber"))
    assert ask
    answers(gm, ask, "take")
    assert "Defeated Guard 1 takes it" in gm.log()
    assert "4 levels" not in gm.log()


def test_with_the_switch_off_guards_take_what_hits_them(dice: Dice, db: None) -> None:
    from tests.people import sit_down
    from tests.rough_evening import GUARD, JUN

    table = open_a_table(game="rough_magic", unnamed_may_react="off")
    gm, ines = sit_down(table, "GM", "gm"), sit_down(table, "Ines")
    jun, guard = made(ines, JUN), made(gm, GUARD)
    starts(gm, jun, guard)
    dice(3, 3)
    assert attacks(ines, jun, guard, arm(jun, "Longsaber")) is None
    assert lost(guard) == (4, 0)


@pytest.mark.played("rough_magic.exhausted")
def test_the_defeated_are_helpless_and_asked_nothing(
    gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice
) -> None:
    starts(gm, jun, sel)
    hurt(sel, 4)
    dice(1, 1)
    assert attacks(ines, jun, sel, arm(jun, "Longsaber")) is None
    assert told(gm, "attacked")["auto"] == "success"


def test_the_next_turn_ends_a_block(gm: Any, ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    starts(gm, jun, sel)
    ines.does("rough_magic.take-task", character=jun.public_id, what="block")
    for _ in range(4):
        goes_on(gm)
    assert "blocking" not in states(jun)


def test_a_stranger_answers_nothing(gm: Any, marek: Any, ines: Any, jun: Character, sel: Character, dice: Dice) -> None:
    starts(gm, sel, jun)
    ask = hit(gm, dice, sel, jun)
    answered = marek.post("rough_magic.answer-attack", **answer(ask, "take"))
    assert answered.status_code == 422
    assert "no longer open" in in_words(answered)
