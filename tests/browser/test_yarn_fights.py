"""Fights of Yarn in real browsers: one in a single roll, one of three rounds with rifles, armour and a burst, and
somebody who dies of it or lives.

Robin leads on a tablet, Ines plays Maud at a desk, Marek plays Joss on a phone, Odile plays Yssa without JavaScript.
What falls is chance: the tests say what must come of it either way. With SHOTS set to a folder, every stage leaves
pictures there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from apps.table.games import game
from apps.table.switches import offered
from tests.browser import yarn
from tests.browser.doing import answers, asked, at, at_once, goes_to, in_view, looked_at, picks, press, send
from tests.browser.evening import Evening
from tests.browser.screens import Screen
from tests.servers import Server

Play = Callable[[Evening], None]
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


def turn(screen: Screen) -> Locator:
    return screen.page.locator("#panel-yarn-turn")


def row(screen: Screen, name: str) -> Locator:
    return fight(screen).locator(".fighter").filter(has=screen.page.locator(".fwho b", has_text=name))


def plays_round(scene: Evening, number: int, plays: Mapping[str, Play]) -> None:
    """Everybody who stands acts when it is their turn, whatever order the dice have made, and is done with it."""
    robin = scene.robin
    heading = fight(robin).locator(".trackhead h2")
    expect(heading).to_contain_text(f"Round {number}")
    while f"Round {number}" in heading.inner_text():
        name = on_turn(robin)
        plays[name](scene)
        expect(row(robin, name)).not_to_have_attribute("aria-current", "step")


def on_turn(robin: Screen) -> str:
    return fight(robin).locator("[aria-current=step] .fwho b").first.inner_text()


def passes(scene: Evening) -> None:
    """The GM goes on to the next one."""
    button = fight(scene.robin).locator(".trackhead .push .btn").last
    press(scene.robin, scene.robin.calm(button))


def is_done(screen: Screen, name: str) -> None:
    at_once(at(screen), turn(screen).locator(".card").filter(has_text=name).get_by_role("button", name="Done"))


def shoots(screen: Screen, whom: str, metres: int) -> None:
    """From the turn's card; the button says how likely it is."""
    press(at(screen), turn(screen).get_by_role("link", name="Shoot"))
    picks(screen, "target", whom)
    screen.pane.get_by_label("Metres away").fill(str(metres))
    if screen.shape.scripts:
        screen.page.keyboard.press("Tab")
        expect(screen.pane.locator("footer .btn.main")).to_have_text(re.compile(r"Shoot · [0-9]+%"))


def settled(scene: Evening, words: str) -> None:
    """The dice fell: everybody's newest result says whether it hit."""
    for name in scene.people:
        newest = scene.fresh(name).page.locator("#log-cards > li.result").last
        expect(newest, name).to_contain_text(words)
        expect(newest, name).to_have_text(re.compile("Hit|Missed"))


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


# the first round


def joss_holds_back(scene: Evening) -> None:
    marek = scene.marek
    goes_to(marek, turn(marek).get_by_role("button", name="Hold back"))
    press(marek, turn(marek).get_by_role("button", name="Hold back"))
    expect(turn(marek).get_by_role("button", name="Break in now")).to_be_visible()
    looked_at(scene, "10-held", "marek", "robin")


def maud_fires_her_last_round(scene: Evening) -> None:
    """She is told where she is looking that it is her turn; the shot is paid for before it is answered."""
    robin, ines, marek = scene.robin, scene.ines, scene.marek
    goes_to(ines, turn(ines).get_by_role("link", name="Shoot"))
    shoots(ines, "Pike", 30)
    expect(ines.pane).to_contain_text("Short, 2 dice")
    expect(ines.pane).to_contain_text("0 rounds left after it")
    expect(ines.pane.get_by_label("Shoots what moves")).to_be_checked()
    looked_at(scene, "11-shoot", "ines")
    send(ines, "Shoot")
    expect(fight(marek).get_by_text("Pike: no die has fallen")).to_be_visible()
    ask = asked(robin, "Maud Ferrin shoots at Pike")
    goes_to(robin, ask.get_by_role("button", name="Stands"))
    expect(ask.get_by_role("button", name="Stands")).to_contain_text(re.compile("[0-9]+%.*misses.*down"))
    looked_at(scene, "12-asked", "robin", "ines")
    answers(robin, "Maud Ferrin shoots at Pike", "Stands")
    settled(scene, "Maud Ferrin, Hunting rifle, at Pike")
    expect(ines.page.locator("#sheet")).to_contain_text("0 of 5 rounds")
    expect(turn(ines).get_by_role("link", name="Shoot")).to_have_count(0)
    looked_at(scene, "13-hit")
    is_done(ines, "Maud Ferrin")


