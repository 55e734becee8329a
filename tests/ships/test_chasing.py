"""Chases: outrunning, being caught up with, and what it costs to evade on the run."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from apps.characters.models import Rating
from apps.rules.odds import percent
from apps.ships.dragonfly.evading import evasion_of
from apps.ships.models import Encounter, Post
from tests.people import newest_event, state_of_play
from tests.ships.conftest import seated, ship_made
from tests.ships.fleet import (
    answer,
    condition,
    damaged,
    encounter,
    engage,
    facts_of,
    fire,
    meet,
    range_of,
    said,
    vessel,
)
from tests.ships.hiders import (
    asks_of,
    beside_the_log,
    flee,
    hide,
    in_each,
    next_turn,
    out_of_sight,
    person,
    players_ship,
    race,
    shown,
    spent,
    switched,
    to_the_run,
    words,
)

SWIFT: dict[str, Any] = {"name": "The Heron", "speed": 4, "gain": "normal"}
HUNTER: dict[str, Any] = {"name": "Magpie", "speed": 3, "gain": "normal"}


@pytest.fixture
def shannon(ines):
    """Dexterity 4 + Pilot 2: the 6 of the worked example."""
    return person(ines, "Shannon", dexterity=4, pilot=2)


@pytest.fixture
def pell(marek):
    """Dexterity 5 + Pilot 2: the 7 of it."""
    return person(marek, "Pell", dexterity=5, pilot=2)


@pytest.fixture
def heron(gm, ines, shannon):
    return players_ship(gm, ines, shannon, **SWIFT)


@pytest.fixture
def magpie(gm, marek, pell):
    return players_ship(gm, marek, pell, **HUNTER)


def hunted(gm, fleeing, hunter, by, range_="medium"):
    """The hunter engages; the Turn is at the step of running."""
    meet(gm, fleeing, hunter, range_=range_)
    chases(hunter, fleeing)
    return to_the_run(gm)


def chases(hunter, fleeing):
    held = vessel(hunter)
    held.choice, held.target = "engage", vessel(fleeing)
    held.save(update_fields=["choice", "target"])


def speed(ship, value):
    Rating.objects.filter(character=ship, key="speed").update(value=value)


# engines


@pytest.mark.played("dragonfly.chase", "dragonfly.space-range")
def test_the_first_worked_example_the_faster_ship_gains_a_range_level(gm, ines, marek, dice, heron, magpie):
    hunted(gm, heron, magpie, marek)
    dice()
    assert flee(ines, heron).status_code == 200
    facts = facts_of(gm.table, "dragonfly.chased")
    assert (facts["winner"], facts["after"], facts["sides"]) == ("fleeing", "Long", [])
    assert range_of(heron, magpie) == "long"
    for who in (ines, marek):
        assert "The Heron wins: medium to long range" in who.log()
        assert "the faster engines" in who.log()


@pytest.mark.played("dragonfly.chase")
@pytest.mark.parametrize(
    ("fleeing", "pursuing", "range_", "after"),
    [(3, 4, "medium", "close"), (3, 4, "visual", "visual"), (9, 0, "visual", "close"), (4, 3, "long", "extreme")],
)
def test_the_faster_engines_win_outright(gm, ines, marek, dice, heron, magpie, fleeing, pursuing, range_, after):
    speed(heron, fleeing)
    speed(magpie, pursuing)
    hunted(gm, heron, magpie, marek, range_)
    dice()
    flee(ines, heron)
    assert range_of(heron, magpie) == after


@pytest.mark.played("dragonfly.chase", "dragonfly.space-range")
def test_beyond_extreme_the_ship_has_escaped(gm, ines, marek, heron, magpie):
    hunted(gm, heron, magpie, marek, "extreme")
    assert flee(ines, heron).status_code == 200
    assert vessel(heron).state == "escaped"
    assert "The Heron is beyond Extreme" in ines.log()
    assert "The Heron is beyond Extreme" in marek.log()
    assert "The Heron" not in beside_the_log(marek)
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert (vessel(heron).state, range_of(heron, magpie)) == ("in", "extreme")


def handed_over(player, ship, before, after):
    """Somebody else of this player's flies the ship from now on."""
    post = Post.objects.get(ship=ship, person=before, key="pilot")
    player.does("dragonfly.leave-post", post=post.public_id)
    assert seated(player, ship, after).status_code == 200


