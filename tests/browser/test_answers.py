"""What one does is answered where one looks: on the phone's tab where the thumb is, at the button that was pressed;
what waits for somebody shows on every tab; and nothing that arrives moves what one is about to press."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Route, expect

from tests import loaded
from tests.browser.doing import press
from tests.browser.screens import DESK, PHONE, PORTRAIT, TABLET, Screen, Shape
from tests.servers import Server

Opens = Callable[..., Screen]
Sits = Callable[..., Screen]
ON_ITS_SIDE = Shape(844, 390, touch=True)


@contextmanager
def paused(gm: Screen) -> Iterator[None]:
    """Meanwhile nobody plays; whatever happens, the next test's table goes on."""
    gm.does("pause")
    try:
        yield
    finally:
        gm.does("go-on")


def picture(window: Screen, name: str) -> None:
    if folder := os.environ.get("SHOTS"):
        window.picture(f"{folder}/{name}.png")


def roll_of(window: Screen) -> Locator:
    return window.page.locator("#panel-sheet .dock").get_by_role("button", name="Roll", exact=True)


def came(window: Screen) -> Locator:
    return window.page.locator("#came")


def strip(window: Screen) -> Locator:
    return window.page.locator("#ask-strip")


def newest_card(window: Screen) -> str:
    return (window.page.locator("#log-cards > li").last.get_attribute("id") or "").removeprefix("card-")


def watch(window: Screen) -> None:
    """From now on it is noticed what moves, as in a browser that has no scroll anchoring."""
    window.page.wait_for_timeout(300)
    assert window.run("watch.js") > 3, "there is little to be moved"


def nothing_moved(window: Screen) -> None:
    window.page.wait_for_timeout(400)
    moved = window.page.evaluate("watched.moved()")
    assert not moved, "\n".join(moved)


# results


@pytest.mark.parametrize("shape", [PHONE, PORTRAIT])
def test_kept_notes_are_said_to_be_kept_where_they_were_opened(sits: Sits, shape: Shape) -> None:
    """No card tells of them; the words refuse nothing, and go by themselves."""
    ines = sits("Ines", shape)
    ines.menu("My notes")
    ines.pane.get_by_role("textbox").fill("The hatch is open")
    ines.send()
    said = ines.page.locator("#said-no")
    expect(said).to_have_text("Your notes are kept.")
    expect(said).to_have_class(re.compile("calm"))
    expect(said).to_be_in_viewport(ratio=1)
    expect(said).to_be_hidden()


def test_a_roll_on_the_phones_sheet_shows_its_result_there(sits: Sits) -> None:
    """At once, without moving the button or the sheet; a tap leads to its card, and the strip is gone."""
    ines = sits("Ines", at="#sheet")
    watch(ines)
    roll_of(ines).tap()
    expect(came(ines).locator(".total")).to_be_visible()
    expect(came(ines).locator(".die")).to_be_visible()
    nothing_moved(ines)
    picture(ines, "came")
    card = str(came(ines).locator("a").get_attribute("href"))
    came(ines).locator("a").tap()
    expect(ines.page.locator(f"#log-cards > {card}")).to_be_in_viewport()
    expect(came(ines)).to_be_hidden()


def test_what_came_of_a_crews_pool_is_told_in_words(sits: Sits) -> None:
    """On the phone's table: the total, whether it is enough, and what was to beat."""
    gm, ines = sits("Robin", TABLET, game="Crew"), sits("Ines", at="#table", game="Crew")
    ines.page.locator("#panel-crew-pool .throwing").get_by_role("button", name=re.compile("^Roll .* dice$")).tap()
    expect(came(ines).locator(".total")).to_have_text(re.compile(r"^\d+$"))
    expect(came(ines)).to_contain_text(re.compile(r"(Raises the stakes|Not enough), \d+ to beat"))
    expect(came(ines).locator("b").last).to_be_in_viewport(ratio=1)
    picture(ines, "came-crew")
    gm.does("undo", event=str(came(ines).locator("a").get_attribute("href")).removeprefix("#card-"))
    expect(came(ines)).to_have_class(re.compile("undone"))


def test_a_result_is_put_away_by_a_tap_and_replaced_by_the_next(sits: Sits) -> None:
    ines = sits("Ines", at="#sheet")
    roll_of(ines).tap()
    expect(came(ines)).to_be_visible()
    first = str(came(ines).locator("a").get_attribute("href"))
    ines.page.wait_for_timeout(600)
    roll_of(ines).tap()
    expect(came(ines).locator("a")).not_to_have_attribute("href", first)
    watch(ines)
    came(ines).get_by_role("button", name="Put it away").tap()
    expect(came(ines)).to_be_hidden()
    nothing_moved(ines)


def test_a_line_that_says_what_everybody_has_now_is_whole_on_a_phone(sits: Sits) -> None:
    """Such as an award to all: whoever is named last reads their own number."""
    gm, ines = sits("Robin", TABLET), sits("Ines", at="#sheet")
    gm.does("dragonfly.award", to="all", points="1", why="They held the lock until the last of them was through")
    line = came(ines).locator("b").last
    expect(line).to_contain_text("last of them")
    picture(ines, "came-line")
    assert line.evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    gm.does("undo", event=newest_card(gm))


