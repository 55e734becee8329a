"""The second half of an evening of Yarn: dramatic scenes come out by a word, by a vote, by force; a procedural scene
with its dice; bennies; and the close of the episode, with ballots that no page shows.

Six people, one on a phone, one without JavaScript; the cast is made and the episode is open. With SHOTS set to a
folder, every stage leaves pictures there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser import yarn
from tests.browser.doing import answers, asked, at, at_once, goes_to, in_view, looked_at, picks, press, send
from tests.browser.evening import Evening
from tests.browser.screens import Screen
from tests.browser.yarn import GM, THERE, called, hands, holds, over, petition, told
from tests.servers import Server


@pytest.fixture(scope="module")
def scene(chromium: Browser, server: Server) -> Iterator[Evening]:
    first = ((GM, "yarn.pass-call", {}), *called("Ines", "That he says what happened"))
    with yarn.evening(chromium, server, yarn.CAST, yarn.EPISODE, first) as evening:
        yield evening


# what people do and see


def looked_over(evening: Evening, stage: str) -> None:
    """After a stage; then everybody is at the top of the stage again, which looking has scrolled."""
    looked_at(evening, stage)
    for screen in evening.people.values():
        if screen.shape.scripts:
            screen.page.evaluate("document.getElementById('table').scrollTop = 0")


def another(screen: Screen, seeks: str, of: str) -> None:
    """Somebody else in it sought something as well."""
    press(screen, petition(screen).get_by_role("link", name="Another petition"))
    screen.pane.get_by_label("Who seeks something").select_option(label=seeks)
    screen.pane.get_by_label("From whom").select_option(label=of)
    send(screen)


def denies(screen: Screen, words: str) -> None:
    """It was not won."""
    at_once(screen, asked(screen, words).get_by_role("button", name=re.compile("^No\\b")))


def waits_for(screen: Screen, name: str, what: str) -> None:
    """Who waits sees for whom, and for what."""
    row = petition(screen).locator(".waitrow")
    expect(row).to_contain_text(name)
    expect(row).to_contain_text(what)


# petitions


def test_a_petition_is_granted(scene: Evening) -> None:
    """Whoever is in the scene ends it; the petitioner knows whether it was won, and everybody sees the token come."""
    robin, ines, marek, noor = scene.robin, scene.ines, scene.marek, scene.noor
    expect(petition(marek)).to_contain_text("That he says what happened")
    over(marek)
    waits_for(noor, "Ines", "to say whether it was won")
    ask = asked(ines, "Did Maud Ferrin win a real concession")
    won = ask.get_by_role("button", name="Yes, it was won")
    expect(won).to_contain_text("granted: 1 token, the kitty to Marek")
    goes_to(ines, won)
    looked_over(scene, "01-got-it")
    press(ines, won)
    expect(petition(marek)).to_contain_text("Granted")
    in_view(marek, petition(marek).get_by_role("button", name="Move the tokens"))
    goes_to(robin, asked(robin, "The tokens move").get_by_role("button", name="Move them"))
    looked_over(scene, "02-granted")
    press(marek, petition(marek).get_by_role("button", name="Move the tokens"))
    in_view(marek, marek.page.locator("#came").get_by_text("1 token from the kitty to Marek"))
    hands(scene, ines=0, marek=1)
    told(scene, "granted; 1 token from the kitty to Marek")
    looked_over(scene, "03-moved")


def test_a_petition_is_refused(scene: Evening) -> None:
    """Everybody lets it be, one of them without JavaScript; the GM goes on without the last one."""
    robin, marek, odile, noor = scene.robin, scene.marek, scene.odile, scene.noor
    press(marek, petition(marek).get_by_role("link", name="Another petition"))
    for label, name in (("Who seeks something", "Joss Amber"), ("From whom", "Maud Ferrin")):
        expect(marek.pane.get_by_label(label).locator("option:checked")).to_have_text(name)  # the other way round
    press(marek, marek.pane.get_by_role("link", name="Close"))
    another(noor, "Yssa Marr", "Corin Vale")
    denies(noor, "Did Yssa Marr win")
    for screen in (scene.ines, marek, odile):
        answers(screen, "Corin Vale gave nothing that counts", "Let it be")
    waits_for(noor, "Tomas", "to doubt it or let it be")
    looked_over(scene, "04-doubt")
    answers(robin, "Do you see it otherwise?", "Nobody doubts it")
    ask = asked(noor, "Corin Vale refuses. Do you force it?")
    expect(ask.get_by_role("button", name="Let it be refused")).to_contain_text("1 token, the kitty to you")
    goes_to(noor, ask.get_by_role("button", name="Let it be refused"))
    answers(noor, "Do you force it?", "Let it be refused")
    answers(robin, "The tokens move", "Move them")
    hands(scene, noor=1, tomas=0)
    looked_over(scene, "05-refused")


def votes(screen: Screen, word: str) -> None:
    """A hand, face down: what was chosen stays marked."""
    ask = asked(screen, "Did Maud Ferrin win")
    at_once(screen, ask.get_by_role("button", name=word))


def test_a_petition_is_doubted_and_voted_on(scene: Evening) -> None:
    """No page shows a hand before the last one is in; a tie is the caller's to break, and no hand changes then."""
    robin, ines, marek, odile = scene.robin, scene.ines, scene.marek, scene.odile
    yarn.happens(scene, (GM, "close-scene", {}), *called("Marek", "That he comes home"))
    over(scene.tomas)
    denies(ines, "Did Maud Ferrin win")
    answers(odile, "Joss Amber gave nothing that counts", "I doubt it")
    goes_to(marek, asked(marek, "Did Maud Ferrin win").get_by_role("button", name="Granted"))
    votes(marek, "Refused")
    chosen = asked(marek, "You have shown a hand").locator(".opt.chosen")
    expect(chosen).to_contain_text("Refused")
    expect(chosen).not_to_have_css("box-shadow", "none")
    expect(marek.page.locator("#came")).not_to_contain_text("shows a hand")
    looked_over(scene, "06-voting")
    for name in ("robin", "ines", "odile", "noor", "tomas"):
        page = scene.fresh(name).page
        expect(page.locator("#panel-yarn-votes")).not_to_contain_text("Refused")
    for screen, word in ((odile, "Granted"), (scene.noor, "Granted"), (robin, "Granted"), (ines, "Refused")):
        votes(screen, word)
    at_once(scene.tomas, asked(scene.tomas, "Did Maud Ferrin win").get_by_role("button", name="Refused"))
    expect(asked(marek, "As many on either side: you decide")).to_be_visible()
    expect(ines.page.locator("#panel-asks .ask")).to_have_count(0)
    looked_over(scene, "07-tie")
    answers(marek, "you decide", "Refused")
    expect(marek.page.locator("#came")).to_contain_text("Refused")
    expect(asked(ines, "Do you force it?")).to_be_visible()
    expect(petition(scene.tomas)).to_contain_text("3 + 1")
    looked_over(scene, "08-voted")


