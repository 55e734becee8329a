"""The table's switches that bear on rolling."""

import pytest

from apps.characters.models import Entry
from apps.table.models import Ask, Event, Exchange
from tests.checks.conftest import everything_shown_to, full_facts, full_sheet, open_ask, words_of
from tests.checks.test_check import same
from tests.people import newest_event, open_a_table, sit_down, state_of_play


def seated(**switches):
    table = open_a_table(**switches)
    gm, ines, marek = sit_down(table, "Director", "gm", "gm"), sit_down(table, "Ines"), sit_down(table, "Marek")
    shannon = full_sheet(table, "Shannon", ines, dexterity=7, kung_fu=4)
    return table, gm, ines, marek, shannon


ROLL = {"attribute": "dexterity", "skill": "kung-fu"}


@pytest.mark.played("dragonfly.when-to-roll", "dragonfly.table-options")
def test_where_rolls_wait_a_player_s_roll_becomes_a_wish(db, dice):
    table, gm, ines, marek, shannon = seated(players_may_roll_freely="off")
    assert "Ask the Director" in words_of(ines.get("dragonfly.check", character=shannon.public_id, **ROLL))
    before = everything_shown_to(marek)
    ines.does("dragonfly.check", character=shannon.public_id, **ROLL, label="over the gap", modifier=-1, exact=-1)
    assert not newest_event(table).dice_fell
    assert "Ines wants to roll Dexterity + Kung Fu for Shannon" in gm.panel("asks")
    assert same(everything_shown_to(marek), before)
    again = ines.post("dragonfly.check", character=shannon.public_id, **ROLL)
    assert again.status_code == 422
    assert "has been asked already" in words_of(again)
    gm.does("dragonfly.answer-roll-request", ask=open_ask(table).public_id, allow="yes")
    assert "Shannon: over the gap" in ines.panel("asks")
    dice(6)
    ines.does("dragonfly.answer-check", ask=open_ask(table).public_id)
    assert full_facts(table)["total"] == 15
    assert "15" in marek.log()


@pytest.mark.played("dragonfly.table-options")
def test_the_gm_says_no_and_nothing_is_rolled(db):
    table, gm, ines, _, shannon = seated(players_may_roll_freely="off")
    ines.does("dragonfly.check", character=shannon.public_id, **ROLL)
    gm.does("dragonfly.answer-roll-request", ask=open_ask(table).public_id, allow="no")
    assert not Ask.objects.filter(closed_at=None).exists()
    assert "wants no roll" in ines.log()


@pytest.mark.played("dragonfly.table-options")
def test_the_gm_rolls_freely_all_the_same(db, dice):
    table, gm, ines, _, shannon = seated(players_may_roll_freely="off")
    dice(6)
    gm.does("dragonfly.check", character=shannon.public_id, **ROLL)
    assert full_facts(table)["total"] == 17
    oro = full_sheet(table, "Oro", None, dexterity=4)
    refused = ines.post("dragonfly.resist", character=shannon.public_id, opponent=oro.public_id, **ROLL)
    assert refused.status_code == 422
    assert "waits for the Director" in words_of(refused)


def ways_to_roll(person):
    return [one.text.strip() for one in person.soup().select("#panel-rolls > p .btn")]


@pytest.mark.parametrize("person", ["ines", "gm"])
def test_what_waits_for_the_gm_is_not_offered_as_a_roll(db, person):
    _, gm, ines, _, _ = seated(players_may_roll_freely="off")
    shown = {"ines": ["Ask to roll"], "gm": ["Roll a check", "Act against somebody", "Free dice"]}
    assert ways_to_roll({"ines": ines, "gm": gm}[person]) == shown[person]


def test_only_the_gm_answers_a_wish(db):
    table, _, ines, marek, shannon = seated(players_may_roll_freely="off")
    ines.does("dragonfly.check", character=shannon.public_id, **ROLL)
    held = open_ask(table).public_id
    before = state_of_play(table)
    for one in (ines, marek):
        assert one.post("dragonfly.answer-roll-request", ask=held, allow="yes").status_code == 403
    assert state_of_play(table) == before


@pytest.mark.parametrize("sent", [{}, {"allow": "perhaps"}, {"ask": "zzz", "allow": "yes"}])
def test_an_answer_to_a_wish_that_does_not_fit(db, sent):
    table, gm, ines, _, shannon = seated(players_may_roll_freely="off")
    ines.does("dragonfly.check", character=shannon.public_id, **ROLL)
    before = state_of_play(table)
    assert gm.post("dragonfly.answer-roll-request", **{"ask": open_ask(table).public_id, **sent}).status_code == 422
    assert state_of_play(table) == before


def test_undo_of_a_wish(db):
    table, gm, ines, _, shannon = seated(players_may_roll_freely="off")
    ines.does("dragonfly.check", character=shannon.public_id, **ROLL)
    ines.does("undo", event=newest_event(table).public_id)
    assert not Exchange.objects.exists()
    assert "wants to roll" not in gm.panel("asks")


# levels that add up


@pytest.mark.played("dragonfly.table-options", "dragonfly.required-levels")
def test_levels_add_up_over_turns(db, dice):
    table, gm, ines, _, shannon = seated(levels_add_up_over_turns="on")
    dice(4)
    ines.does("dragonfly.check", character=shannon.public_id, **ROLL, required_levels=6, label="Cutting the door")
    facts = full_facts(table)
    assert (facts["levels"], facts["so_far"], facts["success"]) == (4, 4, False)
    task = Entry.objects.get()
    assert (task.name, task.amount, task.maximum) == ("Cutting the door", 4, 6)
    assert "Cutting the door: four of six levels" in words_of(ines.get("dragonfly.check", character=shannon.public_id))
    dice(1)
    ines.does("dragonfly.check", character=shannon.public_id, **ROLL, task=task.public_id)
    facts = full_facts(table)
    assert (facts["levels"], facts["so_far"], facts["success"]) == (2, 6, True)
    assert "six so far of six needed" in gm.log()
    assert "Cutting the door:" not in words_of(ines.get("dragonfly.check", character=shannon.public_id))
    gm.does("undo", event=newest_event(table).public_id)
    task.refresh_from_db()
    assert task.amount == 4


@pytest.mark.played("dragonfly.required-levels")
def test_by_default_one_roll_must_reach_it(db, dice):
    table, _, ines, _, shannon = seated()
    for _ in range(2):
        dice(4)
        ines.does("dragonfly.check", character=shannon.public_id, **ROLL, required_levels=6, label="Cutting the door")
        assert not full_facts(table)["success"]
    assert not Entry.objects.exists()


def test_somebody_else_s_task_is_not_there(db):
    table, _, ines, marek, shannon = seated(levels_add_up_over_turns="on")
    pell = full_sheet(table, "Pell", marek, dexterity=3)
    task = Entry.objects.create(character=pell, kind="task", name="Theirs", amount=1, maximum=5)
    refused = ines.post("dragonfly.check", character=shannon.public_id, **ROLL, task=task.public_id)
    assert refused.status_code == 422
    assert not Event.objects.exists()
    assert "Theirs" not in words_of(ines.get("dragonfly.check", character=shannon.public_id))
    task.refresh_from_db()
    assert task.amount == 1
