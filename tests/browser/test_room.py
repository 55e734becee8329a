"""Room: what one needs is in sight in each shape of the page, and what one opens is seen."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from itertools import combinations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.screens import DESK, PHONE, PLAIN, PORTRAIT, SMALL, TABLET, Screen, Shape

Sits = Callable[..., Screen]

SIZES = """board => [...board.querySelectorAll("text")].filter((one) => getComputedStyle(one).display !== "none")
  .map((one) => parseFloat(getComputedStyle(one).fontSize) * board.getScreenCTM().a)"""


def picture(window: Screen, name: str) -> None:
    if folder := os.environ.get("SHOTS"):
        window.picture(f"{folder}/{name}.png")


def newest_card(window: Screen) -> str:
    found = window.page.locator("#log-cards > li").last.get_attribute("id") or ""
    return found.removeprefix("card-")


def height(one: Locator) -> float:
    box = one.bounding_box()
    assert box
    return box["height"]


@pytest.mark.parametrize(("game", "shape"), [("Dragonfly", PHONE), ("Crew", PHONE), ("Dragonfly", TABLET)])
def test_what_lies_under_more_is_seen_when_it_is_opened(game: str, shape: Shape, sits: Sits) -> None:
    """On the sheet, whose last line it is: without a scroll of one's own."""
    ines = sits("Ines", shape, "#sheet", game)
    more = ines.page.locator("#sheet-more, #crew-sheet-more")
    more.locator("summary").tap()
    expect(more.get_by_role("link", name="Portrait")).to_be_in_viewport(ratio=1)
    picture(ines, f"more-{game}-{shape.width}")


def test_whoever_waits_in_a_conflict_is_no_panel_that_scrolls(sits: Sits) -> None:
    """Its rows are as high as what they say, whatever was held still in them."""
    gm, ines = sits("Robin", TABLET, game="Crew"), sits("Ines", DESK, game="Crew")
    gm.follow("Open a conflict")
    gm.pane.get_by_label("What is it about").fill("Out of the shed")
    gm.send()
    for one in (gm, ines):
        rows = one.page.locator(".baton > li")
        expect(rows.first).to_be_visible()
        assert set(rows.evaluate_all("all => all.map((one) => getComputedStyle(one).overflowY)")) == {"visible"}
    gm.does("undo", event=newest_card(gm))


@pytest.mark.parametrize("game", ["Dragonfly", "Crew", "Dragon", "Rough Magic", "Yarn"])
def test_only_panels_scroll_on_a_phone(game: str, sits: Sits) -> None:
    """The page does not, whatever a panel holds: its top bar and its tabs stay where they are."""
    ines = sits("Ines", PHONE, "", game)
    for tab in ("sheet", "table", "log", "act"):
        ines.page.evaluate("(tab) => { location.hash = tab; }", tab)
        expect(ines.page.locator("html")).to_have_attribute("data-tab", tab)
        assert ines.page.evaluate("document.scrollingElement.scrollHeight - innerHeight") <= 0, tab


def test_a_line_of_the_log_is_a_line(sits: Sits) -> None:
    """What somebody says takes no card: one line with its margins, at a desk."""
    ines = sits("Ines", DESK)
    ines.does("say", text="Quiet now.", mode="everybody")
    said = ines.cards("Quiet now.").last
    expect(said).to_be_visible()
    assert height(said) <= 48


def test_what_forms_carry_for_browsers_without_scripts_goes(sits: Sits) -> None:
    """A panel that comes by the line has none of it: else every button would have changed with the first that comes."""
    hidden = "form:not(#at-once) > input[name=csrfmiddlewaretoken], input:is([name=nonce], [name=pressed_in])"
    carries = f"#table form[method=post], {hidden}, [href*=opened_in], [name=opened_in]"
    assert sits("Ines", PLAIN).page.locator(carries).count() > 3
    expect(sits("Ines", DESK).page.locator(carries)).to_have_count(0)


