"""Fights of Yarn in real browsers: one in a single roll, the order of one by rounds, and somebody who dies of it or
lives.

Robin leads on a tablet, Ines plays Maud at a desk, Marek plays Joss on a phone, Odile plays Yssa without JavaScript.
What falls is chance: the tests say what must come of it either way. With SHOTS set to a folder, every stage leaves
pictures there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from apps.table.games import game
from apps.table.switches import offered
from tests.browser import yarn
from tests.browser.doing import answers, asked, at, goes_to, in_view, looked_at, picks, press, send
from tests.browser.evening import Evening
from tests.browser.screens import Screen
from tests.servers import Server

GM, WINDOWS = yarn.GM, ("Robin", "Ines", "Marek", "Odile")
FIGHTERS: dict[str, dict[str, Any]] = {
    "Ines": {
        "name": "Maud Ferrin", "role": "main", "hit_points": 99, "experience": 2,
        "trait_1_name": "Innkeeper", "trait_1_place": "central", "trait_1_tough": "on",
        "trait_2_name": "Shoots what moves", "trait_2_place": "side1", "trait_2_superior": "on",
        "trait_2_combat": "on", "trait_3_name": "Strong as a drayman", "trait_3_place": "side2",
        "weapon_1_name": "Hunting rifle", "weapon_1_listed": "light-rifle", "weapon_1_firearm": "rifle",
        "weapon_1_left": 1, "weapon_1_clip": 5, "armour_1_name": "Waxed jacket", "armour_1_listed": "jacket",
    },
    "Marek": {
        "name": "Joss Amber", "role": "main", "hit_points": 99, "experience": 1,
        "trait_1_name": "Ferryman", "trait_1_place": "central", "trait_1_tough": "on",
        "trait_2_name": "Brawler", "trait_2_place": "side1", "trait_2_superior": "on", "trait_2_combat": "on",
        "trait_3_name": "Never loses his temper", "trait_3_place": "side2",
        "weapon_1_name": "Boat hook", "weapon_1_listed": "sword",
    },
    "Odile": {
        "name": "Yssa Marr", "role": "main", "hit_points": 99, "experience": 1,
        "trait_1_name": "Owns half the town", "trait_1_place": "central", "trait_1_tough": "on",
        "trait_2_name": "Rides and shoots", "trait_2_place": "side1", "trait_2_superior": "on",
        "trait_2_combat": "on", "trait_3_name": "Patient", "trait_3_place": "side2",
        "weapon_1_name": "Stalking rifle", "weapon_1_listed": "heavy-rifle", "weapon_1_firearm": "rifle",
        "weapon_1_left": 5, "weapon_1_clip": 5, "armour_1_name": "Old vest", "armour_1_listed": "vest",
    },
    "Robin": {
        "name": "Carver", "role": "recurring", "hit_points": 99, "trait_1_name": "Gunman", "trait_1_score": 4,
        "trait_1_combat": "on", "weapon_1_name": "Grease gun", "weapon_1_listed": "light-smg",
        "weapon_1_firearm": "smg", "weapon_1_left": 30, "weapon_1_clip": 30,
        "armour_1_name": "Leather coat", "armour_1_listed": "jacket",
    },
}  # fmt: skip
SWITCHES = {one.key: one.default for one in offered(game("yarn"))} | {"desperate-defence": "on"}
READY: tuple[yarn.Happening, ...] = (
    (GM, "switches", SWITCHES),
    *((who, "yarn.make", sheet) for who, sheet in FIGHTERS.items()),
    *((GM, "yarn.make", {"name": name, "role": "minor", "hit_points": 99}) for name in ("Dunn", "Pike")),
    *yarn.EPISODE,
    (GM, "yarn.set-scene", {"title": "The quay", "situation": "Night, low water.", "mode": "procedural"}),
)


@pytest.fixture(scope="module")
def scene(chromium: Browser, server: Server) -> Iterator[Evening]:
    with yarn.evening(chromium, server, READY, people=WINDOWS) as evening:
        yield evening


# a fight in one roll


def starts(robin: Screen, title: str, mode: str, *without: str) -> None:
    """Everybody of the scene is in it, unless the GM takes somebody out."""
    press(robin, robin.link("Start a fight"))
    robin.pane.get_by_label("What is it about").fill(title)
    picks(robin, "mode", mode)
    picks(robin, "characters", *without)
    send(robin, "Start the fight")


def gestalt(screen: Screen) -> Locator:
    return screen.page.locator("#panel-yarn-gestalt")


def test_all_of_a_fight_is_one_roll_each(scene: Evening) -> None:
    """A tap, a form on the phone with an experience die, and a page without JavaScript; the sum is open."""
    robin, ines, marek, odile = scene.robin, scene.ines, scene.marek, scene.odile
    starts(robin, "The lock gate", "One roll", "Pike")
    in_view(robin, gestalt(robin).get_by_text("Still to roll: Maud Ferrin, Joss Amber, Yssa Marr"))
    goes_to(ines, asked(ines, "one roll for the fight").get_by_role("button", name="Shoots what moves"))
    expect(asked(ines, "one roll").get_by_role("button", name="Shoots what moves")).to_contain_text("14 on average")
    looked_at(scene, "01-asked")
    answers(ines, "one roll for the fight", "Shoots what moves")
    goes_to(marek, asked(marek, "one roll for the fight").get_by_role("link", name="Other dice"))
    press(marek, asked(marek, "one roll for the fight").get_by_role("link", name="Other dice"))
    expect(marek.pane.get_by_label("Brawler")).to_be_checked()
    press(marek, marek.pane.locator("#field-experience [data-by='1']"))
    marek.pane.get_by_label("Which experience helps").fill("Boarding pikes, at sixteen")
    expect(marek.pane.locator(".lead")).to_contain_text("Throw 5, keep the best 4")
    looked_at(scene, "02-other-dice", "marek")
    send(marek, "Throw 5")
    answers(odile, "one roll for the fight", "Rides and shoots")
    for name in scene.people:
        screen = scene.fresh(name)
        expect(gestalt(screen).locator(".lead .num")).to_have_text(re.compile("^[0-9]+$"))
        expect(gestalt(screen).get_by_text("Still to roll")).to_have_count(0)
    looked_at(scene, "03-rolled")


def test_the_gm_sums_up_in_secret_and_deals_harm(scene: Evening) -> None:
    """Her sum is on no page but hers; somebody is hurt meanwhile."""
    robin, marek, odile = scene.robin, scene.marek, scene.odile
    theirs = gestalt(robin).locator(".lead .num").inner_text()
    press(robin, gestalt(robin).get_by_role("link", name="Your side, in secret"))
    expect(robin.pane.get_by_label("How many roll")).to_have_value("2")
    expect(robin.pane).to_contain_text(f"The players have {theirs}")
    robin.pane.get_by_label("Or the sum, as you have it").fill("987")
    looked_at(scene, "04-sum", "robin")
    send(robin)
    sums = asked(robin, f"{theirs} against your 987")
    in_view(robin, sums.get_by_role("button", name="The GM’s side wins"))
    expect(sums.get_by_role("button", name="The GM’s side wins")).to_contain_text("by the dice")
    press(robin, sums.get_by_role("link", name="Deal harm"))
    picks(robin, "characters", "Yssa Marr")
    press(robin, robin.pane.locator("#field-count [data-by='1']"))
    expect(robin.pane.locator("#odds")).to_contain_text("99 of 99")
    looked_at(scene, "05-harm", "robin")
    send(robin, "Deal the harm")
    scene.shown("Yssa Marr: 99 to", to=scene.people)
    for screen in (marek, at(odile)):
        assert "987" not in screen.words()
    looked_at(scene, "06-harmed")


def test_a_close_fight_is_turned_and_announced(scene: Evening) -> None:
    robin, marek = scene.robin, scene.marek
    press(robin, asked(robin, "against your 987").get_by_role("link", name="Turn it, for later"))
    picks(robin, "winner", "The players win")
    robin.pane.get_by_label("Why").fill("They held the ladder")
    send(robin)
    sums = asked(robin, "against your 987")
    expect(sums.get_by_role("button", name="The players win")).to_contain_text("as you turned it")
    looked_at(scene, "07-turned", "robin")
    assert "They held the ladder" not in marek.words()
    press(robin, sums.get_by_role("link", name="In your words"))
    robin.pane.get_by_label("In your words").fill("They run for their boat.")
    send(robin, "Announce it")
    scene.shown("the players win. They run for their boat.")
    for name in scene.people:
        expect(gestalt(scene.fresh(name)).locator(".fighter")).to_have_count(0)
        assert "987" not in scene.people[name].words() or name == "robin"
    looked_at(scene, "08-announced")


# a fight by rounds


def fight(screen: Screen) -> Locator:
    return screen.page.locator("#panel-yarn-fight")


def row(screen: Screen, name: str) -> Locator:
    return fight(screen).locator(".fighter").filter(has=screen.page.locator(".fwho b", has_text=name))


def test_initiative_is_rolled_on_each_screen(scene: Evening) -> None:
    """With a tap, or with dice for and against it; the GM's side is thrown with the last of them."""
    robin, ines, marek, odile = scene.robin, scene.ines, scene.marek, scene.odile
    starts(robin, "The quay", "Round by round")
    in_view(robin, fight(robin).get_by_role("button", name="Roll for everybody left"))
    for screen, trait in ((ines, "Shoots what moves"), (odile, "Rides and shoots"), (marek, "Brawler")):
        goes_to(screen, asked(screen, "Initiative").get_by_role("button", name=trait))
        press(screen, asked(screen, "Initiative").get_by_role("link", name="Bonus or penalty dice"))
        picks(screen, "trait", trait)
        screen.pane.get_by_label("Bonus dice").fill("9")
        send(screen)
    expect(fight(marek).get_by_role("heading", name="Round 1")).to_be_visible()
    for name in ("Carver", "Dunn", "Pike"):
        expect(row(marek, name).locator(".ini")).to_have_text("")
        expect(row(robin, name).locator(".ini")).to_contain_text(re.compile("[0-9]"))
    looked_at(scene, "09-order")


