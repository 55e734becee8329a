"""An evening of Rough Magic at a table of its own: ready heroes, work in common, a race, and a fight of four rounds in
which a held turn breaks in, something explodes on the board, a block is forced, and somebody is defeated and recovers.

Robin leads on a tablet, Ines plays Wren at a desk, Marek plays Mother Cinder on a phone, Odile plays Old Corrin without
JavaScript. The faces of real dice are typed in. With SHOTS set to a folder, every stage leaves pictures there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.doing import (
    answers,
    asked,
    at,
    at_once,
    goes_to,
    in_view,
    looked_at,
    named,
    picks,
    press,
    send,
)
from tests.browser.evening import Evening, invitation, knock, let_in, open_table
from tests.browser.screens import LAPTOP, PHONE, PLAIN, TABLET, Screen
from tests.servers import Server

WREN, CINDER, CORRIN, SEL = "Wren of the Flats", "Mother Cinder", "Old Corrin", "Sel Marrow"
PEOPLE = (("Ines", LAPTOP, WREN), ("Marek", PHONE, CINDER), ("Odile", PLAIN, CORRIN))
MARROW: dict[str, str] = {
    "name": SEL, "role": "enemy", "agility": "5", "brawn": "5", "perception": "5", "reason": "4", "will": "4",
    "gear_1_name": "Hook sword", "gear_1_rank": "3", "gear_1_attack": "close",
    "gear_2_name": "Breastplate", "gear_2_rank": "1", "gear_2_defends": "both",
}  # fmt: skip
GUARD = {"agility": 3, "brawn": 3, "perception": 3, "will": 3, "weapon": "Spear", "weapon_rank": 2, "armour_rank": 1}


# the table


@pytest.fixture(scope="module")
def scene(chromium: Browser, server: Server, host: Any) -> Iterator[Evening]:
    evening = Evening(chromium, server)
    evening.opens("robin", Screen(chromium, server.address(), TABLET, cookies=host))
    open_table(evening, game="Rough Magic", name="The Low Tide")
    invite = invitation(evening)
    for name, shape, _ in PEOPLE:
        knock(evening, invite, name, evening.opens(name.lower(), Screen(chromium, server.address(), shape)))
        let_in(evening, name)
    evening.home()
    yield evening
    evening.close()


# what people do


def ticks_at_once(screen: Screen, field: str, *words: str) -> None:
    """Quicker than any form is drawn again."""
    ticks = "(labels, words) => words.forEach((one) => labels.find((label) => label.innerText.includes(one)).click())"
    screen.pane.locator(f"#field-{field} label").evaluate_all(ticks, list(words))


def throws(screen: Screen, first: int, second: int) -> None:
    """With real dice."""
    screen.pane.get_by_text("I rolled real dice").click()
    screen.pane.get_by_label("The faces of my two dice").fill(f"{first} {second}")
    send(screen)


# what people see


def points(evening: Evening, **counts: int) -> None:
    """The plot points of these people, on every screen."""
    for name in evening.people:
        screen = evening.fresh(name)
        for who, count in counts.items():
            purse = screen.page.locator("#panel-rough_magic-points .purse").filter(has_text=who.title())
            expect(purse.locator(".num"), f"{who} at {name}").to_have_text(str(count))


def result(evening: Evening, *words: str) -> None:
    """The newest result says so in everybody's log; where that stands beside the table it is in view."""
    for name in evening.people:
        screen = evening.fresh(name)
        newest = screen.page.locator("#log-cards > li.result").last
        for one in words:
            expect(newest, f"{one} at {name}").to_contain_text(one)
        if screen.shape is not PHONE:
            in_view(screen, newest)


# before the fight


def test_ready_heroes_are_chosen(scene: Evening) -> None:
    robin = scene.robin
    for name, _, hero in PEOPLE:
        screen = scene.people[name.lower()]
        press(screen, named(screen, f"Take {hero}"))
        expect(screen.page.locator("#sheet h2", has_text=hero)).to_be_attached()
        here = screen.page.locator("#came") if screen.shape is PHONE else screen.page.locator("#table")
        in_view(screen, here.get_by_text(hero))
    in_view(robin, robin.page.get_by_text("Everybody is ready"))
    looked_at(scene, "01-heroes")


def test_the_session_brings_everybody_a_plot_point(scene: Evening) -> None:
    robin = scene.robin
    press(robin, robin.button("Open the session"))
    points(scene, ines=1, marek=1, odile=1)
    press(robin, robin.link("Set the scene"))
    robin.pane.get_by_label("Where and when").fill("The drowned foundry")
    send(robin)
    for name in scene.people:
        expect(scene.fresh(name).page.get_by_role("heading", name="The drowned foundry").first).to_be_attached()
    looked_at(scene, "02-scene")


