"""Pools that are being put together: what was tapped so far, and the dice that this makes now.

A draft holds what was chosen, never a number that stands elsewhere: a Complication that is stepped up or an Asset that
ends while the pool grows counts as it is when the dice are thrown. Only what the contest's own jinxes and botches do
to Complications changes none of its pools (crew.exchange): the draft notes how those were before. Loans are acts of the
lenders, so they are rows of theirs (`Use`), and the draft only notes those that were handed back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import msgspec

from apps.characters.crew.complications import Changed
from apps.characters.crew.places import is_hidden
from apps.characters.models import Character, Use
from apps.checks.crew import sharing
from apps.checks.crew.bringing import Bringer, cast_of
from apps.checks.crew.offering import Offer, offers_of, out_of_use_in
from apps.checks.models import Draft
from apps.rules.crew.contest import PLACES, Contest, Place, Side, other, side_of
from apps.rules.crew.options import Options
from apps.rules.crew.pools import (
    OF_THE_OPPOSITION,
    DieKind,
    Pool,
    PoolDie,
    RollerKind,
    check_addition,
    check_pool,
    completed,
    has_scale,
    may_hold,
)
from apps.rules.crew.steps import SIZES, step
from apps.rules.refusal import Refused
from apps.table import exchanges
from apps.table.models import Exchange
from apps.table.turn import Turn

LOAN = "crew.lend"
MOST = 24
ORDER: tuple[DieKind, ...] = (
    "attribute",
    "difficulty",
    "skill",
    "specialty",
    "distinction",
    "signature-asset",
    "trait",
    "gmc",
    "asset",
    "complication",
    "scale",
)


@dataclass(frozen=True)
class Chosen:
    """A die that was tapped. `of` and `source` as in PoolDie; `size` only where there was a choice, `label` only of a
    Trait that the GM named; `steps` and `doubled` are what triggers did to it for this roll."""

    kind: DieKind
    source: str = ""
    of: str = ""
    size: int = 0
    label: str = ""
    steps: int = 0
    doubled: bool = False

    @property
    def token(self) -> str:
        """Kind, whose, which row and, where there is a choice, what size: "skill::shoot:", "distinction::<id>:4"."""
        return f"{self.kind}:{self.of}:{self.source}:{self.size or ''}"

    @property
    def trait(self) -> str:
        return trait_of(self.token)


def trait_of(token: str) -> str:
    """The token less its size: a Distinction is the same as d8 and as d4."""
    return token.rpartition(":")[0]


@dataclass(frozen=True)
class Building:
    """What `Draft.state` holds: the dice tapped in their order, the tokens of those that the GM struck out, and of
    loans that were handed back. `before` are Complications that this contest has changed, each with the size that it
    had, 0 where it was not there."""

    chosen: tuple[Chosen, ...] = ()
    struck: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()
    before: tuple[tuple[str, int], ...] = ()

    def holds(self, token: str) -> bool:
        return any(one.token == token for one in self.chosen)

    def with_(self, one: Chosen) -> Building:
        """With one more, in the order of a pool: attribute and skill first."""
        chosen = sorted((*self.chosen, one), key=lambda held: ORDER.index(held.kind))
        return replace(self, chosen=tuple(chosen), struck=tuple(t for t in self.struck if trait_of(t) != one.trait))

    def has_struck(self, die: PoolDie) -> bool:
        """Whether the GM has said no to it, whatever its size, or to the skill that a Specialty would bring."""
        struck = {trait_of(one) for one in self.struck}
        brought = die.kind == "specialty" and f"skill::{die.skill}" in struck
        return brought or f"{die.kind}:{die.of}:{die.source}" in struck

    def without(self, token: str) -> Building:
        return replace(self, chosen=tuple(one for one in self.chosen if one.token != token))

    def without_kind(self, kind: DieKind) -> Building:
        return replace(self, chosen=tuple(one for one in self.chosen if one.kind != kind))


def altered(building: Building, token: str, *, steps: int = 0, double: bool = False) -> Building:
    """With a die that was tapped stepped up (down where negative) and doubled or not, for this roll alone: what
    triggers do to a pool (crew.triggers). Refuses a die that was not tapped."""
    if not building.holds(token):
        raise Refused("not-tapped", "That die does not lie in the pool, or it is lent: it stays as it is.", "die")
    chosen = (replace(one, steps=steps, doubled=double) if one.token == token else one for one in building.chosen)
    return replace(building, chosen=tuple(chosen))


# rows


def open_drafts(turn: Turn, exchange: Exchange, contest: Contest, difficulty: int | None = None) -> None:
    """An empty pool for each side that has not thrown. A Minor GMC's or Extra's begins with its own die, the
    opposition's with a `difficulty` die (4 to 12) where the GM has said how hard it is. A defender who rolls once
    against several has but one."""
    for place in PLACES[1:] if sharing.follows(exchange) else PLACES:
        side = side_of(contest, place)
        if side.pool:
            continue
        character = turn.desk.one(Character, public_id=side.character)
        state = msgspec.to_builtins(_begun(side, difficulty))
        turn.create(Draft, table=turn.table, exchange=exchange, side=place, character=character, state=state)


def _begun(side: Side, difficulty: int | None) -> Building:
    found = Building()
    if side.kind in {"minor-gmc", "extra"}:
        found = found.with_(Chosen("gmc", "die", side.character))
    if difficulty and may_hold(side.kind) is OF_THE_OPPOSITION:
        found = found.with_(Chosen("difficulty", size=difficulty))
    return found


def draft_of(exchange: Exchange, place: Place) -> Draft | None:
    """The pool of that side while it is being put together; None once it is thrown."""
    return exchange.desk.one(Draft, exchange=exchange, side=place)


def opposite(draft: Draft) -> list[Draft]:
    """The pools across that are put together: several where a defender's one roll is against each of them."""
    exchange, place = draft.exchange, draft.side
    where = [sharing.leader(exchange)] if place == "aggressor" else sharing.together(exchange)
    across: Place = "defender" if place == "aggressor" else "aggressor"
    return [found for one in where if (found := draft_of(one, across))]