# a force and its block


def pile(screen: Screen, side: str) -> Locator:
    return petition(screen).locator(f"#pile-{side}")


def test_what_was_refused_is_forced_with_gifts(scene: Evening) -> None:
    """Gifts lie aside for everybody to see; one is taken back and given again; the block stands, and what was given to
    the force goes back."""
    ines, marek, noor, tomas = scene.ines, scene.marek, scene.noor, scene.tomas
    yarn.happens(scene, holds("Ines", "tokens", 1), holds("Marek", "tokens", 2), holds("Tomas", "tokens", 1))
    answers(ines, "Do you force it?", "Force it, with help first")
    waits_for(marek, "Ines", "to add what is missing")
    goes_to(noor, pile(noor, "force").get_by_role("button", name="Give 1 to the force"))
    looked_over(scene, "09-forcing")
    gives(noor, "force", "Steps between him and the door")
    hands(scene, ines=1, noor=0)
    for name in scene.people:
        expect(pile(scene.people[name], "force")).to_contain_text("1 of 2")
    press(noor, pile(noor, "force").get_by_role("button", name="Take it back"))
    expect(pile(noor, "force")).to_contain_text("0 of 2")
    gives(noor, "force", "")
    answers_once(ines, "The force still lacks 1 token", "Add 1 of yours")
    ask = asked(marek, "Maud Ferrin forces you. Do you block it?")
    expect(ask).to_contain_text("Block · needs 1 more")
    goes_to(marek, ask.get_by_role("button", name="Give up"))
    goes_to(tomas, pile(tomas, "block").get_by_role("button", name="Give 1 to the block"))
    looked_over(scene, "10-block")
    gives(tomas, "block", "")
    answers(marek, "Do you block it?", "Block it")
    expect(petition(ines)).to_contain_text("Blocked")
    hands(scene, ines=0, marek=0, noor=0, tomas=0)
    looked_over(scene, "11-blocked")
    press(ines, petition(ines).get_by_role("button", name="Move the tokens"))
    hands(scene, ines=4, marek=0, noor=1, tomas=0)
    told(scene, "back to their givers: 1 to Noor, 1 to Ines")
    looked_over(scene, "12-moved")


