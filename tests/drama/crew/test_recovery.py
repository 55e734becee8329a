"""Recovery: a roll against the Complication and a difficulty die, once in a scene."""

from __future__ import annotations

import pytest

from apps.characters.crew import out, points
from apps.characters.crew.sheet import sheet_of
from apps.checks.crew import drafts
from apps.table.models import Event, Switch
from tests.checks.crew.conftest import ask_of, contest, of, pool, the_contest, the_exchange, throw
from tests.crew_play import (
    choice,
    complication,
    complications,
    is_asked,
    is_over,
    lends,
    said,
    the_ask,
    the_draft,
    with_points,
)
from tests.people import state_of_play

TREAT = of("mental", "treat")


def recovers(person, entry, roller, status=200, **more):
    return said(
        person.post("crew.recover", complication=entry.public_id, character=roller.public_id, **more), status
    )  # fmt: skip


def rolled(gm, person, dice, theirs, mine, chosen=TREAT):
    """The Complication and the difficulty die fall, then the roller's."""
    dice(*theirs)
    said(throw(gm, "defender"))
    pool(gm.table, "aggressor", *chosen)
    dice(*mine)
    said(throw(person, "aggressor"))
    return the_exchange(gm.table)


@pytest.fixture
def winded(wren):
    return complication(wren, "Winded", 8)


@pytest.mark.played("crew.recovery")
def test_it_is_opened_by_a_tap_from_the_complication(gm, ines, marek, wren, kit, winded):
    page = said(marek.get("crew.recover", complication=winded.public_id))
    assert "Recovery: Winded" in page
    recovers(marek, winded, kit, difficulty=6)
    assert the_contest(gm.table).purpose == "recovery"
    draft = drafts.draft_of(the_exchange(gm.table), "defender")
    assert draft is not None
    assert sorted((die.kind, die.size) for die in drafts.pool_of(draft)) == [("complication", 8), ("difficulty", 6)]
    assert "Recovery: Winded" in ines.log()
    assert "Contest Recovery: Winded" in ines.panel("crew-contest")


def test_the_list_of_what_is_in_play_leads_to_it(gm, ines, marek, watcher, wren, kit, winded, dice):
    for person in (ines, marek):
        link = person.soup().select_one("#panel-crew-scene .complication a")
        assert link is not None
        assert link.get_text() == "Treat Winded of Wren"
    assert "Treat" not in watcher.panel("crew-scene")
    recovers(marek, winded, kit)
    rolled(gm, marek, dice, (3, 5), (4, 2))
    assert complications(wren)
    assert "Treat" not in marek.panel("crew-scene"), "once in a scene"


def test_the_sheet_offers_it_once_in_a_scene_too(gm, ines, wren, winded, dice):
    link = "#panel-crew-sheet a[href*='crew.recover']"
    assert ines.soup().select(link)
    recovers(ines, winded, wren)
    rolled(gm, ines, dice, (3, 5), (4, 2))
    assert complications(wren)
    assert "tended in this scene" in ines.panel("crew-sheet")
    assert not ines.soup().select(link)


@pytest.mark.played("crew.recovery", "crew.complication")
def test_on_a_success_it_is_gone(gm, ines, marek, wren, kit, winded, dice):
    recovers(marek, winded, kit)
    exchange = rolled(gm, marek, dice, (3, 2), (5, 4))
    assert complications(wren) == {}
    assert is_over(exchange)
    assert "The recovery succeeds. Wren is rid of Winded d8." in ines.log()


@pytest.mark.played("crew.recovery", "crew.jinx")
def test_on_a_success_with_a_jinx_the_gm_may_buy_a_new_one_for_patient_or_roller(
    gm, ines, marek, wren, kit, winded, dice
):
    with_points(kit, 0)
    recovers(marek, winded, kit)
    exchange = rolled(gm, marek, dice, (3, 2), (1, 4), chosen=(*TREAT,))
    assert complications(wren) == {"Winded": 10}, "a jinx and 4 against 5 fail"
    gm.does("open-scene", title="Later")
    recovers(marek, winded, kit, difficulty=4)
    exchange = rolled(gm, marek, dice, (2, 3), (9, 1))
    assert complications(wren) == {}
    assert not is_over(exchange)
    page = gm.panel("asks")
    assert "New on Kit" in page
    assert "New on Wren" in page
    answer = gm.post("crew.answer-jinx", ask=the_ask(gm.table, "crew.jinx").public_id, choice=choice("new", wren),
                     name="Fever")  # fmt: skip
    said(answer)
    assert complications(wren) == {"Fever": 6}
    assert (points.held(kit), is_over(exchange)) == (1, True)