def test_the_gm_adds_enemies(scene: Evening) -> None:
    robin = scene.robin
    press(robin, robin.link("Cast"))
    robin.pane.get_by_label("Name", exact=True).fill("Guard")
    robin.pane.get_by_label("How many").fill("3")
    for field, value in GUARD.items():
        robin.pane.locator(f"[name={field}]").fill(str(value))
    send(robin, "Add 3")
    robin.does("rough_magic.make", **MARROW)
    for words in ("Guard 1", "Guard 2", "Guard 3", SEL):
        expect(robin.page.locator("[id$=cast]").get_by_text(words, exact=True).first).to_be_attached()
    looked_at(scene, "03-cast")


def test_a_joint_task(scene: Evening) -> None:
    """Three roll, each where they sit; the best total and one for each of them make it."""
    robin, ines, marek, odile = scene.robin, scene.ines, scene.marek, scene.odile
    press(robin, robin.page.locator("summary", has_text="Everything else"))
    press(robin, robin.link("Work together"))
    robin.pane.get_by_label("What has to be done").fill("Open the sluice")
    picks(robin, "attribute", "Brawn")
    picks(robin, "grade", "Frustrating")
    looked_at(scene, "04-work", "robin")
    send(robin, "Ask")
    for screen in (ines, marek, odile):
        goes_to(screen, asked(screen, "Open the sluice").get_by_role("button", name="Roll 2d6"))
    looked_at(scene, "05-asked")
    works(marek, 1, 3)
    works(ines, 6, 6)
    in_view(ines, ines.page.locator(".workers .sum"))
    works(odile, 2, 1)
    result(scene, "18", "Success")
    looked_at(scene, "06-done")


def works(screen: Screen, first: int, second: int) -> None:
    press(screen, asked(screen, "Open the sluice").get_by_role("link", name="Another way"))
    throws(screen, first, second)


def test_a_race(scene: Evening) -> None:
    """One try for each side in turn, to two successes; the extreme one counts twice, and asks the GM nothing more."""
    robin, marek = scene.robin, scene.marek
    press(robin, robin.link("Long work or a race"))
    robin.pane.get_by_label("What has to be done").fill("To the lamp")
    robin.pane.get_by_label("Successes needed").fill("2")
    press(robin, robin.pane.get_by_text("Several sides race for it"))
    robin.pane.get_by_label("Side 1").fill("The divers")
    robin.pane.get_by_label("Side 2").fill("The guards")
    send(robin, "It begins")
    race = marek.page.locator("#panel-rough_magic-works .card").filter(has_text="To the lamp")
    expect(race).to_contain_text("a race to two successes")
    press(marek, race.get_by_role("link", name="An attempt for The divers"))
    looked_at(scene, "07-attempt", "marek")
    throws(marek, 6, 4)
    result(scene, "17", "Extreme")
    in_view(marek, race.get_by_text("2 of 2 successes"))
    expect(robin.page.locator("#panel-rough_magic-works .card")).to_contain_text("2 of 2 successes")
    expect(robin.page.locator("#panel-asks .ask").filter(has_text="succeeds extremely")).to_have_count(0)
    looked_at(scene, "08-extreme", "robin", "marek")
    theirs = robin.page.locator("#panel-rough_magic-works").get_by_role("link", name="An attempt for The guards")
    press(robin, theirs)
    robin.pane.get_by_label("Who", exact=True).select_option(label="Guard 1")
    throws(robin, 1, 2)
    result(scene, "Not enough")
    expect(marek.page.locator("#panel-rough_magic-works .card")).to_have_count(0)
    looked_at(scene, "09-raced")


# the fight


def order(screen: Screen) -> Locator:
    return screen.page.locator("#panel-rough_magic-order")


def my_turn(screen: Screen) -> Locator:
    return screen.page.locator("#panel-rough_magic-turn")


def goes_on(gm: Screen, *names: str) -> None:
    """One tap on the main button for each, which says who or what is next; then it says something else."""
    button = order(gm).locator(".push .btn.main")
    for name in names:
        expect(button).to_contain_text(f"Next: {name}")
        press(gm, gm.calm(button))
        expect(button).not_to_contain_text(f"Next: {name}")


def on_turn(screen: Screen, name: str) -> None:
    expect(order(screen).locator("[aria-current=step]").filter(has_text=name)).to_have_count(1)


