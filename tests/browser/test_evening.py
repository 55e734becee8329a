"""An evening: what one of the people does, the others see at once, as far as they may, and exactly once."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.doing import at_once
from tests.browser.evening import Evening
from tests.browser.screens import PATIENCE, Screen

GMS = ("robin", "upright")


# rolling


def open_check(screen: Screen, label: str, mode: str = "Everybody") -> None:
    """The check's form, over the stage or (without JavaScript) as a page of its own."""
    screen.tab("Table")
    screen.follow("Roll a check")
    fill_check(screen, label, mode)


def fill_check(screen: Screen, label: str, mode: str = "Everybody") -> None:
    screen.pane.get_by_label("What for", exact=False).first.fill(label)
    screen.pane.get_by_role("radio", name=mode).check()
    screen.page.wait_for_timeout(200)


def roll(screen: Screen) -> None:
    screen.pane.get_by_role("button", name=re.compile("^Roll")).click()


def test_a_roll_from_the_sheet_is_one_tap(evening: Evening) -> None:
    ines = evening.ines.at("")
    before = ines.page.locator("#log-cards > li.result").count()
    ines.page.locator("#panel-sheet").get_by_role("radio", name="Dexterity").check()
    ines.page.locator("#panel-sheet").get_by_role("radio", name=re.compile("Kung Fu")).check()
    ines.page.locator("#panel-sheet .dock").get_by_role("button", name="Roll", exact=True).click()
    expect(ines.page.locator("#log-cards > li.result")).to_have_count(before + 1)
    newest = ines.page.locator("#log-cards > li.result").last
    card = newest.get_attribute("id")
    for name in evening.people:
        expect(evening.fresh(name).page.locator(f"#{card}")).to_have_count(1)
    newest.locator("summary", has_text="Why").click()
    expect(newest.get_by_text("Die, d10")).to_be_visible()
    expect(newest.get_by_text("Dexterity").first).to_be_visible()
    gms = evening.robin.page.locator(f"#{card}")
    overrule = gms.get_by_role("link", name="Overrule the total", include_hidden=True)
    expect(overrule).to_be_hidden()
    gms.locator("summary", has_text="Why").click()
    expect(overrule).to_be_visible()


def test_every_mode_reaches_whom_it_should(evening: Evening) -> None:
    ines = evening.ines.at("")
    for mode, label, to in (
        ("Everybody", "Over the gap", evening.people),
        ("Director", "Is it trapped", (*GMS, "ines")),
        ("Only me", "Just my luck", ("ines",)),
    ):
        open_check(ines, label, mode)
        roll(ines)
        evening.shown(label, to=to)


def test_a_blind_roll_tells_the_roller_only_that_it_fell(evening: Evening) -> None:
    marek = evening.marek.at("")
    open_check(marek, "Does the rope hold", "Blind")
    roll(marek)
    expect(marek.page.locator("#came p b")).to_have_text("Rolled blind. The Director knows.")
    expect(marek.page.locator("#came p span")).to_contain_text("Does the rope hold")
    evening.robin.tab("Log")
    expect(evening.robin.cards("Does the rope hold").locator(".total")).to_have_count(1)
    expect(evening.marek.cards("Does the rope hold")).to_have_count(1)
    expect(evening.marek.cards("Does the rope hold").locator(".total")).to_have_count(0)
    expect(evening.marek.cards("Does the rope hold").locator(".die")).to_have_count(0)
    evening.shown("Does the rope hold", to=(*GMS, "marek"))


def test_without_scripts_one_rolls_too(evening: Evening) -> None:
    odile = evening.odile.at("")
    open_check(odile, "Bo leaps")
    roll(odile)
    evening.shown("Bo leaps")


def test_free_dice_and_words_by_chat(evening: Evening) -> None:
    marek = evening.marek.at("").tab("Log")
    say(marek, "/r 2d6+3 # falling rocks")
    evening.shown("falling rocks")
    say(marek, "/sr d20 # for my eyes")
    evening.shown("for my eyes", to=("marek",))
    say(marek, "/gmr d20 # by the door")
    evening.shown("by the door", to=(*GMS, "marek"))
    say(marek, "/me lifts the lamp")
    evening.shown("lifts the lamp")
    say(marek, "/w Ines I have the key")
    evening.shown("I have the key", to=("marek", "ines"))


