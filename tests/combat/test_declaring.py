"""Intentions (dragonfly.intentions): what is declared, what is announced and paid with it, and the Director's word."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from apps.characters.dragonfly.points import drama_points_of
from apps.characters.models import Character, Move
from apps.combat import tracking
from apps.combat.models import Declaration
from apps.table.models import Event
from tests.checks.conftest import everything_shown_to, full_facts
from tests.combat.arena import maneuver
from tests.combat.conftest import fighter, go_on, in_words, now, refused, start, state_of_fight, throw
from tests.people import newest_event


def declared(character: Character) -> Declaration:
    found = tracking.declaration_of(fighter(character).fight, fighter(character))
    assert found is not None
    return found


def drama(character: Character) -> int:
    return drama_points_of(character)


@pytest.mark.played("dragonfly.intentions", "dragonfly.additional-actions")
def test_a_plan_is_written_down_and_told(fight, ines, marek, shannon):
    ines.does(
        "dragonfly.declare", character=shannon.public_id, text="Kick the Brute twice", stance="full-offense",
        action="attack", extra_1="attack",
    )  # fmt: skip
    row = declared(shannon)
    assert (row.text, row.shown, row.verdict) == ("Kick the Brute twice", True, "")
    assert row.plan == {
        "stance": "full-offense", "action": "attack", "extra": ["attack"], "drama": [], "aim": False,
    }  # fmt: skip
    assert "Shannon: Kick the Brute twice, Full Offense, 1 more attack." in marek.log()
    assert "Kick the Brute twice" in marek.panel("fight")
    assert "Full Offense" in marek.panel("fight")
    assert "Change it" in ines.panel("my-fight")


@pytest.mark.played("dragonfly.intentions")
def test_whoever_is_short_of_words_declares_with_one_tap(fight, ines, shannon):
    assert "Say what Shannon tries" in ines.panel("my-fight")
    ines.does("dragonfly.declare", character=shannon.public_id)
    assert declared(shannon).text == "Attacks"
    ines.does("dragonfly.declare", character=shannon.public_id, stance="full-defense")
    assert (declared(shannon).text, declared(shannon).plan["action"]) == ("Defends", "other")
    assert "instead of what was declared before" in ines.log()


def test_an_attack_without_words_says_on_whom(fight, ines, marek, gm, shannon, brute, voss):
    """And anew where somebody else is chosen; nobody reads the name of whom they know nothing."""
    ines.does("dragonfly.declare", character=shannon.public_id, at=fighter(brute).public_id)
    assert declared(shannon).text == "Attacks Brute"
    assert "Shannon: Attacks Brute." in marek.log()
    assert 'value="Attacks Brute"' not in ines.get(f"dragonfly.declare?character={shannon.public_id}").content.decode()
    gm.does("dragonfly.fight-join", characters=voss.public_id)
    gm.does("dragonfly.declare", character=brute.public_id, at=fighter(voss).public_id)
    assert declared(brute).text == "Attacks"


@pytest.mark.parametrize(
    ("words", "more", "told"),
    [
        ("I kick", {}, "I kick (on Brute)"),
        ("I kick the brute", {}, "I kick the brute"),
        ("I hide", {"action": "other"}, "I hide"),
        ("I run", {"action": "other", "extra_1": "attack"}, "I run (an attack on Brute), 1 more attack"),
        ("I shoot", {"aim": "on"}, "I shoot"),
    ],
)
def test_words_that_name_nobody_are_told_with_whom_a_close_attack_is_on(
    fight, ines, marek, shannon, brute, words, more, told
):
    at = fighter(brute).public_id
    ines.does("dragonfly.declare", character=shannon.public_id, text=words, at=at, **more)
    assert declared(shannon).text == words
    assert f"Shannon: {told}" + (", takes aim." if "aim" in more else ".") in marek.log()
    assert told.partition(", ")[0] in marek.panel("fight")
    assert ("at" in declared(shannon).plan) == ("aim" not in more)


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"stance": "full-defense", "action": "attack", "text": "Hit"}, "On Full Defense nobody attacks"),
        ({"stance": "full-defense", "action": "other", "extra_1": "attack"}, "On Full Defense nobody attacks"),
        ({"stance": "full-defense", "action": "other", "aim": "on"}, "On Full Defense nobody takes aim"),
        ({"stance": "full-offense", "extra_1": "defense"}, "On Full Offense nobody defends"),
        ({"fury": "on"}, "Say what provoked it"),
        ({"stance": "crouching"}, "field-stance"),
    ],
)
def test_what_does_not_fit_is_refused_beside_its_field(fight, ines, shannon, sent, words):
    before = state_of_fight()
    answer = ines.post("dragonfly.declare", character=shannon.public_id, **{"text": "Something", **sent})
    refused(answer, words)
    assert 'value="Something"' in answer.content.decode() or 'value="Hit"' in answer.content.decode()
    assert state_of_fight() == before


@pytest.mark.played("dragonfly.additional-actions")
def test_only_whoever_is_fast_has_additional_actions_to_declare(fight, ines, marek, gm, pell, brute):
    page = in_words(ines.get("dragonfly.declare"))
    assert "Additional action 1, at −2" in page
    assert "Additional action 2, at −4" in page
    assert "Additional action 3" not in page
    assert "Additional action" not in in_words(marek.get("dragonfly.declare"))
    assert "Additional action" not in in_words(gm.get("dragonfly.declare", character=brute.public_id))


def test_what_is_rarely_declared_is_folded_until_it_is_chosen(fight, ines, shannon):
    """On a phone the form fits: its words, the stance, the action, at whom; the rest opens with what was chosen."""

    def folds(**chosen):
        page = BeautifulSoup(ines.get("dragonfly.declare", **chosen).content, "lxml")
        return {one["id"]: one.has_attr("open") for one in page.select("details[id^=declare-]")}

    assert folds() == {"declare-more": False, "declare-feat": False}
    assert folds(extra_1="attack") == {"declare-more": True, "declare-feat": False}
    assert folds(aim="on") == {"declare-more": True, "declare-feat": False}
    assert folds(drama="attack") == {"declare-more": False, "declare-feat": True}


def test_whom_a_close_attack_is_on_is_folded_for_whoever_only_shoots(fight, ines, shannon, brute):
    def asked(**chosen):
        page = BeautifulSoup(ines.get("dragonfly.declare", **chosen).content, "lxml")
        [fold] = page.select("#declare-more")
        return [len(one.select("#field-at")) for one in (page, fold)], fold.has_attr("open")

    assert asked() == ([1, 0], False)
    maneuver(shannon, "Pistol", 9, "pistol")
    assert asked() == ([1, 1], False)
    assert asked(at=fighter(brute).public_id) == ([1, 1], True)
    maneuver(shannon, "Knife", 4, "hand-weapon")
    assert asked() == ([1, 0], False)


def test_without_javascript_it_is_a_page_and_a_redirect(fight, ines, shannon):
    assert "What Shannon tries" in ines.get("dragonfly.declare", plain=True).content.decode()
    answer = ines.post("dragonfly.declare", plain=True, character=shannon.public_id, text="Jump")
    assert answer.status_code == 302
    assert declared(shannon).text == "Jump"
    answer = ines.post("dragonfly.declare", plain=True, character=shannon.public_id, text="Jump", fury="on")
    assert answer.status_code == 422
    assert "Say what provoked it" in answer.content.decode()


def test_a_player_declares_for_their_own_and_the_gm_for_everybody(fight, ines, gm, stranger, watcher, pell, brute):
    before = state_of_fight()
    assert ines.post("dragonfly.declare", character=pell.public_id, text="Flee").status_code == 422
    assert watcher.post("dragonfly.declare", character=pell.public_id).status_code == 403
    assert stranger.at(ines).post("dragonfly.declare", character=pell.public_id).status_code == 404
    assert state_of_fight() == before
    gm.does("dragonfly.declare", character=pell.public_id, text="Flee")
    assert newest_event(gm.table).by_gm
    assert declared(pell).text == "Flee"
    gm.does("dragonfly.declare", character=brute.public_id, text="Grapple Shannon")
    assert not newest_event(gm.table).by_gm
    assert "Grapple Shannon" in ines.panel("fight")


@pytest.mark.played("dragonfly.intentions")
def test_once_intentions_are_over_only_the_director_changes_them(acting, ines, gm, shannon):
    before = state_of_fight()
    refused(ines.post("dragonfly.declare", character=shannon.public_id, text="Run"), "Intentions are over")
    assert state_of_fight() == before
    gm.does("dragonfly.declare", character=shannon.public_id, text="Run", action="other")
    assert declared(shannon).text == "Run"


# Drama Points


@pytest.mark.played("dragonfly.heroic-feat", "dragonfly.drama-points")
def test_a_heroic_feat_is_announced_and_paid_once_a_turn(fight, ines, marek, shannon):
    ines.does("dragonfly.declare", character=shannon.public_id, text="Kick", drama="attack")
    assert drama(shannon) == 2
    assert "Heroic Feat for the attack. 2 Drama Points left." in marek.log()
    ines.does("dragonfly.declare", character=shannon.public_id, text="Kick", drama="damage")
    assert drama(shannon) == 2
    assert declared(shannon).plan["drama"] == ["damage"]
    refused(ines.post("dragonfly.declare", character=shannon.public_id, text="Kick"), "announced and paid")


def test_without_a_point_nothing_is_announced(fight, ines, shannon):
    shannon.tracks.filter(key="drama-points").update(value=0)
    before = state_of_fight()
    refused(ines.post("dragonfly.declare", character=shannon.public_id, drama="attack"), "No Drama Points are left")
    assert state_of_fight() == before
    assert not Move.objects.exists()


@pytest.mark.played("dragonfly.drama-points")
def test_a_feat_comes_too_late_after_intentions(acting, gm, shannon):
    refused(gm.post("dragonfly.declare", character=shannon.public_id, drama="attack"), "Intentions are over")
    assert drama(shannon) == 3


def test_where_initiative_is_not_thrown_no_feat_is_announced_for_it(table, gm, ines, shannon, dice):
    table.switches.filter(key="initiative-once-per-fight").update(value="on")
    start(gm, shannon)
    go_on(gm)
    throw(ines, shannon, 9, dice)
    go_on(gm)
    answer = ines.post("dragonfly.declare", character=shannon.public_id, text="Be first", drama="initiative")
    refused(answer, "Initiative is not thrown for Shannon in this Turn")
    assert drama(shannon) == 3


def test_supporting_cast_have_no_points_to_announce(fight, gm, brute):
    page = gm.get("dragonfly.declare", character=brute.public_id).content.decode()
    assert 'name="drama"' not in page
    assert 'name="fury"' not in page
    assert 'name="stance"' in page


def test_undo_gives_the_point_back(fight, ines, gm, shannon):
    before = state_of_fight()
    ines.does("dragonfly.declare", character=shannon.public_id, text="Kick", drama="attack")
    ines.does("undo")
    assert drama(shannon) == 3
    assert state_of_fight() == before


# in secret


@pytest.mark.played("dragonfly.table-options/secret-intentions")
def test_in_secret_nobody_learns_before_all_are_shown(table, gm, ines, marek, watcher, shannon, pell, brute):
    table.switches.filter(key="secret-intentions").update(value="on")
    start(gm, shannon, pell, brute)
    ines.does("dragonfly.declare", character=shannon.public_id, text="Up the rope", stance="full-defense",
              action="other", drama="defense")  # fmt: skip
    gm.does("dragonfly.declare", character=brute.public_id, text="Grapple Shannon")
    for person in (marek, watcher):
        shown = everything_shown_to(person)
        assert "Up the rope" not in shown
        assert "Grapple" not in shown
        assert "Full Defense" not in person.panel("fight")
        assert "Heroic Feat" not in person.log()
    assert "Up the rope" in ines.panel("my-fight")
    assert "until all are shown" in ines.panel("my-fight")
    assert "Up the rope" in gm.panel("fight")
    assert "Grapple" not in everything_shown_to(ines)
    go_on(gm)
    for person in (ines, marek, watcher):
        assert "Shannon: Up the rope, Full Defense, Heroic Feat for the defense." in person.log()
        assert "Brute: Grapple Shannon." in person.log()
        assert "Up the rope" in person.panel("fight")


@pytest.mark.parametrize("role", ["player", "spectator"])
def test_a_late_seat_reads_what_everybody_was_told_and_no_secret(table, sit, gm, ines, shannon, pell, brute, role):
    table.switches.filter(key="secret-intentions").update(value="on")
    start(gm, shannon, pell, brute)
    ines.does("dragonfly.declare", character=shannon.public_id, text="Up the rope")
    june = sit("June", role, "rose")
    assert "fight" in june.log()
    assert "Up the rope" not in everything_shown_to(june)
    go_on(gm)
    assert "Shannon: Up the rope" in sit("Wim", role, "moss").log()


def test_openly_everybody_hears_at_once(fight, ines, marek, shannon):
    ines.does("dragonfly.declare", character=shannon.public_id, text="Up the rope")
    assert "Up the rope" in marek.log()
    assert "Up the rope" in marek.panel("fight")


def test_of_somebody_hidden_nothing_is_heard(gm, ines, watcher, shannon, voss):
    start(gm, shannon, voss)
    gm.does("dragonfly.declare", character=voss.public_id, text="Waits in ambush")
    gm.does("dragonfly.verdict", character=voss.public_id, verdict="longer", turns=3)
    for person in (ines, watcher):
        shown = everything_shown_to(person)
        assert "ambush" not in shown
        assert "Voss" not in shown
    assert voss.public_id not in ines.get("dragonfly.declare").content.decode()
    same = ines.post("dragonfly.declare", character=voss.public_id).content
    assert b"Voss" not in same
    assert b"not yours to choose" in same


# the Director's word


@pytest.mark.played("dragonfly.intentions")
def test_the_director_says_no(fight, gm, ines, marek, shannon, pell, dice):
    ines.does("dragonfly.declare", character=shannon.public_id, text="Dig through the wall", action="other")
    gm.does("dragonfly.verdict", character=shannon.public_id, verdict="no")
    assert "says no. Shannon: Dig through the wall." in marek.log()
    assert "The Director says no: declare something else." in ines.panel("my-fight")
    go_on(gm)
    throw(ines, shannon, 9, dice)
    throw(marek, pell, 8, dice, 4, 2)
    refused(ines.post("dragonfly.fight-act", character=shannon.public_id, what="other"), "said no to what was declared")
    assert "Something else" not in ines.panel("my-fight")
    assert "Done" in ines.panel("my-fight")
    ines.does("dragonfly.fight-act", character=shannon.public_id, what="done")


@pytest.mark.played("dragonfly.intentions")
def test_what_takes_longer_goes_on_by_itself_until_its_last_turn(gm, ines, shannon, dice):
    start(gm, shannon)
    ines.does("dragonfly.declare", character=shannon.public_id, text="Hack through the wall", action="other",
              drama="initiative")  # fmt: skip
    gm.does("dragonfly.verdict", character=shannon.public_id, verdict="longer", turns=2)
    assert "2 Turns" in ines.panel("fight")
    assert "it takes longer: 2 Turns" in ines.panel("my-fight")
    go_on(gm)
    throw(ines, shannon, 9, dice)
    refused(ines.post("dragonfly.fight-act", character=shannon.public_id, what="other"), "2 Turns from now on")
    go_on(gm)
    row = declared(shannon)
    assert (row.text, row.verdict, row.turns_left) == ("Hack through the wall", "longer", 1)
    assert row.plan["drama"] == []
    assert "last Turn of it" in ines.panel("fight")
    go_on(gm)
    throw(ines, shannon, 2, dice)
    ines.does("dragonfly.fight-act", character=shannon.public_id, what="other")
    go_on(gm)
    assert tracking.declaration_of(now(gm), fighter(shannon)) is None


def test_the_word_is_refused_where_there_is_nothing_to_say(fight, gm, ines, shannon):
    refused(gm.post("dragonfly.verdict", character=shannon.public_id, verdict="yes"), "Nothing is declared for Shannon")
    ines.does("dragonfly.declare", character=shannon.public_id)
    gm.does("dragonfly.verdict", character=shannon.public_id, verdict="longer", turns=3)
    before = state_of_fight()
    again = gm.post("dragonfly.verdict", character=shannon.public_id, verdict="longer", turns=3)
    refused(again, "your word already")
    assert gm.post("dragonfly.verdict", character=shannon.public_id, verdict="longer", turns=1).status_code == 422
    assert ines.post("dragonfly.verdict", character=shannon.public_id, verdict="yes").status_code == 403
    assert state_of_fight() == before
    gm.does("undo", event=Event.objects.get(kind="dragonfly.verdict").public_id)
    assert declared(shannon).verdict == ""


def test_something_new_is_declared_in_place_of_what_was_refused(fight, gm, ines, shannon):
    ines.does("dragonfly.declare", character=shannon.public_id, text="Fly", action="other")
    gm.does("dragonfly.verdict", character=shannon.public_id, verdict="no")
    ines.does("dragonfly.declare", character=shannon.public_id, text="Jump", action="other")
    assert declared(shannon).verdict == ""
    assert full_facts(gm.table)["changed"]
