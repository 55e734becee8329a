"""Crossbows and whatever else holds one shot: shooting empties them, and loading takes actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.characters.models import Character, Entry
from tests.checks.conftest import everything_shown_to, full_sheet, score_sheet, words_of
from tests.combat.armed import armed, cannot_defend, declares, in_actions, parts, settled, shoots, tallies
from tests.combat.conftest import state_of_fight, with_life
from tests.combat.wounded import does, told, undo
from tests.people import newest_event, open_a_table, sit_down, state_of_play

Dice = Callable[..., Any]


@pytest.fixture
def crossbow(shannon: Character) -> Entry:
    return armed(shannon, "Crossbow", "crossbow", 8, 5, skill="getting-medieval", damage_type="slash-stab")


def loads(person: Any, character: Character, weapon: Entry, status: int = 200) -> str:
    return does(person, "dragonfly.reload", status, character=character.public_id, maneuver=weapon.public_id)


def table_of(actions: str) -> tuple[Any, Any, Any, Character, Character, Entry]:
    """A table with that many actions of loading; Ann with two additional actions, and an Ox who cannot defend."""
    table = open_a_table(reload_actions=actions)
    gm, ines = sit_down(table, "Director", "gm", "gm"), sit_down(table, "Ines")
    ann = with_life(full_sheet(table, "Ann", ines, dexterity=7), 30)
    ox = with_life(score_sheet(table, "Ox", combat=5), 90)
    bow = armed(ann, "Crossbow", "crossbow", 8, skill="")
    in_actions(gm, ann, ox)
    cannot_defend(ox)
    return table, gm, ines, ann, ox, bow


@pytest.mark.played("dragonfly.single-shot-reload")
def test_the_examples_of_a_crossbow(
    gm: Any, ines: Any, table: Any, shannon: Character, brute: Character, crossbow: Entry, dice: Dice
) -> None:
    """Loaded it is shot, and is then unloaded; unloaded it is not shot, whoever asks. The shot after the loading, which
    was an action, is at -2."""
    in_actions(gm, shannon, brute)
    cannot_defend(brute)
    declares(shannon, extra=["other", "attack"])
    dice(5)
    shoots(ines, shannon, brute, crossbow)
    before = state_of_play(table), state_of_fight()
    assert "not loaded" in shoots(ines, shannon, brute, crossbow, 422)
    assert "not loaded" in shoots(gm, shannon, brute, crossbow, 422)
    assert (state_of_play(table), state_of_fight()) == before
    assert "Load again" in ines.panel("my-fight")
    loads(ines, shannon, crossbow)
    assert "Load again" not in ines.panel("my-fight")
    assert told(table, "dragonfly.reloaded")["loaded"]
    assert tallies(shannon)["others"] == 1
    dice()
    shoots(ines, shannon, brute, crossbow)
    assert parts(settled(table)["attack"])["Additional action"] == -4
    crossbow.refresh_from_db()
    assert crossbow.amount == 3


@pytest.mark.played("dragonfly.single-shot-reload")
def test_a_loaded_weapon_is_not_loaded_and_an_empty_quiver_loads_nothing(
    gm: Any, ines: Any, shannon: Character, brute: Character, crossbow: Entry, dice: Dice
) -> None:
    assert "is loaded: it holds 1 shot" in loads(ines, shannon, crossbow, 422)
    assert "is loaded" in words_of(ines.get("dragonfly.reload", character=shannon.public_id))
    in_actions(gm, shannon, brute)
    cannot_defend(brute)
    crossbow.amount = 1
    crossbow.save()
    dice(5)
    shoots(ines, shannon, brute, crossbow)
    assert "nothing left to load" in loads(gm, shannon, crossbow, 422)


@pytest.mark.played("dragonfly.single-shot-reload")
def test_without_additional_actions_it_shoots_every_second_turn(
    gm: Any, ines: Any, table: Any, shannon: Character, brute: Character, crossbow: Entry, dice: Dice
) -> None:
    in_actions(gm, shannon, brute)
    cannot_defend(brute)
    dice(5)
    shoots(ines, shannon, brute, crossbow)
    assert "has acted already" in loads(ines, shannon, crossbow, 422)
    does(gm, "dragonfly.end-fight")
    loads(ines, shannon, crossbow)
    assert told(table, "dragonfly.reloaded")["loaded"]


@pytest.mark.played("dragonfly.single-shot-reload")
def test_loading_takes_as_many_actions_as_the_table_says(db: None, dice: Dice) -> None:
    table, gm, ines, ann, ox, bow = table_of("2")
    declares(ann, extra=["other", "other"])
    dice(5)
    shoots(ines, ann, ox, bow)
    assert "2 actions are needed yet" in words_of(ines.get("dragonfly.reload", character=ann.public_id))
    loads(ines, ann, bow)
    assert (told(table, "dragonfly.reloaded")["loaded"], told(table, "dragonfly.reloaded")["left"]) == (False, 1)
    assert "1 more action" in gm.log()
    loads(ines, ann, bow)
    assert told(table, "dragonfly.reloaded")["loaded"]


@pytest.mark.played("dragonfly.single-shot-reload")
def test_where_loading_takes_nothing_it_is_always_loaded(db: None, dice: Dice) -> None:
    table, _, ines, ann, ox, bow = table_of("0")
    declares(ann, extra=["attack"])
    dice(5)
    shoots(ines, ann, ox, bow)
    dice()
    shoots(ines, ann, ox, bow)
    assert settled(table)["attack"]["total"] == 10
    assert "is loaded" in loads(ines, ann, bow, 422)


def test_loading_is_taken_back_and_so_is_the_shot(
    gm: Any, ines: Any, table: Any, shannon: Character, brute: Character, crossbow: Entry, dice: Dice
) -> None:
    in_actions(gm, shannon, brute)
    cannot_defend(brute)
    declares(shannon, extra=["other"])
    dice(5)
    shoots(ines, shannon, brute, crossbow)
    shot = newest_event(table)
    loads(ines, shannon, crossbow)
    undo(gm)
    assert "not loaded" in shoots(gm, shannon, brute, crossbow, 422, anyway="on")
    undo(gm, shot)
    assert "is loaded" in loads(ines, shannon, crossbow, 422)


def test_of_somebody_hidden_nobody_hears_that_they_load(
    gm: Any, ines: Any, voss: Character, brute: Character, dice: Dice
) -> None:
    bow = armed(voss, "Silent bow", "crossbow", 8)
    in_actions(gm, voss, brute)
    cannot_defend(brute)
    dice(2)
    shoots(gm, voss, brute, bow)
    before = ines.log()
    loads(gm, voss, bow)
    assert ines.log() == before
    assert "Voss" not in everything_shown_to(ines)


def test_nobody_loads_for_others(gm: Any, marek: Any, shannon: Character, brute: Character, crossbow: Entry) -> None:
    in_actions(gm, shannon, brute)
    assert "Nobody of yours has such a weapon" in loads(marek, shannon, crossbow, 422)


def test_without_a_script(
    gm: Any, ines: Any, table: Any, shannon: Character, brute: Character, crossbow: Entry, dice: Dice
) -> None:
    in_actions(gm, shannon, brute)
    cannot_defend(brute)
    declares(shannon, extra=["other"])
    dice(5)
    shoots(ines, shannon, brute, crossbow)
    given = {"character": shannon.public_id, "maneuver": crossbow.public_id}
    assert ines.post("dragonfly.reload", plain=True, **given).status_code == 302
    assert told(table, "dragonfly.reloaded")["weapon"] == "Crossbow"


@pytest.mark.played("dragonfly.single-shot-reload", "dragonfly.combat-maneuvers")
def test_any_other_weapon_holds_one_shot_if_its_sheet_says_so(
    gm: Any, ines: Any, table: Any, shannon: Character, brute: Character, dice: Dice
) -> None:
    given: dict[str, Any] = {
        "name": "Musket", "attribute": "dexterity", "skill": "gun-fu", "modifier": 0, "base_damage": 9,
        "damage_type": "bullet", "weapon": "rifle", "one_shot": "on",
    }  # fmt: skip
    does(ines, "dragonfly.maneuver-add", character=shannon.public_id, **given)
    musket = shannon.entries.get(name="Musket")
    in_actions(gm, shannon, brute)
    cannot_defend(brute)
    declares(shannon, extra=["other", "attack"])
    assert "It holds 1 shot" in shoots(ines, shannon, brute, musket, 422, shots=2)
    dice(5)
    shoots(ines, shannon, brute, musket)
    assert "not loaded" in shoots(ines, shannon, brute, musket, 422)
    loads(ines, shannon, musket)
    assert told(table, "dragonfly.reloaded")["loaded"]
