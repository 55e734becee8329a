"""What the page shows of it: the GM's hand, the first steps, tokens in the table's colour."""

from __future__ import annotations

from typing import Any

import pytest

from tests.people import Person, open_a_table, sit_down


def test_the_gms_hand_has_what_is_done_most(table: Any, gm: Person) -> None:
    hand = gm.panel("hand")
    for words in ("Ask for a roll", "Secret roll", "Time passes", "Cast"):
        assert words in hand


def test_how_it_is_played_is_told_to_each(table: Any, gm: Person, ines: Person) -> None:
    assert "Open the episode" in gm.at_address("how").content.decode()
    assert "Call a scene" in ines.at_address("how").content.decode()


@pytest.mark.parametrize("colour", ["blue", "brown"])
@pytest.mark.played("yarn.components")
def test_tokens_look_as_the_table_has_them(db: None, colour: str) -> None:
    table = open_a_table("Low Water", game="yarn", token_colour=colour)
    gm, ines = sit_down(table, "Edda", "gm", "gm"), sit_down(table, "Ines")
    gm.does("yarn.set-hand", who=ines.viewer.seat.public_id, points="tokens", count=3)
    found = ines.soup().select(f"#panel-yarn-hands .pips.tokens.{colour} .pip.on")
    assert len(found) == 3
