"""Somebody who hides is called into a scene: what everybody else sees is the same with them and without."""

from __future__ import annotations

from typing import Any

import pytest

from tests.acts_of_an_evening import Evening, Step, step
from tests.keeping_secrets import begun, differing, in_each_world, level, passing
from tests.yarn_evening import beginning
from tests.yarn_evening_calling import calls

OTHERS = ("ines", "marek", "watcher")


@pytest.fixture
def tonight(db: None, own_pictures: None) -> Evening:
    """Ines plays Maud, Marek Joss; Hale is hidden, and no scene is open."""
    found = begun("yarn", beginning())
    found.do(step("gm", "yarn.end-scene"))
    return found


def called(*more: str, **also: Any) -> Step:
    return calls("gm", "Maud Ferrin", "Joss Amber", *more, mode="dramatic", situation="Rain.", place="The lock", **also)


SEEKS = {"seeks": "Joss Amber"}
WITHOUT, WITH = [called(**SEEKS)], [called("Hale", **SEEKS, of="Hale")]


def test_nobody_is_shown_who_hides_in_a_scene_that_is_played(tonight: Evening) -> None:
    played = step("gm", "yarn.start-anyway")
    shown = in_each_world(tonight, [[*WITHOUT, played], [*WITH, played]], OTHERS)
    assert not differing(shown)
    assert "Maud Ferrin" in shown[0]["watcher: "]


@pytest.mark.parametrize("name", OTHERS)
def test_nobody_is_shown_who_hides_in_a_call_that_waits(tonight: Evening, name: str) -> None:
    pages = []
    for steps in (WITHOUT, WITH):
        with passing():
            for one in steps:
                tonight.do(one)
            person = tonight.people[name]
            pages.append([level(person.page()), level(person.get("yarn.call").content.decode())])
    assert pages[0] == pages[1]
    assert "A scene is called" in pages[0][0] or name == "watcher"