def an_opportunity_ends(gm, marek, kit, burn, dice):
    """Marek buys the GM's 1 of his own recovery to step its Complication down for good."""
    with_points(kit, 1)
    recovers(marek, burn, kit)
    dice(3, 1)
    said(throw(gm, "defender"))
    ask = the_ask(gm.table, "crew.opportunity").public_id
    said(marek.post("crew.answer-opportunity", ask=ask, choice=choice("step", burn)))


@pytest.mark.played("crew.recovery", "crew.jinx", "crew.opportunity")
def test_the_jinxes_of_a_success_are_the_gms_to_buy_though_an_opportunity_came_first(
    gm, marek, wren, kit, dice
):  # fmt: skip
    burn = complication(kit, "Burn", 6)
    an_opportunity_ends(gm, marek, kit, burn, dice)
    assert complications(kit) == {}
    pool(gm.table, "aggressor", *TREAT)
    dice(9, 1)
    said(throw(marek, "aggressor"))
    said(gm.post("crew.answer-jinx", ask=the_ask(gm.table, "crew.jinx").public_id, choice=choice("new", kit),
                 name="Fever"))  # fmt: skip
    assert (complications(kit), points.held(kit)) == ({"Fever": 6}, 1)
    assert is_over(the_exchange(gm.table))


@pytest.mark.played("crew.recovery", "crew.opportunity", "crew.table-options/recovery-limit")
@pytest.mark.parametrize("limit", ["per patient", "per crew"])
def test_an_attempt_whose_complication_an_opportunity_ended_counts(gm, ines, marek, wren, kit, dice, limit):
    Switch.objects.update_or_create(table=gm.table, key="recovery-limit", defaults={"value": limit})
    burn, other = complication(kit, "Burn", 6), complication(kit, "Cold", 6)
    an_opportunity_ends(gm, marek, kit, burn, dice)
    assert "Another recovery is still open" in recovers(ines, other, wren, 422)
    pool(gm.table, "aggressor", *TREAT)
    dice(9, 4)
    said(throw(marek, "aggressor"))
    assert is_over(the_exchange(gm.table))
    assert "treated in this scene already" in recovers(ines, other, wren, 422)


@pytest.mark.played("crew.recovery")
def test_a_failure_without_a_jinx_still_helps(gm, marek, ines, wren, kit, winded, dice):
    recovers(marek, winded, kit)
    rolled(gm, marek, dice, (8, 7), (5, 4))
    assert complications(wren) == {"Winded": 6}
    gm.does("open-scene", title="Later")
    recovers(marek, winded, kit)
    rolled(gm, marek, dice, (7, 6), (5, 4))
    assert complications(wren) == {}
    assert "The recovery fails. Wren is rid of Winded d6." in ines.log()


@pytest.mark.played("crew.recovery")
def test_equal_totals_are_a_failure(gm, marek, wren, kit, winded, dice):
    recovers(marek, winded, kit)
    rolled(gm, marek, dice, (5, 4), (5, 4))
    assert complications(wren) == {"Winded": 6}


@pytest.mark.played("crew.recovery")
def test_a_failure_with_jinxes_makes_it_worse_and_pays_nothing(gm, ines, marek, wren, kit, winded, dice):
    with_points(kit, 0)
    recovers(marek, winded, kit)
    exchange = rolled(gm, marek, dice, (8, 7), (1, 4))
    assert complications(wren) == {"Winded": 10}
    assert points.held(kit) == 0
    assert is_asked(gm.table, "crew.jinx") == []
    assert is_over(exchange)
    assert "The recovery fails with 1 jinx. Wren: Winded d8 to d10." in ines.log()


