"""A fight of Yarn of three rounds in real browsers: rifles, armour, somebody who breaks in, a burst over three people,
a desperate defence, three upon one, somebody who is messed up, goes down, and is on their feet again.

All dice are laid down beforehand (`falls`): those of an attack, of its defence, then those of armour. With SHOTS set to
a folder, every stage leaves pictures there.
"""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser import yarn
from tests.browser.doing import answers, asked, at, at_once, falls, goes_to, looked_at, picks, press, send
from tests.browser.evening import Evening
from tests.browser.screens import PORTRAIT, TABLET, Screen
from tests.browser.yarn import fight, row

scene = yarn.fighting(maud=30, joss=24, yssa=26, carver=30, dunn=16, pike=14)


# what they do and see


def turn(screen: Screen) -> Locator:
    return screen.page.locator("#panel-yarn-turn")


def passes(scene: Evening, name: str) -> None:
    """The GM goes on from one of hers."""
    robin = scene.robin
    expect(row(robin, name)).to_have_attribute("aria-current", "step")
    press(robin, robin.calm(fight(robin).get_by_role("button", name="Next:")))
    expect(row(robin, name)).not_to_have_attribute("aria-current", "step")


def is_done(scene: Evening, who: str, name: str) -> None:
    """One's own tap; the GM's page has it before anybody goes on."""
    screen = scene.people[who]
    at_once(at(screen), turn(screen).locator(".card").filter(has_text=name).get_by_role("button", name="Done"))
    expect(row(scene.robin, name)).not_to_have_attribute("aria-current", "step")


def shoots(screen: Screen, whom: str, metres: int) -> None:
    """From the turn's card; the button says how likely it is."""
    press(at(screen), turn(screen).get_by_role("link", name="Shoot"))
    picks(screen, "target", whom)
    screen.pane.get_by_label("Metres away").fill(str(metres))
    if screen.shape.scripts:
        screen.page.keyboard.press("Tab")
        expect(screen.pane.locator("footer .btn.main")).to_have_text(re.compile(r"Shoot · [0-9]+%"))


def newest(screen: Screen) -> Locator:
    """The card of the last attack."""
    return screen.page.locator("#log-cards > li.result").last


def settled(scene: Evening, words: str, verdict: str, *gm_alone: str) -> None:
    """The dice fell: everybody's newest card says who with what at whom, and whether it hit; these words stand on the
    GM's alone."""
    for name in scene.people:
        card = newest(scene.fresh(name))
        for each in (words, verdict):
            expect(card, f"{each} at {name}").to_contain_text(each)
        for each in gm_alone:
            if name == "robin":
                expect(card).to_contain_text(each)
            else:
                expect(card, f"{each} at {name}").not_to_contain_text(each)


def steps(screen: Screen, *left: str) -> None:
    """Behind “Why” stands each step of the damage with the points that are left after it."""
    card = newest(screen)
    press(screen, card.locator(".whyd > summary"))
    expect(card.locator(".harm-steps .v")).to_have_text([*left])


def everybody_sees(scene: Evening, name: str, *words: str) -> None:
    """These words stand in somebody's row of the fight, on every page."""
    for who in scene.people:
        for one in words:
            expect(row(scene.fresh(who), name), f"{one} at {who}").to_contain_text(one)


def round_comes(scene: Evening, number: int) -> None:
    for who in scene.people:
        expect(fight(scene.fresh(who)).locator(".trackhead h2")).to_contain_text(f"Round {number}")


# the order