@pytest.mark.parametrize("shape", [PHONE, SMALL, DESK])
def test_a_name_and_its_number_stay_on_one_line(shape: Shape, sits: Sits) -> None:
    """In the form of a sheet."""
    ines = sits("Ines", shape).act("dragonfly.make")
    pairs = ines.page.locator(".pair")
    expect(pairs.first).to_be_visible()
    for pair in pairs.all():
        name, number = (part.bounding_box() for part in pair.locator("> .field").all())
        assert name
        assert number
        assert name["y"] + name["height"] == pytest.approx(number["y"] + number["height"], abs=1)


def test_the_whole_log_is_read_from_its_end(sits: Sits) -> None:
    gm = sits("Robin", DESK)
    for number in range(12):
        gm.does("say", text=f"Line {number} of a long evening", mode="everybody")
    gm.menu("The whole log")
    gm.page.wait_for_url("**/log#newest")
    expect(gm.page.locator("#log-found > li").last).to_be_in_viewport(ratio=1)
    picture(gm, "whole-log")


def test_a_long_word_on_the_line_moves_nothing(sits: Sits) -> None:
    """The bar of a phone takes a second row for it; what is on the stage stays under the thumb."""
    marek = sits("Marek", PHONE, "#table")
    link = marek.page.locator("#panel-rolls a, #panel-rolls button, #panel-rolls summary").first
    link.scroll_into_view_if_needed()
    before = link.bounding_box()
    with marek.trouble():
        marek.context.set_offline(True)
        expect(marek.page.locator("#connection")).to_contain_text("Offline since")
        picture(marek, "offline")
        assert link.bounding_box() == before
        marek.context.set_offline(False)
        marek.live()
        assert link.bounding_box() == before


@pytest.mark.parametrize("shape", [PHONE, TABLET])
def test_a_tap_that_the_line_has_lost_leaves_the_page_as_it_is(shape: Shape, sits: Sits) -> None:
    """The bars stay whole; once the line is back, it is said beside the button that one presses again."""
    marek = sits("Marek", shape, "#sheet")
    roll = marek.page.locator("#sheet").get_by_role("button", name="Roll", exact=True)
    marek.page.clock.install()
    with marek.trouble():
        marek.context.set_offline(True)
        roll.tap()
        told, line = marek.page.locator("#said-no"), marek.page.locator("#connection")
        expect(told).to_contain_text("Trying again")
        for _ in range(12):
            marek.page.clock.run_for(5000)
        expect(told).to_contain_text("Press again when you are back")
        picture(marek, f"lost-{shape.width}")
        assert marek.sideways() == []
        expect(marek.page.locator("summary[aria-label=Menu]")).to_be_in_viewport(ratio=1)
        marek.context.set_offline(False)
        marek.page.clock.run_for(20000)
        marek.live()
    expect(told).to_contain_text("You are back. Press again")
    expect(line).not_to_contain_text("Not sent")
    picture(marek, f"back-{shape.width}")
    assert marek.sideways() == []
    roll.tap()
    marek.page.clock.run_for(2000)
    expect(told).to_be_hidden()


SECOND_TAP = """button => {
  const now = performance.now();
  performance.now = () => now;  // however long the answer takes on this machine
  new MutationObserver((_, taps) => {
    taps.disconnect();
    button.click();
  }).observe(button, { attributeFilter: ["data-twice"] });
}"""


def test_a_double_tap_goes_on_once(sits: Sits) -> None:
    """The GM's main button means something else after the first tap."""
    gm = sits("Robin", TABLET)
    gm.does("dragonfly.start-fight", title="At the hatch")
    gm.does("dragonfly.fight-thugs", name="Thug", combat="1", life_points="20", count="2")
    go_on = gm.page.locator("#panel-fight .trackhead button.main")
    try:
        expect(go_on).to_contain_text("Initiative")
        go_on.evaluate(SECOND_TAP)
        go_on.tap()
        expect(gm.page.get_by_role("alert").filter(has_text="This has just changed")).to_be_visible()
        meant = gm.calm(go_on).inner_text()
        assert "Initiative" not in meant
        gm.page.wait_for_timeout(300)
        expect(go_on).to_contain_text(meant)
    finally:
        gm.does("dragonfly.end-fight")