@pytest.mark.played("crew.recovery", "crew.botch")
def test_all_dice_1_count_as_that_many_jinxes_and_as_no_botch(gm, marek, wren, kit, winded, dice):
    recovers(marek, winded, kit)
    rolled(gm, marek, dice, (8, 7), (1, 1))
    assert complications(wren) == {"Winded": 12}
    assert complications(kit) == {}


@pytest.mark.played("crew.recovery", "crew.botch", "crew.big-damn-hero-use")
def test_no_hero_die_makes_a_success_of_nothing_but_ones(gm, marek, wren, kit, winded, dice):
    with_points(kit, 1)
    kit.entries.create(kind="hero-die", name="d8", amount=8)
    recovers(marek, winded, kit)
    rolled(gm, marek, dice, (2, 2), (1, 1))
    dice(8)
    said(marek.post("crew.hero", ask=ask_of(gm.table, "aggressor").public_id, die=8))
    assert complications(wren) == {"Winded": 12}


@pytest.mark.played("crew.recovery", "crew.taken-out")
def test_d12_plus_is_rolled_as_a_d12_and_a_failure_brings_back(gm, marek, wren, kit, dice):
    shot = complication(wren, "Shot", 14)
    assert out.is_out(wren)
    recovers(marek, shot, kit)
    rolled(gm, marek, dice, (8, 12), (5, 4))
    assert complications(wren) == {"Shot": 12}
    assert not out.is_out(wren)


@pytest.mark.played("crew.recovery", "crew.complication")
def test_a_failure_with_jinxes_leaves_d12_plus_as_it_is_and_says_so(gm, marek, wren, kit, dice):
    shot = complication(wren, "Shot", 14)
    recovers(marek, shot, kit)
    rolled(gm, marek, dice, (8, 5), (1, 3))
    assert complications(wren) == {"Shot": 14}
    assert "The recovery fails with 1 jinx. Wren: Shot stays d12+." in gm.log()
    assert "Taken Out: Wren" not in gm.log(), "she was so before"


def test_a_ships_complication_is_treated_too(gm, marek, kit, lena, dice):
    coil = complication(lena, "Burnt coil", 6)
    recovers(marek, coil, kit)
    rolled(gm, marek, dice, (2, 3), (9, 9), chosen=of("mental", "fix"))
    assert complications(lena) == {}


# once in a scene


@pytest.mark.played("crew.recovery", "crew.scene")
def test_by_default_each_complication_once_in_a_scene(gm, marek, ines, wren, kit, winded, dice):
    gm.does("open-scene", title="The hold")
    other = complication(wren, "Cold", 6)
    recovers(marek, winded, kit)
    rolled(gm, marek, dice, (8, 7), (5, 4))
    before = state_of_play(gm.table)
    assert "treated in this scene already" in recovers(ines, winded, wren, 422)
    assert "treated in this scene already" in said(ines.get("crew.recover", complication=winded.public_id))
    assert state_of_play(gm.table) == before
    recovers(ines, other, wren)
    gm.does("crew.move-on", exchange=the_exchange(gm.table).public_id)
    gm.does("open-scene", title="Later")
    recovers(ines, winded, wren)


def test_by_the_switch_once_for_each_patient(gm, marek, wren, kit, winded, dice):
    Switch.objects.filter(table=gm.table, key="recovery-limit").update(value="per patient")
    other, kits = complication(wren, "Cold", 6), complication(kit, "Seen", 6)
    recovers(marek, winded, kit)
    rolled(gm, marek, dice, (8, 7), (5, 4))
    assert "this patient" in recovers(marek, other, kit, 422)
    recovers(marek, kits, kit)


def test_by_the_switch_once_for_the_whole_crew(gm, marek, wren, kit, winded, dice):
    Switch.objects.filter(table=gm.table, key="recovery-limit").update(value="per crew")
    kits = complication(kit, "Seen", 6)
    recovers(marek, winded, kit)
    rolled(gm, marek, dice, (8, 7), (5, 4))
    assert "the crew" in recovers(marek, kits, kit, 422)


def test_without_a_scene_it_counts_since_the_last_one(gm, marek, wren, kit, winded, dice):
    recovers(marek, winded, kit)
    rolled(gm, marek, dice, (8, 7), (5, 4))
    recovers(marek, winded, kit, 422)
    gm.does("open-scene", title="The hold")
    gm.does("close-scene")
    recovers(marek, winded, kit)