def gives(screen: Screen, side: str, words: str) -> None:
    found = pile(screen, side)
    found.get_by_role("textbox").fill(words)
    press(screen, found.get_by_role("button", name=f"Give 1 to the {side}"))
    expect(found.get_by_role("button", name="Take it back")).to_be_visible()


def answers_once(screen: Screen, words: str, option: str) -> None:
    """One tap on what is asked, which may stay for more."""
    at_once(screen, asked(screen, words).get_by_role("button", name=option))


def test_a_force_stands_and_what_was_laid_is_the_granters(scene: Evening) -> None:
    """Yssa's player, who holds no third token, gives up; no scene like it in this episode."""
    ines, noor = scene.ines, scene.noor
    another(noor, "Maud Ferrin", "Yssa Marr")
    denies(ines, "Did Maud Ferrin win")
    answers(scene.robin, "Do you see it otherwise?", "Nobody doubts it")
    force = asked(ines, "Yssa Marr refuses. Do you force it?").get_by_role("button", name="Force it", exact=False).first
    expect(force).to_contain_text("2 of your tokens to Noor, if nobody blocks it for 3")
    press(ines, force)
    answers(noor, "Do you block it?", "Give up")
    answers(scene.robin, "The tokens move", "Move them")
    hands(scene, ines=2, noor=3)
    told(scene, "forced; 2 tokens from Ines to Noor")
    expect(petition(noor)).to_contain_text("a force was made between them in this episode")
    looked_over(scene, "13-forced")


def test_everybody_reads_the_ledger_with_both_ends(scene: Evening) -> None:
    for name in ("marek", "odile", "robin"):
        rows = scene.people[name].at("points").page.locator("main li").all_inner_texts()
        found = [" ".join(one.split()) for one in rows]
        for words in ("Ines, laid aside to Noor 2 tokens Forced", "Marek, laid aside to Ines 2 tokens Blocked",
                      "The kitty to Marek 1 token granted"):  # fmt: skip
            assert any(one.startswith(words) for one in found), (name, words, found)
        scene.people[name].at("")


# a procedural scene


def practical(screen: Screen) -> Locator:
    return at(screen).page.locator("#panel-yarn-practical")


def throws(screen: Screen, *faces: int) -> None:
    """With real dice."""
    press(screen, screen.pane.locator("summary").filter(has_text="My dice"))
    screen.pane.locator("[name=faces]").fill(" ".join(map(str, faces)))
    send(screen)


def more(screen: Screen, field: str, count: int = 1) -> None:
    for _ in range(count):
        press(screen, screen.pane.locator(f"#field-{field} [data-by='1']"))


def result(evening: Evening, *words: str) -> None:
    for name in evening.people:
        newest = evening.fresh(name).page.locator("#log-cards > li.result").last
        for one in words:
            expect(newest, f"{one} at {name}").to_contain_text(one)


