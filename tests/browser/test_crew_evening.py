"""A scene of Crew at a table of its own: a roll with two helpers, an opportunity, jinxes, high stakes, a Big Damn Hero
die, the ship's engines, a recovery, the baton, what befalls a ship, and a clock.

Robin leads on a tablet, Ines plays Wren at a laptop, Marek plays Kit on a phone, Odile plays Dove at another laptop.
The faces of real dice are typed in. With SHOTS set to a folder, every stage leaves pictures there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, expect

from apps.table.demonstration import Stage
from apps.table.models import Table
from tests.browser.evening import Evening, invitation, knock, let_in, open_table
from tests.browser.screens import DESK, LAPTOP, PHONE, TABLET, Screen
from tests.servers import Server

GM, INES, MAREK, ODILE = "Robin", "Ines", "Marek", "Odile"
CREW: tuple[tuple[str, dict[str, Any]], ...] = (
    (INES, {
        "name": "Wren", "mental": 6, "physical": 8, "social": 8, "shoot": 10, "sneak": 8, "fly": 8, "move": 6,
        "specialty_1_name": "Carbines", "specialty_1_skill": "shoot", "distinction_1_name": "Loyal to a fault",
        "distinction_1_text": "Nobody of mine is left behind.", "distinction_2_name": "Quick on the draw",
        "signature_1_name": "Grandfather’s carbine", "signature_1_die": 8,
    }),
    (MAREK, {
        "name": "Kit", "mental": 10, "physical": 6, "social": 6, "fix": 10, "operate": 8, "treat": 8, "know": 6,
        "distinction_1_name": "Talks to machines", "signature_1_name": "Box of spares", "signature_1_die": 8,
    }),
    (ODILE, {
        "name": "Dove", "mental": 8, "physical": 6, "social": 10, "influence": 10, "trick": 8, "notice": 6,
        "distinction_1_name": "Knows everybody’s cousin",
    }),
)  # fmt: skip
TRAN: dict[str, Any] = {
    "name": "Marshal Tran", "role": "major-gmc", "mental": 8, "physical": 10, "social": 8, "shoot": 8, "notice": 8,
    "distinction_1_name": "The law never sleeps", "signature_1_name": "Marshal’s badge", "signature_1_die": 8,
}  # fmt: skip
LENA: dict[str, Any] = {
    "name": "The Long Lena", "type": "ship", "model": "Short-haul freighter", "engines": 8, "hull": 10, "systems": 6,
    "of_the_crew": "on", "distinction_1_name": "Held together by spit",
}  # fmt: skip


# the table


def furnish(table: str) -> None:
    """The crew aboard their ship, the Marshal and two thugs, an Episode with a scene. Run beside the server."""
    held = Table.objects.get(public_id=table)
    stage = Stage(held, {seat.name: seat for seat in held.seats.filter(removed_at=None)})
    stage.does(GM, "open-session", title="Late on the rent")
    for who, sheet in CREW:
        stage.does(who, "crew.make", role="crewmember", **sheet)
    stage.does(GM, "crew.make", **TRAN)
    stage.does(GM, "crew.quick-gmc", name="Thug", role="extra", die=6, copies=2)
    stage.does(GM, "crew.make-ship", **LENA)
    ids = {one.name: one.public_id for one in held.characters.all()}
    stage.does(GM, "crew.open-episode", title="Nine Moons, No Money")
    for who, sheet in CREW:
        name = sheet["name"]
        stage.does(who, "crew.board", ship=ids["The Long Lena"], person=ids[name])
        stage.does(GM, "crew.adjust", character=ids[name], set=3)
    stage.does(GM, "open-scene", title="The landing field", text="Floodlights, dust, and somebody with a badge.")
    stage.does(GM, "crew.bank-set", points=0)
    stage.does(GM, "crew.complication", character=ids["Wren"], do="new", name="Winded", size=8)


@pytest.fixture(scope="module")
def scene(chromium: Browser, server: Server, host: Any) -> Iterator[Evening]:
    evening = Evening(chromium, server)
    evening.opens("robin", Screen(chromium, server.address(), TABLET, cookies=host))
    open_table(evening, game="Crew", name="Nine Moons, No Money")
    invite = invitation(evening)
    for name, shape in ((INES, DESK), (MAREK, PHONE), (ODILE, LAPTOP)):
        knock(evening, invite, name, evening.opens(name.lower(), Screen(chromium, server.address(), shape)))
        let_in(evening, name)
    table = evening.robin.url.split("/t/")[1].partition("/")[0]
    server.call("tests.browser.test_crew_evening:furnish", table=table)
    evening.home()
    yield evening
    evening.close()


# what people do


def send(screen: Screen) -> None:
    screen.send()
    expect(screen.page.locator("#act-form")).to_have_count(0)


def starts(screen: Screen, what: str, against: str = "", **chips: str) -> None:
    """Starts a roll; `chips` are choices of the form, by the name of the field. Tiles and chips are tapped."""
    tried = screen.pane.get_by_label("What is tried")
    screen.tab("Table").follow("Start a roll")
    tried.fill(what)
    who = screen.pane.locator("select[name=character]")
    if who.count():
        who.select_option(label=chips.pop("who"))
    if against:
        screen.pane.get_by_label("Against whom").select_option(label=against)
    for name, label in chips.items():
        screen.pane.locator(f"#field-{name} label").filter(has_text=label).click()
    send(screen)


def pools(screen: Screen) -> Locator:
    return screen.tab("Table").page.locator("#panel-crew-pool")


def puts(screen: Screen, *labels: str) -> None:
    """Taps these dice into the pool that this screen builds; each lies there before the next is tapped."""
    building = pools(screen).locator(".building")
    for label in labels:
        tile = building.locator(".sources .tap").filter(has_text=label).first
        tile.click()
        expect(tile).to_have_attribute("aria-pressed", "true")
        expect(building.locator(".pool")).to_contain_text(label)


def lays(gm: Screen, difficulty: str) -> None:
    """A difficulty die that only lies down, from its fold: one tap in the question above would roll it at once."""
    pools(gm).get_by_text("Lay a difficulty die").click()
    puts(gm, difficulty)


def throws(screen: Screen, *faces: int) -> None:
    """With real dice, in the order of the pool."""
    pools(screen).locator(".building").get_by_role("link", name="Real dice").click()
    screen.pane.get_by_label("The faces of my real dice").fill(" ".join(map(str, faces)))
    send(screen)


def lends(screen: Screen, skill: str) -> None:
    pools(screen).locator(".growing summary").filter(has_text="lends a die").click()
    pools(screen).locator(".growing").get_by_role("button", name=f"Lend {skill}").click()
    expect(pools(screen)).to_contain_text("lies in the pool")


def asked(screen: Screen, words: str) -> Locator:
    """The open question with these words."""
    found = screen.tab("Table").page.locator("#panel-asks .ask").filter(has_text=words)
    expect(found).to_have_count(1)
    return found


def answer(screen: Screen, words: str, option: str, name: str = "") -> None:
    """One tap on the way to answer; `name` is typed before it, where a Complication gets one."""
    ask = asked(screen, words)
    if name:
        ask.get_by_label("What a new one is called").fill(name)
    ask.locator("button.opt").filter(has_text=option).first.click()
    expect(ask).to_have_count(0)


# looking


def fell(evening: Evening, *words: str) -> None:
    """Everybody's contest says so: totals, and who is ahead or has won."""
    for screen in evening.people.values():
        for one in words:
            expect(screen.page.locator("#panel-crew-contest .contest").first).to_contain_text(one)


