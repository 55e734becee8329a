"""Nominations: for somebody else, seconded by others, decided by the GM alone."""

import pytest
from bs4 import BeautifulSoup

from apps.table.models import Ask, Exchange
from tests.drama.crew.conftest import held, said
from tests.people import newest_event, open_a_table, sit_down, state_of_play


@pytest.fixture
def odile(sit, make):
    """A third player with a crewmember of her own."""
    person = sit("Odile", colour="iris")
    make(person, name="Ash", role="crewmember", mental=6, physical=6, social=6)
    return person


def nominated(person, nominee, character, why="She jumped"):
    return person.post("crew.nominate", nominee=nominee.public_id, character=character.public_id, why=why)


def seconded(person, character=None, **more):
    exchange = Exchange.objects.filter(kind="crew.nomination").latest("pk")
    own = character or person.seat.characters.get()
    return person.post("crew.second", nomination=exchange.public_id, character=own.public_id, **more)


def answered(gm, allow, **more):
    return gm.post("crew.answer-nomination", ask=Ask.objects.latest("pk").public_id, allow=allow, **more)


@pytest.mark.played("crew.award")
def test_nominated_seconded_and_given(gm, ines, marek, watcher, odile, wren, kit):
    assert nominated(marek, wren, kit).status_code == 200
    assert "nominates Wren for a plot point, for Kit: She jumped" in watcher.log()
    assert "One finds it great" in gm.panel("asks")
    assert "Second it" in odile.panel("crew-points")
    assert seconded(odile).status_code == 200
    assert "2 find it great: Kit, Ash" in gm.panel("asks")
    assert "2 for it" in watcher.panel("crew-points")
    assert held(wren) == 1
    assert answered(gm, "yes", words="Well done").status_code == 200
    assert held(wren) == 2
    assert "gives Wren the plot point (She jumped): 2 now. Well done" in watcher.log()
    assert "nominated by" not in watcher.panel("crew-points")


def test_the_gm_may_say_no_whatever_the_count(gm, ines, marek, odile, wren, kit):
    nominated(marek, wren, kit)
    seconded(odile)
    assert answered(gm, "no").status_code == 200
    assert held(wren) == 1
    assert "gives no plot point for it: Wren, She jumped." in ines.log()
    assert "no longer there" not in ines.log()
    assert answered(gm, "yes").status_code == 422


def test_nobody_nominates_themselves_or_twice(gm, ines, marek, odile, wren, kit):
    refused = nominated(ines, wren, wren)
    assert refused.status_code == 422
    assert gm.post("crew.nominate", nominee=wren.public_id, character=wren.public_id, why="Me").status_code == 422
    nominated(marek, wren, kit)
    before = state_of_play(gm.table)
    again = nominated(odile, wren, odile.seat.characters.get(), "Indeed")
    assert again.status_code == 422
    assert "Wren is nominated already: second it." in said(again)
    for person, own in ((ines, wren), (marek, kit)):
        assert seconded(person, own).status_code == 422
    assert state_of_play(gm.table) == before
    seconded(odile)
    assert "backed this nomination already" in said(seconded(odile))


def test_who_may_not(gm, ines, marek, watcher, stranger, wren, kit):
    before = state_of_play(gm.table)
    assert nominated(watcher, wren, kit).status_code == 403
    assert nominated(stranger.at(ines), wren, kit).status_code == 404
    assert nominated(marek, wren, wren).status_code == 422
    assert nominated(marek, wren, kit, why="").status_code == 422
    assert state_of_play(gm.table) == before
    nominated(marek, wren, kit)
    before = state_of_play(gm.table)
    assert answered(ines, "yes").status_code == 403
    assert seconded(watcher, kit).status_code == 403
    assert gm.post("crew.answer-nomination", ask="<script>", allow="yes").status_code == 422
    assert state_of_play(gm.table) == before


def test_the_gm_nominates_for_a_player(gm, marek, wren, kit):
    assert nominated(gm, wren, kit).status_code == 200
    assert newest_event(gm.table).by_gm


def test_undo_of_the_answer_asks_again_and_of_the_nomination_takes_all_away(gm, ines, marek, odile, wren, kit):
    nominated(marek, wren, kit, "<script>x")
    seconded(odile)
    assert "<script>x" not in gm.page() + ines.page()
    answered(gm, "yes")
    gm.does("undo")
    assert held(wren) == 1
    assert "2 find it great" in gm.panel("asks")
    gm.does("undo")
    assert "One finds it great" in gm.panel("asks")
    gm.does("undo")
    assert not Ask.objects.exists()


def test_without_javascript(gm, marek, wren, kit):
    answer = marek.post("crew.nominate", plain=True, nominee=wren.public_id, character=kit.public_id, why="She jumped")
    assert answer.status_code == 302
    one = Ask.objects.get().public_id
    assert "She jumped" in gm.get("crew.answer-nomination", plain=True, ask=one, allow="yes").content.decode()
    assert gm.post("crew.answer-nomination", plain=True, ask=one, allow="yes").status_code == 302
    assert held(wren) == 2


@pytest.mark.parametrize(("switch", "code"), [("on", 200), ("off", 403)])
def test_the_switch_award_nominations(db, make, switch, code):
    table = open_a_table("Without", game="crew", award_nominations=switch)
    gm, ines, marek = (sit_down(table, name, role) for name, role in (("G", "gm"), ("I", "player"), ("M", "player")))
    wren = make(ines, name="Wren", role="crewmember", mental=6, physical=6, social=6)
    kit = make(marek, name="Kit", role="crewmember", mental=6, physical=6, social=6)
    assert nominated(marek, wren, kit).status_code == code
    assert ("Nominate" in marek.panel("crew-points")) == (switch == "on")
    gm.does("crew.award", characters=[wren.public_id])


def test_whoever_has_one_crewmember_is_not_asked_who_says_so(ines, wren, kit):
    form = BeautifulSoup(ines.get("crew.nominate").content, "lxml")
    [field] = form.select("[name=character]")
    assert (field.get("type"), field["value"]) == ("hidden", wren.public_id)
