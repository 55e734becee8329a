"""Free dice as people write them: `2d6+3`, `d%`, `3d6kh2 + d4 - 1`, or a bare list such as `8 10 6` or `d8 d10 2d6`.

Keep and drop: kh or k, kl, dl or d or pl, dh or ph, with a number (1 if left out). In a list every number by itself is
a die with so many sides. At most 200 characters, 100 dice, d2 to d1000, and plain numbers up to 1,000,000.
"""

from dataclasses import dataclass
from typing import Literal

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from apps.rules.dice import Dice
from apps.rules.odds import Distribution, add, highest_of, lowest_of, remembered, sum_of
from apps.rules.refusal import Refused

LONGEST = 200
MOST_DICE = 100
LEAST_SIDES = 2
MOST_SIDES = 1000
LARGEST = 1_000_000
MOST_WORK = 1_000_000
"""Steps that `spread` may take for any one term or sum: a few tenths of a second."""

FIELD = "formula"
HOW = "Write dice as 2d6+3, 4d6kh3 or d8 d10."

Way = Literal["kh", "kl", "dl", "dh"]
WAYS: dict[str, Way] = {
    "k": "kh",
    "kh": "kh",
    "kl": "kl",
    "d": "dl",
    "dl": "dl",
    "pl": "dl",
    "dh": "dh",
    "ph": "dh",
}

PARSER = Lark(
    r"""
    ?start: sum | list
    sum: SIGN? term (SIGN term)*
    list: term (GAP term)+
    ?term: dice | NUMBER -> number
    dice: NUMBER? D (NUMBER | PERCENT) pick?
    pick: (PICK | D) NUMBER?

    SIGN.3: /\s*[-+\u2212]\s*/
    PICK.2: /\s*(kh|kl|dl|dh|pl|ph|k)(\s*(?=[0-9]))?/i
    GAP.1: /\s*,\s*|\s+/
    D: /d/i
    PERCENT: "%"
    NUMBER: /[0-9]+/
    """,
    parser="lalr",
)


@dataclass(frozen=True)
class Pick:
    """Which dice count: keeps or drops the `number` highest or lowest."""

    way: Way
    number: int

    def kept(self, count: int) -> int:
        """How many of `count` dice count."""
        return self.number if self.way.startswith("k") else count - self.number

    @property
    def highest(self) -> bool:
        """Whether the dice that count are the highest."""
        return self.way in ("kh", "dl")


@dataclass(frozen=True)
class DiceTerm:
    """`count` dice with `sides` sides, added (`sign` 1) or taken off (-1)."""

    sign: int
    count: int
    sides: int
    pick: Pick | None = None

    @property
    def text(self) -> str:
        dice = f"{self.count if self.count > 1 else ''}d{self.sides}"
        return f"{dice}{self.pick.way}{self.pick.number}" if self.pick else dice


@dataclass(frozen=True)
class NumberTerm:
    """A plain number, added or taken off."""

    sign: int
    value: int

    @property
    def text(self) -> str:
        return str(self.value)


Term = DiceTerm | NumberTerm


@dataclass(frozen=True)
class Formula:
    """What is rolled. `listed`: written as a bare list of dice, so that each die matters more than their sum."""

    terms: tuple[Term, ...]
    listed: bool = False

    @property
    def text(self) -> str:
        """The one way in which Fireside prints it; reading that again gives the same formula."""
        if self.listed:
            return " ".join(term.text for term in self.terms)
        signed = " ".join(f"{'+' if term.sign > 0 else '-'} {term.text}" for term in self.terms)
        return signed.removeprefix("+ ") if signed.startswith("+") else "-" + signed.removeprefix("- ")


@dataclass(frozen=True)
class FreeDie:
    """One die as it fell; dropped dice are there too."""

    sides: int
    face: int
    kept: bool


@dataclass(frozen=True)
class FreePart:
    """A term as it fell: `value` is what it adds to the total, under 0 if it is taken off."""

    text: str
    value: int
    dice: tuple[FreeDie, ...]


@dataclass(frozen=True)
class FreeRoll:
    """A formula as it fell."""

    formula: Formula
    total: int
    parts: tuple[FreePart, ...]

    @property
    def dice(self) -> tuple[FreeDie, ...]:
        """Every die, in the order in which they fell."""
        return tuple(die for part in self.parts for die in part.dice)


def parse(text: str) -> Formula:
    """The formula that `text` writes. Refuses what cannot be read, what passes a limit, and a formula without dice."""
    text = text.strip()
    if not text:
        raise Refused("empty", f"There is nothing to roll. {HOW}", FIELD)
    if len(text) > LONGEST:
        raise Refused("too-long", f"{len(text)} characters are too many: a formula has at most {LONGEST}.", FIELD)
    formula = _formula(_tree(text))
    dice = [term for term in formula.terms if isinstance(term, DiceTerm)]
    if not dice:
        raise Refused("no-dice", f"There is no die in “{text}”. {HOW}", FIELD)
    count = sum(term.count for term in dice)
    if count > MOST_DICE:
        raise Refused("too-many-dice", f"{count} dice are too many: at most {MOST_DICE} are rolled at once.", FIELD)
    return formula


def _tree(text: str) -> Tree[Token]:
    try:
        return PARSER.parse(text)
    except UnexpectedInput as error:
        place = error.pos_in_stream
        if place is None or not 0 <= place < len(text) or getattr(getattr(error, "token", None), "type", "") == "$END":
            raise Refused("unfinished", f"“{text}” breaks off: something is missing at the end. {HOW}", FIELD) from None
        raise Refused("unreadable", f"“{text[place:].strip()[:20]}” cannot be read. {HOW}", FIELD) from None


