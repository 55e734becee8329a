"""The top of the page: menus that close, links that are copied, and a refusal that is seen where it was pressed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.screens import DESK, PHONE, PORTRAIT, SMALL, TABLET, Screen, Shape

Opens = Callable[..., Screen]
NO_CLIPBOARD = "() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no https')) }"


@pytest.fixture
def gm(screen: Opens, shown) -> Screen:
    cookies, seats = shown
    window = screen(TABLET, cookies=cookies).go(seats["Robin"])
    window.live()
    return window


def menu_of(window: Screen) -> Locator:
    return window.page.locator("#panel-menu")


def height_of(one: Locator) -> float:
    return float(one.evaluate("one => one.getBoundingClientRect().height"))


def is_open(menu: Locator) -> bool:
    return bool(menu.evaluate("one => one.open"))


def test_a_menu_closes_when_something_in_it_was_chosen(gm: Screen) -> None:
    menu = menu_of(gm)
    menu.locator("summary").tap()
    menu.get_by_text("Set the scene").tap()
    expect(gm.pane).to_be_visible()
    assert not is_open(menu)


def test_a_menu_closes_on_a_tap_elsewhere_and_beside_another(gm: Screen) -> None:
    menu, view_as = menu_of(gm), gm.page.locator("#panel-view-as")
    menu.locator("summary").tap()
    view_as.locator("summary").tap()
    assert is_open(view_as)
    assert not is_open(menu)
    gm.page.locator("#log h2").tap()
    assert not is_open(view_as)


def test_esc_closes_the_menu_and_leaves_the_form_behind_it(gm: Screen) -> None:
    menu = menu_of(gm)
    menu.locator("summary").click()
    menu.get_by_text("Set the scene").click()
    expect(gm.pane).to_be_visible()
    menu.locator("summary").click()
    gm.page.keyboard.press("Escape")
    assert not is_open(menu)
    expect(menu.locator("summary")).to_be_focused()
    expect(gm.pane).to_be_visible()
    gm.page.keyboard.press("Escape")
    expect(gm.pane).to_be_hidden()


def test_the_menu_holds_what_can_be_done_now(gm: Screen) -> None:
    """The demonstration is in the middle of a session and a scene."""
    words = menu_of(gm).text_content() or ""
    assert "Close the session" in words
    assert "Open a session" not in words


def test_all_entries_of_the_menu_look_alike(gm: Screen) -> None:
    """Links and buttons: the first letters stand under each other, in one colour and size."""
    menu_of(gm).locator("summary").tap()
    looks = gm.page.locator("#panel-menu > div > :is(a, button)").evaluate_all(
        "all => all.map(one => [one.firstElementChild.getBoundingClientRect().x, getComputedStyle(one).color,"
        " getComputedStyle(one).fontSize, getComputedStyle(one).fontWeight].join())"
    )
    assert len(looks) > 12
    assert len(set(looks)) == 1


@pytest.mark.parametrize("word", ["here", "gone", "reconnecting"])
def test_names_of_who_is_here_are_one_line_high(word: str, screen: Opens, shown) -> None:
    """At a desk, where they stand in the bar, whatever is said of the last one."""
    cookies, seats = shown
    ines = screen(DESK, cookies=cookies).go(seats["Ines"])
    ines.live()
    ines.page.locator(".top .people .here:visible").last.evaluate("(one, word) => { one.textContent = word; }", word)
    names = ines.page.locator(".top .people .nm:visible")
    assert names.count() >= 4
    assert max(height_of(one) for one in names.all()) < 24


@pytest.mark.parametrize("shape", [PORTRAIT, TABLET])
def test_who_is_here_takes_one_line_and_unfolds_to_their_names(shape: Shape, screen: Opens, shown) -> None:
    """Where there is no room for the names, in a bar no higher than its buttons."""
    cookies, seats = shown
    ines = screen(shape, cookies=cookies).go(seats["Ines"])
    ines.live()
    fold = ines.page.locator("#people-fold")
    seats = fold.locator("summary ~ *").locator(".seat").count()
    expect(fold.locator("summary")).to_contain_text(re.compile(rf"\d\s+of\s+{seats}\s+here"))
    assert height_of(fold) == height_of(ines.button("Pause"))
    assert height_of(ines.page.locator(".top")) <= 72
    fold.locator("summary").tap()
    for name in ("Robin", "Ines", "Marek", "Wanda"):
        expect(fold.get_by_text(name, exact=True)).to_be_visible()
    assert not ines.sideways()
    ines.page.locator("#log h2").tap()
    assert not is_open(fold)


def test_the_name_of_the_table_and_its_session_fit_into_the_gms_bar(gm: Screen) -> None:
    """However long the name is, on an upright tablet."""
    gm.page.set_viewport_size({"width": PORTRAIT.width, "height": PORTRAIT.height})
    name = gm.page.locator("#panel-state .name")
    name.evaluate("one => { one.textContent = 'The Wreck of the Halcyon and all who sailed in her'; }")
    assert height_of(gm.page.locator(".top")) <= 72
    assert name.evaluate("one => one.getBoundingClientRect().top") >= 4
    assert not gm.sideways()


def test_on_a_narrow_tablet_the_bar_still_fits(screen: Opens, shown) -> None:
    """Of how many are here the number alone is left; the rest of it is spoken."""
    cookies, seats = shown
    ines = screen(Shape(610, 900, touch=True), cookies=cookies).go(seats["Ines"])
    ines.live()
    ines.page.locator("#people-fold summary").tap()
    expect(ines.page.locator("#people-fold").get_by_text("Marek", exact=True)).to_be_visible()
    assert not ines.sideways()


def test_on_a_desk_the_names_stand_in_the_bar(screen: Opens, shown) -> None:
    cookies, seats = shown
    ines = screen(DESK, cookies=cookies).go(seats["Ines"])
    expect(ines.page.locator("#panel-people > .people").get_by_text("Marek")).to_be_visible()
    expect(ines.page.locator("#people-fold")).to_be_hidden()


@pytest.mark.parametrize("clipboard", [True, False])
def test_the_link_is_copied(clipboard: bool, screen: Opens, shown) -> None:
    """With the browser's clipboard, and the old way where a page that is not on https has none."""
    cookies, seats = shown
    window = screen(DESK, cookies=cookies)
    window.context.grant_permissions(["clipboard-read", "clipboard-write"])
    window.go(seats["Robin"] + "invite")
    address = window.page.locator("#invite-address").inner_text().strip()
    window.page.evaluate("navigator.clipboard.writeText('something else')")
    if not clipboard:
        window.page.evaluate(NO_CLIPBOARD)
    window.press("Copy the link")
    expect(window.page.get_by_text("Copied.")).to_be_visible()
    assert window.page.evaluate("navigator.clipboard.readText()") == address


