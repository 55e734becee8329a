"""Both sides throw: the stakes are set and raised, with real dice or the program's, and again after an undo."""

import pytest

from apps.characters.models import Condition, Rating, Track
from apps.checks.crew.drafts import Chosen
from apps.checks.models import Draft
from apps.table.models import Ask, Event
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
    the_contest,
    the_exchange,
    the_side,
    throw,
    waits_for,
    words_of,
)
from tests.people import newest_event, state_of_play

POOL = of("physical", "shoot")


@pytest.fixture
def stakes(table, ines, gm, wren, dice):
    """The opposition has set the stakes at 10, and Wren's pool of d8 d10 lies ready."""
    bank(table, 0)
    contest(ines, wren)
    dice(6, 4)
    oppose(gm)
    pool(table, "aggressor", *POOL)


@pytest.mark.played("crew.exchange", "crew.raise-the-stakes", "crew.total", "crew.difficulty")
def test_the_catalogue_s_exchange(table, ines, wren, stakes, dice):
    """The opposition's d8 d6 against d8 d10: 10 against 12."""
    assert the_side(table, "defender").pool[0].label == "Challenging"
    assert waits_for(table) == [("aggressor", "roll")]
    dice(5, 7)
    assert throw(ines, "aggressor").status_code == 200
    facts = full_facts(table, "crew.result")
    assert (facts["defender"]["total"], facts["aggressor"]["total"], facts["winner"]) == (10, 12, "aggressor")
    assert (facts["margin"], facts["exceptional"]) == (2, False)
    assert the_exchange(table).closed_at is not None
    assert not Draft.objects.exists()
    assert not Ask.objects.filter(closed_at=None).exists()


@pytest.mark.played("crew.raise-the-stakes")
@pytest.mark.parametrize(("faces", "winner", "margin"), [((5, 6), "aggressor", 1), ((4, 6), "defender", 0),
                                                         ((2, 5), "defender", 3)])  # fmt: skip
def test_an_equal_total_is_not_enough(table, ines, stakes, dice, faces, winner, margin):
    dice(*faces)
    throw(ines, "aggressor")
    facts = full_facts(table, "crew.result")
    assert (facts["winner"], facts["margin"]) == (winner, margin)


@pytest.mark.played("crew.visibility", "crew.total")
def test_everybody_sees_every_die_with_its_source(table, ines, marek, watcher, gm, stakes, dice, wren):
    wren.tracks.update(value=0)
    pool(table, "aggressor", Chosen("distinction", wren.entries.get(kind="distinction").public_id, size=8))
    dice(5, 7, 1)
    throw(ines, "aggressor")
    for person in (ines, marek, watcher, gm):
        log = person.log()
        for told in ("Physical, d8", "Shoot, d10", "Quick on the draw, d8", "a jinx, never counts", "Raises the stakes",
                     "Challenging, d8", "Situation, d6", "10 to beat", "Wren wins by 2"):  # fmt: skip
            assert told in log


@pytest.mark.played("crew.step-ladder", "crew.complication")
def test_a_complication_beyond_d12_throws_one_d12(table, ines, gm, wren, tran, dice, watcher):
    """Whoever bears it is Taken Out: the GM pays for them with a point of the bank."""
    wren.tracks.update(value=0)
    bank(table, 1)
    blind = entry(tran, "complication", "Blind", 14)
    contest(ines, wren, tran)
    pool(table, "defender", *POOL)
    dice(9, 3)
    assert throw(gm, "defender").status_code == 200
    assert the_side(table, "defender").limited
    pool(table, "aggressor", *POOL, Chosen("complication", blind.public_id, tran.public_id))
    dice(2, 3, 12)
    assert throw(ines, "aggressor").status_code == 200
    assert "Blind, d12+" in watcher.log()
    assert full_facts(table, "crew.result")["aggressor"]["total"] == 15


@pytest.mark.played("crew.opposition-other")
def test_an_extra_s_die_joins_the_difficulty(table, gm, ines, wren, make, dice):
    """With one tap of the GM's."""
    thug = make("Thug", role="extra")
    thug.sheet = "minor"
    thug.save()
    Rating.objects.create(character=thug, group="die", key="die", value=6)
    contest(gm, thug, wren)
    pool(table, "defender", *POOL)
    wren.tracks.update(value=0)
    dice(4, 4)
    throw(ines, "defender")
    dice(7, 5)
    oppose(gm, 8, "aggressor")
    assert [(one.kind, one.size) for one in the_side(table, "aggressor").pool] == [("difficulty", 8), ("gmc", 6)]
    assert full_facts(table, "crew.result")["winner"] == "aggressor"