@pytest.mark.played("dragonfly.chase", "dragonfly.chase-to-hide")
def test_whoever_takes_over_the_helm_does_not_run_a_second_time_in_the_turn(gm, ines, marek, shannon, heron, magpie):
    orla = person(ines, "Orla")
    hunted(gm, heron, magpie, marek, "medium")
    flee(ines, heron)
    handed_over(ines, heron, shannon, orla)
    before = state_of_play(gm.table)
    for again, why in ((flee, "runs already in this Turn"), (hide, "takes the same action")):
        response = again(ines, heron)
        assert response.status_code == 422
        assert why in said(response)
    assert state_of_play(gm.table) == before
    next_turn(gm)
    chases(magpie, heron)
    assert flee(ines, heron).status_code == 200
    assert range_of(heron, magpie) == "extreme"


@pytest.mark.played("dragonfly.chase")
def test_a_ship_that_was_to_run_does_so_under_whoever_has_taken_over_the_helm(gm, ines, marek, shannon, heron, magpie):
    orla = person(ines, "Orla")
    meet(gm, heron, magpie, range_="medium")
    chases(magpie, heron)
    flee(ines, heron)
    handed_over(ines, heron, shannon, orla)
    Encounter.objects.update(phase="fire:99")
    gm.does("dragonfly.dogfight-next")
    while encounter(gm.table).phase != "run":
        gm.does("dragonfly.dogfight-next")
    assert range_of(heron, magpie) == "long"
    assert "runs already in this Turn" in said(flee(ines, heron))


@pytest.mark.played("dragonfly.chase")
def test_one_level_in_each_turn(gm, ines, marek, heron, magpie):
    hunted(gm, heron, magpie, marek, "medium")
    flee(ines, heron)
    before = state_of_play(gm.table)
    response = flee(ines, heron)
    assert response.status_code == 422
    assert "runs already in this Turn" in said(response)
    assert state_of_play(gm.table) == before
    next_turn(gm)
    chases(magpie, heron)
    flee(ines, heron)
    assert range_of(heron, magpie) == "extreme"


@pytest.mark.played("dragonfly.chase")
@pytest.mark.parametrize(("fleeing_out", "pursuing_out", "after"), [(1, 0, "close"), (0, 1, "long"), (1, 1, "medium")])
def test_without_engines_a_ship_is_slower_than_any_with(
    gm, ines, marek, dice, heron, magpie, fleeing_out, pursuing_out, after
):
    damaged(heron, engines_out=fleeing_out)
    damaged(magpie, engines_out=pursuing_out)
    hunted(gm, heron, magpie, marek)
    assert ("The engines are out" in words(ines.get("dragonfly.flee"))) is bool(fleeing_out)
    dice()
    flee(ines, heron)
    assert range_of(heron, magpie) == after
    assert ("no engines on either side" in ines.log()) is (after == "medium")


@pytest.mark.played("dragonfly.chase")
def test_each_pursuer_has_its_own_range(gm, ines, marek, heron, magpie, ashfall):
    speed(ashfall, 5)
    meet(gm, heron, magpie, ashfall, range_="medium")
    chases(magpie, heron)
    chases(ashfall, heron)
    to_the_run(gm)
    flee(ines, heron)
    assert (range_of(heron, magpie), range_of(heron, ashfall)) == ("long", "close")


def test_whoever_does_not_hunt_it_changes_nothing(gm, ines, heron, magpie):
    meet(gm, heron, magpie, range_="medium")
    to_the_run(gm)
    assert flee(ines, heron).status_code == 200
    assert range_of(heron, magpie) == "medium"


@pytest.mark.played("dragonfly.chase", "dragonfly.ship-turn")
def test_who_runs_early_is_chased_when_the_turn_comes_to_it(gm, ines, marek, dice, heron, magpie):
    meet(gm, heron, magpie, range_="medium")
    engage(marek, magpie, heron)
    assert flee(ines, heron).status_code == 200
    assert (vessel(heron).choice, range_of(heron, magpie)) == ("disengage", "medium")
    for _ in range(9):
        if range_of(heron, magpie) != "medium":
            break
        gm.does("dragonfly.dogfight-next")
    assert range_of(heron, magpie) == "long"


def test_whoever_changes_their_mind_and_engages_runs_no_more(gm, ines, marek, heron, magpie):
    meet(gm, heron, magpie, range_="medium")
    engage(marek, magpie, heron)
    flee(ines, heron)
    engage(ines, heron, magpie)
    for _ in range(5):
        gm.does("dragonfly.dogfight-next")
    assert range_of(heron, magpie) == "medium"


# equal engines


