"""Moving on the board: who may, what is refused, who hears of it, and what the form tells before."""

from __future__ import annotations

import re
from typing import Any

import pytest
from bs4 import BeautifulSoup

from apps.board.board import distance_between
from apps.board.models import Board, Spot
from apps.characters.models import Character
from tests.board.conftest import SMALL
from tests.combat.conftest import in_words
from tests.combat.wounded import does, told, undo
from tests.people import newest_event


def test_one_goes_to_another_cell(gm: Any, ines: Any, board: Board, shannon: Character) -> None:
    ines.does("move-token", character=shannon.public_id, to="e8")
    assert told(gm.table) == {
        "character": "Shannon", "character_id": shannon.public_id, "from": "B4", "to": "E8", "distance": 10,
        "unit": "yards",
    }  # fmt: skip
    assert "moves Shannon from B4 to E8, 10 yards" in gm.log()
    assert "Shannon, E8" in gm.panel("board")
    undo(gm)
    assert "Shannon, B4" in gm.panel("board")


def test_the_form_tells_how_far_it_is_and_to_whom(ines: Any, board: Board, shannon: Character) -> None:
    words = in_words(ines.get("move-token", character=shannon.public_id, to="E4"))
    assert "Move to E4, 6 yards" in words
    assert "Brute K4, 18 before 12" in words
    assert "Voss" not in words


def goes(person: Any, **chosen: Any) -> tuple[Any, ...]:
    """Of which cells a tap moves somebody there, and whether the list has buttons that do."""
    form = BeautifulSoup(person.get("move-token", **chosen).content, "lxml")
    (cells,), (rows,) = form.select(".cells"), form.select(".spots tbody")
    return cells.get("data-goes"), rows.get("data-goes"), bool(rows.select("a[data-value]"))


def test_a_tap_on_a_cell_moves_unless_it_is_only_measured(
    gm: Any, ines: Any, board: Board, shannon: Character, brute: Character
) -> None:
    assert goes(ines, character=shannon.public_id) == ("path", "a", True)
    assert goes(ines, character=shannon.public_id, measure="on") == (None, None, False)
    assert goes(ines, character=brute.public_id) == (None, None, False)
    assert goes(gm, character=brute.public_id) == ("path", "a", True)


@pytest.mark.parametrize(
    ("to", "words"),
    [
        ("M4", "M4 is not on this board: it ends at L8"),
        ("A9", "A9 is not on this board"),
        ("here", "Name a cell by its letter and number"),
        ("B4", "Shannon stands on B4 already"),
        ("", "This is still empty"),
    ],
)
def test_what_is_no_way_is_refused(ines: Any, board: Board, shannon: Character, to: str, words: str) -> None:
    before = newest_event(ines.table)
    assert words in does(ines, "move-token", 422, character=shannon.public_id, to=to)
    assert (Spot.objects.get(character=shannon).x, newest_event(ines.table)) == (1, before)


@pytest.mark.parametrize(("to", "off"), [("Z30", False), ("", False), ("here", False), ("B4", True), ("C4", False)])
def test_a_cell_that_is_none_can_be_sent_and_is_refused_in_words(
    ines: Any, board: Board, shannon: Character, to: str, off: bool
) -> None:
    """The button is off only where nobody would go anywhere, and says so."""
    form = BeautifulSoup(ines.get("move-token", character=shannon.public_id, to=to).content, "lxml")
    [button] = form.select("footer button")
    assert button.has_attr("disabled") == off
    assert ("Tap a cell" in button.text) == off


def test_others_are_moved_by_their_players_and_by_the_gm(
    gm: Any, ines: Any, marek: Any, board: Board, shannon: Character, brute: Character
) -> None:
    assert "others move them" in does(marek, "move-token", 422, character=shannon.public_id, to="C4")
    assert "others move them" in does(ines, "move-token", 422, character=brute.public_id, to="C4")
    gm.does("move-token", character=shannon.public_id, to="C4")
    assert newest_event(gm.table).by_gm


def test_where_the_gm_moves_everybody_players_do_not(gm: Any, ines: Any, board: Board, shannon: Character) -> None:
    gm.does("change-board", **{key: value for key, value in SMALL.items() if key != "free"})
    assert "the Director moves everybody" in does(ines, "move-token", 422, character=shannon.public_id, to="C4")
    gm.does("move-token", character=shannon.public_id, to="C4")


def test_a_spectator_moves_nobody(watcher: Any, board: Board, shannon: Character) -> None:
    assert watcher.post("move-token", character=shannon.public_id, to="C4").status_code == 403
    assert "act/move-token" not in watcher.panel("board")


def shown_to(person: Any, shannon: Character, other: Character) -> str:
    """Page, form, refusals and the log of somebody, without what is new each time."""
    found = person.page() + "".join(
        answer.content.decode()
        for answer in (
            person.get("move-token", character=shannon.public_id, to="F4"),
            person.post("move-token", character=other.public_id, to="F4"),
            person.post("move-token", character=shannon.public_id, to="Q1"),
        )
    )
    return re.sub(r'"X-CSRFToken": "\w+"|name="(csrfmiddlewaretoken|nonce)" value="[\w-]+"', "", found)


def test_whoever_hides_changes_no_byte_of_a_player_s_board(
    gm: Any, ines: Any, board: Board, shannon: Character, brute: Character, voss: Character
) -> None:
    with_him = shown_to(ines, shannon, brute)
    gm.does("move-token", character=voss.public_id, to="C4")
    assert shown_to(ines, shannon, brute) == with_him
    gm.does("take-off", character=voss.public_id)
    assert shown_to(ines, shannon, brute) == with_him
    assert "F4" in does(ines, "move-token", character=shannon.public_id, to="F4")


def test_nobody_finds_the_hidden_by_naming_them(ines: Any, board: Board, voss: Character) -> None:
    nobody = does(ines, "move-token", 422, character="xAAAAAAAAAAAA", to="C4")
    assert does(ines, "move-token", 422, character=voss.public_id, to="C4") == nobody


def test_whoever_is_put_beside_the_hidden_stands_where_they_would_stand_without_them(
    gm: Any, table: Any, board: Board, voss: Character
) -> None:
    from tests.checks.conftest import score_sheet

    thug = score_sheet(table, "Thug", muscle=9, combat=9, brains=7)
    gm.does("place", characters=[thug.public_id], to="F4")
    assert told(table)["placed"] == [{"name": "Thug", "cell": "F4"}]


def test_a_distance_is_known_to_whoever_knows_of_both(
    gm: Any, ines: Any, board: Board, shannon: Character, brute: Character, voss: Character
) -> None:
    assert distance_between(ines.viewer, shannon, brute) == 18
    assert distance_between(gm.viewer, shannon, voss) == 8
    assert distance_between(ines.viewer, shannon, voss) is None