def test_what_one_is_asked_after_ones_own_roll_is_gone_to(sits: Sits, server: Server) -> None:
    """On a phone, from the end of a long pool: the same contest asks once more. The tab on which one is leads back."""
    gm, ines = sits("Robin", TABLET, game="Crew"), sits("Ines", at="#table", game="Crew")
    ines.page.locator("#panel-crew-pool").evaluate("one => one.scrollIntoView({block: 'end'})")
    loaded.lay(server.data, (7, 8, 4, 5, 3))
    ines.page.locator("#panel-crew-pool .throwing").get_by_role("button", name=re.compile("^Roll .* dice$")).tap()
    question = ines.page.locator("#panel-asks h2").filter(has_not_text="raises the stakes")
    expect(question).to_be_in_viewport(ratio=1)
    loaded.lay(server.data, ())
    ines.page.locator("#table").evaluate("one => { one.scrollTop = 900; }")
    expect(question).not_to_be_in_viewport()
    ines.tab("Table")
    expect(question).to_be_in_viewport(ratio=1)
    gm.does("undo", event=str(came(ines).locator("a").get_attribute("href")).removeprefix("#card-"))
    expect(question).to_have_count(0)


def test_of_two_asks_the_other_is_seen_whole_once_one_is_answered(sits: Sits) -> None:
    """With its heading: whoever answered the lower one stood below where the upper one says what it is about."""
    gm, ines = sits("Robin", TABLET), sits("Ines", at="#table")
    shannon = ines.page.locator("#panel-sheet [name=character]").first.get_attribute("value")
    asks = ines.page.locator("#panel-asks .ask")
    before = asks.count()
    gm.does("dragonfly.ask-fear", characters=str(shannon), modifier="9", label="The hull sings")
    asked = newest_card(gm)
    expect(asks).to_have_count(before + 1)
    asks.last.evaluate("one => one.scrollIntoView({block: 'start'})")
    expect(asks.first.locator("h2, h3").first).not_to_be_in_viewport()
    asks.last.get_by_role("button", name=re.compile("^Roll d10")).tap()
    expect(asks).to_have_count(before)
    expect(asks.first.locator("h2, h3").first).to_be_in_viewport(ratio=1)
    gm.does("undo", event=asked)


def test_on_a_phone_a_contest_says_who_won(sits: Sits) -> None:
    """With both totals, whoever begun it."""
    ines = sits("Ines", at="#sheet")
    form = ines.context.request.get(f"{ines.url}act/dragonfly.resist").text()
    brute = re.search(r'value="(x\w{12})"[^>]*>\s*Brute', form)
    assert brute
    shannon = ines.page.locator("#panel-sheet [name=character]").first.get_attribute("value")
    ines.does("dragonfly.resist", character=str(shannon), opponent=brute[1], attribute="dexterity", skill="pilot")
    expect(came(ines)).to_contain_text(re.compile(r"(Shannon Reyes|Brute) wins|[Nn]obody|tie"))
    expect(came(ines)).to_contain_text(re.compile(r"\d+ to \d+"))


def test_a_result_that_could_be_read_goes_on_the_way_to_another_tab(sits: Sits) -> None:
    """Not before: one's own stays through a glance at the table."""
    ines = sits("Ines", at="#sheet")
    roll_of(ines).tap()
    expect(came(ines)).to_be_visible()
    ines.tab("Table")
    expect(came(ines)).to_be_visible()
    ines.page.wait_for_timeout(6100)
    expect(came(ines)).to_be_visible()
    ines.tab("Sheet")
    expect(came(ines)).to_be_hidden()


def test_what_somebody_else_rolls_is_told_too_and_the_log_counts_it(sits: Sits) -> None:
    """But it does not replace one's own before that could be read; then it does."""
    ines, marek = sits("Ines", at="#sheet"), sits("Marek", at="#sheet")
    roll_of(marek).tap()
    expect(came(ines)).to_contain_text("Pell")
    expect(ines.page.locator("#log-count")).to_have_text("1")
    roll_of(ines).tap()
    expect(came(ines)).to_contain_text("Shannon")
    ines.page.wait_for_timeout(600)
    roll_of(marek).tap()
    expect(ines.page.locator("#log-count")).to_have_text("3")
    expect(came(ines)).to_contain_text("Shannon")
    expect(came(ines)).to_contain_text("Pell", timeout=10_000)
    ines.tab("Log")
    expect(ines.page.locator("#log-count")).to_be_hidden()


def test_ones_own_attack_gives_way_to_what_came_of_it_at_once(sits: Sits) -> None:
    """Whatever else is one's own stays until it could be read."""
    marek, ines = sits("Marek", DESK), sits("Ines", at="#sheet")
    roll_of(ines).tap()
    expect(came(ines).locator(".total")).to_be_visible()
    mine = ines.page.locator(f"#log-cards > {came(ines).locator('a').get_attribute('href')}")
    mine.evaluate("one => one.toggleAttribute('data-awaited', true)")
    roll_of(marek).click()
    expect(came(ines)).to_contain_text("Pell", timeout=3000)


def test_what_the_gm_says_of_somebody_is_told_on_every_tab(sits: Sits) -> None:
    """And goes, once it could be read, when something is asked: that needs the room."""
    gm, ines = sits("Robin", TABLET), sits("Ines", at="#sheet")
    gm.does("dragonfly.award", to="all", points="1", why="for the leap")
    expect(came(ines)).to_contain_text("for the leap")
    ines.page.wait_for_timeout(6200)
    shannon = ines.page.locator("#panel-sheet [name=character]").first.get_attribute("value")
    gm.does("dragonfly.ask-fear", characters=str(shannon), modifier="0")
    expect(strip(ines)).to_be_visible()
    expect(came(ines)).to_be_hidden()


def test_what_stands_there_for_long_goes_by_itself(sits: Sits) -> None:
    """The next scene is told as well, on a tab from which it is not seen."""
    gm, ines = sits("Robin", TABLET), sits("Ines", at="#sheet")
    ines.page.clock.install()
    gm.does("open-scene", title="The cold store")
    expect(came(ines)).to_contain_text("The cold store")
    ines.page.clock.run_for(10_000)
    expect(came(ines)).to_be_visible()
    ines.page.clock.run_for(11_000)
    expect(came(ines)).to_be_hidden()


