"""What powers and spells of Yarn do in an evening: paid for, resisted or not, learned, and over by the story's clock.

Robin leads on a tablet, Ines plays Maud at a desk, Marek plays Joss, who has powers and spells, on a phone, Odile plays
Adele, who heals, without JavaScript. Dice are thrown by the program: where a test says what comes of it, nothing else
can. With SHOTS set to a folder, every stage leaves pictures there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import lxml.html
import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser import yarn
from tests.browser.doing import asked, at, at_once, goes_to, in_view, looked_at, press, send
from tests.browser.evening import Evening
from tests.browser.screens import PATIENCE, PHONE, Screen
from tests.servers import Server
from tests.wording import words_of
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
MUTE: tuple[yarn.Happening, ...] = (
    (yarn.GM, "switches", {"psi-mute": "on"}),
    (
        "Ines",
        "yarn.learn-power",
        {"character": "@Maud Ferrin", "listed": "hunches", "given_up": 1, "months": 1, "dice": [1, 6]},
    ),
    (
        "Odile",
        "yarn.learn-power",
        {"character": "@Adele Ferrin", "listed": "hunches", "given_up": 1, "months": 1, "dice": [3]},
    ),
)
"""The table plays with psi-mutes; Maud, who is one, and Adele, who has a power, have tried in vain."""
CAST: tuple[yarn.Happening, ...] = (
    *((who, "yarn.make", sheet) for who, sheet in SHEETS.items()),
    (yarn.GM, "yarn.make", WITCH),
    *((yarn.GM, "yarn.approve", {"character": f"@{one['name']}", "approved": "yes"}) for one in SHEETS.values()),
    *yarn.EPISODE,
    *MUTE,
    (yarn.GM, "yarn.adjust", {"character": "@Maud Ferrin", "track": "hit-points", "by": -1}),
    (yarn.GM, "yarn.set-scene", {"title": "The Halfway", "situation": "Low water."}),
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
    """What a power or spell of this name leads to; with the GM's it is folded."""
    fold = powers(screen).locator("> details:not([open])").filter(has_text=row)
    if fold.count():
        press(at(screen), fold.locator("> summary"))
    press(at(screen), powers(screen).locator("li").filter(has_text=row).get_by_role("link", name=words))
    expect(screen.pane.locator("footer .btn.main")).to_be_visible()


def aims(screen: Screen, whom: str, metres: int | None = None) -> None:
    screen.pane.get_by_label("On whom").select_option(label=whom)
    if metres is not None:
        screen.pane.get_by_label("How far, in metres").fill(str(metres))


def comes(screen: Screen, *words: str) -> None:
    """What came of it is where this person looks: on the phone above what the thumb holds, elsewhere in the log."""
    card = screen.page.locator("#came" if screen.shape is PHONE else "#log-cards > li.result").last
    for one in words:
        expect(card).to_contain_text(one, timeout=PATIENCE)  # what one did oneself stays there for a moment
    in_view(screen, card)


def everybody_reads(evening: Evening, *words: str, but: tuple[str, ...] = ()) -> None:
    for name in evening.people.keys() - but:
        card = evening.fresh(name).page.locator("#log-cards > li.result").last
        for one in words:
            expect(card, f"{one} at {name}").to_contain_text(one)


def runs(evening: Evening, *words: str) -> None:
    """Everybody sees this among what runs."""
    for name in evening.people:
        for one in words:
            expect(running(evening.fresh(name)), f"{one} at {name}").to_contain_text(one)


def time_passes(gm: Screen, count: int, unit: str) -> None:
    press(gm, gm.link("Time passes"))
    gm.pane.get_by_label("How long").fill(str(count))
    gm.pane.get_by_label("In", exact=True).select_option(label=unit)
    send(gm, "Let it pass")


def seen(evening: Evening, *names: str) -> dict[str, str]:
    """The words that these people have before them; who is here just now, and what a phone tells for a while, apart."""
    pages = {name: evening.fresh(name).page for name in names}
    return {name: "\n".join(page.locator("#table, #sheet, #log").all_inner_texts()) for name, page in pages.items()}


OTHERS = ("ines", "marek", "odile")


# powers