@pytest.fixture
def even(gm, ines, marek, heron, magpie):
    """Equal engines at medium range; Shannon is asked."""
    speed(heron, 3)
    hunted(gm, heron, magpie, marek)
    assert flee(ines, heron).status_code == 200


@pytest.mark.played("dragonfly.chase", "dragonfly.extra-action-penalty")
def test_what_may_be_expected_counts_the_price_of_the_flight(gm, ines, dice, even, heron, shannon):
    """Running took the first additional action of the Turn: 4 + 2 - 2."""
    spent(shannon, heron, "flight")
    [ask] = asks_of(gm.table, "dragonfly.chase")
    assert "Roll d10 + 4" in words(ines.get("dragonfly.answer-chase", ask=ask.public_id))
    dice(3)
    assert race(ines).status_code == 200


@pytest.mark.played("dragonfly.chase")
def test_the_second_worked_example_both_pilots_roll(gm, ines, marek, dice, even, heron, magpie):
    dice(3)
    assert race(ines).status_code == 200
    dice(7)
    assert race(marek).status_code == 200
    facts = facts_of(gm.table, "dragonfly.chased")
    assert [side["total"] for side in facts["sides"]] == [9, 14]
    assert (facts["winner"], facts["after"]) == ("pursuing", "Close")
    assert range_of(heron, magpie) == "close"
    assert "Magpie wins: medium to close range" in ines.log()
    assert "True" not in ines.log()


@pytest.mark.played("dragonfly.chase")
@pytest.mark.parametrize(
    ("flees", "pursues", "after"),
    [(3, 1, "long"), (2, 1, "medium"), (2, 2, "close"), (5, 4, "medium"), (6, 4, "long"), (10, 10, "close")],
)
def test_it_takes_nine_and_a_tie_changes_nothing(gm, ines, marek, dice, even, heron, magpie, flees, pursues, after):
    dice(flees)
    race(ines)
    dice(pursues)
    race(marek)
    assert range_of(heron, magpie) == after


@pytest.mark.played("dragonfly.chase")
@pytest.mark.parametrize(("way", "after"), [("widen", "long"), ("close", "close")])
def test_the_winner_chooses_the_way(gm, ines, marek, dice, even, heron, magpie, way, after):
    dice(9)
    race(ines, way=way)
    dice(1)
    race(marek, way="widen")
    assert range_of(heron, magpie) == after


def test_the_form_proposes_the_usual_way(ines, marek, dice, even):
    page = ines.get("dragonfly.answer-chase", ask=asks_of(ines.table, "dragonfly.chase")[0].public_id).content.decode()
    assert 'value="widen" id="id_way_0" checked' in page or 'value="widen" checked' in page.replace(
        ' id="id_way_0"', ""
    )


@pytest.mark.played("dragonfly.table-options/chase-by-higher-total")
@pytest.mark.parametrize(("higher", "after"), [("off", "medium"), ("on", "close")])
def test_a_higher_total_under_nine_wins_only_with_the_switch(gm, ines, marek, dice, heron, magpie, higher, after):
    switched(gm, chase_by_higher_total=higher)
    speed(heron, 3)
    hunted(gm, heron, magpie, marek)
    condition_all = condition(heron.posts.get().person, "Dazed", -2), condition(magpie.posts.get().person, "Dazed", -2)
    assert all(condition_all)
    flee(ines, heron)
    dice(2)
    race(ines)
    dice(3)
    race(marek)
    assert [side["total"] for side in facts_of(gm.table, "dragonfly.chased")["sides"]] == [6, 8]
    assert range_of(heron, magpie) == after


@pytest.mark.played("dragonfly.chase")
def test_the_first_die_stays_sealed(gm, ines, marek, dice, even):
    def world(face):
        def done():
            dice(face)
            race(ines)

        return done

    pages = in_each([world(1), world(9)], lambda: [shown(one) for one in (gm, ines, marek)])
    assert pages[0] == pages[1]


def test_the_pursuer_is_asked_after_the_one_who_runs(gm, ines, marek, dice, even):
    assert race(marek).status_code == 422
    assert "The Heron runs from Magpie" in beside_the_log(ines)
    dice(3)
    race(ines)
    assert "Magpie is after The Heron" in beside_the_log(marek)
    assert race(ines).status_code == 422