def yssa_does_more(scene: Evening) -> None:
    """Two more actions cost a die each on all her rolls of the round."""
    robin, odile = scene.robin, scene.odile
    press(at(odile), turn(odile).get_by_role("link", name="Extra actions"))
    odile.pane.get_by_label("Extra actions").fill("1")
    looked_at(scene, "14-extra", "odile")
    send(odile)
    expect(row(robin, "Yssa Marr")).to_contain_text("1 extra: a penalty die")
    shoots(odile, "Pike", 40)
    send(odile, "Shoot")
    answers(robin, "Yssa Marr shoots at Pike", "Dodges")
    settled(scene, "Yssa Marr, Stalking rifle, at Pike")
    expect(scene.ines.page.locator("#log-cards > li.result").last).to_contain_text("Extra action: 1 penalty")
    press(at(odile), turn(odile).get_by_role("link", name="Something else"))
    odile.pane.locator("[name=what]").fill("Ducks behind the crates")
    send(odile)
    scene.shown("Yssa Marr: Ducks behind the crates")
    is_done(odile, "Yssa Marr")


def carver_is_broken_in_on(scene: Evening) -> None:
    """A burst at Maud; before she has answered Joss is at him with the boat hook. Then she dodges."""
    robin, ines, marek = scene.robin, scene.ines, scene.marek
    press(robin, turn(robin).locator(".card").filter(has_text="Carver").get_by_role("link", name="Shoot"))
    picks(robin, "target", "Maud Ferrin")
    picks(robin, "way", "Burst of three")
    robin.pane.get_by_label("Metres away").fill("20")
    robin.page.keyboard.press("Tab")
    expect(robin.pane).to_contain_text("27 rounds left after it")
    looked_at(scene, "15-burst", "robin")
    send(robin, "Shoot")
    press(at(marek), turn(marek).get_by_role("button", name="Break in now"))
    goes_to(marek, turn(marek).get_by_role("link", name="Attack"))
    looked_at(scene, "16-breaks-in", "marek", "ines")
    joss_strikes(scene)
    expect(turn(marek).get_by_role("button", name="Done · first Maud Ferrin")).to_be_visible()
    ask = asked(ines, "Carver shoots at Maud Ferrin")
    goes_to(ines, ask.get_by_role("button", name="Dodges: Innkeeper"))
    expect(ask.get_by_role("button", name="Dodges: Innkeeper")).to_contain_text("locks it to defence")
    looked_at(scene, "17-dodge", "ines")
    answers(ines, "Carver shoots at Maud Ferrin", "Dodges: Innkeeper")
    is_done(marek, "Joss Amber")
    settled(scene, "Carver, Grease gun, at Maud Ferrin")
    expect(row(marek, "Maud Ferrin")).to_contain_text("Innkeeper: defence")
    looked_at(scene, "18-dodged")
    passes(scene)


def joss_strikes(scene: Evening) -> None:
    robin, marek = scene.robin, scene.marek
    press(marek, turn(marek).get_by_role("link", name="Attack"))
    picks(marek, "target", "Carver")
    looked_at(scene, "16-attack", "marek")
    send(marek, "Attack")
    goes_to(robin, asked(robin, "Joss Amber attacks Carver").get_by_role("button", name="Gunman"))
    answers(robin, "Joss Amber attacks Carver", "Gunman")
    settled(scene, "Joss Amber, Boat hook, at Carver")


FIRST: Mapping[str, Play] = {
    "Joss Amber": joss_holds_back, "Maud Ferrin": maud_fires_her_last_round, "Yssa Marr": yssa_does_more,
    "Carver": carver_is_broken_in_on, "Dunn": passes, "Pike": passes,
}  # fmt: skip


def test_a_round_with_rifles_and_somebody_who_breaks_in(scene: Evening) -> None:
    plays_round(scene, 1, FIRST)


# the second


def maud_reloads(scene: Evening) -> None:
    ines = scene.ines
    press(ines, turn(ines).get_by_role("link", name="Reload"))
    send(ines, "Reload")
    expect(ines.page.locator("#sheet")).to_contain_text("5 of 5 rounds")
    is_done(ines, "Maud Ferrin")


def yssa_defends_desperately(scene: Evening) -> None:
    odile = scene.odile
    at_once(at(odile), turn(odile).get_by_role("link", name="Desperate defence"))
    expect(row(scene.robin, "Yssa Marr")).to_contain_text("desperate defence")
    is_done(odile, "Yssa Marr")


