"""The first half of an evening of Yarn: two make their characters together through the 22 steps, then three more sit
down, and scenes are called: one granted straight on, one challenged by vote, one ducked, one rushed.

Robin leads on a tablet, Marek makes Joss on a phone and Odile makes Adele without JavaScript; Ines plays at a desk,
Noor on a tablet held upright, Tomas at a laptop. With SHOTS set to a folder, every stage leaves pictures there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser import yarn
from tests.browser.doing import answers, asked, at, at_once, goes_to, in_view, looked_at, picks, picture, press, send
from tests.browser.evening import Evening
from tests.browser.screens import Screen
from tests.servers import Server

MAKERS = {"marek": ("Joss Amber", "ferryman"), "odile": ("Adele Ferrin", "heiress")}
TO_CALL = re.compile("to call")
LATER = ("Ines", "Noor", "Tomas")
OWN = {
    "central_name": "Reads the water", "central_sign": "Looks past you", "side1_name": "Rows", "side1_sign": "Scars",
    "side2_name": "Sings", "side2_sign": "Hums", "flaw_name": "Proud", "flaw_sign": "Never sits",
    "hit_points_word": "guts", "finances": "A boat.", "story": "My story is of somebody who came back alone.",
}  # fmt: skip


@pytest.fixture(scope="module")
def scene(chromium: Browser, server: Server) -> Iterator[Evening]:
    with yarn.evening(chromium, server, people=("Robin", "Marek", "Odile")) as evening:
        yield evening


# the cast


def making(screen: Screen) -> Locator:
    return screen.page.locator("#panel-yarn-creation")


def in_order(scene: Evening) -> list[Screen]:
    """The two in the order that was drawn."""
    names = making(scene.robin).locator(".calls li .nm").all_inner_texts()
    return [scene.people[name.lower()] for name in names]


def has_the_word(scene: Evening, title: str) -> Screen:
    """Whose word it is in this part of the making, by the GM's page, and the other one."""
    expect(making(scene.robin).locator("[aria-current=step]")).to_have_text(title)
    name = making(scene.robin).locator(".calls li.now .nm").inner_text()
    return scene.people[name.lower()]


def other(scene: Evening, screen: Screen) -> Screen:
    return scene.odile if screen is scene.marek else scene.marek


def name_of(scene: Evening, screen: Screen) -> str:
    return MAKERS["marek" if screen is scene.marek else "odile"][0]


def says(screen: Screen, words: str, button: str, **fields: str) -> None:
    """From the question to its form, which is filled and sent."""
    link = asked(screen, words).get_by_role("link", name=button)
    goes_to(screen, link)
    press(screen, link)
    for name, value in fields.items():
        screen.pane.locator(f"[name={name}]").fill(value)
    send(screen)


def everybody_reads(scene: Evening, *words: str) -> None:
    """In the making of the cast, on every page."""
    for name in scene.people:
        panel = making(scene.fresh(name))
        for one in words:
            expect(panel, f"{one} at {name}").to_contain_text(one)


def test_the_cast_is_begun(scene: Evening) -> None:
    """From here on each page says whose word it is, and nothing else that comes next."""
    robin = scene.robin
    press(robin, robin.link("Make the cast together"))
    robin.pane.get_by_label("The group they all come from").fill("The Halfway")
    send(robin, "Shuffle the cards")
    in_view(robin, making(robin).get_by_role("heading", name="Making the cast"))
    everybody_reads(scene, "step 3 of 22")
    for screen in scene.people.values():
        expect(screen.page.locator("#panel-first-steps .next-step")).to_have_count(0)
    looked_at(scene, "01-begun")


def test_names_and_a_tie_to_which_somebody_objects(scene: Evening) -> None:
    first, second = in_order(scene)
    says(first, "Who is it that you play?", "Name, role and ties", **entry(scene, first))
    everybody_reads(scene, "step 4 of 22", name_of(scene, first))
    link = asked(second, "Who is it that you play?").get_by_role("link", name="Name, role and ties")
    goes_to(second, link)
    press(second, link)
    for field, value in entry(scene, second).items():
        second.pane.locator(f"[name={field}]").fill(value)
    second.pane.get_by_label(f"To {name_of(scene, first)}").fill("brother-in-law")
    picture(second, "02-entering")
    send(second)
    everybody_reads(scene, "step 7 of 22", "brother-in-law")
    looked_at(scene, "03-tied")
    tie = f"Object to {name_of(scene, second)} and {name_of(scene, first)}"
    press(first, making(at(first)).get_by_role("link", name=tie))
    first.pane.get_by_label("Why").fill("I never married.")
    send(first)
    looked_at(scene, "04-objected")
    says(second, "I never married.", "Offer something else", label="saved my life")
    answers(first, "saved my life", "Agreed")
    everybody_reads(scene, "saved my life")
    looked_at(scene, "05-agreed")


