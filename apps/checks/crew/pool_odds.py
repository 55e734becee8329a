"""The exact odds of a pool while it grows, from what the seat that looks may know."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from apps.checks.templatetags.rolls import in_words
from apps.rules.crew.contest import Place
from apps.rules.crew.odds import PoolOdds, Preview, Versus, preview
from apps.rules.crew.pools import Pool, has_scale
from apps.rules.crew.totals import EXCEPTIONAL, kept_free
from apps.rules.dice import Fallen
from apps.rules.odds import percent
from apps.table.sure import sure

Drawn = dict[str, Any]
MANY = 26
"""Of so many columns only some bear their number."""


@dataclass(frozen=True)
class Against:
    """What is known of the other side: its name, the total that stands, or else its pool as it lies there, with the
    dice that fell in a throw that was taken back."""

    name: str = ""
    number: int | None = None
    pool: Pool = ()
    limited: bool = False
    fallen: tuple[Fallen, ...] = ()

    @property
    def keep(self) -> int:
        return kept_free(scale=has_scale(self.pool), limited=self.limited)


@dataclass(frozen=True)
class Looked:
    """A pool and all that its odds depend on. `points` are those at hand, of the bank where `from_bank`; `fallen` are
    dice that fell in a throw that was taken back."""

    pool: Pool
    place: Place
    against: Against
    limited: bool = False
    points: int = 0
    from_bank: bool = False
    fallen: tuple[Fallen, ...] = ()

    @property
    def keep(self) -> int:
        return kept_free(scale=has_scale(self.pool), limited=self.limited)

    def preview(self) -> Preview:
        sizes = [die.size for die in self.against.pool]
        return preview(
            dice=[die.size for die in self.pool],
            keep=self.keep,
            place=self.place,
            number=self.against.number,
            other=sizes,
            other_keep=self.against.keep,
            fallen=self.fallen,
            other_fallen=self.against.fallen,
        )


def drawn(looked: Looked) -> Drawn:
    """The chance with what it answers, a column for each total, and what else may come of it."""
    if not looked.pool:
        return {}
    found = looked.preview()
    return {
        **_headline(looked, found),
        "columns": columns(looked, found.odds),
        "many": _is_wide(found.odds),
        "key": _key(looked),
        "facts": _facts(looked, found),
    }


def headline(looked: Looked) -> Drawn:
    """The chance alone, for whoever watches."""
    return _headline(looked, looked.preview()) if looked.pool else {}


def _headline(looked: Looked, found: Preview) -> Drawn:
    hints = [f"{in_words(looked.keep)} highest dice count" if looked.keep > 1 else "the highest die counts"]
    hints += ["ties lose" if looked.place == "aggressor" else "the other side needs more than the total"]
    small = ", ".join(hints)
    if found.versus is None:
        half = _half(found.odds)
        return {"headline": str(half), "answers": "or more, half of the time", "small": small}
    return {"headline": percent(found.versus.chance), "answers": _answers(looked), "small": small}


def _answers(looked: Looked) -> str:
    name = looked.against.name
    verb = "to beat" if looked.place == "aggressor" else "to hold against"
    if looked.against.number is not None:
        return f"{verb} {name}’s\u00a0{looked.against.number}"
    return f"{verb} {name}’s pool as it lies there"


def _half(odds: PoolOdds) -> int:
    """The largest total that is made or beaten at least half of the time."""
    reached = [total for total in odds.totals.outcomes if odds.at_least(total) >= Fraction(1, 2)]
    return max(reached, default=0)


# columns


def columns(looked: Looked, odds: PoolOdds) -> list[Drawn]:
    """Every total that can fall, the highest column as high as the chart, with its chance, and that of it or more."""
    everything = odds.totals.total
    weights = dict(odds.totals.pairs)
    tallest = max(weights.values())
    least = min((total for total in weights if total), default=0)
    left, found = sum(weight for total, weight in weights.items() if total >= least), []
    for total in range(least, max(weights) + 1):
        weight = weights.get(total, 0)
        height = max(1, round(100 * weight / tallest))
        found.append(
            {
                "n": total,
                "height": height,
                "top": 100 - height,
                "kind": _kind(looked, total),
                "target": total == looked.against.number,
                "exactly": fine(Fraction(weight, everything)),
                "or_more": fine(Fraction(left, everything)),
            }
        )
        left -= weight
    return found


def fine(chance: Fraction) -> str:
    """With one decimal: 14.1%, never 0.0% for what may happen."""
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    tenths = int(chance * 1000 + Fraction(1, 2))
    return "<0.1%" if not tenths else ">99.9%" if tenths == 1000 else f"{tenths / 10:.1f}%"


def _kind(looked: Looked, total: int) -> str:
    """Whether that total wins, or wins exceptionally; nothing where that depends on dice still to fall."""
    number = looked.against.number
    if number is None:
        return "open"
    if total - number >= EXCEPTIONAL:
        return "best"
    return "win" if total > number or (looked.place == "defender" and total == number) else ""


def _is_wide(odds: PoolOdds) -> bool:
    return max(odds.totals.outcomes) > MANY


def _key(looked: Looked) -> Drawn | None:
    number = looked.against.number
    if number is None:
        return None
    return {"number": number, "best": number + EXCEPTIONAL}


# what else may come of it


def _facts(looked: Looked, found: Preview) -> list[Drawn]:
    facts = []
    if found.versus is not None:
        facts.append(_exceptional(looked, found.versus))
    if found.one_more is not None:
        facts.append(_one_more(looked, found))
    odds = found.odds
    what = "a 1, an opportunity" if looked.from_bank else "at least one jinx"
    facts.append({"number": percent(odds.jinx), "text": what, "more": f"{percent(odds.two_jinxes)} two or more"})
    facts.append({"number": percent(odds.botch), "text": "a botch", "more": "every die shows 1"})
    return facts


def _exceptional(looked: Looked, versus: Versus) -> Drawn:
    more = f"ahead by {EXCEPTIONAL} or more" if looked.from_bank else "a Big Damn Hero die"
    return {"number": percent(versus.exceptional), "text": "exceptional", "more": more}


def _one_more(looked: Looked, found: Preview) -> Drawn:
    """What one plot point after the roll makes of it."""
    if found.versus_one_more is not None:
        number = percent(found.versus_one_more.chance)
    else:
        number = f"+{float(sure(found.one_more).mean - found.odds.mean):.1f}"
    text = "with a point of the bank" if looked.from_bank else "with one plot point"
    more = f"{ORDINALS.get(looked.keep + 1, 'another')} die counts"
    return {"number": number, "text": text, "more": more if looked.points else f"{more}; none is left"}


ORDINALS = {2: "a second", 3: "a third", 4: "a fourth"}