def say(screen: Screen, words: str) -> None:
    field = screen.page.locator("[data-say]")
    field.fill(words)
    field.press("Enter")
    expect(field).to_have_value("")


# the form


def test_odds_follow_the_form(evening: Evening) -> None:
    ines = evening.ines.at("")
    open_check(ines, "Climbing")
    before = ines.pane.locator("#odds").inner_text()
    ines.pane.get_by_role("button", name="One less").first.click()
    ines.pane.get_by_role("button", name="One less").first.click()
    ines.pane.get_by_role("button", name="One less").first.click()
    expect(ines.pane.locator("#odds")).not_to_have_text(before)
    assert ines.pane.get_by_label("What for", exact=False).first.input_value() == "Climbing"
    ines.page.keyboard.press("Escape")
    expect(ines.page.locator("#act-form")).to_have_count(0)


def test_what_was_typed_survives_a_refusal(evening: Evening) -> None:
    ines = evening.ines.at("")
    ines.follow("Free dice")
    with ines.trouble():
        ines.pane.get_by_label("Dice", exact=False).first.fill("5000d6")
        ines.pane.get_by_label("What for", exact=False).first.fill("Far too many")
        ines.send()
        expect(ines.pane.locator(".refusal").first).to_be_visible()
        ines.page.wait_for_timeout(100)
    assert ines.pane.get_by_label("Dice", exact=False).first.input_value() == "5000d6"
    assert ines.pane.get_by_label("What for", exact=False).first.input_value() == "Far too many"
    ines.page.keyboard.press("Escape")


def test_what_somebody_is_typing_survives_what_arrives(evening: Evening) -> None:
    ines, marek = evening.ines.at(""), evening.marek.at("").tab("Log")
    half = ines.page.locator("[data-say]")
    half.click()
    half.press_sequentially("I was just about to")
    say(marek, "Somebody comes")
    expect(ines.cards("Somebody comes")).to_have_count(1)
    expect(half).to_have_value("I was just about to")
    expect(half).to_be_focused()
    half.fill("")
    open_check(ines, "Half a sentence")
    say(marek, "And somebody else")
    expect(ines.cards("And somebody else")).to_have_count(1)
    assert ines.pane.get_by_label("What for", exact=False).first.input_value() == "Half a sentence"
    ines.page.keyboard.press("Escape")


def test_a_roll_by_keyboard_alone(evening: Evening) -> None:
    ines = evening.ines.at("")
    keys = ines.page.keyboard
    ines.link("Roll a check").focus()
    keys.press("Enter")
    expect(ines.pane.locator("h2")).to_be_focused()
    label = ines.pane.get_by_label("What for", exact=False).first
    for _ in range(60):
        keys.press("Tab")
        if label.evaluate("one => one === document.activeElement"):
            break
    keys.type("By keys alone")
    keys.press("Enter")
    evening.shown("By keys alone")
    keys.press("/")
    expect(ines.page.locator("[data-say]")).to_be_focused()
    keys.type("typed and sent")
    keys.press("Enter")
    evening.shown("typed and sent")


# what the GM asks


def ask_for_a_roll(evening: Evening, label: str, *names: str, hidden: bool = False) -> None:
    robin = evening.robin.at("")
    robin.follow("Ask for a roll")
    robin.pane.locator("#field-characters").wait_for()
    for tile in robin.pane.locator("#field-characters label").all():
        tile.get_by_role("checkbox").set_checked(any(name in tile.inner_text() for name in names))
    for what in ("Dexterity", "Acrobatics"):
        robin.pane.get_by_role("radio", name=re.compile(f"^{what}")).check()
    if hidden:
        robin.pane.get_by_role("radio", name="Hidden").check()
    robin.pane.get_by_label("What for", exact=False).first.fill(label)
    robin.page.wait_for_timeout(200)
    robin.pane.get_by_role("button", name=re.compile("^Ask")).click()
    expect(robin.page.locator("#panel-waiting")).to_contain_text(label)


