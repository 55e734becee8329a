"""Plot points given, proposed, counted; for complications what stands on the sheet is its readers' to know."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Move
from tests.drama.rough_magic.conftest import gets, has, no_ask, said, the_ask
from tests.people import newest_event, open_a_table, sit_down, state_of_play


def complication(character: Character) -> str:
    return str(character.entries.get(kind="complication").public_id)


@pytest.mark.played("rough_magic.plot-point-gain")
def test_given_to_one_and_everybody_sees_it(gm: Any, ines: Any, marek: Any, watcher: Any) -> None:
    gm.does("rough_magic.award", seats=ines.seat.public_id, reason="setback", why="She let go of the rope")
    assert (has(ines), has(marek)) == (1, 0)
    assert "gives a plot point for making things more harrowing (She let go of the rope)" in watcher.log()
    line = Move.objects.get()
    assert (line.source, line.event, line.rule) == (None, newest_event(gm.table), "rough_magic.plot-point-gain")
    assert "Ines +1 She let go of the rope" in watcher.panel("rough_magic-points")


@pytest.mark.played("rough_magic.plot-point-gain")
def test_one_tap_for_everybody(gm: Any, ines: Any, marek: Any) -> None:
    gm.does("rough_magic.award", to="all")
    assert (has(ines), has(marek), has(gm)) == (1, 1, 0)
    gm.does("undo")
    assert (has(ines), has(marek)) == (0, 0)


@pytest.mark.played("rough_magic.complications")
def test_for_a_complication_whose_name_is_its_readers(gm: Any, ines: Any, marek: Any, jun: Character) -> None:
    gm.does("rough_magic.award", complication=complication(jun), by=marek.seat.public_id)
    assert (has(ines), has(marek)) == (1, 0)
    assert "Owes the Salt Court a life, that Marek pointed out: Ines now has 1" in ines.log()
    assert "for a complication that caused trouble that Marek pointed out: Ines now has 1" in marek.log()
    assert "Salt Court" not in marek.page()


@pytest.mark.played("rough_magic.plot-point-gain", "rough_magic.complications")
def test_proposed_by_a_player_and_given(gm: Any, ines: Any, marek: Any, bramble: Character) -> None:
    own = complication(bramble)
    marek.does("rough_magic.propose-point", to=marek.seat.public_id, complication=own, why="They found me")
    assert has(marek) == 0
    assert "Hunted by the tide guild" in gm.panel("asks")
    assert "tide guild" not in ines.page()
    gm.does("rough_magic.answer-proposal", ask=the_ask(gm.table), allow="yes")
    assert has(marek) == 1
    assert no_ask(gm.table)
    gm.does("undo")
    assert has(marek) == 0
    assert the_ask(gm.table)


def test_a_complication_says_enough_what_else_is_proposed_takes_words(
    gm: Any, ines: Any, marek: Any, bramble: Character
) -> None:
    me = marek.seat.public_id
    assert "still empty" in said(marek.post("rough_magic.propose-point", to=me, reason="setback"))
    marek.does("rough_magic.propose-point", to=me, complication=complication(bramble))
    assert "proposes a plot point for Marek:" not in ines.log()
    gm.does("rough_magic.answer-proposal", ask=the_ask(gm.table), allow="yes")
    assert has(marek) == 1


@pytest.mark.played("rough_magic.plot-point-gain")
def test_proposed_for_another_and_refused(gm: Any, ines: Any, marek: Any) -> None:
    ines.does("rough_magic.propose-point", to=marek.seat.public_id, why="That song")
    gm.does("rough_magic.answer-proposal", ask=the_ask(gm.table), allow="no")
    assert has(marek) == 0
    assert "does not earn a plot point for Marek: That song" in marek.log()


def test_whose_complication_it_is_decides_what_may_be_named(ines: Any, jun: Character, bramble: Character) -> None:
    before = state_of_play(ines.table)
    theirs = complication(bramble)
    answer = ines.post("rough_magic.propose-point", to=ines.seat.public_id, complication=theirs, why="x")
    assert answer.status_code == 422
    assert "tide guild" not in answer.content.decode()
    assert state_of_play(ines.table) == before


@pytest.mark.played("rough_magic.plot-point-pace")
def test_the_gm_counts_what_this_session_has_brought(gm: Any, ines: Any, marek: Any) -> None:
    gets(gm, ines, 4)
    gm.does("open-session")
    gm.does("rough_magic.award", seats=[ines.seat.public_id])
    gm.does("rough_magic.award", to="all")
    assert "Ines earned 2 3 plot points" in gm.panel("rough_magic-points")
    assert "Marek earned 1 2 plot points" in gm.panel("rough_magic-points")
    assert "earned" not in ines.panel("rough_magic-points")


def test_the_switch_sets_a_cap(db: None) -> None:
    table = open_a_table(game="rough_magic", plot_point_cap="1")
    gm: Any = sit_down(table, "Director", "gm", "gm")
    ines: Any = sit_down(table, "Ines")
    marek = sit_down(table, "Marek")
    gm.does("rough_magic.award", seats=ines.seat.public_id)
    gm.does("rough_magic.award", to="all")
    assert (has(ines), has(marek)) == (1, 1)
    before = state_of_play(table)
    answer = gm.post("rough_magic.award", to="all")
    assert (answer.status_code, "nobody earns points beyond 1" in answer.content.decode()) == (422, True)
    assert state_of_play(table) == before


def test_the_gm_sets_them_by_hand(gm: Any, ines: Any) -> None:
    gm.does("rough_magic.set-points", seat=ines.seat.public_id, points=2, why="Miscounted")
    assert has(ines) == 2
    assert "sets the plot points of Ines from 0 to 2 (Miscounted)." in ines.log()
    before = state_of_play(gm.table)
    assert gm.post("rough_magic.set-points", seat=ines.seat.public_id, points=2).status_code == 422
    assert gm.post("rough_magic.set-points", seat=gm.seat.public_id, points=2).status_code == 422
    assert ines.post("rough_magic.set-points", points=9).status_code == 403
    assert state_of_play(gm.table) == before


TO_ALL = {"to": "all"}
WRONG: tuple[dict[str, str], ...] = (
    {}, {"seats": "xforeign"}, {"to": "nobody"}, TO_ALL | {"reason": "fun"}, TO_ALL | {"why": "x" * 121},
    TO_ALL | {"by": "xforeign"}, TO_ALL | {"complication": "xforeign"},
)  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
def test_bad_values_change_nothing(gm: Any, ines: Any, wrong: dict[str, str]) -> None:
    before = state_of_play(gm.table)
    assert gm.post("rough_magic.award", **wrong).status_code == 422
    assert state_of_play(gm.table) == before


def test_others_may_not(gm: Any, ines: Any, watcher: Any, stranger: Any) -> None:
    ines.does("rough_magic.propose-point", to=ines.seat.public_id, why="Me")
    before, ask = state_of_play(gm.table), the_ask(gm.table)
    assert ines.post("rough_magic.award", to="all").status_code == 403
    assert ines.post("rough_magic.answer-proposal", ask=ask, allow="yes").status_code == 403
    assert watcher.post("rough_magic.propose-point", to=ines.seat.public_id, why="x").status_code == 403
    assert stranger.at(ines).post("rough_magic.award", to="all").status_code == 404
    assert gm.post("rough_magic.propose-point", to=gm.seat.public_id, why="x").status_code == 422
    assert state_of_play(gm.table) == before
