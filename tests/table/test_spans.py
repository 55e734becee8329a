"""Sessions and scenes are opened and closed by acts, and seen by everybody."""

import pytest

from apps.characters.models import Character
from apps.table.models import Span
from tests.crew_evening import WREN
from tests.people import newest_event, open_a_table, sit_down, state_of_play


def test_a_scene_is_set_for_everybody(gm, ines, watcher):
    gm.does("open-scene", title="The engine corridor", text="Emergency lamps only.")
    for person in (gm, ines, watcher):
        assert "The engine corridor" in person.panel("scene")
        assert "Emergency lamps only." in person.log()


def test_the_next_scene_closes_the_one_before(table, gm):
    gm.does("open-session", title="Down below")
    gm.does("open-scene", title="One")
    gm.does("open-scene", title="Two")
    scenes = Span.objects.filter(kind="scene").order_by("number")
    assert [(one.title, one.number, one.closed_at is None) for one in scenes] == [("One", 1, False), ("Two", 2, True)]
    assert newest_event(table).kind == "scene-opened"


def test_a_session_ends_its_scene(gm):
    gm.does("open-session")
    gm.does("open-scene", title="One")
    gm.does("close-session")
    assert not Span.objects.filter(closed_at=None).exists()


def test_whoever_closes_a_session_reads_what_closes_with_it(gm):
    gm.does("open-session")
    gm.does("open-scene", title="The engine corridor")
    gm.does("dragonfly.start-fight")
    form = gm.get("close-session").content.decode()
    assert "<li>The engine corridor</li><li>the fight</li>" in "".join(form.split("\n")).replace("> <", "><")
    assert "The engine corridor" not in gm.get("close-scene").content.decode().partition("Closes with it")[2]


def test_what_closes_is_called_as_the_game_calls_it(db):
    gm = sit_down(open_a_table(game="crew"), "Robin", "gm")
    gm.does("open-session")
    gm.does("open-scene", title="The cargo bay")
    gm.does("crew.make", **WREN)
    gm.does("crew.open-conflict", characters=[Character.objects.get().public_id])
    form = gm.get("close-session").content.decode()
    assert "<li>the conflict</li>" in form
    assert "the fight" not in form


def test_after_a_session_the_gm_is_led_to_the_next(gm, ines):
    assert "Open a session" not in gm.panel("scene")
    gm.does("open-session")
    gm.does("close-session")
    assert "you open the next one. Open a session" in gm.panel("scene")
    assert "Open" not in ines.panel("scene")
    gm.does("open-session")
    assert "Set the scene" in gm.panel("scene")


def test_a_gm_who_sets_the_scene_first_still_reads_that_no_session_is_open(gm, ines):
    gm.does("open-scene", title="The engine corridor")
    assert "No session is open. Open a session" in gm.panel("scene")
    assert "No session is open" not in ines.panel("scene")
    gm.does("open-session")
    assert "No session is open" not in gm.panel("scene")


@pytest.mark.parametrize("game", ["dragonfly", "rough_magic"])
def test_a_session_that_is_opened_later_holds_what_has_begun(db, game):
    gm = sit_down(open_a_table(game=game), "Robin", "gm")
    gm.does("open-scene", title="The engine corridor")
    gm.does("open-session")
    assert Span.objects.get(kind="scene").inside == Span.objects.get(kind="session")
    gm.does("close-session")
    assert not Span.objects.filter(closed_at=None).exists()


AFTER = {
    "dragon": "Sheets and the log stay,",
    "dragonfly": "Sheets, points and the log stay,",
    "crew": "Sheets, points and the log stay; an Episode that is open stays open",
    "rough_magic": "Sheets and the log stay; plot points that are left are gone unless",
}


@pytest.mark.parametrize("game", AFTER)
def test_after_a_session_everybody_reads_that_it_is_over(db, game):
    table = open_a_table(game=game)
    gm, ines, wanda = (
        sit_down(table, name, role) for name, role in (("Robin", "gm"), ("Ines", "player"), ("Wanda", "spectator"))
    )
    for _ in range(2):
        gm.does("open-session")
        gm.does("close-session")
    for person, opens in ((gm, "you open"), (ines, f"the {gm.viewer.game.gm} opens"), (wanda, "opens")):
        assert person.panel("scene").startswith(f"Session 2 is over. {AFTER[game]}")
        assert f"{opens} the next one." in person.panel("scene")
    gm.does("open-session")
    assert ines.panel("scene") == "Between scenes."


def test_a_scene_keeps_the_switches_that_it_began_with(gm):
    gm.does("open-scene", title="One")
    gm.does("switches", **{**_all_switches(gm), "typed-dice": "off"})
    assert Span.objects.get(kind="scene").options["typed-dice"] == "on"


def _all_switches(person):
    return dict(person.viewer.table.switches.values_list("key", "value"))


def test_players_do_not_set_scenes(table, ines):
    before = state_of_play(table)
    assert ines.post("open-scene", title="Mine").status_code == 403
    assert state_of_play(table) == before


def test_a_scene_needs_a_place_and_keeps_what_was_typed(table, gm):
    before = state_of_play(table)
    answer = gm.post("open-scene", title="", text="Emergency lamps only.")
    assert answer.status_code == 422
    assert "Emergency lamps only." in answer.content.decode()
    assert state_of_play(table) == before


def test_too_long_a_title_is_refused(table, gm):
    before = state_of_play(table)
    assert gm.post("open-scene", title="x" * 121).status_code == 422
    assert state_of_play(table) == before


def test_script_in_a_scene_is_only_text(gm, ines):
    gm.does("open-scene", title="<script>alert(1)</script>", text="<img src=x onerror=alert(1)>")
    page = ines.page()
    assert "<script>alert(1)" not in page
    assert "<img src=x" not in page
    assert "&lt;script&gt;" in page


def test_closing_what_is_not_open_is_refused(gm):
    assert "No scene is open" in gm.post("close-scene").content.decode()
    assert "No session is open" in gm.post("close-session").content.decode()
