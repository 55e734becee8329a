"""Hiding a ship: a place, its cover, the Pilot roll, and who looks for it."""

from __future__ import annotations

from itertools import product

import pytest

from apps.characters.models import Track
from apps.rules.odds import percent
from apps.ships.models import Concealment, Post
from tests.people import newest_event, state_of_play
from tests.ships.conftest import seated, ship_made
from tests.ships.fleet import condition, damaged, disengage, engage, facts_of, go_on, meet, said, track, vessel
from tests.ships.hiders import (
    HIDER,
    SEEKER,
    asks_of,
    beside_the_log,
    concealment,
    emerge,
    flee,
    hide,
    in_each,
    is_hidden,
    next_turn,
    out_of_sight,
    person,
    players_ship,
    shown,
    switched,
    to_the_run,
    watch,
    words,
)


@pytest.fixture
def shannon(ines):
    """Ines's pilot: Dexterity 5 + Pilot 4, Perception 4 + Notice 2."""
    return person(ines, "Shannon")


@pytest.fixture
def pell(marek):
    """Marek's operator: Perception 4 + Notice 3."""
    return person(marek, "Pell", notice=3)


@pytest.fixture
def kestrel(gm, ines, shannon):
    """Size 2, sensors of normal gain; Shannon flies it."""
    return players_ship(gm, ines, shannon, **HIDER)


@pytest.fixture
def magpie(gm, marek, pell):
    """Pell watches its sensors, of normal gain."""
    return players_ship(gm, marek, pell, "sensor-operator", **SEEKER)


@pytest.fixture
def met(gm, kestrel, magpie):
    """Both at medium range, in the step of running and hiding."""
    meet(gm, kestrel, magpie, range_="medium")
    return to_the_run(gm)


# the worked example, through the door


@pytest.mark.played("dragonfly.hiding", "dragonfly.sensor-modifiers", "dragonfly.chase-to-hide")
def test_the_worked_example(gm, ines, marek, dice, met, kestrel, magpie):
    dice(4, 8, 3)
    assert hide(ines, kestrel).status_code == 200
    facts = facts_of(gm.table, "dragonfly.hid")
    assert [side["total"] for side in facts["sides"]] == [10, 15]
    assert (facts["found"], facts["cover"], facts["cover_face"]) == (True, "Medium cover", 8)
    assert not is_hidden(kestrel, magpie)
    dice(8)
    assert watch(marek).status_code == 200
    told = facts_of(gm.table, "dragonfly.detected")
    assert [side["total"] for side in told["sides"]] == [15, 13]
    assert told["hidden"]
    row = concealment(kestrel, magpie)
    assert (row.cover, row.roll, row.presence_known) == ("medium", 15, False)
    assert (vessel(kestrel).choice, vessel(kestrel).target) == ("disengage", None)


def _parts(facts, side):
    return {part["label"]: part["value"] for part in facts["sides"][side]["parts"]}


@pytest.mark.played("dragonfly.sensor-modifiers")
def test_every_number_of_it_is_on_the_directors_card(gm, ines, marek, dice, shannon, pell, magpie):
    kestrel = ship_made(gm, seat=ines.seat.public_id, **HIDER | {"gain": "very-high"})
    seated(ines, kestrel, shannon)
    meet(gm, kestrel, magpie, range_="extreme")
    to_the_run(gm)
    dice(1, 10, 2)
    hide(ines, kestrel)
    facts = facts_of(gm.table, "dragonfly.hid")
    assert _parts(facts, 0) == {"Perception": 4, "Notice": 2, "Very high gain": 5}
    assert _parts(facts, 1) == {"Dexterity": 5, "Pilot": 4, "Size": -2, "Heavy cover": 10}
    dice(9)
    watch(marek)
    assert _parts(facts_of(gm.table, "dragonfly.detected"), 1) == {"Perception": 4, "Notice": 3, "Extreme range": -10}