def test_the_second_tap_on_why_takes_nothing_back(sits: Sits) -> None:
    """The log stands at its end: Undo comes to lie where Why was."""
    ines = sits("Ines", DESK)
    cards = ines.page.locator("#log-cards > li")
    count = cards.count()
    ines.button("Roll").first.click()
    expect(cards).to_have_count(count + 1)
    why = cards.last.locator(".whyd summary")
    before = why.bounding_box()
    assert before
    where = before["x"] + 20, before["y"] + 10
    why.evaluate("() => { const now = performance.now(); performance.now = () => now; }")
    ines.page.mouse.click(*where)
    expect(cards.last.locator(".whyd")).to_have_attribute("open", "")
    assert why.bounding_box() != before
    ines.page.mouse.click(*where)
    expect(ines.page.get_by_role("alert").filter(has_text="This has just changed")).to_be_visible()
    expect(ines.pane.locator("form")).to_have_count(0)


def test_the_second_tap_on_a_form_falls_on_nothing_beneath(sits: Sits) -> None:
    """On a phone the form goes with the answer, and the sheet lies there; a tap elsewhere, or a later one, counts."""
    ines = sits("Ines", at="#sheet")
    ines.button("More ways to roll").tap()
    ines.page.wait_for_timeout(600)  # another tap than the one that has opened the form
    main = ines.pane.locator("footer .btn.main").bounding_box()
    assert main
    where = main["x"] + main["width"] / 2, main["y"] + main["height"] / 2
    ines.run("lies_beneath.js", where)
    ines.page.evaluate("() => { const now = performance.now(); performance.now = () => now; }")
    ines.page.touchscreen.tap(*where)
    beneath = ines.page.locator("#beneath")
    expect(beneath).to_have_attribute("data-twice", "")
    ines.page.touchscreen.tap(*where)
    expect(ines.page.get_by_role("alert").filter(has_text="This has just changed")).to_be_visible()
    expect(beneath).not_to_have_attribute("data-clicks", "1")
    ines.calm(beneath)
    ines.page.touchscreen.tap(*where)
    expect(beneath).to_have_attribute("data-clicks", "1")


def test_ones_own_result_is_seen_by_whoever_reads_further_up(sits: Sits) -> None:
    """A roll, and what one says; what others do leaves the log where it is read."""
    ines, marek = sits("Ines", DESK), sits("Marek", DESK)
    cards, box = ines.page.locator("#log-cards > li"), ines.page.locator("#log-scroll")
    acts = {"Listen.": lambda: ines.button("Roll").first.click(), "Hush!": lambda: say(ines, "We should leave.")}
    for heard, does in acts.items():
        box.hover()
        ines.page.mouse.wheel(0, -600)
        expect(cards.last).not_to_be_in_viewport()
        count = cards.count()
        say(marek, heard)
        expect(cards).to_have_count(count + 1)
        expect(cards.last).not_to_be_in_viewport()
        does()
        expect(cards).to_have_count(count + 2)
        expect(cards.last).to_be_in_viewport()


def say(window: Screen, words: str) -> None:
    window.page.locator("[data-say]").fill(words)
    window.page.keyboard.press("Enter")