def entry(scene: Evening, screen: Screen) -> dict[str, str]:
    name, role = MAKERS["marek" if screen is scene.marek else "odile"]
    return {"name": name, "group_role": role}


def test_desires_and_poles(scene: Evening) -> None:
    first, second = in_order(scene)
    for screen, desire in ((first, "forgiveness"), (second, "to belong")):
        says(screen, "What drives them?", "Their desire", own=desire)
        everybody_reads(scene, desire)
    for screen, poles in ((first, ("brother", "coward")), (second, ("daughter", "stranger"))):
        says(screen, "Between what are they torn?", "Two poles", pole_1=poles[0], pole_2=poles[1])
        everybody_reads(scene, " and ".join(poles))
    looked_at(scene, "06-torn")


def test_each_wants_something_of_the_other(scene: Evening) -> None:
    """The GM draws a new order; the words stand when both have said them."""
    robin = scene.robin
    shuffle = asked(robin, "A round of wants").get_by_role("button", name="Shuffle the cards")
    goes_to(robin, shuffle)
    press(robin, shuffle)
    one = has_the_word(scene, "Wants")
    for screen, want in ((one, "To be told it was not his fault"), (other(scene, one), "A word of thanks")):
        wants(scene, screen, want)
        everybody_reads(scene, want)
    looked_at(scene, "08-wanted")


def wants(scene: Evening, screen: Screen, want: str) -> None:
    asker, target = name_of(scene, screen), other(scene, screen)
    press(screen, asked(screen, "What do they want, and of whom?").get_by_role("link", name="Say a want"))
    picks(screen, "target", name_of(scene, target))
    screen.pane.locator("[name=want]").fill(want)
    send(screen)
    says(target, f"{asker} wants of", "Say why", reason="It was.")
    answers(screen, f"“{want}”", "These words")
    looked_at(scene, "07-wording")
    answers(target, f"“{want}”", "Agree")


def test_own_steps_each_alone(scene: Evening) -> None:
    for screen in (scene.marek, scene.odile):
        link = asked(screen, "Your own steps").get_by_role("link", name="Traits and the rest")
        goes_to(screen, link)
        press(screen, link)
        screen.pane.locator("[name=story]").wait_for()
        expect(screen.page.locator("#ask-strip")).to_be_hidden()  # this is what it asks for
        for name, value in OWN.items():
            screen.pane.locator(f"[name={name}]").fill(value)
        picks(screen, "superior", "Central")
        screen.pane.locator("[name=central_tough]").check()
        looked_at(scene, "09-own", "marek")
        send(screen)
    looked_at(scene, "10-kept")
    for screen in (scene.marek, scene.odile):
        press(screen, asked(screen, "Your own steps").get_by_role("link", name="Roll for hit points"))
        send(screen)
        looked_at(scene, "11-rolled", "marek")
        answers(screen, "Your own steps", "I am done")


def test_the_gm_approves_and_draws_the_order_for_play(scene: Evening) -> None:
    robin = scene.robin
    looked_at(scene, "12-done", "robin")
    for who in ("Joss Amber", "Adele Ferrin"):
        press(robin, asked(robin, "The cast is made").get_by_role("button", name=f"Approve {who}"))
        expect(robin.button(f"Approve {who}")).to_have_count(0)
    shuffle = asked(robin, "The cast is made").get_by_role("button", name="Shuffle the cards")
    goes_to(robin, shuffle)
    press(robin, shuffle)
    expect(making(robin).locator(".making")).to_have_count(0)
    in_view(robin, robin.link("Open the episode"))
    expect(robin.link("Open the episode")).to_have_count(1)
    looked_at(scene, "13-made")


# the theme


