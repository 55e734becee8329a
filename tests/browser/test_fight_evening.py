"""A fight of three Turns at one table: every kind of action, somebody dropped and saved, in four real browsers.

The GM leads on a tablet, Ines plays at a desk, Marek on a phone, Odile without JavaScript. Where it matters how a die
falls, its player types the face of a real one. With SHOTS set to a folder, every stage leaves pictures there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.doing import at_once
from tests.browser.evening import Evening, invitation, knock, let_in, open_table
from tests.browser.screens import LAPTOP, PATIENCE, PHONE, PLAIN, TABLET, Screen
from tests.servers import Server

MEASURED = ("robin", "marek")
"""Those with a finger on glass."""
UNSCROLLED = "for (const one of document.querySelectorAll('*')) one.scrollTop = 0"
"""Measuring scrolls to what it measures."""
BEYOND = "innerHeight + 1 < document.scrollingElement.scrollHeight ? ['the page scrolls down'] : []"
GATHERED = {"strength": 4, "constitution": 5, "intelligence": 6, "perception": 6, "willpower": 4, "life_points": 42}
CAST: dict[str, dict[str, Any]] = {
    "Shannon": {"dexterity": 7, "kung_fu": 4, "acrobatics": 5, "getting_medieval": 3, "drama_points": 5},
    "Pell": {"dexterity": 5, "gun_fu": 4, "acrobatics": 2, "strength": 9, "drama_points": 5},
    "Bo": {"dexterity": 4, "doctor": 6, "getting_medieval": 2, "drama_points": 5},
}
SPLAY = {"attribute": "dexterity", "modifier": 0, "note": ""}
ARMS: list[tuple[str, str, dict[str, Any]]] = [
    ("Ines", "Shannon", SPLAY | {"name": "Flying kick", "skill": "kung-fu", "base_damage": 8, "damage_type": "bash",
                                 "weapon": "unarmed"}),
    ("Marek", "Pell", SPLAY | {"name": "Machine pistol", "skill": "gun-fu", "base_damage": 12, "damage_type": "bullet",
                               "weapon": "automatic", "ammunition": 30}),
    ("Odile", "Bo", SPLAY | {"name": "Boat hook", "skill": "getting-medieval", "base_damage": 6,
                             "damage_type": "slash-stab", "weapon": "hand-weapon"}),
    ("Robin", "Brute", {"name": "Wrench", "score": "combat", "modifier": 0, "base_damage": 9, "damage_type": "bash",
                        "weapon": "hand-weapon", "note": ""}),
]  # fmt: skip


def gather(table: str) -> dict[str, str]:
    """Everybody's character with a way to fight, and the GM's Brute; their public ids. Run beside the server."""
    from apps.table.demonstration import Stage
    from apps.table.models import Table

    stage = Stage(Table.objects.get(public_id=table))
    stage.seats = {seat.name: seat for seat in stage.table.seats.all()}
    for who, (name, numbers) in zip(("Ines", "Marek", "Odile"), CAST.items(), strict=True):
        stage.does(who, "dragonfly.make", name=name, role="cast-member", character_type="Hero", **GATHERED | numbers)
    stage.does("Robin", "dragonfly.quick-cast", name="Brute", muscle=13, combat=13, brains=7, life_points=60)
    ids = {one.name: one.public_id for one in stage.table.characters.all()}
    for who, name, arm in ARMS:
        stage.does(who, "dragonfly.maneuver-add", character=ids[name], **arm)
    return ids


class Fight:
    """The people of the evening, what their pages had wrong, and the steps that come again and again."""

    def __init__(self, people: Evening, ids: dict[str, str]) -> None:
        self.people, self.ids = people, ids
        self.found: list[str] = []
        self.robin, self.ines, self.marek, self.odile = (
            people.people[name] for name in ("robin", "ines", "marek", "odile")
        )

    def looks(self, stage: str, *names: str) -> None:
        """Measures what fingers press, and takes the pictures of this stage."""
        for name, screen in self.people.people.items():
            if names and name not in names:
                continue
            if not names:
                screen.tab("Table")
            picture(screen, f"{stage}-{name}")
            if name in MEASURED:
                self.found += [f"{stage}, {name}: {one}" for one in screen.page.evaluate(BEYOND)]
                self.found += [f"{stage}, {name}: sideways {one}" for one in screen.sideways()]
                self.found += [f"{stage}, {name}: small {one}" for one in screen.too_small()]
                screen.page.evaluate(UNSCROLLED)

    def takes_on(self) -> None:
        """The GM's button in the head of the tracker."""
        button = self.robin.page.locator("#panel-fight .trackhead .btn.main")
        before = self.stands()
        self.robin.calm(button).click()
        expect(self.robin.page.locator("#panel-fight input[name=seen]")).not_to_have_value(before)

    def stands(self) -> str:
        return self.robin.page.locator("#panel-fight input[name=seen]").input_value()

    def row(self, name: str) -> Locator:
        page = self.robin.page
        return page.locator("#panel-fight .fighter").filter(has=page.locator(".fwho b", has_text=name))

    def on(self, title: str) -> None:
        """The GM goes on until the tracker is headed so."""
        for _ in range(12):
            if self.robin.page.locator("#panel-fight .trackhead h2").inner_text().startswith(title):
                return
            self.takes_on()

    def until_up(self, name: str) -> None:
        """The GM takes the fight on until it is this one's move."""
        for _ in range(10):
            if re.search(r"\bnow\b", self.row(name).get_attribute("class") or ""):
                return
            self.takes_on()

    def adjusts(self, name: str, by: int) -> None:
        """The GM changes somebody's Life Points by so many."""
        self.robin.act("dragonfly.adjust", f"character={self.ids[name]}&track=life-points")
        self.robin.pane.get_by_label("By how much").fill(str(by))
        with self.robin.page.expect_navigation():
            self.robin.send()
        self.robin.at("")


