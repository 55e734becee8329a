"""What else comes of calls and scenes of Yarn, in real browsers: a scene with no contest, one that is two-way, a quiz
of three, a call challenged for its plot and one judged for novelty; and days that wait when the episode is over.

Robin leads on a tablet, Ines plays Maud at a desk, Marek plays Joss on a phone, Odile plays Adele without JavaScript.
With SHOTS set to a folder, every stage leaves pictures there.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser import yarn
from tests.browser.doing import answers, asked, at, at_once, falls, goes_to, in_view, looked_at, press, send
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
    """Both are asked; the one won, the other was denied and is not forced: who refused pays 2 to who gave in."""
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
    force = "Maud Ferrin refuses. Do you force it?"
    goes_to(marek, asked(marek, force).get_by_role("button", name="Let it be refused"))
    looked_at(scene, "05-may-be-forced", "marek", "robin")
    answers(marek, force, "Let it be refused")
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
    in_view(marek, asked(marek, "From whom was it sought most").get_by_role("heading", level=2))
    expect(ines.page.locator("#panel-asks .ask")).to_have_count(0)
    looked_at(scene, "07-quiz")
    press(marek, named(marek, "Maud Ferrin", "Won"))
    goes_to(ines, named(ines, "Old Bess", "Denied"))
    press(ines, named(ines, "Old Bess", "Denied"))
    told(scene, "All have answered")
    hands(scene, ines=3, marek=1, odile=0, robin=0)
    expect(petition(marek).get_by_role("button", name="No contest")).to_have_count(0)
    looked_at(scene, "08-settled")


# calls that are challenged


def challenges(screen: Screen, what: str, words: str) -> None:
    """From the fold of the call that waits."""
    press(at(screen), screen.page.locator("#panel-yarn-challenges summary"))
    press(screen, screen.link(what, exact=False))
    screen.pane.get_by_label("What is wrong with it").fill(words)
    send(screen, "Challenge it")


def test_a_call_skips_a_step_of_the_plot(scene: Evening) -> None:
    """Caller and challenger stand on their sides from the start, so one hand is asked for; the caller tells the
    situation anew, and each who objected takes it."""
    ines, marek, odile = scene.ines, scene.marek, scene.odile
    call, _ = called("Marek", "That she gives him the key", there=THERE)
    comes_next(scene, call, passed=2)
    challenges(odile, "A step of the plot is skipped", "How did we come by the key?")
    words = "A step of the plot is skipped: How did we come by the key?"
    goes_to(ines, asked(ines, words).get_by_role("button", name="It is reworked"))
    looked_at(scene, "09-plot")
    at_once(ines, asked(ines, words).get_by_role("button", name="It is reworked"))
    rework = asked(marek, "The challenge is upheld").get_by_role("link", name="Rework the call")
    goes_to(marek, rework)
    press(marek, rework)
    expect(marek.pane.get_by_label("How things stand")).to_have_value("Low tide.")
    marek.pane.get_by_label("How things stand").fill("Bess has given them the key.")
    looked_at(scene, "10-rework", "marek")
    send(marek)
    for screen in (ines, odile):
        ask = asked(screen, "Bess has given them the key.")
        goes_to(screen, ask.get_by_role("button", name="It meets the objection"))
        at_once(screen, ask.get_by_role("button", name="It meets the objection"))
    for name in scene.people:
        calling = scene.fresh(name).page.locator("#panel-yarn-calling, #panel-asks").filter(has_text="Bess has given")
        expect(calling.first, name).to_be_attached()
    looked_at(scene, "11-reworked")


def test_a_call_has_nothing_new_in_it(scene: Evening) -> None:
    """The GM finds it too like a lost one; the caller names what has changed, and it is not enough: another scene."""
    robin, ines, marek = scene.robin, scene.ines, scene.marek
    challenges(ines, "Nothing new since it was lost", "He has asked her that before.")
    alike = asked(robin, "Too like a scene that was lost?")
    goes_to(robin, alike.get_by_role("button", name="Yes"))
    expect(alike).to_contain_text("He has asked her that before.")
    looked_at(scene, "12-alike", "robin", "marek")
    answers(robin, "Too like a scene that was lost?", "Yes")
    name = asked(marek, "What has changed since it was lost?").get_by_role("link", name="Name it")
    goes_to(marek, name)
    press(marek, name)
    marek.pane.get_by_label("What has changed since").fill("It rains now.")
    looked_at(scene, "13-name", "marek")
    send(marek)
    enough = asked(robin, "Has enough changed since?")
    expect(enough).to_contain_text("It rains now.")
    answers(robin, "Has enough changed since?", "No")
    told(scene, "Marek calls an entirely different scene.")
    in_view(marek, at(marek).page.locator("#panel-yarn-calling").get_by_role("link", name="Call scene"))
    looked_at(scene, "14-fell")


# days


def test_a_call_without_scripts_has_no_holes(scene: Evening) -> None:
    """What it costs stands right below what is chosen, at a desk and on a phone."""
    yarn.happens(scene, (GM, "yarn.change-order", {"who": "@Odile", "what": "now"}))
    page = scene.odile.act("yarn.call").page
    price = page.locator(".price")
    expect(price).to_contain_text("Adele Ferrin is in it: nothing to pay")
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        box = price.bounding_box()
        assert box
        assert box["height"] < 60, width
    yarn.happens(scene, (GM, "yarn.change-order", {"who": "@Marek", "what": "now"}))


def hurt(screen: Screen) -> Locator:
    return screen.page.locator("#panel-yarn-patients")


def test_days_wait_for_the_end_of_the_episode(scene: Evening) -> None:
    """They disturb no drama; when the episode is closed they go by at the latest, and everybody reads who heals."""
    robin = scene.robin
    harmed = {"character": "@Maud Ferrin", "track": "hit-points", "by": -9}
    rain = {"count": 4, "unit": "days", "why": "Rain"}
    calls = called("Marek", "That she sits down", there=THERE)
    yarn.happens(scene, (GM, "yarn.adjust", harmed), *calls, (GM, "yarn.time-passes", rain))
    waiting = hurt(robin).locator("#days-wait")
    expect(waiting).to_contain_text("4 days to heal.")
    expect(waiting).to_contain_text("Best after this scene; at the latest as the episode is closed.")
    looked_at(scene, "15-days-wait", "robin", "ines")
    yarn.happens(scene, (GM, "close-scene", {}), (GM, "yarn.closer", {}))
    press(robin, at(robin).page.locator("#panel-yarn-calling").get_by_role("link", name="Close the episode"))
    expect(robin.pane.get_by_role("heading", name="Days that still wait to heal")).to_be_visible()
    press(robin, robin.pane.get_by_role("group", name="Maud Ferrin, all day").locator("label", has_text="Rest"))
    looked_at(scene, "16-close", "robin")
    send(robin, "Fix the hands")
    for name in scene.people:
        log = scene.fresh(name).page.locator("#log-cards")
        expect(log, name).to_contain_text("Maud Ferrin, 4 days, rest")
    expect(waiting).to_have_count(0)
    looked_at(scene, "17-healed")