def test_what_was_read_makes_way_for_what_its_owner_opens(sits: Sits) -> None:
    """Not before it could be read."""
    ines = sits("Ines", at="#sheet")
    roll_of(ines).tap()
    expect(came(ines)).to_be_visible()
    ines.tab("Table")
    expect(came(ines)).to_be_visible()
    ines.page.evaluate("const now = performance.now.bind(performance); performance.now = () => now() + 7000")
    ines.tab("Sheet")
    expect(came(ines)).to_be_hidden()


def test_what_a_gm_does_to_somebody_is_told_on_their_phone(sits: Sits) -> None:
    gm, ines = sits("Robin", TABLET, game="Rough Magic"), sits("Ines", game="Rough Magic")
    hero = gm.page.locator("#panel-rough_magic-party .pc", has_text="Ressa Tull").get_attribute("id") or ""
    gm.does("rough_magic.hurt", characters=hero.removeprefix("pc-"), levels="1", sort="lasting", why="The chain")
    expect(came(ines)).to_contain_text("does harm: Ressa Tull from Fresh to Winded")
    harm = newest_card(gm)
    came(ines).get_by_role("button", name="Put it away").tap()
    expect(came(ines)).to_be_hidden()
    gm.does("undo", event=harm)
    expect(came(ines)).to_contain_text("Robin takes back: Robin does harm: Ressa Tull")


def test_after_a_form_one_is_back_where_it_was_begun(sits: Sits) -> None:
    """With its result; the Act tab lists what can be done."""
    ines = sits("Ines", at="#sheet")
    ines.button("More ways to roll").tap()
    ines.send()
    expect(ines.page.locator("html")).to_have_attribute("data-tab", "sheet")
    expect(came(ines).locator(".total")).to_be_visible()
    ines.tab("Act")
    expect(ines.page.get_by_role("heading", name="What do you do?")).to_be_visible()


@pytest.mark.parametrize("shape", [TABLET, PORTRAIT])
@pytest.mark.parametrize("who", ["Robin", "Ines"])
def test_a_form_from_a_sheet_that_has_slid_in_lies_free_of_it(who: str, shape: Shape, sits: Sits) -> None:
    """The sheet makes way, and is back when the form is left."""
    window = sits(who, shape)
    if who == "Robin":
        window.page.locator("#panel-party .pc h3 a").first.tap()
    else:
        window.page.locator("#tabs").get_by_role("link", name="Sheet").tap()
    sheet = window.page.locator("#sheet")
    sheet.locator("summary", has_text="More").last.tap()
    press(window, sheet.get_by_role("link", name="Edit the sheet"))
    expect(window.pane.locator("h2")).to_be_in_viewport(ratio=1)
    expect(sheet).to_be_hidden()
    window.pane.get_by_role("link", name="Close").tap()
    expect(sheet).to_be_visible()
    expect(sheet.get_by_role("link", name="Edit the sheet")).to_be_focused()


def test_a_form_that_was_left_open_gives_way_to_the_next(sits: Sits) -> None:
    """On the phone: whatever is opened from another tab is looked at, and not drawn where nobody sees it."""
    ines = sits("Ines", at="#sheet")
    ines.button("More ways to roll").tap()
    expect(ines.page.locator("html")).to_have_attribute("data-tab", "act")
    left = ines.pane.get_by_role("heading").first.inner_text()
    ines.tab("Table").page.locator("main").get_by_role("link", name="Free dice").tap()
    expect(ines.page.locator("html")).to_have_attribute("data-tab", "act")
    expect(ines.pane.get_by_role("heading").first).not_to_have_text(left)
    expect(ines.pane.locator("footer .btn.main")).to_be_in_viewport()


def test_a_form_that_was_left_by_the_browsers_back_button_is_told_on_its_tab(sits: Sits) -> None:
    ines = sits("Ines", at="#sheet")
    sign = ines.page.locator("#act-count")
    ines.button("More ways to roll").tap()
    expect(ines.page.locator("html")).to_have_attribute("data-tab", "act")
    expect(sign).to_be_hidden()
    ines.page.go_back()
    expect(ines.page.locator("html")).to_have_attribute("data-tab", "sheet")
    expect(sign).to_be_visible()
    picture(ines, "left-open")
    ines.tab("Act")
    expect(sign).to_be_hidden()
    ines.pane.get_by_role("link", name="Close").tap()
    ines.tab("Table")
    expect(ines.page.locator("html")).to_have_attribute("data-tab", "table")
    expect(sign).to_be_hidden()


@pytest.mark.parametrize("shape", [PHONE, PORTRAIT, DESK])
def test_a_new_character_is_seen_on_its_sheet(shape: Shape, sits: Sits) -> None:
    """A second one too: it lies open, and is not only named among one's own."""
    marek, name = sits("Marek", shape), f"Wind {shape.width}"
    marek.page.evaluate("htmx.ajax('GET', 'act/dragonfly.make', {target: '#act', swap: 'innerMorph'})")
    marek.pane.get_by_label("Name", exact=True).fill(name)
    marek.pane.get_by_label("Life Points").fill("40")
    marek.send()
    marek.page.wait_for_url("**sheet=**#sheet")
    marek.live()
    expect(marek.page.locator("#panel-sheet h2")).to_have_text(name)
    expect(marek.page.locator("#panel-sheet h2")).to_be_in_viewport()
    picture(marek, f"made-{shape.width}")
    with marek.trouble():  # the sheet that lies open goes
        marek.does("delete-character", character=marek.page.locator("#sheet-form [name=character]").input_value())
        expect(marek.cards(f"deletes {name}")).to_have_count(1)
        marek.page.wait_for_timeout(500)


# refusals