@pytest.mark.played("dragonfly.sensor-modifiers")
@pytest.mark.parametrize(
    ("range_", "by_range"), [("visual", 5), ("close", 0), ("medium", -2), ("long", -5), ("extreme", -10)]
)
def test_the_range_counts_for_the_operator(gm, ines, marek, dice, kestrel, magpie, range_, by_range):
    meet(gm, kestrel, magpie, range_=range_)
    to_the_run(gm)
    dice(9, 1, 9)
    hide(ines, kestrel)
    dice(1)
    watch(marek)
    assert facts_of(gm.table, "dragonfly.detected")["sides"][1]["total"] == 8 + by_range


@pytest.mark.played("dragonfly.sensor-modifiers")
@pytest.mark.parametrize(("gain", "by_gain"), [("low", -2), ("normal", 0), ("high", 2), ("very-high", 5)])
def test_the_gain_counts_for_the_operator(gm, ines, marek, dice, kestrel, pell, gain, by_gain):
    magpie = players_ship(gm, marek, pell, "sensor-operator", **SEEKER | {"gain": gain})
    meet(gm, kestrel, magpie, range_="close")
    to_the_run(gm)
    dice(9, 1, 9)
    hide(ines, kestrel)
    dice(1)
    watch(marek)
    assert facts_of(gm.table, "dragonfly.detected")["sides"][1]["total"] == 8 + by_gain


@pytest.mark.played("dragonfly.sensor-modifiers")
def test_the_worked_example_of_the_modifiers(gm, ines, marek, dice, kestrel, pell):
    """Medium range and high gain: −2 and +2."""
    magpie = players_ship(gm, marek, pell, "sensor-operator", **SEEKER | {"gain": "high"})
    meet(gm, kestrel, magpie, range_="medium")
    to_the_run(gm)
    dice(9, 1, 9)
    hide(ines, kestrel)
    dice(1)
    watch(marek)
    assert facts_of(gm.table, "dragonfly.detected")["sides"][1]["total"] == 1 + 7 + 0


@pytest.mark.played("dragonfly.sensor-modifiers")
@pytest.mark.parametrize(("face", "cover", "bonus"), [(1, "light", 2), (6, "light", 2), (7, "medium", 5),
                                                      (9, "medium", 5), (10, "heavy", 10)])  # fmt: skip
def test_the_cover_die_helps_the_hider(gm, ines, marek, dice, met, kestrel, magpie, face, cover, bonus):
    dice(9, face, 1)
    hide(ines, kestrel)
    assert facts_of(gm.table, "dragonfly.hid")["sides"][1]["total"] == 1 + 9 - 2 + bonus
    dice(10)
    watch(marek)
    assert is_hidden(kestrel, magpie) is (8 + bonus > 15)
    if bonus == 10:
        assert concealment(kestrel, magpie).cover == cover


# who wins


@pytest.mark.played("dragonfly.hiding")
@pytest.mark.parametrize(
    ("low", "look", "hidden"),
    [(4, 8, False), (4, 7, True), (4, 9, False), (1, 1, True)],
)
def test_a_tie_notices_and_a_higher_total_hides(gm, ines, marek, dice, met, kestrel, magpie, low, look, hidden):
    """Lying low in light cover comes to the die + 9, watching at medium range to the die + 5."""
    dice(9, 3, low)
    hide(ines, kestrel)
    dice(look)
    watch(marek)
    assert is_hidden(kestrel, magpie) is hidden


@pytest.mark.played("dragonfly.hiding")
def test_under_nine_nobody_hides_even_from_a_blind_operator(gm, ines, marek, dice, shannon, magpie):
    kestrel = players_ship(gm, ines, shannon, **HIDER | {"size": 4})
    condition(shannon, "Stunned", -1)
    meet(gm, kestrel, magpie, range_="extreme")
    to_the_run(gm)
    dice(9, 1, 2)
    hide(ines, kestrel)
    assert facts_of(gm.table, "dragonfly.hid")["sides"][1]["total"] == 8
    dice(1)
    watch(marek)
    assert facts_of(gm.table, "dragonfly.detected")["sides"][1]["total"] == -2
    assert not is_hidden(kestrel, magpie)


