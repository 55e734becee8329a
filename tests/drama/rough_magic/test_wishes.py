"""Stunts, hints, retcons and anything else: they wait for the GM, and are paid on yes alone."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Entry, Move
from apps.characters.rough_magic.sheet import sheet_of
from apps.rules.rough_magic.lists import SPENDING
from tests.drama.rough_magic.conftest import ends, gets, has, no_ask, said, states, the_ask
from tests.people import state_of_play


@pytest.fixture
def scene(gm: Any, ines: Any, marek: Any) -> None:
    """A scene is open, and both players have two points."""
    gm.does("open-scene", title="The sluice")
    gets(gm, ines, 2)
    gets(gm, marek, 2)


def answers(gm: Any, allow: str, **more: str) -> Any:
    return gm.post("rough_magic.answer-wish", ask=the_ask(gm.table), allow=allow, **more)


def stunt(marek: Any, bramble: Character, **more: str) -> None:
    power = bramble.entries.get(kind="power", name="Wave step")
    given = {"power": power.public_id, "idea": "It carries all of us", **more}
    marek.does("rough_magic.stunt", character=bramble.public_id, **given)


# what it comes to, before a word is typed


@pytest.mark.parametrize("word", ["stunt", "hint", "retcon", "boost", "spend"])
def test_what_is_left_is_said_from_the_start(word: str, marek: Any, bramble: Character, scene: None) -> None:
    assert "1 plot point left after it." in said(marek.get(f"rough_magic.{word}", character=bramble.public_id))


def test_nothing_is_left_of_nobodys_point(gm: Any, marek: Any, bramble: Character, scene: None) -> None:
    assert "left after it" not in said(gm.get("rough_magic.hint"))
    assert "1 plot point left after it." in said(gm.get("rough_magic.hint", seat=marek.seat.public_id))


# stunts


@pytest.mark.played("rough_magic.power-stunt", "rough_magic.plot-point-spend")
def test_a_stunt_with_a_bonus(gm: Any, marek: Any, ines: Any, bramble: Character, scene: None) -> None:
    stunt(marek, bramble, bonus_on="Athletics", duration="scene")
    assert (has(marek), states(bramble)) == (2, [])
    assert "Wave step: It carries all of us" in gm.panel("asks")
    answers(gm, "yes")
    (state,) = states(bramble)
    assert (state.name, state.note, state.amount) == ("power stunt", "Wave step: +3 on Athletics", 3)
    assert (has(marek), ends(bramble)) == (1, ["till the scene ends"])
    assert "uses a power in a new way, till the scene ends: Wave step: It carries all of us" in ines.log()


@pytest.mark.played("rough_magic.power-stunt")
def test_a_stunt_of_another_kind_and_one_refused(gm: Any, marek: Any, bramble: Character, scene: None) -> None:
    stunt(marek, bramble)
    answers(gm, "no", words="Not in this water")
    assert (has(marek), states(bramble)) == (2, [])
    assert "says no to Power stunt" in marek.log()
    stunt(marek, bramble)
    answers(gm, "yes")
    (state,) = states(bramble)
    assert (state.note, state.amount, has(marek)) == ("Wave step: It carries all of us", None, 1)


def test_a_stunt_takes_a_power_of_the_sheet(ines: Any, jun: Character, scene: None) -> None:
    assert "Either takes the GM’s yes" in said(ines.get("rough_magic.stunt", character=jun.public_id))
    assert "No power stands on the sheet" in said(ines.get("rough_magic.stunt", character=jun.public_id))
    assert ines.post("rough_magic.stunt", character=jun.public_id, idea="x").status_code == 422


# hints


@pytest.mark.played("rough_magic.inspiration")
def test_a_hint_for_one_player(gm: Any, ines: Any, marek: Any, scene: None) -> None:
    ines.does("rough_magic.hint", about="Who has the key")
    assert answers(gm, "yes").status_code == 422
    assert has(ines) == 2
    answers(gm, "yes", words="Salt on his boots")
    assert has(ines) == 1
    assert "Salt on his boots" in ines.log()
    assert "Salt on his boots" not in marek.page()
    assert "Ines has an inspiration (Who has the key): 1 plot point, 1 left." in marek.log()


@pytest.mark.played("rough_magic.inspiration")
def test_a_hint_for_all(gm: Any, ines: Any, marek: Any, scene: None) -> None:
    ines.does("rough_magic.hint", about="Who has the key")
    answers(gm, "yes", words="Salt on his boots", shown_to="all")
    assert "Salt on his boots" in marek.log()


# retcons


@pytest.mark.played("rough_magic.retcon")
def test_a_retcon_is_written_on_the_sheet(gm: Any, ines: Any, jun: Character, scene: None) -> None:
    given = {"fact": "I studied the sign tongue for a year", "skill": "Sign tongue", "area": "Divers"}
    ines.does("rough_magic.retcon", character=jun.public_id, **given)
    assert "It brings a skill: Sign tongue (Divers)" in gm.panel("asks")
    answers(gm, "yes")
    sheet = sheet_of(jun)
    assert (sheet.skills[-1].name, sheet.skills[-1].areas) == ("Sign tongue", ("Divers",))
    assert sheet.notes.endswith("\nI studied the sign tongue for a year")
    gm.does("open-session")
    assert "Sign tongue" in ines.get("rough_magic.edit", character=jun.public_id).content.decode()
    assert "Sign tongue" in ines.at_address("export", character=jun.public_id).content.decode()


@pytest.mark.played("rough_magic.retcon")
def test_a_retcon_that_contradicts_is_refused(gm: Any, ines: Any, jun: Character, scene: None) -> None:
    notes = sheet_of(jun).notes
    ines.does("rough_magic.retcon", character=jun.public_id, fact="The door was never shut")
    answers(gm, "no", words="You heard it fall shut")
    assert (has(ines), sheet_of(jun).notes) == (2, notes)


@pytest.mark.played("rough_magic.retcon", "rough_magic.skills")
def test_a_skill_of_the_book_comes_with_its_usual_attributes(gm: Any, ines: Any, jun: Character, scene: None) -> None:
    ines.does("rough_magic.retcon", character=jun.public_id, fact="I kept the ledgers", skill="Computing")
    answers(gm, "yes")
    assert sheet_of(jun).skills[-1].attributes == ("reason",)


def test_a_skill_that_is_there_gets_one_more_area(gm: Any, ines: Any, jun: Character, scene: None) -> None:
    ines.does("rough_magic.retcon", character=jun.public_id, fact="On the cliffs", skill="athletics", area="Diving")
    answers(gm, "yes")
    assert Entry.objects.get(character=jun, name="Athletics").facts["areas"] == ["Climbing", "Diving"]


# anything else


@pytest.mark.played("rough_magic.plot-point-spend")
def test_anything_of_like_weight(gm: Any, ines: Any, watcher: Any, scene: None) -> None:
    ines.does("rough_magic.spend", what="The roof misses the children")
    answers(gm, "yes", words="By a hand’s breadth")
    assert has(ines) == 1
    assert Move.objects.latest("pk").rule == "rough_magic.plot-point-spend"
    assert "A plot point of Ines makes it so: The roof misses the children. 1 left. By a hand’s" in watcher.log()
    gm.does("undo")
    assert (has(ines), bool(the_ask(gm.table))) == (2, True)


@pytest.mark.played("rough_magic.plot-point-spend")
def test_the_menu_says_what_acts_at_once_and_what_waits(ines: Any, scene: None) -> None:
    menu = said(ines.get("rough_magic.spend"))
    for use in SPENDING[:-1]:
        assert use.title in menu
    assert menu.count("waits for the GM’s yes") == 3
    assert "2</b> plot points at hand" in menu


def test_a_point_waits_for_one_answer_only(gm: Any, ines: Any, scene: None) -> None:
    for what in ("One", "Two"):
        ines.does("rough_magic.spend", what=what)
    before = state_of_play(gm.table)
    refused = ines.post("rough_magic.hint", about="Three")
    assert (refused.status_code, "waits for an answer already" in said(refused)) == (422, True)
    assert state_of_play(gm.table) == before


def test_a_wish_whose_point_is_gone_by_then(gm: Any, ines: Any, jun: Character, scene: None) -> None:
    ines.does("rough_magic.hint", about="Who has the key")
    for trait in ("will", "reason"):
        ines.does("rough_magic.boost", character=jun.public_id, trait=trait)
    refused = answers(gm, "yes", words="Salt")
    assert (refused.status_code, "no plot point left for it" in said(refused)) == (422, True)
    answers(gm, "no")
    assert no_ask(gm.table)


def test_who_may_not(gm: Any, ines: Any, watcher: Any, stranger: Any, scene: None) -> None:
    ines.does("rough_magic.hint", about="Who has the key")
    ask, before = the_ask(gm.table), state_of_play(gm.table)
    assert ines.post("rough_magic.answer-wish", ask=ask, allow="yes", words="x").status_code == 403
    assert watcher.post("rough_magic.spend", what="x").status_code == 403
    assert stranger.at(ines).post("rough_magic.hint", about="x").status_code == 404
    assert gm.post("rough_magic.answer-wish", ask=ask, allow="round").status_code == 422
    assert gm.post("rough_magic.spend", what="x", seat=gm.seat.public_id).status_code == 422
    assert state_of_play(gm.table) == before


def test_the_gm_spends_for_a_player(gm: Any, ines: Any, scene: None) -> None:
    gm.does("rough_magic.spend", what="The rope holds", seat=ines.seat.public_id)
    assert (has(ines), no_ask(gm.table)) == (1, True)


def test_without_javascript_and_scripts_are_text(gm: Any, ines: Any, scene: None) -> None:
    assert ines.post("rough_magic.spend", plain=True, what="<script>x").status_code == 302
    assert "<script>x" not in gm.page() + ines.page()