def test_a_power_costs_a_shot_and_runs(scene: Evening) -> None:
    marek = scene.marek
    looked_at(scene, "01-table")
    opens(marek, "Stone face", "Use")
    looked_at(scene, "02-use", "marek")
    send(marek, "Throw 2 dice · 1 shot")
    comes(marek, "off each of", "uses Stone face: 1 shot")
    expect(powers(marek)).to_contain_text("8 of 9 shots")
    runs(scene, "Stone face", "Joss Amber", "10 minutes")
    everybody_reads(scene, "uses Stone face: 1 shot")
    looked_at(scene, "03-runs")


def test_a_power_is_pushed(scene: Evening) -> None:
    """Twice the dice for two shots; the GM is asked for hers before any die."""
    robin, marek = scene.robin, scene.marek
    opens(marek, "Under the words", "Push")
    expect(marek.pane.locator("footer .btn.main")).to_have_text("Use it · 2 shots")
    aims(marek, "Old Bess", 4)
    send(marek, "Throw 10 dice · 2 shots")
    expect(powers(marek)).to_contain_text("6 of 9 shots")
    goes_to(robin, asked(robin, "Under the words").get_by_role("button", name="Resist"))
    looked_at(scene, "04-resist", "robin", "marek")
    at_once(robin, asked(robin, "Under the words").get_by_role("button", name="Resist"))
    everybody_reads(scene, "uses Under the words on Old Bess: 2 shots, pushed")
    comes(marek, "uses Under the words")
    expect(scene.ines.page.locator("#log-cards > li.result").last).not_to_contain_text("resists")
    looked_at(scene, "05-pushed")


def test_whoever_knows_of_it_resists(scene: Evening) -> None:
    """Five dice more for a shot: one die of hers never beats seven."""
    robin, marek = scene.robin, scene.marek
    opens(robin, "She knows", "Use")
    aims(robin, "Joss Amber", 2)
    press(robin, robin.pane.get_by_text("They know of it"))
    press(robin, robin.pane.get_by_text("Show it to everybody"))
    looked_at(scene, "06-gm", "robin")
    send(robin, "1 shot")
    goes_to(marek, asked(marek, "Old Bess turns She knows on Joss Amber").get_by_role("button", name="Counter it"))
    looked_at(scene, "07-asked", "marek", "robin")
    at_once(marek, asked(marek, "Old Bess turns She knows").get_by_role("button", name="Counter it"))
    comes(marek, "It is resisted", "uses She knows on Joss Amber")
    expect(powers(marek)).to_contain_text("5 of 9 shots")
    everybody_reads(scene, "Joss Amber resists", "It is resisted")
    looked_at(scene, "08-countered")


def test_whoever_may_not_know_resists_unseen(scene: Evening) -> None:
    robin, before = scene.robin, seen(scene, *OTHERS)
    opens(robin, "She knows", "Use")
    aims(robin, "Maud Ferrin", 2)
    robin.pane.get_by_label("Dice to resist with").fill("12")
    send(robin, "Throw 1 die · 1 shot")
    comes(robin, "uses She knows on Maud Ferrin", "It is resisted", "to the GM")
    assert seen(scene, *OTHERS) == before
    looked_at(scene, "09-unseen", "robin", "ines")


def test_time_ends_what_runs(scene: Evening) -> None:
    robin = scene.robin
    time_passes(robin, 10, "Minutes")
    for name in scene.people:
        screen = scene.fresh(name)
        expect(running(screen), name).not_to_contain_text("Stone face")
        expect(screen.cards("Joss Amber is no longer under stone face"), name).to_have_count(1)
    looked_at(scene, "10-over")


# learning


def test_a_psi_mute_studies_and_nobody_can_notice(scene: Evening) -> None:
    """Twenty dice bring nothing, as one that showed no six brought Adele nothing."""
    robin, ines = scene.robin, scene.ines
    before = seen(scene, *OTHERS)
    press(ines, ines.page.locator("summary", has_text="no powers or spells yet"))
    press(ines, ines.link("Learn a power"))
    ines.pane.get_by_label("Power", exact=True).select_option(label="Telepathy")
    ines.pane.get_by_label("Experience dice given up").fill("19")
    looked_at(scene, "11-study", "ines")
    send(ines, "Give up 19 dice")
    comes(ines, "gives up 19 experience dice", "Telepathy will not come")
    comes(robin, "Psi-mute: they can never learn one", "Only you see this throw")
    after = seen(scene, *OTHERS)
    for name in OTHERS:
        assert after[name].casefold().count("mute") == before[name].casefold().count("mute"), name
        hers, other = scene.people[name].cards("Telepathy will not come"), scene.people[name].cards("Hunches will").last
        assert look_of(hers) == look_of(other), name  # a card as that of anybody who fails
    looked_at(scene, "12-mute")


