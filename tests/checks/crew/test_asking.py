"""The GM asks several of the crew at once, against one roll for all or against a roll for each."""

import pytest
from bs4 import BeautifulSoup

from apps.checks.crew import contests
from apps.checks.models import Draft
from apps.rules.crew.contest import total
from apps.table import exchanges
from apps.table.models import Ask, Event, Exchange
from tests.checks.crew.conftest import (
    bank,
    contest,
    full_facts,
    of,
    undo_last,
    words_of,
)
from tests.checks.crew.pools import tap
from tests.crew_play import complication
from tests.people import newest_event, state_of_play


@pytest.fixture
def june(sit):
    return sit("June", colour="rose")


@pytest.fixture
def cade(make, june):
    """June plays him: Physical d6, Move d8."""
    return make("Cade", june, physical=6, move=8)


@pytest.fixture
def three(wren, kit, cade):
    return [wren, kit, cade]


def ask(gm, crew, **more):
    """One act: the GM asks them all."""
    gm.does("crew.ask", characters=[one.public_id for one in crew], what="Cross the ravine", **more)
    return list(Exchange.objects.filter(table=gm.table, kind=contests.KIND, closed_at=None).order_by("pk"))


def held(exchange):
    return exchanges.state_of(Exchange.objects.get(pk=exchange.pk))


def asked_to(table, stage="roll"):
    """Who is asked at that stage now, in the order of the contests."""
    found = Ask.objects.filter(table=table, closed_at=None, exchange__closed_at=None, facts__stage=stage)
    return [one.facts["who"] for one in found.order_by("exchange_id")]


def rolls_for_all(gm, exchange, dice, *faces, difficulty=8):
    dice(*faces)
    gm.does("crew.oppose", ask=contests.ask_of(exchange, "defender").public_id, difficulty=difficulty)


def throws(person, exchange, chosen, dice, *faces):
    draft = Draft.objects.get(exchange=exchange, side="aggressor")
    for one in chosen:
        person.does("crew.draft", draft=draft.public_id, die=one.token)
    dice(*faces)
    person.does("crew.throw", ask=contests.ask_of(exchange, "aggressor").public_id)


@pytest.mark.played("crew.exchange", "crew.raise-the-stakes")
def test_one_roll_stands_against_everybody(table, gm, ines, marek, june, three, dice):
    bank(table, 0)
    opened = ask(gm, three)
    assert asked_to(table) == ["The opposition"]
    assert Draft.objects.filter(side="defender").count() == 1
    rolls_for_all(gm, opened[0], dice, 5, 4)
    assert asked_to(table) == ["Wren", "Kit", "Cade"]
    assert {total(held(one).defender) for one in opened} == {9}
    for person in (ines, marek, june):
        assert "More than 9 is needed" in person.panel("asks")
    throws(ines, opened[0], of("physical", "shoot"), dice, 6, 5)
    assert full_facts(table, "crew.result")["winner_name"] == "Wren"
    assert asked_to(table) == ["Kit", "Cade"]


def test_everybody_sees_who_has_still_to_roll(table, gm, ines, watcher, three, dice):
    bank(table, 0)
    opened = ask(gm, three)
    assert "Still to roll: The opposition, Wren, Kit and Cade" in gm.panel("crew-contest")
    rolls_for_all(gm, opened[0], dice, 5, 4)
    throws(ines, opened[0], of("physical", "shoot"), dice, 6, 5)
    for person in (gm, ines, watcher):
        assert "Still to roll: Kit and Cade" in person.panel("crew-contest")
    assert "wins by 2" in watcher.panel("crew-contest")


def test_the_log_says_it_once(table, gm, marek, three):
    ask(gm, three, high_stakes="both")
    assert Event.objects.filter(table=table, kind="crew.asked").count() == 1
    assert not Event.objects.filter(table=table, kind="crew.contest").exists()
    assert "asks Wren, Kit and Cade for a roll: Cross the ravine" in marek.log()


