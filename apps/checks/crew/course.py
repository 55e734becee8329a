"""The course of a contest: how it opens, what goes by itself, and how it ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from apps.characters.crew import heroes, points
from apps.characters.crew.holding import is_crewmember
from apps.characters.models import Character
from apps.characters.rows import when_deleted
from apps.checks.crew import aftermath, contests, drafts, hooks, rerolling, result, sharing
from apps.checks.models import Draft
from apps.rules.crew import contest as rules
from apps.rules.crew.contest import Contest, Place, Side, side_of
from apps.table import exchanges
from apps.table.models import Ask, Event, Exchange, Table
from apps.table.turn import Turn

# opening


def open_contest(turn: Turn, contest: Contest, event: Event, difficulty: int | None = None) -> Exchange:
    """Opens a contest with a draft for each side and asks whoever rolls first. The opposition's pool begins with a
    `difficulty` die (4 to 12) where the GM has said how hard it is. Refuses more than are ever open at once."""
    if len(contests.running(turn.table)) >= contests.AT_ONCE:
        turn.refuse("too-many", f"{contests.AT_ONCE} rolls are open already. Finish one first, or have it moved on.")
    exchange = exchanges.open_exchange(turn, contests.KIND, contest, by=event)
    drafts.open_drafts(turn, exchange, contest, difficulty)
    for place in contests.PLACES:
        whom = aftermath.asked_of(contests.character_of(turn, side_of(contest, place)))
        one = exchanges.ask(turn, exchange, whom, _ask_facts(contest, place))
        exchanges.close_ask(turn, one, None)
    settle(turn, exchange, event)
    return exchange


def _ask_facts(contest: Contest, place: Place) -> dict[str, Any]:
    side = side_of(contest, place)
    return {"place": place, "stage": contests.ROLL, "who": side.name or contests.OPPOSITION, "what": contest.what}


# what goes by itself


def settle(turn: Turn, exchange: Exchange, event: Event) -> None:
    """Carries the contest on as far as nobody has to be asked, to its end if nothing inside it is open.

    Whatever answers something inside a contest calls it at its end; called once too often it does nothing.
    """
    if exchange.closed_at is not None:
        return
    contest = _by_itself(turn, exchange)
    exchanges.advance(turn, exchange, contest)
    _share(turn, exchange, contest, event)
    if sharing.follows(exchange):
        return
    waiting = awaited(exchange, contest)
    if not waiting and exchange.stage == contests.OPEN:
        _come_to_result(turn, exchange, contest, event)
    _attend(turn, exchange, waiting)
    if exchange.stage == contests.RESULT and not exchanges.inside_of(exchange):
        exchanges.close(turn, exchange)


def _share(turn: Turn, exchange: Exchange, contest: Contest, event: Event) -> None:
    """What fell for a defender who rolls once against several falls in each of those contests."""
    for one in sharing.followers(exchange):
        held = contests.contest_of(one)
        if held.defender != contest.defender:
            exchanges.advance(turn, one, replace(held, defender=contest.defender))
            drafts.put_away_of(turn, one, "defender")
            _veil_as(turn, one, exchange)
            settle(turn, one, event)


def _veil_as(turn: Turn, exchange: Exchange, leader: Exchange) -> None:
    if contests.is_veiled(contests.ask_of(leader, "defender")):
        mine = contests.ask_of(exchange, "defender")
        turn.change(mine, facts={**mine.facts, "veiled": True})


def awaited(exchange: Exchange, contest: Contest) -> Mapping[Place, str]:
    """Which side has to do what: roll, keep dice, use a Big Damn Hero die or not, or decide about a jinx on one."""
    if exchange.stage == contests.RESULT:
        return {}
    if (place := undecided(exchange)) is not None:
        return {place: contests.JINX}
    stage = rules.stage(contest, contests.options_of(exchange))
    if stage == "heroes":
        place = rules.next_to_decide(contest, contests.options_of(exchange))
        return {place: contests.HERO} if place else {}
    return WAITED[stage]


def undecided(exchange: Exchange) -> Place | None:
    """The side whose Big Damn Hero die fell on 1 and has neither been taken back nor left."""
    return next((place for place in contests.PLACES if exchange.stage == f"{contests.JINX}-{place}"), None)


WAITED: dict[rules.Stage, Mapping[Place, str]] = {
    "defender-rolls": {"defender": contests.ROLL},
    "defender-keeps": {"defender": contests.KEEP},
    "aggressor-rolls": {"aggressor": contests.ROLL},
    "aggressor-keeps": {"aggressor": contests.KEEP},
    "after": {},
}


def _by_itself(turn: Turn, exchange: Exchange) -> Contest:
    """Lets totals stand that cannot change any more, and passes for those who have nothing to add."""
    contest = contests.contest_of(exchange)
    options = contests.options_of(exchange)
    for place in contests.PLACES:
        side = side_of(contest, place)
        if rules.has_rolled(side) and not side.announced and not may_change(turn.table, exchange, contest, place):
            contest = rules.announced(contest, place)
    while exchange.stage == contests.OPEN and (first := rules.next_to_decide(contest, options)):
        if may_add(turn.table, exchange, contest, first):
            break
        contest = rules.passed(contest, first, options)
    return contest


def may_change(table: Table, exchange: Exchange, contest: Contest, place: Place) -> bool:
    """Whether a side whose total waits for its word may still buy a die in that matters, or throw one anew."""
    side, options = side_of(contest, place), contests.options_of(exchange)
    answered = options.extra_dice_after_comparing or bool(stored(table, side_of(contest, rules.other(place))))
    matters = answered or rules.bought_changes_something(contest, place)
    free = options.callback_limit == "free"
    return (matters and can_pay(table, exchange, side)) or rerolling.at_hand(table, side, free)


def can_pay(table: Table, exchange: Exchange, side: Side) -> bool:
    """Whether a side has a point to pay, or may yet get one from something that is still open."""
    character = contests.character_of(table, side)
    if character is None or not is_crewmember(character):
        return points.bank_of(table) > 0
    if points.held(character) or brings_point(exchange, side):
        return True
    return bool(points.callbacks_of(character, contests.options_of(exchange).callback_limit == "free"))


def brings_point(exchange: Exchange, side: Side) -> bool:
    """Whether something is open inside about this side's roller, such as jinxes that the GM may buy."""
    return any(one.state.get("roller") == side.character for one in exchanges.inside_of(exchange))