def test_three_asks_leave_the_gm_the_log(sits: Sits) -> None:
    gm = sits("Robin", TABLET)
    gm.page.locator("#panel-hand").get_by_role("link", name="Ask for a roll").tap()
    gm.pane.locator("#field-characters").wait_for()
    for tile in gm.pane.locator("#field-characters label").all():
        tile.get_by_role("checkbox").check()
    gm.pane.get_by_label("What for", exact=False).first.fill("Hold the line")
    gm.page.wait_for_timeout(300)
    gm.pane.get_by_role("button", name="Ask").last.tap()
    waiting = gm.page.locator("#panel-waiting .askrow").filter(has_text="Hold the line")
    expect(waiting.first).to_be_visible()
    picture(gm, "asks")
    try:
        assert gm.page.locator("#panel-waiting .askrow").count() >= 3
        assert height(gm.page.locator("#log-scroll")) > 200
    finally:
        while left := waiting.count():
            waiting.first.get_by_role("button", name="Call it off").tap()
            expect(waiting).to_have_count(left - 1)


def test_a_roll_is_settled_without_a_scroll(sits: Sits) -> None:
    """How hard it is and the Heroic Feat stand beside the odds."""
    ines = sits("Ines", DESK)
    ines.button("More ways to roll").click()
    ines.pane.locator("#field-exact").wait_for()
    picture(ines, "roll-form")
    foot = ines.pane.locator("footer").bounding_box()
    for name in ("exact", "heroic_feat"):
        field = ines.pane.locator(f"#field-{name}").bounding_box()
        assert foot
        assert field
        assert field["y"] + field["height"] <= foot["y"], name


def test_a_fight_is_seen_whole_and_its_menus_too(sits: Sits) -> None:
    """Seven on the GM's tablet; the menu of the lowest row opens upward."""
    gm = sits("Robin", TABLET)
    gm.page.get_by_role("link", name="Start a fight").first.tap()
    gm.pane.get_by_label("What is it about").fill("The cold store")
    gm.send()
    fighters = gm.page.locator("#panel-fight .fighter")
    expect(fighters.first).to_be_visible()
    try:
        gm.does("dragonfly.fight-thugs", name="Thug", combat="1", life_points="20", count="5")
        expect(fighters.filter(has_text="Thug 5")).to_be_visible()
        picture(gm, "fighters")
        assert all(height(one) <= 64 for one in fighters.filter(has_text="Thug").all())
        fighters.last.evaluate("one => one.scrollIntoView({ block: 'end' })")
        fighters.last.locator("summary").tap()
        picture(gm, "menu-up")
        for one in fighters.last.locator(".menu a").all():
            expect(one).to_be_in_viewport(ratio=1)
    finally:
        gm.page.reload()
        gm.live()
        gm.page.get_by_role("link", name="End the fight").tap()
        gm.send()
        expect(gm.page.get_by_role("link", name="Start a fight").first).to_be_visible()


@pytest.mark.parametrize("shape", [DESK, PHONE])
def test_whoever_brings_many_into_a_fight_is_where_the_next_step_stands(shape: Shape, sits: Sits) -> None:
    """The button that opens the form stands below all the fighters."""
    gm = sits("Robin", shape)
    gm.does("dragonfly.start-fight", title="The long pier")
    gm.does("dragonfly.fight-thugs", name="Goon", combat="1", life_points="20", count="6")
    try:
        expect(gm.page.locator("#panel-fight .fighter")).to_have_count(6)
        gm.strike(gm.page.locator("#panel-fight").get_by_role("link", name="Thugs"))
        gm.pane.get_by_label("Name").fill("Thug")
        gm.press("Bring 6 in")
        expect(gm.page.locator("#panel-fight .fighter")).to_have_count(12)
        gm.page.wait_for_timeout(600)
        expect(gm.page.locator("#panel-fight .trackhead button.main")).to_be_in_viewport(ratio=1)
        for _ in range(2):
            gm.does("undo")
    finally:
        gm.does("dragonfly.end-fight")


@pytest.mark.parametrize("shape", [DESK, TABLET])
def test_the_odds_of_a_pool_are_in_sight(shape: Shape, sits: Sits) -> None:
    """From the chance to the last of what else may come of it."""
    ines = sits("Ines", shape, game="Crew")
    picture(ines, f"pool-{shape.width}")
    odds_in_sight(ines.page.locator("#panel-crew-pool .building"))