def test_initiative_is_rolled_on_each_screen(scene: Evening) -> None:
    """With a tap, or with a die more for a reason; the GM's side is thrown with the last of them."""
    robin, ines, marek, odile = scene.robin, scene.ines, scene.marek, scene.odile
    yarn.starts(robin, "The quay", "Round by round")
    goes_to(ines, asked(ines, "Initiative").get_by_role("button", name="Shoots what moves"))
    with falls(scene, 6, 5, 4, 3):
        answers(ines, "Initiative", "Shoots what moves")
    with falls(scene, 5, 5, 4, 2):
        answers(odile, "Initiative", "Rides and shoots")
    press(marek, asked(marek, "Initiative").get_by_role("link", name="Bonus or penalty dice"))
    picks(marek, "trait", "Brawler")
    marek.pane.get_by_label("Bonus dice").fill("1")
    looked_at(scene, "01-initiative", "marek")
    with falls(scene, 6, 5, 5, 4, 1, 5, 4):
        send(marek, "Throw 5")
    round_comes(scene, 1)
    for name, total in (("Joss Amber", "20"), ("Maud Ferrin", "18"), ("Yssa Marr", "16")):
        everybody_sees(scene, name, total)
    names = fight(marek).locator(".fwho b").all_inner_texts()
    assert names[:3] == ["Joss Amber", "Maud Ferrin", "Yssa Marr"]
    expect(row(robin, "Carver").locator(".ini")).to_contain_text("9")
    expect(row(marek, "Carver").locator(".ini")).to_have_text("")
    widths = "all => all.map(one => one.getBoundingClientRect().width)"
    assert min(fight(robin).locator(".fwho").evaluate_all(widths)) > 200, "names have room on a tablet"
    looked_at(scene, "02-order")


# the first round: rifles, and somebody who breaks in


def test_joss_holds_back(scene: Evening) -> None:
    marek = scene.marek
    goes_to(marek, turn(marek).get_by_role("button", name="Hold back"))
    press(marek, marek.tab("Sheet").link("Attack with Boat hook"))
    expect(marek.pane.get_by_text("Metres away").or_(marek.pane.locator("#field-target"))).not_to_have_count(0)
    expect(marek.page.locator("#ask-strip")).to_be_hidden()  # it is Joss’s turn, and his attack is in hand
    marek.tab("Table")
    press(marek, turn(marek).get_by_role("button", name="Hold back"))
    expect(turn(marek).get_by_role("button", name="Break in now")).to_be_visible()
    everybody_sees(scene, "Joss Amber", "holds back")
    looked_at(scene, "03-held", "marek", "robin")


def test_maud_fires_her_last_round_and_pike_goes_down(scene: Evening) -> None:
    """She is told where she is looking that it is her turn; the shot is paid for before it is answered. What Pike has
    left is the GM's to know, that he is down everybody's."""
    robin, ines, marek = scene.robin, scene.ines, scene.marek
    goes_to(ines, turn(ines).get_by_role("link", name="Shoot"))
    shoots(ines, "Pike", 30)
    press(ines, ines.pane.get_by_role("button", name="Medium"))
    expect(ines.pane).to_contain_text("Medium, 3 dice")
    press(ines, ines.pane.get_by_role("button", name="Short"))
    expect(ines.pane.get_by_label("Metres away")).to_have_value("50")
    expect(ines.pane).to_contain_text("Short, 2 dice")
    expect(ines.pane).to_contain_text("0 rounds left after it")
    expect(ines.pane.get_by_label("Shoots what moves")).to_be_checked()
    looked_at(scene, "04-shoot", "ines")
    send(ines, "Shoot")
    expect(fight(marek).get_by_text("Pike: no die has fallen")).to_be_visible()
    ask = asked(robin, "Maud Ferrin shoots at Pike")
    goes_to(robin, ask.get_by_role("button", name="Stands"))
    expect(ask.get_by_role("button", name="Stands")).to_contain_text(re.compile("[0-9]+%.*misses.*down"))
    looked_at(scene, "05-asked", "robin", "ines")
    with falls(scene, 5, 4, 2, 1, 6, 3):
        answers(robin, "Maud Ferrin shoots at Pike", "Stands")
    settled(scene, "Maud Ferrin, Hunting rifle, at Pike", "Hit", "Hit by 3", "14 to −4 of 14")
    everybody_sees(scene, "Pike", "down")
    steps(robin, "3", "6", "18", "18")
    expect(ines.page.locator("#sheet")).to_contain_text("0 of 5 rounds")
    expect(turn(ines).get_by_role("link", name="Shoot")).to_have_count(0)
    looked_at(scene, "06-hit")
    is_done(scene, "ines", "Maud Ferrin")