def test_a_link_for_others_is_copied_with_the_address_by_which_they_find_the_server(screen: Opens, shown) -> None:
    """Where the page came by one of this machine alone, whose server told it the other."""
    cookies, seats = shown
    window = screen(DESK, cookies=cookies)
    window.context.grant_permissions(["clipboard-read", "clipboard-write"])
    window.go(seats["Robin"])
    window.page.evaluate(
        """() => {
          document.head.insertAdjacentHTML("beforeend", '<meta name="answers-at" content="http://192.168.1.20:8000">');
          document.body.insertAdjacentHTML("afterbegin", '<button data-copy="/j/table/token">Hand it on</button>');
          document.querySelector("[data-copy]").click();
        }"""
    )
    expect(window.page.get_by_text("Copied.")).to_be_visible()
    assert window.page.evaluate("navigator.clipboard.readText()") == "http://192.168.1.20:8000/j/table/token"


def test_what_cannot_be_copied_is_marked(screen: Opens, shown) -> None:
    cookies, seats = shown
    window = screen(DESK, cookies=cookies).go(seats["Robin"] + "invite")
    window.page.evaluate(NO_CLIPBOARD)
    window.page.evaluate("() => { document.execCommand = () => false }")
    window.press("Copy the link")
    expect(window.page.get_by_text("It is marked")).to_be_visible()
    marked = window.page.evaluate("getSelection().toString()")
    assert marked.strip() == window.page.locator("#invite-address").inner_text().strip()


