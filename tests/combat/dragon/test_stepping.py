"""The turn going on: by itself where nobody could do anything, else by the GM's hand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from apps.characters.dragon.states import state_of
from apps.characters.models import Character
from apps.combat.dragon import fight as dragon_fight
from apps.combat.dragon.phases.going_on import go_on
from apps.combat.models import Fight
from apps.table.models import Event
from tests.characters.dragon.conftest import made
from tests.combat.dragon.conftest import fighter, in_round, now
from tests.combat.wounded import a_turn_of, told, undo
from tests.people import open_a_table, sit_down, state_of_play


def at(person: Any) -> str:
    """Where the turn is, as the newest card says."""
    return str(told(person.table, "dragon.part")["announced"])


@pytest.fixture
def open_table(db: None) -> tuple[Any, Any]:
    """A GM and a player at a table where everybody sees the enemies' phases."""
    table = open_a_table(game="dragon", enemy_phases_hidden="off")
    return sit_down(table, "GM", "gm", "gm"), sit_down(table, "Ines")


@pytest.mark.played("dragon.turn", "dragon.sub-rounds")
def test_a_part_in_which_nobody_could_act_is_skipped(open_table: tuple[Any, Any]) -> None:
    gm, ines = open_table
    ana, guard = made(ines, name="Ana", role="hero"), made(gm, name="Guard", role="enemy")
    in_round(gm, {ana: (2, 5), guard: (4,)}, (2, "Good"))
    ines.does("dragon.act", character=ana.public_id, words="runs")
    assert at(gm) == "Bad Guys in 4"
    gm.does("dragon.act", character=guard.public_id, words="runs")
    assert at(gm) == "Good Guys in 5"


def test_with_hidden_phases_the_bad_guys_part_is_closed_by_the_gm(
    gm: Any, ines: Any, ana: Character, guard: Character
) -> None:
    in_round(gm, {ana: (2, 5), guard: (4,)}, (2, "Good"))
    ines.does("dragon.act", character=ana.public_id, words="runs")
    for there in ("Bad Guys in 2", "Bad Guys in 3", "Bad Guys in 4", "Good Guys in 5"):
        assert at(gm) == there
        gm.does("dragon.next-part")


def main_button(gm: Any) -> str:
    return str(gm.soup().select_one("#panel-dragon-rounds .push .btn.main").get_text(" ", strip=True))


@pytest.mark.played("dragon.sub-rounds")
def test_the_main_button_goes_on_to_where_somebody_is_due_and_says_so(
    gm: Any, ines: Any, ana: Character, guard: Character
) -> None:
    in_round(gm, {ana: (2, 7), guard: (4,)}, (2, "Good"))
    ines.does("dragon.act", character=ana.public_id, words="runs")
    due = ("nobody is due before", "one has not gone yet", "nobody is due before")
    for there, words in zip(("Bad Guys in 4", "Good Guys in 7", "Turn 2"), due, strict=True):
        assert main_button(gm) == f"{there} · {words}"
        gm.does("dragon.next-part", far="on")
        assert there == "Turn 2" or at(gm) == there
        if there.startswith("Good"):
            ines.does("dragon.act", character=ana.public_id, words="runs")
    begun = now(gm).turn
    assert begun
    assert begun.number == 2


def test_it_stops_where_somebody_could_come_before_the_others_for_the_last_time(
    gm: Any, ana: Character, guard: Character
) -> None:
    in_round(gm, {ana: (8, 9, 10), guard: (3, 6)}, (3, "Bad"))
    for there in ("Good Guys in 6", "Bad Guys in 6", "Good Guys in 8"):
        gm.does("dragon.next-part", far="on")
        assert at(gm) == there


def test_what_each_round_brings_comes_of_those_that_are_passed_too(gm: Any, ana: Character, guard: Character) -> None:
    fallen = made(gm, name="Warden", role="enemy")
    in_round(gm, {ana: (2, 9), guard: (2,), fallen: ()}, (2, "Late"))
    gm.does("dragon.fate", character=fallen.public_id, word="dying", gap=3)
    gm.does("dragon.fate", character=fallen.public_id, word="countdown", count=4)
    gm.does("dragon.next-part", far="on")
    assert (at(gm), state_of(fallen).rounds) == ("Good Guys in 6", 0)
    assert told(gm.table, "dragon.part")["held"] == ["Ana", "Lantern guard"]
    gm.does("dragon.next-part", far="on")
    assert told(gm.table, "dragon.part")["lapsed"] == ["Ana"]
    assert at(gm) == "Good Guys in 9"
    for _ in range(2):
        undo(gm, Event.objects.filter(kind="dragon.part", undone_by=None).latest("pk"))
    assert state_of(fallen).rounds == 4


def test_whoever_could_buy_in_is_waited_for(ines: Any, gm: Any, ana: Character, guard: Character) -> None:
    in_round(gm, {ana: (5, 7, 9), guard: (3,)}, (3, "Bad"))
    gm.does("dragon.next-part")
    assert at(gm) == "Late 3"


def test_what_was_not_used_by_the_end_of_the_round_is_held(gm: Any, ana: Character, duel: Fight) -> None:
    for _ in range(3):
        gm.does("dragon.next-part")
    assert told(gm.table, "dragon.part")["held"] == ["Ana", "Lantern guard"]
    assert fighter(gm, ana).kept