@pytest.mark.played("dragonfly.hiding")
def test_without_a_place_nothing_more_is_rolled_and_it_is_tried_again_next_turn(
    gm, ines, dice, met, kestrel, magpie, marek
):
    dice(2)
    assert hide(ines, kestrel).status_code == 200
    assert not facts_of(gm.table, "dragonfly.hid")["found"]
    assert asks_of(gm.table, "dragonfly.detect") == []
    assert "finds no place to hide" in ines.log()
    assert "finds no place" not in marek.log()
    before = state_of_play(gm.table)
    response = hide(ines, kestrel)
    assert response.status_code == 422
    assert "has looked for a place in this Turn already" in said(response)
    assert state_of_play(gm.table) == before
    next_turn(gm)
    dice(3, 1, 9)
    assert hide(ines, kestrel).status_code == 200
    assert facts_of(gm.table, "dragonfly.hid")["found"]


@pytest.mark.played("dragonfly.hiding")
def test_several_ships_look_for_one_roll(gm, ines, marek, dice, kestrel, magpie, ashfall, patrol):
    """The patrol pilot watches with the Brains Score of 8, high gain, at medium range."""
    seated(gm, ashfall, patrol, "sensor-operator")
    meet(gm, kestrel, magpie, ashfall, range_="medium")
    to_the_run(gm)
    dice(9, 1, 3)
    hide(ines, kestrel)
    assert is_hidden(kestrel, ashfall)
    assert concealment(kestrel, ashfall).roll == 12
    dice(7)
    watch(marek)
    assert not is_hidden(kestrel, magpie)
    assert is_hidden(kestrel, ashfall)


def test_where_nobody_watches_a_success_is_enough(gm, ines, dice, kestrel, ashfall):
    meet(gm, kestrel, ashfall, range_="visual")
    to_the_run(gm)
    dice(9, 1, 1)
    hide(ines, kestrel)
    assert concealment(kestrel, ashfall).roll == 10
    assert "nobody watches the sensors" in gm.log()


def test_the_pilot_watches_where_there_is_no_operator(gm, ines, marek, dice, kestrel, pell):
    magpie = players_ship(gm, marek, pell, **SEEKER)
    meet(gm, kestrel, magpie, range_="close")
    to_the_run(gm)
    dice(9, 1, 1)
    hide(ines, kestrel)
    dice(5)
    watch(marek)
    assert facts_of(gm.table, "dragonfly.detected")["sides"][1]["total"] == 12


def test_a_ship_of_the_directors_hides_with_ability_scores(gm, marek, dice, magpie, patrol, ashfall):
    """Brains 8 and high gain find a place without a die; the cover die falls; Combat 13 − Size 2 + cover."""
    seated(gm, ashfall, patrol)
    meet(gm, ashfall, magpie, range_="close")
    to_the_run(gm)
    dice(7)
    assert hide(gm, ashfall).status_code == 200
    assert [side["total"] for side in facts_of(gm.table, "dragonfly.hid")["sides"]] == [10, 16]
    assert "lies low" not in marek.log()
    dice(8)
    watch(marek)
    assert is_hidden(ashfall, magpie)


def test_wounds_conditions_and_a_feat_count(gm, ines, dice, met, kestrel, shannon):
    condition(shannon, "Winded", -1)
    Track.objects.filter(character=shannon, key="drama-points").update(value=2)
    dice(4, 8, 3)
    assert hide(ines, kestrel, heroic_feat="on", feat_on="find").status_code == 200
    facts = facts_of(gm.table, "dragonfly.hid")
    assert [side["total"] for side in facts["sides"]] == [19, 14]
    assert [side["feat"] for side in facts["sides"]] == [True, False]
    assert track(shannon, "drama-points") == 1


