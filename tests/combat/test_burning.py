"""Fire: set alight, burning on, put out, scars."""

from __future__ import annotations

import pytest

from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.models import Track
from apps.combat.dragonfly.fighters.badges import badges_of
from apps.combat.dragonfly.fighters.standing import standing_of
from apps.table.models import Event
from tests.checks.conftest import everything_shown_to, full_sheet
from tests.combat.conftest import fighter, start
from tests.combat.test_wounds import end_turn
from tests.combat.wounded import asks, does, harm, jess_of, now, seated, thug_of, told, undo, with_life
from tests.people import state_of_play

ALIGHT, BURN, OUT = "dragonfly.set-alight", "dragonfly.burn", "dragonfly.put-out"


@pytest.fixture
def jess(ines):
    return jess_of(ines)


def alight(gm, *whom, status=200, **more):
    return does(gm, ALIGHT, status, characters=[one.public_id for one in whom], **more)


def burns(gm, who, turns=1, status=200):
    return does(gm, BURN, status, character=who.public_id, turns=turns)


def puts_out(person, helper, patient, status=200):
    return does(person, OUT, status, character=helper.public_id, patient=patient.public_id)


def life(character):
    sheet = sheet_of(character)
    return sheet.ordinary_damage, sheet.fire_damage, sheet.life_points


@pytest.mark.played("dragonfly.fire", "dragonfly.life-points", "dragonfly.damage-types")
def test_the_catalogue_s_example(table, ines, gm, jess):
    alight(gm, jess, why="The lamp oil")
    assert "Jess burns (The lamp oil)" in ines.log()
    burns(gm, jess, 4)
    facts = told(table, "dragonfly.burned")
    assert (facts["points"], facts["blaze"], facts["scarred"]) == (12, 12, False)
    assert life(jess) == (0, 12, 26)
    assert "12 from the fire, Life Points 38 to 26 of 38" in ines.log()


@pytest.mark.played("dragonfly.fire")
@pytest.mark.parametrize(("before", "turns", "scarred"), [(0, 6, 0), (0, 7, 1), (6, 1, 1), (5, 1, 0)])
def test_scars_beyond_twenty(table, ines, gm, jess, before, turns, scarred):
    alight(gm, jess)
    if before:
        burns(gm, jess, before)
    burns(gm, jess, turns)
    assert now(jess).scarred == scarred
    assert ("It leaves scars" in ines.log()) == bool(scarred)


@pytest.mark.played("dragonfly.fire", "dragonfly.natural-healing")
def test_healing_takes_nothing_off_the_blaze_and_a_new_fire_is_counted_anew(table, gm, jess):
    alight(gm, jess)
    burns(gm, jess, 6)
    does(gm, "dragonfly.adjust", character=jess.public_id, track="fire-damage", set=0)
    burns(gm, jess)
    assert (now(jess).blaze, now(jess).scarred) == (21, 1)
    puts_out(gm, jess, jess)
    Track.objects.filter(character=jess, key="state-scarred").update(value=0)
    alight(gm, jess)
    burns(gm, jess)
    assert (now(jess).blaze, now(jess).scarred) == (3, 0)


@pytest.mark.played("dragonfly.fire", "dragonfly.turn")
def test_in_a_fight_it_burns_at_the_end_of_each_turn(table, ines, gm, jess, dice):
    start(gm, jess, thug_of(table))
    alight(gm, jess)
    assert ("On fire", "bad") in badges_of(standing_of(fighter(jess)))
    assert life(jess) == (0, 0, 38)
    assert "by itself" in burns(gm, jess, status=422)
    end_turn(gm, dice)
    assert life(jess) == (0, 3, 35)
    assert "Fire: Jess." in ines.log()
    end_turn(gm, dice)
    assert life(jess) == (0, 6, 32)
    puts_out(gm, jess, jess)
    end_turn(gm, dice)
    assert life(jess) == (0, 6, 32)


@pytest.mark.played("dragonfly.fire", "dragonfly.turn")
def test_whoever_is_out_of_the_fight_burns_on(table, gm, jess, dice):
    start(gm, jess, thug_of(table))
    alight(gm, jess)
    does(gm, "dragonfly.fight-leave", character=jess.public_id)
    assert "by itself" in burns(gm, jess, status=422)
    end_turn(gm, dice)
    assert life(jess) == (0, 3, 35)


@pytest.mark.played("dragonfly.fire", "dragonfly.table-options/armor-against-fire")
@pytest.mark.parametrize(("switch", "armor", "points"), [("off", 2, 3), ("on", 2, 1), ("on", 5, 0), ("on", 0, 3)])
def test_whether_armor_helps(db, dice, switch, armor, points):
    table, gm, _, _, jess = seated(armor_against_fire=switch)
    does(gm, "dragonfly.adjust", character=jess.public_id, track="armor", **({"set": armor} if armor else {"set": 1}))
    if not armor:
        does(gm, "dragonfly.adjust", character=jess.public_id, track="armor", set=0)
    alight(gm, jess)
    burns(gm, jess)
    assert told(table, "dragonfly.burned")["points"] == points
    start(gm, jess, thug_of(table))
    end_turn(gm, dice)
    assert life(jess)[1] == 2 * points


