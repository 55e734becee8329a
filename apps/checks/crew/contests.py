"""A contest at the table: its exchange, the two asks of its sides, what goes by itself, and how it ends.

Each side has one ask for as long as the contest is open. Whatever falls for a side stays with its ask, so that an act
that was taken back is done again with the same faces.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.crew import heroes, points
from apps.characters.crew.holding import is_crewmember
from apps.characters.models import Character
from apps.characters.rows import when_deleted
from apps.checks.crew import drafts, hooks, rerolling
from apps.checks.models import Draft
from apps.rules.crew import contest as rules
from apps.rules.crew.contest import Contest, Place, Side
from apps.rules.crew.contest import other as other
from apps.rules.crew.contest import side_of as side_of
from apps.rules.crew.options import Options
from apps.rules.dice import Fallen
from apps.table import exchanges
from apps.table.games import game_of
from apps.table.models import Ask, Event, Exchange, Table
from apps.table.turn import Turn

KIND = "crew.contest"
PLACES: tuple[Place, Place] = ("defender", "aggressor")
OPEN, RESULT = "open", "result"
ROLL, KEEP, HERO, JINX = "roll", "keep", "hero", "jinx"
SOMEBODY = "Somebody"
OPPOSITION = "The opposition"


# reading


def contest_of(exchange: Exchange) -> Contest:
    """The contest that an exchange of kind "crew.contest" holds."""
    found: Contest = exchanges.state_of(exchange)
    return found


def options_of(exchange: Exchange) -> Options:
    """The switches that the contest began with."""
    found: Options = game_of(exchange.table).options(exchange.options)
    return found


def character_of(turn_or_table: Turn | Table, side: Side) -> Character | None:
    """Who rolls for a side; None for the GM's bare opposition, and for somebody who is gone."""
    table = turn_or_table.table if isinstance(turn_or_table, Turn) else turn_or_table
    if not side.character:
        return None
    return Character.objects.filter(table=table, public_id=side.character).select_related("seat").first()


def open_name(side: Side, character: Character | None) -> str:
    """What everybody may call whoever rolls for a side."""
    if character is not None and character.hidden:
        return SOMEBODY
    return character.name if character is not None and side.name == SOMEBODY else side.name


def lenders(table: Table, side: Side) -> list[Character]:
    """Who lent a skill die to the pool that was thrown, in the order of the pool."""
    ids = list(dict.fromkeys(one.of for one in side.pool if one.kind == "loan"))
    found = {one.public_id: one for one in Character.objects.filter(table=table, public_id__in=ids)}
    return [found[key] for key in ids if key in found]


def running(table: Table) -> list[Exchange]:
    """The contests that are open, the newest first."""
    return list(Exchange.objects.filter(table=table, kind=KIND, closed_at=None).select_related("table").order_by("-pk"))


def last_ended(table: Table) -> list[Exchange]:
    """The contest of this scene, or of this session outside of one, that came to its result last; else none."""
    spans = {one.kind: one for one in table.spans.filter(closed_at=None).order_by("pk")}
    span = spans.get("scene") or spans.get("session")
    ended = Exchange.objects.filter(table=table, kind=KIND, stage=RESULT, opened_by__span=span)
    return list(ended.exclude(closed_at=None).select_related("table").order_by("-closed_at", "-pk")[:1])


def ask_of(exchange: Exchange, place: Place) -> Ask:
    """The ask of a side, whether it waits or not."""
    return next(one for one in exchange.asks.order_by("pk") if one.facts["place"] == place)


def place_of(ask: Ask) -> Place:
    found: Place = ask.facts["place"]
    return found


def anybody_rolled(contest: Contest) -> bool:
    return any(rules.has_rolled(side_of(contest, place)) for place in PLACES)


def standing(side: Side) -> list[Fallen]:
    """The dice of a side that have fallen for good, as (sides, face), those that were thrown anew among them."""
    pool = [(die.sides, face) for die, face in zip(side.pool, side.faces, strict=True)] if side.faces else []
    return [*pool, *side.rerolled, *((die.size, die.face) for die in side.heroes)]


def is_veiled(ask: Ask) -> bool:
    """Whether the GM rolled for this side in secret: everybody hears its total and its 1s only (crew.visibility)."""
    return bool(ask.facts.get("veiled"))


# opening


def open_contest(turn: Turn, contest: Contest, event: Event, difficulty: int | None = None) -> Exchange:
    """Opens a contest with a draft for each side and asks whoever rolls first. The opposition's pool begins with a
    `difficulty` die (4 to 12) where the GM has said how hard it is."""
    exchange = exchanges.open_exchange(turn, KIND, contest, by=event)
    drafts.open_drafts(turn, exchange, contest, difficulty)
    for place in PLACES:
        one = exchanges.ask(turn, exchange, _asked(turn, side_of(contest, place)), _ask_facts(turn, contest, place))
        exchanges.close_ask(turn, one, None)
    settle(turn, exchange, event)
    return exchange


def _asked(turn: Turn, side: Side) -> tuple[str, int]:
    character = character_of(turn, side)
    return ("character", character.pk) if character and character.seat_id else ("gms", 0)


def _ask_facts(turn: Turn, contest: Contest, place: Place) -> dict[str, Any]:
    side = side_of(contest, place)
    return {"place": place, "stage": ROLL, "who": side.name or OPPOSITION, "what": contest.what}


# what goes by itself


