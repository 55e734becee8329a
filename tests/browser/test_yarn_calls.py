"""What else comes of scenes of Yarn, in real browsers: one with no contest, and one that is two-way.

Robin leads on a tablet, Ines plays Maud at a desk, Marek plays Joss on a phone, Odile plays Adele without JavaScript.
With SHOTS set to a folder, every stage leaves pictures there.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import yarn
from tests.browser.doing import answers, asked, goes_to, in_view, looked_at, press, send
from tests.browser.evening import Evening
from tests.browser.yarn import GM, Happening, called, hands, holds, petition, told
from tests.servers import Server

WINDOWS = ("Robin", "Ines", "Marek", "Odile")
CAST = [one for one in yarn.CAST if yarn.is_of(one, WINDOWS[1:])]
THERE = ("@Maud Ferrin", "@Joss Amber", "@Adele Ferrin", "@Old Bess")


@pytest.fixture(scope="module")
def scene(chromium: Browser, server: Server) -> Iterator[Evening]:
    first = ((GM, "yarn.pass-call", {}), *called("Ines", "That he says what happened", there=THERE))
    with yarn.evening(chromium, server, CAST, yarn.EPISODE, first, people=WINDOWS) as evening:
        yield evening


def comes_next(scene: Evening, *happenings: Happening, passed: int = 0) -> None:
    """The scene is over, and so many are passed by before this happens."""
    yarn.happens(scene, (GM, "close-scene", {}), *[(GM, "yarn.pass-call", {})] * passed, *happenings)


def everybody_reads(scene: Evening, *words: str) -> None:
    """In what comes of the scene, on every page."""
    for name in scene.people:
        for one in words:
            expect(petition(scene.fresh(name)), f"{one} at {name}").to_contain_text(one)


# scenes


def test_there_is_nothing_to_contest(scene: Evening) -> None:
    """Whoever is asked gives it without more ado: only that player and the GM are offered to say so."""
    robin, marek = scene.robin, scene.marek
    for screen in (scene.ines, scene.odile):
        expect(petition(screen).get_by_role("button", name="No contest")).to_have_count(0)
    expect(petition(robin).get_by_role("button", name="No contest")).to_have_count(1)
    no_contest = petition(marek).get_by_role("button", name="No contest")
    in_view(marek, no_contest)
    looked_at(scene, "01-nothing-to-contest")
    press(marek, no_contest)
    told(scene, "Joss Amber gives Maud Ferrin what is asked")
    everybody_reads(scene, "whoever called it calls again, or passes")
    looked_at(scene, "02-given")


def test_a_scene_was_two_way(scene: Evening) -> None:
    """Both are asked; the one won, the other was denied and nobody doubts it: who refused pays 2 to who gave in."""
    robin, ines, marek, odile = scene.robin, scene.ines, scene.marek, scene.odile
    calls = called("Marek", "That she forgives him", there=THERE)
    comes_next(scene, *calls, holds("Ines", "tokens", 3), passed=1)
    press(robin, petition(robin).get_by_role("link", name="It was two-way"))
    looked_at(scene, "03-two-way", "robin")
    send(robin, "Ask both")
    words = "both seek something of each other"
    goes_to(marek, asked(marek, words).get_by_role("button", name="Yes, and it was denied"))
    looked_at(scene, "04-both-asked", "ines", "marek")
    answers(marek, words, "Yes, and it was denied")
    answers(ines, words, "Yes, and it was won")
    goes_to(odile, asked(odile, "Maud Ferrin gave nothing that counts").get_by_role("button", name="Let it be"))
    answers(robin, "Do you see it otherwise?", "Nobody doubts it")
    goes_to(robin, asked(robin, "The tokens move").get_by_role("button", name="Move them"))
    looked_at(scene, "05-both-said")
    answers(robin, "The tokens move", "Move them")
    told(scene, "two petitions")
    hands(scene, ines=1, marek=2)
