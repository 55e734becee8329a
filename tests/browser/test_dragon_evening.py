"""Two turns of Dragon at a table of its own, round by round: picks in secret, phases, attacks and their answers.

Robin leads on a tablet, Ines plays Ketta and Odile plays Wen at laptops, Marek plays Oskar and Tomas plays Sill on
phones. With SHOTS set to a folder, every stage leaves pictures there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from apps.combat.models import Slot
from apps.table.demonstration import Stage
from apps.table.models import Table
from tests.browser.doing import unlike
from tests.browser.evening import Evening, invitation, knock, let_in, open_table
from tests.browser.screens import DESK, LAPTOP, PHONE, TABLET, Screen
from tests.dragon_evening import KETTA, OSKAR, SORREL, WITCH
from tests.servers import Server

GM = "Robin"
WEN: dict[str, Any] = {
    "name": "Wen Bellwright", "strength": 3, "resistance": 3, "health": 4, "accuracy": 4, "dexterity": 6, "energy": 4,
    "skill_1_name": "Dodge", "skill_1_level": 2, "skill_2_name": "Staff", "skill_2_level": 1, "skill_2_melee": "on",
    "weapon_1_name": "Staff", "weapon_1_multiple": 2, "weapon_1_skill": "Staff",
}  # fmt: skip
SILL: dict[str, Any] = {"name": "Sill", "accuracy": 5, "wit": 5, "weapon_1_name": "Sling", "weapon_1_multiple": 2,
                        "weapon_1_attack": "ranged"}  # fmt: skip
HEROES = (("Ines", KETTA), ("Marek", OSKAR), ("Odile", WEN), ("Tomas", SILL))
PEOPLE = (("Ines", DESK), ("Marek", PHONE), ("Odile", LAPTOP), ("Tomas", PHONE))


def furnish(table: str) -> None:
    """Four heroes, a captain, three wardens of a kind, and two who hide; a scene is open. Run beside the server."""
    held = Table.objects.get(public_id=table)
    stage = Stage(held, {seat.name: seat for seat in held.seats.filter(removed_at=None)})
    stage.does(GM, "open-session", title="Bells under the water")
    for who, sheet in HEROES:
        stage.does(who, "dragon.make", **{"role": "hero", **sheet})
    stage.does(GM, "dragon.make", **SORREL)
    stage.does(GM, "dragon.make", name="Tide warden 1", role="enemy", accuracy=3)
    warden = held.characters.get(name="Tide warden 1")
    stage.does(GM, "dragon.duplicate", character=warden.public_id, copies=2)
    stage.does(GM, "dragon.make", **WITCH)
    stage.does(GM, "dragon.make", name="Salt ghoul", role="enemy", accuracy=4, hidden="on")
    stage.does(GM, "open-scene", title="The Salt Stair", text="Spray, and bells under the water.")


def deal(table: str) -> None:
    """Everybody has the phases of this evening, by the GM's hand. Run beside the server."""
    held = Table.objects.get(public_id=table)
    stage = Stage(held, {seat.name: seat for seat in held.seats.filter(removed_at=None)})
    for one in held.characters.all():
        phases = Slot.objects.filter(combatant__character=one, kind="phase").order_by("number")
        rounds = list(PHASES[one.name])
        if [phase.number for phase in phases] != rounds:  # the dice may have fallen so
            stage.does(GM, "dragon.set-phases", character=one.public_id, rounds=rounds, why="Real dice")


def stair_falls_in(table: str) -> None:
    """The whole bad side goes down at once. Run beside the server."""
    held = Table.objects.get(public_id=table)
    stage = Stage(held, {seat.name: seat for seat in held.seats.filter(removed_at=None)})
    down = [one.public_id for one in held.characters.filter(name__in=BAD)]
    stage.does(GM, "dragon.hurt", characters=down, damage=99, why="The stair falls in")


def id_of(name: str) -> str:
    """The public id of somebody at the newest table. Run beside the server."""
    return str(Table.objects.latest("pk").characters.get(name=name).public_id)