def building_of(draft: Draft) -> Building:
    """What was chosen so far, decoded strictly."""
    return msgspec.convert(draft.state, Building, strict=True)


def write(turn: Turn, draft: Draft, building: Building) -> None:
    """Notes what is chosen now. Refuses more than 24 dice."""
    if len(building.chosen) > MOST:
        turn.refuse("too-many", f"A pool holds {MOST} dice at most: take one out first.", "die")
    turn.change(draft, state=msgspec.to_builtins(building))


def loan_rule(exchange: Exchange, place: str, skill: str = "") -> str:
    """What the row of a loan to that side says; without a skill, how all of them begin."""
    return f"{LOAN}:{exchange.public_id}:{place}:{skill}"


def loans_to(exchange: Exchange, place: str) -> list[Use]:
    """What was lent to that side, whether it was handed back or not, in the order in which it came."""
    rule = loan_rule(exchange, place)
    return [one for one in exchange.desk.all(Use) if one.rule.startswith(rule)]


def copy_to(turn: Turn, draft: Draft, exchange: Exchange) -> None:
    """The same pool for the same side of another contest."""
    alike = {"side": draft.side, "character": draft.character, "state": draft.state}
    turn.create(Draft, table=turn.table, exchange=exchange, **alike)


def put_away(turn: Turn, draft: Draft) -> None:
    """Takes the draft away once it is thrown or the contest is over, with the rows of the loans to it."""
    for use in loans_to(draft.exchange, draft.side):
        turn.delete(use)
    turn.delete(draft)


def put_away_of(turn: Turn, exchange: Exchange, place: Place) -> None:
    """That side throws no pool any more."""
    held = draft_of(exchange, place)
    if held is not None:
        put_away(turn, held)


def note_before(turn: Turn, exchange: Exchange, changes: Iterable[Changed]) -> None:
    """The pools of this contest that are yet to be thrown count these Complications as they were."""
    changed = [(one.entry, one.before or 0) for one in changes]
    for draft in turn.desk.all(Draft, exchange=exchange) if changed else ():
        before = dict(building_of(draft).before)
        for entry, size in changed:
            before.setdefault(entry, size)
        turn.keep(draft, state={**draft.state, "before": [list(one) for one in before.items()]})


# what it makes


