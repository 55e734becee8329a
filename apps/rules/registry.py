"""Which function does which rule, and what the program tells about it.

`@rule("dragonfly.base-check")` ties a function to its rule's id; a game's `book.toml` holds the words. A game is a
folder here that has a `book.toml`.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, TypeVar, cast

from apps.rules.distance import Grid
from apps.rules.refusal import Refused

SwitchKind = Literal["on-off", "choice", "number", "text"]
SwitchValue = bool | int | str
Function = TypeVar("Function", bound=Callable[..., Any])


class Unknown(LookupError):  # noqa: N818 - reads as what happened, like Refused
    """No game, rule or switch has this id."""


@dataclass(frozen=True)
class Choice:
    """One value of a switch: `value` is what is stored, `title` what people read."""

    value: str
    title: str


@dataclass(frozen=True)
class Switch:
    """A choice that a table makes about a rule.

    `key` is stable ("typed-dice"), `default` the stored text, `effect` one sentence, `rule` the id of the changed rule.
    `choices` are given for kinds on-off and choice; `least` and `most` bound a number; `pattern` is what a text must
    match and `hint` says it in words. `priority` is "first" or "later": how early a table is likely to want it.
    """

    key: str
    default: str
    kind: SwitchKind
    choices: tuple[Choice, ...]
    title: str
    effect: str
    rule: str
    priority: Literal["first", "later"]
    least: int
    most: int
    pattern: str
    hint: str

    def parse(self, text: str) -> SwitchValue:
        """The typed value of the stored `text`: bool for on-off, int for number, else str. Refuses the rest."""
        text = text.strip()
        match self.kind:
            case "on-off":
                return self._choice(text) == "on"
            case "choice":
                return self._choice(text)
            case "number":
                return self._number(text)
            case "text":
                return self._text(text)

    def _choice(self, text: str) -> str:
        values = [choice.value for choice in self.choices]
        if text not in values:
            raise Refused("switch-choice", f"“{text}” is not a choice for {self.title}: {', '.join(values)}.", self.key)
        return text

    def _number(self, text: str) -> int:
        # The length keeps Python's limit on huge numbers out of the way.
        if not re.fullmatch(r"[0-9]{1,9}", text) or not self.least <= int(text) <= self.most:
            why = f"“{text}” does not fit {self.title}: a whole number from {self.least} to {self.most}."
            raise Refused("switch-number", why, self.key)
        return int(text)

    def _text(self, text: str) -> str:
        if not re.fullmatch(self.pattern, text):
            raise Refused("switch-text", f"“{text}” does not fit {self.title}: {self.hint}.", self.key)
        return text


@dataclass(frozen=True)
class RuleText:
    """What the program tells of one rule. `app` says where a person meets it; `switches` are those that change it. The
    text of one that is `for_gm` is for the GMs alone.
    """

    id: str
    game: str
    title: str
    app: str
    says: str
    examples: tuple[str, ...]
    switches: tuple[Switch, ...]
    for_gm: bool = False


@dataclass(frozen=True)
class Measures:
    """How a game measures on a board: its cells, the word for its unit, of many and of one, and the board that it lays
    out where nobody says otherwise."""

    grid: Grid
    unit: str
    one: str
    per_cell: int
    columns: int
    rows: int

    def unit_for(self, many: int) -> str:
        """The unit behind that number."""
        return self.one if many == 1 else self.unit


@dataclass(frozen=True)
class Book:
    """A game. `line` describes it in one line, `gm` is its word for the GM, `emblem` and `accent` name its look.
    `session` is what it calls an evening, `fight` what it calls one; `board` is None where distances are never counted,
    `points` false where there are none that go from one to another and stand in a ledger."""

    game: str
    title: str
    line: str
    gm: str
    dice: str
    emblem: str
    accent: str
    rules: tuple[RuleText, ...]
    switches: tuple[Switch, ...]
    board: Measures | None = None
    session: str = "session"
    fight: str = "fight"
    points: bool = True

    def rules_for(self, *, gm: bool) -> tuple[RuleText, ...]:
        """The rules that somebody may read."""
        return tuple(one for one in self.rules if gm or not one.for_gm)

    def rule(self, id: str) -> RuleText:
        return _pick(id, {rule.id: rule for rule in self.rules}, "rule")

    def switch(self, key: str) -> Switch:
        return _pick(key, {switch.key: switch for switch in self.switches}, "switch")

    def defaults(self) -> dict[str, str]:
        """Every switch's key with its default, as a new table stores them."""
        return {switch.key: switch.default for switch in self.switches}


