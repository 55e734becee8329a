"""What is sealed when everybody says what they sought, and hands that are not open, at every other seat."""

from __future__ import annotations

import pytest

from tests.acts_of_an_evening import Evening, step
from tests.keeping_secrets import MARK, begun, differing, in_each_world, one, traces_of
from tests.yarn_evening import HALE, beginning
from tests.yarn_evening_petition import begins, says, sides


@pytest.fixture
def tonight(db: None, own_pictures: None) -> Evening:
    """The attic is played: Maud, Joss and Bess are there."""
    return begun("yarn", (*beginning(), *begins("The attic")))


def test_nobody_is_shown_what_somebody_sought_before_all_are_in(tonight: Evening) -> None:
    tonight.do(step("gm", "yarn.ask-around"))
    worlds = [[says("ines", "sought", word)] for word in ("yes", "no")]
    shown = in_each_world(tonight, worlds, ("gm", "second", "marek", "watcher"))
    assert not differing(shown)


def test_somebody_hidden_leaves_no_trace_in_a_petition(tonight: Evening) -> None:
    tonight.do(step("ines", "yarn.signal-end", sides("Maud Ferrin", "Joss Amber")))
    traces_of(tonight, one("somebody hidden", "gm second", step("gm", "yarn.quick-cast", **HALE | {"name": MARK})))