def test_the_odds_of_the_gms_pool_are_in_sight(sits: Sits) -> None:
    robin, marek = sits("Robin", TABLET, game="Crew"), sits("Marek", DESK, game="Crew")
    marek.page.locator("#panel-crew-sheet .dock").get_by_role("link", name="Roll").click()
    marek.send()
    own = robin.page.locator("#panel-crew-pool .building")
    try:
        own.locator(".sources .tap:visible").first.tap()
        expect(own.locator(".chances")).to_be_visible()
        robin.page.wait_for_timeout(400)
        picture(robin, "pool-gm")
        odds_in_sight(own)
    finally:
        begun = robin.page.locator("#log-cards > li").filter(has_text="starts a roll").last
        robin.does("undo", event=str(begun.get_attribute("id")).removeprefix("card-"))


def odds_in_sight(pool: Locator) -> None:
    head, last = pool.locator(".chances > *").first.bounding_box(), pool.locator(".chances .facts > li").last
    side, foot, end = (one.bounding_box() for one in (pool.locator(".pool-side"), pool.locator(".throwing"), last))
    assert head
    assert side
    assert foot
    assert end
    assert side["y"] <= head["y"]
    assert end["y"] + end["height"] <= foot["y"] + 1
    expect(last).to_be_in_viewport(ratio=1)


def test_five_dice_and_their_total_share_a_line(sits: Sits) -> None:
    """In the card of a contest, where two stand beside each other on the GM's tablet."""
    robin = sits("Robin", TABLET, game="Crew")
    dice = robin.page.locator("#panel-crew-contest .fell .dice").first
    dice.evaluate("""one => {
      const die = one.lastElementChild;
      while (one.children.length < 5) one.append(die.cloneNode(true));
    }""")
    picture(robin, "five-dice")
    assert height(dice) < 48


def test_a_gm_with_a_phone_reads_the_board_and_has_the_ships_before_it(sits: Sits) -> None:
    """No word on it is under 13 px, as nowhere else."""
    gm = sits("Robin", PHONE, "#table")
    gm.page.get_by_role("link", name="Ships meet").first.tap()
    gm.pane.locator("#field-ships").wait_for()
    for tile in gm.pane.locator("#field-ships").get_by_role("checkbox").all():
        tile.check()
    gm.send()
    gm.tab("Table")
    board = gm.page.locator("#panel-dogfight .board").first
    try:
        expect(board).to_be_visible()
        board.scroll_into_view_if_needed()
        picture(gm, "board")
        assert min(board.evaluate(SIZES)) >= 13
        ships, below = gm.page.locator("#panel-dogfight .scope-ships").bounding_box(), board.bounding_box()
        assert ships
        assert below
        assert ships["y"] < below["y"]
    finally:
        begun = gm.page.locator("#log-cards > li").last
        gm.does("undo", event=str(begun.get_attribute("id")).removeprefix("card-"))


LONG_WAITS = "() => { globalThis.usually = setTimeout; setTimeout = (then, after) => usually(then, 20 * after); }"
"""What is held down may last, however busy this machine is."""


def test_nothing_comes_between_a_press_and_its_release(sits: Sits) -> None:
    """What the line brings waits for the release, because a press on what has gone meanwhile is no click."""
    gm, marek = sits("Robin", DESK), sits("Marek", PHONE)
    said = gm.page.locator("#log-cards").get_by_text("While it is held down")
    summary = gm.page.locator("summary:visible").first
    summary.hover()
    gm.page.evaluate(LONG_WAITS)
    gm.page.mouse.down()
    gm.page.evaluate("() => { setTimeout = globalThis.usually; }")
    marek.does("say", text="While it is held down", mode="everybody")
    gm.page.wait_for_timeout(400)
    assert said.count() == 0
    gm.page.mouse.up()
    expect(said).to_have_count(1)
    assert summary.evaluate("one => one.parentElement.open")


