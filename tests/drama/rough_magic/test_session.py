"""A session begins with one plot point for each player; what was left is gone, but for the GM's exceptions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.drama.rough_magic.conftest import gets, has, told
from tests.people import open_a_table, sit_down, state_of_play


@pytest.mark.played("rough_magic.plot-point-session")
def test_one_each_and_the_rest_is_gone(gm: Any, ines: Any, marek: Any) -> None:
    gets(gm, ines, 3)
    gm.does("rough_magic.open-session", title="Low tide")
    assert (has(ines), has(marek)) == (1, 1)
    assert "Ines has 1 plot point, 3 before; Marek has 1 plot point." in ines.log()
    gm.does("undo")
    assert (has(ines), has(marek)) == (3, 0)


@pytest.mark.played("rough_magic.plot-point-session")
def test_kept_by_the_gms_exception(gm: Any, ines: Any, marek: Any) -> None:
    gets(gm, ines, 2)
    gets(gm, marek, 2)
    form = gm.get("rough_magic.open-session", keep=ines.seat.public_id).content.decode()
    assert "Ines (2)" in form
    gm.does("rough_magic.open-session", keep=ines.seat.public_id)
    assert (has(ines), has(marek)) == (3, 1)
    assert "Ines +1 The session begins" in marek.panel("rough_magic-points")


def test_the_way_of_every_table_leads_here(gm: Any, ines: Any) -> None:
    """Its menu and its first steps open a session by the name that every table knows."""
    assert 'href="act/open-session"' in gm.page()
    assert "How a session starts" in gm.get("open-session").content.decode()
    gm.does("open-session", title="By the menu")
    assert has(ines) == 1


def test_whoever_closes_one_reads_that_points_do_not_stay(gm: Any) -> None:
    gm.does("open-session")
    form = " ".join(gm.get("close-session").content.decode().split())
    assert "plot points that are left are gone unless the GM lets somebody keep theirs, and you" in form
    assert "open the next one with the button that then stands on the table" in form
    gm.does("close-session")
    assert "Open a session" in gm.panel("scene")


def test_in_another_game_a_session_is_what_it_was(db: None) -> None:
    gm = sit_down(open_a_table(), "Director", "gm", "gm")
    gm.does("open-session", title="One")
    assert told(gm.table) == {"number": 1, "title": "One", "ended": []}
    assert gm.post("rough_magic.open-session").status_code == 404


def test_only_the_gm_and_only_for_players(gm: Any, ines: Any, watcher: Any, stranger: Any) -> None:
    before = state_of_play(gm.table)
    assert ines.post("open-session").status_code == 403
    assert watcher.post("rough_magic.open-session").status_code == 403
    assert stranger.at(gm).post("open-session").status_code == 404
    assert gm.post("open-session", keep=watcher.seat.public_id).status_code == 422
    assert state_of_play(gm.table) == before


def test_the_cap_counts_for_what_is_kept(db: None) -> None:
    table = open_a_table(game="rough_magic", plot_point_cap="2")
    gm: Any = sit_down(table, "Director", "gm", "gm")
    ines: Any = sit_down(table, "Ines")
    gets(gm, ines, 2)
    gm.does("open-session", keep=ines.seat.public_id)
    assert has(ines) == 2