def test_three_more_sit_down_and_the_episode_opens(scene: Evening) -> None:
    """With their characters, and with those of the GM; the theme and the calling order are on every page."""
    robin = scene.robin
    yarn.joined(scene, LATER)
    press(robin, robin.link("Open the episode"))
    robin.pane.get_by_label("Its theme").fill("What we inherit")
    send(robin, "Open the episode")
    in_view(robin, called(robin).get_by_text(TO_CALL))
    for name in scene.people:
        expect(scene.fresh(name).page.locator("#panel-yarn-calls")).to_contain_text("What we inherit")
    looked_at(scene, "14-theme")


def test_what_can_be_rolled_says_so_in_one_column(scene: Evening) -> None:
    """On the sheet of a desk, whatever the traits are called."""
    rolls = scene.fresh("odile").page.locator("#sheet .skill .push")
    assert rolls.all_inner_texts() == ["Roll"] * 3
    assert len({one.evaluate("one => Math.round(one.getBoundingClientRect().left)") for one in rolls.all()}) == 1


# calls


def called(screen: Screen) -> Locator:
    return screen.page.locator("#panel-yarn-calling")


def seat_of(screen: Screen) -> str:
    return screen.url.split("/s/")[1].strip("/")


def holds_a_token(scene: Evening, screen: Screen) -> None:
    """By the GM's hand, where they hold none."""
    hand = scene.robin.page.locator("#panel-yarn-hands li").filter(has_text=screen_name(scene, screen))
    if "0 tokens" in hand.inner_text():
        scene.robin.does("yarn.set-hand", who=seat_of(screen), points="tokens", count="1")


def screen_name(scene: Evening, screen: Screen) -> str:
    return next(name for name, one in scene.people.items() if one is screen).title()


def turn_of(scene: Evening, name: str) -> Screen:
    """Whoever calls next, by the GM's word, holds a token; their page says that it is for them."""
    screen = scene.people[name]
    holds_a_token(scene, screen)
    if not called(scene.fresh(name)).get_by_text("It is for you to call").count():
        scene.robin.does("yarn.change-order", who=seat_of(screen), what="now")
    button = called(at(screen)).get_by_role("link", name="Call scene")
    goes_to(screen, button)
    press(screen, button)
    return screen


def casts(screen: Screen, *names: str) -> None:
    """Beside one's own character, who is in it unless one says otherwise."""
    for one in names:
        press(screen, screen.pane.locator("#field-cast label").filter(has_text=one))
    expect(screen.pane.locator("#field-cast legend")).to_contain_text(f"{1 + len(names)} in")


def go_on(scene: Evening, *names: str) -> None:
    """Each with one tap; the last one begins the scene."""
    for name in names:
        screen = scene.people[name]
        button = asked(screen, "A scene is called").get_by_role("button", name="Go on")
        goes_to(screen, button)
        at_once(screen, button)
        if screen.shape.scripts:
            expect(screen.page.locator("#ask-count")).to_be_hidden()


def plays(scene: Evening, title: str) -> None:
    """On every page the scene is played."""
    for name in scene.people:
        screen = scene.fresh(name)
        expect(called(screen).get_by_role("heading", name=title), name).to_be_attached()
        expect(screen.page.locator("#panel-asks .ask").filter(has_text="A scene is called")).to_have_count(0)


def over(scene: Evening, screen: Screen) -> None:
    stands = screen.page.locator("#panel-yarn-calling, #panel-yarn-petition")
    press(screen, stands.get_by_role("button", name=re.compile("^Close (the scene|it)")))
    expect(called(scene.robin).get_by_text(TO_CALL)).to_be_visible()


def test_a_call_is_granted_straight_on(scene: Evening) -> None:
    """Whoever calls sees what it costs; the others see the call and go on."""
    ines = turn_of(scene, "ines")
    expect(ines.pane.locator(".price")).to_contain_text("nothing to pay")
    maud = ines.pane.locator("#field-cast label").filter(has_text="Maud Ferrin")
    press(ines, maud)
    expect(ines.pane.locator(".price")).to_contain_text("Maud Ferrin is not in it: 1 of your 1 token")
    press(ines, maud)
    casts(ines, "Joss Amber")
    expect(ines.pane.locator(".price")).to_contain_text("nothing to pay")
    picks(ines, "place", "The lock")
    ines.pane.get_by_label("Situation").fill("Rain, and nobody speaks.")
    picture(ines, "15-calling")
    send(ines, "Call it")
    expect(scene.marek.page.locator("#came b")).to_have_text("A scene is called: The lock")
    looked_at(scene, "16-called")
    go_on(scene, "marek", "odile", "noor", "tomas", "robin")
    plays(scene, "The lock")
    looked_at(scene, "17-played")
    over(scene, ines)
    looked_at(scene, "18-over")