def test_a_finger_that_stays_down_holds_nothing_up_for_long(sits: Sits) -> None:
    gm, marek = sits("Robin", DESK), sits("Marek", PHONE)
    gm.page.locator("summary:visible").first.hover()
    gm.page.mouse.down()
    marek.does("say", text="Held down for ever", mode="everybody")
    expect(gm.page.locator("#log-cards").get_by_text("Held down for ever")).to_have_count(1)
    gm.page.mouse.up()


def test_room_that_goes_moves_nothing_at_the_end_of_the_stage(sits: Sits) -> None:
    low = sits("Ines", Shape(1280, 420))
    assert low.run("room_at_the_end.js") == {"had": True, "went": True, "moved": 0}


def room(screen: Screen) -> Locator:
    return screen.page.locator(".stage.room-top")


def test_room_at_the_top_goes_as_soon_as_the_finger_is_elsewhere(sits: Sits) -> None:
    """A press on the stage itself leaves it, so that nothing moves from under it; one in the log does not."""
    robin = sits("Robin", Shape(1024, 4600, touch=True))  # what a fold opens is in sight, however much was played
    assert float(robin.run("room_that_goes.js").removesuffix("px")) >= 90
    button = robin.page.locator(".stage summary:visible").first
    before = button.bounding_box()
    button.tap()
    expect(room(robin)).to_have_count(1)
    assert button.bounding_box() == before
    robin.page.locator("#log h2").tap()
    expect(room(robin)).to_have_count(0)
    after = button.bounding_box()
    assert before
    assert after
    assert after["y"] <= before["y"] - 90


def test_room_at_the_top_goes_with_a_press_on_nothing(sits: Sits) -> None:
    ines = sits("Ines", DESK)
    ines.run("room_that_goes.js")
    expect(room(ines)).to_have_count(1)
    ines.page.locator(".stage").click(position={"x": 200, "y": 40})
    expect(room(ines)).to_have_count(0)


def test_room_at_the_top_goes_by_itself_where_nothing_is_pressed(sits: Sits) -> None:
    """What slides under a finger is refused to it; for whoever wants stillness the room stays."""
    ines, robin = sits("Ines", DESK), sits("Robin", TABLET)
    ines.page.emulate_media(reduced_motion="no-preference")
    ines.run("press_what_slides.js")
    for one in (robin, ines):
        one.run("room_that_goes.js")
        expect(room(one)).to_have_count(1)
    expect(ines.page.locator("html")).to_have_attribute("data-pressed-what-slid", "refused")
    expect(ines.page.get_by_role("alert").filter(has_text="This has just changed")).to_be_visible()
    expect(room(ines)).to_have_count(0)
    expect(room(robin)).to_have_count(1)


def test_room_at_the_top_that_stays_says_what_it_is(sits: Sits) -> None:
    """To the eye alone, where a line of it fits, and only to whoever wants stillness; it makes nothing higher."""
    ines = sits("Ines", PHONE, "#table")
    before = ines.run("room_that_goes.js")
    told = ines.run("what_room_says.js")
    assert "Tap here to close this gap" in told["content"]
    assert (told["tall"], told["low"]) == (True, False)
    assert told["height"] == before
    assert "close this gap" not in ines.page.locator("body").aria_snapshot()
    ines.page.emulate_media(reduced_motion="no-preference")
    assert ines.run("what_room_says.js")["content"] == '""'


def test_nothing_slides_under_a_mouse_that_points_at_something(sits: Sits) -> None:
    """It waits until the mouse has gone elsewhere."""
    ines = sits("Ines", DESK)
    ines.page.emulate_media(reduced_motion="no-preference")
    ines.run("room_that_goes.js")
    expect(room(ines)).to_have_count(1)
    ines.page.locator(".stage :is(a, button, summary):visible").first.hover()
    ines.page.wait_for_timeout(4000)
    expect(room(ines)).to_have_count(1)
    ines.page.mouse.move(1, 1)
    expect(room(ines)).to_have_count(0)