def look_of(card: Locator) -> list[str]:
    """The paragraphs of a card, without what differs from one study to another."""
    return [re.sub(r"\d+|dice|die|Telepathy|Hunches", "", words) for words in card.locator("> p").all_inner_texts()]


def test_a_spell_is_learned_in_weeks(scene: Evening) -> None:
    """The tenth die reaches the sixth level, and the first one never the eighteenth; how high they are Marek is not
    told."""
    robin, marek = scene.robin, scene.marek
    opens(marek, "Black water", "Study a week")
    looked_at(scene, "13-week", "marek")
    send(marek, "Give up 5 dice, throw 10")
    comes(marek, "Learned", "studies Black water")
    expect(powers(marek).locator("li").filter(has_text="Black water")).to_contain_text("Cast · 1 shot")
    opens(marek, "Seven shields", "Study a week")
    send(marek, "Give up 5 dice, throw 1")
    comes(marek, "1 noted towards it")  # a lone one goes wrong, and is noted as well
    comes(robin, "Level 18.")
    for name in OTHERS:
        assert "level 18" not in scene.fresh(name).words().casefold(), name
    looked_at(scene, "14-weeks")


# spells


def casts_the_grip(scene: Evening) -> None:
    opens(scene.marek, "The grip", "Cast")
    aims(scene.marek, "Old Bess", 5)
    send(scene.marek, "Cast it · 1 shot")
    goes_to(scene.robin, asked(scene.robin, "The grip").get_by_role("link", name="A trait, bonus or penalty dice"))


def resists_with(gm: Screen, dice: int) -> None:
    press(gm, asked(gm, "The grip").get_by_role("link", name="A trait, bonus or penalty dice"))
    gm.pane.get_by_label("Dice to resist with").fill(str(dice))
    send(gm, "Throw")


def test_a_spell_fails_against_whoever_reaches_its_level(scene: Evening) -> None:
    casts_the_grip(scene)
    looked_at(scene, "15-cast", "marek", "robin")
    resists_with(scene.robin, 12)
    comes(scene.marek, "It is resisted", "casts The grip on Old Bess: 1 shot")
    comes(scene.robin, "resists, against 12")
    everybody_reads(scene, "It is resisted", "casts The grip on Old Bess")


def test_a_spell_works_at_a_level_that_nobody_is_told(scene: Evening) -> None:
    casts_the_grip(scene)
    resists_with(scene.robin, 1)
    comes(scene.marek, "is not enough: it works. Paralysis")
    runs(scene, "The grip", "Old Bess, paralysed", "30 minutes")
    for name in OTHERS:
        last = scene.fresh(name).page.locator("#log-cards > li.result").last
        expect(last).to_contain_text("it works")
        assert "12" not in words_of(lxml.html.fragment_fromstring(last.inner_html(), create_parent=True))
    looked_at(scene, "16-gripped")


# healing, and shots


def test_a_power_heals(scene: Evening) -> None:
    """Adele's player has no JavaScript; Maud has lost one hit point, which three dice always bring back."""
    odile = scene.odile
    expect(scene.ines.page.locator("#sheet")).to_contain_text("20 of 21")
    opens(odile, "Her hands", "Use")
    aims(odile, "Maud Ferrin")
    looked_at(scene, "17-heal", "odile")
    send(odile, "Use it · 1 shot")
    comes(odile, "Maud Ferrin has 1 hit point back", "uses Her hands on Maud Ferrin: 1 shot")
    expect(powers(odile)).to_contain_text("2 of 3 shots")
    expect(scene.ines.page.locator("#sheet")).to_contain_text("21 of 21")
    looked_at(scene, "18-healed")


def test_a_day_brings_all_shots_back(scene: Evening) -> None:
    time_passes(scene.robin, 1, "Days")
    expect(powers(scene.marek)).to_contain_text("9 of 9 shots")
    expect(powers(scene.fresh("odile"))).to_contain_text("3 of 3 shots")
    looked_at(scene, "19-day")