def in_play(evening: Evening, bearer: str, *words: str) -> None:
    """What burdens somebody, on every screen."""
    for screen in evening.people.values():
        thing = screen.page.locator("#panel-crew-scene .bearer").filter(
            has=screen.page.get_by_role("heading", name=bearer, include_hidden=True)
        )
        for one in words:
            expect(thing).to_contain_text(one)


def points(evening: Evening, who: str, count: int) -> None:
    """The plot points of somebody, on every screen."""
    for screen in evening.people.values():
        purse = screen.page.locator("#panel-crew-points .purse").filter(has_text=who)
        expect(purse.locator(".num")).to_have_text(str(count))


def looked_at(evening: Evening, stage: str, *names: str) -> None:
    """After each stage: nobody's page complains, nothing is too small or scrolls sideways; a picture if wanted."""
    assert evening.complaints() == []
    for name, screen in evening.people.items():
        if names and name not in names:
            continue
        if not names:
            screen.tab("Table")
        picture(screen, f"{stage}-{name}")
        small = screen.too_small() if screen.shape.touch else []
        assert (stage, name, small, screen.sideways()) == (stage, name, [], [])
        screen.page.evaluate("for (const one of document.querySelectorAll('*')) one.scrollTop = 0")
    spare = "document.documentElement.scrollHeight - innerHeight"
    assert evening.robin.page.evaluate(spare) <= 0, "the tablet’s page itself scrolls, not its panels"


