"""Fights of Yarn in real browsers: one in a single roll, the order of one by rounds, and somebody who dies of it or
lives. What falls round by round is in test_yarn_rounds.

With SHOTS set to a folder, every stage leaves pictures there.
"""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser import yarn
from tests.browser.doing import answers, asked, at, falls, goes_to, in_view, looked_at, picks, press, send
from tests.browser.evening import Evening
from tests.browser.screens import Screen
from tests.browser.yarn import fight, row

scene = yarn.fighting(maud=99, joss=99, yssa=99, carver=99, dunn=99, pike=99)


# a fight in one roll


def gestalt(screen: Screen) -> Locator:
    return screen.page.locator("#panel-yarn-gestalt")


def test_all_of_a_fight_is_one_roll_each(scene: Evening) -> None:
    """A tap, a form on the phone with an experience die, and a page without JavaScript; the sum is open."""
    robin, ines, marek, odile = scene.robin, scene.ines, scene.marek, scene.odile
    yarn.starts(robin, "The lock gate", "One roll", "Pike")
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
        assert "987" not in screen.said()
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
    scene.shown("They run for their boat.")
    expect(marek.page.locator("#came")).to_contain_text("The players win")
    for name in scene.people:
        expect(gestalt(scene.fresh(name)).locator(".fighter")).to_have_count(0)
        assert "987" not in scene.people[name].said() or name == "robin"
    looked_at(scene, "08-announced")


# the order of a fight by rounds


def test_the_gm_rolls_for_whoever_is_left(scene: Evening) -> None:
    """One has rolled by herself; the others and the GM's side fall at once. Of the GM's no player reads a number."""
    robin, ines, marek = scene.robin, scene.ines, scene.marek
    yarn.starts(robin, "The quay", "Round by round")
    with falls(scene, 6, 5, 4, 2):
        answers(ines, "Initiative", "Shoots what moves")
    everybody = fight(robin).get_by_role("button", name="Roll for everybody left")
    in_view(robin, everybody)
    with falls(scene, 3, 2, 6, 4, 4, 3):
        press(robin, everybody)
    expect(fight(marek).get_by_role("heading", name="Round 1")).to_be_visible()
    for name, total in (("Maud Ferrin", "17"), ("Yssa Marr", "10"), ("Joss Amber", "5")):
        expect(row(marek, name).locator(".ini")).to_contain_text(total)
    for name in ("Carver", "Dunn", "Pike"):
        expect(row(marek, name).locator(".ini")).to_have_text("")
        expect(row(robin, name).locator(".ini")).to_contain_text("7")
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
