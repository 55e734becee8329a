"""Keeping more dice for plot points, and letting a total stand."""

import pytest

from apps.characters.models import Track
from apps.checks.crew.drafts import Chosen
from apps.table.models import Ask
from tests.checks.crew.conftest import (
    ask_of,
    bank,
    contest,
    entry,
    full_facts,
    of,
    oppose,
    points_of,
    pool,
    the_exchange,
    the_side,
    throw,
    undo_last,
    waits_for,
    words_of,
)
from tests.people import newest_event, state_of_play


def four_dice(character):
    """d8 d10 d8 d6: an attribute, a skill, a Distinction, an Asset."""
    asset = entry(character, "asset", "Dust everywhere", 6, lasts="scene", creator="", shared=[])
    distinction = character.entries.get(kind="distinction")
    named = (Chosen("distinction", distinction.public_id, size=8), Chosen("asset", asset.public_id))
    return (*of("physical", "shoot"), *named)


@pytest.fixture
def thrown(table, ines, gm, wren, dice):
    """Against 10, Wren has thrown 5 7 4 2 with two plot points left: 12."""
    wren.tracks.update(value=2)
    bank(table, 0)
    contest(ines, wren)
    dice(6, 4)
    oppose(gm)
    pool(table, "aggressor", *four_dice(wren))
    dice(5, 7, 4, 2)
    throw(ines, "aggressor")


def keep(person, place, *dice, **more):
    return person.post("crew.keep", ask=ask_of(person.table, place).public_id, dice=[str(one) for one in dice], **more)


def announce(person, place, **more):
    return person.post("crew.announce", ask=ask_of(person.table, place).public_id, **more)


@pytest.mark.played("crew.extra-dice", "crew.total")
def test_further_dice_cost_a_plot_point_each(table, ines, wren, thrown):
    assert waits_for(table) == [("aggressor", "keep")]
    panel = ines.panel("asks")
    for told in ("Wren has 12 against 10: keep more?", "Keep the 4", "Keep the 2", "16", "2 plot points left",
                 "Let it stand", "enough"):  # fmt: skip
        assert told in panel
    assert keep(ines, "aggressor", 3).status_code == 200
    assert (points_of(wren), the_side(table, "aggressor").extra) == (1, (3,))
    assert "12 becomes 14" in ines.log()
    assert keep(ines, "aggressor", 2).status_code == 200
    assert points_of(wren) == 0
    facts = full_facts(table, "crew.result")
    assert (facts["aggressor"]["total"], facts["exceptional"]) == (18, True)


@pytest.mark.played("crew.exceptional-success")
def test_each_die_says_what_its_total_is_worth_against_the_stakes(ines, thrown):
    """By 5 or more it is an exceptional success, which a first-timer cannot know from the total alone."""
    told = [one.get_text(" ", strip=True) for one in ines.soup().select("#panel-asks button.opt")]
    assert told == [
        "Keep the 4 Quick on the draw d8 · 1 plot point · an exceptional success 16",
        "Keep the 2 Dust everywhere d6 · 1 plot point · enough 14",
        "Let it stand enough 12",
    ]


def test_the_page_without_a_script_says_what_would_stand(table, ines, wren, thrown):
    page = ines.get("crew.announce", plain=True, ask=ask_of(table, "aggressor").public_id).content.decode()
    assert "Wren has 12" in page
    assert "Let 12 stand" in page


@pytest.mark.played("crew.extra-dice", "crew.exceptional-success")
def test_a_total_that_nothing_could_better_stands_by_itself(table, ines, gm, wren, dice):
    wren.tracks.update(value=2)
    contest(ines, wren)
    dice(4, 2)
    oppose(gm)
    pool(table, "aggressor", *four_dice(wren))
    dice(5, 7, 4, 2)
    throw(ines, "aggressor")
    assert waits_for(table) == []
    facts = full_facts(table, "crew.result")
    assert (facts["aggressor"]["total"], facts["exceptional"], points_of(wren)) == (12, True, 2)


@pytest.mark.played("crew.extra-dice", "crew.big-damn-hero-use")
def test_it_waits_where_the_other_side_may_still_add_a_hero_die(table, ines, gm, marek, wren, kit, dice):
    wren.tracks.update(value=2)
    entry(kit, "hero-die", "d8", 8)
    contest(ines, wren, kit)
    pool(table, "defender", *of("mental", "fix"))
    dice(4, 2)
    throw(marek, "defender")
    pool(table, "aggressor", *four_dice(wren))
    dice(5, 7, 4, 2)
    throw(ines, "aggressor")
    assert waits_for(table) == [("aggressor", "keep")]


