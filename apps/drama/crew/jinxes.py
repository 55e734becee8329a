"""Jinxes (crew.jinx): the GM buys them for a Complication and a plot point from the pile, or lets them go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from apps.characters.crew import points
from apps.characters.crew.complications import Changed
from apps.characters.models import Character, Entry, Move
from apps.characters.points import told_by
from apps.checks.crew import aftermath, contests, drafts, hooks
from apps.checks.crew.aftermath import Choice, NamingForm
from apps.drama.crew import lending
from apps.rules.crew.contest import Contest, Place, Side, botch, side_of
from apps.rules.crew.contest import jinxes as rolled_ones
from apps.rules.crew.drama import complications as rules
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.models import Ask, Event, Exchange
from apps.table.sure import sure
from apps.table.telling import tell_both
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KIND = "crew.jinx"


@dataclass(frozen=True)
class Jinxed:
    """Who threw how many 1s, at what. A `ship` whose attribute was rolled may bear the Complication, and so may the
    `patient` of a recovery that succeeded; `lenders` suffer the same as the roller. Once they are bought, `bearers`
    have the Complication that is `called` so. All by their public ids."""

    what: str
    roller: str
    jinxes: int
    ship: str = ""
    patient: str = ""
    lenders: tuple[str, ...] = ()
    bearers: tuple[str, ...] = ()
    called: str = ""


@hooks.after_throw
def jinxes_fall(turn: Turn, exchange: Exchange, contest: Contest, place: Place, event: Event) -> None:
    """Asks the GM right after a crewmember's throw; a recovery is settled when its result stands, a botch by itself."""
    side = side_of(contest, place)
    jinxes = aftermath.ones(side)
    if side.kind == "crewmember" and jinxes and not botch(side) and contest.purpose != "recovery":
        offer(turn, exchange, contest, place, jinxes, event)


@hooks.jinx_left
def one_more(turn: Turn, exchange: Exchange, contest: Contest, place: Place, event: Event) -> None:
    """A Big Damn Hero die that stays a jinx is one more of this roll: it counts with those that wait, goes into what
    was bought for the same plot point, or the GM is asked about all of them once more. A botch has none to buy."""
    side = side_of(contest, place)
    if contest.purpose == "recovery" or botch(side):
        return
    last = _of_this_roll(exchange, side)
    state = exchanges.state_of(last) if last else None
    if last and last.closed_at is None:
        _wait_with_the_rest(turn, last, rolled_ones(side))
    elif state and state.bearers:
        _goes_into_it(turn, exchange, side, state)
    else:
        offer(turn, exchange, contest, place, rolled_ones(side), event)


def _of_this_roll(contest: Exchange, side: Side) -> Exchange | None:
    """The question about this side's jinxes that was asked last, whether it waits or not."""
    asked = contest.desk.all(Exchange, kind=KIND, inside=contest)
    return next((one for one in asked[::-1] if exchanges.state_of(one).roller == side.character), None)


def _wait_with_the_rest(turn: Turn, waiting: Exchange, count: int) -> None:
    exchanges.advance(turn, waiting, replace(exchanges.state_of(waiting), jinxes=count))
    for ask in turn.desk.all(Ask, exchange=waiting, closed_at=None):
        turn.change(ask, facts={**ask.facts, "jinxes": count})


def _goes_into_it(turn: Turn, exchange: Exchange, side: Side, state: Jinxed) -> None:
    """All jinxes of a roll go into one Complication, for one plot point: what was bought grows by a step."""
    bearers = aftermath.characters_at(turn.table, state.bearers)
    changes = [one for one in lending.share_step(turn, bearers, state.called, 1) if one.before != one.after]
    drafts.note_before(turn, exchange, changes)
    full, public = aftermath.told_changes(changes)
    somebody = contests.open_name(side, contests.character_of(turn, side))
    tell_both(turn, "crew.jinx-grown", full | {"character": side.name}, public | {"character": somebody})


def offer(
    turn: Turn, exchange: Exchange, contest: Contest, place: Place, jinxes: int, event: Event, patient: str = ""
) -> None:
    """Asks the GM what comes of that many jinxes; after a recovery the patient may bear it as well."""
    side = side_of(contest, place)
    lenders = aftermath.lenders_in(side.pool)
    state = Jinxed(contest.what, side.character, jinxes, aftermath.ship_in(side.pool), patient, lenders)
    facts = {"who": side.name, "jinxes": jinxes, "what": contest.what}
    aftermath.ask_inside(turn, exchange, KIND, state, event, ("gms", 0), facts)


# answering


class JinxForm(NamingForm):
    kinds = (KIND,)

    def choices_for(self, row: Ask) -> list[Choice]:
        state: Jinxed = exchanges.state_of(row.exchange)
        bearers = bearers_of(self.viewer, state)
        size = rules.jinx(jinxes=state.jinxes, gm="new").complication
        several = len(bearers) > 1
        found = [
            aftermath.new_choice(one, size or 6, f"New on {one.name}" if several else "New Complication")
            for one in bearers
        ]
        if not state.patient:  # after a recovery a new one takes the place of the old
            found += aftermath.step_choices(bearers, state.jinxes)
        return [*found, Choice(aftermath.PASS, "Let it go", sub="no charge")]


