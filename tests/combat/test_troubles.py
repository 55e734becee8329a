"""What everybody sees of those who are in trouble, outside of a fight too."""

from __future__ import annotations

import pytest

from apps.combat.dragonfly.wounds.panic import TITLES
from tests.checks.conftest import full_sheet
from tests.combat.conftest import start
from tests.combat.wounded import does, harm, jess_of, seen_in, the_ask, thug_of, with_life


@pytest.fixture
def jess(ines):
    return jess_of(ines)


def answers(person, table, dice, face):
    dice(face)
    does(person, "dragonfly.answer-test", ask=the_ask(table).public_id)


@pytest.mark.played("dragonfly.survival-test", "dragonfly.consciousness-test")
@pytest.mark.parametrize("fighting", [False, True])
def test_the_dying_and_who_may_help(table, ines, marek, watcher, gm, jess, dice, fighting):
    amari = full_sheet(table, "Amari", marek, intelligence=4, doctor=3)
    if fighting:
        start(gm, jess, amari)
    assert all(not panel for panel in seen_in("troubles", ines, marek, watcher, gm))
    harm(gm, jess, -51)
    answers(ines, table, dice, 5)
    answers(ines, table, dice, 1)
    assert seen_in("troubles", marek, watcher, gm) == [
        "In trouble Jess Dying Unconscious Make stable",
        "In trouble Jess Dying Unconscious",
        "In trouble Jess Dying Unconscious Make stable Wake My word A minute passes",
    ]
    form = marek.get("dragonfly.stabilise", patient=jess.public_id).content.decode()
    assert f'value="{jess.public_id}" selected' in form
    assert "Roll d10 + 7" in form
    does(gm, "dragonfly.fate", character=jess.public_id, fate="dead")
    assert seen_in("troubles", marek) == ["In trouble Jess Dead"]


@pytest.mark.played("dragonfly.consciousness-test", "dragonfly.doctor-healing")
def test_whoever_lies_there_is_treated_from_where_it_is_told(table, ines, marek, gm, jess, dice):
    full_sheet(table, "Amari", marek, intelligence=4, doctor=3)
    harm(gm, jess, -43)
    answers(ines, table, dice, 1)
    assert seen_in("troubles", marek, gm) == [
        "In trouble Jess Unconscious Treat",
        "In trouble Jess Unconscious Treat Wake My word",
    ]
    assert f"dragonfly.treat?patient={jess.public_id}" in marek.page()


@pytest.mark.played("dragonfly.fire", "dragonfly.panic-table")
def test_fire_and_panic(table, ines, gm, jess, dice):
    thug = thug_of(table)
    does(gm, "dragonfly.set-alight", characters=[jess.public_id, thug.public_id])
    does(gm, "dragonfly.ask-fear", characters=[jess.public_id], modifier=-9)
    dice(1)
    does(ines, "dragonfly.answer-fear", ask=the_ask(table).public_id)
    does(gm, "dragonfly.answer-panic", ask=the_ask(table).public_id, panic="run-away")
    panic = f"Panicked: {TITLES['run-away']}"
    button = gm.soup().select_one("#panel-troubles button[formaction$='dragonfly.end-panic']")
    assert (button["name"], button["value"], button.get_text(strip=True)) == (
        "character", jess.public_id, "End the panic",
    )  # fmt: skip
    assert seen_in("troubles", ines, gm) == [
        f"In trouble Jess On fire {panic} Put the fire out Thug On fire Put the fire out",
        f"In trouble Jess On fire {panic} Put the fire out End the panic My word Thug On fire Put the fire out My word",
    ]


def test_the_hidden_are_for_the_gms_alone(table, ines, watcher, gm, jess):
    voss = with_life(full_sheet(table, "Voss", hidden=True), 30)
    does(gm, "dragonfly.set-alight", characters=[voss.public_id])
    assert seen_in("troubles", ines, watcher) == ["", ""]
    assert "Voss On fire" in seen_in("troubles", gm)[0]