def test_a_hidden_roller_who_steps_forward_has_a_name(table, gm, ines, wren, make, dice):
    sniper = make("Sniper", role="major-gmc", hidden=True, physical=8, shoot=8)
    contest(gm, sniper, wren)
    sniper.hidden = False
    sniper.save()
    assert "Sniper" in ines.panel("crew-contest")


def test_whoever_hides_again_has_no_name_in_the_panel(table, gm, ines, wren, tran):
    contest(ines, wren, tran)
    assert "Marshal Tran" in ines.panel("crew-contest")
    gm.does("character-hidden", character=tran.public_id, hidden="yes")
    tran.refresh_from_db()
    assert tran.hidden
    assert "Marshal Tran" not in ines.panel("crew-contest")
    assert "Marshal Tran" in gm.panel("crew-contest")


def test_a_hidden_roller_throws_as_somebody(table, gm, ines, watcher, wren, make, dice):
    wren.tracks.update(value=0)
    sniper = make("Sniper", role="major-gmc", hidden=True, physical=8, shoot=8)
    contest(gm, sniper, wren)
    assert "Against Somebody" in ines.panel("asks")
    pool(table, "defender", *POOL)
    dice(5, 7)
    throw(ines, "defender")
    assert "Sniper raises the stakes" in gm.panel("asks")
    pool(table, "aggressor", *POOL)
    dice(2, 3)
    throw(gm, "aggressor")
    for person in (ines, watcher):
        assert "Sniper" not in person.page()
        assert "Somebody" in person.log()
    assert "Sniper" in gm.log()


def test_the_panel_shows_both_sides(table, ines, watcher, stakes, dice, kit, marek):
    contest(marek, kit, what="Weld")
    shown = watcher.panel("crew-contest")
    assert "Get past the guard" in shown
    assert "10" in shown
    assert "6 + 4" in shown
    assert "Weld" in shown


def test_a_total_that_nothing_can_change_stands_by_itself(table, ines, gm, wren, dice):
    """The bank holds a point, but both dice are kept already."""
    bank(table, 3)
    contest(ines, wren)
    dice(6, 4)
    oppose(gm)
    assert the_side(table, "defender").announced


# who throws, and when


def test_the_aggressor_waits_for_the_stakes(table, ines, gm, wren):
    contest(ines, wren)
    pool(table, "aggressor", *POOL)
    before = state_of_play(table)
    assert "no longer open" in words_of(throw(ines, "aggressor"))
    assert state_of_play(table) == before


def test_who_may_throw(table, ines, marek, gm, watcher, stranger, stakes, dice):
    before = state_of_play(table)
    assert throw(marek, "aggressor").status_code == 422
    assert throw(watcher, "aggressor").status_code == 403
    assert stranger.at(ines).post("crew.throw", ask=ask_of(table, "aggressor").public_id).status_code == 404
    assert state_of_play(table) == before
    dice(5, 7)
    assert throw(gm, "aggressor").status_code == 200
    assert Event.objects.get(kind="crew.thrown", by_gm=True)
    assert "by the GM" in ines.log()


def test_a_player_names_no_difficulty(table, ines, gm, wren):
    contest(ines, wren, defends="this")
    answer = ines.post("crew.oppose", ask=ask_of(table, "defender").public_id, difficulty=8)
    assert answer.status_code == 422
    answer = gm.post("crew.oppose", ask=ask_of(table, "defender").public_id, difficulty=8)
    assert "Only the GM sets a difficulty, for the opposition" in words_of(answer)


def test_a_pool_that_is_none_is_refused_before_a_die_falls(table, ines, gm, wren):
    contest(ines, wren, defends="this")
    pool(table, "defender", Chosen("attribute", "physical"))
    before = state_of_play(table)
    answer = throw(ines, "defender", faces="4")
    assert answer.status_code == 422
    assert "The pool has no skill yet" in words_of(answer)
    assert 'value="4"' in answer.content.decode()
    assert state_of_play(table) == before
    assert "The pool has no skill yet" in words_of(ines.get("crew.throw", ask=ask_of(table, "defender").public_id))