def test_what_was_not_rolled_does_not_count(gm, marek, wren, kit, winded):
    recovers(marek, winded, kit)
    assert "being treated" in recovers(marek, winded, kit, 422)
    gm.does("crew.move-on", exchange=the_exchange(gm.table).public_id)
    recovers(marek, winded, kit)


# who, and the rest


def test_others_do_not_roll_for_him_and_of_the_hidden_nobody_knows(
    gm, ines, watcher, stranger, wren, kit, sniper, winded
):
    hidden = complication(sniper, "Blinded", 8)
    before = state_of_play(gm.table)
    recovers(ines, winded, kit, 422)
    assert watcher.post("crew.recover", complication=winded.public_id, character=kit.public_id).status_code == 403
    assert stranger.at(ines).post("crew.recover", complication=winded.public_id).status_code == 404
    ghost = ines.post("crew.recover", complication="x" * 13, character=wren.public_id).content
    assert ines.post("crew.recover", complication=hidden.public_id, character=wren.public_id).content == ghost
    assert "Blinded" not in ines.get("crew.recover").content.decode()
    assert state_of_play(gm.table) == before
    recovers(gm, winded, kit)
    assert Event.objects.latest("pk").by_gm


def test_whoever_lends_shares_nothing_of_a_failure(gm, marek, ines, wren, kit, winded, dice):
    recovers(marek, winded, kit)
    lends(gm.table, wren, "treat")
    rolled(gm, marek, dice, (8, 7), (1, 4, 3))
    assert complications(wren) == {"Winded": 10}


@pytest.mark.played("crew.recovery", "crew.lend-consequences")
@pytest.mark.parametrize(("mine", "wrens", "kits"), [((1, 4, 3), 10, 6), ((1, 2, 1), 12, 8)])
def test_whoever_lends_to_somebody_who_treats_themselves_shares_the_jinxes_of_a_failure(
    gm, ines, wren, kit, winded, dice, mine, wrens, kits
):
    """They befall the roller here, so they befall the lender: a step each, or one of that name as large as new ones."""
    recovers(ines, winded, wren)
    lends(gm.table, kit, "fix")
    rolled(gm, ines, dice, (8, 7), mine)
    assert (complications(wren), complications(kit)) == ({"Winded": wrens}, {"Winded": kits})


def test_undo_of_the_throw_takes_all_of_it_back(gm, marek, wren, kit, winded, dice):
    recovers(marek, winded, kit)
    rolled(gm, marek, dice, (3, 2), (5, 4))
    gm.does("undo", event=Event.objects.filter(kind="crew.thrown").latest("pk").public_id)
    assert complications(wren) == {"Winded": 8}


def test_what_was_stepped_away_meanwhile_is_not_treated(gm, marek, ines, wren, kit, winded, dice):
    recovers(marek, winded, kit)
    dice(3, 2)
    said(throw(gm, "defender"))
    winded.delete()
    pool(gm.table, "aggressor", *TREAT)
    dice(5, 4)
    said(throw(marek, "aggressor"))
    assert is_over(the_exchange(gm.table))


def taken_out_of_the_pool(gm, entry):
    """The GM takes the Complication's die out of the opposition's pool."""
    draft = the_draft(the_exchange(gm.table), "defender")
    gm.does("crew.draft", draft=draft.public_id, die=f"complication:{entry.character.public_id}:{entry.public_id}:")
    assert [die.kind for die in drafts.pool_of(draft)] == ["difficulty", "trait"]


@pytest.mark.played("crew.recovery")
@pytest.mark.parametrize(("mine", "after"), [((9, 4), {}), ((2, 3), {"Winded": 6}), ((1, 3), {"Winded": 10})])
def test_the_complication_is_treated_though_the_gm_rolls_without_its_die(
    gm, marek, wren, kit, winded, dice, mine, after
):
    recovers(marek, winded, kit)
    taken_out_of_the_pool(gm, winded)
    rolled(gm, marek, dice, (3, 5), mine)
    assert complications(wren) == after
    assert is_over(the_exchange(gm.table))