@pytest.fixture(scope="module")
def scene(chromium: Browser, server: Server, host: Any) -> Iterator[Evening]:
    evening = Evening(chromium, server)
    evening.opens("robin", Screen(chromium, server.address(), TABLET, cookies=host))
    open_table(evening, game="Dragon", name="The Salt Stair")
    invite = invitation(evening)
    for name, shape in PEOPLE:
        knock(evening, invite, name, evening.opens(name.lower(), Screen(chromium, server.address(), shape)))
        let_in(evening, name)
    table = evening.robin.url.split("/t/")[1].partition("/")[0]
    server.call("tests.browser.test_dragon_evening:furnish", table=table)
    evening.home()
    yield evening
    evening.close()


def picture(screen: Screen, name: str) -> None:
    if folder := os.environ.get("SHOTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        screen.picture(Path(folder) / f"{name}.png")


def looked_at(evening: Evening, stage: str) -> None:
    """After each stage: nobody's page complains, nothing is too small or scrolls sideways; a picture if wanted."""
    assert evening.complaints() == []
    for name, screen in evening.people.items():
        screen.tab("Table")
        picture(screen, f"{stage}-{name}")
        small = screen.too_small() if screen.shape.touch else []
        assert (stage, name, small, screen.sideways()) == (stage, name, [], [])
        screen.page.evaluate("for (const one of document.querySelectorAll('*')) one.scrollTop = 0")


def send(screen: Screen) -> None:
    screen.send()
    try:
        expect(screen.page.locator("#act-form")).to_have_count(0)
    except AssertionError as error:
        error.add_note(screen.pane.inner_text())
        raise


def asked(screen: Screen, words: str = "") -> Locator:
    found = screen.tab("Table").page.locator("#panel-asks .ask")
    return found.filter(has_text=words).first if words else found.first


def test_a_fight_begins(scene: Evening) -> None:
    robin = scene.robin
    looked_at(scene, "01-scene")
    robin.follow("Start a fight")
    picture(robin, "02-start")
    send(robin)
    looked_at(scene, "03-picks")


def picks(screen: Screen, speed: str) -> None:
    """One tap on the tile, one on the button that says it."""
    ask = asked(screen, "pick a speed")
    ask.locator(".tile.pick").filter(has_text=speed).click()
    button = ask.get_by_role("button", name=f"Pick {speed}")
    expect(button).to_be_visible()
    button.click()
    expect(screen.page.locator("#panel-asks .ask").filter(has_text="pick a speed")).to_have_count(0)


def test_speeds_are_picked(scene: Evening) -> None:
    """In secret till the last is in; then all are shown and the dice fall for everybody."""
    robin, ines, marek, odile, tomas = (getattr(scene, name) for name in ("robin", "ines", "marek", "odile", "tomas"))
    picks(ines, "Reflexes")
    looked_at(scene, "05-one-in")
    picks(marek, "Body")
    picks(odile, "Reflexes")
    asked(robin, "Your picks").get_by_role("button", name="the highest Physical ones").click()
    for screen in (robin, marek):
        assert "Ketta Vane picks" not in screen.words()
    with unlike(scene):
        picks(tomas, "Reflexes")
        expect(tomas.page.locator("#came b").first).to_have_text(re.compile(r"^Ketta Vane [\d, ]+ · "))
    looked_at(scene, "06-rolled")
    begins = "The dice have fallen: turn 1 begins."
    told = robin.page.locator("#ask-strip").filter(has_text=begins).or_(robin.page.locator(f"[data-tells='{begins}']"))
    expect(told.filter(visible=True).first).to_be_in_viewport(ratio=1)


BAD = ("Captain Sorrel", "Bell-witch", "Salt ghoul", "Tide warden 1", "Tide warden 2", "Tide warden 3")
PHASES = {"Ketta Vane": (2, 5, 9), "Oskar Thule": (2, 6), "Wen Bellwright": (3, 8), "Sill": (4, 7),
          "Captain Sorrel": (2, 6), "Bell-witch": (5,), "Salt ghoul": (4,),
          "Tide warden 1": (3,), "Tide warden 2": (3,), "Tide warden 3": (3,)}  # fmt: skip


def part(gm: Screen) -> Locator:
    """The part of the round that is on."""
    return gm.page.locator("#panel-dragon-rounds li[aria-current=step]")


def closes(gm: Screen) -> Locator:
    return gm.page.locator("#panel-dragon-rounds .push form").get_by_role("button").first


def close_part(gm: Screen) -> None:
    """One tap on the button of the nearest part, and it is on before anything else is done."""
    now = part(gm).inner_text()
    gm.calm(closes(gm)).click()
    gm.page.wait_for_function(
        """(now) => document.querySelector("#panel-dragon-rounds li[aria-current=step]")?.innerText !== now""", arg=now
    )


def goes_to(gm: Screen, words: str) -> None:
    """The GM closes part after part, up to this one."""
    for _ in range(6):
        if words in part(gm).inner_text():
            return
        close_part(gm)
    raise AssertionError(words)


def test_a_strike_is_dodged(scene: Evening) -> None:
    robin, ines = scene.robin, scene.ines
    table = robin.url.split("/t/")[1].partition("/")[0]
    scene.server.call("tests.browser.test_dragon_evening:deal", table=table)
    scene.home()
    goes_to(robin, "Good Guys in 2")
    looked_at(scene, "07-round-two")
    ines.page.locator("#panel-dragon-my-phase").get_by_role("link", name="Attack otherwise", exact=True).click()
    picture(ines, "08-strike")
    send(ines)
    looked_at(scene, "09-asked")
    asked(robin, "Ketta Vane").scroll_into_view_if_needed()
    picture(robin, "09-defence")
    asked(robin, "Ketta Vane attacks").get_by_role("button", name="Dodge").click()
    scene.shown("Ketta Vane attacks Captain Sorrel, Blade")
    looked_at(scene, "10-settled")


def test_waiting_and_the_bad_side(scene: Evening) -> None:
    robin, marek = scene.robin, scene.marek
    marek.tab("Table").page.locator("#panel-dragon-my-phase").get_by_role("button", name="Wait").tap()
    looked_at(scene, "11-waits")
    goes_to(robin, "Bad Guys in 2")
    looked_at(scene, "12-bad")


def my_phase(screen: Screen) -> Locator:
    return screen.tab("Table").page.locator("#panel-dragon-my-phase")


def answer(screen: Screen, words: str, option: str) -> None:
    """One tap on the answer to the question with these words."""
    ask = screen.tab("Table").page.locator("#panel-asks .ask").filter(has_text=words)
    ask.get_by_role("button", name=option).first.click()
    expect(ask).to_have_count(0)


def test_dice_are_split_in_late(scene: Evening) -> None:
    """Oskar strikes with some of his dice, and keeps the others for a parry."""
    robin, marek = scene.robin, scene.marek
    goes_to(robin, "Late 2")
    my_phase(marek).get_by_role("link", name="Split dice").tap()
    expect(marek.pane.locator(".tile.share").first).to_be_visible()
    picture(marek, "13-split")
    send(marek)
    answer(robin, "Oskar Thule attacks", "Nothing")
    scene.shown("Oskar Thule attacks Captain Sorrel, Axe")
    expect(marek.page.locator("#came b")).to_have_text(re.compile("^(Hit|It misses)"), timeout=10_000)
    looked_at(scene, "14-split")


def test_a_trigger_breaks_into_an_attack_that_is_dodged_with_a_later_phase(scene: Evening) -> None:
    robin, ines, odile = scene.robin, scene.ines, scene.odile
    goes_to(robin, "Good Guys in 3")
    my_phase(odile).get_by_role("link", name="Hold for something that may happen").click()
    odile.pane.get_by_label("What is waited for").fill("a warden raises his spear")
    odile.pane.get_by_label("What is done then").fill("ring the bell")
    send(odile)
    for screen in (ines, scene.marek):
        assert "raises his spear" not in screen.words()
    goes_to(robin, "Bad Guys in 3")
    theirs = robin.page.locator("#panel-dragon-their-phase .their").filter(has_text="Tide warden 1")
    theirs.get_by_role("link", name="Attack").click()
    robin.pane.locator("#field-target label").filter(has_text="Ketta Vane").click()
    send(robin)
    looked_at(scene, "15-attacked")
    odile.page.locator("#panel-dragon-cutting").get_by_role("button", name="It has come").click()
    answer(robin, "Has the trigger of Wen Bellwright come?", "Yes")
    looked_at(scene, "16-breaks-in")
    answer(odile, "Wen Bellwright breaks in", "Do it, without dice")
    ask = asked(ines, "Tide warden 1 attacks Ketta Vane")
    expect(ask.get_by_role("button", name="Dodge")).to_contain_text("costs round 5")
    picture(ines, "17-abort")
    ask.get_by_role("button", name="Dodge").click()
    scene.shown("Tide warden 1 attacks Ketta Vane, Fist")
    looked_at(scene, "18-dodged")


def test_a_phase_is_offered_to_the_other_side(scene: Evening) -> None:
    robin, tomas = scene.robin, scene.tomas
    goes_to(robin, "Good Guys in 4")
    my_phase(tomas).get_by_role("link", name="Offer the other side a phase").tap()
    tomas.pane.locator("#field-to label").filter(has_text="Captain Sorrel").tap()
    send(tomas)
    answer(robin, "Sill offers Captain Sorrel a phase", "Yes")
    for screen in scene.people.values():
        expect(screen.cards("Sill offers Captain Sorrel a phase")).to_have_count(1)
    looked_at(scene, "19-offered")


def test_somebody_falls(scene: Evening) -> None:
    """More damage than hit points: a Death Check is asked of whoever plays them, on their phone."""
    robin, tomas = scene.robin, scene.tomas
    sill = scene.server.call("tests.browser.test_dragon_evening:id_of", name="Sill")
    robin.does("dragon.hurt", characters=sill, damage="60", why="The sea takes him")
    expect(asked(tomas, "Death Check")).to_be_visible()
    looked_at(scene, "20-down")
    asked(tomas, "Death Check").get_by_role("button", name="Roll").tap()
    expect(tomas.page.locator("#panel-asks .ask").filter(has_text="Death Check")).to_have_count(0)
    looked_at(scene, "21-checked")


def through(gm: Screen) -> None:
    """Part after part to the end of the turn, where the GM is asked for his picks again."""
    for _ in range(40):
        if not closes(gm).is_visible():
            break
        close_part(gm)
    expect(asked(gm, "Your picks")).to_be_visible()


def waits_no_longer(gm: Screen) -> None:
    """For picks that nobody makes."""
    gm.page.get_by_role("link", name="Begin without them").click()
    send(gm)
    expect(closes(gm)).to_be_visible()


def test_the_next_turn_begins(scene: Evening) -> None:
    """Ten rounds to their end; speeds are picked again, and not by the fallen."""
    through(scene.robin)
    picks(scene.ines, "Social")
    expect(scene.tomas.page.locator("#panel-asks .ask").filter(has_text="pick a speed")).to_have_count(0)
    looked_at(scene, "22-next-turn")


def test_the_second_turn_goes_to_its_end(scene: Evening) -> None:
    """Wen is not picked for: the GM waits for nobody longer, and she goes by what is usual."""
    picks(scene.marek, "Body")
    with unlike(scene):
        answer(scene.robin, "Your picks", "the highest Physical ones")
        waits_no_longer(scene.robin)
    looked_at(scene, "23-second-turn")
    through(scene.robin)
    for screen in (scene.ines, scene.marek, scene.odile):
        expect(asked(screen, "pick a speed")).to_be_visible()
    looked_at(scene, "24-third-turn")


def test_the_fight_and_the_evening_end(scene: Evening) -> None:
    """The last of the bad side falls while picks are asked: the GM is led to the end of the fight, nobody is asked any
    more, and the session is closed."""
    robin, marek = scene.robin, scene.marek
    scene.server.call(
        "tests.browser.test_dragon_evening:stair_falls_in", table=robin.url.split("/t/")[1].partition("/")[0]
    )
    scene.home()
    decided = robin.page.locator("#panel-fight-decided")
    expect(decided).to_contain_text("One side alone still stands.")
    looked_at(scene, "25-decided")
    decided.get_by_role("link", name="End the fight").click()
    picture(robin, "26-end")
    send(robin)
    expect(decided.get_by_role("link")).to_have_count(0)
    for screen in (scene.ines, marek, scene.odile):
        expect(screen.page.locator("#panel-asks .ask").filter(has_text="pick a speed")).to_have_count(0)
    looked_at(scene, "27-ended")
    robin.menu("Close the session")
    picture(robin, "28-close")
    send(robin)
    looked_at(scene, "29-closed")