def test_an_answer_taken_back_is_given_with_the_same_face(gm, ines, marek, dice, even):
    dice(3)
    race(ines)
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert "the same face counts again" in ines.page()
    assert "shows 3" not in ines.panel("asks"), "it lay sealed"
    dice()
    assert race(ines, face=4).status_code == 422
    assert race(ines).status_code == 200
    dice(7)
    race(marek)
    assert facts_of(gm.table, "dragonfly.chased")["sides"][0]["total"] == 9


def test_feats_and_real_dice_count(gm, ines, marek, even, heron, magpie):
    assert race(ines, face=3, heroic_feat="on").status_code == 200
    assert race(marek, face=10, plain=True).status_code == 302
    sides = facts_of(gm.table, "dragonfly.chased")["sides"]
    assert [(side["total"], side["typed"]) for side in sides] == [(19, True), (17, True)]
    assert range_of(heron, magpie) == "long"


def test_scores_stand_for_the_rolls_of_the_supporting_cast(gm, ines, dice, heron, ashfall, patrol):
    """Combat 13; the crew sees the total and not the score."""
    seated(gm, ashfall, patrol)
    speed(heron, 3)
    hunted(gm, heron, ashfall, gm)
    flee(ines, heron)
    dice(8)
    race(ines)
    assert [side["total"] for side in facts_of(gm.table, "dragonfly.chased")["sides"]] == [14, 13]
    assert range_of(heron, ashfall) == "long"
    assert "Combat" not in ines.log()
    assert "Combat" in gm.log()


def test_a_ship_that_nobody_flies_wins_no_chase(gm, ines, dice, heron, ashfall):
    speed(heron, 3)
    hunted(gm, heron, ashfall, gm)
    flee(ines, heron)
    dice(3)
    race(ines)
    assert range_of(heron, ashfall) == "long"


def test_a_chase_waits_for_its_pilots_and_is_called_off(gm, even, heron, magpie):
    assert gm.post("dragonfly.dogfight-next").status_code == 422
    ask = asks_of(gm.table, "dragonfly.chase")[0]
    gm.does("call-off", exchange=ask.exchange.public_id)
    assert range_of(heron, magpie) == "medium"
    gm.does("dragonfly.dogfight-next")


def test_a_chase_with_a_ship_that_is_gone_is_refused_in_words(gm, ines, even, magpie):
    held = vessel(magpie)
    held.state = "lost"
    held.save(update_fields=["state"])
    response = race(ines)
    assert response.status_code == 422
    assert "no longer in the encounter" in said(response)


# odds


def test_the_director_sees_the_chance_of_each_ending(gm, even):
    """All hundred throws: the die + 6 against the die + 7."""
    ends = [(flees + 6, pursues + 7) for flees, pursues in product(range(1, 11), repeat=2)]
    wins = sum(one >= 9 and (one > other or other < 9) for one, other in ends)
    loses = sum(other >= 9 and (other > one or one < 9) for one, other in ends)
    ask = asks_of(gm.table, "dragonfly.chase")[0]
    text = words(gm.get("dragonfly.answer-chase", ask=ask.public_id))
    assert f"Chance to win the chase {percent(Fraction(wins, 100))}" in text
    assert f"{percent(Fraction(loses, 100))} Magpie wins" in text
    assert f"{percent(Fraction(100 - wins - loses, 100))} nobody wins" in text


def test_a_player_sees_the_odds_of_their_own_roll_alone(ines, even):
    ask = asks_of(ines.table, "dragonfly.chase")[0]
    text = words(ines.get("dragonfly.answer-chase", ask=ask.public_id))
    assert "80%" in text
    assert "Magpie wins" not in text


# who may, and who hears


def test_only_the_pilot_runs(gm, ines, marek, watcher, stranger, heron, magpie):
    hunted(gm, heron, magpie, marek)
    before = state_of_play(gm.table)
    assert flee(marek, heron).status_code == 422
    assert flee(watcher, heron).status_code == 403
    assert flee(stranger.at(ines), heron).status_code == 404
    assert state_of_play(gm.table) == before
    assert flee(gm, heron, plain=True).status_code == 302
    assert range_of(heron, magpie) == "long"


def test_a_ship_that_engages_does_not_run(gm, ines, heron, magpie):
    meet(gm, heron, magpie)
    engage(ines, heron, magpie)
    response = flee(ines, heron)
    assert response.status_code == 422
    assert "engages in this Turn" in said(response)
    assert flee(gm, heron).status_code == 200
    assert vessel(heron).choice == "disengage"


