"""Making the dying stable."""

from __future__ import annotations

import pytest

from apps.characters.models import Use
from apps.combat.dragonfly.fighters.badges import badges_of
from apps.combat.dragonfly.fighters.standing import standing_of
from tests.checks.conftest import everything_shown_to, full_sheet, score_sheet, words_of
from tests.combat.conftest import fighter, start
from tests.combat.wounded import asks, does, harm, labels, now, seated, the_ask, thug_of, told, undo, with_life
from tests.people import state_of_play


def dying(dice, **switches):
    """Jess at -13, her first tests made; Amari is Marek's: Intelligence 4, Doctor 3."""
    table, gm, ines, marek, jess = seated(**switches)
    amari = with_life(full_sheet(table, "Amari", marek, intelligence=4, doctor=3), 30)
    harm(gm, jess, -51)
    for face in (5, 1):
        dice(face)
        does(ines, "dragonfly.answer-test", ask=the_ask(table).public_id)
    return table, gm, ines, marek, jess, amari


def helps(person, healer, patient, status=200, **more):
    return does(person, "dragonfly.stabilise", status, character=healer.public_id, patient=patient.public_id, **more)


@pytest.mark.played("dragonfly.stabilise")
def test_the_catalogue_s_example(db, dice):
    table, gm, _, marek, jess, amari = dying(dice)
    form = words_of(marek.get("dragonfly.stabilise", character=amari.public_id, patient=jess.public_id))
    assert "90%" in form
    assert "Roll d10 + 7" in form
    dice(5)
    helps(marek, amari, jess)
    facts = told(table, "dragonfly.stabilised")
    assert (facts["total"], facts["stable"], facts["healed"]) == (12, True, 2)
    assert labels(facts) == {"Intelligence": 4, "Doctor": 3}
    assert now(jess).stable
    assert facts["life_points"] == [-13, -11]
    assert now(jess).unconscious
    assert "Jess is stable" in gm.log()
    assert not asks(table)


@pytest.mark.played("dragonfly.stabilise", "dragonfly.survival-test")
def test_brought_above_minus_ten_the_count_starts_over(db, dice):
    table, gm, _, marek, jess, amari = dying(dice)
    harm(gm, jess, 2)
    dice(8)
    helps(marek, amari, jess)
    assert told(table)["life_points"] == [-11, -7]
    assert (now(jess).stable, now(jess).survival_tests) == (0, 0)


@pytest.mark.played("dragonfly.stabilise")
def test_each_healer_once_between_two_survival_tests(db, dice):
    table, gm, ines, marek, jess, amari = dying(dice)
    dice(1)
    helps(marek, amari, jess)
    assert not now(jess).stable
    assert "tried once already" in helps(marek, amari, jess, 422)
    oro = score_sheet(table, "Oro", brains=8)
    helps(gm, oro, jess)
    assert told(table)["total"] == 8
    ship_time(gm, jess, ines, dice)
    dice(2)
    helps(marek, amari, jess)
    assert now(jess).stable


def ship_time(gm, jess, ines, dice):
    """A minute passes: the next Survival Test is made."""
    from apps.combat.dragonfly.wounds import enduring
    from apps.rules.dice import ScriptedDice
    from apps.rules.dragonfly.combat.injury import Due
    from apps.table.hold import hold
    from apps.table.turn import Turn

    with hold(gm.table.public_id):
        turn = Turn(gm.viewer, "dragonfly.fight-next", ScriptedDice([]))
        turn.tell("dragonfly.fell", {"character": "Somebody"})
        enduring.ask_for(turn, jess, Due(2, False, 1, False))
        turn.finish()
    dice(9)
    does(ines, "dragonfly.answer-test", ask=the_ask(gm.table).public_id)


@pytest.mark.played("dragonfly.stabilise")
def test_a_brains_score_needs_no_die(db, dice):
    table, gm, _, _, jess, _ = dying(dice)
    oro = score_sheet(table, "Oro", brains=13)
    assert "13" in words_of(gm.get("dragonfly.stabilise", character=oro.public_id, patient=jess.public_id))
    dice()
    helps(gm, oro, jess)
    facts = told(table)
    assert (facts["face"], facts["total"], facts["stable"], facts["healed"]) == (None, 13, True, 3)