def picture(screen: Screen, name: str) -> None:
    folder = os.environ.get("SHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        screen.picture(Path(folder) / f"{name}.png")


@pytest.fixture(scope="module")
def fight(chromium: Browser, server: Server, host: Any) -> Iterator[Fight]:
    people = Evening(chromium, server)
    people.opens("robin", Screen(chromium, server.address(), TABLET, cookies=host))
    open_table(people)
    invite = invitation(people)
    for name, shape in (("ines", LAPTOP), ("marek", PHONE), ("odile", PLAIN)):
        knock(people, invite, name.title(), people.opens(name, Screen(chromium, server.address(), shape)))
        let_in(people, name.title())
    table = people.robin.url.split("/")[2]
    ids = server.call("tests.browser.test_fight_evening:gather", table=table)
    people.home()
    yield Fight(people, ids)
    people.close()


# what people do with a form


def send(screen: Screen) -> None:
    """The form's own button; the pane closes, or the page is the table again."""
    screen.send()
    if screen.shape.scripts:
        expect(screen.page.locator("#act-form")).to_have_count(0)
    else:
        screen.page.wait_for_url(re.compile(f"{screen.url}(#.*)?$"))


def settle(screen: Screen) -> None:
    """The odds of what was chosen have come."""
    if screen.shape.scripts:
        screen.page.wait_for_timeout(150)


def real_die(screen: Screen, face: int) -> None:
    field = screen.pane.locator("input[name=face]")
    if not field.is_visible():
        screen.strike(screen.pane.locator("summary", has_text="a real die"))
    field.fill(str(face))
    field.press("Tab")


def chip(screen: Screen, name: str, label: str) -> None:
    """A choice of the field of that name; what is chosen may change the form."""
    screen.strike(screen.pane.locator(f"#field-{name} label").filter(has_text=label))
    settle(screen)


def asked(screen: Screen, words: str) -> Locator:
    """The question with these words; without JavaScript the page is loaded until it is there."""
    ask = screen.page.locator("#panel-asks .ask").filter(has_text=words)
    if not screen.shape.scripts:
        screen.page.goto(screen.url)
    expect(ask).to_have_count(1, timeout=PATIENCE)
    return ask


def answer(screen: Screen, words: str, option: str) -> None:
    """One tap on the way to answer."""
    at_once(screen, asked(screen.tab("Table"), words).locator("button.opt").filter(has_text=option))
    expect(screen.page.locator("#panel-asks .ask").filter(has_text=words)).to_have_count(0)


def answer_with(screen: Screen, words: str, face: int, how: str = "") -> None:
    """By the form, with the face of a real die."""
    screen.strike(asked(screen.tab("Table"), words).locator("a.btn.quiet").last)
    screen.pane.locator("input[name=ask]").wait_for(state="attached")
    if how:
        chip(screen, "how", how)
    real_die(screen, face)
    send(screen)


def mine(screen: Screen) -> Locator:
    """What a player can do now."""
    if not screen.shape.scripts:
        screen.page.goto(screen.url)
    return screen.tab("Table").page.locator("#panel-my-fight")


def move(screen: Screen, words: str) -> None:
    screen.strike(mine(screen).get_by_role("link", name=words, exact=True))
    screen.pane.locator("footer .btn.main").wait_for()


# the evening


def test_a_fight_of_three_turns(fight: Fight) -> None:
    begin(fight)
    declare(fight)
    throw_initiative(fight)
    exchange_blows(fight)
    aim_and_fire(fight)
    seize_and_break_free(fight)
    fall_and_be_saved(fight)
    be_afraid(fight)
    step_back_and_end(fight)
    assert fight.people.complaints() == []
    assert not fight.found, "\n".join(fight.found)


def begin(fight: Fight) -> None:
    """From those who are there, and six thugs in two taps."""
    robin = fight.robin
    robin.follow("Start a fight")
    robin.pane.get_by_label("What is it about").fill("The long pier")
    fight.looks("01-start-form", "robin")
    send(robin)
    fight.people.shown("starts a fight: The long pier")
    robin.follow("Thugs")
    robin.press("Bring 6 in")
    fight.people.shown("brings Thug 1 to 6 into the fight")
    fight.looks("02-begun")


def declare(fight: Fight) -> None:
    """Full Offense with one more attack and a Heroic Feat; an aim; something else."""
    ines, marek, odile = fight.ines, fight.marek, fight.odile
    move(ines, "Declare")
    ines.pane.get_by_label("What they try").fill("Through the middle")
    chip(ines, "stance", "Full Offense")
    ines.pane.locator("summary").filter(has_text="Additional actions").click()
    chip(ines, "extra_1", "Attack")
    ines.pane.locator("summary").filter(has_text="Heroic Feat").click()
    chip(ines, "drama", "Attack")
    fight.looks("03-declare-form", "ines")
    send(ines)
    fight.people.shown("Through the middle, Full Offense")
    move(marek, "Declare")
    marek.pane.get_by_label("What they try").fill("Aims at the crowd")
    marek.pane.locator("summary").filter(has_text="taking aim").click()
    marek.pane.get_by_label("Takes aim").check()
    fight.looks("03-declare-form", "marek")
    send(marek)
    fight.people.shown("Aims at the crowd")
    move(odile, "Declare")
    odile.pane.get_by_label("What they try").fill("Looks for bandages")
    chip(odile, "action", "Something else")
    send(odile)
    fight.people.shown("Looks for bandages")
    fight.looks("04-declared")


def throw_initiative(fight: Fight) -> None:
    fight.takes_on()
    asked(fight.marek.tab("Table"), "Initiative for Pell")
    fight.looks("05-initiative")
    for screen, name in ((fight.ines, "Shannon"), (fight.marek, "Pell"), (fight.odile, "Bo")):
        answer_with(screen, f"Initiative for {name}", 10)
    expect(fight.row("Shannon")).to_contain_text("2 actions left")
    fight.looks("06-actions")


def exchange_blows(fight: Fight) -> None:
    """Shannon kicks twice, the GM dodges and takes it; the Brute swings at Bo, who is quicker."""
    robin, ines, odile = fight.robin, fight.ines, fight.odile
    move(ines, "Attack")
    chip(ines, "target", "Brute")
    chip(ines, "maneuver", "Flying kick")
    real_die(ines, 5)
    settle(ines)
    fight.looks("07-attack-form", "ines")
    send(ines)
    asked(robin, "Shannon attacks Brute")
    fight.looks("08-defend", "robin")
    answer(robin, "Shannon attacks Brute", "Dodge")
    fight.people.shown("Shannon attacks Brute, Flying kick")
    move(ines, "Attack")
    chip(ines, "target", "Thug 1")
    send(ines)
    answer(robin, "Shannon attacks Thug 1", "Parry")
    fight.people.shown("Shannon attacks Thug 1, ")
    fight.looks("09-blow-cards")
    odile.page.goto(odile.url)
    at_once(odile, mine(odile).get_by_role("button", name="Done"))
    the_brute_swings(fight)


def the_brute_swings(fight: Fight) -> None:
    robin, odile = fight.robin, fight.odile
    expect(fight.row("Brute")).to_have_class(re.compile(r"\bnow\b"))
    fight.row("Brute").get_by_role("link", name="Attack", exact=True).last.click()
    chip(robin, "target", "Bo")
    fight.looks("10-attack-form", "robin")
    send(robin)
    answer_with(odile, "Brute attacks Bo", 10, "Dodge")
    fight.people.shown("Dodged")


def aim_and_fire(fight: Fight) -> None:
    """The aim comes at once, the burst after everybody else."""
    marek = fight.marek
    move(marek, "Take aim")
    real_die(marek, 9)
    settle(marek)
    fight.looks("11-aim-form", "marek")
    send(marek)
    fight.people.shown("Pell takes aim")
    fight.until_up("Pell")
    move(marek, "Shoot")
    chip(marek, "target", "Thug 2")
    marek.pane.get_by_label("How many shots").fill("5")
    marek.pane.get_by_label("As a burst").check()
    real_die(marek, 10)
    settle(marek)
    fight.looks("12-shoot-form", "marek")
    send(marek)
    answer(fight.robin, "Pell attacks Thug 2", "Take it")
    fight.people.shown("Five of five hit")
    fight.people.shown("Thug 2 is down and out of the fight")
    fight.looks("13-burst")
    fight.on("Turn 2")
    fight.looks("14-turn-two")


def seize_and_break_free(fight: Fight) -> None:
    """Turn 2: the Brute seizes Pell, who tears himself loose; a thug is knocked out, another one swings."""
    robin, ines, marek, odile = fight.robin, fight.ines, fight.marek, fight.odile
    fight.takes_on()
    for screen, name in ((ines, "Shannon"), (marek, "Pell"), (odile, "Bo")):
        answer_with(screen, f"Initiative for {name}", 2)
    expect(fight.row("Brute")).to_have_class(re.compile(r"\bnow\b"))
    fight.row("Brute").get_by_role("link", name="Attack", exact=True).last.click()
    chip(robin, "target", "Pell")
    chip(robin, "sort", "Grapple")
    fight.looks("15-grapple-form", "robin")
    send(robin)
    asked(marek, "Brute attacks Pell")
    fight.looks("16-grapple-asked", "marek")
    answer(marek, "Brute attacks Pell", "Take it")
    fight.people.shown("Pell is held: ")
    may_let_go(fight)
    a_thug_swings(fight)
    knock_one_out(fight)
    move(marek, "Break free")
    real_die(marek, 10)
    settle(marek)
    fight.looks("17-break-free-form", "marek")
    send(marek)
    if robin.page.locator("#panel-asks .ask").filter(has_text="Pell pulls free").count():
        answer(robin, "Pell pulls free", "hold on")
    fight.people.shown("Pell is free")
    fight.looks("18-free")


def may_let_go(fight: Fight) -> None:
    """Whoever holds somebody finds at their own row how to let go; the GM thinks better of it here."""
    robin = fight.robin
    expect(fight.row("Thug 4").get_by_role("link", name="Let go", include_hidden=True)).to_have_count(0)
    fight.row("Brute").locator("summary").click()
    fight.row("Brute").get_by_role("link", name="Let go").click()
    expect(robin.pane).to_contain_text("Brute holds Pell")
    robin.pane.get_by_role("link", name="Leave it").click()
    expect(robin.page.locator("#act-form")).to_have_count(0)


def a_thug_swings(fight: Fight) -> None:
    robin, ines = fight.robin, fight.ines
    fight.until_up("Thug 4")
    fight.row("Thug 4").get_by_role("link", name="Attack", exact=True).last.click()
    chip(robin, "target", "Shannon")
    chip(robin, "maneuver", "Bare hands")
    send(robin)
    asked(ines, "Thug 4 attacks Shannon")
    fight.looks("19-defend", "ines")
    answer(ines, "Thug 4 attacks Shannon", "Dodge")
    fight.people.shown("Thug 4 attacks Shannon, Bare hands")


def knock_one_out(fight: Fight) -> None:
    robin, ines = fight.robin, fight.ines
    fight.until_up("Shannon")
    move(ines, "Attack")
    chip(ines, "target", "Thug 3")
    chip(ines, "sort", "Knockout")
    real_die(ines, 10)
    send(ines)
    answer(robin, "Shannon attacks Thug 3", "Take it")
    fight.people.shown("Thug 3 has to stay up")
    fight.people.shown("Thug 3: Knockout, to stay up")


def fall_and_be_saved(fight: Fight) -> None:
    """Shannon drops far below 0, lives, falls unconscious and is made stable by Bo."""
    ines, odile = fight.ines, fight.odile
    fight.adjusts("Shannon", -62)
    asked(ines, "Shannon: Survival Test")
    fight.looks("20-survival")
    answer_with(ines, "Shannon: Survival Test", 10)
    fight.people.shown("Shannon lives on")
    answer_with(ines, "Shannon: Consciousness Test", 1)
    fight.people.shown("Shannon falls unconscious")
    fight.looks("21-down")
    odile.page.goto(odile.url)
    odile.strike(odile.page.locator("#panel-troubles").get_by_role("link", name="Make stable"))
    real_die(odile, 10)
    fight.looks("22-stabilise-form", "odile")
    send(odile)
    fight.people.shown("Shannon is stable")
    fight.looks("23-saved")
    fight.on("Turn 3")


def be_afraid(fight: Fight) -> None:
    """Turn 3: what comes out of the water frightens Pell, who runs, and not Bo."""
    robin, marek, odile = fight.robin, fight.marek, fight.odile
    fight.adjusts("Shannon", 40)
    fight.looks("24-waking", "robin")
    answer(robin, "Shannon has", "Wakes now")
    robin.follow("Fear Test")
    robin.pane.get_by_label("What is so dreadful").fill("It has too many eyes")
    robin.pane.get_by_label("Modifier").fill("-9")
    robin.pane.locator("#field-characters label").filter(has_text="Shannon").click()
    settle(robin)
    expect(robin.pane.locator("#odds")).to_contain_text("10%")
    fight.looks("25-fear-form", "robin")
    send(robin)
    answer_with(odile, "Bo: Fear Test", 10)
    fight.people.shown("Bo: Fear Test, It has too many eyes")
    asked(marek, "Pell: Fear Test")
    fight.looks("26-fear")
    answer_with(marek, "Pell: Fear Test", 1)
    asked(robin, "Pell panics")
    fight.looks("27-panic", "robin")
    asked(robin, "Pell panics").locator("summary").click()
    answer(robin, "Pell panics", "Run Away")
    fight.people.shown("Pell panics. Run Away")
    fight.looks("28-panicking")


def step_back_and_end(fight: Fight) -> None:
    """Two steps on, one back; the end of the Turn offers a new Fear Test; then the fight is over."""
    robin, marek = fight.robin, fight.marek
    fight.takes_on()
    before = fight.stands()
    fight.takes_on()
    robin.follow("Undo this step")
    send(robin)
    expect(robin.page.locator("#panel-fight input[name=seen]")).to_have_value(before)
    fight.on("Turn 4")
    fight.looks("29-turn-four")
    asked(marek.tab("Table"), "a new Fear Test")
    marek.press("No test now")
    fight.people.shown("Pell makes no new Fear Test now")
    robin.follow("End the fight")
    fight.looks("30-end-form", "robin")
    send(robin)
    fight.people.shown("ends the fight: The long pier")
    expect(robin.link("Start a fight")).to_be_visible()
    for screen in fight.people.people.values():
        screen.at("")
        expect(screen.page.locator("#panel-fight .fighter")).to_have_count(0)
    fight.looks("31-over")
    find_everything_else(fight)


def find_everything_else(fight: Fight) -> None:
    """What has no button of its own on the stage is found below it, by the GM and by players; what needs a fight is
    gone with it."""
    for screen, title in ((fight.robin, "Set somebody alight"), (fight.ines, "Roll a check")):
        rolls = screen.page.locator("#panel-rolls")
        rolls.locator("summary").click()
        rolls.get_by_role("link", name=title, exact=True).scroll_into_view_if_needed()
        expect(rolls.get_by_role("link", name="Let go", exact=True)).to_have_count(0)
    fight.looks("32-everything-else", "robin", "ines")