def test_dice_that_are_bought_in_count_against_everybody(table, gm, three, dice):
    bank(table, 1)
    opened = ask(gm, three)
    pool = Draft.objects.get(side="defender").public_id
    gm.does("crew.trait", draft=pool, label="Storm", size=6)
    gm.does("crew.trait", draft=pool, label="Night", size=6)
    rolls_for_all(gm, opened[0], dice, 5, 4, 3)
    assert asked_to(table, "keep") == ["The opposition"]
    gm.does("crew.keep", ask=contests.ask_of(opened[0], "defender").public_id, dice=2)
    assert {total(held(one).defender) for one in opened} == {12}
    assert asked_to(table) == ["Wren", "Kit", "Cade"]


def test_it_is_taken_back_in_one_step_and_the_throw_in_another(table, gm, three, dice):
    bank(table, 0)
    opened = ask(gm, three)
    rolls_for_all(gm, opened[0], dice, 5, 4)
    undo_last(gm)
    assert asked_to(table) == ["The opposition"]
    assert Draft.objects.filter(side="defender").count() == 1
    dice()
    gm.does("crew.oppose", ask=contests.ask_of(opened[0], "defender").public_id, difficulty=8)
    assert {total(held(one).defender) for one in opened} == {9}
    undo_last(gm)
    gm.does("undo", event=Event.objects.get(kind="crew.asked").public_id)
    assert not Exchange.objects.exists()
    assert not Draft.objects.exists()


def test_when_the_first_is_moved_on_the_next_one_leads_with_the_same_pool(table, gm, three, dice):
    bank(table, 0)
    first, *others = ask(gm, three, difficulty=10)
    gm.does("crew.move-on", exchange=first.public_id)
    assert asked_to(table) == ["The opposition"]
    draft = Draft.objects.get(side="defender")
    assert (draft.exchange, [one["size"] for one in draft.state["chosen"]]) == (others[0], [10])
    rolls_for_all(gm, others[0], dice, 5, 4, difficulty=10)
    assert asked_to(table) == ["Kit", "Cade"]


def test_moving_on_from_the_first_is_taken_back_with_its_pool(table, gm, three):
    first, *_ = ask(gm, three, difficulty=10)
    gm.does("crew.move-on", exchange=first.public_id)
    undo_last(gm)
    assert asked_to(table) == ["The opposition"]
    assert Draft.objects.get(side="defender").exchange == first


def test_what_fell_before_the_first_was_called_off_counts_for_the_others(table, gm, three, dice):
    bank(table, 1)
    first, *others = ask(gm, three)
    gm.does("crew.trait", draft=Draft.objects.get(side="defender").public_id, label="Storm", size=6)
    gm.does("crew.trait", draft=Draft.objects.get(side="defender").public_id, label="Night", size=6)
    rolls_for_all(gm, first, dice, 5, 4, 3)
    gm.does("call-off", exchange=first.public_id)
    assert asked_to(table, "keep") == ["The opposition"]
    gm.does("crew.announce", ask=contests.ask_of(others[0], "defender").public_id)
    assert asked_to(table) == ["Kit", "Cade"]
    assert {total(held(one).defender) for one in others} == {9}


def test_all_of_them_are_called_off_at_once(table, gm, three):
    for one in ask(gm, three):
        gm.does("call-off", exchange=one.public_id)
    assert not Draft.objects.exists()
    assert not asked_to(table)


def test_the_word_of_the_gm_about_the_one_roll_counts_for_all(table, gm, three):
    opened = ask(gm, three)
    gm.does("crew.overrule", exchange=opened[1].public_id, place="defender", total=7, reason="A calm day")
    assert {total(held(one).defender) for one in opened} == {7}
    assert asked_to(table) == ["Wren", "Kit", "Cade"]
    assert not Draft.objects.filter(side="defender").exists()


def test_what_is_rolled_in_secret_is_secret_from_each_of_them(table, gm, ines, marek, three, tran, dice):
    bank(table, 0)
    opened = ask(gm, three, against=tran.public_id)
    for one in of("physical", "shoot"):
        gm.does("crew.draft", draft=Draft.objects.get(side="defender").public_id, die=one.token)
    dice(7, 6)
    gm.does("crew.throw", ask=contests.ask_of(opened[0], "defender").public_id, shown="total")
    for person in (ines, marek):
        shown = person.panel("crew-contest")
        assert "13" in shown
        assert "7 + 6" not in shown
    assert all(contests.is_veiled(contests.ask_of(one, "defender")) for one in opened)


