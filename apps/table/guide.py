"""How a table works: keys, what can be typed, what signs mean. Each list is the one that the program itself goes by, or
is compared with it by a test, so that the page cannot grow stale."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from apps.rules.registry import RuleText, Switch, text
from apps.table.viewer import Viewer

SHOWN, BEFORE = 24, 8  # words of a rule that was found, and how many of them come before the one looked for


@dataclass(frozen=True)
class Entry:
    """Something that can be typed or pressed, and what it does."""

    signs: tuple[str, ...]
    means: str


KEYS = (
    Entry(("/", "Shift C"), "To the line where one speaks and rolls."),
    Entry(("Enter",), "Sends that line; with Shift it begins another one."),
    Entry(("ArrowUp",), "In the empty line: what you sent last, once more."),
    Entry(("Escape",), "Leaves the line, a menu or a form."),
    Entry(("Ctrl Z",), "Undo: shows what would be taken back."),
)

HEADINGS = {
    "table": "Rolls",
    "characters": "Characters",
    "combat": "Fights and wounds",
    "drama": "The story",
    "ships": "Ships",
    "magic": "Powers and magic",
}

_typed: list[Callable[[Viewer], list[Entry]]] = []


def can_be_typed(source: Callable[[Viewer], list[Entry]]) -> Callable[[Viewer], list[Entry]]:
    """Registers what a line may begin with; the table itself knows none."""
    _typed.append(source)
    return source


def typed(viewer: Viewer) -> list[Entry]:
    return [one for source in _typed for one in source(viewer)]


def of_the_game(viewer: Viewer, name: str) -> SafeString:
    """What a game adds to a part of the page, in table/<game>/<name>.html, where it adds something."""
    game = viewer.game
    return render_to_string([f"table/{game.key}/{name}.html", f"table/{name}.html"], {"viewer": viewer, "game": game})


def rules_with(rules: Iterable[RuleText], words: str) -> list[RuleText]:
    """Those of the rules that have all these words, first those that have them in their titles; all without a word."""
    wanted = words.casefold().split()
    found = [one for one in rules if all(word in _text(one) for word in wanted)]
    return sorted(found, key=lambda one: not all(word in one.title.casefold() for word in wanted)) if wanted else found


def passage(rule: RuleText, words: str) -> str:
    """So many words of a rule that one reads why it was found; the marks of its lists are left out."""
    said, wanted = [one for one in rule.says.split() if one != "•"], words.casefold().split()
    found = (at for at, one in enumerate(said) if any(word in one.casefold() for word in wanted))
    first = next(found, 0)
    start = first - BEFORE if first >= SHOWN else 0
    dots = "… " if start else "", " …" if start + SHOWN < len(said) else ""
    return " ".join(said[start : start + SHOWN]).join(dots)


def headings(rules: Iterable[RuleText]) -> dict[str, list[RuleText]]:
    """The same rules by what they are about: the words of the app in which a person meets them."""
    found: dict[str, list[RuleText]] = {}
    for one in rules:
        found.setdefault(HEADINGS[one.app], []).append(one)
    return found


@dataclass(frozen=True)
class OptionGroup:
    """The table's options about one thing, each row with its switch: first those worth having from the start."""

    id: str
    title: str
    first: list[tuple[Any, Switch]]
    later: list[tuple[Any, Switch]]


def option_groups(rows: Iterable[tuple[Any, Switch]]) -> list[OptionGroup]:
    """Rows of options by what their rules are about, in the order of the headings."""
    held: dict[str, list[tuple[Any, Switch]]] = {app: [] for app in HEADINGS}
    for row in rows:
        held[text(row[1].rule).app].append(row)
    return [_option_group(app, found) for app, found in held.items() if found]


def _option_group(app: str, found: list[tuple[Any, Switch]]) -> OptionGroup:
    first, later = ([row for row in found if (row[1].priority == "first") is early] for early in (True, False))
    return OptionGroup(f"options-{app}", HEADINGS[app], first, later)


def _text(rule: RuleText) -> str:
    switches = (f"{one.title} {one.effect}" for one in rule.switches)
    return " ".join((rule.title, rule.says, *rule.examples, *switches)).casefold()