def test_without_javascript(table, ines, stakes, dice):
    dice(5, 7)
    assert throw(ines, "aggressor", plain=True).status_code == 302
    page = ines.get("crew.throw", plain=True, ask=ask_of(table, "aggressor").public_id)
    assert page.status_code == 200


def test_the_form_shows_the_pool(table, ines, stakes):
    words = words_of(ines.get("crew.throw", ask=ask_of(table, "aggressor").public_id))
    for told in ("Wren rolls", "Physical", "Shoot", "Roll two dice", "to beat"):
        assert told in words


# points


@pytest.mark.played("crew.pool-dice")
def test_a_distinction_as_d4_earns_a_plot_point_when_it_is_thrown(table, ines, stakes, dice, wren):
    wren.tracks.update(value=0)
    pool(table, "aggressor", Chosen("distinction", wren.entries.get(kind="distinction").public_id, size=4))
    dice(1, 7, 4)
    throw(ines, "aggressor")
    assert points_of(wren) == 1
    assert full_facts(table, "crew.thrown")["gained"]
    assert waits_for(table) == []  # 7 + 4, and the 1 is a jinx: nothing to buy


def out(character):
    Condition.objects.create(character=character, name="Taken Out")


@pytest.mark.played("crew.limited-action", "crew.taken-out")
def test_somebody_taken_out_pays_to_act_and_keeps_one_die(table, ines, stakes, dice, wren):
    out(wren)
    assert "Taken Out" in ines.panel("asks")
    dice(5, 7)
    throw(ines, "aggressor")
    assert points_of(wren) == 0
    assert the_side(table, "aggressor").limited
    assert full_facts(table, "crew.result")["aggressor"]["total"] == 7


@pytest.mark.played("crew.limited-action")
def test_without_a_plot_point_there_is_no_limited_action(table, ines, stakes, wren):
    out(wren)
    wren.tracks.update(value=0)
    before = state_of_play(table)
    answer = throw(ines, "aggressor")
    assert "A limited action costs 1 plot point, and none is left to Wren" in words_of(answer)
    assert state_of_play(table) == before


@pytest.mark.played("crew.callback")
def test_an_episode_is_called_back_instead(table, ines, stakes, dice, wren):
    out(wren)
    told = entry(wren, "episode", "Nine Moons", 0)
    assert "Nine Moons" in words_of(ines.get("crew.throw", ask=ask_of(table, "aggressor").public_id))
    dice(5, 7)
    throw(ines, "aggressor", callback=told.public_id)
    told.refresh_from_db()
    assert (told.amount, points_of(wren)) == (1, 1)
    assert "“Nine Moons” called back" in ines.log()


@pytest.mark.played("crew.taken-out", "crew.raise-the-stakes")
def test_a_defender_taken_out_may_set_the_stakes_at_0(table, gm, ines, wren, tran, dice):
    out(wren)
    contest(gm, tran, wren)
    assert throw(ines, "defender", at_zero="on").status_code == 200
    assert the_side(table, "defender").at_zero
    assert points_of(wren) == 1
    assert waits_for(table) == [("aggressor", "roll")]
    assert "throws nothing" in gm.log()
    pool(table, "aggressor", *POOL)
    dice(1, 1)
    throw(gm, "aggressor")
    facts = full_facts(table, "crew.result")
    assert (facts["winner"], facts["margin"]) == ("defender", 0)


def test_nobody_else_sets_the_stakes_at_0(table, ines, wren, dice):
    contest(ines, wren, defends="this")
    pool(table, "defender", *POOL)
    dice(3, 2)
    throw(ines, "defender", at_zero="on")
    assert not the_side(table, "defender").at_zero


# real dice


@pytest.mark.played("crew.visibility")
def test_real_dice_are_typed_in(table, ines, stakes, watcher):
    assert throw(ines, "aggressor", faces="5, 7").status_code == 200
    assert the_side(table, "aggressor").faces == (5, 7)
    assert "real dice, typed in" in watcher.log()


@pytest.mark.parametrize(("faces", "why"), [("5", "The pool has 2 dice, and 1 face is written here"),
                                            ("9 7", "9 is not on a d8"), ("five", "Numbers with spaces"),
                                            ("0 7", "0 is not on a d8"), ("5 7 2", "3 faces")])  # fmt: skip
def test_faces_that_do_not_fit_are_refused(table, ines, stakes, faces, why):
    before = state_of_play(table)
    answer = throw(ines, "aggressor", faces=faces)
    assert answer.status_code == 422
    assert why in words_of(answer)
    assert f'value="{faces}"' in answer.content.decode()
    assert state_of_play(table) == before


