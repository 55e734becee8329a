"""A pool as one seat sees it: the dice that lie there, the tiles to tap, and what may be done with it now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from apps.characters.crew import points
from apps.characters.crew.sheet import Rated
from apps.checks.crew import contests, drafts, gangs, pool_odds
from apps.checks.crew.bringing import Bringer
from apps.checks.crew.building import drafts_seen_by, knows, may_build, options_of
from apps.checks.crew.drafts import Bench, Chosen, bench_of
from apps.checks.crew.offering import AGAINST, HELPS, Offer, word_of
from apps.checks.crew.pool_odds import Against, Drawn, Looked
from apps.checks.templatetags.rolls import in_words
from apps.rules.crew.contest import has_rolled, total
from apps.rules.crew.pools import PoolDie, check_pool
from apps.rules.crew.steps import written
from apps.rules.dice import Fallen
from apps.rules.refusal import Refused
from apps.table.models import Ask
from apps.table.viewer import Viewer

ROLL = "roll"
OPPOSITION = "The opposition"
A_TRAIT = "Something"
"""What a Trait of the place is called that the GM keeps secret until it is thrown."""


@dataclass(frozen=True)
class Lying:
    """A die of the pool. With a `token` a tap takes it out; `auto` is what the program added."""

    sides: int
    written: str
    label: str
    word: str
    token: str = ""
    auto: bool = False
    own_loan: bool = False


@dataclass(frozen=True)
class Tile:
    """A die to tap. `struck`: the GM has said no to it; `key` is the same whatever size is chosen."""

    token: str
    sides: int
    written: str
    label: str
    note: str
    on: bool
    struck: bool
    key: str


@dataclass(frozen=True)
class Tiles:
    """Tiles under one heading; `rest` stand behind "All nineteen", or `fold`; `key` says what else may be pressed here:
    "ship", "trait", "gang" or "asset"."""

    title: str
    tiles: tuple[Tile, ...]
    rest: tuple[Tile, ...] = ()
    key: str = ""
    stacked: str = ""
    fold: str = ""


class View:
    """One draft before one seat. `rival` is the other side's draft, where this seat sees it."""

    def __init__(self, viewer: Viewer, bench: Bench, rival: Bench | None) -> None:
        self.viewer = viewer
        self.bench = bench
        self.rival = rival
        self.id = bench.draft.public_id
        self.what = bench.contest.what
        self.place = bench.place

    # whose

    @property
    def name(self) -> str:
        """As this seat knows the roller."""
        roller = self.bench.roller
        return roller.name if roller else self.bench.side.name or OPPOSITION

    @property
    def seat(self) -> Any:
        return self.bench.roller.character.seat if self.bench.roller else None

    @property
    def roller_id(self) -> str:
        return self.bench.side.character

    @property
    def mine(self) -> bool:
        """Whether this seat builds it with tiles in sight: a player's own, and a GM's whatever no player rolls."""
        if self.viewer.watching or not may_build(self.viewer, self.bench.draft):
            return False
        return not self.viewer.is_gm or self.seat is None or self.seat.is_gm

    @property
    def of_a_player(self) -> bool:
        """Whether a GM looks at a player's pool: a die is struck out, and the tiles are behind a fold."""
        return self.viewer.acts_as_gm and not self.mine

    @cached_property
    def limited(self) -> bool:
        return is_limited(self.bench)

    @property
    def limited_by(self) -> str:
        """Who is Taken Out, so that acting costs a plot point and one die is kept; nothing where nobody is."""
        if self.bench.roller and self.bench.roller.sheet.taken_out:
            return self.name
        return self.bench.ship_out.name if self.bench.ship_out else ""

    # the pool

    @cached_property
    def pool(self) -> tuple[PoolDie, ...]:
        return self.bench.pool

    @property
    def lying(self) -> list[Lying]:
        """Every die of the pool, those that this seat may take out with their token."""
        return [self._lying(die, token) for die, token in self.bench.lying]

    @cached_property
    def _chosen(self) -> list[tuple[Chosen, PoolDie]]:
        return self.bench.chosen()

    def _lying(self, die: PoolDie, token: str) -> Lying:
        word, own_loan = word_of(die.kind), False
        if die.kind == "loan":
            lender = self.bench.cast.of(die.of)
            word = f"lent by {lender.name}" if lender and knows(self.viewer, lender.character) else word
            own_loan = bool(lender and lender.character.seat_id == self.viewer.seat.pk)
        word += self._altered(die, token)
        may = self.mine or self.of_a_player or (own_loan and not self.viewer.watching)
        label = A_TRAIT if self.bench.is_secret(die) and not self.viewer.is_gm else die.label
        return Lying(die.sides, written(die.size), label, word, token if may else "", not token, own_loan)

    def _altered(self, die: PoolDie, token: str) -> str:
        """What a trigger did to a die for this roll, after the word for it."""
        if die.doubled:
            return ", doubled"
        steps = next((one.steps for one, _ in self._chosen if one.token == token), 0)
        size = f"{in_words(abs(steps))} steps" if abs(steps) > 1 else "a step"
        return f", {size} {'up' if steps > 0 else 'down'}" if steps else ""

    @property
    def not_yet(self) -> str:
        """Why it cannot be thrown as it is, or nothing."""
        try:
            check_pool(self.pool, self.bench.kind, options_of(self.viewer, self.bench.draft))
        except Refused as no:
            return no.text
        return ""

    @property
    def distinction(self) -> dict[str, Any] | None:
        """The Distinction in a crewmember's pool: as d8, or as d4 for a plot point (crew.distinction)."""
        one = next((one for one, _ in self._chosen if one.kind == "distinction"), None)
        if one is None or self.bench.kind != "crewmember":
            return None
        tokens = {size: Chosen(one.kind, one.source, one.of, size).token for size in (HELPS, AGAINST)}
        return {"size": one.size, "d8": tokens[HELPS], "d4": tokens[AGAINST]}

    # the tiles

    @property
    def groups(self) -> list[Tiles]:
        found = self._of_the_sheet() if self.bench.whole else self._of_the_opposition()
        return [one for one in found if one.tiles or one.rest or one.key]

    def _of_the_sheet(self) -> list[Tiles]:
        crewmember = self.bench.kind == "crewmember"
        return [
            Tiles("One attribute", self._tiles("attribute"), key="ship" if self.ashore else "", stacked="three"),
            self._skills(),
            Tiles("What else helps", tuple(self._helping()), key="asset" if crewmember else ""),
            *self._of_the_scene(),
        ]

    def _of_the_opposition(self) -> list[Tiles]:
        return [
            self._difficulties(),
            *self._of_the_scene(),
            Tiles("Complications of the crew", self._tiles("helps")),
        ]

    def _difficulties(self) -> Tiles:
        """Where the question above rolls at once by a tap on one, those that only lie down are behind a fold."""
        tiles = self._tiles("difficulty")
        if not (self.ask and self.viewer.is_gm):
            return Tiles("How hard it is", tiles, stacked="two")
        on, rest = (tuple(one for one in tiles if one.on is lies) for lies in (True, False))
        return Tiles("Or build the pool", on, rest, stacked="two", fold="Lay a difficulty die, and roll later")

    def _of_the_scene(self) -> list[Tiles]:
        """Traits and Scale, and the dice of Minor GMCs and Extras: the GM's alone."""
        if not self.viewer.is_gm:
            return []
        crewmember = self.bench.kind == "crewmember"
        title, key = ("Scale", "") if crewmember else ("The situation", "trait")
        gmcs = Tiles("Minor GMCs and Extras", self._tiles("gmc"), key=self._gang())
        return [Tiles(title, self._tiles("scene"), key=key), gmcs]

    def _gang(self) -> str:
        """Whether one tap puts in the dice of all who gang up."""
        if self.bench.kind == "crewmember":
            return ""
        return "gang" if gangs.allowed(self.bench, options_of(self.viewer, self.bench.draft)) > 1 else ""

    @property
    def ashore(self) -> list[Bringer]:
        """The crew's ships whose dice a crewmember would have aboard, and has not."""
        if self.bench.kind != "crewmember":
            return []
        aboard = self.bench.cast.ships_of(self.bench.roller)
        there = [one for one in self.bench.cast.crews_ships if one.character.present and one not in aboard]
        return [one for one in there if knows(self.viewer, one.character)]

    def _skills(self) -> Tiles:
        offers = [one for one in self._offers() if one.group == "skill"]
        first = sorted((one for one in offers if one.rated), key=lambda one: -one.die.size)
        rest = [one for one in offers if not one.rated]
        return Tiles("One skill", self._drawn(first), self._drawn(rest))

    def _helping(self) -> Iterable[Tile]:
        """What helps, each Distinction once."""
        for offer in self._offers():
            if offer.group == "helps" and (offer.die.kind != "distinction" or self._stands_for(offer)):
                yield self._tile(offer)

    def _stands_for(self, offer: Offer) -> bool:
        """A Distinction is shown as it was chosen, else as d8."""
        chosen = [one.size for one, _ in self._chosen if one.kind == "distinction" and one.source == offer.die.source]
        return offer.size == (chosen[0] if chosen else HELPS)

    def _offers(self) -> list[Offer]:
        return [one for one in self.bench.offers.values() if self.viewer.is_gm or not one.gm_only]

    def _tiles(self, group: str) -> tuple[Tile, ...]:
        return self._drawn(one for one in self._offers() if one.group == group)

    def _drawn(self, offers: Iterable[Offer]) -> tuple[Tile, ...]:
        return tuple(self._tile(one) for one in offers)

    def _on(self, offer: Offer) -> bool:
        return self.bench.building.holds(offer.token)

    def _tile(self, offer: Offer) -> Tile:
        die, building = offer.die, self.bench.building
        key = f"{die.kind}-{die.of}-{die.source or offer.size}"
        return Tile(
            offer.token,
            die.sides,
            written(die.size),
            die.label,
            offer.note,
            self._on(offer),
            building.has_struck(die),
            key,
        )

    # throwing

    @cached_property
    def ask(self) -> Ask | None:
        """The ask of this side while it is its turn to throw."""
        open_ones = self.viewer.desk.all(Ask, exchange=self.bench.draft.exchange, closed_at=None)
        return next((one for one in open_ones if (one.facts["place"], one.facts["stage"]) == (self.place, ROLL)), None)

    # the odds

    @property
    def looked(self) -> Looked:
        crewmember = self.bench.kind == "crewmember"
        roller = self.bench.roller
        at_hand = roller.sheet.plot_points if crewmember and roller else self._bank
        return Looked(self.pool, self.place, self.against, self.limited, at_hand, not crewmember, self.fallen)

    @cached_property
    def _bank(self) -> int:
        return points.bank_of(self.viewer.table)

    @property
    def against(self) -> Against:
        """What this seat may know of the other side: its total once it has thrown, before that its pool."""
        side = self.bench.rival
        name = side.name if side.character else "the opposition"
        if has_rolled(side):
            return Against(name, number=total(side))
        if self.rival is None:
            return Against(name)
        fallen = fallen_before(self.viewer, self.rival)
        return Against(name, pool=self.rival.pool, limited=is_limited(self.rival), fallen=fallen)

    @property
    def fallen(self) -> tuple[Fallen, ...]:
        return fallen_before(self.viewer, self.bench)

    @property
    def odds(self) -> Drawn:
        return pool_odds.drawn(self.looked)

    @property
    def chance(self) -> Drawn:
        return pool_odds.headline(self.looked)

    # lending

    @property
    def lending(self) -> list[dict[str, Any]]:
        """The crewmembers of this seat who may lend here, each with the skills that they are better at than d4."""
        if self.bench.kind != "crewmember" or self.viewer.is_gm or not self.viewer.may_act:
            return []
        return [self._lender(one) for one in self.bench.cast.crew if self._may_lend(one)]

    def _may_lend(self, one: Bringer) -> bool:
        mine = one.character.seat_id == self.viewer.seat.pk
        return mine and one.id not in (self.bench.side.character, *self.bench.rivals())

    def _lender(self, one: Bringer) -> dict[str, Any]:
        lent = next((die for die in self.bench.loans if die.of == one.id), None)
        return {
            "name": one.name,
            "id": one.id,
            "out": one.sheet.taken_out,
            "lent": lent,
            "token": drafts.token_of(lent) if lent else "",
            "skills": list(map(_skill, one.sheet.trained)),
        }


def _skill(rated: Rated) -> dict[str, Any]:
    return {"key": rated.key, "title": rated.title, "sides": rated.size, "written": rated.die}


def is_limited(bench: Bench) -> bool:
    """Whether throwing this is a limited action: the roller is Taken Out, or a ship whose dice lie there."""
    return bool(bench.roller and bench.roller.sheet.taken_out) or bench.ship_out is not None


def fallen_before(viewer: Viewer, bench: Bench) -> tuple[Fallen, ...]:
    """The dice of a throw that was taken back, which fall again. The opposition's may have been rolled in secret."""
    if not viewer.is_gm and bench.kind != "crewmember":
        return ()
    ask = contests.ask_of(bench.draft.exchange, bench.place)
    return tuple((sides, face) for sides, face in ask.thrown)


def views_for(viewer: Viewer) -> list[View]:
    """All pools that grow before this seat, the defender's first."""
    found = [bench_of(one) for one in drafts_seen_by(viewer)]
    return [View(viewer, one, _rival(one, found)) for one in found]


def _rival(bench: Bench, among: list[Bench]) -> Bench | None:
    across = drafts.opposite(bench.draft)
    return next((one for one in among if one.draft in across), None)