def test_the_feat_is_for_lying_low_unless_said_otherwise(gm, ines, dice, met, kestrel, shannon):
    dice(4, 8, 3)
    hide(ines, kestrel, heroic_feat="on", feat_on="hide")
    assert [side["total"] for side in facts_of(gm.table, "dragonfly.hid")["sides"]] == [10, 25]


def test_real_dice_are_typed_in_for_each_roll(gm, ines, dice, met, kestrel):
    dice()
    assert hide(ines, kestrel, face=4, cover_face=8, hide_face=3).status_code == 200
    facts = facts_of(gm.table, "dragonfly.hid")
    assert [(side["face"], side["typed"]) for side in facts["sides"]] == [(4, True), (3, True)]
    assert facts["cover"] == "Medium cover"


def test_a_real_die_is_refused_where_the_table_rolls_by_program(gm, ines, met, kestrel):
    switched(gm, typed_dice="off")
    assert 'name="face"' not in ines.get("dragonfly.hide").content.decode()


# the Director names the cover


@pytest.mark.played("dragonfly.hiding", "dragonfly.table-options/random-cover")
def test_the_director_may_name_the_cover(gm, ines, dice, met, kestrel):
    dice(4, 3)
    assert hide(gm, kestrel, cover="heavy").status_code == 200
    facts = facts_of(gm.table, "dragonfly.hid")
    assert (facts["cover"], facts["cover_face"], facts["sides"][1]["total"]) == ("Heavy cover", None, 20)


def test_a_player_names_no_cover(ines, dice, met, kestrel):
    assert 'name="cover"' not in ines.get("dragonfly.hide").content.decode()
    dice(4, 1, 3)
    hide(ines, kestrel, cover="heavy")
    assert facts_of(ines.table, "dragonfly.hid")["cover"] == "Light cover"


@pytest.mark.played("dragonfly.table-options/random-cover")
def test_without_random_cover_no_die_tells_it(gm, ines, dice, kestrel, magpie):
    switched(gm, random_cover="off")
    meet(gm, kestrel, magpie)
    to_the_run(gm)
    before = state_of_play(gm.table)
    response = hide(ines, kestrel)
    assert response.status_code == 422
    assert "the Director names the cover" in said(response)
    assert hide(gm, kestrel).status_code == 422
    assert state_of_play(gm.table) == before
    dice(4, 3)
    assert hide(gm, kestrel, cover="none").status_code == 200
    assert facts_of(gm.table, "dragonfly.hid")["sides"][1]["total"] == 10


# what else changes the numbers


@pytest.mark.played("dragonfly.table-options/size-counts-twice")
@pytest.mark.parametrize(("twice", "total"), [("off", 13), ("on", 15)])
def test_size_helps_the_operator_only_with_the_switch(gm, ines, marek, dice, kestrel, magpie, twice, total):
    switched(gm, size_counts_twice=twice)
    meet(gm, kestrel, magpie, range_="medium")
    to_the_run(gm)
    dice(4, 8, 3)
    hide(ines, kestrel)
    dice(8)
    watch(marek)
    assert facts_of(gm.table, "dragonfly.detected")["sides"][1]["total"] == total
    assert is_hidden(kestrel, magpie) is (total < 15)


@pytest.mark.played("dragonfly.table-options/pilot-attribute")
@pytest.mark.parametrize(("attribute", "total"), [("Dexterity", 15), ("Intelligence", 13)])
def test_the_attribute_that_goes_with_pilot(gm, ines, dice, kestrel, magpie, attribute, total):
    switched(gm, pilot_attribute=attribute)
    meet(gm, kestrel, magpie)
    to_the_run(gm)
    dice(4, 8, 3)
    hide(ines, kestrel)
    assert facts_of(gm.table, "dragonfly.hid")["sides"][1]["total"] == total


def test_the_switches_of_a_turn_are_those_it_began_with(gm, ines, dice, met, kestrel):
    switched(gm, open_hiding_rolls="on", random_cover="off")
    dice(4, 8, 3)
    assert hide(ines, kestrel).status_code == 200
    assert "Pilot" not in ines.log()


