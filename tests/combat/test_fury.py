"""Righteous Fury (dragonfly.righteous-fury): asked for in Intentions, and begun or not by the Director's word."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.dragonfly.points import drama_points_of
from apps.characters.models import Character, Use
from apps.combat.dragonfly.fighters.moves import options_of
from apps.combat.dragonfly.fighters.standing import standing_of
from apps.rules.parts import total_of
from apps.table.models import Ask
from tests.checks.conftest import everything_shown_to, full_sheet
from tests.combat.conftest import fighter, go_on, in_words, now, refused, start, state_of_fight, throw, with_life
from tests.people import newest_event

WHY = "They burnt the boats"


def ask_for(person: Any, character: Character, **more: Any) -> Any:
    return person.post("dragonfly.declare", character=character.public_id, fury="on", fury_why=WHY, **more)


def answer(gm: Any, allow: str = "yes", **more: Any) -> Any:
    return gm.post("dragonfly.answer-fury", ask=Ask.objects.get(closed_at=None).public_id, allow=allow, **more)


def points(character: Character) -> int:
    return drama_points_of(character)


def bonus(person: Any, character: Character, act: Any = "attack") -> int:
    standing = standing_of(fighter(character))
    return total_of(standing.lines(act, options_of(person.viewer, standing.fight)))


@pytest.mark.played("dragonfly.righteous-fury", "dragonfly.drama-points")
def test_nothing_is_paid_before_the_director_says_yes(fight, gm, ines, marek, shannon):
    assert ask_for(ines, shannon, text="Kick").status_code == 200
    assert points(shannon) == 3
    card = gm.soup().find("section", class_="ask").get_text(" ", strip=True)
    assert "Shannon asks for Righteous Fury" in card
    assert WHY in card
    assert "asks for Righteous Fury" not in marek.page()
    assert answer(gm, words="They did").status_code == 200
    assert points(shannon) == 1
    assert "lets Shannon fight in Righteous Fury: +5 on all attacks, 1 Drama Point left. They did" in marek.log()
    assert "Righteous Fury" in marek.panel("fight")


@pytest.mark.played("dragonfly.righteous-fury")
def test_it_adds_five_to_every_attack_of_the_fight_and_to_nothing_else(fight, gm, ines, marek, shannon, pell, dice):
    assert bonus(ines, shannon) == 0
    ask_for(ines, shannon)
    answer(gm)
    assert (bonus(ines, shannon), bonus(ines, shannon, "defense"), bonus(ines, shannon, "other")) == (5, 0, 0)
    assert bonus(marek, pell) == 0
    go_on(gm)
    throw(ines, shannon, 9, dice)
    throw(marek, pell, 8, dice, 4, 2)
    for _ in range(5):
        go_on(gm)
    assert (now(gm).phase, bonus(ines, shannon)) == ("intentions", 5)
    gm.does("dragonfly.end-fight")
    start(gm, shannon)
    assert standing_of(Use.objects.get().character.fighting.latest("pk")).fury is False


@pytest.mark.played("dragonfly.righteous-fury")
def test_without_provocation_nothing_is_spent(fight, gm, ines, marek, shannon):
    ask_for(ines, shannon)
    assert answer(gm, "no", words="Rain is no reason").status_code == 200
    assert (points(shannon), bonus(ines, shannon)) == (3, 0)
    assert "sees no reason for the Righteous Fury of Shannon; nothing is spent. Rain is no reason" in marek.log()
    assert ask_for(ines, shannon).status_code == 200


@pytest.mark.played("dragonfly.righteous-fury")
def test_it_comes_on_top_of_a_heroic_feat(fight, gm, ines, shannon):
    ask_for(ines, shannon, drama="attack")
    answer(gm)
    assert points(shannon) == 0
    assert standing_of(fighter(shannon)).drama == ("attack",)
    assert standing_of(fighter(shannon)).fury


@pytest.mark.parametrize(("held", "words"), [(1, "costs 2 Drama Points, and 1 is left"), (0, "and none is left")])
def test_it_takes_two_points_to_ask(fight, ines, shannon, held, words):
    shannon.tracks.filter(key="drama-points").update(value=held)
    before = state_of_fight()
    refused(ask_for(ines, shannon), words)
    assert state_of_fight() == before
    assert not Ask.objects.exists()


@pytest.mark.played("dragonfly.righteous-fury")
def test_it_is_not_taken_twice_in_a_fight(fight, gm, ines, shannon):
    ask_for(ines, shannon)
    assert 'name="fury"' not in ines.get("dragonfly.declare").content.decode()
    ask_for(ines, shannon)
    assert Ask.objects.filter(closed_at=None).count() == 1
    answer(gm)
    assert 'name="fury"' not in ines.get("dragonfly.declare").content.decode()
    ask_for(ines, shannon)
    assert not Ask.objects.filter(closed_at=None).exists()


@pytest.mark.played("dragonfly.drama-points", "dragonfly.righteous-fury")
def test_it_is_announced_in_intentions_alone(acting, gm, ines, shannon):
    refused(ask_for(ines, shannon), "Intentions are over")
    refused(ask_for(gm, shannon), "Intentions are over")
    assert not Ask.objects.filter(closed_at=None).exists()


def test_points_that_are_gone_by_then_are_refused_in_words(fight, gm, ines, shannon):
    ask_for(ines, shannon)
    shannon.tracks.filter(key="drama-points").update(value=1)
    before = state_of_fight()
    refused(answer(gm), "Answer no, or call the question off.")
    assert state_of_fight() == before
    assert answer(gm, "no").status_code == 200


def test_only_a_gm_answers_with_or_without_javascript(fight, gm, ines, marek, shannon):
    ask_for(ines, shannon)
    ask = Ask.objects.get(closed_at=None).public_id
    for person in (ines, marek):
        assert person.post("dragonfly.answer-fury", ask=ask, allow="yes").status_code == 403
    assert WHY in in_words(gm.get("dragonfly.answer-fury", ask=ask, plain=True))
    refused(gm.post("dragonfly.answer-fury", ask=ask, plain=True), "field-allow")
    assert gm.post("dragonfly.answer-fury", ask=ask, allow="yes", plain=True).status_code == 302
    refused(gm.post("dragonfly.answer-fury", ask=ask, allow="yes"), "no longer open")


def test_undo_gives_points_and_question_back(fight, gm, ines, shannon):
    ask_for(ines, shannon)
    before = state_of_fight()
    answer(gm)
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert state_of_fight() == before
    assert points(shannon) == 3
    assert answer(gm, "no").status_code == 200


def test_with_the_fight_the_question_ends(fight, gm, ines, shannon):
    ask_for(ines, shannon)
    gm.does("dragonfly.end-fight")
    assert not Ask.objects.filter(closed_at=None).exists()
    assert points(shannon) == 3


@pytest.mark.played("dragonfly.table-options/secret-intentions", "dragonfly.righteous-fury")
def test_in_secret_intentions_it_stays_secret_until_all_are_shown(table, gm, ines, marek, watcher, shannon, pell):
    table.switches.filter(key="secret-intentions").update(value="on")
    start(gm, shannon, pell)
    ask_for(ines, shannon, text="Kick")
    answer(gm)
    for person in (marek, watcher):
        shown = everything_shown_to(person)
        assert "Righteous Fury" not in shown
        assert WHY not in shown
    assert "Righteous Fury" in gm.panel("fight")
    go_on(gm)
    assert "Shannon: Kick, in Righteous Fury." in marek.log()
    assert "Righteous Fury" in marek.panel("fight")


@pytest.mark.played("dragonfly.righteous-fury")
def test_all_hear_of_the_directors_own_and_the_directors_alone_of_its_points(table, gm, marek, watcher, pell):
    orsk = with_life(full_sheet(table, "Orsk", dexterity=4), 30)
    start(gm, pell, orsk)
    ask_for(gm, orsk, text="Storms in")
    answer(gm, words="They did")
    assert "lets Orsk fight in Righteous Fury: +5 on all attacks, 1 Drama Point left. They did" in gm.log()
    for person in (marek, watcher):
        assert "lets Orsk fight in Righteous Fury: +5 on all attacks. They did" in person.log()
        assert "Righteous Fury" in person.panel("fight")


@pytest.mark.played("dragonfly.righteous-fury")
def test_of_somebody_hidden_nobody_hears(gm, marek, watcher, pell, voss):
    start(gm, pell, voss)
    ask_for(gm, voss)
    answer(gm)
    assert "lets Voss fight in Righteous Fury" in gm.log()
    for person in (marek, watcher):
        assert "Righteous Fury" not in everything_shown_to(person)
