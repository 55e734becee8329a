"""Special strikes: a slam, a ram, a sweep, many against one, and who is behind the taunter."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.board.models import Spot
from apps.characters.models import Character, Condition, Entry
from apps.table.models import Ask
from tests.combat.conftest import in_words
from tests.combat.rough_magic.order.conftest import place
from tests.combat.rough_magic.standing import fights, full, lost, made, on_the_board, states, the_ask, used
from tests.combat.wounded import does, undo
from tests.rough_evening import GUARD


def strikes(person: Any, what: str, who: Character, target: Character, status: int = 200, **more: Any) -> str:
    given = {"character": who.public_id, "target": target.public_id, "weapon": "hands", "mode": "everybody"}
    return does(person, f"rough_magic.{what}", status, **(given | more))


def takes(person: Any, ask: str, guard: str = "take", status: int = 200) -> str:
    return does(person, "rough_magic.answer-attack", status, ask=ask, guard=guard)


def weapon(of: Character, name: str) -> str:
    return Entry.objects.get(character=of, name=name).public_id


# slamming


@pytest.mark.played("rough_magic.slamming")
def test_a_slam_rests_on_agility_and_floors(gm: Any, ines: Any, jun: Character, sel: Character, dice: Any) -> None:
    """Agility 7 against Brawn 5 and 1: 14 is needed."""
    fights(gm, jun, sel)
    dice(3, 4)
    strikes(ines, "slam", jun, sel)
    assert (full(gm.table, "attacked")["total"], used(jun, "task")) == (14, 1)
    assert "Loses 1 level Prone: +3 for adjacent" in gm.panel("asks")
    takes(gm, the_ask(gm.table))
    assert (lost(sel), states(sel)) == (1, ["prone"])


def test_a_slam_is_blocked_and_the_target_stands(gm: Any, ines: Any, jun: Character, sel: Character, dice: Any) -> None:
    fights(gm, jun, sel)
    dice(4, 4)
    strikes(ines, "slam", jun, sel)
    takes(gm, the_ask(gm.table), "block")
    assert (lost(sel), "prone" in states(sel)) == (0, False)


# ramming


@pytest.mark.played("rough_magic.ramming")
def test_a_ram_takes_the_movement_and_has_a_bonus(
    gm: Any, ines: Any, jun: Character, sel: Character, dice: Any
) -> None:
    """Brawn 4, Longsaber 3 and 3 more for the ram."""
    on_the_board(gm, jun="B5", sel="F5")
    fights(gm, jun, sel)
    dice(2, 2)
    strikes(ines, "ram", jun, sel, weapon=weapon(jun, "Longsaber"))
    assert full(gm.table, "attacked")["total"] == 14
    assert (used(jun, "task"), used(jun, "move")) == (1, 1)
    spot = Spot.objects.get(character=jun)
    assert (spot.x, spot.y) != (1, 4)


def test_a_sprint_takes_the_bonus_away(gm: Any, ines: Any, jun: Character, sel: Character, dice: Any) -> None:
    fights(gm, jun, sel)
    Condition.objects.create(character=jun, name="sprinting")
    dice(2, 2)
    strikes(ines, "ram", jun, sel)
    assert full(gm.table, "attacked")["total"] == 8


def test_the_held_ram_nobody(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    fights(gm, jun, sel)
    Condition.objects.create(character=jun, name="restrained", by=sel)
    assert "is restrained" in strikes(ines, "ram", jun, sel, 422)


# sweeping


@pytest.mark.played("rough_magic.sweep")
def test_a_sweep_rolls_for_each(
    gm: Any, ines: Any, jun: Character, sel: Character, guard: Character, dice: Any
) -> None:
    """7 − 3 and the dice: Sel meets it with 6, the guard with 4."""
    fights(gm, jun, sel, guard)
    dice(5, 5, 3, 3)
    both = [sel.public_id, guard.public_id]
    words = in_words(ines.get("rough_magic.sweep", character=jun.public_id, targets_swept=both))
    assert "2 rolls, each −3" in words
    sweeps(ines, jun, both)
    assert used(jun, "task") == 1
    takes(gm, the_ask(gm.table))
    assert (lost(sel), lost(guard)) == (1, 0)


def sweeps(person: Any, who: Character, whom: list[str], status: int = 200, **more: Any) -> str:
    given = {"character": who.public_id, "targets_swept": whom, "weapon": weapon(who, "Longsaber")}
    return does(person, "rough_magic.sweep", status, **given, **more)


def test_distraction_counts_in_all_of_it(
    gm: Any, ines: Any, jun: Character, sel: Character, guard: Character, dice: Any
) -> None:
    fights(gm, jun, sel, guard)
    Condition.objects.create(character=guard, name="distracted", by=jun)
    dice(1, 1, 3, 3)
    sweeps(ines, jun, [sel.public_id, guard.public_id])
    assert full(gm.table, "attacked")["total"] == 13  # 7 and 6, the bonus and the penalty cancel
    assert states(guard) == []


def test_whom_nobody_chose_is_not_swept(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    fights(gm, jun, sel)
    assert "Say who is attacked" in sweeps(ines, jun, [], 422)
    assert "2 dice" in sweeps(ines, jun, [sel.public_id], 422, faces="1 2 3")


# together


@pytest.mark.played("rough_magic.combining-attacks")
def test_the_best_total_counts_and_one_for_each(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, sel: Character, dice: Any
) -> None:
    """Jun makes 7 + 6 = 13, Bramble 8 + 9 = 17: 19 against 14 is a margin of 5."""
    fights(gm, jun, bramble, sel)
    does(ines, "rough_magic.hold", character=jun.public_id)
    together(marek, [jun, bramble], sel)
    dice(3, 3)
    joins(ines, jun, "Longsaber")
    says = "The attack together on Sel Marrow still waits for Bramble Oke: it comes to nothing."
    assert says in in_words(gm.get("rough_magic.end-fight"))
    assert not Condition.objects.filter(character=jun, name="holding a turn").exists()
    dice(4, 5)
    joins(marek, bramble, "Boat axe")
    made_ = full(gm.table, "attacked")
    assert (made_["joined"], made_["total"], made_["margin"], made_["attacker"]) == (19, 19, 5, "Bramble Oke")
    takes(gm, the_ask(gm.table))
    assert (lost(sel), used(bramble, "task")) == (2, 1)


def together(person: Any, attackers: list[Character], target: Character, status: int = 200, **more: Any) -> str:
    given = {"attackers": [one.public_id for one in attackers], "target": target.public_id}
    return does(person, "rough_magic.combined-attack", status, **given, **more)


def joins(person: Any, who: Character, name: str, status: int = 200, **more: Any) -> str:
    given = {"ask": the_ask(person.table, who), "weapon": weapon(who, name) if name != "hands" else name}
    return does(person, "rough_magic.join-attack", status, **given, **more)


@pytest.mark.played("rough_magic.combining-attacks", "rough_magic.grappling")
def test_agreed_beforehand_it_is_a_grapple(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, sel: Character, dice: Any
) -> None:
    together(marek, [jun, bramble], sel, agreed="on")
    dice(2, 2)
    joins(ines, jun, "Longsaber")
    dice(5, 5)
    joins(marek, bramble, "hands", grapple="on")
    takes(gm, the_ask(gm.table))
    assert (lost(sel), states(sel)) == (0, ["restrained"])


def test_who_holds_no_turn_is_not_among_them(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, sel: Character
) -> None:
    fights(gm, jun, bramble, sel)
    assert "Two or more: whoever’s turn it is, and those who hold a turn." in in_words(
        ines.get("rough_magic.combined-attack")
    )
    assert "not yours to choose" in together(ines, [jun, bramble], sel, 422)
    assert "One alone" in together(gm, [jun], sel, 422)
    assert "is among those" in together(gm, [jun, sel], sel, 422)


def test_whoever_strikes_is_offered_as_no_target(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, sel: Character
) -> None:
    """From the start those are left out who are suggested; then whoever is chosen."""
    fights(gm, jun, bramble, sel)
    does(ines, "rough_magic.hold", character=jun.public_id)
    assert targets(marek) == [sel.public_id]
    assert jun.public_id in targets(gm, attackers=[bramble.public_id, sel.public_id])
    assert sel.public_id not in targets(gm, attackers=[bramble.public_id, sel.public_id])


def targets(person: Any, **chosen: Any) -> list[str]:
    form = BeautifulSoup(person.get("rough_magic.combined-attack", **chosen).content, "lxml")
    return [str(one["value"]) for one in form.select("input[name=target]")]


def test_a_roll_is_taken_back_and_falls_again(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, sel: Character, dice: Any
) -> None:
    together(marek, [jun, bramble], sel)
    dice(3, 3)
    joins(ines, jun, "Longsaber")
    undo(gm)
    dice()
    joins(ines, jun, "Longsaber")
    assert full(gm.table, "joined-attack")["total"] == 13


@pytest.mark.played("rough_magic.combining-attacks", "rough_magic.effective-range")
def test_a_shot_beyond_its_range_asks_the_gm_though_it_joins_others(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, sel: Character, dice: Any
) -> None:
    """Jun's pistol reaches 10 m: 7 + 2 − 3 and the dice."""
    fights(gm, jun, bramble, sel)
    does(ines, "rough_magic.hold", character=jun.public_id)
    together(marek, [jun, bramble], sel)
    assert "Ask the GM" in in_words(ines.get("rough_magic.join-attack", **shot(jun)))
    own = the_ask(gm.table, jun)
    joins(ines, jun, "Pistol", distance=30)
    assert "The GM is asked about the distance" in ines.panel("asks")
    assert "is asked about this shot already" in joins(ines, jun, "Pistol", 422, distance=30)
    does(gm, "rough_magic.answer-range", ask=the_ask(gm.table), allow="no")
    assert (place(gm, jun).held, the_ask(gm.table, jun)) == (1, own)
    joins(ines, jun, "Pistol", distance=30)
    dice(3, 3)
    does(gm, "rough_magic.answer-range", ask=the_ask(gm.table), allow="yes")
    assert (full(gm.table, "joined-attack")["total"], place(gm, jun).held) == (12, None)
    dice(1, 1)
    joins(marek, bramble, "Boat axe")
    assert (full(gm.table, "attacked")["joined"], full(gm.table, "attacked")["attacker"]) == (14, "Jun Vey")
    takes(gm, the_ask(gm.table))
    assert not Ask.objects.filter(table=gm.table, closed_at=None).exists()