@pytest.mark.played("dragonfly.fire", "dragonfly.consciousness-test", "dragonfly.survival-test")
def test_the_fire_leads_to_tests(table, gm, jess, dice):
    alight(gm, jess)
    harm(gm, jess, -36)
    burns(gm, jess)
    assert [one.exchange.kind for one in asks(table)] == ["dragonfly.consciousness"]
    burns(gm, jess, 4)
    assert [one.exchange.kind for one in asks(table)] == ["dragonfly.survival"]
    undo(gm)
    assert [one.exchange.kind for one in asks(table)] == ["dragonfly.consciousness"]


@pytest.mark.played("dragonfly.fire", "dragonfly.ability-scores")
def test_one_of_the_supporting_cast_falls_by_fire(table, ines, gm):
    thug = thug_of(table)
    alight(gm, thug)
    burns(gm, thug, 7)
    assert now(thug).unconscious
    assert "Thug burns for 7 Turns. It leaves scars." in ines.log()
    assert "Life Points" not in ines.log()
    assert "21 from the fire" in gm.log()


# putting it out


@pytest.mark.played("dragonfly.fire")
def test_putting_it_out_is_somebody_s_act(table, ines, marek, gm, jess, dice):
    pell = with_life(full_sheet(table, "Pell", marek), 30)
    alight(gm, jess, pell)
    puts_out(marek, pell, jess)
    assert not now(jess).on_fire
    assert "Pell puts out the fire of Jess" in ines.log()
    puts_out(marek, pell, pell)
    assert "Pell puts their own fire out" in ines.log()
    undo(gm)
    assert now(pell).on_fire


@pytest.mark.played("dragonfly.fire", "dragonfly.turn")
def test_in_a_fight_it_is_the_action_of_the_turn(table, ines, gm, jess, dice):
    start(gm, jess, thug_of(table, combat=2))
    alight(gm, jess)
    assert "Intentions" in puts_out(ines, jess, jess, status=422)
    does(gm, "dragonfly.fight-next")
    dice(9)
    does(gm, "dragonfly.fight-next")
    puts_out(ines, jess, jess)
    assert standing_of(fighter(jess)).done.others == 1
    assert fighter(jess).state == "acted"


def test_refusals(table, ines, marek, watcher, stranger, gm, jess):
    pell = with_life(full_sheet(table, "Pell", marek), 30)
    before = state_of_play(table)
    assert "Nobody is named" in does(gm, ALIGHT, 422)
    does(ines, ALIGHT, 403, characters=[jess.public_id])
    does(ines, BURN, 403, character=jess.public_id, turns=1)
    assert puts_out(ines, jess, jess, 422)
    assert burns(gm, jess, status=422)
    assert stranger.at(ines).post(OUT, character=jess.public_id).status_code == 404
    assert state_of_play(table) == before
    alight(gm, jess)
    before = state_of_play(table)
    assert "on fire already" in alight(gm, pell, jess, status=422)
    assert burns(gm, jess, 0, 422)
    assert burns(gm, jess, 101, 422)
    assert puts_out(marek, jess, jess, 422)
    does(watcher, OUT, 403, character=jess.public_id, patient=jess.public_id)
    assert state_of_play(table) == before
    does(gm, "dragonfly.fate", character=pell.public_id, fate="unconscious")
    assert "Pell is unconscious and cannot act" in puts_out(marek, pell, jess, 422)


def test_the_hidden_leave_no_trace(table, ines, watcher, gm, jess, dice):
    voss = with_life(full_sheet(table, "Voss", hidden=True), 30)
    lurker = thug_of(table, "Lurker", hidden=True)
    cards = [one.log() for one in (ines, watcher)]
    form = ines.get(OUT, character=jess.public_id).content
    alight(gm, voss, lurker)
    burns(gm, voss, 7)
    puts_out(gm, jess, voss)
    assert ines.get(OUT, character=jess.public_id).content == form
    assert [one.log() for one in (ines, watcher)] == cards
    alight(gm, voss, jess)
    assert "Jess burns" in ines.log()
    puts_out(gm, voss, jess)
    assert "Somebody puts out the fire of Jess" in ines.log()
    for one in (ines, watcher):
        shown = everything_shown_to(one)
        assert "Voss" not in shown
        assert "Lurker" not in shown


@pytest.mark.played("dragonfly.fire", "dragonfly.turn")
def test_the_fire_of_the_hidden_holds_no_turn_up(table, ines, watcher, gm, jess, dice):
    """The Turn goes on as if nothing had happened; the GM is told."""
    voss = with_life(full_sheet(table, "Voss", hidden=True, willpower=1), 30)
    logs = []
    for burning in (False, True):
        start(gm, jess, thug_of(table), voss)
        if burning:
            alight(gm, voss)
        dice(5)
        end_turn(gm, dice)
        logs.append([one.log().rsplit("starts a fight", 1)[1] for one in (ines, watcher)])
        does(gm, "dragonfly.end-fight")
    assert logs[0] == logs[1]
    assert told(table, "dragonfly.burned")["character"] == "Voss"
    assert [one.audience for one in Event.objects.get(table=table, kind="dragonfly.burned").tellings.all()] == ["gms"]


def test_without_javascript(table, ines, gm, jess):
    page = gm.get(ALIGHT, plain=True).content.decode()
    assert "Set somebody alight" in page
    assert gm.post(ALIGHT, plain=True, characters=[jess.public_id]).status_code == 302
    assert gm.post(BURN, plain=True, character=jess.public_id, turns=2).status_code == 302
    assert ines.post(OUT, plain=True, character=jess.public_id, patient=jess.public_id).status_code == 302
    assert (now(jess).on_fire, life(jess)[1]) == (0, 6)