def carver_sweeps_three(scene: Evening) -> None:
    """Five rounds for each, an attack and a defence for each; each answers where they sit."""
    robin, ines, marek, odile = scene.robin, scene.ines, scene.marek, scene.odile
    press(robin, turn(robin).locator(".card").filter(has_text="Carver").get_by_role("link", name="Sweep several"))
    picks(robin, "targets_hit", "Maud Ferrin", "Joss Amber", "Yssa Marr")
    robin.pane.get_by_label("Metres away").fill("10, 12, 14")
    robin.page.keyboard.press("Tab")
    expect(robin.pane.locator("#odds h3")).to_have_count(3)
    looked_at(scene, "19-sweep", "robin")
    send(robin, "Sweep them")
    for screen, whom in ((ines, "Maud Ferrin"), (marek, "Joss Amber")):
        goes_to(screen, asked(screen, f"Carver shoots at {whom}").get_by_role("button", name="Stands"))
    looked_at(scene, "20-swept", "robin", "ines", "marek")
    answers(marek, "Carver shoots at Joss Amber", "Dodges: Brawler")
    settled(scene, "Carver, Grease gun, at Joss Amber")
    answers(odile, "Carver shoots at Yssa Marr", "Stands")
    settled(scene, "Carver, Grease gun, at Yssa Marr")
    expect(marek.page.locator("#log-cards > li.result").last).to_contain_text("Desperate defence: 1 bonus")
    answers(ines, "Carver shoots at Maud Ferrin", "Stands")
    settled(scene, "Carver, Grease gun, at Maud Ferrin")
    looked_at(scene, "21-each")
    passes(scene)


SECOND: Mapping[str, Play] = {
    "Joss Amber": lambda scene: is_done(scene.marek, "Joss Amber"), "Maud Ferrin": maud_reloads,
    "Yssa Marr": yssa_defends_desperately, "Carver": carver_sweeps_three, "Dunn": passes, "Pike": passes,
}  # fmt: skip


def test_a_round_in_which_a_burst_sweeps_three(scene: Evening) -> None:
    plays_round(scene, 2, SECOND)


# the third


def all_upon_dunn(scene: Evening) -> None:
    """The GM says that three set upon one of hers, and which of them that one cannot meet."""
    robin = scene.robin
    press(robin, fight(robin).get_by_role("link", name="Set upon one"))
    robin.pane.get_by_label("Who is set upon").select_option(label="Dunn")
    picks(robin, "attackers", "Maud Ferrin", "Joss Amber", "Yssa Marr")
    looked_at(scene, "22-upon", "robin")
    send(robin, "They set upon one")
    ask = asked(robin, "Dunn is set upon")
    goes_to(robin, ask.get_by_text("1 of them has a bonus die"))
    press(robin, ask.locator("label").filter(has_text="Joss Amber"))
    looked_at(scene, "23-choose", "robin")
    press(robin, ask.get_by_role("button", name="These"))
    expect(ask).to_have_count(0)


def test_three_set_upon_one(scene: Evening) -> None:
    robin, marek = scene.robin, scene.marek
    expect(fight(robin).get_by_role("heading", name="Round 3")).to_be_visible()
    all_upon_dunn(scene)
    scene.shown("Dunn gives the bonus of ganging up to Joss Amber")
    until(scene, "Joss Amber")
    press(marek, turn(marek).get_by_role("link", name="Attack"))
    picks(marek, "target", "Dunn")
    marek.pane.get_by_label("How", exact=True).fill("Low, with the hook")
    marek.pane.get_by_label("For an effect").fill("Trip")
    marek.page.keyboard.press("Tab")
    expect(marek.pane.locator("#odds")).to_contain_text("Throw 5, keep the best 4")
    looked_at(scene, "24-attack", "marek")
    send(marek, "Attack")
    ask = asked(robin, "Joss Amber attacks Dunn")
    expect(ask).to_contain_text("for an effect: Trip")
    press(robin, ask.get_by_role("link", name="More, and your word on it"))
    picks(robin, "granted", "Better position")
    expect(robin.pane.locator("footer .btn.main")).to_have_text(re.compile(r"This defence · [0-9]+%"))
    looked_at(scene, "25-word", "robin")
    send(robin, "This defence")
    settled(scene, "Joss Amber, Boat hook, at Dunn")
    newest = marek.page.locator("#log-cards > li.result").last
    for words in ("Ganging up", "Better position", "Trip:"):
        expect(newest).to_contain_text(words)
    looked_at(scene, "26-struck")


def until(scene: Evening, name: str) -> None:
    """The GM goes on until it is this one's turn."""
    robin = scene.robin
    while row(robin, name).get_attribute("aria-current") != "step":
        now = on_turn(robin)
        passes(scene)
        expect(row(robin, now)).not_to_have_attribute("aria-current", "step")


# who is hurt


def harms(scene: Evening, points: int, words: str) -> None:
    """The GM deals Joss so many points, and everybody reads what it makes of him."""
    robin = scene.robin
    rolls = robin.page.locator("#panel-yarn-rolls")
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