def test_a_board_of_hexes_is_laid(scene: Evening) -> None:
    robin = scene.robin
    press(robin, robin.link("Lay out the board"))
    robin.pane.get_by_label("Columns").fill("12")
    robin.pane.get_by_label("Rows").fill("8")
    send(robin, "Lay it out")
    for who, cell in (("Guard 1", "G4"), ("Guard 2", "G3"), ("Guard 3", "G5"), (SEL, "E6")):
        press(robin, robin.page.locator(f"#panel-board svg.ground a[aria-label^='{who},']"))
        press(robin, robin.pane.locator(f"[data-value={cell}]"))
        expect(robin.page.locator(f"#panel-board svg.ground a[aria-label='{who}, {cell}']")).to_have_count(1)
    expect(scene.marek.page.locator("#panel-board svg.ground")).to_be_visible()
    looked_at(scene, "10-board")


def test_a_held_turn_breaks_in(scene: Evening) -> None:
    """Wren holds; in the middle of a guard's turn she shoots him."""
    robin, ines = scene.robin, scene.ines
    press(robin, robin.link("Start a fight"))
    robin.pane.get_by_label("What is it about").fill("The sluice gate")
    names = (WREN, "Guard 1", CINDER, CORRIN, SEL)
    ticks_at_once(robin, "noticed", *names)
    for place, who in enumerate(names, start=1):
        expect(robin.pane.locator("#field-noticed")).to_contain_text(f"{place}. {who}")
    send(robin, "Start the fight")
    in_view(robin, order(robin).locator(".push .btn.main"))
    goes_to(ines, my_turn(ines).get_by_role("button", name="Hold my turn"))
    looked_at(scene, "11-fight")
    press(ines, my_turn(ines).get_by_role("button", name="Hold my turn"))
    on_turn(robin, "Guard 1")
    in_view(ines, my_turn(ines).get_by_role("button", name="Break in now"))
    press(ines, my_turn(ines).get_by_role("button", name="Break in now"))
    on_turn(robin, WREN)
    in_view(ines, my_turn(ines).get_by_role("link", name="Attack"))
    looked_at(scene, "12-breaks-in", "ines", "robin")
    press(ines, my_turn(ines).get_by_role("link", name="Attack"))
    picks(ines, "target", "Guard 1")
    picks(ines, "weapon", "Long rifle")
    looked_at(scene, "13-attack", "ines")
    throws(ines, 5, 5)
    goes_to(robin, asked(robin, "hits Guard 1").get_by_role("button", name="Take it"))
    expect(asked(robin, "hits Guard 1")).to_contain_text("any hit defeats who has no name")
    looked_at(scene, "14-hit", "robin")
    wide = "[...document.querySelectorAll('.quads .leaves')].filter((one) => one.scrollWidth > one.clientWidth).length"
    assert robin.page.evaluate(wide) == 0  # each tile holds its own word
    answers(robin, "hits Guard 1", "Take it")
    result(scene, "Defeated")
    came = scene.marek.page.locator("#came")
    expect(came).to_contain_text("Defeated, Guard 1 takes it")
    expect(came).not_to_contain_text("Robin")  # who answered for the guard attacked nobody
    at_once(ines, my_turn(ines).get_by_role("button", name="is done"))
    looked_at(scene, "15-done")


def walks_to(screen: Screen, name: str) -> None:
    """From the turn's card over the board to the cell beside somebody."""
    press(screen, my_turn(screen).get_by_role("link", name="Walk"))
    press(screen, screen.pane.get_by_role("link", name=f"To {name}"))
    expect(screen.pane.locator("footer .btn.main")).to_have_count(0)


def test_something_explodes_on_the_board(scene: Evening) -> None:
    """The guard who was shot does not go on; Mother Cinder throws a fire pot among the others, from the phone."""
    robin, marek = scene.robin, scene.marek
    on_turn(robin, "Guard 2")
    goes_on(robin, "Guard 3")
    goes_on(robin, CINDER)
    goes_to(marek, my_turn(marek).get_by_role("link", name="Fire pots"))
    press(marek, my_turn(marek).get_by_role("link", name="Fire pots"))
    marek.pane.get_by_label("Where").select_option(label="Guard 2")
    expect(marek.pane.locator(".away tr").filter(has_text="Guard 3")).to_contain_text("4")
    looked_at(scene, "16-explode", "marek")
    send(marek, "Set it off")
    in_view(marek, my_turn(marek).get_by_role("button", name="is done"))
    goes_to(robin, asked(robin, "goes off around Guard 2").get_by_role("button", name="Stay"))
    looked_at(scene, "17-blast")
    answers(robin, "goes off around Guard 2", "Stay")
    expect(order(marek)).to_contain_text("1 of 3 up")
    at_once(marek, my_turn(marek).get_by_role("button", name="is done"))
    on_turn(robin, CORRIN)


