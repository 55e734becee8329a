"""The commonest acts of each game and role, and how many taps they take; what is counted stands in docs/taps.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error

from apps.rules.dragonfly.lists import SUCCESS_LEVELS
from tests.browser.evening import claim, demonstration
from tests.browser.screens import PHONE, TABLET, Screen, Shape
from tests.browser.taps import Counted, Deed, Hand, over, written
from tests.servers import Server

TAPS = Path(__file__).resolve().parents[2] / "docs/taps.md"
LEVEL = "Success Level|Failure"
DRAGONS = r"\bSuccess\b|Not enough"
ROUGH = r"\bSuccess\b|Not enough|Extreme"
WORD = "|".join(["Failure", *(row.description for row in SUCCESS_LEVELS)])

SAY = Deed("Say something", ("the line=Good evening.", "Enter"), r"Good evening\.", at="#log")
TYPED = Deed("Roll what one types", ("the line=/r 2d6 # crates", "Enter"), "crates", at="#log")
UNSAY = Deed(
    "Take back what one said", ("the newest More", "the newest Undo", "Take it back"), "taken back", True, "#log"
)
WHY = Deed("See why a roll came out so", ("the newest Why",), "Total", at="#log")
RULE = Deed("Look up a rule", ("Menu", "The rules"), "The rules of")
LINES = Deed("Name a line or a veil", ("Menu", "Lines and veils"), "A line is never crossed")
SHEET = Deed("Look at one’s sheet", ("Sheet",), "Attributes|Distinctions|Traits")
PAUSE = Deed("Stop the table", ("Pause",), "A pause|asked for a pause")
GO_ON = Deed("Go on", ("Go on",), "goes on")
SEEN = Deed("See what a player sees", ("View as", "Ines"), "You see what Ines sees")
UNDONE = Deed("Take back the newest act", ("the newest Undo", "Take it back"), "takes back|taken back")
HIDE = Deed("Hide what everybody saw", ("the newest Hide",), "hides a card")
SPEAK = Deed("Say something", ("the line=The lamp goes out.", "Enter"), r"The lamp goes out\.")
REMIND = Deed("Remind somebody", ("Remind",), "reminded")


def asks(gm: str) -> Deed:
    """Only a GM takes back what dice fell in."""
    return Deed(
        f"Ask the {gm} to take a roll back", ("the newest Undo", f"Ask the {gm}"), "asks to take back", at="#log"
    )


Role = tuple[str, str, Shape, tuple[Deed, ...]]
ROLES: dict[str, tuple[Role, ...]] = {
    "Dragonfly": (
        ("The Director", "Robin", TABLET, (
            REMIND,
            Deed("Answer for somebody", ("Answer for them", "Roll d10"), LEVEL),
            Deed("Ask for a roll", ("Ask for a roll", "Ask two people"), "asks Shannon Reyes", choosing=True),
            Deed("Hurt somebody by a point", ("Brute, Life Points: one less",), "changes Brute"),
            Deed("Give somebody a Drama Point", ("Pell, Drama Points: one more",), "changes Pell"),
            Deed("Look at somebody’s sheet", ("Pell",), "Attributes"),
            Deed("Roll for the supporting cast", ("Roll", "Roll d10"), LEVEL),
            SPEAK, UNDONE, HIDE, PAUSE, GO_ON, SEEN,
        )),
        ("A player", "Ines", PHONE, (
            Deed("Answer what is asked", ("Roll d10",), WORD),
            Deed("Roll attribute and skill", ("Dex", "Kung Fu", "Roll"), r"Dexterity \+ Kung Fu", True, "#sheet"),
            Deed("Roll once more", ("Roll",), WORD, at="#sheet"),
            Deed("Roll with all that may help", ("More ways to roll", "Roll d10"), WORD, at="#sheet"),
            SHEET, SAY, UNSAY, TYPED, asks("Director"), WHY, RULE, LINES, PAUSE,
        )),
    ),
    "Crew": (
        ("The GM", "Robin", TABLET, (
            REMIND,
            Deed("Give a plot point", ("A plot point for Kit",), "Kit.*plot point|plot point.*Kit"),
            Deed("Set somebody’s plot points", ("Wren, plot points: one more",), "plot points of Wren"),
            Deed("Give a Complication", ("A Complication for Kit", "its name=Winded", "Do it"), "Winded", True),
            Deed("Ask for a roll", ("Ask for a roll", "Ask one person"), "asks Kit", True),
            Deed("Look at somebody’s sheet", ("Kit",), "Distinctions"),
            RULE, SPEAK, UNDONE, HIDE, PAUSE, GO_ON, SEEN,
        )),
        ("A player", "Ines", PHONE, (
            Deed("Take another attribute", ("Mental",), "Mental"),
            Deed("Take a die out of the pool", ("Take out Carbines",), "four dice"),
            Deed("Put a die into the pool", ("Carbines",), "five dice"),
            Deed("Roll the pool", ("Roll five dice",), "Raises the stakes|Not enough|wins"),
            SHEET, SAY, UNSAY, TYPED, asks("GM"), WHY, RULE, LINES, PAUSE,
        )),
    ),
    "Dragon": (
        ("A player", "Ines", PHONE, (
            Deed("See what an act costs", ("The prices",), "later phase"),
            Deed("Attack somebody", ("Attack", "Go"), "attacks Tide warden 1", choosing=True),
            Deed("Roll a substat", ("Intelligence", "Roll"), DRAGONS, at="#sheet"),
            replace(SHEET, shows="Hit points"),
            SAY, UNSAY, TYPED, asks("GM"), replace(WHY, shows="Rolling a substat"), RULE, LINES, PAUSE,
        )),
        ("The GM", "Robin", TABLET, (
            GO_ON,
            Deed("Answer a hit for the supporting cast", ("Nothing",), "hit points left|It misses"),
            Deed("Answer an offer", ("Yes",), "is allowed"),
            Deed("Attack with the supporting cast", ("Attack", "Attack Ketta Vane"), "attacks Ketta", choosing=True),
            Deed("Harm somebody by hand", ("Harm or heal Tide warden 1", "how much=3", "3 damage"),
                 "sets the damage of Tide warden 1", choosing=True),
            REMIND,
            Deed("Ask for a roll", ("Ask for a roll", "Ask"), "asks Ketta Vane", choosing=True),
            Deed("Roll in secret", ("Secret roll", "Roll"), DRAGONS),
            Deed("Look at somebody’s sheet", ("Captain Sorrel",), "Movement"),
            RULE, SPEAK, UNDONE, HIDE, SEEN, PAUSE,
        )),
    ),
    "Rough Magic": (
        ("A player", "Ines", PHONE, (
            Deed("Move in one’s turn", ("Walk 9 m",), "moves: Walk"),
            Deed("Take cover", ("Cover: attacks on you meet +3",), "cover"),
            Deed("Attack somebody", ("Attack", "Roll 2d6"), "Hits|Misses", choosing=True, falls=(1, 2)),
            Deed("Roll an attribute", ("Perception", "Roll 2d6"), ROUGH, at="#sheet", falls=(6, 5)),
            replace(WHY, shows="Target number"),
            Deed("Ask for a hint", ("Spend", "Inspiration", "Ask for a hint"), "hint|Inspiration", True, "#sheet"),
            Deed("End one’s turn", ("Ressa Tull is done",), "Guard 1 is on"),
            replace(SHEET, shows="Plot points"),
            SAY, UNSAY, TYPED, asks("GM"), RULE, LINES, PAUSE,
        )),
        ("The GM", "Robin", TABLET, (
            GO_ON,
            Deed("Go on to the next turn", ("Next",), "is on"),
            Deed("Give a plot point", ("A plot point for Ines",), "plot point"),
            Deed("Harm somebody by hand", ("Harm Sel Marrow", "Take the levels"), "does harm", choosing=True),
            Deed("Begin a state", ("A state of Ressa Tull", "Prone", "So it is"), "is now prone", choosing=True),
            Deed("Ask for a roll", ("Ask for a roll", "Ask"), "asks Ressa Tull", choosing=True),
            REMIND,
            Deed("Roll in secret", ("Secret roll", "Roll 2d6"), ROUGH),
            Deed("Look at somebody’s sheet", ("Sel Marrow",), "Endurance"),
            RULE, SPEAK, UNDONE, HIDE, SEEN, PAUSE,
        )),
    ),
    "Yarn": (
        ("A player", "Ines", PHONE, (
            Deed("Force what was refused", ("Force it",), "forces Joss Amber"),
            Deed("Roll a trait", ("Hears what is not said", "Throw 3 dice"), "Maud Ferrin, Hears what", at="#sheet"),
            Deed("See what ties people", ("The ties of Maud Ferrin",), "Brother of the husband"),
            Deed("See whose call it is", ("Calling order",), "this scene"),
            SHEET, SAY, UNSAY, TYPED, asks("GM"), RULE, LINES, PAUSE,
        )),
        ("The GM", "Robin", TABLET, (
            GO_ON, REMIND,
            Deed("Answer for somebody", ("Answer for them", "Let the force stand", "That is my word"),
                 "does not block it", choosing=True),
            Deed("Let the tokens move", ("Move them",), "lets the tokens move"),
            Deed("Ask for a roll", ("Ask for a roll", "Ask 3"), "asks Maud Ferrin", choosing=True),
            Deed("Roll in secret", ("Secret roll", "Throw 2 dice"), "A roll in secret"),
            Deed("Look at somebody’s sheet", ("Maud Ferrin",), "Traits"),
            Deed("Close the scene", ("Close the scene",), "closes the scene"),
            RULE, SPEAK, UNDONE, HIDE, SEEN, PAUSE,
        )),
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def tables(chromium: Browser) -> Iterator[tuple[Server, dict[str, Any]]]:
    """A server whose demonstrations nobody else has played at, and by game what sits there."""
    with Server(DJANGO_SETTINGS_MODULE="tests.browser.settings") as server:
        host = claim(chromium, server)
        yield server, {game: demonstration(chromium, server, host, game) for game in ROLES}


@pytest.fixture
def hand(chromium: Browser, tables: tuple[Server, dict[str, Any]]) -> Iterator[Callable[[str, str, Shape], Hand]]:
    server, shown = tables
    opened: list[Screen] = []

    def made(game: str, name: str, shape: Shape) -> Hand:
        cookies, seats = shown[game]
        opened.append(Screen(chromium, server.address(), shape, cookies=cookies))
        opened[-1].url = seats[name]
        return Hand(opened[-1], server.data)

    yield made
    for window in opened:
        window.close()


@pytest.mark.timeout(900)
def test_the_commonest_acts_take_two_taps(hand: Callable[[str, str, Shape], Hand]) -> None:
    """Three where something has to be chosen. Whatever differs from the document is written down there, and told."""
    counts, wrong = counted(hand)
    wrong += [f"{title}: {one}" for title, found in counts.items() for one in over(found)]
    assert not wrong, "\n".join(wrong)
    told = written(counts)
    if not TAPS.exists() or TAPS.read_text() != told:
        TAPS.write_text(told)
        pytest.fail("docs/taps.md told something else. It is written anew: look at what has changed.")


def counted(hand: Callable[[str, str, Shape], Hand]) -> tuple[dict[str, list[Counted]], list[str]]:
    """Each act of each role, and what could not be done."""
    counts: dict[str, list[Counted]] = {}
    wrong: list[str] = []
    for game, roles in ROLES.items():
        for role, name, shape, deeds in roles:
            fingers = hand(game, name, shape)
            found = counts.setdefault(f"{game}: {role}", [])
            for deed in deeds:
                try:
                    found.append(fingers.does(deed))
                except (AssertionError, Error) as no:
                    wrong.append(f"{game}: {role}: {deed.what}: {str(no).splitlines()[0]} ({fingers.way})")
    return counts, wrong


def test_each_role_has_its_twelve() -> None:
    assert {len(deeds) >= 12 for roles in ROLES.values() for _, _, _, deeds in roles} == {True}


def test_what_takes_too_many_is_told() -> None:
    deed = Deed("Dance", ("a", "b"), "!")
    assert over([Counted(deed, 2, ("a", "b"))]) == []
    assert over([Counted(deed, 3, ("a", "b", "Log"))]) == ["Dance: 3, 2 at most (a → b → Log)"]
    assert "| Dance | 3 | a → b → Log |" in written({"A game: A role": [Counted(deed, 3, ("a", "b", "Log"))]})