def test_asked_with_a_hidden_difficulty_answered_with_one_tap(evening: Evening) -> None:
    evening.marek.at("").tab("Log")
    ask_for_a_roll(evening, "Across the beam", "Shannon", "Pell", hidden=True)
    strip = evening.marek.page.locator("#ask-strip")
    expect(strip).to_contain_text("Across the beam")
    strip.click()
    for screen in (evening.ines, evening.marek):
        ask = screen.page.locator("#panel-asks .ask")
        expect(ask).to_contain_text("The difficulty is hidden")
        ask.get_by_role("button").first.click()
        expect(ask).to_have_count(0)
    expect(evening.robin.page.locator("#panel-waiting li")).to_have_count(0)
    for name in evening.people:
        expect(
            evening.fresh(name).page.locator("#log-cards > li.result").filter(has_text="Across the beam")
        ).to_have_count(2)


def test_without_scripts_an_ask_is_answered_too(evening: Evening) -> None:
    ask_for_a_roll(evening, "Bo balances", "Bo")
    odile = evening.odile.at("")
    at_once(odile, odile.page.locator("#panel-asks .ask").get_by_role("button"))
    expect(odile.page.locator("#panel-asks .ask")).to_have_count(0)
    expect(evening.robin.page.locator("#panel-waiting li")).to_have_count(0)


def test_two_players_against_each_other(evening: Evening) -> None:
    ines, marek = evening.ines.at(""), evening.marek.at("")
    ines.follow("Act against somebody")
    ines.pane.get_by_label("Against", exact=False).first.select_option(label="Pell")
    ines.pane.get_by_label("What for", exact=False).first.fill("Who gets the bunk")
    ines.page.wait_for_timeout(200)
    ines.send()
    ask = marek.page.locator("#panel-asks .ask")
    expect(ask).to_contain_text("They have rolled")
    ask.get_by_role("button", name="Roll d10").click()
    expect(ask).to_have_count(0)
    expect(ines.page.locator("#log-cards > li.result").filter(has_text="Who gets the bunk").last).to_be_visible()


# points


def test_points_are_awarded_spent_and_twisted(evening: Evening) -> None:
    robin, ines = evening.robin.at(""), evening.ines.at("")
    robin.page.get_by_role("navigation", name=re.compile("hand")).get_by_role("link", name="Points").click()
    robin.pane.get_by_label("Every player’s character").check()
    robin.pane.locator("input[name=why]").fill("A fine plan")
    robin.send()
    evening.shown("A fine plan")
    ines.page.locator("#panel-points").get_by_role("link", name="Spend").click()
    ines.pane.get_by_label("What for").fill("A lucky rope")
    ines.send()
    evening.shown("A lucky rope")
    ines.page.locator("#sheet-more > summary").click()
    ines.page.locator("#sheet-more").get_by_role("link", name="Plot Twist").click()
    ines.pane.get_by_role("textbox").first.fill("The crane still has power")
    ines.send()
    ask = robin.page.locator("#panel-asks .ask")
    expect(ask).to_contain_text("The crane still has power")
    ask.get_by_role("button", name=re.compile("It happens")).click()
    expect(ask).to_have_count(0)


def test_the_gm_changes_a_track_with_one_tap_and_takes_it_back(evening: Evening) -> None:
    robin = evening.upright.at("")
    life = robin.page.get_by_role("group", name="Pell, Life Points")
    before = life.locator(".v").inner_text()
    for _ in range(3):
        robin.button("Pell, Life Points: one less").click()
    expect(life.locator(".v")).to_have_text(re.compile(r"^\s*37"))
    expect(evening.ines.page.locator("#panel-here")).to_contain_text("37")
    for points in (38, 39, 40):
        tile = robin.page.locator("[data-undo]")
        expect(tile).to_contain_text(f"Life Points {points}")  # the line has told of the one before
        tile.click()
        robin.send()
        expect(robin.page.locator("#act-form")).to_have_count(0)
    expect(life.locator(".v")).to_have_text(before)


# taking back, stopping, looking, noting


def test_a_player_asks_for_an_undo(evening: Evening) -> None:
    ines, robin = evening.ines.at(""), evening.robin.at("")
    open_check(ines, "A slip")
    roll(ines)
    card = ines.cards("A slip")
    card.get_by_role("button", name="Undo").click()
    expect(ines.pane).to_contain_text("is asked")
    ines.send()
    ask = robin.page.locator("#panel-asks .ask")
    ask.get_by_role("button", name=re.compile("Take it back")).click()
    for name in evening.people:
        screen = evening.fresh(name)
        expect(screen.page.locator("#log-cards > li.undone").filter(has_text="A slip")).to_have_count(1)


