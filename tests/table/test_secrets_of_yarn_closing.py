"""Ballots and scores are the GM's alone, while they are cast, counted, told, and ever after."""

from __future__ import annotations

import pytest

from tests.acts_of_an_evening import Evening, step
from tests.keeping_secrets import begun, differing, in_each_world
from tests.yarn_evening import beginning
from tests.yarn_evening_closing import answers, ballot, confirms, here


@pytest.fixture
def tonight(db: None, own_pictures: None) -> Evening:
    """Ines, Marek and Piet have said how their poles came out, and are asked for ballots."""
    found = begun("yarn", beginning())
    found.knocks("Piet")
    found.do(step("gm", "admit", lambda e: {"knock": e.knock()}))
    found.sits("piet", "Piet")
    found.do(step("piet", "yarn.make", name="Corin", role="main"))
    found.do(step("gm", "close-scene"))
    found.do(step("gm", "yarn.close-episode", here("ines", "marek", "piet")))
    for name in ("ines", "marek", "piet"):
        found.do(answers(name, "yarn.state", text="So it was."))
    return found


def test_nobody_else_is_shown_a_ballot(tonight: Evening) -> None:
    """Whichever way Ines ranks the others, they and whoever watches are sent the same bytes."""
    worlds = [[ballot("ines", "marek", "piet")], [ballot("ines", "piet", "marek")]]
    assert not differing(in_each_world(tonight, worlds, ("marek", "watcher")))


def test_scores_are_the_gms_for_good(tonight: Evening) -> None:
    """Two tallies with the same winners: all but the GMs are shown the same, to the end of the session."""
    mine = [ballot("ines", "marek", "piet"), ballot("marek", "ines", "piet")]
    ending = [
        confirms("ines", "marek", dice=(1, 1)),
        answers("ines", "yarn.choose-theme", theme="Debts"),
        answers("gm", "yarn.finish-episode"),
    ]
    worlds = [
        [*mine, ballot("piet", *piet), ballot("gm", *gm), *ending]
        for piet, gm in (
            (("ines", "marek"), ("ines", "marek", "piet")),
            (("marek", "ines"), ("piet", "marek", "ines")),
        )
    ]
    found = differing(in_each_world(tonight, worlds, ("gm", "ines", "marek", "watcher")))
    assert found
    assert all(where.startswith("gm: ") for where in found), found
