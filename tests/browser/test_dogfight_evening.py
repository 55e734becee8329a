"""A dogfight from long range to debris, at a table of its own: Robin leads on a tablet, Ines flies at a desk, Marek is
at the turret by phone, and Odile, without JavaScript, watches the sensors and mends what breaks.

Wherever it matters who hits or is found, the face of a real die is typed in. With SHOTS set to a folder, every stage
leaves pictures there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from apps.table.demonstration import Stage
from apps.table.models import Table
from tests.browser.evening import Evening, invitation, knock, let_in, open_table
from tests.browser.screens import LAPTOP, PATIENCE, PHONE, PLAIN, PORTRAIT, TABLET, Screen
from tests.servers import Server

GM, INES, MAREK, ODILE = "Robin", "Ines", "Marek", "Odile"
PLAYERS = ("ines", "marek", "odile")
HIDDEN = ("Widow", "Voss", "Harrow")
Ship = dict[str, Any]


# the table


def furnish(table: str) -> None:
    """The people and ships, and who sits where aboard. The Widow is nobody's business yet."""
    held = Table.objects.get(public_id=table)
    stage = Stage(held, {seat.name: seat for seat in held.seats.filter(removed_at=None)})
    _people(stage)
    _ships(stage)
    for who, ship, person, post in (
        (INES, "The Kestrel", "Shannon", "pilot"), (MAREK, "The Kestrel", "Pell", "gunner"),
        (ODILE, "The Kestrel", "Bo", "sensor-operator"), (ODILE, "The Kestrel", "Bo", "engineer"),
        (GM, "Ashfall", "Patrol pilot", "pilot"), (GM, "Ashfall", "Rook", "gunner"),
        (GM, "The Widow", "Voss", "pilot"), (GM, "The Widow", "Harrow", "gunner"),
    ):  # fmt: skip
        ids = {one.name: one.public_id for one in held.characters.all()}
        stage.does(who, "dragonfly.take-post", ship=ids[ship], person=ids[person], post=post)


def _people(stage: Stage) -> None:
    numbers: dict[str, Any] = {"role": "cast-member", "life_points": 40, "drama_points": 5, "gun_fu": 3}
    for who, name, more in (
        (INES, "Shannon", {"dexterity": 7, "pilot": 6, "perception": 4, "notice": 2}),
        (MAREK, "Pell", {"dexterity": 5, "gun_fu": 4, "perception": 3}),
        (ODILE, "Bo", {"dexterity": 4, "perception": 6, "notice": 4, "intelligence": 6, "repair": 6}),
    ):  # fmt: skip
        stage.does(who, "dragonfly.make", name=name, **{**numbers, **more})
    for name, combat, hidden in (("Patrol pilot", 10, ""), ("Rook", 10, ""), ("Voss", 14, "on"), ("Harrow", 14, "on")):
        stage.does(
            GM, "dragonfly.quick-cast", name=name, muscle=9, combat=combat, brains=11, life_points=30, hidden=hidden
        )


def _ships(stage: Stage) -> None:
    enemy: Ship = {"size": 2, "speed": 4, "gain": "normal", "weapon_1_name": "Twin guns", "weapon_1_mount": "turret"}
    kestrel: Ship = {
        "name": "The Kestrel", "size": 4, "speed": 4, "gain": "high", "cargo": 6, "supplies": 9, "medical": "on",
        "weapon_1_name": "Bow gun", "weapon_1_mount": "fixed-forward", "weapon_2_name": "Top turret",
        "weapon_2_mount": "turret",
    }  # fmt: skip
    ashfall: Ship = {**enemy, "name": "Ashfall"}
    widow: Ship = {**enemy, "name": "The Widow", "hidden": "on"}
    for ship in ({**kestrel, "seat": stage.seats[INES].public_id}, ashfall, widow):
        stage.does(GM, "dragonfly.make-ship", **ship)
    _scarred(stage, kestrel, 4)
    _scarred(stage, ashfall, 1)