def test_a_pause_names_nobody_and_the_gm_goes_on(evening: Evening) -> None:
    evening.home()
    evening.ines.press("Pause")
    for name in evening.people:
        pause = evening.fresh(name).page.locator("#panel-pause")
        expect(pause).to_contain_text("A pause")
        expect(pause).not_to_contain_text("Ines")
    expect(evening.marek.button("Go on")).to_have_count(0)
    evening.robin.press("Go on")
    for name in evening.people:
        expect(evening.fresh(name).page.locator("#panel-pause")).not_to_contain_text("A pause")


def test_the_gm_sees_what_a_player_sees_and_can_touch_nothing(evening: Evening) -> None:
    say(evening.ines.at(""), "/sr d6 # my own business")
    robin = evening.robin.at("")
    robin.page.locator("summary", has_text="View as").click()
    robin.page.get_by_role("link", name=re.compile("Ines")).click()
    expect(robin.page.get_by_text("You see what Ines sees.")).to_be_visible()
    expect(robin.page.locator("#panel-sheet h2")).to_have_text("Shannon")
    assert "my own business" not in robin.words()
    expect(robin.page.get_by_role("button", name="Roll", exact=True)).to_have_count(0)
    robin.follow("Back to mine")
    robin.live()


def test_notes_are_the_gms_alone(evening: Evening) -> None:
    robin = evening.robin.at("")
    robin.page.locator("#panel-cast").get_by_role("link", name="Notes").click()
    robin.pane.get_by_role("textbox").fill("Voss is their mother")
    robin.send()
    expect(robin.page.locator("#panel-notes")).to_contain_text("Voss is their mother")
    for name in ("ines", "marek", "odile", "wanda"):
        assert "their mother" not in evening.people[name].at("").words()


def test_revealed_and_hidden_again(evening: Evening) -> None:
    evening.home()
    robin, ines = evening.robin, evening.ines
    say(robin, "/gmr 2d6 # does the watch come")
    evening.shown("does the watch come", to=GMS)
    roll_of = robin.cards("does the watch come").and_(robin.page.locator(".result"))
    roll_of.get_by_role("button", name="Reveal").click()
    expect(ines.cards("does the watch come").and_(ines.page.locator(".result"))).to_have_count(1)
    roll_of.get_by_role("button", name="Hide").click()
    expect(ines.cards("does the watch come")).to_have_count(0)
    for name in ("ines", "marek", "odile", "wanda"):
        assert "does the watch come" not in evening.fresh(name).words()


# lines that drop


def test_whoever_was_offline_misses_nothing(evening: Evening) -> None:
    evening.home()
    marek, ines = evening.marek, evening.ines
    with marek.trouble():
        marek.context.set_offline(True)
        expect(marek.page.locator("#connection")).to_contain_text(re.compile("Offline since|Reconnecting"))
        say(ines, "Said while Marek is away")
        say(evening.robin, "/gmr d6 # hidden from Marek anyway")
        marek.context.set_offline(False)
        marek.live()
        expect(marek.cards("Said while Marek is away")).to_have_count(1)
        marek.page.wait_for_timeout(100)
    evening.shown("Said while Marek is away")
    assert "hidden from Marek" not in marek.words()


def test_a_server_that_is_killed_comes_back_with_everything(evening: Evening) -> None:
    evening.home()
    with evening.trouble():
        say(evening.ines, "Before the lights went out")
        for place in range(len(evening.server.ports)):
            evening.server.kill(place)
        expect(evening.ines.page.locator("#connection")).to_contain_text(re.compile("Reconnecting|Offline"))
        field = evening.marek.tab("Log").page.locator("[data-say]")
        field.fill("Said into the dark")
        field.press("Enter")
        for place in range(len(evening.server.ports)):
            evening.server.start(place)
        for screen in evening.people.values():
            if screen.shape.scripts:
                expect(screen.page.locator("#connection")).to_contain_text("Live", timeout=4 * PATIENCE)
        evening.ines.page.wait_for_timeout(200)
    evening.shown("Before the lights went out")
    evening.shown("Said into the dark")