def picture(screen: Screen, name: str) -> None:
    folder = os.environ.get("SHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        screen.picture(Path(folder) / f"{name}.png")


# the scene


def test_two_helpers_and_an_opportunity(scene: Evening) -> None:
    """The opposition throws a 1: Wren eases a Complication. Kit and Dove lend a die each, and share what the 1 in that
    pool brings. It is won by far: a Big Damn Hero die."""
    robin, ines, marek, odile = scene.robin, scene.ines, scene.marek, scene.odile
    looked_at(scene, "01-scene")
    starts(ines, "Slip past the dock watch")
    scene.shown("Slip past the dock watch")
    lays(robin, "Challenging")
    looked_at(scene, "02-opposition")
    throws(robin, 1, 5)
    asked(ines, "An opportunity for Wren")
    looked_at(scene, "03-opportunity")
    answer(ines, "An opportunity for Wren", "Winded")
    scene.shown("Wren takes the opportunity")
    points(scene, "Wren", 2)
    puts(ines, "Physical", "Sneak")
    lends(marek, "Operate")
    lends(odile, "Trick")
    scene.shown("Kit lends Operate")
    scene.shown("Dove lends Trick")
    expect(pools(ines)).to_contain_text("lent by Dove")
    expect(ines.page.locator("#sheet")).to_be_hidden()  # the pool has its room
    expect(pools(ines).get_by_role("button", name="Roll four dice")).to_be_in_viewport()
    looked_at(scene, "04-pool")
    throws(ines, 7, 6, 1, 4)
    asked(robin, "Buy Wren’s jinx?")
    looked_at(scene, "05-jinx")
    answer(robin, "Buy Wren’s jinx?", "New Complication", "Seen by the cook")
    for who in ("Wren", "Kit", "Dove"):
        in_play(scene, who, "Seen by the cook")
    points(scene, "Wren", 3)
    fell(scene, "wins by 8", "gains a Big Damn Hero die")
    looked_at(scene, "06-won")


def test_high_stakes_are_lost(scene: Evening) -> None:
    """A Distinction as d4 pays a point, its 1 steps a Complication up; Wren loses, stays, and the GM says what for."""
    robin, ines = scene.robin, scene.ines
    starts(robin, "Get past the Marshal", "Marshal Tran", who="Wren", high_stakes="For both")
    for screen in scene.people.values():
        expect(screen.page.locator("#panel-crew-contest")).to_contain_text("high stakes")
    puts(robin, "Physical", "Shoot", "Marshal’s badge")
    looked_at(scene, "07-marshal")
    throws(robin, 6, 5, 3)
    puts(ines, "Physical", "Shoot", "Carbines", "Loyal to a fault")
    pools(ines).get_by_role("button", name="d4, gain a plot point").click()
    expect(pools(ines).get_by_role("button", name="Distinction d8")).to_be_visible()
    looked_at(scene, "08-answer")
    throws(ines, 4, 5, 2, 1)
    answer(robin, "Buy Wren’s jinx?", "Step up Winded")
    in_play(scene, "Wren", "Winded", "Seen by the cook")
    points(scene, "Wren", 5)
    expect(asked(ines, "keep more?").get_by_text("Let it stand")).to_be_in_viewport()
    looked_at(scene, "09-keep")
    answer(ines, "keep more?", "Let it stand")
    answer(ines, "Wren is behind, 9 to 11", "Add none")
    asked(ines, "Wren lost: stay in the fight?")
    looked_at(scene, "10-stay")
    answer(ines, "Wren lost: stay in the fight?", "Stay in the fight")
    scene.shown("Wren stays in the fight")
    asked(robin, "Wren stays: what does it cost?")
    looked_at(scene, "11-price")
    answer(robin, "Wren stays: what does it cost?", "New Complication", "Grazed")
    in_play(scene, "Wren", "Grazed")
    points(scene, "Wren", 4)
    fell(scene, "Marshal Tran wins")
    looked_at(scene, "12-lost")


def test_the_baton_is_passed(scene: Evening) -> None:
    robin, ines, marek = scene.robin, scene.ines, scene.marek
    robin.follow("Open a conflict")
    robin.pane.get_by_label("What is it about").fill("Deputies at the fence")
    send(robin)
    scene.shown("Deputies at the fence")
    robin.button("Wren goes next").click()
    up(scene, "Wren")
    looked_at(scene, "13-conflict")
    ines.button("Marshal Tran goes next").click()
    up(scene, "Marshal Tran")
    robin.button("Kit goes next").click()
    up(scene, "Kit")
    marek.tab("Table").button("Dove goes next").click()
    up(scene, "Dove")
    looked_at(scene, "14-baton")


def up(evening: Evening, name: str) -> None:
    for screen in evening.people.values():
        expect(screen.page.locator("#panel-crew-conflict [aria-current=step]")).to_contain_text(name)


def test_the_engines_and_a_hero_die(scene: Evening) -> None:
    """The ship's Engines instead of an attribute; behind by two, the die that was won makes up for it."""
    robin, ines = scene.robin, scene.ines
    starts(ines, "Take off under their noses")
    lays(robin, "Hard")
    throws(robin, 6, 5)
    puts(ines, "Engines", "Fly")
    looked_at(scene, "15-engines")
    throws(ines, 5, 4)
    asked(ines, "Wren is behind, 9 to 11")
    looked_at(scene, "16-hero")
    asked(ines, "Wren is behind").get_by_role("link", name=re.compile("^More")).click()
    ines.pane.get_by_label("The face of my real die").fill("5")
    looked_at(scene, "17-hero-form", "ines")
    send(ines)
    scene.shown("Wren adds a Big Damn Hero die")
    fell(scene, "14", "wins by 3")
    points(scene, "Wren", 3)
    looked_at(scene, "18-away")


def burden(gm: Screen, who: str, name: str) -> None:
    """A Complication d6 by the GM's hand."""
    gm.tab("Table").link(f"A Complication for {who}").first.click()
    gm.pane.get_by_label("Called").fill(name)
    send(gm)
    expect(gm.page.locator("#panel-crew-scene")).to_contain_text(name)


def test_the_phone_tells_what_befell_and_shows_where_the_roll_stands(scene: Evening) -> None:
    """No strip lies over the dice that answer it; afterwards the notice says what became of the Complication."""
    robin, marek = scene.robin, scene.marek
    burden(robin, "Kit", "Burnt hand")
    marek.tab("Table").page.locator("#panel-crew-scene").get_by_role("link", name="Treat Burnt hand of Kit").click()
    send(marek)
    throws(robin, 4, 3)
    puts(marek, "Mental", "Treat")
    expect(pools(marek).get_by_role("button", name="Roll two dice")).to_be_in_viewport()
    marek.page.locator("#panel-crew-pool .sources").get_by_text("What may be in a pool").scroll_into_view_if_needed()
    expect(marek.page.locator("#ask-strip")).to_be_hidden()
    throws(marek, 1, 2)
    expect(marek.page.locator("#came b")).to_have_text("Kit: Burnt hand d6 to d8.")
    expect(marek.page.locator("#panel-crew-contest h2").first).to_be_in_viewport(ratio=1)
    looked_at(scene, "22-befell", "marek")


def test_a_complication_is_treated(scene: Evening) -> None:
    """Kit patches Wren up, from the phone."""
    robin, marek = scene.robin, scene.marek
    marek.tab("Table").page.locator("#panel-crew-scene").get_by_role("link", name="Treat Grazed of Wren").click()
    expect(marek.pane.get_by_label("Which Complication").locator("option:checked")).to_contain_text("Grazed")
    looked_at(scene, "19-treat-form", "marek")
    send(marek)
    throws(robin, 4, 3)
    puts(marek, "Mental", "Treat")
    expect(pools(marek).get_by_role("button", name="Roll two dice")).to_be_in_viewport()
    looked_at(scene, "20-treat")
    throws(marek, 8, 5)
    scene.shown("The recovery succeeds")
    for screen in scene.people.values():
        expect(screen.page.locator("#panel-crew-scene")).not_to_contain_text("Grazed")
    robin.tab("Table").page.get_by_label("The conflict: more").click()
    robin.follow("The conflict is over")
    send(robin)
    looked_at(scene, "21-over")


def test_a_pool_begun_on_a_sheet_that_slid_in_lies_free(scene: Evening) -> None:
    """On a tablet held upright the sheet covers the stage: it goes when the pool lies there."""
    odile = scene.odile
    odile.page.set_viewport_size({"width": 768, "height": 1024})
    odile.page.locator("#tabs a[href$='#sheet']").click()
    odile.page.locator("#panel-crew-sheet .attr").filter(has_text="Social").click()
    odile.pane.get_by_label("What is tried").fill("Hail the cutter")
    send(odile)
    expect(odile.page.locator("#sheet")).to_be_hidden()
    expect(pools(odile).get_by_role("heading", name="Dove: the pool")).to_be_in_viewport()
    odile.page.set_viewport_size({"width": LAPTOP.width, "height": LAPTOP.height})
    scene.robin.button("Move on").click()


# the ship, and a clock


def test_a_ships_complication_keeps_its_buttons_apart(scene: Evening) -> None:
    """On every screen: its name, the way to treat it and its steps lie beside each other, within the ship's card."""
    robin = scene.robin
    robin.page.locator("#panel-crew-ships summary").first.click()
    burden(robin, "The Long Lena", "The port engine stutters")
    for screen in scene.people.values():
        screen.tab("Table")
        burdens = screen.page.locator("[id^=ship-] .burden").first
        parts = burdens.locator(":scope > :is(svg, a, span:not(.step)), button")
        boxes = [box for one in parts.all() if (box := one.bounding_box())]
        assert [box for box in boxes if box["width"] >= 36] == boxes
        assert len(boxes) == 6
        assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]
        assert screen.sideways() == []
        card = screen.page.locator("[id^=ship-]").first.bounding_box()
        assert card
        assert max(one["x"] + one["width"] for one in boxes) <= card["x"] + card["width"]
    looked_at(scene, "23-ship")


def overlap(a: FloatRect, b: FloatRect) -> bool:
    """By more than a hair's breadth."""
    across = min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"])
    down = min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"])
    return across > 1 and down > 1


def test_a_clock_that_is_set_is_seen_by_whoever_set_it(scene: Evening) -> None:
    """The GM sets it from below on the page."""
    robin = scene.robin
    robin.tab("Table").link("Timed action").click()
    robin.pane.get_by_label("What has to be done").fill("Get away")
    send(robin)
    expect(robin.page.locator("#panel-crew-timed .timed")).to_be_in_viewport(ratio=1)
