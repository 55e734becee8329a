"""The ten rounds on the stage: what became of each phase, who sees it, and the card of whoever is due."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.dragon.states import DYING, State, set_state
from apps.characters.models import Character
from apps.combat.dragon.phases import grid, spending
from apps.combat.models import Combatant, Fight
from apps.table.templatetags.kit import PHASES
from apps.table.turn import Turn
from tests.characters.dragon.conftest import made
from tests.combat.dragon.conftest import in_round
from tests.combat.wounded import a_turn_of
from tests.people import open_a_table, sit_down


def marks(person: Any, name: str) -> dict[int, str]:
    """Somebody's line in the ten rounds, as this person sees it: what stands in which round, in words."""
    for row in person.soup().select("#panel-dragon-rounds tbody tr"):
        head = row.select_one("th b")
        if head is not None and head.get_text(strip=True) == name:
            words = {int(cell["data-round"]): cell.select(".vh")[0].get_text() for cell in row.select("td[data-round]")}
            return {number: said for number, said in words.items() if said != "no phase"}
    return {}


def reach(person: Any, name: str) -> list[int]:
    """The rounds in which their held phase can be used."""
    rows = person.soup().select("#panel-dragon-rounds tbody tr")
    row = next(one for one in rows if name in one.get_text())
    return [int(cell["data-round"]) for cell in row.select("td.reach")]


def test_every_phase_stands_in_its_round(ines: Any, ana: Character, duel: Fight) -> None:
    assert marks(ines, "Ana") == {2: "phase", 5: "phase", 9: "phase"}


@pytest.mark.played("dragon.stacked-costs")
def test_what_was_used_and_what_was_given_up(ines: Any, ana: Character, duel: Fight) -> None:
    ines.does("dragon.act", character=ana.public_id, words="runs", substat="wit", pay=[9], faces="1 2 3")
    assert marks(ines, "Ana") == {2: "used", 5: "phase", 9: "given up"}


@pytest.mark.played("dragon.trade-two")
def test_a_round_that_was_bought(ines: Any, gm: Any, ana: Character, guard: Character) -> None:
    in_round(gm, {ana: (4, 6, 9), guard: (3,)}, (3, "Good"))
    ines.does("dragon.act", character=ana.public_id, words="runs", pay=[6, 9])
    assert marks(ines, "Ana") == {3: "bought for two later", 4: "phase", 6: "given up", 9: "given up"}


@pytest.mark.played("dragon.hold")
def test_a_hold_and_how_long_it_lasts(ines: Any, gm: Any, ana: Character, guard: Character) -> None:
    in_round(gm, {ana: (2, 6), guard: (5,)}, (2, "Good"))
    ines.does("dragon.hold", character=ana.public_id)
    assert marks(ines, "Ana") == {2: PHASES["held"][1], 6: "phase"}
    assert reach(ines, "Ana") == [3, 4, 5]
    gm.does("dragon.next-part")
    ines.does("dragon.act", character=ana.public_id, words="runs")
    assert marks(ines, "Ana") == {2: "was held", 3: "used", 6: "phase"}


def test_a_phase_that_was_let_go(ines: Any, ana: Character, duel: Fight) -> None:
    ines.does("dragon.pass", character=ana.public_id)
    assert marks(ines, "Ana")[2] == "let go"


@pytest.mark.parametrize(
    ("phases", "at", "drawn"),
    [
        ((3, 7), 3, {3: "spent on a defence", 7: "phase"}),
        ((7, 9), 3, {7: "spent on a defence", 9: "phase"}),
    ],
)
@pytest.mark.played("dragon.abort")
def test_a_phase_that_went_into_a_defence(
    gm: Any, ines: Any, ana: Character, phases: tuple[int, ...], at: int, drawn: dict[int, str]
) -> None:
    in_round(gm, {ana: phases}, (at, "Bad"))

    def defends(turn: Turn) -> None:
        combatant = turn.desk.one(Combatant, character=ana)
        assert combatant
        spending.spend(turn, combatant, ["dexterity"], how="defence")

    a_turn_of(gm, defends)
    assert marks(ines, "Ana") == drawn


# what of enemies is cut


@pytest.mark.played("dragon.visibility")
def test_of_enemies_players_see_in_which_rounds_they_acted(gm: Any, ines: Any, ana: Character) -> None:
    guard = made(gm, name="Lantern guard", role="enemy")
    in_round(gm, {ana: (5,), guard: (2, 6)}, (2, "Bad"))
    assert "acted" not in ines.panel("dragon-rounds")
    gm.does("dragon.act", character=guard.public_id, words="runs")
    assert "Bad side their phases are hidden Lantern guard spent a phase in 2" in ines.panel("dragon-rounds")
    assert marks(ines, "Lantern guard") == {}
    assert marks(gm, "Lantern guard") == {2: "used", 6: "phase"}


def test_a_table_may_lay_them_open(db: None) -> None:
    table = open_a_table(game="dragon", enemy_phases_hidden="off")
    gm, ines = sit_down(table, "GM", "gm", "gm"), sit_down(table, "Ines")
    guard = made(gm, name="Guard", role="enemy")
    in_round(gm, {guard: (2, 6)}, (2, "Bad"))
    assert marks(ines, "Guard") == {2: "phase", 6: "phase"}


def test_somebody_hidden_has_no_line(gm: Any, ines: Any, ana: Character) -> None:
    lurker = made(gm, name="Bell-witch", role="enemy", hidden="on")
    in_round(gm, {ana: (2,), lurker: (2,)}, (2, "Good"))
    assert "Bell-witch" in gm.panel("dragon-rounds")
    assert "Bell-witch" not in ines.page()