def test_yssa_does_more_and_equal_is_a_miss(scene: Evening) -> None:
    """Another action costs a die on all her rolls of the round; 11 against 11 does not hit."""
    robin, odile = scene.robin, scene.odile
    press(at(odile), turn(odile).get_by_role("link", name="Extra actions"))
    odile.pane.get_by_label("Extra actions").fill("1")
    looked_at(scene, "07-extra", "odile")
    send(odile)
    everybody_sees(scene, "Yssa Marr", "1 extra: a penalty die")
    shoots(odile, "Dunn", 40)
    send(odile, "Shoot")
    with falls(scene, 6, 4, 3, 2, 2, 6, 5, 2, 1):
        answers(robin, "Yssa Marr shoots at Dunn", "Dodges")
    settled(scene, "Yssa Marr, Stalking rifle, at Dunn", "Missed", "Dunn, dodging")
    expect(newest(scene.ines)).to_contain_text("Extra action: 1 penalty")
    expect(newest(scene.ines).locator(".total")).to_have_text(["11"])
    press(at(odile), turn(odile).get_by_role("link", name="Something else"))
    odile.pane.locator("[name=what]").fill("Ducks behind the crates")
    send(odile)
    scene.shown("Yssa Marr: Ducks behind the crates")
    is_done(scene, "odile", "Yssa Marr")


def test_carver_is_broken_in_on(scene: Evening) -> None:
    """A burst at Maud; before she has answered Joss is at him with the boat hook."""
    robin, marek = scene.robin, scene.marek
    press(robin, turn(robin).locator(".card").filter(has_text="Carver").get_by_role("link", name="Shoot"))
    picks(robin, "target", "Maud Ferrin")
    picks(robin, "way", "Burst of three")
    robin.pane.get_by_label("Metres away").fill("20")
    robin.page.keyboard.press("Tab")
    expect(robin.pane).to_contain_text("27 rounds left after it")
    looked_at(scene, "08-burst", "robin")
    send(robin, "Shoot")
    press(at(marek), turn(marek).get_by_role("button", name="Break in now"))
    goes_to(marek, turn(marek).get_by_role("link", name="Attack"))
    looked_at(scene, "09-breaks-in", "marek", "ines")
    press(marek, turn(marek).get_by_role("link", name="Attack"))
    picks(marek, "target", "Carver")
    looked_at(scene, "10-attack", "marek")
    send(marek, "Attack")
    goes_to(robin, asked(robin, "Joss Amber attacks Carver").get_by_role("button", name="Gunman"))
    with falls(scene, 6, 5, 4, 3, 5, 4, 3, 2, 4):
        answers(robin, "Joss Amber attacks Carver", "Gunman")
    settled(scene, "Joss Amber, Boat hook, at Carver", "Hit", "Hit by 4", "30 to 22 of 30")
    steps(robin, "4", "3", "12", "8", "8")
    expect(newest(robin).locator(".harm-steps")).to_contain_text("Leather coat: 4")
    looked_at(scene, "11-struck")
    robin.turn(PORTRAIT, "dark")  # what came of it is not cut off in the strip of the upright tablet
    expect(newest(robin).locator("[data-glance] .out")).to_be_in_viewport(ratio=1)
    looked_at(scene, "11-struck-upright", "robin")
    robin.turn(TABLET, "dark")


def test_maud_dodges_the_burst(scene: Evening) -> None:
    """Nobody is done before she has answered. Her jacket stops half of its die; what it left of her everybody reads."""
    robin, ines, marek = scene.robin, scene.ines, scene.marek
    expect(turn(marek).get_by_role("button", name="Done · first Maud Ferrin")).to_be_visible()
    ask = asked(ines, "Carver shoots at Maud Ferrin")
    goes_to(ines, ask.get_by_role("button", name="Dodges: Innkeeper"))
    expect(ask.get_by_role("button", name="Dodges: Innkeeper")).to_contain_text("locks it to defence")
    looked_at(scene, "12-dodge", "ines")
    with falls(scene, 4, 3, 3, 2, 1, 5, 4, 2, 2, 1, 5):
        answers(ines, "Carver shoots at Maud Ferrin", "Dodges: Innkeeper")
    settled(scene, "Carver, Grease gun, at Maud Ferrin", "30 to 20 of 30", "Hit by 3")
    steps(robin, "3", "4", "12", "10", "10")
    everybody_sees(scene, "Maud Ferrin", "20 of 30", "Innkeeper: defence")
    looked_at(scene, "13-dodged")
    is_done(scene, "marek", "Joss Amber")
    passes(scene, "Carver")
    passes(scene, "Dunn")