# refusals


def test_players_hide_when_the_turn_comes_to_it(gm, ines, dice, kestrel, magpie):
    meet(gm, kestrel, magpie)
    before = state_of_play(gm.table)
    response = hide(ines, kestrel)
    assert response.status_code == 422
    assert "engage or disengage" in said(response)
    assert state_of_play(gm.table) == before
    dice(4, 8, 3)
    assert hide(gm, kestrel).status_code == 200


def test_a_ship_that_engages_does_not_hide(gm, ines, kestrel, magpie):
    meet(gm, kestrel, magpie)
    engage(ines, kestrel, magpie)
    to_the_run(gm)
    response = hide(ines, kestrel)
    assert response.status_code == 422
    assert "engages in this Turn" in said(response)


@pytest.mark.played("dragonfly.hiding", "dragonfly.chase-to-hide")
def test_whoever_takes_over_the_helm_neither_hides_again_nor_runs_in_the_turn(gm, ines, dice, met, kestrel):
    dice(2)
    hide(ines, kestrel)
    post = Post.objects.get(ship=kestrel, key="pilot")
    ines.does("dragonfly.leave-post", post=post.public_id)
    assert seated(ines, kestrel, person(ines, "Orla")).status_code == 200
    for again, why in ((hide, "has looked for a place in this Turn already"), (flee, "takes the same action")):
        response = again(ines, kestrel)
        assert response.status_code == 422
        assert why in said(response)


@pytest.mark.played("dragonfly.chase-to-hide")
def test_hiding_takes_the_place_of_fleeing(gm, ines, dice, met, kestrel):
    assert flee(ines, kestrel).status_code == 200
    before = state_of_play(gm.table)
    response = hide(ines, kestrel)
    assert response.status_code == 422
    assert "takes the same action" in said(response)
    assert state_of_play(gm.table) == before


@pytest.mark.played("dragonfly.chase-to-hide")
def test_whoever_hides_does_not_flee_and_no_range_changes(gm, ines, dice, met, kestrel, magpie):
    from tests.ships.fleet import range_of

    dice(4, 8, 3)
    hide(ines, kestrel)
    assert range_of(kestrel, magpie) == "medium"
    response = flee(ines, kestrel)
    assert response.status_code == 422
    assert "takes the same action" in said(response)


def test_only_the_pilot_hides_the_ship(gm, ines, marek, watcher, stranger, met, kestrel):
    before = state_of_play(gm.table)
    assert hide(marek, kestrel).status_code == 422
    assert hide(watcher, kestrel).status_code == 403
    assert hide(stranger.at(ines), kestrel).status_code == 404
    assert state_of_play(gm.table) == before
    assert "No ship of yours" in words(marek.get("dragonfly.hide"))


def test_where_no_ships_have_met_nothing_hides(ines, kestrel):
    response = ines.post("dragonfly.hide", ship="nothing")
    assert response.status_code == 422
    assert "not yours to choose" in said(response)


def test_it_works_without_a_script_and_is_taken_back(gm, ines, marek, dice, met, kestrel, magpie):
    dice(4, 8, 3)
    assert hide(ines, kestrel, plain=True).status_code == 302
    event = newest_event(gm.table)
    ines.does("undo", event=event.public_id)
    assert len(asks_of(gm.table, "dragonfly.detect")) == 1
    gm.does("undo", event=event.public_id)
    assert asks_of(gm.table, "dragonfly.detect") == []
    assert Concealment.objects.count() == 0
    assert vessel(kestrel).choice == ""


# who learns what


def _hidden_or_not(gm, ines, marek, dice, kestrel):
    """Two worlds: the ship is hidden in the end, or it is not."""

    def world(look):
        def done():
            dice(4, 8, 3)
            hide(ines, kestrel)
            dice(look)
            watch(marek)

        return done

    return [world(8), world(10)]