_functions: dict[str, Callable[..., Any]] = {}


def rule(id: str) -> Callable[[Function], Function]:
    """Ties a function to the rule `id`; one function to an id."""

    def tie(function: Function) -> Function:
        if id in _functions:
            raise ValueError(f"{id} is already done by {_functions[id].__qualname__}")
        _functions[id] = function
        return function

    return tie


def find(id: str) -> Callable[..., Any]:
    """The function that does the rule `id`. Raises Unknown."""
    _import(id.partition(".")[0])
    return _pick(id, _functions, "function for the rule")


def done(game: str) -> frozenset[str]:
    """The ids of the game's rules that have a function."""
    _import(game)
    return frozenset(id for id in _functions if id.partition(".")[0] == game)


def text(id: str) -> RuleText:
    """What the program tells of the rule `id`. Raises Unknown."""
    return book(id.partition(".")[0]).rule(id)


@cache
def games() -> tuple[str, ...]:
    """The ids of all games, in alphabetical order."""
    return tuple(sorted(_books()))


@cache
def book(game: str) -> Book:
    """The game's book, read once. Raises Unknown."""
    if game not in games():
        raise Unknown(f"no such game: {game}")
    data = tomllib.loads(_books()[game].read_text(encoding="utf-8"))
    switches = tuple(_switch(row) for row in data.get("switch", ()))
    rules = tuple(_rule_text(game, row, switches) for row in data["rule"])
    head = {key: data[key] for key in ("title", "line", "gm", "dice", "emblem", "accent")}
    head |= {key: data[key] for key in ("session", "fight", "points") if key in data}
    board = Measures(**data["board"]) if "board" in data else None
    return Book(game=game, rules=rules, switches=switches, board=board, **head)


def _books() -> dict[str, Path]:
    """Where each game's book is. A package may lie in several folders; see its `__path__`."""
    folders = import_module("apps.rules").__path__
    return {path.parent.name: path for folder in folders for path in Path(folder).glob("*/book.toml")}


def _import(game: str) -> None:
    if game not in games():
        raise Unknown(f"no such game: {game}")
    import_module(f"apps.rules.{game}")


Found = TypeVar("Found")


def _pick(id: str, among: Mapping[str, Found], what: str) -> Found:
    try:
        return among[id]
    except KeyError:
        raise Unknown(f"no such {what}: {id}") from None


def _rule_text(game: str, row: dict[str, Any], switches: tuple[Switch, ...]) -> RuleText:
    own = tuple(switch for switch in switches if switch.rule == row["id"])
    examples = tuple(row.get("examples", ()))
    return RuleText(row["id"], game, row["title"], row["app"], row["says"], examples, own, row.get("gm", False))


ON_OFF = (Choice("on", "On"), Choice("off", "Off"))


def _switch(row: dict[str, Any]) -> Switch:
    return Switch(
        key=row["key"],
        default=row["default"],
        kind=cast(SwitchKind, row["kind"]),
        choices=ON_OFF if row["kind"] == "on-off" else tuple(Choice(**choice) for choice in row.get("choices", ())),
        title=row["title"],
        effect=row["effect"],
        rule=row["rule"],
        priority=row["priority"],
        least=row.get("least", 0),
        most=row.get("most", 0),
        pattern=row.get("pattern", ".{0,200}"),
        hint=row.get("hint", "at most 200 characters"),
    )