@pytest.mark.played("crew.extra-dice")
def test_the_player_picks_and_may_take_several_at_once(table, ines, wren, thrown):
    form = words_of(ines.get("crew.keep", ask=ask_of(table, "aggressor").public_id, dice=["3", "2"]))
    assert "Make it 18" in form
    assert keep(ines, "aggressor", 2, 3).status_code == 200
    assert points_of(wren) == 0
    assert full_facts(table, "crew.result")["aggressor"]["total"] == 18


@pytest.mark.played("crew.extra-dice")
def test_a_total_that_is_left_stands(table, ines, wren, thrown, watcher):
    assert announce(ines, "aggressor").status_code == 200
    assert points_of(wren) == 2
    assert "Wren lets 12 stand" in watcher.log()
    assert full_facts(table, "crew.result")["margin"] == 2
    assert announce(ines, "aggressor").status_code == 422


@pytest.mark.parametrize(("chosen", "why"), [((0,), "cannot be chosen here"), ((9,), "cannot be chosen here"),
                                             ((), "No die is named yet"), ((2, 3), "costs 2 plot points")])  # fmt: skip
def test_what_is_refused(table, ines, wren, thrown, chosen, why):
    wren.tracks.update(value=1)
    before = state_of_play(table)
    answer = keep(ines, "aggressor", *chosen)
    assert answer.status_code == 422
    assert why in words_of(answer)
    assert state_of_play(table) == before


@pytest.mark.played("crew.extra-dice")
def test_a_jinx_cannot_be_bought_in(table, ines, gm, wren, dice):
    contest(ines, wren, defends="this")
    pool(table, "defender", *four_dice(wren))
    dice(5, 7, 1, 2)
    throw(ines, "defender")
    assert keep(ines, "defender", 2).status_code == 422
    assert keep(ines, "defender", 3).status_code == 200
    assert the_side(table, "defender").announced


@pytest.mark.played("crew.extra-dice", "crew.bank")
def test_the_gm_pays_from_the_bank(table, gm, ines, wren, tran, dice):
    bank(table, 1)
    contest(ines, wren, tran)
    pool(table, "defender", *of("physical", "shoot"), Chosen("distinction", entry(
        tran, "distinction", "The law never sleeps", None, text="", triggers=[]).public_id, size=8))  # fmt: skip
    dice(9, 5, 3)
    throw(gm, "defender")
    assert "1 point in the bank" in gm.panel("asks")
    before = state_of_play(table)
    assert keep(ines, "defender", 2).status_code == 422
    assert state_of_play(table) == before
    assert keep(gm, "defender", 2).status_code == 200
    assert Track.objects.get(key="bank").value == 0
    assert "1 of the bank, 0 left" in ines.log()
    assert the_side(table, "defender").announced


@pytest.mark.played("crew.bank")
def test_with_an_empty_bank_the_opposition_s_total_stands(table, gm, ines, wren, tran, dice):
    bank(table, 0)
    contest(ines, wren, tran)
    pool(table, "defender", *of("physical", "shoot"), Chosen("distinction", entry(
        tran, "distinction", "The law never sleeps", None, text="", triggers=[]).public_id, size=8))  # fmt: skip
    dice(9, 5, 3)
    throw(gm, "defender")
    assert waits_for(table) == [("aggressor", "roll")]


@pytest.mark.played("crew.callback")
def test_an_episode_is_called_back_instead(table, ines, wren, thrown):
    told = entry(wren, "episode", "Nine Moons", 0)
    wren.tracks.update(value=0)
    assert "a callback" in ines.panel("asks")
    assert keep(ines, "aggressor", 2, callback=told.public_id).status_code == 200
    told.refresh_from_db()
    assert (told.amount, points_of(wren)) == (1, 0)
    assert "“Nine Moons” called back" in ines.log()


def test_who_may(table, ines, marek, gm, watcher, stranger, thrown, wren):
    before = state_of_play(table)
    for person, code in ((marek, 422), (watcher, 403)):
        assert keep(person, "aggressor", 2).status_code == code
        assert announce(person, "aggressor").status_code == code
    assert keep(stranger.at(ines), "aggressor", 2).status_code == 404
    assert state_of_play(table) == before
    assert keep(gm, "aggressor", 2).status_code == 200
    assert points_of(wren) == 1
    assert "by the GM" in ines.log()


def test_without_javascript_and_taken_back(table, ines, gm, wren, thrown):
    assert keep(ines, "aggressor", 2, plain=True).status_code == 302
    gm.does("undo", event=newest_event(table).public_id)
    assert (points_of(wren), the_side(table, "aggressor").extra) == (2, ())
    assert waits_for(table) == [("aggressor", "keep")]
    assert announce(ines, "aggressor", plain=True).status_code == 302
    assert the_exchange(table).closed_at is not None
    undo_last(gm)
    assert waits_for(table) == [("aggressor", "keep")]
    assert the_exchange(table).closed_at is None