def shot(who: Character) -> dict[str, Any]:
    return {"ask": the_ask(who.table, who), "weapon": weapon(who, "Pistol"), "distance": 30}


@pytest.mark.played("rough_magic.combining-attacks", "rough_magic.effective-range")
def test_the_last_of_them_waits_for_the_gm_as_well_and_is_taken_back(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, sel: Character, dice: Any
) -> None:
    together(marek, [jun, bramble], sel)
    dice(1, 1)
    joins(marek, bramble, "Boat axe")
    joins(ines, jun, "Pistol", distance=30)
    asked = the_ask(gm.table)
    dice(6, 6)
    does(gm, "rough_magic.answer-range", ask=asked, allow="yes")
    assert full(gm.table, "attacked")["joined"] == 20
    undo(gm)
    assert the_ask(gm.table) == asked
    does(gm, "rough_magic.answer-range", ask=asked, allow="yes")
    assert full(gm.table, "attacked")["joined"] == 20


@pytest.mark.played("rough_magic.combining-attacks")
def test_who_joins_otherwise_asks_the_gm_no_more(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, sel: Character, dice: Any
) -> None:
    together(marek, [jun, bramble], sel)
    joins(ines, jun, "Pistol", distance=30)
    dice(2, 2)
    joins(ines, jun, "Longsaber")
    assert "beyond the range" not in gm.panel("asks")


