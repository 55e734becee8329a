"""What else comes of scenes of Yarn, in real browsers: a scene with no contest, one that is two-way, and a
quiz of those who sought something.

Robin leads on a tablet, Ines plays Maud at a desk, Marek plays Joss on a phone, Odile plays Adele without JavaScript.
With SHOTS set to a folder, every stage leaves pictures there.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser import yarn
from tests.browser.doing import answers, asked, at_once, falls, goes_to, in_view, looked_at, press, send
from tests.browser.evening import Evening
from tests.browser.screens import Screen
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


def named(screen: Screen, whom: str, word: str) -> Locator:
    """The answer below this name."""
    ask = asked(screen, "From whom was it sought most")
    return ask.locator(f"h3:text-is('{whom}') + .opts").get_by_role("button", name=word)


def test_a_quiz_of_those_who_sought_something(scene: Evening) -> None:
    """Everybody is asked, and no page shows a word before the last is in; then each in turn names whom."""
    robin, ines, marek, odile = scene.robin, scene.ines, scene.marek, scene.odile
    comes_next(scene, *called("Odile", "That somebody asks her", there=THERE))
    press(robin, petition(robin).get_by_role("link", name="Ask everybody"))
    send(robin, "Ask everybody")
    words = "Did your character seek an emotional payoff?"
    goes_to(marek, asked(marek, words).get_by_role("button", name="Yes"))
    looked_at(scene, "06-sought")
    at_once(marek, asked(marek, words).get_by_role("button", name="Yes"))
    expect(asked(marek, words).locator(".opt.chosen")).to_contain_text("your word")
    at_once(ines, asked(ines, words).get_by_role("button", name="Yes"))
    at_once(odile, asked(odile, words).get_by_role("button", name="No"))
    assert "All have said" not in scene.fresh("odile").page.locator("#log-cards").inner_text()
    with falls(scene, 2):
        at_once(robin, asked(robin, words).get_by_role("button", name="No"))
    told(scene, "All have said: Ines, Marek sought something. In turn: Marek, Ines.")
    goes_to(marek, named(marek, "Maud Ferrin", "Won"))
    expect(ines.page.locator("#panel-asks .ask")).to_have_count(0)
    looked_at(scene, "07-quiz")
    press(marek, named(marek, "Maud Ferrin", "Won"))
    goes_to(ines, named(ines, "Old Bess", "Denied"))
    press(ines, named(ines, "Old Bess", "Denied"))
    told(scene, "All have answered")
    hands(scene, ines=3, marek=1, odile=0, robin=0)
    looked_at(scene, "08-settled")