@pytest.mark.played("dragon.table-options")
def test_or_lost_as_the_table_says(db: None) -> None:
    table = open_a_table(game="dragon", unused_phase_auto_hold="off")
    gm, ines = sit_down(table, "GM", "gm", "gm"), sit_down(table, "Ines")
    ana = made(ines, name="Ana", role="hero")
    in_round(gm, {ana: (2,)}, (2, "Late"))
    gm.does("dragon.next-part")
    assert told(table, "dragon.part")["lost"] == ["Ana"]
    assert "Not used, and lost: Ana." in ines.log()


def test_the_others_do_not_hear_what_became_of_an_enemy_s_phase(gm: Any, ines: Any, guard: Character) -> None:
    in_round(gm, {guard: (2,)}, (2, "Late"))
    gm.does("dragon.next-part")
    assert "Held, because it was not used: Lantern guard." in gm.log()
    assert "Held" not in ines.log()


def test_two_taps_close_one_part(gm: Any, duel: Fight) -> None:
    seen = gm.soup().select("#panel-dragon-rounds [name=seen]")[-1]["value"]
    gm.does("dragon.next-part", seen=seen)
    before = state_of_play(gm.table)
    assert "The turn has gone on in the meantime." in gm.post("dragon.next-part", live=True, seen=seen).content.decode()
    assert state_of_play(gm.table) == before


def test_players_close_nothing(ines: Any, duel: Fight) -> None:
    assert ines.post("dragon.next-part", live=True).status_code == 403


def test_between_two_turns_there_is_nothing_to_close(gm: Any, duel: Fight) -> None:
    Fight.objects.update(phase="picks")
    assert "speeds are being picked" in gm.post("dragon.next-part", live=True).content.decode()


def test_the_form_says_who_has_still_a_phase(gm: Any, duel: Fight) -> None:
    words = gm.get("dragon.next-part").content.decode()
    assert "Close Good Guys in 2" in words
    assert "Ana has a phase in it still" in words
    assert "Bad Guys in 2" in words


def test_a_step_is_taken_back(gm: Any, ana: Character, guard: Character, duel: Fight) -> None:
    before = [fighter(gm, one) for one in (ana, guard)]
    for _ in range(3):
        gm.does("dragon.next-part")
    assert now(gm).phase == "good"
    for _ in range(3):
        undo(gm, Event.objects.filter(kind="dragon.part", undone_by=None).latest("pk"))
    assert [fighter(gm, one) for one in (ana, guard)] == before


def test_after_round_ten_a_new_turn_begins(
    gm: Any, ines: Any, ana: Character, guard: Character, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Fight] = []
    stands_in = SimpleNamespace(begin_turn=lambda turn, fight: begun.append(fight))
    monkeypatch.setattr(dragon_fight, "picking", stands_in, raising=False)
    in_round(gm, {ana: (10,), guard: (2,)}, (10, "Late"))
    ines.does("dragon.act", character=ana.public_id, words="runs")
    assert len(begun) == 1
    assert "Turn 1 is over." in ines.log()


# somebody hidden


def played(hidden: bool) -> tuple[Any, ...]:
    """What a player sees of a round in which somebody hidden could act, or in which they are not there."""
    table = open_a_table(game="dragon")
    gm, ines = sit_down(table, "GM", "gm", "gm"), sit_down(table, "Ines")
    ana, lurker = made(ines, name="Ana", role="hero"), made(gm, name="Bell-witch", role="enemy", hidden="on")
    there = {ana: (2, 3)} | ({lurker: (2, 3, 5, 7)} if hidden else {})
    in_round(gm, there, (2, "Good"))
    seen = []
    for person, act, data in (
        (ines, "dragon.act", {"character": ana.public_id, "words": "runs"}),
        (gm, "dragon.next-part", {}),
        (ines, "dragon.wait", {"character": ana.public_id}),
        (gm, "dragon.next-part", {}),
    ):
        person.does(act, **data)
        seen.append((ines.log(), ines.panel("dragon-rounds"), ines.panel("dragon-my-phase")))
    return tuple(seen)


def test_somebody_hidden_changes_nothing_that_players_see(db: None) -> None:
    assert played(hidden=True) == played(hidden=False)


def test_a_hidden_ally_holds_nothing_up(gm: Any, ines: Any, ana: Character) -> None:
    ally = made(gm, name="Wen", role="ally", hidden="on")
    in_round(gm, {ana: (2,), ally: (2,)}, (2, "Good"))
    ines.does("dragon.act", character=ana.public_id, words="runs")
    assert at(gm) == "Bad Guys in 2"


@pytest.mark.parametrize("hidden", ["", "on"])
def test_what_lies_between_the_gm_and_somebody_hidden_holds_nothing_up(
    gm: Any, ana: Character, guard: Character, dice: Any, hidden: str
) -> None:
    """An attack that waits for the GM’s own answer: of somebody known the part waits, of somebody hidden it goes on."""
    ghoul = made(gm, name="Salt ghoul", role="enemy", accuracy=3, **({"hidden": hidden} if hidden else {}))
    ally = made(gm, name="Wen", role="ally")
    in_round(gm, {ana: (), ally: (), guard: (), ghoul: (2,)}, (2, "Bad"))
    dice(1, 1, 1)
    gm.does("dragon.attack", character=ghoul.public_id, target=ally.public_id, weapon="fist")
    there = "Bad Guys in 3" if hidden else "Late 2"
    assert main_button(gm) == there
    assert not gm.soup().select("#panel-dragon-rounds .push [name=far]")
    gm.does("dragon.next-part")
    assert at(gm) == there


def test_an_act_that_changes_nothing_goes_nowhere(gm: Any, duel: Fight) -> None:
    a_turn_of(gm, lambda turn: go_on(turn, turn.desk.all(Fight)[0]))
    assert not Event.objects.filter(kind="dragon.part").exists()