# behind the taunter


@pytest.mark.played("rough_magic.taunting", "rough_magic.conditions")
def test_a_provoked_miss_strikes_whoever_is_behind(
    gm: Any, ines: Any, jun: Character, bramble: Character, sel: Character, dice: Any
) -> None:
    """Sel makes 8 + 4 = 12 against Jun's 14, and against the guard's 12."""
    guard = made(gm, **GUARD)
    fights(gm, sel, jun)
    Condition.objects.create(character=sel, name="taunted", by=jun)
    dice(2, 2)
    strikes(gm, "attack", sel, jun, weapon=weapon(sel, "Hook sword"))
    assert states(sel) == []
    behind(gm, guard)
    assert (full(gm.table, "attacked")["target"], full(gm.table, "attacked")["margin"]) == ("Guard 1", 0)
    does(gm, "rough_magic.take-all")
    assert lost(guard) == 4


def behind(gm: Any, who: Character | None) -> None:
    given: dict[str, Any] = {"target": who.public_id} if who else {}
    does(gm, "rough_magic.strike-behind", ask=the_ask(gm.table), **given)


def test_a_shortfall_counts_as_0_and_a_block_leads_past_too(
    gm: Any, ines: Any, jun: Character, bramble: Character, sel: Character, dice: Any
) -> None:
    """8 + 6 hits Jun by 0; she blocks it, and Bramble behind her is hit with the rolled total."""
    fights(gm, sel, jun, bramble)
    Condition.objects.create(character=sel, name="taunted", by=jun)
    dice(3, 3)
    strikes(gm, "attack", sel, jun, weapon=weapon(sel, "Hook sword"))
    takes(ines, the_ask(gm.table, jun), "block")
    behind(gm, bramble)
    assert full(gm.table, "attacked")["margin"] == 0