@pytest.mark.played("crew.recovery", "crew.jinx", "crew.opportunity", "crew.table-options/recovery-limit")
def test_the_patient_is_known_though_the_gm_rolled_without_the_die_and_an_opportunity_ended_it(
    gm, ines, marek, wren, kit, dice
):
    Switch.objects.update_or_create(table=gm.table, key="recovery-limit", defaults={"value": "per patient"})
    burn, other = complication(kit, "Burn", 6), complication(kit, "Cold", 6)
    with_points(kit, 1)
    recovers(marek, burn, kit)
    taken_out_of_the_pool(gm, burn)
    dice(1, 3)
    said(throw(gm, "defender"))
    ask = the_ask(gm.table, "crew.opportunity").public_id
    said(marek.post("crew.answer-opportunity", ask=ask, choice=choice("step", burn)))
    assert complications(kit) == {"Cold": 6}
    pool(gm.table, "aggressor", *TREAT)
    dice(9, 1)
    said(throw(marek, "aggressor"))
    assert "New Complication" in gm.panel("asks")
    assert "Step up Cold" not in gm.panel("asks")
    said(gm.post("crew.answer-jinx", ask=the_ask(gm.table, "crew.jinx").public_id, choice="pass"))
    assert "treated in this scene already" in recovers(ines, other, wren, 422)


@pytest.mark.played("crew.recovery")
def test_what_is_gone_before_a_die_has_fallen_is_not_rolled_for(gm, marek, wren, kit, winded, dice):
    recovers(marek, winded, kit)
    gm.does("crew.complication", do="lift", complication=winded.public_id)
    assert complications(wren) == {}
    before = state_of_play(gm.table)
    dice()
    ask = ask_of(gm.table, "defender").public_id
    for act, given in (("crew.throw", {}), ("crew.oppose", {"difficulty": 8})):
        assert "not there any more" in said(gm.post(act, live=True, ask=ask, **given), 422)
    assert state_of_play(gm.table) == before
    gm.does("call-off", exchange=the_exchange(gm.table).public_id)


def test_without_javascript(gm, marek, wren, kit, winded):
    page = marek.get("crew.recover", plain=True, complication=winded.public_id).content.decode()
    assert "Difficulty die" in page
    assert marek.post("crew.recover", plain=True, complication=winded.public_id).status_code == 302


@pytest.mark.played("crew.recovery", "crew.table-options/recovery-limit")
@pytest.mark.parametrize(("limit", "status"), [("per complication", 200), ("per patient", 422), ("per crew", 422)])
def test_a_second_one_waits_while_the_first_within_the_limit_is_open(gm, ines, marek, wren, kit, winded, limit, status):
    Switch.objects.update_or_create(table=gm.table, key="recovery-limit", defaults={"value": limit})
    sore = complication(wren, "Sore", 6)
    recovers(ines, winded, wren)
    said_ = recovers(marek, sore, kit, status)
    assert ("Another recovery is still open" in said_) == (status == 422)


@pytest.mark.played("crew.recovery")
def test_whoever_is_in_a_roll_treats_nobody_meanwhile(table, gm, marek, kit, winded):
    contest(marek, kit, what="Weld")
    before = state_of_play(table)
    assert "Kit is in a roll already: “Weld”" in recovers(marek, winded, kit, 422)
    assert state_of_play(table) == before


def test_whoever_is_not_there_treats_nobody(gm, marek, kit, winded):
    kit.present = False
    kit.save(update_fields=["present"])
    before = state_of_play(gm.table)
    recovers(marek, winded, kit, 422)
    assert state_of_play(gm.table) == before


@pytest.mark.played("crew.scene", "crew.recovery")
def test_what_was_tried_before_the_first_scene_does_not_show_in_it(gm, ines, wren, winded, dice):
    recovers(ines, winded, wren)
    rolled(gm, ines, dice, (5, 6), (2, 3))
    assert sheet_of(wren).complications[0].treated
    said(gm.post("open-scene", title="The hold"))
    assert not sheet_of(wren).complications[0].treated
    said(gm.post("close-scene"))
    assert not sheet_of(wren).complications[0].treated