def test_a_block_is_forced(scene: Evening) -> None:
    """Old Corrin has had his turn; the block costs him the next one, and stands in the order."""
    robin, odile = scene.robin, scene.odile
    at_once(at(odile), my_turn(odile).get_by_role("button", name="is done"))
    on_turn(robin, SEL)
    goes_to(robin, my_turn(robin).get_by_role("link", name="Attack"))
    walks_to(robin, CORRIN)
    press(robin, my_turn(robin).get_by_role("link", name="Attack"))
    picks(robin, "target", CORRIN)
    looked_at(scene, "18-sword", "robin")
    throws(robin, 6, 5)
    ask = asked(odile, "hits Old Corrin by 1")
    expect(ask.get_by_role("button", name="Block")).to_contain_text("Costs the turn in round 2")
    in_view(odile, ask.get_by_role("button", name="Block"))
    looked_at(scene, "19-block", "odile")
    answers(odile, "hits Old Corrin", "Block")
    for screen in (robin, scene.marek):
        expect(order(screen).locator(".fighter").filter(has_text=CORRIN)).to_contain_text("Owes 1")
    looked_at(scene, "20-blocked", "robin", "marek")


def test_somebody_is_defeated(scene: Evening) -> None:
    """In the second round the block is paid for; Sel's blade takes all that Wren has."""
    robin, ines = scene.robin, scene.ines
    goes_on(robin, "The surroundings")
    goes_on(robin, "Round 2")
    on_turn(robin, WREN)
    goes_to(ines, my_turn(ines).get_by_role("button", name="is done"))
    at_once(ines, my_turn(ines).get_by_role("button", name="is done"))
    goes_on(robin, CINDER)
    goes_on(robin, SEL)  # Old Corrin's place is passed over
    press(robin, my_turn(robin).get_by_role("link", name="Attack"))
    picks(robin, "target", WREN)
    throws(robin, 6, 6)
    goes_to(ines, asked(ines, "hits Wren of the Flats by 9").get_by_role("button", name="Take it"))
    looked_at(scene, "21-hard", "ines")
    answers(ines, "hits Wren of the Flats", "Take it")
    result(scene, "Defeated")
    for screen in (robin, scene.marek):
        expect(order(screen).locator(".fighter").filter(has_text=WREN)).to_contain_text("Defeated")
    looked_at(scene, "22-defeated")


def test_a_grapple(scene: Evening) -> None:
    """In the third round, without JavaScript; whoever is held breaks free or stays."""
    robin, odile = scene.robin, scene.odile
    goes_on(robin, "The surroundings")
    goes_on(robin, "Round 3")
    on_turn(robin, "Guard 3")
    goes_on(robin, CINDER)
    goes_on(robin, CORRIN)
    press(at(odile), my_turn(odile).get_by_role("link", name="Grapple"))
    picks(odile, "target", SEL)
    looked_at(scene, "23-grapple", "odile")
    throws(odile, 6, 5)
    goes_to(robin, asked(robin, "takes hold of Sel Marrow").get_by_role("button", name="Take it"))
    answers(robin, "takes hold of Sel Marrow", "Take it")
    looked_at(scene, "24-held", "robin", "marek", "odile")


def test_the_defeated_rallies_and_acts_in_the_fourth_round(scene: Evening) -> None:
    """Sel stays held; a plot point brings Wren to her feet, and her place is hers again."""
    robin, ines, odile = scene.robin, scene.ines, scene.odile
    at_once(at(odile), my_turn(odile).get_by_role("button", name="is done"))
    on_turn(robin, SEL)
    goes_to(robin, my_turn(robin).get_by_role("link", name="Break free"))
    press(robin, my_turn(robin).get_by_role("link", name="Break free"))
    throws(robin, 1, 1)
    expect(order(robin).locator(".fighter").filter(has_text=SEL)).to_contain_text("Restrained")
    goes_on(robin, "The surroundings")
    spends(ines, "Rally")
    looked_at(scene, "25-rally", "ines")
    send(ines, "Rally: 1 point")
    expect(order(ines).locator(".fighter").filter(has_text=WREN)).to_contain_text("Exhausted")
    points(scene, ines=0, marek=1, odile=1)
    goes_on(robin, "Round 4")
    goes_to(ines, my_turn(ines).get_by_role("link", name="Attack"))
    looked_at(scene, "26-fourth")
    at_once(ines, my_turn(ines).get_by_role("button", name="is done"))
    goes_on(robin, CINDER, CORRIN, SEL, "The surroundings")
    press(robin, robin.link("End the fight"))
    send(robin)
    expect(order(robin).locator(".fighter")).to_have_count(0)
    looked_at(scene, "27-over", "robin", "marek")