def _scarred(stage: Stage, ship: Ship, hits: int) -> None:
    """The ship has taken that many hits already."""
    stage.does(
        GM, "dragonfly.edit-ship", ship=stage.table.characters.get(name=ship["name"]).public_id, hits=hits,
        seen_cargo=ship.get("cargo", 0), seen_supplies=ship.get("supplies", 0), **ship,
    )  # fmt: skip


@pytest.fixture(scope="module")
def dogfight(chromium: Browser, server: Server, host: Any) -> Iterator[Evening]:
    evening = Evening(chromium, server)
    evening.opens("robin", Screen(chromium, server.address(), TABLET, cookies=host))
    open_table(evening)
    invite = invitation(evening)
    for name, shape in ((INES, LAPTOP), (MAREK, PHONE), (ODILE, PLAIN)):
        knock(evening, invite, name, evening.opens(name.lower(), Screen(chromium, server.address(), shape)))
        let_in(evening, name)
    table = evening.robin.url.split("/t/")[1].partition("/")[0]
    server.call("tests.browser.test_dogfight_evening:furnish", table=table)
    evening.home()
    yield evening
    evening.close()


# what people do


def board(screen: Screen) -> Locator:
    return screen.page.locator("#panel-dogfight")


def card_of(screen: Screen, ship: str) -> Locator:
    """The ship's card on the board."""
    return board(screen).locator(".scope-ships > li").filter(has=screen.page.get_by_role("heading", name=ship))


def ships(screen: Screen) -> Locator:
    """The ships with all that is theirs, whose fold shows names alone until it is opened."""
    fold = screen.page.locator("#all-ships")
    if fold.get_attribute("open") is None:
        screen.strike(fold.locator("> summary"))
    return fold


def deed(screen: Screen, words: str, within: Locator | None = None) -> None:
    """A tap on the board, whether it does something at once or opens a form."""
    screen.tab("Table")
    found = (within or board(screen)).locator(".deeds").locator("a, button").filter(has_text=words)
    screen.strike(found)


def with_face(screen: Screen, face: int | None = None, **others: int) -> None:
    """Types in real dice where any are named, and sends the form."""
    faces = {**({"face": face} if face is not None else {}), **others}
    if faces:
        screen.strike(screen.pane.locator("details", has=screen.page.locator("input[name=face]")).locator("summary"))
    for name, value in faces.items():
        screen.pane.locator(f"input[name={name}]").fill(str(value))
    send(screen)


def send(screen: Screen) -> None:
    screen.send()
    if screen.shape.scripts:
        expect(screen.page.locator("#act-form")).to_have_count(0)
    else:
        screen.page.wait_for_url(f"**{screen.url}*")


def asked(screen: Screen, words: str) -> Locator:
    """The open question with these words."""
    if not screen.shape.scripts:
        screen.page.goto(screen.url)
    found = screen.page.locator("section.ask").filter(has_text=words)
    expect(found).to_have_count(1)
    return found


def answer(screen: Screen, words: str, face: int | None = None, **others: int) -> None:
    """By the form behind More, with a real die."""
    screen.strike(asked(screen, words).get_by_role("link", name=re.compile("^More")))
    with_face(screen, face, **others)


def goes_on(evening: Evening, to: str) -> None:
    """The Director's button, until it says that the Turn has come to that step."""
    robin = evening.robin
    now = board(robin).locator(".steps:not(.firing) [aria-current=step]")
    for _ in range(8):
        if now.inner_text().strip() == to:
            return
        press_on(robin)
    raise AssertionError(f"the Turn never comes to {to}")


def press_on(robin: Screen) -> None:
    stamp = robin.page.locator("input[name=step]")
    before = stamp.input_value()
    robin.calm(board(robin).locator(".trackhead .btn.main")).click()
    expect(stamp, robin.pane.first.inner_text()).not_to_have_value(before, timeout=PATIENCE)


