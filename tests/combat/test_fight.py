"""A fight as people play it: begun, taken on step by step, joined and left, ended."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from apps.characters.dragonfly.sheet import sheet_of
from apps.characters.models import Character, Track, Use
from apps.combat import tracking
from apps.combat.dragonfly.fighters import moves
from apps.combat.dragonfly.fighters.standing import standing_of
from apps.combat.models import Combatant, Hold
from apps.table.models import Ask, Event
from tests.checks.conftest import everything_shown_to, full_facts, full_sheet, score_sheet
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


# beginning


def test_whoever_is_down_is_not_brought_into_a_fight_unasked(gm, shannon, pell, brute):
    gm.does("dragonfly.adjust", character=brute.public_id, track="life-points", set=-3)
    form = BeautifulSoup(gm.get("dragonfly.start-fight").content, "lxml")
    chosen = {one["value"] for one in form.select("input[name=characters][checked]")}
    assert chosen == {shannon.public_id, pell.public_id}


@pytest.mark.played("dragonfly.turn")
def test_a_fight_begins_with_intentions(gm, ines, shannon, brute):
    fight = start(gm, shannon, brute)
    assert (fight.phase, turn_number(gm)) == ("intentions", 1)
    assert {one.character.name for one in fight.combatants.all()} == {"Shannon", "Brute"}
    assert "Turn 1" in ines.panel("fight")
    assert "The gantry. In it: Shannon, Brute" in ines.log()


def test_who_is_here_is_ticked_and_who_is_away_is_not(gm, shannon, brute):
    brute.present = False
    brute.save()
    page = gm.get("dragonfly.start-fight").content.decode()
    assert f'value="{shannon.public_id}" id="id_characters_0" checked' in page or "checked" in page
    ticked = [line for line in page.split("<label") if "checked" in line]
    assert len(ticked) == 1
    assert shannon.public_id in ticked[0]


def test_only_a_gm_starts_one_and_only_one(gm, ines, fight):
    assert ines.post("dragonfly.start-fight").status_code == 403
    before = state_of_fight()
    refused(gm.post("dragonfly.start-fight"), "A fight is running already")
    assert state_of_fight() == before


def test_without_a_fight_nothing_can_be_taken_on(gm, ines, shannon):
    refused(gm.post("dragonfly.fight-next"), "No fight is running")
    assert gm.post("dragonfly.fight-thugs", name="Thug", combat=9, life_points=9, count=1).status_code == 422
    assert "Start a fight" in gm.panel("beginnings")
    assert ines.panel("fight") == ""
    assert ines.panel("my-fight") == ""


def test_of_somebody_hidden_nobody_else_learns(gm, ines, watcher, shannon, voss, dice):
    fight = start(gm, shannon, voss)
    assert "Voss" in gm.panel("fight")
    dice(10)
    go_on(gm)
    throw(ines, shannon, 1, dice)
    assert order(gm) == [("Voss", 15), ("Shannon", 8)]
    assert acting_names(gm) == ["Voss", "Shannon"]
    gm.does("dragonfly.fight-act", character=voss.public_id, what="done")
    gm.does("dragonfly.fight-leave", character=voss.public_id)
    for person in (ines, watcher):
        shown = everything_shown_to(person)
        assert "Voss" not in shown
        assert voss.public_id not in shown
        assert fighter(voss).public_id not in shown
    assert fight.combatants.count() == 2


def test_numbers_of_the_gms_own_are_not_for_players(acting, gm, ines):
    assert "Initiative 13" in gm.panel("fight")
    assert "Initiative 16" in ines.panel("fight")
    assert "13" not in ines.panel("fight")
    assert "Brute 13" in gm.log()
    assert "Brute 13" not in ines.log()
    assert "initiative 13" not in ines.log()


# step by step


@pytest.mark.played("dragonfly.turn", "dragonfly.initiative")
def test_a_turn_goes_from_intentions_to_the_next(acting, gm, ines, shannon, marek, pell):
    assert acting_names(gm) == ["Shannon"]
    assert "Marek was the last to throw: Turn 1, Actions: Shannon acts." in gm.log()
    assert "Next: Brute" in gm.panel("fight")
    assert "Next ends the move of Shannon" in gm.panel("fight")
    ines.does("dragonfly.fight-act", character=shannon.public_id, what="done")
    assert acting_names(gm) == ["Brute"]
    for name in ("Pell", "Thug 2", "Thug 1"):
        go_on(gm)
        assert acting_names(gm)[0] == name or name.startswith("Thug")
    assert "End Turn 1" in gm.panel("fight")
    go_on(gm)
    fight = now(gm)
    assert (turn_number(gm), fight.phase) == (2, "intentions")
    assert {one.initiative for one in fight.combatants.all()} == {None}
    assert {one.state for one in fight.combatants.all()} == {"waiting"}


def test_the_last_to_act_does_not_end_the_turn_by_themselves(gm, ines, shannon, dice):
    start(gm, shannon)
    go_on(gm)
    throw(ines, shannon, 5, dice)
    ines.does("dragonfly.fight-act", character=shannon.public_id, what="done")
    assert now(gm).phase == "actions"
    assert acting_names(gm) == []
    assert "End Turn 1" in gm.panel("fight")


def test_a_button_that_is_out_of_date_does_nothing(acting, gm):
    seen = gm.soup().find(id="panel-fight").find("input", {"name": "seen"})["value"]
    go_on(gm)
    before = state_of_fight()
    refused(gm.post("dragonfly.fight-next", seen=seen), "gone on in the meantime")
    assert state_of_fight() == before


def test_the_step_says_what_it_will_do_before_it_is_done(fight, gm):
    page = " ".join(gm.get("dragonfly.fight-next").content.decode().split())
    assert "Initiative" in page
    assert "Nothing declared yet: Shannon, Pell" in page


def test_whoever_cannot_act_is_passed_over(acting, gm, table, brute):
    Track.objects.create(table=table, character=brute, key="state-unconscious", value=1)
    go_on(gm)
    assert acting_names(gm) == ["Pell"]


@pytest.mark.played("dragonfly.turn")
def test_what_is_due_at_the_end_keeps_the_turn_open(gm, ines, table, shannon, brute, dice):
    start(gm, shannon, brute)
    Track.objects.create(table=table, character=shannon, key="state-on-fire", value=1)
    go_on(gm)
    throw(ines, shannon, 9, dice)
    for _ in range(2):
        go_on(gm)
    assert now(gm).phase == "end-of-turn"
    assert turn_number(gm) == 1
    assert "Fire: Shannon" in ines.log()
    assert "Turn 2" in gm.panel("fight")
    go_on(gm)
    assert (turn_number(gm), now(gm).phase) == (2, "intentions")


@pytest.mark.played("dragonfly.turn")
def test_whoever_takes_aim_acts_after_the_others(fight, gm, ines, marek, shannon, pell, dice):
    ines.does("dragonfly.declare", character=shannon.public_id, text="Shoot the lock", aim="on")
    go_on(gm)
    throw(ines, shannon, 9, dice)
    throw(marek, pell, 8, dice, 4, 2)
    assert acting_names(gm) == ["Brute"]
    assert "Aimed shots, at the end of the Turn" in ines.panel("fight")
    for _ in range(4):
        go_on(gm)
    assert acting_names(gm) == ["Shannon"]
    assert now(gm).phase == "aimed-shots"
    assert moves.why_not_now(ines.viewer, standing_of(fighter(shannon))) is None


# whose move it is


def why(person, character: Character) -> str:
    no = moves.why_not_now(person.viewer, standing_of(fighter(character)))
    return no.code if no else ""


def test_why_not_now_in_every_phase(fight, gm, ines, marek, shannon, pell, dice):
    assert why(ines, shannon) == "not-yet"
    go_on(gm)
    assert why(ines, shannon) == "not-yet"
    throw(ines, shannon, 9, dice)
    throw(marek, pell, 8, dice, 4, 2)
    assert why(ines, shannon) == ""
    assert why(marek, pell) == "not-your-move"
    assert why(gm, pell) == ""
    go_on(gm)
    assert why(ines, shannon) == "acted"
    gm.does("dragonfly.fight-leave", character=shannon.public_id)
    assert why(ines, shannon) == "not-fighting"


def test_the_unconscious_do_not_act(acting, ines, gm, table, shannon):
    Track.objects.create(table=table, character=shannon, key="state-unconscious", value=1)
    assert why(ines, shannon) == "cannot-act"
    assert why(gm, shannon) == ""


def test_a_player_does_something_else_only_when_it_is_their_move(acting, ines, marek, gm, shannon, pell):
    before = state_of_fight()
    refused(marek.post("dragonfly.fight-act", character=pell.public_id, what="other"), "not Pell’s move yet")
    assert marek.post("dragonfly.fight-act", character=shannon.public_id, what="done").status_code == 422
    assert state_of_fight() == before
    ines.does("dragonfly.fight-act", character=shannon.public_id, what="other", words="Runs")
    assert state(shannon) == "acted"
    assert acting_names(gm) == ["Brute"]
    assert "Shannon does something else than attack: Runs. Now: Brute." in marek.log()


@pytest.mark.played("dragonfly.additional-actions", "dragonfly.intentions")
def test_each_action_is_for_what_it_was_declared_for(fight, gm, ines, marek, shannon, pell, dice):
    ines.does("dragonfly.declare", character=shannon.public_id, action="other", extra_1="attack", text="Lever, kick")
    go_on(gm)
    throw(ines, shannon, 9, dice)
    throw(marek, pell, 8, dice, 4, 2)
    assert "2 actions left" in ines.panel("my-fight")
    ines.does("dragonfly.fight-act", character=shannon.public_id, what="other")
    assert state(shannon) == "acting"
    assert "1 action left" in ines.panel("my-fight")
    refused(
        ines.post("dragonfly.fight-act", character=shannon.public_id, what="other"),
        "no more were declared in Intentions",
    )
    gm.does("dragonfly.fight-act", character=shannon.public_id, what="other")


@pytest.mark.played("dragonfly.table-options/free-use-of-additional-actions")
@pytest.mark.parametrize(("value", "left"), [("off", "1 action left"), ("on", "3 actions left")])
def test_additional_actions_are_declared_or_free(table, gm, ines, shannon, brute, dice, value, left):
    table.switches.filter(key="free-use-of-additional-actions").update(value=value)
    start(gm, shannon, brute)
    assert ("extra_1" in ines.get("dragonfly.declare").content.decode()) == (value == "off")
    ines.does("dragonfly.declare", character=shannon.public_id, action="attack", text="Kick")
    go_on(gm)
    throw(ines, shannon, 9, dice)
    assert left in ines.panel("my-fight")


def test_moves_acted_passes_on_when_nothing_is_left(acting, gm, ines, shannon):
    from apps.table.hold import hold
    from apps.table.turn import Turn

    with hold(gm.table.public_id):
        standing = standing_of(fighter(shannon))
        assert standing.fight.turn is not None
        turn = Turn(ines.viewer, "a test", lambda count, sides: ())
        tracking.raise_tally(turn, standing.combatant, standing.fight.turn, "attacks")
        moves.acted(turn, standing)
    assert state(shannon) == "acted"
    assert acting_names(gm) == ["Brute"]


# joining and leaving


def test_six_thugs_come_in_two_taps(fight, gm, ines):
    form = gm.get("dragonfly.fight-thugs").content.decode()
    assert 'value="6"' in form
    assert "one tap brings 6 in" in form
    assert "Bring 6 in" in form
    assert "Bring 4 in" in gm.get("dragonfly.fight-thugs", count=4).content.decode()
    gm.does("dragonfly.fight-thugs", name="Dockhand", combat=10, life_points=20, count=6)
    names = [one.character.name for one in now(gm).combatants.order_by("pk")][-6:]
    assert names == [f"Dockhand {n}" for n in range(1, 7)]
    assert "brings Dockhand 1 to 6 into the fight." in ines.log()


def test_thugs_of_the_list_come_armed_with_one_tap(fight, gm):
    """With the form as it opens: six of that name, with its scores and its ways of attacking."""
    form = BeautifulSoup(gm.get("dragonfly.fight-thugs").content, "lxml")
    typed = form.select("form.act input:not([type=checkbox]), form.act input[checked]")
    sent = {str(one["name"]): str(one.get("value", "")) for one in typed}
    gm.does("dragonfly.fight-thugs", **sent, ready="guard")
    came = [one.character for one in now(gm).combatants.order_by("pk")][-6:]
    assert [one.name for one in came] == [f"Guard {n}" for n in range(1, 7)]
    sheet = sheet_of(came[0])
    assert {one.name for one in sheet.maneuvers} == {"Club", "Pistol"}
    assert (sheet.number("muscle"), sheet.number("combat"), sheet.life_points) == (12, 13, 30)
    gm.does("dragonfly.fight-thugs", **sent | {"name": "Dockhand"})
    dockhand = list(now(gm).combatants.order_by("pk"))[-1].character
    assert [one.name for one in sheet_of(dockhand).maneuvers] == ["Punch"], "thugs came in who could hurt nobody"


def test_copies_are_numbered_past_those_who_are_there(fight, gm, thugs, voss):
    gm.does("dragonfly.fight-thugs", base=thugs[0].public_id, count=2)
    copies = list(Character.objects.order_by("pk"))[-2:]
    assert [one.name for one in copies] == ["Thug 3", "Thug 4"]
    assert copies[0].ratings.get(key="combat").value == 9


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"name": "", "combat": 9, "life_points": 9, "count": 2}, "Without somebody to copy"),
        ({"name": "Thug", "combat": 9, "life_points": 9, "count": 13}, "1 to 12 is possible"),
    ],
)
def test_thugs_are_refused(fight, gm, sent, words):
    before = state_of_fight()
    refused(gm.post("dragonfly.fight-thugs", **sent), words)
    assert state_of_fight() == before


@pytest.mark.played("dragonfly.initiative")
def test_whoever_comes_late_finds_a_place_by_initiative(acting, gm, ines, table, dice):
    late = with_life(score_sheet(table, "Late", combat=12), 10)
    jo = with_life(full_sheet(table, "Jo", ines, dexterity=4), 20)
    gm.does("dragonfly.fight-join", characters=[late.public_id, jo.public_id])
    assert order(gm)[:3] == [("Shannon", 16), ("Brute", 13), ("Late", 12)]
    throw(ines, jo, 10, dice)
    assert order(gm)[:4] == [("Shannon", 16), ("Jo", 14), ("Brute", 13), ("Late", 12)]
    assert now(gm).phase == "actions"
    assert acting_names(gm) == ["Shannon"]


def test_nobody_joins_twice(fight, gm, shannon):
    assert gm.post("dragonfly.fight-join", characters=[shannon.public_id]).status_code == 422


def test_whoever_leaves_lets_go_and_the_next_is_up(acting, gm, shannon, brute, pell):
    Hold.objects.create(holder=fighter(shannon), held=fighter(brute), grip="body")
    gm.does("dragonfly.fight-leave", character=shannon.public_id)
    assert not Hold.objects.exists()
    assert acting_names(gm) == ["Brute"]
    refused(gm.post("dragonfly.fight-leave", character=shannon.public_id), "out of the fight already")
    gm.does("dragonfly.fight-join", characters=[shannon.public_id])
    assert state(shannon) == "waiting"


def test_a_throw_is_not_waited_for_any_more_when_its_combatant_leaves(fight, gm, ines, shannon):
    go_on(gm)
    gm.does("dragonfly.fight-leave", character=shannon.public_id)
    assert [one.subject for one in Ask.objects.filter(closed_at=None)] != []
    assert not Ask.objects.filter(closed_at=None, subject=shannon.pk).exists()


# marks and the end


def test_a_target_that_cannot_defend_is_marked_for_this_turn(acting, gm, ines, brute):
    assert not moves.undefended(standing_of(fighter(brute)))
    gm.does("dragonfly.fight-undefended", character=brute.public_id, unable="yes")
    assert moves.undefended(standing_of(fighter(brute)))
    assert "Brute cannot defend in this Turn" in ines.log()
    refused(gm.post("dragonfly.fight-undefended", character=brute.public_id, unable="yes"), "marked so already")
    assert ines.post("dragonfly.fight-undefended", character=brute.public_id).status_code == 403


@pytest.mark.played("dragonfly.turn", "dragonfly.righteous-fury")
def test_the_end_lists_what_ends_with_it(fight, gm, ines, shannon, brute, pell):
    ines.does("dragonfly.declare", character=shannon.public_id, fury="on", fury_why="They burnt the boats")
    gm.does("dragonfly.answer-fury", ask=Ask.objects.get(closed_at=None).public_id, allow="yes")
    gm.does("dragonfly.declare", character=brute.public_id, stance="full-offense")
    Hold.objects.create(holder=fighter(brute), held=fighter(pell), grip="body")
    assert "Righteous Fury" in gm.get("dragonfly.end-fight").content.decode()
    gm.does("dragonfly.end-fight")
    said = {(one["character"], one["name"]) for one in full_facts(gm.table)["ended"]}
    assert said == {("Shannon", "Righteous Fury"), ("Brute", "Full Offense"), ("Pell", "held by Brute")}
    assert tracking.fight_of(gm.table) is None
    assert not Hold.objects.exists()
    assert not Use.objects.filter(rule="dragonfly.righteous-fury", span__closed_at=None).exists()


def test_what_a_hidden_one_loses_is_not_told(gm, ines, shannon, voss):
    start(gm, shannon, voss)
    gm.does("dragonfly.declare", character=voss.public_id, stance="full-defense")
    gm.does("dragonfly.end-fight")
    assert "Voss: Full Defense" in gm.log()
    assert "Voss" not in ines.log()


def test_with_the_scene_the_fight_ends_and_nobody_waits_any_more(gm, ines, shannon):
    gm.does("open-scene", title="The quay")
    start(gm, shannon)
    ines.does("dragonfly.declare", character=shannon.public_id, stance="full-offense")
    go_on(gm)
    assert Ask.objects.filter(closed_at=None).count() == 1
    gm.does("close-scene")
    assert tracking.fight_of(gm.table) is None
    assert not Ask.objects.filter(closed_at=None).exists()
    assert "Shannon: Full Offense" in ines.log()


def test_nobody_in_a_running_fight_is_deleted(fight, gm, ines, shannon):
    refused(ines.post("delete-character", character=shannon.public_id), "in the fight that is running")
    gm.does("dragonfly.end-fight")
    before = state_of_fight()
    ines.does("delete-character", character=shannon.public_id)
    assert not Combatant.objects.filter(character_id=shannon.pk).exists()
    ines.does("undo")
    assert state_of_fight() == before


# taking back


STEPS = {
    "start": lambda gm, who: None,
    "thugs": lambda gm, who: gm.post("dragonfly.fight-thugs", name="Rat", combat=9, life_points=9, count=3),
    "leave": lambda gm, who: gm.post("dragonfly.fight-leave", character=who["brute"].public_id),
    "next": lambda gm, who: gm.post("dragonfly.fight-next"),
    "place": lambda gm, who: gm.post("dragonfly.fight-place", character=who["brute"].public_id, place=1),
    "other": lambda gm, who: gm.post("dragonfly.fight-act", character=who["shannon"].public_id, what="other"),
    "undefended": lambda gm, who: gm.post("dragonfly.fight-undefended", character=who["pell"].public_id, unable="yes"),
    "declare": lambda gm, who: gm.post("dragonfly.declare", character=who["pell"].public_id, drama="attack"),
    "end": lambda gm, who: gm.post("dragonfly.end-fight"),
}  # fmt: skip


@pytest.mark.parametrize("name", [name for name in STEPS if name not in {"start", "declare"}])
def test_every_step_can_be_taken_back(acting, gm, shannon, pell, brute, name):
    before = state_of_fight()
    answer = STEPS[name](gm, {"shannon": shannon, "pell": pell, "brute": brute})
    assert answer.status_code == 200, answer.content.decode()
    assert state_of_fight() != before
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert state_of_fight() == before


def test_the_trackers_undo_leads_to_the_newest_step(acting, gm, ines, shannon):
    ines.does("dragonfly.fight-act", character=shannon.public_id, what="done")
    step = newest_event(gm.table)
    gm.does("say", text="Who is next?")
    links = gm.soup().find(id="panel-fight").find_all("a")
    link = next(one for one in links if "Undo this step" in one.get_text())
    assert step.public_id in link["href"]
    gm.does("undo", event=step.public_id)
    assert acting_names(gm) == ["Shannon"]


def test_the_last_throw_is_taken_back_with_what_it_began(fight, gm, ines, marek, shannon, pell, dice):
    go_on(gm)
    throw(ines, shannon, 9, dice)
    before = state_of_fight()
    throw(marek, pell, 8, dice, 4, 2)
    thrown = Event.objects.get(kind="dragonfly.initiative", seat=marek.seat)
    gm.does("undo", event=thrown.public_id)
    assert state_of_fight() == before
    assert now(gm).phase == "initiative"
    throw(marek, pell, 1, lambda *faces: None)
    assert order(gm)[2] == ("Pell", 11)


def test_a_fight_that_was_started_is_taken_back(gm, shannon):
    before = state_of_fight()
    start(gm, shannon)
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert state_of_fight() == before
