"""The switch of who hears a seat: it is kept on the server and rules all that this seat says and rolls freely."""

import pytest
from bs4 import BeautifulSoup

from apps.table.models import Event
from tests.checks.conftest import words_of
from tests.people import state_of_play

ROLL = {"attribute": "dexterity", "skill": "gun-fu"}


def hears(person, mode):
    person.does("hear", mode=mode)


def stands(answer):
    return [one["value"] for one in BeautifulSoup(answer.content, "lxml").select("input[name=mode][checked]")]


def rolls(person, shannon):
    return person.does("dragonfly.check", character=shannon.public_id, **ROLL)


def test_every_roll_of_that_seat_goes_where_its_switch_stands(ines, marek, gm, shannon, dice):
    hears(ines, "gm")
    dice(4, 5, 6)
    rolls(ines, shannon)
    ines.does("say", text="/r d20")
    ines.does("roll", formula="d12")
    ines.does("say", text="I lied")
    for words in ("Dexterity", "d20", "d12", "I lied"):
        assert words in gm.log()
        assert words in ines.log()
        assert words not in marek.log()


def test_without_javascript_too(ines, marek, gm, shannon, dice):
    page = ines.get("hear", plain=True, mode="gm")
    assert "Who hears what you say and roll" in words_of(page)
    assert ines.post("hear", plain=True, mode="gm").status_code == 302
    dice(4)
    ines.post("dragonfly.check", plain=True, character=shannon.public_id, **ROLL)
    assert "Dexterity" in gm.log()
    assert "Dexterity" not in marek.log()


def test_one_roll_may_be_otherwise(ines, marek, dice):
    hears(ines, "gm")
    dice(7, 8)
    ines.does("roll", formula="d20", mode="everybody")
    ines.does("say", text="/pr d12")
    assert "d20" in marek.log()
    assert "d12" in marek.log()


def test_forms_stand_as_the_switch_does(ines, shannon):
    hears(ines, "blind")
    for act in ("roll", "dragonfly.check"):
        assert stands(ines.get(act)) == ["blind"]


def test_where_only_me_is_not_offered_the_gm_hears(ines, shannon):
    hears(ines, "me")
    assert stands(ines.get("dragonfly.resist")) == ["gm"]


def test_it_is_one_s_own_and_says_so_beside_both_buttons(ines, marek, shannon, pell):
    hears(ines, "gm")
    page = ines.soup()
    assert page.select_one('#panel-say button[aria-pressed="true"]').text == "Director"
    assert "to the Director" in page.select_one("#panel-say").text
    assert "to the Director" in page.select_one("#panel-sheet .dock").text
    assert marek.soup().select_one('#panel-say button[aria-pressed="true"]').text == "All"


def test_a_gm_who_looks_through_their_eyes_does_not_learn_it(ines, gm, shannon):
    def seen():
        return gm.at_address(f"as/{ines.seat.public_id}/").content.decode()

    before = seen()
    hears(ines, "me")
    assert "only you" not in seen()
    assert seen().count("veil") == before.count("veil")


def test_it_is_no_event_and_what_the_gm_asks_for_does_not_heed_it(table, gm, ines, shannon):
    before = Event.objects.filter(table=table).count()
    hears(gm, "gm")
    assert Event.objects.filter(table=table).count() == before
    assert stands(gm.get("dragonfly.ask-check")) == ["everybody"]


@pytest.mark.parametrize("mode", ["nobody", "everybody "])
def test_another_word_is_refused(table, ines, mode):
    before = state_of_play(table)
    assert ines.post("hear", mode=mode).status_code == 422
    assert state_of_play(table) == before


def test_spectators_and_strangers_have_no_switch(table, ines, watcher, stranger):
    stranger.at(ines)
    assert watcher.post("hear", mode="gm").status_code == 403
    assert stranger.post("hear", mode="gm").status_code == 404


def test_a_secret_roll_s_form_says_so(gm):
    assert "Free dice, to the Director" in gm.get("roll", mode="gm").content.decode()
    assert "Free dice, " not in gm.get("roll").content.decode()