def test_dice_with_bonus_and_penalty(scene: Evening) -> None:
    """The goal stands on the stage and the way to the dice below it; two sixes are a good break, two ones a bad one."""
    ines, marek = scene.ines, scene.marek
    call = {
        "cast": THERE[:4], "mode": "procedural", "place": "@The lock", "situation": "The gate is jammed.",
        "what": "To open the sluice by hand", "time": "later",
    }  # fmt: skip
    purses = (holds("Ines", "bennies", 2), holds("Marek", "bennies", 1))
    yarn.happens(scene, (GM, "close-scene", {}), *purses, ("Odile", "yarn.pass-call", {}), ("Noor", "yarn.call", call),
                 (GM, "yarn.start-anyway", {}))  # fmt: skip
    expect(practical(marek)).to_contain_text("To open the sluice by hand")
    in_view(marek, practical(marek).get_by_role("link", name="Roll", exact=True))
    looked_over(scene, "14-practical")
    press(ines, practical(ines).get_by_role("link", name="Roll", exact=True))
    picks(ines, "trait", "Innkeeper")
    more(ines, "bonus")
    picks(ines, "task", "Hard")
    expect(ines.pane.locator("footer .btn.main")).to_have_text("Throw 5 dice")
    looked_over(scene, "15-roll")
    throws(ines, 6, 6, 5, 4, 1)
    result(scene, "21", "Maud Ferrin")
    expect(marek.page.locator("#came b")).to_have_text(["21", "Success 10 more, Good break, Real dice"])
    press(marek, practical(marek).get_by_role("link", name="Roll", exact=True))
    picks(marek, "trait", "Ferryman")
    more(marek, "penalty")
    throws(marek, 1, 1, 2, 6)
    in_view(marek, marek.page.locator("#came").get_by_text("4"))
    result(scene, "4", "Joss Amber")
    looked_over(scene, "16-rolled")


def test_one_rolls_against_another(scene: Evening) -> None:
    noor, tomas = scene.noor, scene.tomas
    press(noor, practical(noor).get_by_role("link", name="Roll against somebody"))
    noor.pane.get_by_label("Against whom").select_option(label="Corin Vale")
    picks(noor, "trait", "Surgeon")
    send(noor, "Ask Corin Vale")
    ask = asked(tomas, "rolls against Corin Vale")
    goes_to(tomas, ask.get_by_role("button", name="Quick"))
    looked_over(scene, "17-opposed")
    press(tomas, ask.get_by_role("button", name="Quick"))
    result(scene, "Yssa Marr", "Corin Vale")
    told = re.compile(r"^((Yssa Marr|Corin Vale) wins by \d+|A draw)$")
    expect(scene.marek.page.locator("#came p b")).to_have_text(told, timeout=10_000)
    looked_over(scene, "18-opposed")


def test_of_a_hidden_roll_players_see_nothing(scene: Evening) -> None:
    """Not a card, not a number more in the log, not a word."""
    robin = scene.robin
    others = [name for name in scene.people if name != "robin"]
    before = {name: scene.fresh(name).page.locator("#log-cards > li").count() for name in others}
    press(robin, robin.page.locator(".hand").get_by_role("link", name="Secret roll"))
    robin.pane.get_by_label("What for").fill("Somebody under the ice")
    send(robin)
    expect(robin.page.locator("#log-cards > li").last).to_contain_text("Somebody under the ice")
    scene.shown("Somebody under the ice", to=["robin"])
    for name in others:
        assert scene.people[name].page.locator("#log-cards > li").count() == before[name]
    looked_over(scene, "19-hidden")


def test_several_at_one_task(scene: Evening) -> None:
    """Each lends their dice with one tap where they sit; with the last one they fall for all."""
    robin = scene.robin
    press(robin, practical(robin).get_by_role("link", name="Several at one task"))
    robin.pane.get_by_label("What they are at").fill("Lift the gate")
    press(robin, robin.pane.locator("label").filter(has_text="Yssa Marr"))  # Adele, who is not there, is not ticked
    picks(robin, "way", "Combine the dice")
    picks(robin, "task", "Moderate")
    looked_over(scene, "20-effort")
    send(robin, "Ask")
    for screen, trait in ((scene.ines, "Strong as a drayman"), (scene.marek, "Brawler"), (scene.tomas, "Quick")):
        ask = asked(screen, "Lift the gate")
        expect(ask).to_contain_text("your dice are lent to it")
        goes_to(screen, ask.get_by_role("button", name=trait))
        if screen is scene.marek:
            looked_over(scene, "21-lends")
        press(screen, asked(screen, "Lift the gate").get_by_role("button", name=trait))
        expect(screen.page.locator("#panel-asks .ask").filter(has_text="Lift the gate")).to_have_count(0)
    result(scene, "Lift the gate", "Maud Ferrin", "Joss Amber")
    looked_over(scene, "22-lifted")


# bennies


