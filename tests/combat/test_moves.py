"""Whose move it is (dragonfly.turn): the order of the actions, what fits into a Turn, and what it costs."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Track
from apps.combat import tracking
from apps.combat.dragonfly.fighters import moves
from apps.combat.dragonfly.fighters.standing import count, standing_of
from apps.combat.models import Combatant
from apps.table.hold import hold
from apps.table.turn import Turn
from tests.checks.conftest import full_facts, full_sheet, score_sheet
from tests.combat.conftest import (
    acting_names,
    fighter,
    go_on,
    now,
    order,
    refused,
    start,
    state_of_fight,
    throw,
    turn_number,
    with_life,
)
from tests.people import newest_event


def state(character: Character) -> str:
    return Combatant.objects.get(character=character).state


def tally(character: Character, **made: int) -> None:
    """What was made in this Turn already by acts that have tests of their own."""
    combatant = fighter(character)
    for key, value in made.items():
        assert combatant.fight.turn is not None
        combatant.tallies.create(span=combatant.fight.turn, key=key, value=value)


def do(person: Any, character: Character, what: str = "other", **more: Any) -> Any:
    return person.post("dragonfly.fight-act", character=character.public_id, what=what, **more)


def begin(gm: Any, ines: Any, shannon: Character, dice: Any, **plan: str) -> None:
    """Shannon alone with a plan, up to her move."""
    start(gm, shannon)
    ines.does("dragonfly.declare", character=shannon.public_id, **plan)
    go_on(gm)
    throw(ines, shannon, 9, dice)


def standing(character: Character) -> Any:
    return standing_of(fighter(character))


# the order


@pytest.mark.played("dragonfly.turn", "dragonfly.aiming")
def test_aimed_shots_come_last_in_their_own_order(fight, gm, ines, marek, shannon, pell, dice):
    for person, character in ((ines, shannon), (marek, pell)):
        person.does("dragonfly.declare", character=character.public_id, text="Shoots", aim="on")
    go_on(gm)
    throw(ines, shannon, 9, dice)
    throw(marek, pell, 8, dice, 4, 2)
    assert acting_names(gm) == ["Brute"]
    for _ in range(2):
        go_on(gm)
    assert now(gm).phase == "actions"
    go_on(gm)
    assert (acting_names(gm), now(gm).phase) == (["Shannon"], "aimed-shots")
    refused(do(marek, pell), "not Pell’s move yet")
    assert do(ines, shannon, "done").status_code == 200
    assert acting_names(gm) == ["Pell"]


def test_a_tally_of_aiming_counts_as_well(acting, gm, brute, thugs, pell):
    tally(brute, aim=1)
    go_on(gm)
    assert acting_names(gm) == ["Pell"]


def test_whoever_is_done_makes_room_for_the_next_and_the_gm_ends_the_turn(acting, gm, ines, marek, shannon, pell):
    do(ines, shannon, "done", words="Waits")
    assert acting_names(gm) == ["Brute"]
    assert "Shannon is done for this Turn: Waits. Now: Brute." in marek.log()
    refused(do(ines, shannon), "has acted already")
    for _ in range(4):
        go_on(gm)
    assert (now(gm).phase, turn_number(gm)) == ("intentions", 2)


def test_somebody_hidden_holds_nobody_up(gm, ines, watcher, shannon, brute, voss, dice):
    """Nobody can tell from the order, from a card or from a refusal that there is one more."""
    start(gm, shannon, brute, voss)
    dice(10)
    go_on(gm)
    throw(ines, shannon, 7, dice)
    assert order(gm) == [("Voss", 15), ("Shannon", 14), ("Brute", 13)]
    assert acting_names(gm) == ["Voss", "Shannon"]
    assert moves.why_not_now(ines.viewer, standing(shannon)) is None
    do(ines, shannon, "done")
    assert acting_names(gm) == ["Voss", "Brute"]
    assert "Next ends the move of Voss, Brute" in gm.panel("fight")
    assert "End Turn 1" in gm.panel("fight")
    assert do(gm, voss, "done").status_code == 200
    assert acting_names(gm) == ["Brute"]
    go_on(gm)
    assert now(gm).phase == "intentions"
    assert "Voss" not in ines.page() + watcher.page()


def test_a_hidden_marksman_opens_no_phase_of_aimed_shots(gm, ines, shannon, voss, dice):
    start(gm, shannon, voss)
    gm.does("dragonfly.declare", character=voss.public_id, text="Shoots", aim="on")
    dice(10)
    go_on(gm)
    throw(ines, shannon, 7, dice)
    assert acting_names(gm) == ["Voss", "Shannon"]
    assert now(gm).phase == "actions"
    do(ines, shannon, "done")
    assert acting_names(gm) == ["Voss"]
    assert now(gm).phase == "actions"


def test_what_is_due_for_somebody_hidden_does_not_stop_the_turn(gm, ines, table, shannon, voss, dice):
    start(gm, shannon, voss)
    Track.objects.create(table=table, character=voss, key="state-on-fire", value=1)
    dice(1)
    go_on(gm)
    throw(ines, shannon, 7, dice)
    dice(3)
    for _ in range(3):
        if turn_number(gm) == 1:
            go_on(gm)
    assert now(gm).phase == "intentions"
    assert "Voss" in gm.log()
    assert "Voss" not in ines.log()
    assert "Turn 1, End" not in ines.log()


# what fits into a Turn


@pytest.mark.played("dragonfly.additional-actions", "dragonfly.extra-action-penalty")
def test_each_further_act_is_an_additional_action_at_two_more_off(gm, ines, shannon, dice):
    begin(gm, ines, shannon, dice, action="other", extra_1="other", extra_2="other")
    for left, penalty in ((3, 0), (2, -2), (1, -4)):
        panel = ines.panel("my-fight")
        assert f"{left} action" in panel
        assert (f"an additional action, at −{-penalty}." in panel) == bool(penalty)
        assert do(ines, shannon).status_code == 200
        assert full_facts(gm.table)["penalty"] == penalty
    assert "An additional action: −4 on what is rolled for it." in ines.log()
    assert state(shannon) == "acted"


@pytest.mark.played("dragonfly.additional-actions")
@pytest.mark.parametrize(("dexterity", "more"), [(4, 0), (5, 1), (7, 2), (13, 5)])
def test_dexterity_says_how_many(table, gm, ines, dice, dexterity, more):
    quick = with_life(full_sheet(table, "Quick", ines, dexterity=dexterity), 30)
    begin(gm, ines, quick, dice, action="other", **{f"extra_{n}": "other" for n in range(1, more + 1)})
    for _ in range(more):
        do(ines, quick)
        assert state(quick) == "acting"
    do(ines, quick)
    assert state(quick) == "acted"


def test_supporting_cast_have_the_additional_actions_of_their_sheet(table, gm, brute):
    Track.objects.create(table=table, character=brute, key="additional-actions", value=1)
    start(gm, brute)
    gm.does("dragonfly.declare", character=brute.public_id, action="other", extra_1="other")
    go_on(gm)
    do(gm, brute)
    assert state(brute) == "acting"
    do(gm, brute)
    assert state(brute) == "acted"


@pytest.mark.played("dragonfly.additional-actions", "dragonfly.intentions")
def test_without_a_declaration_there_is_one_action_for_anything(acting, gm, ines, shannon):
    assert "1 action left" in ines.panel("my-fight")
    do(ines, shannon)
    assert state(shannon) == "acted"


@pytest.mark.played("dragonfly.table-options/penalty-per-series", "dragonfly.extra-action-penalty")
@pytest.mark.parametrize(("value", "penalty"), [("off", -4), ("on", -2)])
def test_defenses_count_with_the_rest_or_apart(table, gm, ines, shannon, dice, value, penalty):
    table.switches.filter(key="penalty-per-series").update(value=value)
    begin(gm, ines, shannon, dice, action="other", extra_1="defense", extra_2="other")
    tally(shannon, defenses=2, others=1)
    do(ines, shannon)
    assert full_facts(gm.table)["penalty"] == penalty


@pytest.mark.played("dragonfly.multiple-attacks", "dragonfly.table-options/free-use-of-additional-actions")
@pytest.mark.parametrize(("value", "status"), [("off", 422), ("on", 200)])
def test_attacks_that_were_cut_off_are_lost_or_free(table, gm, ines, shannon, dice, value, status):
    table.switches.filter(key="free-use-of-additional-actions").update(value=value)
    extra = {"extra_1": "attack", "extra_2": "attack"} if value == "off" else {}
    begin(gm, ines, shannon, dice, action="attack", **extra)
    tally(shannon, attacks=1, stopped=1)
    assert ("Something else" in ines.panel("my-fight")) == (value == "on")
    assert "Attack" not in ines.panel("my-fight").replace("Attacks", "")
    assert do(ines, shannon).status_code == status


@pytest.mark.parametrize(("value", "keys"), [("off", {"attack", "defense"}), ("on", {"turn"})])
def test_faces_are_kept_for_attacks_and_defenses_or_for_the_turn(table, gm, ines, shannon, dice, value, keys):
    from apps.rules.dragonfly.combat.turns import die_key

    table.switches.filter(key="one-die-per-turn").update(value=value)
    begin(gm, ines, shannon, dice, action="attack")
    options = moves.options_of(ines.viewer, now(gm))
    with hold(gm.table.public_id):
        turn = Turn(ines.viewer, "a test", lambda count, sides: ())
        for act, face in (("attack", 6), ("defense", 2)):
            count(turn, standing(shannon), act, die=die_key(act=act, options=options), face=face)  # type: ignore[arg-type]
    assert set(standing(shannon).faces) == keys
    assert standing(shannon).faces.get("turn", 6) == 6


def test_what_was_not_declared_is_refused_and_the_gm_may_let_it_happen(gm, ines, shannon, dice):
    begin(gm, ines, shannon, dice, action="other", extra_1="attack")
    do(ines, shannon)
    before = state_of_fight()
    refused(do(ines, shannon), "The Director can let it happen")
    assert state_of_fight() == before
    page = gm.get("dragonfly.fight-act", character=shannon.public_id, what="other").content.decode()
    assert "no more were declared in Intentions" in page
    assert do(gm, shannon).status_code == 200
    assert newest_event(gm.table).by_gm


# who may


def test_acting_is_for_the_player_or_the_gm(acting, gm, ines, marek, watcher, stranger, shannon, brute):
    before = state_of_fight()
    assert do(marek, shannon, "done").status_code == 422
    assert do(watcher, shannon, "done").status_code == 403
    assert do(stranger.at(ines), shannon, "done").status_code == 404
    refused(do(ines, brute, "done"), "not yours to choose")
    assert state_of_fight() == before
    assert do(gm, brute, "other").status_code == 200
    assert "Brute does something else than attack." in ines.log()


def test_it_goes_without_javascript_and_back_again(acting, gm, ines, shannon):
    assert "Something else than an attack" in ines.get("dragonfly.fight-act", plain=True).content.decode()
    before = state_of_fight()
    answer = ines.post("dragonfly.fight-act", plain=True, character=shannon.public_id, what="other", words="Runs")
    assert answer.status_code == 302
    assert acting_names(gm) == ["Brute"]
    assert ines.post("undo", event=newest_event(gm.table).public_id, plain=True).status_code == 302
    assert state_of_fight() == before


@pytest.mark.parametrize("act", ["fight-next", "fight-leave", "fight-undefended", "end-fight", "fight-thugs"])
def test_the_gms_acts_go_without_javascript(acting, gm, brute, act):
    sent = {"character": brute.public_id, "unable": "yes", "name": "Rat", "combat": 8, "life_points": 8, "count": 2}
    before = state_of_fight()
    assert gm.get(f"dragonfly.{act}", plain=True).status_code == 200
    assert gm.post(f"dragonfly.{act}", plain=True, **sent).status_code == 302
    assert state_of_fight() != before
    assert gm.post("undo", plain=True, event=newest_event(gm.table).public_id).status_code == 302
    assert state_of_fight() == before


@pytest.mark.parametrize("act", ["fight-next", "fight-act", "fight-join", "fight-place", "end-fight", "declare"])
def test_without_a_fight_every_act_says_so(gm, ines, shannon, act):
    answer = gm.post(
        f"dragonfly.{act}", character=shannon.public_id, characters=[shannon.public_id], what="done", place=1
    )
    assert answer.status_code == 422
    assert "fight" in answer.content.decode().lower()


# marks


@pytest.mark.played("dragonfly.turn")
def test_a_target_that_cannot_defend_is_marked_until_the_turn_ends(acting, gm, ines, brute):
    gm.does("dragonfly.fight-undefended", character=brute.public_id, unable="yes")
    assert moves.undefended(standing(brute))
    assert "Cannot defend" in ines.panel("fight")
    gm.does("dragonfly.fight-undefended", character=brute.public_id, unable="no")
    assert not moves.undefended(standing(brute))
    assert "Brute can defend again." in ines.log()
    gm.does("dragonfly.fight-undefended", character=brute.public_id, unable="yes")
    for _ in range(5):
        go_on(gm)
    assert not moves.undefended(standing(brute))


def test_whoever_is_out_can_be_deleted_and_comes_back_with_undo(acting, gm, thugs):
    refused(gm.post("delete-character", character=thugs[0].public_id), "First out of the fight")
    gm.does("dragonfly.fight-leave", character=thugs[0].public_id)
    before = state_of_fight()
    gm.does("delete-character", character=thugs[0].public_id)
    assert not Combatant.objects.filter(character_id=thugs[0].pk).exists()
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert state_of_fight() == before


def test_a_late_thug_is_placed_by_score(acting, gm, table):
    late = with_life(score_sheet(table, "Late", combat=12), 10)
    gm.does("dragonfly.fight-join", characters=[late.public_id])
    assert order(gm)[2] == ("Late", 12)
    assert tracking.combatant_of(now(gm), late) is not None
