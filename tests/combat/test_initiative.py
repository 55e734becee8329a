"""Initiative (dragonfly.initiative): who throws, what counts, ties, and the order by the Director's hand."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character, Rating, Track
from apps.combat.dragonfly.fighters.initiative import startle
from apps.table.hold import hold
from apps.table.models import Ask, Event
from apps.table.turn import Turn
from tests.checks.conftest import full_facts, full_sheet, open_ask
from tests.combat.conftest import (
    acting_names,
    fighter,
    go_on,
    in_words,
    now,
    order,
    refused,
    start,
    state_of_fight,
    throw,
    with_life,
)
from tests.people import newest_event

OPTIONS = "dragonfly.table-options"


def fast(character: Character) -> Character:
    Rating.objects.create(character=character, group="quality", key="fast-reaction-time", value=1)
    return character


def facts_of(kind: str, rank: int = 1) -> dict[str, Any]:
    telling = Event.objects.filter(kind=kind).latest("pk").tellings.get(rank=rank)
    return dict(telling.facts)


def switch(table: Any, key: str, value: str) -> None:
    table.switches.filter(key=key).update(value=value)


# the throw


@pytest.mark.played("dragonfly.initiative", "dragonfly.qualities")
def test_the_example_of_ann_and_bo(table, gm, ines, marek, dice):
    ann = with_life(full_sheet(table, "Ann", ines, dexterity=5), 30)
    bo = fast(with_life(full_sheet(table, "Bo", marek, dexterity=3), 30))
    start(gm, ann, bo)
    go_on(gm)
    throw(ines, ann, 2, dice)
    throw(marek, bo, 9, dice)
    assert order(gm) == [("Bo", 13), ("Ann", 7)]
    facts = Event.objects.get(kind="dragonfly.initiative", seat=marek.seat).tellings.get().facts
    assert (facts["face"], facts["total"], facts["rule"]) == (9, 13, "dragonfly.initiative")
    assert [(one["label"], one["value"]) for one in facts["parts"]] == [("Dexterity", 3), ("Fast Reaction Time", 1)]
    assert "Fast Reaction Time +1" in ines.log()


@pytest.mark.played("dragonfly.table-options/quality-bonuses")
def test_a_table_says_how_much_fast_reaction_time_is_worth(table, gm, ines, shannon, dice):
    switch(table, "quality-bonuses", "3 and 2")
    start(gm, fast(shannon))
    go_on(gm)
    throw(ines, shannon, 1, dice)
    assert order(gm) == [("Shannon", 11)]


@pytest.mark.played("dragonfly.initiative", "dragonfly.heroic-feat")
def test_a_heroic_feat_for_initiative_adds_ten(gm, ines, marek, shannon, pell, dice):
    start(gm, shannon, pell)
    marek.does("dragonfly.declare", character=pell.public_id, text="Be first", drama="initiative")
    go_on(gm)
    assert "Heroic Feat +10" in marek.soup().find("section", class_="ask").get_text(" ", strip=True)
    throw(ines, shannon, 5, dice)
    throw(marek, pell, 1, dice)
    assert order(gm) == [("Pell", 14), ("Shannon", 12)]


@pytest.mark.played("dragonfly.initiative")
def test_injury_does_not_count(gm, ines, table, shannon, dice):
    Track.objects.create(table=table, character=shannon, key="ordinary-damage", value=38)
    start(gm, shannon)
    go_on(gm)
    throw(ines, shannon, 1, dice)
    assert order(gm) == [("Shannon", 8)]


def test_a_real_die_is_typed_in_and_the_form_says_what_counts(gm, ines, shannon, brute):
    start(gm, shannon, brute)
    go_on(gm)
    ask = open_ask(gm.table).public_id
    page = in_words(ines.get("dragonfly.initiative", ask=ask, plain=True))
    assert "Initiative for Shannon" in page
    assert "Dexterity +7" in page
    assert "Roll d10 + 7" in page
    before = state_of_fight()
    refused(ines.post("dragonfly.initiative", ask=ask, face=11), "field-face")
    refused(ines.post("dragonfly.initiative", ask=ask, face=11, plain=True), "field-face")
    assert state_of_fight() == before
    assert ines.post("dragonfly.initiative", ask=ask, face=10, plain=True).status_code == 302
    assert order(gm) == [("Shannon", 17), ("Brute", 13)]
    assert "real die, typed in" in gm.log()


def test_nobody_else_throws_and_nobody_twice(gm, ines, marek, watcher, stranger, shannon, brute, dice):
    start(gm, shannon, brute)
    go_on(gm)
    ask = open_ask(gm.table).public_id
    before = state_of_fight()
    for person in (marek, watcher, stranger.at(ines)):
        assert person.post("dragonfly.initiative", ask=ask).status_code in {403, 404, 422}
    assert state_of_fight() == before
    dice(4)
    gm.does("dragonfly.initiative", ask=ask)
    assert Event.objects.get(kind="dragonfly.initiative").by_gm
    refused(ines.post("dragonfly.initiative", ask=ask), "no longer waited for")


def test_a_die_that_fell_is_not_thrown_again(gm, ines, marek, shannon, pell, dice):
    start(gm, shannon, pell)
    go_on(gm)
    throw(ines, shannon, 3, dice)
    gm.does("undo", event=newest_event(gm.table).public_id)
    ask = Ask.objects.get(closed_at=None, subject=shannon.pk)
    refused(ines.post("dragonfly.initiative", ask=ask.public_id, face=10), "shows 3")
    ines.does("dragonfly.initiative", ask=ask.public_id)
    assert fighter(shannon).initiative == 10


def test_the_director_throws_for_everybody_left_and_every_number_is_told(fight, gm, ines, shannon, dice):
    go_on(gm)
    throw(ines, shannon, 9, dice)
    assert "1 still throws" in gm.panel("fight")
    dice(6, 8, 3)
    go_on(gm)
    assert order(gm)[:3] == [("Shannon", 16), ("Brute", 13), ("Pell", 9)]
    said = ines.log()
    assert "Pell Dexterity +3 6 9" in said
    assert not Ask.objects.filter(closed_at=None).exists()


# ties


@pytest.mark.played("dragonfly.initiative")
def test_a_cast_member_goes_before_a_score_and_the_faster_first(gm, ines, marek, shannon, pell, brute, dice):
    start(gm, shannon, pell, brute)
    go_on(gm)
    throw(ines, shannon, 6, dice)
    throw(marek, pell, 10, dice)
    assert order(gm) == [("Shannon", 13), ("Pell", 13), ("Brute", 13)]


@pytest.mark.played("dragonfly.initiative")
def test_the_equal_throw_until_it_differs_and_the_card_says_so(table, gm, ines, marek, shannon, dice):
    twin = with_life(full_sheet(table, "Twin", marek, dexterity=7), 30)
    start(gm, shannon, twin)
    go_on(gm)
    throw(ines, shannon, 5, dice)
    throw(marek, twin, 5, dice, 4, 4, 2, 7)
    assert [name for name, _ in order(gm)] == ["Twin", "Shannon"]
    assert facts_of("dragonfly.fight-step")["ties"] == [
        [{"name": "Shannon", "face": 4}, {"name": "Twin", "face": 4}],
        [{"name": "Shannon", "face": 2}, {"name": "Twin", "face": 7}],
    ]
    assert "Equal, so a d10 each (Shannon: 2, Twin: 7)." in ines.log()


def test_ties_among_the_gms_own_are_the_gms_to_know(acting, gm, ines):
    assert "Equal, so a d10 each (Thug 1: 4, Thug 2: 2)." in gm.log()
    assert "Equal" not in ines.log()


@pytest.mark.played("dragonfly.table-options/simultaneous-ties")
def test_by_a_switch_the_equal_act_together(table, gm, ines, marek, shannon, pell, brute, dice):
    switch(table, "simultaneous-ties", "on")
    start(gm, shannon, pell, brute)
    go_on(gm)
    throw(ines, shannon, 6, dice)
    throw(marek, pell, 10, dice)
    assert acting_names(gm) == ["Shannon", "Pell", "Brute"]
    assert "act together" in ines.log()
    ines.does("dragonfly.fight-act", character=shannon.public_id, what="done")
    assert acting_names(gm) == ["Pell", "Brute"]


# switches


@pytest.mark.played("dragonfly.table-options/initiative-once-per-fight")
@pytest.mark.parametrize(("value", "asked"), [("off", 1), ("on", 0)])
def test_initiative_is_thrown_each_turn_or_once(table, gm, ines, shannon, brute, dice, value, asked):
    switch(table, "initiative-once-per-fight", value)
    start(gm, shannon, brute)
    go_on(gm)
    throw(ines, shannon, 9, dice)
    for _ in range(2):
        go_on(gm)
    assert now(gm).phase == "intentions"
    assert ("Begin the actions" in gm.panel("fight")) == (value == "on")
    go_on(gm)
    assert Ask.objects.filter(closed_at=None).count() == asked
    assert (order(gm)[0] == ("Shannon", 16)) == (value == "on")


@pytest.mark.played("dragonfly.table-options/supporting-initiative")
@pytest.mark.parametrize(
    ("value", "faces", "expected"),
    [
        ("score", (), [("Brute", 13), ("Shannon", 12)]),
        ("roll", (10,), [("Brute", 14), ("Shannon", 12)]),
        ("director", (), [("Shannon", 12), ("Brute", None)]),
    ],
)
def test_supporting_cast_by_score_by_a_throw_or_by_hand(table, gm, ines, shannon, brute, dice, value, faces, expected):
    switch(table, "supporting-initiative", value)
    Track.objects.create(table=table, character=brute, key="initiative", override=13 if value == "score" else 4)
    start(gm, shannon, brute)
    dice(*faces)
    go_on(gm)
    throw(ines, shannon, 5, dice)
    assert order(gm) == expected


# by the Director's hand


@pytest.mark.played("dragonfly.initiative")
def test_the_director_places_somebody_before_the_throws(fight, gm, ines, marek, shannon, pell, brute, dice):
    assert gm.post("dragonfly.fight-place", character=pell.public_id, place=1, plain=True).status_code == 302
    go_on(gm)
    assert not Ask.objects.filter(closed_at=None, subject=pell.pk).exists()
    throw(ines, shannon, 9, dice, 8, 3)
    assert [name for name, _ in order(gm)][:3] == ["Pell", "Shannon", "Brute"]
    assert acting_names(gm) == ["Pell"]
    for _ in range(5):
        go_on(gm)
    assert fighter(pell).place is None


@pytest.mark.played("dragonfly.initiative")
def test_the_director_changes_the_order_as_it_stands(acting, gm, ines, brute, thugs, shannon):
    gm.does("dragonfly.fight-place", character=thugs[1].public_id, place=2)
    assert [name for name, _ in order(gm)] == ["Shannon", "Thug 2", "Brute", "Pell", "Thug 1"]
    gm.does("dragonfly.fight-place", character=brute.public_id, initiative=5)
    assert order(gm)[-1] == ("Brute", 5)
    assert "sets the place of Brute." in ines.log()
    assert "initiative 5" in gm.log()
    go_on(gm)
    assert acting_names(gm) == ["Thug 2"]


def test_a_place_is_refused_where_nothing_is_named(fight, gm, ines, shannon):
    before = state_of_fight()
    refused(gm.post("dragonfly.fight-place", character=shannon.public_id), "nothing is named yet")
    refused(gm.post("dragonfly.fight-place", character=shannon.public_id, place=1, initiative=9), "not both")
    assert ines.post("dragonfly.fight-place", character=shannon.public_id, place=1).status_code == 403
    assert state_of_fight() == before


def test_a_number_given_by_hand_takes_the_place_of_the_throw(fight, gm, ines, marek, shannon, pell, dice):
    go_on(gm)
    gm.does("dragonfly.fight-place", character=shannon.public_id, initiative=30)
    assert not Ask.objects.filter(closed_at=None, subject=shannon.pk).exists()
    throw(marek, pell, 8, dice, 4, 2)
    assert order(gm)[0] == ("Shannon", 30)


def test_whoever_lies_unconscious_is_not_asked_and_comes_in_later(table, fight, gm, ines, marek, shannon, pell, dice):
    down = Track.objects.create(table=table, character=shannon, key="state-unconscious", value=1)
    go_on(gm)
    assert not Ask.objects.filter(closed_at=None, subject=shannon.pk).exists()
    throw(marek, pell, 8, dice, 4, 2)
    assert fighter(shannon).place is None
    assert [name for name, _ in order(gm)] == ["Brute", "Pell", "Thug 1", "Thug 2", "Shannon"]
    for _ in range(4):
        go_on(gm)
    down.delete()
    go_on(gm)
    assert Ask.objects.filter(closed_at=None, subject=shannon.pk).exists()


def test_the_startled_act_after_what_startled_them(acting, gm, shannon, thugs):
    with hold(gm.table.public_id):
        turn = Turn(gm.viewer, "a test", lambda count, sides: ())
        startle(turn, fighter(shannon), fighter(thugs[0]))
    assert [name for name, _ in order(gm)] == ["Brute", "Pell", "Thug 1", "Shannon", "Thug 2"]


@pytest.mark.parametrize("plain", [False, True])
def test_undo_of_a_place_gives_the_order_back(acting, gm, brute, plain):
    before = state_of_fight()
    gm.post("dragonfly.fight-place", plain=plain, character=brute.public_id, place=1)
    assert full_facts(gm.table)["place"] == 1
    gm.does("undo", event=newest_event(gm.table).public_id)
    assert state_of_fight() == before