def fires_next(evening: Evening, ship: str) -> None:
    """The Director goes on until that ship fires."""
    robin = evening.robin
    for _ in range(5):
        firing = board(robin).locator(".firing [aria-current=step]").filter(has_text=ship)
        if firing.count():
            return
        press_on(robin)
    raise AssertionError(f"{ship} never fires")


def ranges(evening: Evening, title: str, names: tuple[str, ...] = ("robin", *PLAYERS)) -> None:
    """How far Ashfall is from the Kestrel, on the boards of these people."""
    for name in names:
        row = board(evening.fresh(name)).locator(".pairs tbody tr").filter(has_text="The Kestrel, Ashfall")
        expect(row.locator("td b").first).to_have_text(title)


# looking


def looked_at(evening: Evening, stage: str) -> None:
    """After each stage: nobody's page complains, nothing is too small or scrolls sideways; a picture if wanted."""
    assert evening.complaints() == []
    _pictures(evening, stage)
    for name in ("robin", "marek"):
        screen = evening.people[name]
        assert (name, screen.too_small(), screen.sideways()) == (name, [], [])
    spare = "document.documentElement.scrollHeight - innerHeight"
    assert evening.robin.page.evaluate(spare) <= 0, "the tablet’s page itself scrolls, not its panels"


def _pictures(evening: Evening, stage: str) -> None:
    folder = os.environ.get("SHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        for name, screen in evening.people.items():
            evening.fresh(name).tab("Table").page.evaluate("document.getElementById('panel-dogfight').scrollIntoView()")
            screen.picture(Path(folder) / f"{stage}-{name}.png")


def unknown(evening: Evening) -> None:
    """Nothing on the players' pages speaks of the hidden ship or of whoever flies it."""
    for name in PLAYERS:
        words = evening.fresh(name).words()
        assert not [one for one in HIDDEN if one in words], name


# the evening


def test_ships_meet_at_long_range(dogfight: Evening) -> None:
    robin = dogfight.robin
    robin.follow("Ships meet")
    for ship in ("The Kestrel", "Ashfall", "The Widow"):
        expect(robin.pane.locator("#field-ships").get_by_role("checkbox", name=ship)).to_be_checked()
    send(robin)
    dogfight.shown("meet at long range")
    expect(robin.cards("meet at long range")).to_contain_text("The Widow")
    ranges(dogfight, "Long")
    expect(board(robin).locator(".pairs tbody tr")).to_have_count(3)
    unknown(dogfight)
    looked_at(dogfight, "1-meet")


def test_they_engage_and_maneuver(dogfight: Evening) -> None:
    robin, ines = dogfight.robin, dogfight.ines
    deed(ines, "Engage Ashfall")
    dogfight.shown("The Kestrel engages Ashfall")
    deed(robin, "Engage The Kestrel", card_of(robin, "Ashfall"))
    dogfight.shown("Ashfall engages The Kestrel")
    deed(robin, "Disengage", card_of(robin, "The Widow"))
    dogfight.shown("The Widow disengages", to=("robin",))
    goes_on(dogfight, "Position")
    asked(ines, "maneuver for position")
    looked_at(dogfight, "2-maneuver")
    answer(ines, "maneuver for position", 1)
    expect(board(robin)).not_to_contain_text("Go on without")
    dogfight.shown("The Kestrel maneuvers for position")
    unknown(dogfight)


def test_shots_at_long_range(dogfight: Evening) -> None:
    """The turret’s shot is evaded with an equal total, the bow gun hits, and the answer goes wide."""
    robin, ines, marek = dogfight.robin, dogfight.ines, dogfight.marek
    fires_next(dogfight, "The Kestrel")
    dogfight.shown("The Kestrel is in firing position on Ashfall")
    deed(marek, "Top turret at Ashfall")
    with_face(marek, 1)
    asked(robin, "The Kestrel fires on Ashfall")
    looked_at(dogfight, "3-fire")
    asked(robin, "The Kestrel fires on Ashfall").get_by_role("button", name="Evade").click()
    dogfight.shown("The Kestrel fires on Ashfall, Top turret")
    expect(ines.cards("Top turret")).to_contain_text("Evaded")
    deed(ines, "Bow gun at Ashfall")
    with_face(ines, 6)
    taken_if_asked(robin, "Ashfall takes hit 2")
    dogfight.shown("Ashfall is hit", to=PLAYERS)
    dogfight.shown("Ashfall takes hit 2", to=("robin",))
    fires_next(dogfight, "Ashfall")
    deed(robin, "Twin guns at The Kestrel", card_of(robin, "Ashfall"))
    send(robin)
    answer(ines, "Ashfall fires on The Kestrel", 9)
    dogfight.shown("Ashfall fires on The Kestrel, Twin guns")
    unknown(dogfight)


def test_one_hides_of_whom_nobody_knows(dogfight: Evening) -> None:
    robin = dogfight.robin
    goes_on(dogfight, "Run or hide")
    deed(robin, "Hide", card_of(robin, "The Widow"))
    robin.pane.locator("#field-cover label", has_text="Light").click()
    send(robin)
    answer(robin, "The Widow tries to vanish", 1)
    expect(robin.cards("The Widow vanishes from the sensors")).to_have_count(2)  # those of both other ships
    expect(board(robin).locator(".pairs").get_by_text("The Widow hides from The Kestrel")).to_be_visible()
    unknown(dogfight)
    looked_at(dogfight, "4-hidden")


def test_a_chase_with_equal_engines(dogfight: Evening) -> None:
    robin, ines = dogfight.robin, dogfight.ines
    goes_on(dogfight, "Engage")
    deed(ines, "Disengage")
    dogfight.shown("The Kestrel disengages")
    deed(ines, "Run")
    send(ines)
    dogfight.shown("runs with The Kestrel")
    deed(robin, "Engage The Kestrel", card_of(robin, "Ashfall"))
    goes_on(dogfight, "Position")
    ines.strike(asked(ines, "maneuver for position").get_by_role("button", name=re.compile("^Roll")))
    expect(board(robin)).not_to_contain_text("Go on without")
    goes_on(dogfight, "Run or hide")
    asked(ines, "The Kestrel runs from Ashfall")
    looked_at(dogfight, "5-chase")
    answer(ines, "The Kestrel runs from Ashfall", 9)
    dogfight.shown("The Kestrel wins: long to extreme range")
    ranges(dogfight, "Extreme")
    unknown(dogfight)


def test_the_hidden_one_is_found(dogfight: Evening) -> None:
    """The operator’s search finds it, and the Director tells the players what it is."""
    robin = dogfight.robin
    goes_on(dogfight, "Engage")
    nearer = robin.button("The Kestrel and Ashfall one step nearer")
    nearer.click()
    nearer.click()  # at once: two taps are two steps
    ranges(dogfight, "Medium")
    nearer.click()
    ranges(dogfight, "Close")
    robin.follow("Ask for a search")
    robin.pane.get_by_label("Which ship searches").select_option(label="The Kestrel")
    robin.pane.get_by_label("What hides there").select_option(label="The Widow")
    send(robin)
    dogfight.shown("asks The Kestrel to search with its sensors")
    unknown(dogfight)
    answer(dogfight.odile, "A search with the sensors", 10)
    dogfight.shown("The Widow is on the sensors", to=("robin",))
    dogfight.shown("The sensors show nothing new", to=PLAYERS)
    unknown(dogfight)
    card_of(robin, "The Widow").get_by_role("link", name="Show to the players").click()
    send(robin)
    for name in PLAYERS:
        expect(board(dogfight.fresh(name)).locator(".pairs")).to_contain_text("The Widow")
    looked_at(dogfight, "6-found")


def test_hits_until_a_ship_is_debris(dogfight: Evening) -> None:
    robin, ines, marek = dogfight.robin, dogfight.ines, dogfight.marek
    deed(ines, "Engage Ashfall")
    deed(robin, "Engage The Kestrel", card_of(robin, "The Widow"))
    dogfight.shown("The Widow engages The Kestrel")
    goes_on(dogfight, "Position")
    answer(ines, "maneuver for position", 9)
    expect(board(robin)).not_to_contain_text("Go on without")
    fires_next(dogfight, "The Kestrel")
    deed(ines, "Bow gun at Ashfall")
    with_face(ines, 9)
    asked(robin, "The Kestrel fires on Ashfall").get_by_role("button", name="Take it").click()
    dogfight.shown("Ashfall takes hit 3, table die", to=("robin",))
    looked_at(dogfight, "7-system")
    deed(marek, "Top turret at Ashfall")
    with_face(marek, 9)
    taken_if_asked(robin, "Ashfall takes hit 4")
    dogfight.shown("and is debris")
    for name in dogfight.people:
        expect(board(dogfight.fresh(name))).to_contain_text("Ashfall is debris")
    looked_at(dogfight, "8-debris")


def taken_if_asked(screen: Screen, settled: str) -> None:
    """A ship that has evaded already, or whose drive controls failed, may be unable to: then nobody is asked."""
    question = screen.page.locator("section.ask").get_by_role("button", name="Take it")
    expect(question.or_(screen.cards(settled))).to_have_count(1)
    if question.count():
        screen.strike(question)


def test_the_kestrel_is_hit_and_mended(dogfight: Evening) -> None:
    """One system fails by the table, and the Director breaks the engines; the engineer gets them going again."""
    robin, ines, odile = dogfight.robin, dogfight.ines, dogfight.odile
    fires_next(dogfight, "The Widow")
    the_gunner_is_provoked(dogfight)  # before a hit that may put the turret out of order
    deed(robin, "Twin guns at The Kestrel", card_of(robin, "The Widow"))
    send(robin)
    ines.strike(asked(ines, "The Widow fires on The Kestrel").get_by_role("button", name="Take it"))
    dogfight.shown("The Kestrel takes hit 5, table die")
    break_the_engines(robin)
    goes_on(dogfight, "Engage")
    deed(dogfight.fresh("odile"), "Repair: Bo")
    odile.pane.locator("#field-system label", has_text="Engines").click()
    with_face(odile, 10)
    dogfight.shown("It works again")
    looked_at(dogfight, "9-repaired")


def the_gunner_is_provoked(evening: Evening) -> None:
    robin, marek = evening.robin, evening.marek
    deed(marek, "Righteous Fury: Pell · 2 Drama Points")
    marek.pane.get_by_label("What provoked it").fill("They fired on the lifeboat")
    send(marek)
    looked_at(evening, "9-provoked")
    asked(robin, "Pell asks for Righteous Fury").get_by_role("button", name="There is reason").click()
    evening.shown("lets Pell fight in Righteous Fury")
    expect(card_of(marek, "The Kestrel")).to_contain_text("Righteous Fury")


def break_the_engines(robin: Screen) -> None:
    ships(robin).get_by_role("link", name="Edit The Kestrel").click()
    robin.pane.locator("input[name=engines_out]").check()
    robin.pane.locator("textarea[name=notes]").fill("The engines cough.")
    send(robin)


def test_back_a_step_upright_and_the_end(dogfight: Evening) -> None:
    robin = dogfight.robin
    robin.page.set_viewport_size({"width": PORTRAIT.width, "height": PORTRAIT.height})
    looked_at(dogfight, "10-upright")
    robin.page.set_viewport_size({"width": TABLET.width, "height": TABLET.height})
    robin.follow("Undo this step")
    robin.pane.get_by_text("Take these back as well").click()  # the repair was made in this Turn
    send(robin)
    for name in dogfight.people:
        step = board(dogfight.fresh(name)).locator(".steps:not(.firing) [aria-current=step]")
        expect(step).to_have_text("Run or hide")
    robin.follow("End the encounter")
    send(robin)
    dogfight.shown("ends the encounter after 3 Turns")
    dogfight.shown("The Righteous Fury of Pell ends with the encounter")
    for name in dogfight.people:
        expect(board(dogfight.fresh(name)).locator("svg.board")).to_have_count(0)
    looked_at(dogfight, "11-end")
