"""Whose turn it is not reads so before the form is filled in, in the words of the refusal, and what helps."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from tests.combat.rough_magic.attacks.conftest import (
    answers,
    arm,
    attacks,
    form,
    hurt,
    in_words,
    made,
    refused,
    starts,
)
from tests.combat.rough_magic.order.conftest import place
from tests.people import open_a_table, sit_down
from tests.rough_evening import BRAMBLE, JUN

NOT_YOURS = "It is not Jun Vey’s turn."


@pytest.mark.parametrize("what", ["attack", "slam", "ram", "sweep", "grapple", "taunt", "distract", "explode"])
def test_a_form_begins_with_what_its_end_would_refuse(
    gm: Any, ines: Any, jun: Character, sel: Character, what: str
) -> None:
    starts(gm, sel, jun)
    words = in_words(ines.get(f"rough_magic.{what}"))
    assert f"{NOT_YOURS} This waits for it." in words
    assert words.index(NOT_YOURS) < words.find("Whom") or what == "explode"
    assert NOT_YOURS not in in_words(gm.get(f"rough_magic.{what}", character=jun.public_id))
    gm.does("rough_magic.next")
    assert NOT_YOURS not in in_words(ines.get(f"rough_magic.{what}"))


def test_the_words_are_those_of_the_refusal(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    starts(gm, sel, jun)
    saber = arm(jun, "Longsaber")
    given = {"character": jun.public_id, "target": sel.public_id, "weapon": saber, "mode": "everybody"}
    assert NOT_YOURS in refused(ines, "rough_magic.attack", **given)
    assert NOT_YOURS in form(ines, jun, sel, saber)


def test_a_turn_that_is_held_leads_to_breaking_in(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    starts(gm, jun, sel)
    ines.does("rough_magic.hold", character=jun.public_id)
    page = ines.get("rough_magic.attack").content.decode()
    assert "it can break in, and this is its task" in page
    assert f"rough_magic.break-in?character={jun.public_id}" in page
    ines.does("rough_magic.break-in", character=jun.public_id)
    assert NOT_YOURS not in in_words(ines.get("rough_magic.attack"))


def test_a_task_that_is_done_is_said_first_too(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    starts(gm, jun, sel)
    ines.does("rough_magic.take-task", character=jun.public_id, what="other")
    words = in_words(ines.get("rough_magic.attack"))
    assert "has had the task of this turn already" in words
    assert "This waits for it" not in words


@pytest.mark.played("rough_magic.blocking", "rough_magic.delaying")
def test_whoever_was_interrupted_blocks_with_the_task_of_that_turn(
    gm: Any, ines: Any, jun: Character, sel: Character, dice: Any
) -> None:
    """A forced action comes before one's own turn or after it; this one is running."""
    starts(gm, sel, jun)
    gm.does("rough_magic.hold", character=sel.public_id)
    gm.does("rough_magic.break-in", character=sel.public_id)
    dice(5, 5)
    ask = attacks(gm, sel, jun, arm(sel, "Hook sword"))
    assert ask
    assert "Costs the task of this turn" in ines.panel("asks")
    assert (answers(ines, ask, "block")["price"], place(gm, jun).owed) == ("task", 0)
    gm.does("rough_magic.next")
    saber = {"character": jun.public_id, "target": sel.public_id, "weapon": arm(jun, "Longsaber")}
    assert "has had the task of this turn already" in refused(ines, "rough_magic.attack", **saber)


def test_the_defeated_do_nothing_with_the_turn_that_they_have(
    gm: Any, ines: Any, jun: Character, sel: Character
) -> None:
    starts(gm, jun, sel)
    hurt(jun, 4)
    for act, more in (("hold", {}), ("move", {"how": "walk"}), ("take-task", {"what": "block"})):
        assert "Jun Vey is defeated" in refused(ines, f"rough_magic.{act}", character=jun.public_id, **more)


def test_a_taunt_that_is_talk_waits_for_no_turn(db: None) -> None:
    table = open_a_table(game="rough_magic", taunt_action="roleplay")
    gm, ines, marek = sit_down(table, "GM", "gm"), sit_down(table, "Ines"), sit_down(table, "Marek")
    jun, bramble = made(ines, JUN), made(marek, BRAMBLE)
    starts(gm, bramble, jun)
    assert NOT_YOURS not in in_words(ines.get("rough_magic.taunt"))
    assert NOT_YOURS in in_words(ines.get("rough_magic.distract"))