def test_a_refusal_is_seen_at_the_button_that_was_pressed(sits: Sits) -> None:
    """During a pause, on the phone's sheet: the reason stands right above Roll."""
    gm, ines = sits("Robin", TABLET), sits("Ines", at="#sheet")
    watch(ines)
    with paused(gm):
        expect(ines.page.locator("#panel-pause")).to_contain_text("A pause")
        with ines.trouble():
            roll_of(ines).tap()
            said = ines.page.get_by_role("alert").filter(has_text="The table is paused")
            expect(said).to_be_visible()
        expect(ines.page.locator("html")).to_have_attribute("data-tab", "sheet")
        nothing_moved(ines)
        picture(ines, "paused")
        words, button = said.bounding_box(), roll_of(ines).bounding_box()
        assert words
        assert button
        assert 0 <= button["y"] - (words["y"] + words["height"]) < 40
    ines.page.get_by_role("button", name="Put it away").last.tap()
    expect(said).to_have_count(0)


@pytest.mark.parametrize("status", [400, 404, 413, 429, 500, 503])
def test_no_answer_is_swallowed(status: int, sits: Sits) -> None:
    """Whatever the server says no with, its reason or one of ours is seen, and what was typed stays."""
    ines = sits("Ines", DESK)
    text = f"No, for reason {status}." if status in {413, 503} else ""

    def no(route: Route) -> None:
        headers = {"X-Trouble": "disk-full"} if status == 503 else {}
        kind = "text/plain" if text else "text/html"
        route.fulfill(status=status, body=text, content_type=kind, headers=headers)

    ines.page.route("**/act/say", no)
    ines.page.locator("[data-say]").fill("Who is there?")
    with ines.trouble():
        ines.button("Send").click()
        said = ines.page.locator("#said-no [role=alert]")
        expect(said).to_have_text(re.compile(text or r"\w{3}"))
    expect(ines.page.locator("[data-say]")).to_have_value("Who is there?")


@pytest.mark.parametrize("answer", ["503", "no line"])
def test_what_the_page_asks_by_itself_says_nothing_and_takes_no_reason_away(sits: Sits, answer: str) -> None:
    ines = sits("Ines", DESK)
    asked: list[Route] = []

    def no(route: Route) -> None:
        asked.append(route)
        route.fulfill(status=503) if answer == "503" else route.abort()

    ines.page.route("**/odds?*", no)
    ines.page.evaluate("document.dispatchEvent(new CustomEvent('refused', {detail: {at: document.body, text: 'No.'}}))")
    with ines.trouble():
        ines.page.locator("#sheet-form input[name=skill]:not(:checked)").first.evaluate("one => one.click()")
        ines.page.wait_for_timeout(300)
    assert asked
    expect(ines.page.locator("#said-no [role=alert]")).to_have_text("No.")


def test_a_choice_that_does_not_fit_is_told_by_its_name(sits: Sits) -> None:
    """At the button, and in the form that it opens; not just that something does not fit."""
    marek = sits("Marek", at="#log")
    button = marek.page.locator(".say button[name=mode]").last
    button.evaluate("one => { one.value = 'nobody'; }")
    with marek.trouble():
        button.tap()
        expect(marek.page.locator("#said-no [role=alert]")).to_contain_text("That cannot be chosen here.")
    expect(marek.page.locator("#said-no [role=alert]")).not_to_contain_text("Something below")


def test_a_wrong_command_is_told_on_the_phones_log(sits: Sits) -> None:
    """Where it was typed, and it stays."""
    marek = sits("Marek", at="#log")
    marek.page.locator("[data-say]").fill("/nosuchthing")
    with marek.trouble():
        marek.button("Send").tap()
        expect(marek.page.locator("#said-no [role=alert]")).not_to_have_text("")
    expect(marek.page.locator("[data-say]")).to_have_value("/nosuchthing")
    expect(marek.page.locator("html")).to_have_attribute("data-tab", "log")
    picture(marek, "wrong-command")
    marek.button("Open the form").tap()
    expect(marek.pane.locator(".refusal").first).to_be_visible()


def test_a_lost_line_is_said_at_the_button_until_it_is_sent(sits: Sits) -> None:
    ines = sits("Ines", at="#sheet")
    lost = [True, True]

    def line(route: Route) -> None:
        if lost:
            lost.pop()
            route.abort()
        else:
            route.continue_()

    ines.page.route("**/act/dragonfly.check", line)
    with ines.trouble():
        roll_of(ines).tap()
        expect(ines.page.get_by_role("alert").filter(has_text="no line to the server")).to_be_visible()
        expect(came(ines).locator(".total")).to_be_visible()
    expect(ines.page.locator("#said-no [role=alert]")).to_have_text("")


def test_a_double_click_is_one_act_and_a_press_after_the_answer_another(sits: Sits) -> None:
    """Also where the answer was slow in coming: what is pressed in answer to it counts."""
    ines = sits("Ines", at="#sheet")
    ines.run("slow_answers.js", 450)
    sent: list[str] = []
    ines.page.on("request", lambda one: sent.append(one.url) if one.url.endswith("/act/dragonfly.check") else None)
    roll_of(ines).evaluate("(one) => addEventListener('htmx:finally:request', () => one.click(), { once: true })")
    roll_of(ines).dblclick()
    expect(ines.page.locator("#log-count")).to_have_text("2")
    assert len(sent) == 2


def test_the_first_field_that_does_not_fit_is_brought_into_view(sits: Sits) -> None:
    gm = sits("Robin", TABLET)
    gm.page.evaluate("htmx.ajax('GET', 'act/dragonfly.make?sheet=full', {target: '#act', swap: 'innerMorph'})")
    gm.pane.get_by_label("Name", exact=True).fill("Nobody yet")
    gm.pane.get_by_label("Life Points").fill("-3000")
    gm.pane.evaluate("one => { one.scrollTop = 0 }")
    with gm.trouble():
        gm.send()
        expect(gm.pane.locator(".field .refusal").first).to_be_in_viewport()
    expect(gm.pane.get_by_label("Name", exact=True)).to_have_value("Nobody yet")