def may_add(table: Table, exchange: Exchange, contest: Contest, place: Place) -> bool:
    """Whether a side can still change its total now that both stand."""
    side = side_of(contest, place)
    options = contests.options_of(exchange)
    late = rules.may_buy_late(contest, place, options)
    hero = rules.may_add_hero(contest, place, options) and rules.hero_changes_something(
        contest, place, stored(table, side), options
    )
    return (late or hero) and can_pay(table, exchange, side)


def stored(table: Table, side: Side) -> list[int]:
    """The Big Damn Hero dice that a side has in store."""
    character = contests.character_of(table, side)
    return heroes.store(character) if character and is_crewmember(character) else []


def _attend(turn: Turn, exchange: Exchange, waiting: Mapping[Place, str]) -> None:
    """Holds the asks open of those who have something to do, and no others."""
    for one in turn.desk.all(Ask, exchange=exchange):
        stage = waiting.get(contests.place_of(one))
        if stage is None and one.closed_at is None:
            exchanges.close_ask(turn, one, None)
        elif stage is not None and (one.closed_at is not None or one.facts["stage"] != stage):
            facts = {**one.facts, "stage": stage}
            turn.change(one, closed_at=None, opened_at=turn.now, reminded=0, facts=facts)


def _come_to_result(turn: Turn, exchange: Exchange, contest: Contest, event: Event) -> None:
    turn.change(exchange, stage=contests.RESULT)
    told = result.tell_result(turn, exchange, contest)
    for hook in hooks.after_result_hooks:
        hook(turn, exchange, contest, told)


# ending


def tidy(turn: Turn, exchange: Exchange) -> None:
    """Takes away the pools that nobody throws any more; a Big Damn Hero die that fell on 1 goes back into store."""
    if (place := undecided(exchange)) is not None:
        side = side_of(contests.contest_of(exchange), place)
        character = contests.character_of(turn, side)
        if character is not None:
            heroes.put(turn, character, side.heroes[-1].size)
    _hand_over(turn, exchange)
    for one in turn.desk.all(Draft, exchange=exchange):
        drafts.put_away(turn, one)


def _hand_over(turn: Turn, exchange: Exchange) -> None:
    """Where others wait for the same roll, the next of them leads, with the pool as it lies there."""
    left = sharing.followers(exchange)
    if not left or sharing.follows(exchange):
        return
    if (pool := drafts.draft_of(exchange, "defender")) is not None:
        drafts.copy_to(turn, pool, left[0])
    turn.later(lambda: settle(turn, left[0], turn.events[0]))


@when_deleted
def pools_go_with_it(turn: Turn, character: Character) -> None:
    """With whoever would have rolled goes the pool that was put together."""
    for one in turn.desk.all(Draft, character=character):
        drafts.put_away(turn, one)


def carry_on(turn: Turn, exchange: Exchange) -> None:
    """Something inside the contest was closed."""
    for hook in hooks.inner_closed_hooks:
        hook(turn, exchange)
    settle(turn, exchange, turn.events[0])