def test_the_bad_guys_part_waits_for_the_gm_whoever_is_due(gm: Any, ines: Any, guard: Character, duel: Fight) -> None:
    gm.does("dragon.next-part")
    assert "Waiting for the GM" in ines.panel("dragon-rounds")
    assert "Waiting for Lantern guard" in gm.panel("dragon-rounds")


# the card


def test_whoever_is_due_has_a_card_with_the_ways_and_what_each_costs(ines: Any, ana: Character, duel: Fight) -> None:
    words = ines.panel("dragon-my-phase")
    for said in (
        "Round 2 is yours, Ana",
        "Go costs round 2",
        "Wait go in Late 2 instead",
        "Hold usable in 3 to 4, lost when 5 begins",
        "Pass round 2 is lost",
        "Buy in off: you have a phase in 2 already",
    ):
        assert said in words


def test_in_late_there_is_no_waiting(ines: Any, gm: Any, ana: Character, guard: Character) -> None:
    in_round(gm, {ana: (2,), guard: (2,)}, (2, "Late"))
    assert "Wait off: Late is the last part of the round" in ines.panel("dragon-my-phase")


def test_whoever_waited_is_due_in_late(ines: Any, gm: Any, ana: Character, duel: Fight) -> None:
    ines.does("dragon.wait", character=ana.public_id)
    assert "Ana 45 of 45 hit points · waits for Late 2" in ines.panel("dragon-my-phase")
    assert "goes in Late" in ines.panel("dragon-rounds")
    gm.does("dragon.next-part")
    assert "Round 2 is yours, Ana" in ines.panel("dragon-my-phase")
    assert "goes in Late" not in ines.panel("dragon-rounds")


def test_whoever_could_buy_in_is_told_for_what(ines: Any, gm: Any, ana: Character, guard: Character) -> None:
    in_round(gm, {ana: (5, 7, 9), guard: (3,)}, (3, "Good"))
    words = ines.panel("dragon-my-phase")
    assert "Ana could buy in" in words
    assert "gives up 7 and 9" in words
    assert "Nothing now" in words


def test_whoever_is_not_due_reads_when_it_is_their_turn(ines: Any, gm: Any, ana: Character, guard: Character) -> None:
    in_round(gm, {ana: (2, 5), guard: (2,)}, (2, "Bad"))
    assert "Ana 45 of 45 hit points · goes in 2" in ines.panel("dragon-my-phase")
    gm.does("dragon.next-part")
    ines.does("dragon.act", character=ana.public_id, words="runs")
    assert "Ana 45 of 45 hit points · next in 5" in ines.panel("dragon-my-phase")


def test_one_s_own_trigger_stands_once_where_it_is_claimed(ines: Any, marek: Any, ana: Character, duel: Fight) -> None:
    ines.does("dragon.hold", character=ana.public_id, trigger="the first who moves", then="shoot him")
    assert "Ana holds round 2 for: the first who moves. Then: shoot him." in ines.panel("dragon-cutting")
    assert "the first who moves" not in ines.panel("dragon-my-phase")


def test_the_gm_moves_those_whom_nobody_plays(gm: Any, ana: Character, guard: Character, duel: Fight) -> None:
    assert "For whoever is away (1)" in gm.panel("dragon-their-phase")
    gm.does("dragon.next-part")
    assert "Bad Guys in 2: yours to move Lantern guard goes in 2" in gm.panel("dragon-their-phase")


def test_all_marks_are_drawn(ines: Any) -> None:
    assert {*grid.BECAME.values()} - {""} <= PHASES.keys()


def test_extras_of_one_kind_stand_on_one_line_while_the_same_is_told_of_them(gm: Any, ines: Any) -> None:
    wardens = [made(gm, name=f"Tide warden {number}", role="enemy") for number in (1, 2, 3)]
    in_round(gm, dict.fromkeys(wardens, (2, 6)), (2, "Bad"))
    assert marks(gm, "Tide warden 1, 2 and 3") == {2: "phase", 6: "phase"}
    gm.does("dragon.act", character=wardens[1].public_id, words="runs")
    assert marks(gm, "Tide warden 1 and 3") == {2: "phase", 6: "phase"}
    assert marks(gm, "Tide warden 2") == {2: "used", 6: "phase"}
    assert "Tide warden 1 and 3 Tide warden 2 spent a phase in 2" in ines.panel("dragon-rounds")


def dying(gm: Any, character: Character, gap: int) -> None:
    a_turn_of(gm, lambda turn: set_state(turn, turn.desk.get(Character, character.pk), State(DYING, gap)))


def test_who_lies_there_is_told_as_far_as_one_may_know(gm: Any, ines: Any, ana: Character, guard: Character) -> None:
    in_round(gm, {ana: (2,), guard: (2,)}, (2, "Good"))
    dying(gm, guard, 7)
    assert "Lantern guard Down" in ines.panel("dragon-rounds")
    assert "Dying, check short by 7" in gm.panel("dragon-rounds")


def test_what_is_told_of_one_alone_parts_no_line_of_a_kind(gm: Any, ines: Any) -> None:
    one, two = (made(gm, name=f"Tide warden {number}", role="enemy") for number in (1, 2))
    in_round(gm, {one: (2,), two: (2,)}, (2, "Bad"))
    dying(gm, one, 3)
    dying(gm, two, 9)
    assert "Tide warden 1 and 2 Down" in ines.panel("dragon-rounds")
