"""Talk in character: it takes no time, on one's own turn or off it, exhausted or not."""

from __future__ import annotations

from typing import Any

import pytest

from apps.characters.models import Character
from tests.drama.rough_magic.conftest import hurt, said
from tests.people import state_of_play


@pytest.mark.played("rough_magic.roleplay-action")
def test_said_at_no_cost_even_exhausted(gm: Any, ines: Any, marek: Any, jun: Character, bramble: Character) -> None:
    hurt(gm, jun, 3)
    gm.does("rough_magic.start-fight", characters=[jun.public_id, bramble.public_id],
            noticed=[bramble.public_id, jun.public_id])  # fmt: skip
    ines.does("rough_magic.roleplay", character=jun.public_id, text="Nice hat. Did it come with the rank?")
    assert "Jun Vey “Nice hat. Did it come with the rank?”" in marek.log()


def test_the_defeated_and_others_do_not(gm: Any, ines: Any, marek: Any, watcher: Any, jun: Character) -> None:
    given = {"character": jun.public_id, "text": "Never"}
    hurt(gm, jun, 4)
    before = state_of_play(gm.table)
    assert "is defeated" in said(ines.post("rough_magic.roleplay", **given))
    assert marek.post("rough_magic.roleplay", **given).status_code == 422
    assert watcher.post("rough_magic.roleplay", **given).status_code == 403
    assert state_of_play(gm.table) == before


def test_what_the_hidden_say_is_the_gms(gm: Any, ines: Any, ash: Character) -> None:
    gm.does("rough_magic.roleplay", character=ash.public_id, text="Wait for them.")
    assert "Wait for them" in gm.log()
    assert "Wait for them" not in ines.page()
