"""Powers on and off, and what each changes while it is on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.characters.models import Character
from apps.characters.rough_magic.powers import effects_of
from apps.characters.rough_magic.sheet import RoughSheet, sheet_of
from apps.combat import tracking
from apps.combat.rough_magic.order import turns_of
from apps.table.sure import sure
from tests.characters.rough_magic.conftest import ash, bramble, made, sel, table
from tests.checks.conftest import everything_shown_to
from tests.combat.conftest import in_words
from tests.people import state_of_play

__all__ = ["ash", "bramble", "sel", "table"]


def switches(person: Any, one: Character, power: str, to: str = "on", status: int = 200) -> str:
    row = one.entries.get(name=power)
    answer = person.post("rough_magic.switch-power", power=row.public_id, to=to)
    assert answer.status_code == status, in_words(answer)
    return str(in_words(answer))


def now(one: Character) -> RoughSheet:
    return sheet_of(Character.objects.get(pk=one.pk))


@pytest.mark.played("rough_magic.powers", "rough_magic.non-stacking")
def test_a_defensive_power_counts_while_it_is_on(gm: Any, marek: Any, bramble: Character) -> None:
    assert (now(bramble).defence("close"), now(bramble).defence("ranged")) == (6, 4)
    switches(marek, bramble, "Stone skin")
    assert (now(bramble).defence("close"), now(bramble).defence("ranged")) == (10, 8)
    assert "Bramble Oke switches Stone skin on, a free action." in marek.log()
    switches(marek, bramble, "Stone skin", "off")
    assert now(bramble).defence("close") == 6


def test_the_table_hears_that_it_is_on_and_not_by_how_much(ines: Any, marek: Any, bramble: Character) -> None:
    switches(marek, bramble, "Stone skin")
    assert "Bramble Oke switches Stone skin on" in ines.log()
    assert "Defence 10 in close combat, 8 at range" in marek.log()
    assert "Defence 10" not in everything_shown_to(ines)


def test_an_enemy_s_powers_are_the_gm_s(gm: Any, ines: Any, sel: Character) -> None:
    switches(gm, sel, "Stillness", "off")
    assert "Sel Marrow switches Stillness off" in gm.log()
    assert "Stillness" not in everything_shown_to(ines)


@pytest.mark.played("rough_magic.powers")
def test_what_each_field_of_a_power_does_is_told(gm: Any, marek: Any, bramble: Character) -> None:
    assert [effects_of(one) for one in now(bramble).powers] == [
        ["rank 4 in the defence against close and ranged attacks"],
        ["terrifying mental attack of rank 3, up to 50 m", "may block esoteric powers"],
        ["moves 30 m, 60 m all out"],
    ]
    words = marek.panel("rough_magic-powers")
    assert "Stone skin 4 Switch it on, a free action: rank 4 in the defence against close and ranged attacks" in words
    assert "Torment 3 on Switch it off: terrifying mental attack of rank 3, up to 50 m" in words


def test_the_form_says_what_it_takes_and_changes(marek: Any, bramble: Character) -> None:
    row = bramble.entries.get(name="Stone skin").public_id
    words = in_words(marek.get("rough_magic.switch-power", power=row, to="on"))
    assert "It takes a free action" in words
    assert "6 to 10 Defence in close combat" in words


def test_what_is_so_already_is_refused(marek: Any, bramble: Character) -> None:
    before = state_of_play(marek.table)
    assert "Stone skin is off already" in switches(marek, bramble, "Stone skin", "off", status=422)
    assert state_of_play(marek.table) == before


@pytest.mark.played("rough_magic.exhausted")
def test_the_defeated_switch_nothing_but_the_gm_may(gm: Any, marek: Any, bramble: Character) -> None:
    gm.does("rough_magic.hurt", characters=[bramble.public_id], levels=4, sort="lasting", why="Fire")
    assert "Bramble Oke is defeated" in switches(marek, bramble, "Stone skin", status=422)
    switches(gm, bramble, "Stone skin")
    assert now(bramble).powers[0].on


def test_a_boost_by_hand_counts_in_what_it_gives(gm: Any, bramble: Character) -> None:
    row = bramble.entries.get(name="Stone skin").public_id
    gm.does("rough_magic.state", character=bramble.public_id, state="boosted", does="begins", trait=row)
    switches(gm, bramble, "Stone skin")
    assert now(bramble).defence("close") == 11


def test_only_one_s_own(
    gm: Any, ines: Any, marek: Any, watcher: Any, stranger: Any, bramble: Character, ash: Character
) -> None:
    switches(ines, bramble, "Stone skin", status=422)
    switches(watcher, bramble, "Stone skin", status=403)
    switches(stranger.at(ines), bramble, "Stone skin", status=404)
    made(ines, name="Lio", role="hero")
    assert "rough_magic.switch-power" not in ines.page()


def test_it_can_be_taken_back(marek: Any, bramble: Character) -> None:
    switches(marek, bramble, "Stone skin")
    marek.does("undo")
    assert not now(bramble).powers[0].on


@pytest.mark.played("rough_magic.powers", "rough_magic.free-action")
def test_in_a_fight_it_is_a_free_act_of_the_own_turn(gm: Any, marek: Any, bramble: Character, sel: Character) -> None:
    both = [bramble.public_id, sel.public_id]
    gm.does("rough_magic.start-fight", characters=both, noticed=both[::-1])
    assert "not Bramble Oke’s turn" in switches(marek, bramble, "Stone skin", status=422)
    gm.does("rough_magic.next")
    switches(marek, bramble, "Stone skin")
    fight = sure(tracking.fight_of(marek.viewer.table))
    one = tracking.combatant_of(fight, Character.objects.get(pk=bramble.pk))
    assert turns_of.used(sure(one)) == ("free",)


@pytest.mark.played("rough_magic.powers", "rough_magic.task-action")
def test_an_attack_switches_on_the_power_that_it_is_made_with(
    gm: Any, marek: Any, bramble: Character, sel: Character, dice: Callable[..., Any]
) -> None:
    switches(marek, bramble, "Torment", "off")
    dice(1, 1)
    marek.does(
        "rough_magic.attack", character=bramble.public_id, target=sel.public_id, mode="everybody",
        weapon=bramble.entries.get(name="Torment").public_id,
    )  # fmt: skip
    assert now(bramble).powers[1].on
    gm.does("undo")
    assert not now(bramble).powers[1].on


def test_in_a_fight_a_player_s_powers_come_before_the_order_of_play(gm: Any, marek: Any, bramble: Character) -> None:
    panels = ("panel-rough_magic-powers-in-fight", "panel-rough_magic-order", "panel-rough_magic-powers")
    assert "Stone skin" not in marek.panel("rough_magic-powers-in-fight")
    gm.does("rough_magic.start-fight", characters=[bramble.public_id], noticed=[bramble.public_id])
    page = [one["id"] for one in marek.soup().select("[id^=panel-]")]
    assert [one for one in page if one in panels] == list(panels)
    assert "Switch it on, a free act of your turn" in marek.panel("rough_magic-powers-in-fight")
    assert "Stone skin" not in marek.panel("rough_magic-powers")
    assert "Stone skin" in gm.panel("rough_magic-powers")


def lines(person: Any, name: str) -> list[str]:
    """The powers that a panel tells in one line each, unfolded by a tap."""
    [panel] = person.soup().select(f"#panel-{name}")
    assert not panel.select("form:not(details form)")
    return [one.get_text(" ", strip=True) for one in panel.select("details > summary")]


def test_powers_fill_neither_a_gm_s_page_nor_a_player_s_in_a_fight(
    gm: Any, marek: Any, bramble: Character, sel: Character
) -> None:
    switches(gm, sel, "Stillness", "off")
    assert lines(gm, "rough_magic-powers") == ["Powers of Bramble Oke, on: Torment", "Powers of Sel Marrow"]
    gm.does("rough_magic.start-fight", characters=[bramble.public_id], noticed=[bramble.public_id])
    assert lines(marek, "rough_magic-powers-in-fight") == ["Powers, on: Torment"]
