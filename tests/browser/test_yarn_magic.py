"""What powers and spells of Yarn do in an evening: paid for, resisted or not, learned, and over by the story's clock.

Robin leads on a tablet, Ines plays Maud at a desk, Marek plays Joss, who has powers and spells, on a phone, Odile plays
Adele, who heals, without JavaScript. Dice are thrown by the program: where a test says what comes of it, nothing else
can. With SHOTS set to a folder, every stage leaves pictures there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser import yarn
from tests.browser.doing import asked, at, at_once, goes_to, in_view, looked_at, press, send
from tests.browser.evening import Evening
from tests.browser.screens import PHONE, Screen
from tests.servers import Server
from tests.yarn_evening import BESS, JOSS, MAUD

PEOPLE = ("Robin", "Ines", "Marek", "Odile")
SHEETS: dict[str, dict[str, Any]] = {
    "Ines": MAUD | {"experience": 20},
    "Marek": JOSS | {
        "experience": 20, "pool": 9,
        "power_1_name": "Under the words", "power_1_listed": "mind-scan-(reading)", "power_1_score": 5,
        "power_2_name": "Stone face", "power_2_listed": "skin-of-iron", "power_2_score": 2,
        "spell_1_failed": 9,
        "spell_2_name": "The grip", "spell_2_listed": "grip-of-stone",
        "spell_3_name": "Seven shields", "spell_3_listed": "seven-shields", "spell_3_learning": "on",
    },
    "Odile": yarn.ADELE | {
        "experience": 20, "pool": 3,
        "power_1_name": "Her hands", "power_1_listed": "healing-(wounds)", "power_1_score": 3,
    },
}  # fmt: skip
WITCH = BESS | {"pool": 6, "power_1_name": "She knows", "power_1_listed": "mind-scan-(reading)", "power_1_score": 1}
CAST: tuple[yarn.Happening, ...] = (
    *((who, "yarn.make", sheet) for who, sheet in SHEETS.items()),
    ("Robin", "yarn.make", WITCH),
    *(("Robin", "yarn.approve", {"character": f"@{one['name']}", "approved": "yes"}) for one in SHEETS.values()),
    *yarn.EPISODE,
    ("Robin", "yarn.set-scene", {"title": "The Halfway", "situation": "Low water."}),
)


@pytest.fixture(scope="module")
def scene(chromium: Browser, server: Server) -> Iterator[Evening]:
    with yarn.evening(chromium, server, CAST, people=PEOPLE) as evening:
        yield evening


def powers(screen: Screen) -> Locator:
    return screen.page.locator("#panel-yarn-powers")


def running(screen: Screen) -> Locator:
    return screen.page.locator("#panel-yarn-timers")


def opens(screen: Screen, row: str, words: str) -> None:
    """What a power or spell of this name leads to."""
    press(at(screen), powers(screen).locator("li").filter(has_text=row).get_by_role("link", name=words))


def newest(screen: Screen) -> Locator:
    """The newest result, where this person sees it: on the phone it comes to where the thumb is."""
    return screen.page.locator("#came" if screen.shape is PHONE else "#log-cards > li.result").last


def everybody_reads(evening: Evening, *words: str) -> None:
    for name in evening.people:
        card = evening.fresh(name).page.locator("#log-cards > li.result").last
        for one in words:
            expect(card, f"{one} at {name}").to_contain_text(one)


def test_a_power_costs_a_shot_and_runs(scene: Evening) -> None:
    marek = scene.marek
    looked_at(scene, "01-table")
    opens(marek, "Stone face", "Use")
    looked_at(scene, "02-use", "marek")
    send(marek, "Throw 2 dice · 1 shot")
    in_view(marek, newest(marek).get_by_text("Stone face"))
    expect(powers(marek)).to_contain_text("8 of 9 shots")
    for name in scene.people:
        expect(running(scene.fresh(name)), name).to_contain_text("10 minutes")
    everybody_reads(scene, "Joss Amber uses Stone face: 1 shot.")
    looked_at(scene, "03-runs")


def test_a_power_is_pushed(scene: Evening) -> None:
    """Twice the dice for two shots; whoever it works on is asked first, and the GM lets it come."""
    robin, marek = scene.robin, scene.marek
    opens(marek, "Under the words", "Push")
    marek.pane.get_by_label("On whom").select_option(label="Old Bess")
    marek.pane.get_by_label("How far, in metres").fill("4")
    looked_at(scene, "04-push", "marek")
    send(marek, "2 shots")
    expect(powers(marek)).to_contain_text("6 of 9 shots")
    goes_to(robin, asked(robin, "Under the words").get_by_role("button", name="Resist"))
    looked_at(scene, "05-resist", "robin", "marek", "ines")
    at_once(robin, asked(robin, "Under the words").get_by_role("button", name="Resist"))
    in_view(marek, newest(marek).get_by_text("Under the words"))
    everybody_reads(scene, "Joss Amber uses Under the words on Old Bess: 2 shots, pushed.")
    looked_at(scene, "06-pushed")