def test_a_roll_for_each(table, gm, three, dice):
    bank(table, 0)
    opened = ask(gm, three, rolls="each", difficulty=8)
    assert asked_to(table) == ["The opposition"] * 3
    rolls_for_all(gm, opened[1], dice, 5, 4)
    assert asked_to(table) == ["The opposition", "Kit", "The opposition"]
    assert Draft.objects.filter(side="defender").count() == 2


def test_those_who_withstand_something_roll_first(table, gm, three):
    ask(gm, three, rolls="first")
    assert asked_to(table) == ["Wren", "Kit", "Cade"]


def test_a_gmc_may_stand_against_all_and_stays_somebody_while_hidden(table, gm, marek, three, make):
    sniper = make("Sniper Vance", role="major-gmc", hidden=True, physical=8, shoot=10)
    ask(gm, three, against=sniper.public_id)
    assert "Sniper Vance" in gm.log()
    assert "of Somebody" in marek.log()
    for text in (marek.page(), marek.log()):
        assert "Vance" not in text


def test_one_1_of_the_gm_is_one_opportunity(table, gm, three, dice, entry_of_complication):
    bank(table, 0)
    opened = ask(gm, three)
    rolls_for_all(gm, opened[0], dice, 1, 4)
    assert Exchange.objects.filter(kind="crew.opportunity").count() == 1


@pytest.fixture
def entry_of_complication(wren, kit):
    return [complication(wren), complication(kit, "Limping")]


def test_the_pool_across_is_seen_by_all_who_roll_against_it(table, gm, marek, three):
    ask(gm, three, difficulty=10)
    draft = Draft.objects.get(character=three[1])
    for one in of("mental", "fix"):
        marek.does("crew.draft", draft=draft.public_id, die=one.token)
    assert "%" in marek.panel("crew-pool")
    assert tap(gm, "scale", place="aggressor").status_code == 200


# who is asked


def test_everybody_with_a_player_and_without_a_roll_is_ticked(table, gm, ines, wren, kit, cade, make):
    make("Old Sal")
    contest(ines, wren)
    page = BeautifulSoup(gm.get("crew.ask").content, "lxml")
    ticked = {one["value"] for one in page.select("input[name=characters][checked]")}
    assert ticked == {kit.public_id, cade.public_id}
    assert "in a roll already" in page.get_text()


def test_who_is_in_a_roll_is_not_asked_for_another(table, gm, ines, three):
    contest(ines, three[0], what="Fix the engine")
    before = state_of_play(table)
    answer = gm.post("crew.ask", characters=[one.public_id for one in three], what="Run")
    assert answer.status_code == 422
    assert "Wren is in a roll already: “Fix the engine”" in words_of(answer)
    assert state_of_play(table) == before


@pytest.mark.parametrize(
    "more", [{"characters": []}, {"characters": ["tran"]}, {"against": "kit"}, {"what": "x" * 200}]
)
def test_what_is_refused(table, gm, wren, kit, tran, more):
    people = {"kit": kit, "tran": tran}
    sent = {"characters": [wren.public_id], "what": "Run", **more}
    sent["characters"] = [getattr(people.get(one), "public_id", one) for one in sent["characters"]]
    if "against" in sent:
        sent["against"] = people[sent["against"]].public_id
    assert gm.post("crew.ask", **sent).status_code == 422
    assert not Exchange.objects.exists()


def test_who_may(ines, watcher, stranger, wren):
    for person, status in ((ines, {403}), (watcher, {403}), (stranger.at(ines), {404})):
        assert person.post("crew.ask", characters=[wren.public_id]).status_code in status
    assert not Exchange.objects.exists()


def test_the_button_says_how_many_and_the_gm_s_hand_has_it(gm, three):
    page = gm.get("crew.ask", characters=[one.public_id for one in three], what="Run")
    assert "Ask three people" in words_of(page)
    assert gm.soup().find(id="panel-hand").find(href="act/crew.ask")


def test_without_a_script(table, gm, three):
    answer = gm.post("crew.ask", plain=True, characters=[one.public_id for one in three], what="Run")
    assert answer.status_code == 302
    assert newest_event(table).kind == "crew.asked"