# the second: a burst over three


def test_maud_reloads_and_yssa_defends_desperately(scene: Evening) -> None:
    ines, odile = scene.ines, scene.odile
    round_comes(scene, 2)
    is_done(scene, "marek", "Joss Amber")
    press(ines, turn(ines).get_by_role("link", name="Reload"))
    send(ines, "Reload")
    expect(ines.page.locator("#sheet")).to_contain_text("5 of 5 rounds")
    is_done(scene, "ines", "Maud Ferrin")
    press(at(odile), turn(odile).get_by_role("link", name="Desperate defence"))
    send(odile, "Give up the attack")
    everybody_sees(scene, "Yssa Marr", "desperate defence")
    is_done(scene, "odile", "Yssa Marr")


def test_a_burst_sweeps_three(scene: Evening) -> None:
    """Five rounds for each, an attack and a defence for each, from as far as the GM has said in the order of the names;
    each answers where they sit: Joss is messed up, a vest divides what hits Yssa, Maud is missed."""
    robin, ines, marek, odile = scene.robin, scene.ines, scene.marek, scene.odile
    press(robin, turn(robin).locator(".card").filter(has_text="Carver").get_by_role("link", name="Sweep several"))
    picks(robin, "targets_hit", "Joss Amber", "Maud Ferrin", "Yssa Marr")
    robin.pane.get_by_label("Metres away").fill("10, 12, 14")
    robin.page.keyboard.press("Tab")
    expect(robin.pane.locator("#odds h3")).to_have_count(3)
    looked_at(scene, "14-sweep", "robin")
    send(robin, "Sweep them")
    for screen, whom in ((ines, "Maud Ferrin"), (marek, "Joss Amber")):
        goes_to(screen, asked(screen, f"Carver shoots at {whom}").get_by_role("button", name="Stands"))
    looked_at(scene, "15-swept", "robin", "ines", "marek")
    with falls(scene, 5, 4, 3, 2, 1, 5, 4, 3, 2, 1, 1):
        answers(marek, "Carver shoots at Joss Amber", "Dodges: Brawler")
    settled(scene, "Carver, Grease gun, at Joss Amber · 10 m, short", "24 to 9 of 24", "Hit by 5")
    everybody_sees(scene, "Joss Amber", "9 of 24", "messed up")
    with falls(scene, 6, 5, 4, 3, 2, 5, 4, 1, 3):
        answers(odile, "Carver shoots at Yssa Marr", "Stands")
    settled(scene, "Carver, Grease gun, at Yssa Marr · 14 m, short", "26 to 17 of 26", "Hit by 9")
    steps(robin, "9", "3", "27", "9", "9")
    expect(newest(marek)).to_contain_text("Desperate defence: 1 bonus")
    with falls(scene, 3, 2, 2, 1, 1, 5, 4):
        answers(ines, "Carver shoots at Maud Ferrin", "Stands")
    settled(scene, "Carver, Grease gun, at Maud Ferrin", "Missed")
    everybody_sees(scene, "Maud Ferrin", "20 of 30")
    looked_at(scene, "16-each")
    passes(scene, "Carver")
    passes(scene, "Dunn")


# the third: three upon one


def test_three_set_upon_one(scene: Evening) -> None:
    """The GM says that three set upon one of hers, and which of them that one cannot meet."""
    robin = scene.robin
    round_comes(scene, 3)
    press(robin, fight(robin).get_by_role("link", name="Set upon one"))
    robin.pane.get_by_label("Who is set upon").select_option(label="Dunn")
    picks(robin, "attackers", "Maud Ferrin", "Joss Amber", "Yssa Marr")
    looked_at(scene, "17-upon", "robin")
    send(robin, "They set upon one")
    ask = asked(robin, "Dunn is set upon")
    goes_to(robin, ask.get_by_text("1 of them has a bonus die"))
    press(robin, ask.locator("label").filter(has_text="Joss Amber"))
    looked_at(scene, "18-choose", "robin")
    press(robin, ask.get_by_role("button", name="These"))
    expect(ask).to_have_count(0)
    scene.shown("Dunn gives the bonus of ganging up to Joss Amber")


