"""The GM overrules a total; the card tells both numbers."""

import pytest

from tests.checks.conftest import everything_shown_to, full_facts, open_ask, words_of
from tests.people import newest_event, state_of_play


@pytest.fixture
def rolled(table, ines, shannon, dice):
    dice(1)
    ines.does("dragonfly.check", character=shannon.public_id, attribute="dexterity", skill="gun-fu")
    return newest_event(table)


def test_the_card_tells_both_numbers(table, gm, ines, marek, rolled):
    assert "Overrule the total" in gm.log()
    assert "Overrule the total" not in ines.log()
    gm.does("dragonfly.overrule", event=rolled.public_id, total=13)
    for one in (gm, ines, marek):
        log = one.log()
        assert "Director set 13, the rules say 11" in log
        assert "Good" in log
        assert "By the rules" in log
    gm.does("dragonfly.overrule", event=rolled.public_id, total=8)
    assert "Director set 8, the rules say 11" in ines.log()
    assert "Failure" in ines.log()


def test_undo_brings_the_rules_number_back(table, gm, ines, rolled):
    gm.does("dragonfly.overrule", event=rolled.public_id, total=13)
    gm.does("undo", event=newest_event(table).public_id)
    assert "the rules say" not in str(ines.soup().find(id=f"card-{rolled.public_id}"))
    assert "Decent" in ines.log()


def test_a_hidden_difficulty_stays_hidden(table, gm, ines, shannon, dice):
    gm.does("dragonfly.ask-check", characters=[shannon.public_id], attribute="perception", skill="notice",
            hidden="hidden", difficulty="heroic")  # fmt: skip
    dice(2)
    ines.does("dragonfly.answer-check", ask=open_ask(table).public_id)
    card = newest_event(table)
    gm.does("dragonfly.overrule", event=card.public_id, total=9)
    assert "Director overruled it" in ines.log()
    assert "Success" in ines.log()
    for number in ("set 9", "rules say", "−6"):
        assert number not in everything_shown_to(ines)
    assert "Director set 9, the rules say 6" in gm.log()


def test_a_blind_roll_stays_blind(table, gm, ines, marek, shannon, dice):
    dice(1)
    ines.does("dragonfly.check", character=shannon.public_id, attribute="dexterity", skill="gun-fu", mode="blind")
    gm.does("dragonfly.overrule", event=newest_event(table).public_id, total=43)
    assert "43" not in ines.log()
    assert "43" not in ines.at_address("export-log").content.decode().replace(":43", "")
    assert "sets the total" not in marek.log()


def test_refusals(table, gm, ines, marek, watcher, rolled, stranger):
    before = state_of_play(table)
    assert ines.post("dragonfly.overrule", event=rolled.public_id, total=20).status_code == 403
    assert watcher.post("dragonfly.overrule", event=rolled.public_id, total=20).status_code == 403
    for sent in ({}, {"total": ""}, {"total": "many"}, {"total": 10**9}, {"total": 11}, {"total": 5, "event": "zzz"}):
        refused = gm.post("dragonfly.overrule", **{"event": rolled.public_id, **sent})
        assert refused.status_code == 422, words_of(refused)
    assert state_of_play(table) == before


def test_a_check_taken_back_is_not_overruled(table, gm, rolled):
    gm.does("undo", event=rolled.public_id)
    assert gm.post("dragonfly.overrule", event=rolled.public_id, total=20).status_code == 422


def test_only_one_s_own_rolls_for_oneself_are_unknown(table, gm, ines, shannon, dice):
    dice(1)
    ines.does("dragonfly.check", character=shannon.public_id, attribute="dexterity", mode="me")
    refused = gm.post("dragonfly.overrule", event=newest_event(table).public_id, total=20)
    assert refused.status_code == 422
    assert full_facts(table)["total"] == 15