@pytest.mark.played("dragonfly.hiding")
def test_the_hider_learns_the_place_and_not_whether_it_worked(gm, ines, marek, dice, met, kestrel, magpie):
    worlds = _hidden_or_not(gm, ines, marek, dice, kestrel)
    pages = in_each(worlds, lambda: shown(ines))
    assert pages[0] == pages[1]
    assert "finds a place and lies low Medium cover" in in_each(worlds[:1], ines.log)[0]
    forms = in_each(
        worlds, lambda: [words(ines.get(f"dragonfly.{one}")) for one in ("hide", "flee", "emerge", "engage")]
    )
    assert forms[0] == forms[1]


@pytest.mark.played("dragonfly.hiding")
def test_the_detector_learns_the_outcome_alone(gm, ines, marek, dice, met, kestrel, magpie):
    worlds = _hidden_or_not(gm, ines, marek, dice, kestrel)
    logs = in_each(worlds, marek.log)
    assert "The Heron vanishes from the sensors" in logs[0]
    assert "The Heron is on the sensors" in logs[1]
    for log in logs:
        assert "lies low" not in log
        assert "cover" not in log
        assert "hides with" not in log


@pytest.mark.played("dragonfly.hiding")
def test_the_director_sees_every_roll(gm, ines, marek, dice, met, kestrel, magpie):
    log = in_each(_hidden_or_not(gm, ines, marek, dice, kestrel)[:1], gm.log)[0]
    assert "Finding a place" in log
    assert "Medium cover (8 on the cover die)" in log
    assert "The Heron vanishes from the sensors" in log


@pytest.mark.played("dragonfly.table-options/open-hiding-rolls")
def test_everybody_sees_the_rolls_with_the_switch(gm, ines, marek, watcher, dice, kestrel, magpie):
    switched(gm, open_hiding_rolls="on")
    meet(gm, kestrel, magpie, range_="medium")
    to_the_run(gm)
    dice(4, 8, 3)
    hide(ines, kestrel)
    dice(8)
    watch(marek)
    for who in (ines, marek, watcher):
        log = who.log()
        assert "Finding a place" in log
        assert "8 on the cover die" in log
        assert "vanishes from the sensors" in log


@pytest.mark.played("dragonfly.table-options/open-hiding-rolls")
def test_nobody_else_hears_of_hiding_by_default(gm, ines, marek, watcher, dice, met, kestrel, magpie):
    dice(4, 8, 3)
    hide(ines, kestrel)
    assert "lies low" not in watcher.log()
    assert "lies low" not in marek.log()
    dice(8)
    watch(marek)
    assert "sensors" not in watcher.log()


@pytest.mark.played("dragonfly.table-options/open-hiding-rolls")
def test_open_rolls_of_a_ship_of_the_directors_show_no_score(gm, marek, dice, magpie, patrol, ashfall):
    switched(gm, open_hiding_rolls="on")
    seated(gm, ashfall, patrol)
    meet(gm, ashfall, magpie, range_="close")
    to_the_run(gm)
    dice(7)
    hide(gm, ashfall)
    assert "Combat" in gm.log()
    assert "Combat" not in marek.log()
    assert "lies low" in marek.log()


@pytest.mark.played("dragonfly.hiding", "dragonfly.automatic-sensing")
def test_a_hidden_ship_is_absent_from_the_other_crews_page(gm, ines, marek, watcher, met, kestrel, magpie):
    assert "The Heron" in beside_the_log(marek)
    out_of_sight(kestrel, magpie)
    assert "The Heron" not in beside_the_log(marek)
    assert vessel(kestrel).public_id not in marek.page()
    assert "The Heron" in beside_the_log(ines)
    assert "The Heron" in beside_the_log(gm)


def test_a_ship_of_which_nobody_knows_hides_without_a_trace(gm, marek, dice, magpie, widow, voss):
    seated(gm, widow, voss)
    meet(gm, magpie, widow, range_="close")
    to_the_run(gm)
    before = shown(marek)
    dice(7)
    assert hide(gm, widow).status_code == 200
    assert [one.audience for one in asks_of(gm.table, "dragonfly.detect")] == ["gms"]
    dice(1)
    assert watch(gm).status_code == 200
    assert shown(marek) == before