def test_a_player_sees_why_nothing_happens_during_a_pause(gm: Screen, screen: Opens, shown) -> None:
    cookies, seats = shown
    ines = screen(DESK, cookies=cookies).go(seats["Ines"])
    ines.live()
    gm.press("Pause")
    try:
        expect(ines.page.locator("#panel-pause")).to_contain_text("A pause")
        with ines.trouble():
            ines.page.locator("#panel-sheet .dock").get_by_role("button", name="Roll", exact=True).click()
            expect(ines.page.get_by_role("alert").filter(has_text="The table is paused")).to_be_visible()
    finally:
        gm.press("Go on")
    expect(ines.page.locator("#panel-pause")).not_to_contain_text("A pause")


def test_nothing_pressed_through_a_players_eyes_counts(screen: Opens, shown) -> None:
    """On a desk, where the sheet stands beside the table: without its Roll, and what is left in it can only be read."""
    cookies, seats = shown
    gm = screen(DESK, cookies=cookies).go(seats["Robin"])
    gm.live()
    gm.page.locator("#panel-view-as summary").click()
    gm.page.locator("#panel-view-as").get_by_role("link", name="Ines").click()
    expect(gm.page.get_by_text("You see what Ines sees.")).to_be_visible()
    gm.live()
    before = gm.page.locator("#log-cards > li").count()
    with gm.trouble():
        assert not gm.page.locator("#panel-sheet").get_by_role("button", name="Roll", exact=True).count()
        gm.page.locator("#panel-sheet").get_by_role("link", name="Flying kick").focus()
        gm.page.keyboard.press("Enter")
        expect(gm.page.get_by_role("alert").filter(has_text="nothing that you press here counts")).to_be_visible()
    assert gm.page.locator("#log-cards > li").count() == before
    gm.follow("Back to mine")
    gm.live()


def test_the_keys_for_the_last_line_and_for_undoing(sits: Opens) -> None:
    robin = sits("Robin", TABLET)
    keys, line = robin.page.keyboard, robin.page.locator("[data-say]")
    keys.press("/")
    keys.type("/r 2d6 # by the keys alone")
    keys.press("Enter")
    expect(robin.cards("by the keys alone")).to_have_count(1)
    expect(line).to_have_value("")
    keys.press("ArrowUp")
    expect(line).to_have_value("/r 2d6 # by the keys alone")
    line.fill("")
    keys.press("Escape")
    keys.press("Control+z")
    expect(robin.pane).to_contain_text("by the keys alone")


def test_a_knock_is_seen_where_the_code_is_shown(gm: Screen, screen: Opens) -> None:
    """The GM's tablet lies on the invite page while people come: nobody has to load it again."""
    gm.menu("Invite people")
    address = gm.page.locator("#invite-address").inner_text().strip()
    knocker = screen(DESK).go("/" + address.split("/", 3)[3])
    knocker.page.get_by_label("What shall we call you?").fill("Late Tomas")
    knocker.press("Ask to sit down")
    expect(gm.page.get_by_role("button", name="Let in Late Tomas")).to_be_visible()
    gm.page.get_by_role("button", name=re.compile("Not now.*Late Tomas")).click()
    expect(gm.page.get_by_text("Late Tomas")).to_have_count(0)


