"""An episode opens: its theme, empty hands, the calling order."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from apps.characters.yarn.people import of_seat
from apps.drama.yarn import turns
from apps.drama.yarn.themes import keep_theme
from apps.table.turn import Turn
from tests.people import Person, open_a_table, sit_down
from tests.yarn_world import held, in_a_turn, opens, refused, told


def order(gm: Person) -> list[str]:
    return [one.name for one in turns.order_of(gm.viewer.desk)]


def chose(gm: Person, who: Person, theme: str = "Debts") -> None:
    """The theme of the next episode, as it is named when one closes."""
    in_a_turn(gm, lambda turn: keep_theme(turn, theme, of_seat(turn.desk.own(who.viewer.seat))))


def first_in_the_order_calls(turn: Turn) -> None:
    turns.taken(turn, turns.order_of(turn.desk)[0])


@pytest.mark.played("yarn.episode", "yarn.calling-order")
def test_the_first_theme_is_the_gms_who_calls_first(table: Any, gm: Person, ines: Person, marek: Person) -> None:
    for who in (ines.seat, None):
        gm.does("yarn.set-hand", who=who.public_id if who else "GM", points="tokens", count=2)
    gm.does("yarn.set-hand", who=ines.seat.public_id, points="bennies", count=1)  # type: ignore[union-attr]
    opens(gm, 2)
    assert told(table)["order"] == ["Director", "Marek", "Ines"] == order(gm)
    assert (held(ines), held(ines, "bennies")) == (0, 1)
    assert "opens episode 1: What we inherit" in ines.log()
    gm.does("undo")
    assert held(ines) == 2


@pytest.mark.played("yarn.calling-order", "yarn.theme-order", "yarn.precedence-occasions")
def test_whoever_chose_the_theme_calls_first_and_the_gm_in_their_place(
    table: Any, gm: Person, ines: Person, marek: Person
) -> None:
    sit_down(table, "Noor")
    opens(gm)
    chose(gm, marek)
    assert 'value="Debts"' in gm.get("yarn.open-episode").content.decode()
    gm.does("yarn.break-off")
    opens(gm, 1, 1, title="Debts")
    assert order(gm) == ["Marek", "Ines", "Director", "Noor"]
    assert told(table, "yarn.episode-opened")["chooser"] == "Marek"


@pytest.mark.parametrize(("slot", "more", "expected"), [
    ("end", {}, ["Marek", "Ines", "Noor", "Director"]),
    ("asked each episode", {"gm_place": 2}, ["Marek", "Director", "Ines", "Noor"]),
])  # fmt: skip
def test_the_gms_place_is_what_the_table_plays(
    gm_of: Any, slot: str, more: dict[str, Any], expected: list[str]
) -> None:
    gm, marek = gm_of(gm_slot=slot)
    chose(gm, marek)
    opens(gm, 1, 1, **more)
    assert order(gm) == expected


@pytest.fixture
def gm_of(db: None) -> Any:
    """Tables with these switches, where three play: the GM and Marek of one."""

    def one(**switches: str) -> tuple[Person, Person]:
        table = open_a_table("Low Water", game="yarn", **switches)
        gm = sit_down(table, "Director", "gm", "gm")
        people = [sit_down(table, name) for name in ("Ines", "Marek", "Noor")]
        return gm, people[1]

    return one


def test_where_it_is_asked_the_gm_has_to_say_her_place(gm_of: Any) -> None:
    gm, marek = gm_of(gm_slot="asked each episode")
    chose(gm, marek)
    assert "2" in refused(gm, "yarn.open-episode", gm_place=1)
    opens(gm, 1, 1, gm_place=4)
    assert order(gm)[3] == "Director"


def test_the_first_player_in_the_order_may_have_the_first_theme(gm_of: Any) -> None:
    gm, _ = gm_of(first_theme_by="first player in the calling order")
    opens(gm, 3, 2)
    assert order(gm) == ["Noor", "Director", "Marek", "Ines"]


def test_the_gm_lays_the_cards_where_the_table_plays_so(gm_of: Any) -> None:
    gm, _marek = gm_of(precedence_source="GM arranges")
    keys = {one.name: one.key for one in turns.order_of(gm.viewer.desk)}
    assert "are not those of the 3 players" in refused(gm, "yarn.open-episode", card_1=keys["Ines"])
    laid = {f"card_{place}": keys[name] for place, name in enumerate(("Noor", "Ines", "Marek"), 1)}
    gm.does("yarn.open-episode", **laid)
    assert order(gm) == ["Director", "Noor", "Ines", "Marek"]


@pytest.mark.played("yarn.calling-turns")
def test_whoever_is_not_here_has_no_turn_and_a_latecomer_the_last(
    table: Any, gm: Person, ines: Person, marek: Person
) -> None:
    opens(gm, absent=[ines.seat.public_id])  # type: ignore[union-attr]
    assert told(table)["order"] == ["Director", "Marek"]
    sit_down(table, "Noor")
    assert order(gm)[-1] == "Noor"
    coming = turns.coming(gm.viewer.desk)
    assert coming
    assert coming.who.name == "Director"
    in_a_turn(gm, first_in_the_order_calls)
    coming = turns.coming(gm.viewer.desk)
    assert coming
    assert coming.who.name == "Marek"


@pytest.mark.played("yarn.episode")
def test_an_episode_that_was_broken_off_goes_on_as_it_was(
    maud: Character, joss: Character, gm: Person, ines: Person, marek: Person
) -> None:
    opens(gm, 2)
    gm.does("yarn.set-hand", who=ines.seat.public_id, points="tokens", count=2)  # type: ignore[union-attr]
    in_a_turn(gm, lambda turn: turns.skip_next(turn, of_seat(turn.desk.own(ines.viewer.seat))))
    gm.does("yarn.break-off")
    before = order(gm)
    gm.does("yarn.open-episode", title="What we inherit", continued="on")
    assert order(gm) != before
    assert order(gm) == ["Director", "Marek", "Ines"]
    assert held(ines) == 2
    in_a_turn(gm, first_in_the_order_calls)
    in_a_turn(gm, lambda turn: turns.passes(turn, of_seat(turn.desk.own(marek.viewer.seat))))
    coming = turns.coming(gm.viewer.desk)
    assert coming
    assert (coming.who.name, [one.name for one in coming.missed]) == ("Director", ["Ines"])


def test_only_the_gm_opens_one(table: Any, ines: Person, gm: Person) -> None:
    assert ines.post("yarn.open-episode").status_code == 403
    assert ines.post("open-session").status_code == 403