def test_whoever_stood_at_the_top_is_there_again_after_what_came(sits: Sits) -> None:
    """It came above what could be pressed, which stayed where it was. A heading that was led to stands a few pixels
    below the top. Whoever has scrolled since, by a wheel or keys, stays there."""
    marek, robin, ines, led = sits("Marek", DESK), sits("Robin", DESK), sits("Ines", DESK), sits("Ines", DESK)
    for one in (marek, robin, ines, led):
        one.page.emulate_media(reduced_motion="no-preference")
        assert one.run("what_comes_above.js", 4 if one is led else 0) > 4
        if one is marek:
            marek.page.locator(".stage").dispatch_event("wheel")
        if one is robin:
            robin.page.locator(".stage").evaluate("one => one.scrollBy(0, 1)")
    for one in (ines, led):
        expect(one.page.locator(".stage[data-slid]")).to_have_count(1)
        assert one.page.locator(".stage").evaluate("one => one.scrollTop") == 0
    for one in (marek, robin):
        assert one.page.locator(".stage").evaluate("one => one.scrollTop") > 0


def test_whoever_is_gone_takes_the_room_of_who_is_here(sits: Sits) -> None:
    """Half a minute after somebody dropped, on any tablet: nothing below their name moves."""
    gm = sits("Robin", TABLET)
    assert gm.run("heights_by_presence.js") == [True, True]


def test_what_says_that_a_link_is_copied_moves_no_button(sits: Sits) -> None:
    """Beside it stands one that lets the old link die."""
    gm = sits("Robin", TABLET).at("invite")
    buttons = gm.page.locator(".invite .row").first.get_by_role("button")
    before = [one.bounding_box() for one in buttons.all()]
    buttons.filter(has_text="Copy the link").tap()
    said = gm.page.locator("[data-copied]")
    expect(said).to_be_visible()
    assert [one.bounding_box() for one in buttons.all()] == before
    expect(said).to_have_count(0)
    assert [one.bounding_box() for one in buttons.all()] == before


def test_the_chance_stands_beside_the_button_on_a_phone(sits: Sits) -> None:
    """Before anything is scrolled; its card with all the levels lies further down."""
    ines = sits("Ines", PHONE, "#sheet", "Dragon")
    ines.page.locator("#sheet a[href*='dragon.check']:visible").first.tap()
    foot = ines.pane.locator("footer")
    expect(foot.get_by_text(re.compile(r"^\d+%$")).first).to_be_in_viewport(ratio=1)
    expect(foot.locator(".btn.main")).to_be_in_viewport(ratio=1)


# nothing cut, nothing broken, nothing over something else


def test_the_last_results_on_a_gms_upright_tablet_are_whole(sits: Sits) -> None:
    """Who rolled what, and the total: two cards in a strip, none of them cut by its edge."""
    gm = sits("Robin", PORTRAIT)
    strip = gm.page.locator("#log")
    for card in strip.locator("#log-cards > .result:visible").all():
        for part in ("header", ".what", ".total"):
            expect(card.locator(part).first).to_be_in_viewport(ratio=1)
            assert not overlaps(card.locator(part).first, strip.locator("h2").first)


FILL = """(one, many) => {
  const die = one.lastElementChild;
  while (one.children.length < many) one.append(die.cloneNode(true));
}"""


@pytest.mark.parametrize("game", ["Crew", "Dragon"])
@pytest.mark.parametrize("many", [5, 8, 12])
def test_a_pool_in_the_strip_says_its_total_and_what_came_of_it(game: str, many: int, sits: Sits) -> None:
    """However many dice fell on the GM's upright tablet."""
    gm = sits("Robin", PORTRAIT, game=game)
    res = gm.page.locator("#log-cards > .result:visible .res:has(.dice)").last
    res.locator(".dice").evaluate(FILL, many)
    picture(gm, f"strip-{game}-{many}")
    for part in (".total", ".out > *"):
        expect(res.locator(part).last).to_be_in_viewport(ratio=1)


