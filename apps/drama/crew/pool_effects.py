"""What a trigger does to dice of a roll (crew.triggers): steps or doubles one before the throw, throws one anew after.

A form sends which die as the public id of the pool, or of the side's question, and what the die is called there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from apps.characters.models import Character
from apps.checks.crew import aftermath, contests, course, drafts, hooks
from apps.checks.crew.drafts import Building, bench_of
from apps.checks.models import Draft
from apps.checks.thrown import Thrown
from apps.drama.crew import jinxes, opportunities
from apps.rules.crew import contest as rules
from apps.rules.crew.contest import Contest, Place, Side, side_of
from apps.rules.crew.steps import written
from apps.table import exchanges
from apps.table.models import Ask, Event, Exchange, Table
from apps.table.sure import sure
from apps.table.turn import Turn

ON_A_POOL = {"step-up": 1, "step-down": -1, "double": 0}
REROLL = "reroll"
ABOUT_ONES = (jinxes.KIND, opportunities.KIND)
GONE = "That die does not lie there any more: the pool was thrown, or the total stands."
Choices = list[tuple[str, str]]


# which dice


def offers(table: Table, character: Character | None, effect: str) -> Choices | None:
    """The dice that the effect can be carried out on now; None where no roll of theirs waits for it."""
    if character is None:
        return None
    if effect in ON_A_POOL:
        return _in_pools(table, character)
    return _that_fell(table, character) if effect == REROLL else None


def _in_pools(table: Table, character: Character) -> Choices | None:
    held = table.desk.all(Draft, character=character)
    benches = [bench_of(one) for one in held if one.exchange.closed_at is None]
    found = [
        (f"{bench.draft.public_id}:{one.token}", f"{die.label} {written(die.size)}")
        for bench in benches
        for one, die in bench.chosen()
    ]
    return found if benches else None


def _that_fell(table: Table, character: Character) -> Choices | None:
    asks = [one for one in _asks(table) if _side(one).character == character.public_id]
    return (
        [
            (f"{one.public_id}:{index}", f"{_side(one).faces[index]}, {die.label} {written(die.size)}")
            for one in asks
            for index, die in enumerate(_side(one).pool)
        ]
        if asks
        else None
    )


def _asks(table: Table) -> list[Ask]:
    """The questions of those who have rolled and whose total does not stand yet."""
    contested = exchanges.open_exchanges(table.desk, contests.KIND)
    found = [ask for one in contested for ask in table.desk.all(Ask, exchange=one, closed_at=None)]
    return [one for one in found if one.facts["stage"] == contests.KEEP]


def _side(ask: Ask) -> Side:
    return side_of(contests.contest_of(ask.exchange), contests.place_of(ask))


# before the throw


def alter(turn: Turn, effect: str, die: str) -> dict[str, Any]:
    """Steps or doubles a die of a pool for this roll; returns what changed, for the event. Refuses one that is gone,
    that is doubled already, or from which there is no further step."""
    key, _, token = die.partition(":")
    draft = turn.desk.one(Draft, public_id=key)
    before = _die(draft, token) if draft else None
    if draft is None or before is None:
        turn.refuse("gone", GONE, "pool_die")
    label, size = before
    drafts.write(turn, draft, _altered(turn, drafts.building_of(draft), token, effect, label))
    after = _die(draft, token)
    if effect != "double" and (after is None or after[1] == size):
        turn.refuse("no-step", f"{label} is {written(size)}: there is no further step that way.", "pool_die")
    changed = {"from": written(size), "to": written(sure(after)[1])}
    return {"did": "double" if effect == "double" else "step", "whose": "", "name": label, **changed}


def _die(draft: Draft, token: str) -> tuple[str, int] | None:
    found = next((die for one, die in bench_of(draft).chosen() if one.token == token), None)
    return (found.label, min(found.size, 12)) if found else None


def _altered(turn: Turn, building: Building, token: str, effect: str, label: str) -> Building:
    one = next(held for held in building.chosen if held.token == token)
    if effect == "double" and one.doubled:
        turn.refuse("doubled", f"{label} is doubled already.", "pool_die")
    return drafts.altered(
        building, token, steps=one.steps + ON_A_POOL[effect], double=one.doubled or effect == "double"
    )


# after the throw


@dataclass(frozen=True)
class Anew:
    """A die that was thrown anew: the side before, the contest after, and what the card says."""

    exchange: Exchange
    place: Place
    before: Side
    contest: Contest
    facts: dict[str, Any]
    veiled: bool

    @property
    def after(self) -> Side:
        return side_of(self.contest, self.place)


def throw_anew(turn: Turn, die: str) -> Anew:
    """Lets the die fall again; `follow_up` then says what its new face does. Refuses one of a total that stands, as
    that of a botch does at once, and a 1 of which something has come already."""
    key, _, number = die.partition(":")
    ask = next((one for one in _asks(turn.table) if one.public_id == key), None)
    if ask is None or not number.isdecimal():
        turn.refuse("gone", GONE, "pool_die")
    exchange, place, side = ask.exchange, contests.place_of(ask), _side(ask)
    held, index = contests.contest_of(exchange), int(number)
    rules.check_reroll(held, place, index)
    _refuse_settled(turn, exchange, held, side, index)
    thrown = Thrown(turn, None, ask, contests.standing(side))
    after = rules.rerolled(held, place, index, thrown.dice)
    thrown.settle()
    exchanges.advance(turn, exchange, after)
    now = side_of(after, place)
    facts = {
        "did": REROLL,
        "whose": "",
        "name": side.pool[index].label,
        "from": side.faces[index],
        "to": now.faces[index],
        "sides": side.pool[index].sides,
        "total": rules.total(now),
        "again": thrown.again,
    }
    return Anew(exchange, place, side, after, facts, contests.is_veiled(ask))


def _refuse_settled(turn: Turn, exchange: Exchange, held: Contest, side: Side, index: int) -> None:
    if side.faces[index] != 1 or held.purpose == "recovery":
        return
    if _answered(exchange, side, held):
        turn.refuse("settled", "Something has come of this 1 already, so that die is not thrown anew.", "pool_die")


def _answered(exchange: Exchange, side: Side, held: Contest) -> bool:
    """Whether the question about the 1s of that side was answered."""
    inside = [one for one in exchange.desk.all(Exchange, inside=exchange) if one.kind in ABOUT_ONES]
    about = [one for one in inside if _is_about(one, side, held)]
    answers = [ask.answered_by for one in about for ask in exchange.desk.all(Ask, exchange=one)]
    return any(one is not None and one.undone_by_id is None for one in answers)


def _is_about(inner: Exchange, side: Side, held: Contest) -> bool:
    if inner.kind == jinxes.KIND:
        return bool(side.kind == "crewmember" and inner.state["roller"] == side.character)
    across = held.aggressor if side == held.defender else held.defender
    return bool(side.kind != "crewmember" and inner.state["opposed"] == across.character)


def follow_up(turn: Turn, anew: Anew, event: Event) -> None:
    """What waits because of 1s follows the new face: a 1 less is asked about no more, a new one is asked about."""
    ones = aftermath.ones(anew.after) - aftermath.ones(anew.before)
    if anew.contest.purpose != "recovery" and ones:
        _count(turn, anew, ones, event)
    course.settle(turn, anew.exchange, event)


def _count(turn: Turn, anew: Anew, ones: int, event: Event) -> None:
    if waiting := _open(anew):
        _recount(turn, waiting[0], ones)
    elif ones > 0 and anew.after.kind == "crewmember":
        for hook in hooks.jinx_left_hooks:
            hook(turn, anew.exchange, anew.contest, anew.place, event)
    elif ones > 0 and not _answered(anew.exchange, anew.after, anew.contest):
        opportunities.ones_of_the_gm(turn, anew.exchange, anew.contest, anew.place, event)


def _open(anew: Anew) -> list[Exchange]:
    found = aftermath.open_inside(anew.exchange, *ABOUT_ONES)
    return [one for one in found if _is_about(one, anew.after, anew.contest)]


def _recount(turn: Turn, opened: Exchange, more: int) -> None:
    """So many 1s more, or less where negative; without any the question is closed."""
    word = "jinxes" if opened.kind == jinxes.KIND else "ones"
    state: Any = exchanges.state_of(opened)
    count = getattr(state, word) + more
    if count <= 0:
        exchanges.close(turn, opened)
        return
    exchanges.advance(turn, opened, replace(state, **{word: count}))
    for one in turn.desk.all(Ask, exchange=opened, closed_at=None):
        turn.change(one, facts={**one.facts, word: count})