# what waits for one


def test_an_ask_shows_on_every_tab_and_covers_nothing(sits: Sits) -> None:
    """On the Log tab neither the field nor its button; in the page's title too."""
    gm, marek = sits("Robin", TABLET), sits("Marek", at="#log")
    ask_for_a_roll(gm, "Hold the line")
    expect(strip(marek)).to_contain_text("Hold the line")
    expect(strip(marek)).to_be_visible()
    expect(marek.page).to_have_title(re.compile(r"^\(\d\) .*Hold the line"))
    for covered in ("#log [data-say]", "#log .say .btn", "#tabs a"):
        assert not overlaps(strip(marek), marek.page.locator(covered).first)
    picture(marek, "strip-log")
    for tab in ("Sheet", "Act", "Log"):
        marek.tab(tab)
        expect(strip(marek)).to_be_visible()
    strip(marek).tap()
    ask = marek.page.locator("#panel-asks .ask").filter(has_text="Hold the line")
    expect(ask.get_by_role("button").first).to_be_in_viewport()
    assert not any(overlaps(strip(marek), one) for one in ask.get_by_role("button").all())
    ask.get_by_role("button").first.tap()
    expect(came(marek)).to_contain_text("Hold the line")
    expect(marek.page).not_to_have_title(re.compile("Hold the line"))


@pytest.mark.parametrize("shape", [DESK, TABLET, PORTRAIT])
def test_an_open_form_makes_way_for_what_is_asked_and_comes_back(shape: Shape, sits: Sits) -> None:
    """Over the stage, where the ask is: nothing moves, nothing typed is lost."""
    marek, gm = sits("Marek", shape), sits("Robin", TABLET)
    marek.page.locator("main").get_by_role("link", name="Free dice").first.click()
    typed = marek.pane.locator("input[type=text]:visible").first
    typed.fill("How many rats")
    main = marek.pane.locator("footer .btn.main")
    places = typed.bounding_box(), main.bounding_box()
    ask_for_a_roll(gm, f"Hold on {shape.width}")
    expect(strip(marek)).to_contain_text(f"Hold on {shape.width}")
    picture(marek, f"asked-at-a-form-{shape.width}")
    assert (typed.bounding_box(), main.bounding_box()) == places
    assert not overlaps(strip(marek), typed)
    strip(marek).click()
    ask = marek.page.locator("#panel-asks .ask").filter(has_text="Hold on")
    expect(ask).to_be_in_viewport()
    picture(marek, f"made-way-{shape.width}")
    strip(marek).get_by_text("Back").click()
    expect(typed).to_have_value("How many rats")
    strip(marek).get_by_text("Answer").click()
    press(marek, ask.get_by_role("button").first)
    expect(ask).to_have_count(0)
    expect(typed).to_have_value("How many rats")
    expect(main).to_be_in_viewport()
    expect(strip(marek)).to_be_hidden()
    marek.pane.locator("[data-close]").first.click()


def ask_for_a_roll(gm: Screen, label: str) -> None:
    """Of Pell, by the GM's form."""
    gm.page.locator("#panel-hand").get_by_role("link", name="Ask for a roll").tap()
    gm.pane.locator("#field-characters").wait_for()
    for tile in gm.pane.locator("#field-characters label").all():
        tile.get_by_role("checkbox").set_checked("Pell" in tile.inner_text())
    gm.pane.get_by_label("What for", exact=False).first.fill(label)
    gm.page.wait_for_timeout(300)
    gm.pane.get_by_role("button", name=re.compile("^Ask")).tap()
    expect(gm.page.locator("#panel-waiting")).to_contain_text(label)