class Bench:
    """A draft with everything that bears on it, as it is when this is made: `offers` by token is all that may be chosen
    from."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.place: Place = draft.side  # type: ignore[assignment]
        self.contest: Contest = exchanges.state_of(draft.exchange)
        self.side = side_of(self.contest, self.place)
        self.building = building_of(draft)
        self.cast = cast_of(draft.table)
        self.roller = self.cast.of(self.side.character)
        self.rival = side_of(self.contest, other(self.place))
        treated = self.contest.subject if self.contest.purpose == "recovery" else ""
        offers = offers_of(self.cast, self.side, self.rivals(), treated)
        self.offers: dict[str, Offer] = {one.token: one for one in map(self._as_before, offers) if one}
        self.loans = self._loans()

    @property
    def kind(self) -> RollerKind:
        return self.side.kind

    @property
    def whole(self) -> bool:
        """Whether attribute and skill are rolled; else a difficulty die."""
        return may_hold(self.kind) is not OF_THE_OPPOSITION

    def rivals(self) -> list[str]:
        """The public ids of everybody on the other side: its roller, and whose dice are in its pool."""
        found = [*self._opposed(), *(die.of for die in self.rival.pool if die.kind == "gmc")]
        for across in opposite(self.draft):
            found += [one.of for one in building_of(across).chosen if one.kind == "gmc"]
        return [key for key in dict.fromkeys(found) if key]

    def _opposed(self) -> list[str]:
        """Whoever rolls across: everybody whom a defender's one roll is against."""
        if self.place == "aggressor":
            return [self.rival.character]
        return [exchanges.state_of(one).aggressor.character for one in sharing.together(self.draft.exchange)]

    def _as_before(self, offer: Offer) -> Offer | None:
        """With the size that a Complication had before this contest changed it; None where it was not there."""
        size = dict(self.building.before).get(offer.die.source) if offer.die.kind == "complication" else None
        if size is None:
            return offer
        return replace(offer, die=replace(offer.die, size=size)) if size else None

    def _loans(self) -> list[PoolDie]:
        """Skill dice lent and not handed back, in the order in which they came."""
        found = [die for use in loans_to(self.draft.exchange, self.place) if (die := self.loan(use))]
        return [die for die in found if token_of(die) not in {*self.building.returned, *self.building.struck}]

    def loan(self, use: Use) -> PoolDie | None:
        lender = self.cast.of_key(use.character_id)
        skill = use.rule.rpartition(":")[2]
        if lender is None or self.kind != "crewmember":
            return None
        return PoolDie("loan", lender.sheet.size(skill), lender.sheet.title(skill), lender.id, skill)

    def die_of(self, one: Chosen) -> PoolDie | None:
        """The die that something chosen is now; None where its row is gone."""
        if one.kind == "trait" and not one.of:
            die = PoolDie("trait", one.size, one.label, source=one.source)
        elif one.token in self.offers:
            die = self.offers[one.token].die
        else:
            return None
        if not one.steps:
            return die
        stepped = step(size=min(die.size, SIZES[-1]), steps=one.steps, kind="trait")
        return replace(die, size=stepped.size or SIZES[0])

    def chosen(self) -> list[tuple[Chosen, PoolDie]]:
        """What is chosen and still there, with its die."""
        return [(one, die) for one in self.building.chosen if (die := self.die_of(one))]

    @cached_property
    def lying(self) -> tuple[tuple[PoolDie, str], ...]:
        """The dice of the pool in their order, each with the token that takes it out; the Trait that the program adds
        has none."""
        found = [(die, one.token) for one, die in self.chosen()]
        found += [(replace(die, doubled=True), one.token) for one, die in self.chosen() if one.doubled]
        found += [(die, token_of(die)) for die in self.loans]
        added = completed(tuple(die for die, _ in found), self.kind)[len(found) :]
        return (*found, *((die, "") for die in added))

    @property
    def pool(self) -> Pool:
        return tuple(die for die, _ in self.lying)

    def is_secret(self, die: PoolDie) -> bool:
        """Whether it is a Trait of the place that the GM keeps secret."""
        traits = self.cast.place.traits if self.cast.place is not None and die.kind == "trait" else ()
        return any(one.id == die.source and one.entry is not None and is_hidden(one.entry) for one in traits)

    @property
    def ship_out(self) -> Bringer | None:
        """The ship that is Taken Out and whose dice lie here: throwing them is a limited action."""
        return out_of_use_in(self.pool, self.cast)


def bench_of(draft: Draft) -> Bench:
    """The draft's bench as it is now."""
    desk = draft.desk
    return desk.memo_of(draft, "bench", lambda: Bench(desk.own(draft)))


def token_of(die: PoolDie) -> str:
    """The token of a loan."""
    return f"{die.kind}:{die.of}:{die.source}:"


def pool_of(draft: Draft) -> Pool:
    """The dice of a draft as they are now, with the Trait d6 "Situation" where the opposition has but one; what was
    chosen from a row that is gone is no longer among them."""
    return bench_of(draft).pool


def check(draft: Draft, options: Options) -> None:
    """Refuses a pool that may not be thrown (crew.pool, crew.pool-dice, crew.opposition-other, crew.scale)."""
    bench = bench_of(draft)
    check_pool(bench.pool, bench.kind, options)
    if has_scale(bench.pool) and has_scale(bench.rival.pool):
        raise Refused("two-scales", "Only one side has the advantage of scale, and the other one threw it.", "scale")


# tapping


def tapped(bench: Bench, offer: Offer, options: Options) -> Building:
    """After a tap on `offer`: out if it was in, else in, in place of what it rules out. Refuses what may not join."""
    building = bench.building
    if building.holds(offer.token):
        return building.without(offer.token)
    for kind in _replaced(offer.die.kind, options):
        building = building.without_kind(kind)
    if offer.die.kind == "skill":
        building = _without_other_specialties(building, bench, offer.die.source)
    if offer.die.kind == "specialty":
        building = _with_its_skill(building, offer.die.skill)
    others = tuple(die for one in building.chosen if (die := bench.die_of(one)))
    check_addition(others, offer.die, bench.kind, options)
    die = offer.die
    return building.with_(Chosen(die.kind, die.source, die.of, offer.size))


def _replaced(kind: DieKind, options: Options) -> tuple[DieKind, ...]:
    """Of these a pool holds one: a second takes the place of the first."""
    if kind in {"attribute", "skill", "specialty", "distinction", "difficulty", "scale"}:
        return (kind,)
    return (kind,) if kind == "signature-asset" and options.signature_assets_per_roll == "1" else ()


def _with_its_skill(building: Building, skill: str) -> Building:
    """A Specialty brings the skill that it belongs to."""
    own = Chosen("skill", skill)
    return building if building.holds(own.token) else building.without_kind("skill").with_(own)


def _without_other_specialties(building: Building, bench: Bench, skill: str) -> Building:
    for one, die in bench.chosen():
        if one.kind == "specialty" and die.skill != skill:
            building = building.without(one.token)
    return building