def settle(turn: Turn, exchange: Exchange, event: Event) -> None:
    """Carries the contest on as far as nobody has to be asked, to its end if nothing inside it is open.

    Whatever answers something inside a contest calls it at its end; called once too often it does nothing.
    """
    exchange.refresh_from_db()
    if exchange.closed_at is not None:
        return
    contest = _by_itself(turn, exchange)
    exchanges.advance(turn, exchange, contest)
    waiting = awaited(exchange, contest)
    if not waiting and exchange.stage == OPEN:
        _come_to_result(turn, exchange, contest, event)
    _attend(turn, exchange, waiting)
    if exchange.stage == RESULT and not exchanges.inside_of(exchange):
        finish(turn, exchange, event)


def awaited(exchange: Exchange, contest: Contest) -> Mapping[Place, str]:
    """Which side has to do what: roll, keep dice, use a Big Damn Hero die or not, or decide about a jinx on one."""
    if exchange.stage == RESULT:
        return {}
    if (place := undecided(exchange)) is not None:
        return {place: JINX}
    stage = rules.stage(contest, options_of(exchange))
    if stage == "heroes":
        place = rules.next_to_decide(contest, options_of(exchange))
        return {place: HERO} if place else {}
    return WAITED[stage]


def undecided(exchange: Exchange) -> Place | None:
    """The side whose Big Damn Hero die fell on 1 and has neither been taken back nor left."""
    return next((place for place in PLACES if exchange.stage == f"{JINX}-{place}"), None)


WAITED: dict[rules.Stage, Mapping[Place, str]] = {
    "defender-rolls": {"defender": ROLL}, "defender-keeps": {"defender": KEEP},
    "aggressor-rolls": {"aggressor": ROLL}, "aggressor-keeps": {"aggressor": KEEP}, "after": {},
}  # fmt: skip


def _by_itself(turn: Turn, exchange: Exchange) -> Contest:
    """Lets totals stand that cannot change any more, and passes for those who have nothing to add."""
    contest = contest_of(exchange)
    options = options_of(exchange)
    for place in PLACES:
        side = side_of(contest, place)
        if rules.has_rolled(side) and not side.announced and not may_change(turn.table, exchange, side):
            contest = rules.announced(contest, place)
    while exchange.stage == OPEN and (first := rules.next_to_decide(contest, options)):
        if may_add(turn.table, exchange, contest, first):
            break
        contest = rules.passed(contest, first, options)
    return contest


def may_change(table: Table, exchange: Exchange, side: Side) -> bool:
    """Whether a side whose total waits for its word may still buy a die in, or throw one anew."""
    free = options_of(exchange).callback_limit == "free"
    return can_pay(table, exchange, side) or rerolling.at_hand(table, side, free)


def can_pay(table: Table, exchange: Exchange, side: Side) -> bool:
    """Whether a side has a point to pay, or may yet get one from something that is still open."""
    character = character_of(table, side)
    if character is None or not is_crewmember(character):
        return points.bank_of(table) > 0
    if points.held(character) or brings_point(exchange, side):
        return True
    return bool(points.callbacks_of(character, options_of(exchange).callback_limit == "free"))


def brings_point(exchange: Exchange, side: Side) -> bool:
    """Whether something is open inside about this side's roller, such as jinxes that the GM may buy."""
    return any(one.state.get("roller") == side.character for one in exchanges.inside_of(exchange))


def may_add(table: Table, exchange: Exchange, contest: Contest, place: Place) -> bool:
    """Whether a side can still change its total now that both stand."""
    side = side_of(contest, place)
    options = options_of(exchange)
    late = rules.may_buy_late(contest, place, options)
    hero = rules.may_add_hero(contest, place, options) and bool(stored(table, side))
    return (late or hero) and can_pay(table, exchange, side)


def stored(table: Table, side: Side) -> list[int]:
    """The Big Damn Hero dice that a side has in store."""
    character = character_of(table, side)
    return heroes.store(character) if character and is_crewmember(character) else []


def _attend(turn: Turn, exchange: Exchange, waiting: Mapping[Place, str]) -> None:
    """Holds the asks open of those who have something to do, and no others."""
    for one in exchange.asks.order_by("pk"):
        stage = waiting.get(place_of(one))
        if stage is None and one.closed_at is None:
            exchanges.close_ask(turn, one, None)
        elif stage is not None and (one.closed_at is not None or one.facts["stage"] != stage):
            facts = {**one.facts, "stage": stage}
            turn.change(one, closed_at=None, opened_at=turn.now, reminded=0, facts=facts)


def _come_to_result(turn: Turn, exchange: Exchange, contest: Contest, event: Event) -> None:
    from apps.checks.crew.result import tell_result

    turn.change(exchange, stage=RESULT)
    told = tell_result(turn, exchange, contest)
    for hook in hooks.after_result_hooks:
        hook(turn, exchange, contest, told)


# ending


def finish(turn: Turn, exchange: Exchange, event: Event) -> None:
    """Closes the contest with all that is open inside it, whether it came to its end or is moved on."""
    contest = contest_of(exchange)
    exchanges.close(turn, exchange)
    for hook in hooks.after_close_hooks:
        hook(turn, exchange, contest, event)


def tidy(turn: Turn, exchange: Exchange) -> None:
    """Takes away the pools that nobody throws any more; a Big Damn Hero die that fell on 1 goes back into store."""
    if (place := undecided(exchange)) is not None:
        side = side_of(contest_of(exchange), place)
        character = character_of(turn, side)
        if character is not None:
            heroes.put(turn, character, side.heroes[-1].size)
    for one in exchange.drafts.order_by("pk"):
        drafts.put_away(turn, one)


@when_deleted
def pools_go_with_it(turn: Turn, character: Character) -> None:
    """With whoever would have rolled goes the pool that was put together."""
    for one in Draft.objects.filter(character=character).order_by("pk"):
        drafts.put_away(turn, one)


def carry_on(turn: Turn, exchange: Exchange) -> None:
    """Something inside the contest was closed."""
    settle(turn, exchange, turn.events[0])
