"""Whoever hides in a scene is told by no challenge to it: not by its offers, not by what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from apps.rules.dice import ScriptedDice
from apps.table import door
from tests.acts_of_an_evening import Evening, evening, step, who
from tests.keeping_secrets import differing, in_each_world
from tests.yarn_evening import beginning
from tests.yarn_evening_closing import answers
from tests.yarn_evening_ground import calls

PLAYERS = ("ines", "marek", "watcher")


@pytest.fixture
def tonight(db: None, settings: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Evening:
    settings.MEDIA_ROOT = tmp_path
    monkeypatch.setattr(door, "dice", ScriptedDice([]))
    found = evening(game="yarn")
    found.goes_by(beginning())
    return found


def test_nothing_tells_that_somebody_hides_in_the_scene(tonight: Evening) -> None:
    """Of Maud, Joss and perhaps Hale one ducks: in either world nobody is left whom the players know of."""
    ending = [step("ines", "yarn.duck", who("Maud Ferrin")), answers("gm", "yarn.answer-duck", answer="give way")]
    casts = (("Maud Ferrin", "Joss Amber"), ("Maud Ferrin", "Joss Amber", "Hale"))
    worlds = [[calls("The attic", *cast), *ending] for cast in casts]
    assert not differing(in_each_world(tonight, worlds, PLAYERS))
