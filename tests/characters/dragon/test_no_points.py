"""Dragon has no points that go from one to another, and nothing leads to a list of them."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize("person", ["gm", "ines"])
def test_the_menu_leads_to_no_empty_list(request: pytest.FixtureRequest, person: str) -> None:
    who: Any = request.getfixturevalue(person)
    assert not who.soup().select("a[href=points]")
    assert "Dragon has no points that are earned" in who.at_address("points").content.decode()


def test_nor_do_points_stay_when_something_ends(gm: Any) -> None:
    gm.does("open-session", title="The stair")
    gm.does("open-scene", title="Low tide")
    for act in ("close-scene", "close-session"):
        assert "Sheets and the log stay" in gm.get(act).content.decode()