def test_what_a_contest_came_to_stands_in_the_strip(sits: Sits) -> None:
    """Both totals, and below them who wins: on the GM's upright tablet too."""
    gm = sits("Robin", PORTRAIT, game="Crew")
    contest = gm.page.locator("#log-cards > .result:has(> .res ~ .res ~ .lead)").last
    contest.evaluate("one => one.parentElement.append(one)")
    for part in (".total", ".lead b"):
        expect(contest.locator(part).last).to_be_in_viewport(ratio=1)


ATTACKED = """strip => {
  const card = strip.querySelector(".result").cloneNode(true), side = card.querySelector(".res");
  card.querySelectorAll(".out span, .tags, .lead").forEach((one) => one.remove());
  card.querySelector(".out b").textContent = "Imre Sandoval of the Harbour";
  const lines = '<p class="small soft">Range: short</p><p class="lead"><b>Hit, three Success Levels</b></p>' +
    '<p data-glance="20 damage">Imre Sandoval: 20 damage, Life Points 34 to <b>14</b></p>';
  side.insertAdjacentHTML("afterend", side.outerHTML + lines);
  strip.append(card);
}"""


def test_what_an_attack_did_stands_in_the_strip(sits: Sits) -> None:
    """Both sides of it, whether it hit, and how much: on the GM's upright tablet nothing of that is cut."""
    gm = sits("Robin", PORTRAIT)
    gm.page.locator("#log-cards").evaluate(ATTACKED)
    attack = gm.page.locator("#log-cards > .result:visible").last
    picture(gm, "strip-attack")
    for part in (".total >> nth=0", ".total >> nth=1", ".lead b", "[data-glance] b"):
        expect(attack.locator(part)).to_be_in_viewport(ratio=1)


def test_names_beside_their_points_are_not_broken(sits: Sits) -> None:
    ines = sits("Ines", PORTRAIT, game="Crew")
    lines = "all => all.map(one => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight))"
    names = ines.page.locator("#panel-crew-points .purse .who :is(b, .seat, .nm)")
    assert names.count() >= 3
    assert all(count < 1.9 for count in names.evaluate_all(lines))


def test_a_complication_on_the_gms_sheet_has_room_for_all_of_it(sits: Sits) -> None:
    gm = sits("Robin", TABLET, game="Crew")
    gm.page.locator(".party").get_by_role("link", name="Wren", exact=True).first.tap()
    burden = gm.page.locator("#sheet .burden").first
    expect(burden.get_by_role("link", name="Treat")).to_be_in_viewport(ratio=1)
    parts = [burden.locator(one) for one in ("> span:not(.step) > b", "> a", "> .step", "> form .ib", "> .die")]
    for one, other in combinations(parts, 2):
        assert not overlaps(one, other)


def overlaps(one: Locator, other: Locator) -> bool:
    a, b = one.bounding_box(), other.bounding_box()
    assert a
    assert b
    across = a["x"] + a["width"] - 1 > b["x"] and b["x"] + b["width"] - 1 > a["x"]
    return across and a["y"] + a["height"] - 1 > b["y"] and b["y"] + b["height"] - 1 > a["y"]


def test_the_flame_stays_beside_the_first_word_of_a_long_line(sits: Sits) -> None:
    """That stands on a phone over what is asked, and takes two lines there."""
    line = sits("Ines", PHONE).page.locator("#panel-asks .eyebrow").first
    said = " Asked of you: Shannon’s defence, no die has fallen, the Director waits"
    line.evaluate("(one, said) => { one.lastChild.textContent = said; }", said)
    flame, all_of_it = line.locator(".icon").bounding_box(), line.bounding_box()
    assert flame
    assert all_of_it
    assert flame["height"] < all_of_it["height"] / 2, "the line is long enough"
    top = (
        "one => { const all = new Range(); all.selectNodeContents(one.lastChild); return all.getClientRects()[0].top; }"
    )
    assert line.evaluate(top) < flame["y"] + flame["height"]