def test_a_knock_is_told_to_a_gm_who_reads_further_down(sits: Opens, screen: Opens) -> None:
    """It stands at the top of the stage: whoever is elsewhere on it would let somebody wait for ever."""
    robin = sits("Robin", PORTRAIT)
    robin.page.locator("#table").evaluate("one => { one.scrollTop = one.scrollHeight; }")
    invite = robin.context.request.get(f"{robin.url}invite").text()
    knocker = screen(PHONE).go(re.search(r"/j/\w+/\w+", invite)[0])  # type: ignore[index]
    knocker.page.get_by_label("What shall we call you?").fill("Late Nora")
    knocker.press("Ask to sit down")
    strip = robin.page.locator("#ask-strip").filter(has_text="Late Nora is at the door.")
    expect(strip).to_be_in_viewport(ratio=1)
    strip.tap()
    expect(robin.page.get_by_role("button", name="Let in Late Nora")).to_be_in_viewport(ratio=1)
    robin.page.get_by_role("button", name=re.compile("Not now.*Late Nora")).tap()
    expect(robin.page.locator("#panel-door li")).to_have_count(0)
    expect(strip).to_be_hidden()


BROKEN = """one => {
  const broken = [], text = document.createRange();
  for (const found of one.textContent.matchAll(/\\S+/g)) {
    text.setStart(one.firstChild, found.index);
    text.setEnd(one.firstChild, found.index + found[0].length);
    if (new Set([...text.getClientRects()].map((box) => Math.round(box.top))).size > 1) broken.push(found[0]);
  }
  return broken;
}"""


def test_the_largest_text_breaks_no_word_of_the_tables_name(sits: Opens) -> None:
    name = sits("Ines", SMALL).page.locator(".titles .name")
    assert name.evaluate(BROKEN) == []


def test_the_largest_text_keeps_a_number_at_a_tab_in_its_circle(sits: Opens) -> None:
    count = sits("Ines", SMALL).page.locator("#ask-count")
    count.evaluate("one => { one.hidden = false; one.textContent = '12'; }")
    over = "one => Math.max(one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth)"
    assert count.evaluate(over) <= 1


def test_undo_says_enough_of_what_it_takes_back_where_the_keys_are_many(sits: Opens) -> None:
    robin = sits("Robin", TABLET, "", "Yarn")
    robin.does("say", text="The lamp on the quay goes out, and the tide is at the third step", mode="everybody")
    key = robin.page.locator("#panel-hand [data-undo]")
    expect(key).to_contain_text("The lamp")
    expect(key).to_be_in_viewport(ratio=1)
    assert height_of(key.locator("small")) > 40, "three lines of it"
    assert robin.page.locator("#panel-hand").evaluate("one => one.scrollHeight <= one.clientHeight")


def test_what_undo_says_moves_nothing_on_an_upright_tablet(sits: Opens) -> None:
    """A long sentence may follow a short one at any moment: the log's strip and the stage stay where they are."""
    robin = sits("Robin", PORTRAIT)
    key = robin.page.locator("#panel-hand [data-undo] small")
    heights = set()
    for words in ("Ines rolls", "Petra begins Episode one, “Late on the rent”"):
        key.evaluate("(one, words) => { one.textContent = words; }", words)
        heights.add(round(height_of(robin.page.locator("#panel-hand"))))
    assert len(heights) == 1


def test_a_phone_without_a_script_has_room_for_the_tables_name(screen: Opens, shown) -> None:
    cookies, seats = shown
    window = screen(replace(PHONE, scripts=False), cookies=cookies).go(seats["Marek"])
    name, line = (window.page.locator(f".top {one}").bounding_box() for one in (".titles .name", ".conn"))
    assert name is not None
    assert line is not None
    assert name["width"] > 80, "the name is cut after a letter or two"
    assert name["y"] + name["height"] <= line["y"], "the name lies under what is said of the line"


def test_a_phone_without_a_script_has_the_way_to_what_is_new_wherever_it_is(screen: Opens, shown) -> None:
    """The page is long, and whoever does something comes to its end."""
    cookies, seats = shown
    window = screen(replace(PHONE, scripts=False), cookies=cookies).go(seats["Marek"] + "#log")
    again = window.page.get_by_role("link", name="Look again")
    expect(again).to_be_in_viewport(ratio=1)
    log, row = window.page.locator("#log").bounding_box(), again.bounding_box()
    assert log is not None
    assert row is not None
    assert row["y"] + row["height"] <= log["y"] + 1, "what was gone to lies under it"