def test_the_unseen_hunter_is_nowhere(gm, ines, dice, heron, widow, voss):
    """Not in a card, and not in a question: the Director rolls for both."""
    speed(heron, 3)
    seated(gm, widow, voss)
    meet(gm, heron, widow, range_="medium")
    to_the_run(gm)

    def world(chased):
        def done():
            if chased:
                chases(widow, heron)
            flee(ines, heron)
            if chased:
                assert [one.audience for one in asks_of(gm.table, "dragonfly.chase")] == ["gms"]
                dice(9)
                assert race(gm).status_code == 200

        return done

    pages = in_each([world(True), world(False)], lambda: shown(ines))
    assert pages[0] == pages[1]


def test_a_hunter_loses_what_hides_from_it(gm, ines, marek, heron, magpie):
    hunted(gm, heron, magpie, marek)
    out_of_sight(heron, magpie)
    before = shown(marek)
    flee(ines, heron)
    assert range_of(heron, magpie) == "medium"
    assert shown(marek) == before


# fleeing and evading


@pytest.fixture
def fired_on(gm, ines, marek, dice, shannon, pell):
    """Pell fires a turret at whoever flies the Heron, at close range."""
    ships = []

    def prepared(dexterity, **switches):
        Rating.objects.filter(character=shannon, key="dexterity").update(value=dexterity)
        switched(gm, **switches)
        ships.append(players_ship(gm, ines, shannon, **SWIFT))
        ships.append(players_ship(gm, marek, pell, "gunner", **HUNTER))
        meet(gm, *ships, range_="close")
        return ships

    return prepared


def _shot_at(gm, marek, dice, pell, heron, magpie):
    from apps.ships.models import Encounter

    Encounter.objects.filter(table=gm.table).update(phase="fire:0")
    dice(10)
    response = fire(marek, pell, magpie, "Top turret", heron)
    assert response.status_code == 200, said(response)


@pytest.mark.played("dragonfly.flee-and-evade", "dragonfly.table-options/free-evasion-while-fleeing")
@pytest.mark.parametrize(("free", "total"), [("off", 12), ("on", 14)])
def test_the_worked_example_evading_on_the_run_costs_an_additional_action(
    gm, ines, marek, dice, shannon, pell, fired_on, free, total
):
    """Dexterity 6: one additional action, at −2."""
    heron, magpie = fired_on(6, free_evasion_while_fleeing=free)
    assert flee(ines, heron).status_code == 200
    _shot_at(gm, marek, dice, pell, heron, magpie)
    dice(6)
    assert answer(ines, shannon, "dragonfly.answer-shot", how="evade").status_code == 200
    assert facts_of(gm.table, "dragonfly.shot")["sides"][1]["total"] == total


@pytest.mark.played("dragonfly.flee-and-evade", "dragonfly.table-options/free-evasion-while-fleeing")
@pytest.mark.parametrize(("free", "status"), [("off", True), ("on", False)])
def test_a_pilot_without_additional_actions_chooses(gm, ines, shannon, fired_on, free, status):
    """Who has run does not evade."""
    heron, _ = fired_on(4, free_evasion_while_fleeing=free)
    flee(ines, heron)
    assert bool(evasion_of(ines.viewer, vessel(heron), shannon).why_not) is status


@pytest.mark.played("dragonfly.flee-and-evade")
def test_who_has_evaded_without_additional_actions_does_not_run(gm, ines, shannon, fired_on):
    heron, _ = fired_on(4)
    spent(shannon, heron, "evasions")
    before = state_of_play(gm.table)
    response = flee(ines, heron)
    assert response.status_code == 422
    assert "to run as well takes an additional action" in said(response)
    assert state_of_play(gm.table) == before
    Rating.objects.filter(character=shannon, key="dexterity").update(value=6)
    assert flee(ines, heron).status_code == 200


# losing a pursuer


@pytest.mark.played("dragonfly.chase-to-hide")
def test_who_cannot_outrun_the_hunter_lies_low_in_the_next_turn(gm, ines, marek, dice, heron, magpie):
    speed(magpie, 9)
    hunted(gm, heron, magpie, marek)
    flee(ines, heron)
    assert range_of(heron, magpie) == "close"
    assert hide(ines, heron).status_code == 422
    next_turn(gm)
    dice(9, 10, 9)
    assert hide(ines, heron).status_code == 200
    assert range_of(heron, magpie) == "close"


def test_where_no_ships_have_met_nobody_runs(ines, gm):
    ship_made(gm, name="The Heron", seat=ines.seat.public_id)
    assert ines.post("dragonfly.flee", ship="nothing").status_code == 422
    assert "No ship of yours" in words(ines.get("dragonfly.flee"))