def test_the_aggressor_decides_after_seeing_the_stakes(table, ines, gm, wren, dice):
    """And the defender before the aggressor rolls."""
    contest(ines, wren, defends="this")
    pool(table, "defender", *four_dice(wren))
    dice(5, 7, 4, 2)
    throw(ines, "defender")
    assert waits_for(table) == [("defender", "keep")]
    answer = gm.post("crew.oppose", ask=ask_of(table, "aggressor").public_id, difficulty=8)
    assert answer.status_code == 422
    announce(ines, "defender")
    assert waits_for(table) == [("aggressor", "roll")]


# a point that the jinxes of this roll may bring


def jinxed(table, ines, gm, wren, dice):
    """12 against 10 with a 1 among the dice, and no plot point."""
    wren.tracks.update(value=0)
    bank(table, 0)
    contest(ines, wren)
    dice(6, 4)
    oppose(gm)
    pool(table, "aggressor", *four_dice(wren))
    dice(5, 7, 4, 1)
    throw(ines, "aggressor")
    return Ask.objects.get(exchange__kind="crew.jinx", closed_at=None)


@pytest.mark.played("crew.exchange", "crew.extra-dice", "crew.jinx")
def test_a_point_for_jinxes_may_be_spent_at_once(table, ines, gm, wren, dice):
    ask = jinxed(table, ines, gm, wren, dice)
    assert waits_for(table) == [("aggressor", "keep")]
    assert "needs a plot point" in ines.panel("asks")
    gm.does("crew.answer-jinx", ask=ask.public_id, choice=f"new:{wren.public_id}")
    assert (points_of(wren), waits_for(table)) == (1, [("aggressor", "keep")])
    assert keep(ines, "aggressor", 2).status_code == 200
    assert full_facts(table, "crew.result")["aggressor"]["total"] == 16


@pytest.mark.played("crew.exchange", "crew.jinx")
def test_without_the_point_the_total_stands_by_itself(table, ines, gm, wren, dice):
    ask = jinxed(table, ines, gm, wren, dice)
    gm.does("crew.answer-jinx", ask=ask.public_id, choice="pass")
    assert full_facts(table, "crew.result")["aggressor"]["total"] == 12
    assert the_exchange(table).closed_at is not None
    undo_last(gm)
    assert waits_for(table) == [("aggressor", "keep")]
    assert the_exchange(table).closed_at is None


@pytest.mark.played("crew.exchange", "crew.jinx")
def test_the_contest_stays_open_while_the_jinxes_are(table, ines, gm, watcher, wren, dice):
    ask = jinxed(table, ines, gm, wren, dice)
    announce(ines, "aggressor")
    assert full_facts(table, "crew.result")["winner"] == "aggressor"
    assert the_exchange(table).closed_at is None
    shown = watcher.panel("crew-contest")
    for told in ("Wren wins", "the jinxes", "wins by 2"):
        assert told in shown
    gm.does("crew.answer-jinx", ask=ask.public_id, choice="pass")
    assert the_exchange(table).closed_at is not None
    assert "The last roll" in watcher.panel("crew-contest")
    gm.does("open-scene", title="Elsewhere")
    assert "Get past the guard" not in watcher.panel("crew-contest")


def test_moving_on_lapses_the_jinxes_and_is_taken_back(table, ines, gm, wren, dice):
    ask = jinxed(table, ines, gm, wren, dice)
    announce(ines, "aggressor")
    gm.does("crew.move-on", exchange=the_exchange(table).public_id)
    ask.refresh_from_db()
    assert ask.closed_at is not None
    assert the_exchange(table).closed_at is not None
    assert "what was still open lapses" in ines.log()
    undo_last(gm)
    ask.refresh_from_db()
    assert ask.closed_at is None


def test_calling_the_contest_off_closes_what_is_inside(table, ines, gm, wren, dice):
    ask = jinxed(table, ines, gm, wren, dice)
    gm.does("call-off", exchange=the_exchange(table).public_id)
    ask.refresh_from_db()
    ask.exchange.refresh_from_db()
    assert ask.closed_at is not None
    assert ask.exchange.closed_at is not None
    assert full_facts(table)["count"] == 1


def test_calling_everything_off_at_once(table, ines, gm, wren, dice):
    jinxed(table, ines, gm, wren, dice)
    gm.does("call-off")
    assert not Ask.objects.filter(closed_at=None).exists()
    undo_last(gm)
    assert Ask.objects.filter(closed_at=None).count() == 2
