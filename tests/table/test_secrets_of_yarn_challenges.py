"""Whoever hides in a scene is told by no challenge to it: not by its offers, not by what comes of it."""

from __future__ import annotations

import pytest

from tests.acts_of_an_evening import Evening, step, who
from tests.keeping_secrets import begun, differing, in_each_world
from tests.yarn_evening import beginning
from tests.yarn_evening_closing import answers
from tests.yarn_evening_ground import calls

PLAYERS = ("ines", "marek", "watcher")


@pytest.fixture
def tonight(db: None, own_pictures: None) -> Evening:
    return begun("yarn", beginning())


def test_nothing_tells_that_somebody_hides_in_the_scene(tonight: Evening) -> None:
    """Of Maud, Joss and perhaps Hale one ducks: in either world nobody is left whom the players know of."""
    ending = [step("ines", "yarn.duck", who("Maud Ferrin")), answers("gm", "yarn.answer-duck", answer="give way")]
    casts = (("Maud Ferrin", "Joss Amber"), ("Maud Ferrin", "Joss Amber", "Hale"))
    worlds = [[calls("The attic", *cast), *ending] for cast in casts]
    assert not differing(in_each_world(tonight, worlds, PLAYERS))