def test_nobody_behind_and_nothing_is_struck(gm: Any, jun: Character, sel: Character, dice: Any) -> None:
    fights(gm, sel, jun)
    Condition.objects.create(character=sel, name="taunted", by=jun)
    dice(1, 1)
    strikes(gm, "attack", sel, jun)
    behind(gm, None)
    assert "Nobody was behind Jun Vey" in gm.log()


def test_what_no_taunt_provoked_ends_with_its_miss(gm: Any, jun: Character, sel: Character, dice: Any) -> None:
    fights(gm, sel, jun)
    dice(1, 1)
    strikes(gm, "attack", sel, jun)
    assert "directly behind" not in gm.page()


# from one form to the next


def test_from_the_form_of_an_attack_one_tap_leads_to_the_others(
    gm: Any, ines: Any, jun: Character, sel: Character, guard: Character
) -> None:
    """Whom it is done to goes along, and with what where that fits."""
    fights(gm, jun, sel, guard)
    form = ines.get("rough_magic.attack", character=jun.public_id, target=guard.public_id).content.decode()
    links = [str(one["href"]) for one in BeautifulSoup(form, "lxml").select(".hows a")]
    names = [link.rpartition("act/")[2].partition("?")[0] for link in links]
    assert "rough_magic.attack" not in names
    assert {"rough_magic.slam", "rough_magic.ram", "rough_magic.grapple", "rough_magic.sweep"} < set(names)
    assert all(f"target={guard.public_id}" in link for link in links)
    slam = ines.at_address(next(link for link in links if "slam" in link))
    assert "Jun Vey slams Guard 1" in in_words(slam)
    swept = ines.at_address(next(link for link in links if "sweep" in link))
    assert "Jun Vey sweeps: Guard 1" in in_words(swept)


@pytest.mark.parametrize("act", ["slam", "ram", "grapple", "sweep", "taunt", "distract"])
def test_and_back_again(act: str, gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    fights(gm, jun, sel)
    form = ines.get(f"rough_magic.{act}", character=jun.public_id, target=sel.public_id).content.decode()
    assert "act/rough_magic.attack?" in form
    assert f"act/rough_magic.{act}?" not in form.partition("</nav>")[0]