@pytest.mark.played("dragonfly.stabilise", "dragonfly.doctor-healing")
def test_it_heals_only_where_a_treatment_is_left(db, dice):
    table, gm, _, marek, jess, amari = dying(dice)
    gm.does("open-session", title="One")
    gm.does("open-scene", title="Two")
    dice(5)
    does(marek, "dragonfly.treat", doctor=amari.public_id, patient=jess.public_id)
    dice(5)
    helps(marek, amari, jess)
    assert (told(table)["healed"], now(jess).stable) == (0, 1)
    harm(gm, jess, -1)
    dice(9)
    does(gm, "dragonfly.answer-test", ask=the_ask(table).public_id)
    dice(5)
    helps(gm, amari, jess, allow="on")
    assert told(table)["healed"] == 2


@pytest.mark.played("dragonfly.stabilise", "dragonfly.table-options/stabilising-does-not-heal")
@pytest.mark.parametrize(("switch", "healed"), [("off", 2), ("on", 0)])
def test_whether_it_heals_at_all(db, dice, switch, healed):
    table, _, _, marek, jess, amari = dying(dice, stabilising_does_not_heal=switch)
    dice(5)
    helps(marek, amari, jess)
    assert (told(table)["stable"], told(table)["healed"]) == (True, healed)
    assert Use.objects.filter(character=jess, rule="dragonfly.doctor-healing").exists() == bool(healed)


@pytest.mark.played("dragonfly.survival-test", "dragonfly.stabilise")
def test_new_harm_to_the_stable_starts_with_test_one(db, dice):
    table, gm, _, marek, jess, amari = dying(dice)
    dice(5)
    helps(marek, amari, jess)
    harm(gm, jess, -3)
    assert the_ask(table).exchange.state["number"] == 1
    assert not now(jess).stable


def test_undo_gives_back_the_dying_and_the_try(db, dice):
    _, gm, _, marek, jess, amari = dying(dice)
    dice(5)
    helps(marek, amari, jess)
    undo(gm)
    assert not now(jess).stable
    dice(1)
    helps(marek, amari, jess)


def test_refusals(db, dice):
    table, gm, ines, marek, jess, amari = dying(dice)
    harm(gm, jess, -1)
    before = state_of_play(table)
    well = amari
    assert helps(marek, amari, well, 422)
    assert helps(ines, amari, jess, 422)
    assert helps(gm, jess, jess, 422)
    assert state_of_play(table) == before
    harm(gm, jess, 5)
    harm(gm, jess, -5)
    assert "comes first" in helps(marek, amari, jess, 422)


def test_the_unconscious_help_nobody(db, dice):
    _, gm, _, marek, jess, amari = dying(dice)
    does(gm, "dragonfly.fate", character=amari.public_id, fate="unconscious")
    assert "Amari is unconscious and cannot act" in helps(marek, amari, jess, 422)


@pytest.mark.played("dragonfly.stabilise")
def test_in_a_fight_it_is_an_act_of_one_s_own(db, dice):
    table, gm, _, marek, jess, amari = dying(dice)
    start(gm, jess, amari, thug_of(table))
    assert ("Dying", "bad") in badges_of(standing_of(fighter(jess)))
    assert "Intentions" in helps(marek, amari, jess, 422)
    dice(5)
    helps(gm, amari, jess)
    assert standing_of(fighter(amari)).done.others == 1
    assert ("Stable", "warn") in badges_of(standing_of(fighter(jess)))


def test_a_hidden_healer_is_somebody(db, dice):
    table, gm, ines, marek, jess, _ = dying(dice)
    voss = full_sheet(table, "Voss", hidden=True, intelligence=6, doctor=6)
    dice(5)
    helps(gm, voss, jess)
    assert "Somebody helps Jess" in marek.log()
    assert "Voss" not in everything_shown_to(marek) + everything_shown_to(ines)


def test_without_javascript(db, dice):
    _, _, _, marek, jess, amari = dying(dice)
    dice(5)
    answer = marek.post("dragonfly.stabilise", plain=True, character=amari.public_id, patient=jess.public_id)
    assert answer.status_code == 302