def _formula(tree: Tree[Token]) -> Formula:
    if tree.data == "list":
        return Formula(_list([node for node in tree.children if isinstance(node, Tree)]), listed=True)
    terms: list[Term] = []
    sign = 1
    for node in tree.children:
        if isinstance(node, Token):
            sign = 1 if "+" in node else -1
        else:
            terms.append(_dice(sign, node) if node.data == "dice" else _number(sign, node))
    return Formula(tuple(terms))


def _list(nodes: list[Tree[Token]]) -> tuple[Term, ...]:
    bare = [node for node in nodes if node.data == "number"]
    if bare and len(bare) < len(nodes):
        why = f"“{bare[0].children[0]}” in a list of dice may be a number or a die: write d before it, or + between."
        raise Refused("mixed-list", why, FIELD)
    if bare:
        return tuple(DiceTerm(1, 1, _sides(str(node.children[0]), f"d{node.children[0]}")) for node in nodes)
    return tuple(_dice(1, node) for node in nodes)


def _number(sign: int, node: Tree[Token]) -> NumberTerm:
    value = int(str(node.children[0]))
    if value > LARGEST:
        raise Refused("too-large", f"{_short(value)} is too large: a plain number is at most {LARGEST:,}.", FIELD)
    return NumberTerm(sign, value)


def _short(value: int) -> str:
    digits = str(value)
    return digits if len(digits) <= 12 else f"{digits[:9]}…"


def _dice(sign: int, node: Tree[Token]) -> DiceTerm:
    tokens = [child for child in node.children if isinstance(child, Token)]
    written = "".join(str(token).strip() for token in node.scan_values(lambda _: True))
    count = 1 if tokens[0].type == "D" else int(tokens[0])
    if not 1 <= count <= MOST_DICE:
        why = f"“{written}” asks for {_short(count)} dice: it can be 1 to {MOST_DICE}."
        raise Refused("too-many-dice" if count else "no-dice", why, FIELD)
    sides = 100 if tokens[-1].type == "PERCENT" else _sides(str(tokens[-1]), written)
    picks = [child for child in node.children if isinstance(child, Tree)]
    return DiceTerm(sign, count, sides, _pick(picks[0], count, written) if picks else None)


def _sides(digits: str, written: str) -> int:
    sides = int(digits)
    if not LEAST_SIDES <= sides <= MOST_SIDES:
        why = f"“{written}” is no die here: a die has {LEAST_SIDES} to {MOST_SIDES} sides."
        raise Refused("sides", why, FIELD)
    return sides


def _pick(node: Tree[Token], count: int, written: str) -> Pick:
    word, *number = (str(child).strip().lower() for child in node.children)
    pick = Pick(WAYS[word], int(number[0]) if number else 1)
    if not 1 <= pick.kept(count) <= count or pick.number < 1:
        raise Refused("pick", f"“{written}” does not add up: {_can_pick(pick, count)}.", FIELD)
    return pick


def _can_pick(pick: Pick, count: int) -> str:
    keeps = pick.way.startswith("k")
    most = count if keeps else count - 1
    if not most:
        return "a single die cannot be dropped"
    return f"of {count} dice it can {'keep' if keeps else 'drop'} {'1' if most == 1 else f'1 to {most}'}"


def roll(formula: Formula, dice: Dice) -> FreeRoll:
    """Rolls the terms from left to right; of equal dice the first to fall are kept."""
    parts = tuple(_fallen(term, dice) for term in formula.terms)
    return FreeRoll(formula, sum(part.value for part in parts), parts)


def _fallen(term: Term, dice: Dice) -> FreePart:
    if isinstance(term, NumberTerm):
        return FreePart(term.text, term.sign * term.value, ())
    faces = dice(term.count, term.sides)
    kept = _kept(faces, term.pick)
    fallen = tuple(FreeDie(term.sides, face, place in kept) for place, face in enumerate(faces))
    return FreePart(term.text, term.sign * sum(die.face for die in fallen if die.kept), fallen)


def _kept(faces: tuple[int, ...], pick: Pick | None) -> set[int]:
    """The places of the dice that count."""
    if pick is None:
        return set(range(len(faces)))
    best_first = sorted(range(len(faces)), key=faces.__getitem__, reverse=pick.highest)
    return set(best_first[: pick.kept(len(faces))])


@remembered(most=256)
def spread(formula: Formula) -> Distribution[int] | None:
    """The exact odds of the total, or None where they would take more than `MOST_WORK` steps to work out.

    Up to 10 dice with up to 20 sides can always be worked out.
    """
    work = sum(_work(term) for term in formula.terms if isinstance(term, DiceTerm))
    total = Distribution[int](((0, 1),))
    for term in formula.terms:
        if work > MOST_WORK:
            return None
        one = _term_spread(term)
        work += len(total.pairs) * len(one.pairs)
        total = add(total, one) if work <= MOST_WORK else total
    return total if work <= MOST_WORK else None


def _term_spread(term: Term) -> Distribution[int]:
    if isinstance(term, NumberTerm):
        return Distribution(((term.sign * term.value, 1),))
    return _unsigned(term).map(lambda total: term.sign * total)


def _unsigned(term: DiceTerm) -> Distribution[int]:
    if term.pick is None:
        return sum_of(term.count, term.sides)
    of = highest_of if term.pick.highest else lowest_of
    return of(term.count, term.sides, term.pick.kept(term.count))


def _work(term: DiceTerm) -> int:
    """Steps, generously counted: sums for each die, and where dice are dropped for each face and number of dice."""
    if term.pick is None:
        return term.count**2 * term.sides // 2
    return term.sides**2 * term.count**2 * term.pick.kept(term.count) // 4
