"""Who dives clear of an explosion lies somewhere else on the board."""

from __future__ import annotations

from typing import Any

import pytest

from apps.board.board import ground_of
from apps.board.models import Spot
from apps.characters.models import Character, Condition
from apps.rules.distance import Ground, cell_named, name_of
from apps.table.models import Ask, Event
from tests.combat.conftest import in_words
from tests.combat.rough_magic.blasts.test_exploding import answers, throws
from tests.combat.rough_magic.standing import full, made, on_the_board, states, told_to
from tests.combat.rough_magic.standing import the_ask as ask_of
from tests.combat.wounded import undo
from tests.rough_evening import ASH


def lies_at(who: Character) -> str:
    spot = Spot.objects.get(character=who)
    return name_of((spot.x, spot.y))


def ground() -> Ground:
    return ground_of(Spot.objects.select_related("board").latest("pk").board)


def apart(one: str, other: str) -> int:
    return ground().apart(*(cell_named(name) or (0, 0) for name in (one, other)))


@pytest.mark.played("rough_magic.diving-clear")
def test_a_diver_lies_on_the_nearest_cell_outside_and_the_card_says_where(
    gm: Any, ines: Any, jun: Character, sel: Character
) -> None:
    """Six metres are three hexes: from the middle it is four of them, eight metres, and taken back none."""
    on_the_board(gm, jun="B5", sel="F5")
    throws(ines, jun, cell="F5")
    assert "8 m to go" in gm.panel("asks")
    answers(gm, ask_of(gm.table), sel)
    there = lies_at(sel)
    assert (apart(there, "F5"), full(gm.table, "dived")["dived"][0]["cell"]) == (8, there)
    assert f"dives clear to {there}" in ines.log()
    undo(gm, Event.objects.filter(table=gm.table, kind="rough_magic.dived").latest("pk"))
    assert lies_at(sel) == "F5"


@pytest.mark.played("rough_magic.diving-clear", "rough_magic.perceiving")
def test_whoever_is_blind_and_deaf_does_not_dive_from_what_they_do_not_perceive(
    gm: Any, ines: Any, jun: Character, sel: Character
) -> None:
    on_the_board(gm, jun="B5", sel="F5")
    gm.does("rough_magic.state", character=sel.public_id, state="blind and deaf", does="begins")
    throws(ines, jun, cell="F5")
    assert not Ask.objects.filter(table=gm.table, closed_at=None, facts__has_key="character_ids").exists()
    assert Event.objects.filter(table=gm.table, kind="rough_magic.exploded").exists()


@pytest.mark.played("rough_magic.diving-clear")
def test_cover_is_a_cell_or_so_many_metres_away(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    on_the_board(gm, jun="B5", sel="G5")
    throws(ines, jun, cell="F5")
    assert "That cover is at the cell" in in_words(gm.get("rough_magic.answer-blast", ask=ask_of(gm.table)))
    assert "Z9 is not on this board" in answers(gm, ask_of(gm.table), sel, status=422, cell="Z9")
    answers(gm, ask_of(gm.table), sel, cell="H6")
    assert (lies_at(sel), full(gm.table, "dived")["dived"][0]["cover"]) == ("H6", True)
    gm.does("rough_magic.explode", cell="H6", rank=12, radius=6)
    answers(gm, ask_of(gm.table), sel, cover=4)
    assert (apart(lies_at(sel), "H6"), full(gm.table, "dived")["dived"][0]["cell"]) == (4, lies_at(sel))


@pytest.mark.played("rough_magic.diving-clear")
def test_where_everything_lies_within_it_the_farthest_cell_is_taken(
    gm: Any, ines: Any, jun: Character, sel: Character
) -> None:
    gm.does("lay-board", grid="hex", columns=4, rows=4, per_cell=1, free="on")
    gm.does("place", characters=[sel.public_id], to="A1")
    throws(ines, jun, cell="A1")
    answers(gm, ask_of(gm.table), sel)
    assert apart(lies_at(sel), "A1") == max(apart("A1", name_of(one)) for one in ground().cells())


def test_cells_of_the_hidden_are_free_for_others_and_they_lie_hidden(
    gm: Any, ines: Any, jun: Character, sel: Character
) -> None:
    """With and without the warden Sel lies on the same cell; where she lies herself nobody is told."""
    on_the_board(gm, jun="B5", sel="F5")
    throws(ines, jun, cell="F5")
    answers(gm, ask_of(gm.table), sel)
    free = lies_at(sel)
    undo(gm, Event.objects.filter(table=gm.table, kind="rough_magic.dived").latest("pk"))
    ash = made(gm, **ASH)
    gm.does("place", characters=[ash.public_id], to=free)
    answers(gm, ask_of(gm.table), sel)
    assert lies_at(sel) == free
    throws(ines, jun, cell=free)
    answers(gm, ask_of(gm.table), sel, ash)
    assert lies_at(sel) != lies_at(ash)
    assert [row["who"] for row in told_to(gm.table, "dived", "everybody")["dived"]] == ["Sel Marrow"]


def test_a_board_of_the_gms_alone_names_no_cell(gm: Any, ines: Any, jun: Character, sel: Character) -> None:
    gm.does("lay-board", grid="hex", columns=24, rows=16, per_cell=2, hidden="on")
    gm.does("place", characters=[sel.public_id], to="F5")
    gm.does("rough_magic.explode", cell="F5", rank=12, radius=6)
    answers(gm, ask_of(gm.table), sel)
    assert apart(lies_at(sel), "F5") == 8
    assert full(gm.table, "dived")["dived"][0]["cell"] == ""


def test_whoever_dives_holds_nobody_any_more(
    gm: Any, ines: Any, jun: Character, sel: Character, bramble: Character
) -> None:
    Condition.objects.create(character=bramble, name="restrained", by=sel)
    throws(ines, jun, (sel, 1))
    answers(gm, ask_of(gm.table), sel)
    assert not Condition.objects.filter(name="restrained").exists()
    assert full(gm.table, "dived")["dived"][0]["ended"] == ["restrained (Bramble Oke)"]
    assert "(no more restrained (Bramble Oke))" in ines.log()


@pytest.mark.played("rough_magic.cover", "rough_magic.diving-clear")
@pytest.mark.parametrize(
    ("behind", "left", "ended"), [({}, ["prone"], ["cover"]), ({"cover": 4}, ["cover", "prone"], [])]
)
def test_whoever_dives_leaves_their_cover_and_has_that_behind_which_they_dive(
    gm: Any, ines: Any, jun: Character, sel: Character, behind: dict[str, int], left: list[str], ended: list[str]
) -> None:
    gm.does("rough_magic.state", character=sel.public_id, state="cover", does="begins")
    throws(ines, jun, (sel, 1))
    answers(gm, ask_of(gm.table), sel, **behind)
    assert sorted(states(sel)) == left
    assert full(gm.table, "dived")["dived"][0]["ended"] == ended
    undo(gm, Event.objects.filter(table=gm.table, kind="rough_magic.dived").latest("pk"))
    assert states(sel) == ["cover"]