# who is hurt


def harms(scene: Evening, points: int, words: str) -> None:
    """The GM deals Joss so many points, and everybody reads what it makes of him."""
    robin = scene.robin
    rolls = robin.page.locator("#panel-rolls")
    harm = rolls.get_by_role("link", name="Harm somebody")
    if not harm.is_visible():
        press(robin, rolls.locator("summary", has_text="Everything else"))
    press(robin, harm)
    picks(robin, "characters", "Joss Amber")
    robin.pane.get_by_label("How many").fill(str(points))
    robin.page.keyboard.press("Tab")
    expect(robin.pane.locator("#odds")).to_contain_text(words)
    send(robin, "Deal the harm")
    expect(row(scene.marek, "Joss Amber").locator(".tags")).to_contain_text(words)


def test_somebody_is_messed_up_and_goes_down(scene: Evening) -> None:
    harms(scene, 60, "messed up")
    looked_at(scene, "27-messed-up", "robin", "marek")
    harms(scene, 42, "down")
    looked_at(scene, "28-down", "robin", "marek", "ines")


def test_a_reason_to_live(scene: Evening) -> None:
    """At minus the full number the player says on the phone what there is to live for; the GM says whether it holds."""
    robin, marek = scene.robin, scene.marek
    harms(scene, 120, "dying")
    ask = asked(marek, "What is there to live for?")
    goes_to(marek, ask.get_by_label("The reason to live"))
    looked_at(scene, "29-dying", "robin", "marek", "ines")
    ask.get_by_label("The reason to live").fill("The child on the far bank")
    press(marek, ask.get_by_role("button", name="Holds on"))
    verdict = asked(robin, "Does Joss Amber live?")
    goes_to(robin, verdict.get_by_role("button", name="Lives, just"))
    expect(verdict).to_contain_text("The child on the far bank")
    looked_at(scene, "30-verdict", "robin", "marek")
    answers(robin, "Does Joss Amber live?", "Lives, just")
    scene.shown("Joss Amber lives, at −98 hit points")
    looked_at(scene, "31-lives")


def test_recovery_after_the_fight(scene: Evening) -> None:
    """The fight ends; half of what was lost comes back, and everybody sees it."""
    robin = scene.robin
    press(robin, fight(robin).get_by_role("link", name="End the fight"))
    send(robin)
    expect(fight(robin).locator(".fighter")).to_have_count(0)
    press(robin, robin.page.locator(".hand").get_by_role("link", name="Recovery"))
    looked_at(scene, "32-recovery", "robin")
    picks(robin, "characters", "Joss Amber")
    expect(robin.pane).to_contain_text("−98 to 1 of 99")
    send(robin)
    scene.shown("Joss Amber: −98 to 1")
    looked_at(scene, "33-recovered")