def test_a_call_is_challenged_and_reworked(scene: Evening) -> None:
    """Two nights are too many for Ines: nobody goes on while it is settled, and the vote is with her."""
    marek, ines = turn_of(scene, "marek"), scene.ines
    casts(marek, "Maud Ferrin")
    picks(marek, "place", "The lock")
    press(marek, marek.pane.locator("#field-time label").filter(has_text="Another day"))
    marek.pane.get_by_label("Hours, or nights").fill("2")
    marek.pane.get_by_label("Situation").fill("The water is gone.")
    picture(marek, "19-calling")
    send(marek, "Call it")
    press(ines, ines.page.locator("#panel-yarn-challenges summary"))
    press(ines, ines.link("The time jump", exact=False))
    ines.pane.get_by_label("What is wrong with it").fill("I would have gone to the lock.")
    send(ines, "Challenge it")
    looked_at(scene, "20-challenged")
    expect(asked(scene.noor, "A scene is called").get_by_role("button", name="Go on")).to_have_count(0)
    expect(scene.robin.button("Start anyway")).to_have_count(0)
    for name in ("noor", "tomas", "odile"):
        answers_once(scene.people[name], "The time jump", "Less of it")
    rework = asked(marek, "The challenge is upheld").get_by_role("link", name="Rework the call")
    goes_to(marek, rework)
    looked_at(scene, "21-upheld")
    press(marek, rework)
    marek.pane.locator("[name=count]").fill("1")
    picture(marek, "22-rework")
    send(marek)
    go_on(scene, "noor")
    press(scene.robin, scene.robin.button("Start anyway"))
    plays(scene, "The lock, 1 hour later")
    looked_at(scene, "23-started")
    over(scene, marek)


def answers_once(screen: Screen, words: str, option: str) -> None:
    """A hand, which stays to be seen until the last is in."""
    at_once(screen, asked(screen, words).get_by_role("button", name=option))
    if screen.shape.scripts:
        expect(
            screen.page.locator("#panel-asks .ask .chosen").or_(screen.page.locator("#panel-yarn-votes:empty"))
        ).to_be_attached()


def test_a_scene_is_ducked_and_rushed(scene: Evening) -> None:
    """Maud stays out for a token, Yssa comes in for one."""
    tomas, ines, noor = turn_of(scene, "tomas"), scene.ines, scene.noor
    for screen in (ines, noor):
        holds_a_token(scene, screen)
    casts(tomas, "Maud Ferrin", "Old Bess")
    picks(tomas, "place", "The lock")
    tomas.pane.get_by_label("Situation").fill("Cards, and a debt.")
    send(tomas, "Call it")
    press(ines, ines.page.locator("#panel-yarn-challenges summary"))
    press(ines, ines.link("Keep Maud Ferrin out", exact=False))
    send(ines)
    looked_at(scene, "24-ducked", "ines", "tomas", "robin")
    press(tomas, asked(tomas, "keep Maud Ferrin out").get_by_role("link", name="Compel"))
    tomas.pane.locator("[name=words]").fill("She wants respect, and here it is.")
    send(tomas)
    answers(ines, "Maud Ferrin is compelled", "Duck it")
    looked_at(scene, "25-out", "ines", "tomas", "marek")
    press(noor, noor.page.locator("#panel-yarn-challenges summary"))
    press(noor, noor.link("Bring Yssa Marr in", exact=False))
    picture(noor, "26-rush")
    send(noor)
    looked_at(scene, "27-rushed", "tomas", "noor", "marek")
    answers(tomas, "Yssa Marr in the scene", "Only for 1 token")
    go_on(scene, "ines", "marek", "odile", "noor", "robin")
    plays(scene, "The lock")
    for name in scene.people:
        expect(called(scene.fresh(name)).locator(".in-out")).to_contain_text("Yssa Marr")
    looked_at(scene, "28-played")
    over(scene, tomas)
