"""Will against Will: distracting and taunting."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Condition, Entry
from tests.combat.conftest import in_words
from tests.combat.rough_magic.standing import fights, full, made, states, told_to, used
from tests.combat.wounded import does, undo
from tests.people import open_a_table, sit_down, state_of_play
from tests.rough_evening import ASH, BRAMBLE, GUARD


def tries(person: Any, what: str, who: Character, target: Character, status: int = 200, **more: Any) -> str:
    given = {"character": who.public_id, "target": target.public_id, **more}
    return does(person, f"rough_magic.{what}", status, **given)


@pytest.mark.played("rough_magic.distraction")
def test_who_is_distracted_by_a_task(gm: Any, marek: Any, bramble: Character, guard: Character, dice: Any) -> None:
    """Will 5 against Will 3: 11 is needed."""
    fights(gm, bramble, guard)
    dice(2, 3)
    tries(marek, "distract", bramble, guard)
    assert (states(guard), used(bramble, "task")) == ([], 1)
    undo(gm)
    dice(2, 4)
    tries(marek, "distract", bramble, guard)
    told = full(gm.table, "distract")
    assert (told["total"], told["target"], told["success"]) == (11, 11, True)
    kept = Condition.objects.get(character=guard)
    assert (kept.name, kept.by) == ("distracted", bramble)
    assert "has had the task" in tries(marek, "distract", bramble, guard, 422)


@pytest.mark.played("rough_magic.taunting")
def test_who_is_taunted_knows_by_whom(gm: Any, marek: Any, bramble: Character, sel: Character, dice: Any) -> None:
    fights(gm, bramble, sel)
    dice(4, 5)
    tries(marek, "taunt", bramble, sel)
    kept = Condition.objects.get(character=sel)
    assert (kept.name, kept.by, used(bramble, "task")) == ("taunted", bramble, 1)


def test_by_the_switch_a_taunt_is_talk(db: None, dice: Any) -> None:
    table = open_a_table(game="rough_magic", taunt_action="roleplay")
    gm, marek = sit_down(table, "GM", "gm", "gm"), sit_down(table, "Marek")
    bramble, guard = made(marek, **BRAMBLE), made(gm, **GUARD)
    fights(gm, bramble, guard)
    dice(4, 5)
    tries(marek, "taunt", bramble, guard)
    assert used(bramble, "task") == 0
    assert "Talk, no task" in in_words(marek.get("rough_magic.taunt", character=bramble.public_id))


def test_the_exhausted_and_the_distracted_roll_worse(
    gm: Any, marek: Any, bramble: Character, guard: Character, dice: Any
) -> None:
    Condition.objects.create(character=bramble, name="distracted", by=guard)
    dice(4, 4)
    tries(marek, "distract", bramble, guard)
    assert full(gm.table, "distract")["total"] == 10
    assert "by Guard 1" in in_words(marek.get("rough_magic.distract", character=bramble.public_id))


def test_gear_that_is_made_for_it_helps(gm: Any, marek: Any, bramble: Character, guard: Character, dice: Any) -> None:
    Entry.objects.create(character=bramble, kind="gear", name="Fireworks", facts={"rank": 2, "helps": "Distraction"})
    dice(2, 2)
    tries(marek, "distract", bramble, guard)
    assert full(gm.table, "distract")["total"] == 11


def test_an_enemys_will_is_not_known_before_an_open_roll(
    gm: Any, ines: Any, marek: Any, bramble: Character, sel: Character, dice: Any
) -> None:
    query: dict[str, Any] = {"character": bramble.public_id, "target": sel.public_id}
    assert "Will, not known" in in_words(marek.get("rough_magic.distract", **query))
    assert "Will 6" in in_words(gm.get("rough_magic.distract", **query))
    dice(4, 4)
    tries(marek, "distract", bramble, sel)
    assert "Will 6" in in_words(marek.get("rough_magic.distract", **query))


def test_without_the_switch_the_number_stays_hidden(db: None, dice: Any) -> None:
    table = open_a_table(game="rough_magic", target_number_shown="off")
    gm, marek = sit_down(table, "GM", "gm", "gm"), sit_down(table, "Marek")
    bramble, guard = made(marek, **BRAMBLE), made(gm, **GUARD)
    dice(4, 4)
    tries(marek, "distract", bramble, guard)
    seen = told_to(table, "distract", "everybody")
    assert (seen["total"], seen["target"], seen["margin"], seen["success"]) == (13, None, None, True)
    query: dict[str, Any] = {"character": bramble.public_id, "target": guard.public_id}
    assert "Will, not known" in in_words(marek.get("rough_magic.distract", **query))


def test_without_the_switch_what_was_against_it_stays_hidden_too(db: None, dice: Any) -> None:
    table = open_a_table(game="rough_magic", target_number_shown="off")
    gm, marek = sit_down(table, "GM", "gm", "gm"), sit_down(table, "Marek")
    bramble, guard = made(marek, **BRAMBLE), made(gm, **GUARD)
    dice(4, 4)
    tries(gm, "distract", bramble, guard, boxes=["helps", "harder"], seen="helps- harder-")
    assert [one["id"] for one in full(table, "distract")["boxes"]] == ["helps", "harder"]
    assert [one["id"] for one in told_to(table, "distract", "everybody")["boxes"]] == ["helps"]


def test_of_somebody_unseen_nobody_hears_what_they_needed(gm: Any, marek: Any, bramble: Character, dice: Any) -> None:
    ash = made(gm, **ASH)
    dice(6, 6)
    tries(gm, "distract", bramble, ash)
    seen = told_to(gm.table, "distract", "everybody")
    assert (seen["opponent"], seen["total"], seen["target"], seen["margin"]) == ("Somebody", 17, None, None)
    assert "needed" not in marek.log()


def test_a_secret_roll_is_the_gms(gm: Any, ines: Any, jun: Character, sel: Character, dice: Any) -> None:
    dice(1, 1)
    tries(gm, "distract", sel, jun, mode="gm")
    assert "distracts" not in ines.log()


def test_of_the_hidden_nobody_hears_a_name(gm: Any, ines: Any, jun: Character, dice: Any) -> None:
    ash = made(gm, **ASH)
    dice(6, 6)
    tries(gm, "distract", ash, jun)
    assert "Somebody distracts Jun Vey" in ines.log()
    assert "Warden" not in ines.page()
    assert "Warden" not in in_words(ines.get("rough_magic.taunt", character=jun.public_id))


def test_real_dice(gm: Any, marek: Any, bramble: Character, guard: Character) -> None:
    tries(marek, "distract", bramble, guard, faces="4 4")
    assert full(gm.table, "distract")["typed"]


def test_refusals_come_before_the_dice(
    gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character, guard: Character
) -> None:
    before = state_of_play(gm.table)
    assert "not yours" in tries(marek, "taunt", jun, guard, 422)
    assert "not there" in tries(ines, "taunt", jun, jun, 422)
    assert "2 dice" in tries(ines, "taunt", jun, guard, 422, faces="4")
    fights(gm, guard, jun)
    assert "not Jun Vey’s turn" in tries(ines, "taunt", jun, guard, 422)
    assert before