def purse(screen: Screen) -> Locator:
    """What bennies buy, laid open."""
    found = at(screen).page.locator("#panel-yarn-bennies")
    if not found.locator("details[open]").count():
        press(screen, found.locator("summary"))
    return found


def test_bennies_are_spent(scene: Evening) -> None:
    """One buys a token, one burns somebody else's; the second in a scene is off, and says why."""
    ines, marek = scene.ines, scene.marek
    token = purse(ines).get_by_role("button", name="1 token")
    expect(token).to_contain_text("from the kitty to your hand")
    looked_over(scene, "23-bennies")
    press(ines, token)
    hands(scene, ines=3)
    expect(purse(ines).locator(".opt.off").first).to_contain_text("in this scene")
    press(marek, purse(marek).get_by_role("link", name="Burn a token"))
    marek.pane.get_by_label("Whose").select_option(label="Noor")
    looked_over(scene, "24-burn")
    send(marek, "Burn it for 1 bennie")
    hands(scene, noor=2)
    told(scene, "Noor")
    looked_over(scene, "25-burned")


def test_breaks_leave_consequences(scene: Evening) -> None:
    """When the scene ends whoever had breaks throws for them; the one who had bad ones has no choice."""
    ines, marek, noor = scene.ines, scene.marek, scene.noor
    press(noor, at(noor).page.locator("#panel-yarn-calling").get_by_role("button", name="Close the scene"))
    goes_to(ines, asked(ines, "Maud Ferrin had a good break").get_by_role("button", name="Throw"))
    goes_to(marek, asked(marek, "Joss Amber had").get_by_role("button", name="Throw"))
    looked_over(scene, "26-breaks")
    answers(ines, "Maud Ferrin had a good break", "Throw")
    answers(marek, "Joss Amber had", "Throw")
    told(scene, "Joss Amber")
    looked_over(scene, "27-consequences")


# the close


def test_the_episode_closes_with_statements(scene: Evening) -> None:
    """One after the other; one of them leaves it to the GM, who says it; the hands are fixed from now on."""
    robin, ines, marek, odile = scene.robin, scene.ines, scene.marek, scene.odile
    press(robin, at(robin).page.locator("#panel-yarn-calling").get_by_role("link", name="The last one was the closer"))
    send(robin)
    press(robin, robin.page.locator("#panel-yarn-calling").get_by_role("link", name="Close the episode"))
    looked_over(scene, "28-close")
    send(robin, "Fix the hands")
    ask = asked(ines, "How did you bring out the poles of Maud Ferrin?")
    expect(ask).to_contain_text("Your hand is fixed: 3 tokens")
    goes_to(ines, ask.get_by_role("link", name="Say it"))
    looked_over(scene, "29-statement")
    states(ines, "I fed them all, and wrote it down.")
    goes_to(marek, asked(marek, "the poles of Joss Amber").get_by_role("button", name="Let the GM say it"))
    looked_over(scene, "30-statement")
    answers(marek, "the poles of Joss Amber", "Let the GM say it")
    goes_to(robin, asked(robin, "the poles of Joss Amber").get_by_role("link", name="Say it"))
    states(robin, "He rowed back for her.")
    for screen in (odile, scene.noor, scene.tomas):
        states(screen, "I did what I could.")
    expect(at(odile).page.locator("#panel-yarn-closing")).to_contain_text("He rowed back for her.")


def states(screen: Screen, words: str) -> None:
    press(screen, asked(screen, "the poles of").get_by_role("link", name="Say it"))
    screen.pane.locator("[name=text]").fill(words)
    send(screen, "Say it")
    expect(at(screen).page.locator("#panel-asks .ask").filter(has_text="the poles of")).to_have_count(0)


ORDERS = {
    "ines": ("Joss", "Yssa", "Adele"), "marek": ("Maud", "Yssa", "Adele"), "odile": ("Maud", "Joss", "Yssa"),
    "noor": ("Maud", "Joss", "Adele"), "tomas": ("Maud", "Joss", "Yssa"), "robin": ("Maud", "Joss", "Yssa", "Adele"),
}  # fmt: skip
"""Best first; the one who is left over takes the last place by itself."""
MINE = "Marek, Noor, Odile, Tomas"
"""What the page shows of the first ballot to whoever sent it."""