# in secret


@pytest.mark.played("crew.visibility")
def test_the_gm_may_show_the_total_and_the_1s_only(table, gm, ines, watcher, wren, tran, dice):
    contest(ines, wren, tran)
    pool(table, "defender", *of("physical", "shoot"))
    dice(9, 1)
    assert throw(gm, "defender", shown="total").status_code == 200
    for person in (ines, watcher):
        page = person.page()
        assert "rolled in secret" in person.log()
        assert "one die shows 1" in " ".join(person.panel("crew-contest").split())
        assert "Physical, d10" not in page
        assert "d10: 9" not in page
    assert "Physical, d10" in gm.log()
    assert "d10: 9" in gm.page()
    wren.tracks.update(value=0)
    pool(table, "aggressor", *POOL)
    dice(2, 3)
    throw(ines, "aggressor")
    assert "Physical, d10" not in ines.page()
    assert "Marshal Tran wins by 4" in ines.log()


def test_no_player_rolls_in_secret(table, ines, stakes, dice, watcher):
    dice(5, 7)
    throw(ines, "aggressor", shown="total")
    assert "Physical, d8" in watcher.log()


@pytest.mark.played("crew.visibility")
def test_the_gm_rolls_in_secret_outside_a_contest(gm, ines, dice):
    dice(7)
    gm.does("roll", formula="d10", mode="gm")
    assert "d10" in gm.log()
    assert "d10" not in ines.log()


# taken back and thrown again


@pytest.mark.played("crew.exchange")
def test_a_throw_is_taken_back_and_falls_with_the_same_faces(table, gm, ines, stakes, dice, wren):
    dice(5, 7)
    throw(ines, "aggressor")
    gm.does("undo", event=newest_event(table).public_id)
    assert waits_for(table) == [("aggressor", "roll")]
    assert Draft.objects.count() == 1
    assert "the same faces count again" in ines.panel("asks")
    assert throw(ines, "aggressor", faces="8 10").status_code == 422
    assert throw(ines, "aggressor").status_code == 200
    assert the_side(table, "aggressor").faces == (5, 7)
    assert "dice that had fallen before" in ines.log()


def test_with_another_pool_the_same_sizes_fall_alike(table, gm, ines, stakes, dice, wren):
    dice(5, 7)
    throw(ines, "aggressor")
    gm.does("undo", event=newest_event(table).public_id)
    draft = pool(table, "aggressor")
    draft.state["chosen"] = [one for one in draft.state["chosen"] if one["kind"] != "skill"]
    draft.save()
    pool(table, "aggressor", Chosen("skill", "sneak"))
    dice(2)
    throw(ines, "aggressor")  # d8 d8 instead of d8 d10
    assert the_side(table, "aggressor").faces == (5, 2)
    gm.does("undo", event=newest_event(table).public_id)
    draft = pool(table, "aggressor")
    draft.state["chosen"] = [one for one in draft.state["chosen"] if one["kind"] != "skill"]
    draft.save()
    pool(table, "aggressor", Chosen("skill", "shoot"))
    dice()
    throw(ines, "aggressor")
    assert the_side(table, "aggressor").faces == (5, 7)


def test_the_opposition_s_throw_is_taken_back_too(table, gm, ines, stakes, dice):
    gm.does("undo", event=newest_event(table).public_id)
    assert waits_for(table) == [("defender", "roll")]
    dice()
    oppose(gm)
    assert the_side(table, "defender").faces == (6, 4)


def test_all_of_it_is_taken_back_newest_first(table, gm, ines, stakes, dice):
    dice(5, 7)
    throw(ines, "aggressor")
    first = Event.objects.filter(kind="crew.thrown").order_by("pk")[0]
    assert gm.post("undo", event=first.public_id).status_code == 422
    gm.does("undo", event=first.public_id, with_later="on")
    assert waits_for(table) == [("defender", "roll")]
    dice()
    oppose(gm)
    throw(ines, "aggressor")
    assert full_facts(table, "crew.result")["margin"] == 2


def test_somebody_who_left_cannot_roll(table, gm, ines, stakes, wren):
    Track.objects.filter(character=wren).delete()
    wren.delete()
    assert "no longer at the table" in words_of(throw(gm, "aggressor"))
    assert gm.page()
    assert the_contest(table).aggressor.name == "Wren"
