"""Keys alone, and nothing to see: where the focus is after what was done, and what is said aloud of what has come."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.screens import DESK, PHONE, TABLET, Screen, Shape

Sits = Callable[..., Screen]

STANDS_IN = "where => document.activeElement.closest(where) !== null"
LISTENS = """() => {
  globalThis.aloud = [];
  const place = document.getElementById("aloud");
  const note = () => { if (place.textContent) aloud.push(place.textContent); };
  new MutationObserver(note).observe(place, { childList: true });
}"""


def press(window: Screen, found: Locator, key: str = "Enter") -> None:
    expect(found.first).to_be_visible()  # what is hidden takes no focus, and nothing waits for it
    window.stands_still(found)
    found.first.focus()
    window.page.keyboard.press(key)


def stands_in(window: Screen, where: str) -> None:
    """What has the focus lies there, and not on the page itself."""
    window.page.wait_for_function(STANDS_IN, arg=where)


def listen(window: Screen) -> Callable[[], list[str]]:
    """What the page says aloud from now on."""
    window.page.evaluate(LISTENS)
    return lambda: list(window.page.evaluate("aloud"))


def says(window: Screen, words: str) -> None:
    window.page.wait_for_function("words => aloud.some((one) => one.includes(words))", arg=words)


def asks_of(gm: Screen, words: str, character: str) -> None:
    gm.page.locator("#panel-hand").get_by_role("link", name="Ask for a roll").click()
    gm.pane.locator("#field-characters label").first.wait_for()
    for tile in gm.pane.locator("#field-characters label").all():
        tile.get_by_role("checkbox").set_checked(character in tile.inner_text())
    gm.pane.get_by_label("What for", exact=False).first.fill(words)
    gm.pane.get_by_role("button", name=re.compile("^Ask")).click()


def reminds(gm: Screen, words: str) -> None:
    waits = gm.page.locator("#panel-waiting li").filter(has_text=words)
    waits.get_by_role("button", name="Remind").click()


@pytest.fixture
def asked(sits: Sits) -> tuple[Screen, Screen]:
    """The GM, and Marek at a desk, of whom something is asked."""
    return sits("Robin", TABLET), sits("Marek", DESK)


# where the focus is


def test_an_answered_question_leaves_the_focus_on_the_stage(asked: tuple[Screen, Screen]) -> None:
    gm, marek = asked
    asks_of(gm, "Is the hatch shut", "Pell")
    ask = marek.page.locator("#panel-asks .ask").filter(has_text="Is the hatch shut")
    press(marek, ask.get_by_role("button").first)
    expect(ask).to_have_count(0)
    stands_in(marek, "#table h2, #table h3")


def test_a_stepper_at_its_end_keeps_the_focus_on_no_other_button(sits: Sits) -> None:
    """There the same place says that it is at its end, and the next Enter does nothing."""
    gm = sits("Robin", TABLET)
    less, more = (gm.page.locator(f"[aria-label='Pell, Life Points: one {which}']") for which in ("less", "more"))
    press(gm, less)
    expect(more).to_be_visible()
    press(gm, more)
    full = gm.page.locator("[aria-label='Pell, Life Points: all there are']")
    expect(full).to_be_focused()


def test_the_end_of_a_pause_leaves_the_focus_on_the_stage(sits: Sits) -> None:
    gm = sits("Robin", TABLET)
    press(gm, gm.button("Pause"))
    press(gm, gm.button("Go on"))
    expect(gm.button("Go on")).to_have_count(0)
    stands_in(gm, "#table h2, #table h3")


def test_what_one_has_begun_has_the_focus(sits: Sits) -> None:
    """Not the button that has come to stand in the place of what began it."""
    gm = sits("Robin", TABLET)
    press(gm, gm.link("Start a fight"))
    press(gm, gm.pane.locator("footer .btn.main"))
    stands_in(gm, "#panel-fight h2")
    gm.does("dragonfly.fight-thugs", name="Thug", combat="1", life_points="20", count="1")
    expect(gm.page.locator("#panel-fight .fighter").filter(has_text="Thug").first).to_be_visible()
    stands_in(gm, "#panel-fight h2[tabindex]")  # drawn anew, and it may have the focus still
    press(gm, gm.link("End the fight"))
    press(gm, gm.pane.locator("footer .btn.main"))
    expect(gm.page.locator("#panel-fight h2")).to_have_count(0)
    stands_in(gm, "#table h2, #table h3")


def test_a_form_gives_the_focus_back_to_where_it_was_opened(sits: Sits) -> None:
    ines = sits("Ines", DESK)
    for leaves in ("Escape", "Enter"):
        press(ines, ines.link("Roll a check"))
        expect(ines.pane.locator("h2")).to_be_focused()
        if leaves == "Enter":
            ines.pane.locator("footer .btn.main").focus()
        ines.page.keyboard.press(leaves)
        expect(ines.link("Roll a check")).to_be_focused()


def test_the_line_that_one_speaks_by_is_left_for_where_one_was(sits: Sits) -> None:
    ines = sits("Ines", DESK)
    ines.link("Free dice").focus()
    ines.page.keyboard.press("/")
    expect(ines.page.locator("[data-say]")).to_be_focused()
    ines.page.keyboard.press("Escape")
    expect(ines.link("Free dice")).to_be_focused()
    ines.page.locator("[data-say]").focus()
    ines.page.keyboard.press("Escape")
    stands_in(ines, "#log h2")


def test_a_menu_that_the_tab_key_leaves_closes(sits: Sits) -> None:
    ines = sits("Ines", DESK)
    summary = ines.page.locator("summary[aria-label=Menu]")
    press(ines, summary)
    expect(ines.page.locator(".top .menu[open]")).to_have_count(1)
    ines.page.keyboard.press("Tab")
    expect(ines.page.locator(".top .menu[open]")).to_have_count(1)
    summary.focus()
    ines.page.keyboard.press("Shift+Tab")
    expect(ines.page.locator(".top .menu[open]")).to_have_count(0)


def test_the_buttons_of_a_refusal_come_after_the_one_that_was_pressed(sits: Sits) -> None:
    ines = sits("Ines", DESK)
    ines.page.route(
        "**/act/dragonfly.check", lambda route: route.fulfill(status=404, body="", content_type="text/html")
    )
    roll, away = ines.button("Roll").first, ines.page.locator("#said-no").get_by_role("button", name="Put it away")
    with ines.trouble():
        press(ines, roll)
        expect(ines.page.locator("#said-no")).to_contain_text("not there any more")
    for key, reached in (("Tab", away), ("Shift+Tab", roll), ("Tab", away)):
        ines.page.keyboard.press(key)
        expect(reached).to_be_focused()
    ines.page.keyboard.press("Tab")
    expect(away).not_to_be_focused()
    stands_in(ines, "main, aside, section")


@pytest.mark.parametrize(
    ("words", "where"), [("To the content", "#table"), ("To the log", "#log"), ("To your hand", "#panel-hand")]
)
def test_the_first_links_lead_past_the_rest(words: str, where: str, sits: Sits) -> None:
    """The log alone has a hundred stops of the Tab key."""
    gm = sits("Robin", DESK)
    for _ in range(3):
        gm.page.keyboard.press("Tab")
        if words in gm.page.evaluate("document.activeElement.textContent"):
            break
    expect(gm.link(words)).to_be_focused()
    expect(gm.link(words)).to_be_in_viewport(ratio=1)
    gm.page.keyboard.press("Enter")
    stands_in(gm, where)
    gm.page.keyboard.press("Tab")
    stands_in(gm, f"{where} :is(a, button)")


def test_a_phones_tabs_lead_to_what_they_show(sits: Sits) -> None:
    marek = sits("Marek", PHONE)
    for name in ("Sheet", "Log", "Act", "Table"):
        press(marek, marek.page.locator("#tabs").get_by_role("link", name=re.compile(f"^{name}")))
        stands_in(marek, f"#{name.lower()} :is(h2, h3)")


def test_the_strip_leads_to_what_is_asked(sits: Sits) -> None:
    gm, marek = sits("Robin", TABLET), sits("Marek", PHONE, "#log")
    asks_of(gm, "Who holds the lamp", "Pell")
    press(marek, marek.page.locator("#ask-strip"))
    stands_in(marek, "#panel-asks .ask h2")
    reminds(gm, "Who holds the lamp")
    expect(marek.page.locator("#panel-asks .ask")).to_contain_text("waits")
    stands_in(marek, "#panel-asks .ask h2")  # drawn anew
    press(marek, marek.page.locator("#panel-asks .ask").get_by_role("button").first)
    expect(marek.page.locator("#panel-asks .ask")).to_have_count(0)


# what is said aloud


def test_what_is_asked_is_said_once(asked: tuple[Screen, Screen]) -> None:
    """In sight or not; an ask is no line of the log."""
    gm, marek = asked
    heard = listen(marek)
    asks_of(gm, "Can he hear it", "Pell")
    says(marek, "Asked of you: Pell: Can he hear it")
    gm.does("say", text="Well?", mode="everybody")
    expect(marek.cards("Well?")).to_have_count(1)
    marek.page.wait_for_timeout(300)
    assert sum("Can he hear it" in one for one in heard()) == 1
    reminds(gm, "Can he hear it")
    says(marek, "Asked of you · the Director waits: Pell: Can he hear it")
    marek.page.locator("#panel-asks .ask").get_by_role("button").first.click()
    expect(marek.page.locator("#panel-asks .ask")).to_have_count(0)


def test_whose_move_it_is_is_said_to_them_alone(sits: Sits) -> None:
    gm, ines, wanda = sits("Robin", TABLET), sits("Ines", DESK), sits("Wanda", DESK)
    listen(ines)
    others = listen(wanda)
    gm.follow("Start a fight")
    gm.send()
    says(ines, "Say what Shannon Reyes tries. Declare.")
    gm.does("dragonfly.end-fight")
    assert others() == []


def test_a_phone_says_what_came_where_its_log_is_out_of_sight(sits: Sits) -> None:
    """Who, what, the total, and what it is worth; at a desk the log says so, and not twice."""
    marek, ines = sits("Marek", PHONE), sits("Ines", DESK)
    listen(marek)
    at_a_desk = listen(ines)
    marek.does("roll", formula="2d6", label="Any sound")
    says(marek, "Any sound")
    assert at_a_desk() == []


def test_the_page_has_one_place_that_speaks_beside_the_log(sits: Sits) -> None:
    marek = sits("Marek", PHONE)
    assert marek.page.locator("#aloud").get_attribute("role") == "status"
    assert marek.page.locator("#came").get_attribute("role") is None


def test_what_was_taken_from_ones_eyes_stands_nowhere(sits: Sits) -> None:
    gm, marek = sits("Robin", TABLET), sits("Marek", PHONE)
    listen(marek)
    gm.does("roll", formula="2d6", label="Who was it", mode="everybody")
    says(marek, "Who was it")
    gm.cards("Who was it").last.get_by_role("button", name="Hide").click()
    expect(marek.cards("Who was it")).to_have_count(0)
    expect(marek.page.locator("#came")).to_be_hidden()
    assert "Who was it" not in marek.words()


def test_whoever_knocks_by_keys_is_heard(sits: Sits, screen: Callable[..., Screen]) -> None:
    """What is refused has the focus when the page comes anew."""
    gm, guest = sits("Robin", DESK), screen(DESK)
    invite = gm.context.request.get(f"{gm.url}invite").text()
    guest.go(re.search(r"/j/\w+/\w+", invite)[0])  # type: ignore[index]
    name = guest.page.get_by_label("What shall we call you?")
    with guest.trouble():
        press(guest, guest.button("Ask to sit down"))
        expect(name).to_have_attribute("aria-invalid", "true")
    expect(name).to_be_focused()
    listen(gm)
    guest.page.keyboard.type("Kaye")
    guest.page.keyboard.press("Enter")
    says(gm, "Kaye is at the door.")
    press(gm, gm.button("Not now", exact=False))
    stands_in(gm, "#table h2, #table h3")


# enlarged, and in colours of one's own

ENLARGED = Shape(320, 256)
"""A desk of 1280 by 1024 at 400 %."""
COVERED = """() => {
  const one = document.activeElement, { left, top, width, height } = one.getBoundingClientRect();
  if (one === document.body) return null; // past the last of them
  const points = [[width / 2, height / 2], [4, 4], [width - 4, height - 4]];
  const seen = ([x, y]) => {
    const there = document.elementFromPoint(left + x, top + y);
    return there && (one.contains(there) || there.contains(one) || one.labels?.[0]?.contains(there));
  };
  return points.some(seen) ? null : `${one.outerHTML.slice(0, 90)} at ${Math.round(top)}`;
}"""


@pytest.mark.parametrize(("who", "game"), [("Robin", "Dragonfly"), ("Ines", "Crew")])
def test_an_enlarged_page_covers_nothing_that_has_the_focus(who: str, game: str, sits: Sits) -> None:
    window = sits(who, ENLARGED, "#table", game)
    for tab in ("table", "sheet", "act", "log"):
        window.page.evaluate("tab => { location.hash = tab; }", tab)
        window.page.locator(f"html[data-tab={tab}]").wait_for()
        assert list(covered(window)) == []
        assert window.sideways() == []


def covered(window: Screen) -> Iterator[str]:
    """What cannot be seen when the Tab key has come to it."""
    for _ in range(30):
        window.page.keyboard.press("Tab")
        found = window.page.evaluate(COVERED)
        if found:
            yield found


def test_an_enlarged_page_shows_its_stage(sits: Sits) -> None:
    """It is as high as what is on it: the GM's hand and what waits leave it its room."""
    gm = sits("Robin", ENLARGED)
    stage = gm.page.locator("#table")
    assert stage.evaluate("one => one.scrollHeight - one.clientHeight") <= 0
    hand, last = gm.page.locator("#panel-hand").bounding_box(), stage.bounding_box()
    assert hand
    assert last
    assert hand["y"] >= last["y"] + last["height"] - 1


GROUND = "one => getComputedStyle(one).backgroundColor"


def test_what_is_chosen_is_seen_in_ones_own_colours(sits: Sits) -> None:
    """Where the system's colours stand for ours, no ground of ours is drawn."""
    ines = sits("Ines", DESK)
    ines.page.emulate_media(forced_colors="active")
    modes = ines.page.locator(".say .seg > :is(button, label > span)")
    assert len(set(modes.evaluate_all(f"all => all.map({GROUND})"))) == 2
    skills = ines.page.locator("#sheet .skill")
    assert len(set(skills.evaluate_all(f"all => all.map({GROUND})"))) == 2


def test_phases_are_seen_in_ones_own_colours(sits: Sits) -> None:
    ines = sits("Ines", DESK, game="Dragon")
    ines.page.emulate_media(forced_colors="active")
    ground = ines.page.locator(".phases .ph.phase").first.evaluate(GROUND)
    assert ground != ines.page.locator("body").evaluate(GROUND)