def overlaps(one: Locator, other: Locator) -> bool:
    a, b = one.bounding_box(), other.bounding_box()
    return bool(a and b and a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"]
                and a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"])  # fmt: skip


@pytest.fixture
def fighting(sits: Sits):
    gm = sits("Robin", TABLET)
    gm.page.get_by_role("link", name="Start a fight").first.tap()
    gm.pane.get_by_label("What is it about").fill("The cold store")
    gm.send()
    expect(gm.page.locator("#panel-fight .fighter").first).to_be_visible()
    yield gm
    gm.page.reload()
    gm.live()
    gm.page.get_by_role("link", name="End the fight").tap()
    gm.send()
    expect(gm.page.get_by_role("link", name="Start a fight").first).to_be_visible()


def test_what_one_begins_by_a_form_is_in_sight(fighting: Screen) -> None:
    expect(fighting.page.locator("#panel-fight .trackhead")).to_be_in_viewport(ratio=1)
    expect(fighting.page.locator("#table")).to_have_js_property("scrollTop", 0)


def test_a_pool_that_one_begins_at_a_desk_is_in_sight(sits: Sits) -> None:
    """From the top of the stage and from further down: what one has begun is what one sees next."""
    gm, marek = sits("Robin", TABLET, game="Crew"), sits("Marek", DESK, game="Crew")
    for scrolled in (0, 120):
        tried = f"Hold the hatch, {scrolled}"  # the same again within a moment is a double click, and done once
        marek.page.locator("#table").evaluate("(one, by) => { one.scrollTop = by }", scrolled)
        marek.page.locator("#panel-rolls").get_by_role("link", name="Start a roll").click()
        marek.pane.get_by_label("What is tried").fill(tried)
        marek.send()
        pool = marek.page.locator("#panel-crew-pool .building")
        expect(pool.get_by_role("heading", name="Kit: the pool")).to_be_in_viewport(ratio=1)
        expect(pool.get_by_role("button", name="Mental").first).to_be_in_viewport(ratio=1)
        picture(marek, f"pool-begun-{scrolled}")
        running = gm.page.locator(".contest").filter(has_text=tried)
        running.get_by_role("button", name="Move on").tap()
        expect(pool).to_have_count(0)


@pytest.fixture
def nobody_rolls(sits: Sits) -> Iterator[Screen]:
    """A GM's tablet at Crew's demonstration, whose one roll is moved on from until the test is over."""
    gm = sits("Robin", TABLET, game="Crew")
    moved = gm.cards("moves on from “Get Wren past")
    before = moved.count()
    gm.page.locator(".contest").get_by_role("button", name="Move on").tap()
    expect(moved).to_have_count(before + 1)
    yield gm
    event = str(moved.last.get_attribute("id")).removeprefix("card-")
    for left in range(gm.page.locator(".contest:not(.over) .each > li").count(), 0, -1):
        gm.page.locator(".contest").get_by_role("button", name="Move on").first.tap()
        expect(gm.page.locator(".contest").get_by_role("button", name="Move on")).to_have_count(left - 1)
    gm.does("undo", event=event)
    expect(gm.page.locator("#panel-crew-pool")).to_contain_text("Wren: the pool")


def test_what_somebody_else_begins_out_of_sight_is_told_of_once(sits: Sits) -> None:
    """Who begins it is there; nothing moves at anybody else's, until they look."""
    gm, ines = sits("Robin", TABLET, game="Rough Magic"), sits("Ines", game="Rough Magic")
    for one in (gm, ines):
        one.page.locator("#table").evaluate("stage => stage.scrollTo(0, stage.scrollHeight)")
    watch(ines)
    gm.follow("Long work or a race")
    gm.pane.get_by_label("What has to be done").fill("Seal the sluice")
    gm.send()
    expect(gm.page.get_by_role("heading", name="Seal the sluice")).to_be_in_viewport(ratio=1)
    expect(strip(ines)).to_have_text("Seal the sluice: long work begins. Look")
    nothing_moved(ines)
    strip(ines).tap()
    expect(ines.page.get_by_role("heading", name="Seal the sluice")).to_be_in_viewport(ratio=1)
    expect(strip(ines)).to_be_hidden()
    ines.page.locator("#table").evaluate("stage => stage.scrollTo(0, stage.scrollHeight)")
    gm.does("say", text="It leaks.")
    expect(ines.page.locator("#log-cards")).to_contain_text("It leaks.")
    expect(strip(ines)).to_be_hidden()
    work = gm.page.locator(".timed", has_text="Seal the sluice").get_attribute("id") or ""
    gm.does("rough_magic.end-work", work=work.removeprefix("work-"), how="off")


def test_several_are_asked_at_once_and_the_gm_sees_who_has_still_to_roll(nobody_rolls: Screen, sits: Sits) -> None:
    """With the GM's own roll first: three taps, and what it is about."""
    gm, marek = nobody_rolls, sits("Marek", at="#log", game="Crew")
    gm.page.locator("#panel-hand").get_by_role("link", name="Ask for a roll").tap()
    gm.pane.get_by_label("What is tried").fill("Cross the ravine")
    gm.pane.get_by_role("button", name="Ask two people").tap()
    together = gm.page.locator(".together")
    expect(together).to_contain_text("Still to roll: The opposition, Wren and Kit")
    expect(strip(marek)).to_be_hidden()
    gm.page.locator("#panel-asks").get_by_role("button", name="Challenging").tap()
    expect(together.get_by_text("Still to roll: Wren and Kit")).to_be_in_viewport(ratio=1)
    expect(strip(marek)).to_contain_text("Kit: Cross the ravine")
    picture(gm, "asked-together")


def test_a_pool_that_is_asked_for_out_of_sight_is_told_of(nobody_rolls: Screen, sits: Sits) -> None:
    """On the phone's table, which somebody has scrolled down: the pool that answers it lies above as well."""
    gm, marek = nobody_rolls, sits("Marek", at="#table", game="Crew")
    stage = marek.page.locator("#table")
    stage.evaluate("one => { one.scrollTop = one.scrollHeight }")
    gm.page.locator("#panel-hand").get_by_role("link", name="Start a roll").tap()
    gm.pane.get_by_label("What is tried").fill("Leap the chasm")
    gm.pane.get_by_label("Who acts").select_option(label="Wren")
    gm.pane.get_by_label("Against whom").select_option(label="Kit")
    gm.send()
    expect(strip(marek)).to_contain_text("Kit: Leap the chasm")
    strip(marek).tap()
    expect(marek.page.locator("#panel-asks .ask")).to_be_in_viewport()
    begun = gm.cards("Leap the chasm").last.get_attribute("id")
    gm.does("undo", event=str(begun).removeprefix("card-"))
    expect(gm.page.locator(".contest").filter(has_text="Leap the chasm")).to_have_count(0)


def test_a_fight_tells_everybody_what_is_theirs_and_moves_nobodys_buttons(sits: Sits, fighting: Screen) -> None:
    """Declare and one's move on another tab; new fighters, initiative and its last die under the GM's thumb."""
    gm, marek = fighting, sits("Marek", at="#sheet")
    expect(strip(marek)).to_contain_text("Say what Pell tries. Declare")
    expect(marek.page).to_have_title(re.compile("Say what Pell tries"))
    ines = sits("Ines", DESK)
    watch(marek)
    watch(ines)
    gm.does("dragonfly.fight-thugs", name="Thug", combat="1", life_points="20", count="3")
    expect(ines.page.locator("#panel-fight .fighter").filter(has_text="Thug 3")).to_be_visible()
    nothing_moved(marek)
    nothing_moved(ines)
    go_on = gm.page.locator("#panel-fight .trackhead button.main")
    go_on.tap()
    expect(go_on).to_contain_text("Roll for everybody left")
    gm.page.wait_for_timeout(1700)
    watch(gm)
    for window in (ines, marek):
        asked = window.page.locator("#panel-asks .ask").filter(has_text="Initiative")
        window.does("dragonfly.initiative", ask=str(asked.first.get_attribute("data-ask") or the_ask(asked)))
    expect(came(marek)).to_contain_text("Initiative, Pell")
    expect(came(marek)).not_to_contain_text("Pell: Initiative, Pell")
    expect(go_on).to_have_attribute("data-settling", "")
    stands = gm.page.locator("#panel-fight input[name=seen]").input_value()
    go_on.dispatch_event("click")
    expect(gm.page.get_by_role("alert").filter(has_text="This has just changed")).to_be_visible()
    assert gm.page.locator("#panel-fight input[name=seen]").input_value() == stands
    expect(go_on).not_to_have_attribute("data-settling", "")
    head = go_on.bounding_box()
    go_on.tap()
    expect(gm.page.locator("#panel-fight input[name=seen]")).not_to_have_value(stands)
    assert go_on.get_attribute("data-settling") is None, "one’s own tap holds nothing up"
    assert head
    for _ in range(8):
        if "Pell’s move" in (strip(marek).text_content() or ""):
            break
        go_on.tap()
        gm.page.wait_for_timeout(500)
    expect(strip(marek)).to_contain_text("It is Pell’s move. Move")


def the_ask(asked: Locator) -> str:
    return str(asked.first.locator("input[name=ask]").first.input_value())


# nothing moves


def test_an_ask_moves_nothing_on_the_gms_tablet(sits: Sits) -> None:
    """It comes above the party, out of sight; the strip leads there."""
    gm, marek = sits("Robin", TABLET), sits("Marek", DESK)
    cards = marek.page.locator("#log-cards > li.result").filter(has_text="Pell")
    before = cards.count()
    roll_of(marek).click()
    expect(cards).to_have_count(before + 1)
    card = str(marek.page.locator("#log-cards > li").last.get_attribute("id")).removeprefix("card-")
    gm.page.wait_for_timeout(500)
    watch(gm)
    marek.does("undo", event=card)
    expect(strip(gm)).to_contain_text("asks to take something back")
    nothing_moved(gm)
    picture(gm, "gm-asked")
    strip(gm).tap()
    ask = gm.page.locator("#panel-asks .ask").filter(has_text="asks to take something back")
    expect(ask.get_by_role("button", name="Leave it")).to_be_in_viewport()
    other = sits("Robin", DESK)
    watch(gm)
    other.does("answer-undo", ask=the_ask(ask), allow="no")
    expect(ask).to_have_count(0)
    nothing_moved(gm)
    expect(strip(gm)).to_be_hidden()


def test_an_ask_that_comes_and_goes_moves_nothing_on_a_players_phone(sits: Sits) -> None:
    """Though there is little to scroll; and nothing where it was in sight and somebody else has answered it."""
    gm, marek = sits("Robin", TABLET), sits("Marek", at="#table")
    watch(marek)
    ask_for_a_roll(gm, "Under the grate")
    ask = marek.page.locator("#panel-asks .ask").filter(has_text="Under the grate")
    expect(ask).to_have_count(1)
    nothing_moved(marek)
    ask.get_by_role("button").first.scroll_into_view_if_needed()
    watch(marek)
    waiting = gm.page.locator("#panel-waiting li").filter(has_text="Under the grate")
    waiting.get_by_role("button", name="Call it off").tap()
    expect(ask).to_have_count(0)
    nothing_moved(marek)
    picture(marek, "called-off")
    marek.tab("Sheet").tab("Table")
    assert marek.page.locator("#table.room-top").count() == 0


def test_a_form_that_is_opened_beside_an_ask_begins_with_its_heading(sits: Sits) -> None:
    """The strip that tells of the ask would stand above it on the phone's tab of the form: it is away meanwhile."""
    gm, marek = sits("Robin", TABLET), sits("Marek", at="#table")
    ask_for_a_roll(gm, "At the weir")
    ask = marek.page.locator("#panel-asks .ask").filter(has_text="At the weir")
    expect(ask).to_have_count(1)
    ask.get_by_role("link").last.tap()
    expect(marek.pane.locator("h2").first).to_be_in_viewport(ratio=1)
    expect(strip(marek)).to_be_hidden()
    waiting = gm.page.locator("#panel-waiting li").filter(has_text="At the weir")
    waiting.get_by_role("button", name="Call it off").tap()
    expect(ask).to_have_count(0)


def test_a_pause_covers_the_stage_and_moves_nothing(sits: Sits) -> None:
    gm, marek = sits("Robin", TABLET), sits("Marek", at="#table")
    link = marek.page.locator("#panel-rolls a, #panel-rolls button, #panel-rolls summary").first
    link.scroll_into_view_if_needed()
    watch(marek)
    before = link.bounding_box()
    with paused(gm):
        expect(marek.page.locator("#panel-pause .pause")).to_be_in_viewport()
        assert link.bounding_box() == before
        expect(link).not_to_be_visible()
    expect(link).to_be_visible()
    nothing_moved(marek)


def test_a_card_moves_nothing_that_is_read(sits: Sits) -> None:
    """Further up in the log: the number of new cards takes no room. The field below stays, too."""
    gm, marek = sits("Robin", TABLET), sits("Marek", at="#log")
    for number in range(6):
        gm.does("say", text=f"Line {number}, and many more words than one line of a phone can hold", mode="everybody")
    expect(marek.cards("Line 5")).to_have_count(1)
    marek.page.locator("#log-scroll").evaluate("one => { one.scrollTop = -200 }")
    watch(marek)
    gm.does("say", text="The newest of all", mode="everybody")
    expect(marek.page.locator("#log-new")).to_have_text("1 new")
    nothing_moved(marek)


def test_a_pool_grows_and_no_tile_moves(sits: Sits) -> None:
    """By the first die, from the stage's top, and by one that somebody else lends."""
    ines, marek = sits("Ines", game="Crew"), sits("Marek", game="Crew")
    pool = ines.page.locator("#panel-crew-pool .building")
    emptied(ines, pool)
    ines.page.locator("#table").evaluate("one => { one.scrollTop = 0 }")
    watch(ines)
    pool.locator(".sources .tap").filter(has_text="Physical").first.tap()
    expect(pool.locator(".throwing .why-not")).to_be_visible()
    nothing_moved(ines)
    pool.locator(".sources .tap").filter(has_text="Shoot").first.tap()
    expect(pool.locator(".throwing .chance")).to_have_text(re.compile(r"\d+%"))
    expect(pool.locator(".throwing .chance")).to_be_in_viewport()
    picture(ines, "pool")
    ines.page.wait_for_timeout(300)
    watch(ines)
    marek.page.get_by_text("Kit lends a die").tap()
    marek.page.locator("#panel-crew-pool .tap").filter(has_text="Lend Operate").tap()
    expect(pool).to_contain_text("lent by Kit")
    nothing_moved(ines)
    marek.page.get_by_role("button", name="Take it back").tap()
    expect(pool).not_to_contain_text("lent by Kit")
    nothing_moved(ines)


def emptied(window: Screen, pool: Locator) -> None:
    taken = pool.locator(".pool button.ib")
    while count := taken.count():
        taken.last.tap()
        expect(taken).to_have_count(count - 1)
        window.page.wait_for_timeout(450)


# room


@pytest.mark.parametrize("shape", [PORTRAIT, TABLET, DESK])
def test_the_pools_button_is_in_sight(shape: Shape, sits: Sits) -> None:
    ines = sits("Ines", shape, game="Crew")
    expect(ines.page.locator("#panel-crew-pool .building .throwing")).to_be_in_viewport(ratio=0.95)


def test_a_phone_on_its_side_shows_the_stage_and_what_is_said(sits: Sits) -> None:
    marek = sits("Marek", ON_ITS_SIDE)
    expect(marek.page.locator("[data-say]")).to_be_in_viewport(ratio=1)
    stage, log = marek.page.locator("#table").bounding_box(), marek.page.locator("#log-scroll").bounding_box()
    assert stage
    assert log
    assert stage["height"] > 300
    assert log["height"] > 100


def test_the_stage_has_no_ring_when_an_address_leads_there(sits: Sits) -> None:
    window = sits("Ines", DESK, "#table")
    window.page.keyboard.press("Shift")
    assert window.page.locator("#table").evaluate("one => getComputedStyle(one).outlineStyle") == "none"


def test_a_table_that_is_put_away_says_so_where_it_is_open(sits: Sits) -> None:
    """The cookies of the demonstration's windows are the host's, too."""
    ines, host = sits("Ines", PHONE), sits("Robin", TABLET)
    address = host.page.url
    host.go(f"/host/tables/{address.split('/')[4]}/")
    host.press("Put it away")
    try:
        expect(ines.page.locator("#connection")).to_contain_text("This table is put away")
        with host.trouble():
            expect(host.go(address).page.get_by_text("This table is put away.")).to_be_visible()
            host.page.go_back()
    finally:
        host.press("Bring it back")
    host.page.get_by_role("button", name="Put it away").wait_for()
    host.go(address).live()


def seat_of(window: Screen) -> str:
    return window.url.rstrip("/").rpartition("/")[2]


def test_who_is_handed_a_character_reads_it_though_the_page_is_loaded_anew(sits: Sits) -> None:
    gm, ines, marek = sits("Robin", DESK), sits("Ines"), sits("Marek", PHONE, "#sheet")
    shannon = re.search(r'name="character" value="(x\w{12})"', ines.page.locator("#sheet").inner_html())
    assert shannon
    marek.page.evaluate("globalThis.before = true")
    marek.page.locator("[data-say]").evaluate("one => one.value = 'Half a'")
    for to, window in ((marek, marek), (ines, ines)):
        gm.does("give-character", character=shannon[1], seat=seat_of(to))
        expect(came(window)).to_contain_text(re.compile(r"Robin gives Shannon Reyes to (Marek|Ines)"))
    assert marek.page.evaluate("globalThis.before === undefined"), "nothing was loaded anew"
    expect(marek.page.locator("[data-say]")).to_have_value("Half a")
    assert ines.complaints + marek.complaints == []


def test_who_comes_while_a_form_is_open_can_be_chosen_in_it(sits: Sits) -> None:
    """Such as thugs, who are brought in while others say already whom they attack; what was typed stays."""
    gm, ines = sits("Robin", TABLET), sits("Ines", DESK)
    ines.page.get_by_role("link", name="Act against somebody").first.click()
    brute = ines.pane.locator("option", has_text="Brute")
    whose = {"character": str(brute.first.get_attribute("value"))}
    gm.does("character-hidden", **whose, hidden="yes")
    try:
        expect(brute).to_have_count(0)
        ines.pane.locator("[name=label]").fill("for the last seat")
        gm.does("character-hidden", **whose, hidden="no")
        expect(brute).to_have_count(1)
        expect(ines.pane.locator("[name=label]")).to_have_value("for the last seat")
        refusal = '<div class="refusals">Choose somebody</div>'
        ines.pane.locator("form").evaluate("(one, html) => one.insertAdjacentHTML('afterbegin', html)", refusal)
        gm.does("character-hidden", **whose, hidden="yes")
        ines.page.wait_for_timeout(1000)
        expect(ines.pane.locator(".refusals")).to_be_visible()
    finally:
        gm.context.request.post(f"{gm.url}act/character-hidden", form={**whose, "hidden": "no"})