def ranks(screen: Screen, order: tuple[str, ...]) -> None:
    press(screen, asked(screen, "Whose poles came out best?").get_by_role("link", name="Rank them"))
    for place, name in enumerate(order, 1):
        row = screen.pane.locator(".rank").filter(has=screen.page.locator(".rwho b", has_text=name))
        press(screen, row)
        expect(row.locator("> .num")).to_have_text(str(place))


def test_ballots_are_secret(scene: Evening) -> None:
    """They are tapped together and may be changed; that one is in is open, what is on it stands on no page but one's
    own; and nobody's view shows it."""
    marek = scene.marek
    for name, order in ORDERS.items():
        screen = scene.people[name]
        ranks(screen, order)
        if name in ("ines", "marek"):
            looked_over(scene, f"31-ballot-{name}")
        send(screen, "Send my ballot")
        if name == "ines":
            expect(scene.ines.page.locator("#panel-asks .ask")).to_contain_text("You have sent a ballot")
            expect(at(marek).page.locator("#panel-yarn-closing")).to_contain_text("1 of 6 ballots are in.")
            assert MINE in scene.ines.words()
            for other in set(scene.people) - {"ines", "robin"}:
                assert MINE not in scene.fresh(other).words()
    expect(asked(scene.robin, "Who gains a bennie?")).to_be_visible()
    looked_over(scene, "32-tally")
    for name in set(scene.people) - {"robin"}:
        assert "The tally" not in scene.fresh(name).words()


def test_who_gains_and_the_next_theme(scene: Evening) -> None:
    """Everybody hears who gains; all tokens are the kitty's; the order for themes is drawn, and one names the next."""
    robin = scene.robin
    answers(robin, "Who gains a bennie?", "Ines and Marek")
    hands(scene, ines=0, marek=0, odile=0, noor=0, tomas=0, robin=0)
    chooser = next(one for one in scene.people.values() if named_to_choose(one))
    looked_over(scene, "33-theme")
    press(chooser, asked(chooser, "You choose the theme of episode 2").get_by_role("link", name="Name the theme"))
    chooser.pane.locator("[name=theme]").fill("Debts")
    send(chooser)
    last = asked(robin, "Experience dice, and the episode is over")
    goes_to(robin, last.get_by_role("button", name="Close the episode"))
    looked_over(scene, "34-last-step")


def named_to_choose(screen: Screen) -> bool:
    asks = at(screen).page.locator("#panel-asks .ask")
    return asks.filter(has_text="You choose the theme").count() > 0


def takes_back(gm: Screen, words: str) -> None:
    """The newest key of the GM's hand takes back what it says."""
    key = gm.page.locator(".hand .key").filter(has_text="Undo")
    expect(key).to_contain_text(words)
    press(gm, key)
    send(gm, "Take it back")


def test_the_close_is_taken_back_step_by_step(scene: Evening) -> None:
    """As far as nobody's ballot is in the way, which the GM is told; then it is done again."""
    robin, ines = scene.robin, scene.ines
    answers(robin, "Experience dice, and the episode is over", "Close the episode")
    for name in scene.people:
        expect(scene.fresh(name).page.locator("#panel-yarn-closing")).to_have_text("")
    looked_over(scene, "35-closed")
    steps = {"closes episode 1": "Dice", "notes the theme": "Theme", "the cards for themes": "Bennies"}
    for words, step in steps.items():
        takes_back(robin, words)
        for screen in (robin, ines):
            expect(screen.page.locator("#panel-yarn-closing [aria-current=step]")).to_have_text(step)
    hands(scene, ines=3, noor=2)
    takes_back(robin, "all ballots are")
    expect(asked(robin, "Whose poles came out best?")).to_be_visible()
    with robin.trouble():
        press(robin, robin.page.locator(".hand .key").filter(has_text="Undo"))
        press(robin, robin.pane.locator("footer .btn.main"))
        expect(robin.pane).to_contain_text("Later acts build on it")
    looked_over(scene, "36-refused")
    press(robin, robin.pane.get_by_role("link", name="Leave it"))
    ranks(robin, ORDERS["robin"])
    send(robin, "Send my ballot")
    answers(robin, "Who gains a bennie?", "Ines and Marek")
    hands(scene, ines=0, noor=0)