def bearers_of(viewer: Viewer, state: Jinxed) -> list[Character]:
    """Who may bear it, the roller first."""
    ids = dict.fromkeys(one for one in (state.roller, state.ship, state.patient) if one)
    return aftermath.characters_at(viewer.table, ids)


def outlook(viewer: Viewer, form: JinxForm) -> Mapping[str, Any]:
    """What the choice does: the same for lenders, and whom it takes out."""
    state: Jinxed = form.state
    chosen = form.chosen
    shares = state.lenders and chosen.word != aftermath.PASS and _is_rollers(viewer, state, chosen)
    lent = _lenders(viewer, state) if shares else []
    return {"state": state, "lent": lent, "takes_out": chosen.takes_out, "heading": _heading(form)}


def _lenders(viewer: Viewer, state: Jinxed) -> list[str]:
    """The names of those who lent a die."""
    return [one.name for one in aftermath.characters_at(viewer.table, state.lenders)]


def _heading(form: JinxForm) -> str:
    return f"{sure(form.row).facts['who']}: {form.state.jinxes} jinx{'' if form.state.jinxes == 1 else 'es'}"


def _is_rollers(viewer: Viewer, state: Jinxed, chosen: Choice) -> bool:
    roller = aftermath.character_at(viewer.table, state.roller)
    if roller is None or chosen.word == "new":
        return chosen.subject == state.roller
    return viewer.desk.one(Entry, public_id=chosen.subject, character=roller) is not None


@act(
    "crew.answer-jinx",
    title="What comes of the jinxes",
    form=JinxForm,
    who=gms,
    button="So it is",
    template="drama/crew/acts/answer.html",
    preview=outlook,
)
def answer_jinx(turn: Turn, form: JinxForm) -> None:
    """Makes or steps up a Complication, for the roller's one plot point, or lets the jinxes go without one (crew.jinx).

    All jinxes go into one Complication; lenders suffer what the roller suffers (crew.lend-consequences).
    """
    row: Ask = form.cleaned_data["ask"]
    state: Jinxed = form.state
    turn.cause = row.exchange.opened_by
    roller = aftermath.character_at(turn.table, state.roller)
    if roller is None:
        turn.refuse("gone", "Whoever rolled is not there any more. Call the question off.", "choice")
    bought = form.chosen.word != aftermath.PASS
    changes = _suffer(turn, state, form.chosen, form.called) if bought else []
    exchanges.advance(turn, row.exchange, _with(state, changes))
    inside = sure(row.exchange.inside)
    drafts.note_before(turn, inside, changes)
    lines = _pay(turn, row, state, roller) if bought else []
    facts = {
        "character": roller.name,
        "character_id": roller.public_id,
        "jinxes": state.jinxes,
        "bought": bought,
        "left": points.held(roller),
    }
    full, public = aftermath.told_changes(changes)
    nobody = {"character": contests.SOMEBODY, "character_id": "", "left": None} if roller.hidden else {}
    told = tell_both(turn, "crew.jinx-answered", facts | full, facts | public | nobody)
    told_by(turn, told, *lines)
    aftermath.finish(turn, row, told)


def _with(state: Jinxed, changes: list[Changed]) -> Jinxed:
    """What is asked of these jinxes, with who bears what was bought for them."""
    bearers = tuple(one.holder.public_id for one in changes)
    return replace(state, bearers=bearers, called=changes[0].name if changes else "")


def _suffer(turn: Turn, state: Jinxed, chosen: Choice, called: str) -> list[Changed]:
    """What happens to whoever bears it, and to lenders where that is the roller."""
    lenders = aftermath.characters_at(turn.table, state.lenders)
    shares = _is_rollers(turn.viewer, state, chosen)
    changed = aftermath.carry_out(turn, chosen, called)
    if not shares:
        return [changed]
    if chosen.word == "new":
        return [changed, *lending.share_new(turn, lenders, changed.name, changed.after or 6)]
    return [changed, *lending.share_step(turn, lenders, changed.name, state.jinxes)]


def _pay(turn: Turn, row: Ask, state: Jinxed, roller: Character) -> list[Move]:
    options = contests.options_of(sure(row.exchange.inside))
    lenders = aftermath.characters_at(turn.table, state.lenders)
    return [points.gain(turn, roller, "Jinx", KIND), *lending.paid_too(turn, lenders, options.lender_gets_point)]


exchanges.exchange_kind(
    name=KIND,
    state=Jinxed,
    template="drama/crew/asks/jinx",
    answer="crew.answer-jinx",
    waits_for="the jinxes",
    context=lambda viewer, ask: _drawn(viewer, ask),
)


def _drawn(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    lent = _lenders(viewer, exchanges.state_of(ask.exchange))
    return {**aftermath.choices_drawn(JinxForm)(viewer, ask), "lent": lent}