def test_somebody_messed_up_trips_dunn(scene: Evening) -> None:
    """Being messed up takes the die that ganging up gives; the GM grants him another. An effect halves the harm."""
    robin, marek = scene.robin, scene.marek
    press(marek, turn(marek).get_by_role("link", name="Attack"))
    picks(marek, "target", "Dunn")
    marek.pane.get_by_label("How", exact=True).fill("Low, with the hook")
    marek.pane.get_by_label("For an effect").fill("Trip")
    marek.page.keyboard.press("Tab")
    expect(marek.pane.locator("#odds")).to_contain_text("on average: 4 dice")
    looked_at(scene, "19-attack", "marek")
    send(marek, "Attack")
    ask = asked(robin, "Joss Amber attacks Dunn")
    expect(ask).to_contain_text("for an effect: Trip")
    press(robin, ask.get_by_role("link", name="More, and your word on it"))
    picks(robin, "granted", "Better position")
    expect(robin.pane.locator("footer .btn.main")).to_have_text(re.compile(r"This defence · [0-9]+%"))
    looked_at(scene, "20-word", "robin")
    with falls(scene, 6, 5, 4, 3, 1, 4, 3):
        send(robin, "This defence")
    settled(scene, "Joss Amber, Boat hook, at Dunn", "Trip: done", "16 to −1 of 16")
    for words in ("Messed up: 1 penalty", "Ganging up: 1 bonus", "Better position: 1 bonus"):
        expect(newest(marek)).to_contain_text(words)
    steps(robin, "11", "3", "33", "17", "17")
    everybody_sees(scene, "Dunn", "down")
    looked_at(scene, "21-tripped")
    is_done(scene, "marek", "Joss Amber")


def test_joss_goes_down(scene: Evening) -> None:
    """The others leave it at that; Carver has the last shot, from as far as before. Whoever is messed up has a penalty
    die on a defence too, and whoever is down has no turn."""
    robin, marek = scene.robin, scene.marek
    is_done(scene, "ines", "Maud Ferrin")
    is_done(scene, "odile", "Yssa Marr")
    press(robin, turn(robin).locator(".card").filter(has_text="Carver").get_by_role("link", name="Shoot"))
    picks(robin, "target", "Joss Amber")
    expect(robin.pane.get_by_label("Metres away")).to_have_value("10")
    expect(robin.pane).to_contain_text("11 rounds left after it")
    send(robin, "Shoot")
    with falls(scene, 5, 4, 3, 1, 6, 5, 4):
        answers(marek, "Carver shoots at Joss Amber", "Stands")
    settled(scene, "Carver, Grease gun, at Joss Amber", "9 to −3 of 24", "Hit by 4")
    everybody_sees(scene, "Joss Amber", "−3 of 24", "down")
    looked_at(scene, "22-down")
    passes(scene, "Carver")
    round_comes(scene, 4)
    expect(row(marek, "Maud Ferrin")).to_have_attribute("aria-current", "step")


def test_all_are_brought_back(scene: Evening) -> None:
    """Half of what each has lost: Joss is on his feet, though still messed up."""
    robin = scene.robin
    press(robin, fight(robin).get_by_role("link", name="End the fight"))
    send(robin)
    expect(fight(robin).locator(".fighter")).to_have_count(0)
    press(robin, robin.page.locator(".hand").get_by_role("link", name="Recovery"))
    picks(robin, "characters", "Maud Ferrin", "Joss Amber", "Yssa Marr")
    for words in ("20 to 25 of 30", "−3 to 11 of 24", "17 to 22 of 26"):
        expect(robin.pane).to_contain_text(words)
    looked_at(scene, "23-recovery", "robin")
    send(robin)
    for words in ("Maud Ferrin: 20 to 25", "Joss Amber: −3 to 11", "Yssa Marr: 17 to 22"):
        scene.shown(words)
    expect(scene.marek.tab("Sheet").page.locator("#sheet")).to_contain_text("messed up")
    looked_at(scene, "24-recovered", "robin", "ines", "odile")