# plot points


def spends(screen: Screen, way: str) -> None:
    press(at(screen), screen.page.locator("#panel-rough_magic-points").get_by_role("link", name="Spend"))
    press(screen, screen.pane.get_by_role("link", name=way))
    expect(screen.pane.get_by_role("heading", name=way)).to_be_visible()


def allows(gm: Screen, words: str, yes: str = "It happens") -> None:
    """The GM finds what is wished for, and says yes with one tap."""
    goes_to(gm, asked(gm, words).get_by_role("button", name=yes))
    answers(gm, words, yes)


def hints(gm: Screen, words: str, hint: str) -> None:
    press(gm, asked(gm, words).get_by_role("link", name="Give a hint"))
    gm.pane.locator("[name=words]").fill(hint)
    send(gm)
    expect(gm.page.locator("#panel-asks .ask").filter(has_text=words)).to_have_count(0)


def test_points_are_earned(scene: Evening) -> None:
    """From the GM to all and to one, and as a player proposes."""
    robin, marek = scene.robin, scene.marek
    everybody = robin.page.locator("#panel-rough_magic-points").get_by_role("button", name="Everybody")
    press(robin, everybody)
    points(scene, ines=1, marek=2, odile=2)
    press(robin, robin.button("A plot point for Ines"))
    points(scene, ines=2)
    press(marek, at(marek).link("Propose a plot point for Odile"))
    marek.pane.locator("[name=why]").fill("The song on the stairs")
    send(marek)
    allows(robin, "The song on the stairs", "Give the point")
    points(scene, odile=3)
    looked_at(scene, "28-earned")


def test_points_are_spent(scene: Evening) -> None:
    """At once, and with the GM's yes: on nobody's page a point is gone before it."""
    robin, ines, marek, odile = scene.robin, scene.ines, scene.marek, scene.odile
    spends(marek, "Power boost")
    picks(marek, "trait", "Reason")
    looked_at(scene, "29-boost", "marek")
    send(marek, "1 point")
    points(scene, marek=1)
    spends(ines, "Inspiration")
    ines.pane.locator("[name=about]").fill("Who has the key")
    send(ines)
    points(scene, ines=2)
    looked_at(scene, "30-wish", "ines", "robin")
    hints(robin, "Who has the key", "Salt on his boots")
    in_view(ines, ines.cards("Salt on his boots"))
    spends(ines, "Power stunt")
    ines.pane.get_by_label("Which power").select_option(label="Wind under the heel")
    ines.pane.locator("[name=idea]").fill("It carries all of us")
    send(ines)
    allows(robin, "It carries all of us")
    points(scene, ines=0)
    spends(marek, "Retcon")
    marek.pane.locator("[name=fact]").fill("I cooked here once")
    send(marek)
    allows(robin, "I cooked here once")
    press(at(odile), odile.page.locator("#panel-rough_magic-points").get_by_role("link", name="Spend"))
    odile.pane.get_by_label("What for").fill("The roof misses the children")
    send(odile)
    allows(robin, "The roof misses the children")
    points(scene, ines=0, marek=0, odile=2)
    looked_at(scene, "31-spent")


def test_a_point_turns_a_failure(scene: Evening) -> None:
    """A roll that was not enough succeeds after all, from its card in the log."""
    odile = scene.odile
    press(at(odile), odile.page.locator("#table").get_by_role("link", name="Roll", exact=True))
    throws(odile, 1, 1)
    result(scene, "Not enough")
    card = odile.page.locator("#log-cards > li.result").last
    at_once(odile, card.get_by_role("button", name="It succeeds, for 1 plot point"))
    points(scene, odile=1)
    looked_at(scene, "32-after-all")


def test_on_the_phone_the_notice_of_a_failure_offers_the_point(scene: Evening) -> None:
    """Where the thumb is, with one tap, and no more once it is paid."""
    robin, marek = scene.robin, scene.marek
    press(robin, robin.button("A plot point for Marek"))
    points(scene, marek=1)
    press(marek, at(marek).page.locator("#table").get_by_role("link", name="Roll", exact=True))
    throws(marek, 1, 1)
    came = marek.page.locator("#came")
    in_view(marek, came.get_by_text("Not enough"))
    offer = came.get_by_role("button", name="It succeeds, for 1 plot point")
    in_view(marek, offer)
    looked_at(scene, "33-offered", "marek")
    press(marek, offer)
    expect(offer).to_have_count(0)
    points(scene, marek=0)
    looked_at(scene, "34-paid", "marek")