# coming out


@pytest.mark.played("dragonfly.hiding")
def test_a_ship_comes_out_of_hiding(gm, ines, marek, met, kestrel, magpie):
    out_of_sight(kestrel, magpie)
    assert emerge(ines, kestrel).status_code == 200
    assert not is_hidden(kestrel, magpie)
    assert "The Heron comes out of hiding." in marek.log()
    assert "Magpie had lost it" in gm.log()
    assert "had lost it" not in ines.log()
    event = newest_event(gm.table)
    gm.does("undo", event=event.public_id)
    assert is_hidden(kestrel, magpie)


def test_coming_out_tells_its_crew_nothing(gm, ines, met, kestrel, magpie):
    worlds = [lambda: (out_of_sight(kestrel, magpie), emerge(ines, kestrel)), lambda: emerge(ines, kestrel)]
    pages = in_each(worlds, lambda: shown(ines))
    assert pages[0] == pages[1]


def test_only_the_pilot_comes_out(gm, marek, met, kestrel, magpie):
    out_of_sight(kestrel, magpie)
    before = state_of_play(gm.table)
    assert emerge(marek, kestrel).status_code == 422
    assert state_of_play(gm.table) == before


def test_coming_out_calls_the_search_for_it_off(gm, ines, dice, met, kestrel, magpie):
    dice(4, 8, 3)
    hide(ines, kestrel)
    emerge(ines, kestrel)
    assert asks_of(gm.table, "dragonfly.detect") == []
    assert not is_hidden(kestrel, magpie)


# odds


COVERS = [2] * 6 + [5] * 3 + [10]


def test_the_chance_of_a_place_is_what_the_ten_faces_do(ines, met, kestrel):
    """3 or more with 6; 9 or more on the Pilot roll with 7 and the cover, over all hundred throws."""
    text = words(ines.get("dragonfly.hide"))
    assert "80%" in text
    assert "3 or more on the die" in text
    enough = sum(face + 7 + cover >= 9 for face, cover in product(range(1, 11), COVERS))
    assert f"{enough}% 9 or more on the Pilot roll there" in text
    assert "Magpie" not in text


def test_the_director_sees_the_chance_to_be_hidden(gm, met, kestrel, magpie):
    """All throws of four dice: a place, its cover, lying low, watching."""
    from fractions import Fraction

    faces = range(1, 11)
    found = sum(face + 6 >= 9 for face in faces)
    hidden = sum(
        low + 7 + cover >= 9 and low + 7 + cover > look + 5 for cover, low, look in product(COVERS, faces, faces)
    )
    text = words(gm.get("dragonfly.hide", ship=vessel(kestrel).public_id))
    assert f"{percent(Fraction(found * hidden, 10_000))} hidden from Magpie" in text


def test_a_named_cover_is_in_the_chance(gm, met, kestrel, magpie):
    from fractions import Fraction

    faces = range(1, 11)
    hidden = sum(low + 17 > look + 5 for low, look in product(faces, faces))
    text = words(gm.get("dragonfly.hide", ship=vessel(kestrel).public_id, cover="heavy"))
    assert f"{percent(Fraction(8 * hidden, 1_000))} hidden from Magpie" in text


def test_odds_and_button_stand_before_the_refusal(gm, ines, met, kestrel):
    flee(ines, kestrel)
    assert "takes the same action" in words(ines.get("dragonfly.hide"))


def test_a_ship_with_sensors_out_sees_only_what_is_near(gm, ines, dice, kestrel, ashfall):
    """Whoever cannot look has not found it."""
    damaged(ashfall, sensors_out=1)
    meet(gm, kestrel, ashfall, range_="medium")
    disengage(ines, kestrel)
    to_the_run(gm)
    dice(9, 1, 1)
    hide(ines, kestrel)
    assert is_hidden(kestrel, ashfall)
    assert go_on(gm).phase == "choose"
