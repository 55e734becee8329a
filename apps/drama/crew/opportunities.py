"""Opportunities (crew.opportunity): 1s of the GM's dice let a player step a Complication down for a plot point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from apps.characters.crew import points
from apps.characters.crew.complications import Changed
from apps.characters.crew.forms import PaysForm
from apps.characters.crew.holding import held
from apps.characters.crew.points import Paid
from apps.characters.forms import acting_for, number
from apps.characters.models import Character
from apps.characters.points import told_by
from apps.checks.crew import aftermath, bringing, contests, hooks
from apps.checks.crew.aftermath import Choice, ChoiceForm
from apps.rules.crew.contest import Contest, Place, other, side_of
from apps.rules.crew.drama import complications as rules
from apps.rules.crew.options import Options
from apps.rules.crew.steps import step
from apps.table import exchanges
from apps.table.acts import act
from apps.table.models import Ask, Event, Exchange, Table
from apps.table.sure import sure
from apps.table.telling import tell_both
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KIND = "crew.opportunity"
JINX = "crew.jinx"
Asked = Literal["opposed", "lenders", "others"]
TURNS: tuple[Asked, ...] = ("opposed", "lenders", "others")


@dataclass(frozen=True)
class Opportunity:
    """How many 1s the GM threw against whom, at what; `asked` says whose turn it is to buy. One purchase in all."""

    what: str
    ones: int
    opposed: str
    asked: Asked = "opposed"


# asking


@hooks.after_throw
def ones_of_the_gm(turn: Turn, exchange: Exchange, contest: Contest, place: Place, event: Event) -> None:
    """Whoever the GM's dice oppose is asked first. Where nobody has anything to step down it stays open: a jinx of the
    same contest may bring that, and all of this can be had until the contest is closed (crew.exchange)."""
    side, opposed = side_of(contest, place), side_of(contest, other(place))
    ones = aftermath.ones(side)
    if side.kind == "crewmember" or not ones or opposed.kind != "crewmember":
        return
    state = Opportunity(contest.what, ones, opposed.character)
    opened = exchanges.open_exchange(turn, KIND, state, by=event, inside=exchange)
    _asks(turn, opened, state)


def _ask_on(turn: Turn, opened: Exchange, state: Opportunity) -> None:
    """Asks those whose turn it is, or the next ones; closes after the last."""
    if not _asks(turn, opened, state):
        exchanges.close(turn, opened)


def _asks(turn: Turn, opened: Exchange, state: Opportunity) -> bool:
    """Those whose turn it is, or the next ones where none of them has anything to gain; whether anybody has."""
    for asked in TURNS[TURNS.index(state.asked) :]:
        found = _buyers(turn.table, opened, replace(state, asked=asked))
        if found:
            exchanges.advance(turn, opened, replace(state, asked=asked))
            for one in found:
                facts = {"who": one.name, "character": one.public_id, "ones": state.ones, "what": state.what}
                exchanges.ask(turn, opened, aftermath.asked_of(one), facts)
            return True
    return False


def _buyers(table: Table, opened: Exchange, state: Opportunity) -> list[Character]:
    """Those with a Complication to step down. Whoever is opposed is asked without a point too: one may still come."""
    free = contests.options_of(sure(opened.inside)).callback_limit == "free"
    found = [one for one in _in_turn(table, opened, state) if _has_one(one)]
    return [one for one in found if state.asked == "opposed" or can_pay(one, free)]


def _in_turn(table: Table, opened: Exchange, state: Opportunity) -> list[Character]:
    opposed = aftermath.character_at(table, state.opposed)
    lenders = aftermath.characters_at(table, aftermath.lenders_in(_pool(opened, state)))
    if state.asked == "opposed":
        return [opposed] if opposed else []
    if state.asked == "lenders":
        return lenders
    there = table.desk.all(Character, role="crewmember", present=True, hidden=False)
    return [one for one in there if one not in lenders and one != opposed]


def can_pay(character: Character, free: bool) -> bool:
    return points.held(character) > 0 or bool(points.callbacks_of(character, free))


def _pool(opened: Exchange, state: Opportunity) -> Any:
    inside = sure(opened.inside)
    contest = contests.contest_of(inside)
    place: Place = "defender" if contest.defender.character == state.opposed else "aggressor"
    return aftermath.pool_of(inside, place)


def bearers(buyer: Character) -> list[Character]:
    """Whose Complications one may step down: one's own and those of the ship that one is using, being aboard."""
    ships = sorted(bringing.ships_of(buyer), key=lambda one: one.pk)
    return [buyer, *(one for one in ships if not one.hidden)]


def _has_one(buyer: Character) -> bool:
    return any(held(one, "complication") for one in bearers(buyer))


@hooks.after_result
def nothing_comes(turn: Turn, exchange: Exchange, contest: Contest, event: Event) -> None:
    """Nobody waits for somebody who cannot pay and to whom no point can come any more."""
    nothing_more_comes(turn, exchange)


@hooks.inner_closed
def nothing_more_comes(turn: Turn, exchange: Exchange) -> None:
    """Once no jinx can bring a point or a Complication any more: asks where nobody had anything to step down, and goes
    on to the next ones from whoever is opposed and has no point."""
    if exchange.stage != contests.RESULT or aftermath.open_inside(exchange, JINX):
        return
    free = contests.options_of(exchange).callback_limit == "free"
    for opened in aftermath.open_inside(exchange, KIND):
        state: Opportunity = exchanges.state_of(opened)
        asked = turn.desk.all(Ask, exchange=opened, closed_at=None)
        opposed = aftermath.character_at(turn.table, state.opposed)
        is_broke = opposed is not None and not can_pay(opposed, free)
        if state.asked == "opposed" and (is_broke or not asked):
            for one in asked:
                exchanges.close_ask(turn, one, None)
            _ask_on(turn, opened, replace(state, asked="lenders") if is_broke else state)


# answering


class OpportunityForm(PaysForm, ChoiceForm):
    kinds = (KIND,)
    steps = number("How many steps", 1, 24, required=False, help_text="Nothing: one for each 1, as far as it goes")
    buyer: Character | None = None

    def prepare(self, row: Ask) -> None:
        self.buyer = aftermath.character_at(self.viewer.table, row.facts["character"])
        super().prepare(row)
        self.set_callbacks(self.buyer)
        if not self.per_step:
            del self.fields["steps"]

    @property
    def options(self) -> Options:
        return contests.options_of(sure(sure(self.row).exchange.inside))

    @property
    def per_step(self) -> bool:
        return self.options.opportunity_price == "one per step"

    def choices_for(self, row: Ask) -> list[Choice]:
        state: Opportunity = exchanges.state_of(row.exchange)
        holders = bearers(self.buyer) if self.buyer else []
        let_go = Choice(aftermath.PASS, "Let it go by", sub="the point stays yours")
        return [*aftermath.step_choices(holders, -state.ones), let_go]

    @property
    def wanted(self) -> int:
        """How many steps down: as many as there are 1s, as far as the Complication goes."""
        before = self.chosen.before or 6
        asked: int | None = self.cleaned_data.get("steps")
        return min(asked or self.state.ones, rules.steps_to_nothing(before))

    def clean_steps(self) -> int | None:
        steps: int | None = self.cleaned_data.get("steps")
        if steps and steps > self.state.ones:
            many = self.state.ones
            self.add_error("steps", f"As many steps as the GM’s dice show a 1: {many} at most.")
        return steps


def outlook(viewer: Viewer, form: OpportunityForm) -> Mapping[str, Any]:
    """What it costs, and why it cannot be bought now."""
    if form.chosen.word == aftermath.PASS:
        return {"state": form.state, "price": 0}
    no = _why_not(form)
    return {"state": form.state, "price": _price(form), "refused_now": no, "held": points.held(sure(form.buyer))}


def _price(form: OpportunityForm) -> int:
    return form.wanted if form.per_step else 1


def _why_not(form: OpportunityForm) -> str:
    at_hand = points.held(sure(form.buyer)) + bool(form.callback_given())
    no = rules.why_no_opportunity(ones=form.state.ones, pp=at_hand, price=_price(form))
    return no.text if no else ""


@act(
    "crew.answer-opportunity",
    title="An opportunity",
    form=OpportunityForm,
    button="So it is",
    template="drama/crew/acts/answer.html",
    preview=outlook,
)
def answer_opportunity(turn: Turn, form: OpportunityForm) -> None:
    """Steps one Complication of one's own, or of the ship in use, down once for each 1 of the GM's; or lets it go by.

    One plot point in all, or by the switch opportunity-price one for each step; a callback stands for one of them.
    """
    row: Ask = form.cleaned_data["ask"]
    buyer = form.buyer
    turn.cause = row.exchange.opened_by
    if buyer is None:
        turn.refuse("gone", "Whoever is asked is not there any more. Call the question off.", "choice")
    acting_for(turn, buyer)
    if form.chosen.word == aftermath.PASS:
        _pass(turn, row, form.state, buyer)
    else:
        _buy(turn, row, form, buyer)


def _buy(turn: Turn, row: Ask, form: OpportunityForm, buyer: Character) -> None:
    price, wanted = _price(form), form.wanted
    paid = points.pay(turn, buyer, "An opportunity", KIND, points=price, callback=form.callback_given(), field="choice")
    chosen = replace(form.chosen, after=step(size=form.chosen.before or 6, steps=-wanted).size)
    changed = aftermath.carry_out(turn, chosen, "")
    told = _tell(turn, buyer, form.state, [changed], paid)
    told_by(turn, told, paid.move)
    aftermath.finish(turn, row, told)


def _pass(turn: Turn, row: Ask, state: Opportunity, buyer: Character) -> None:
    """On to the others, once all who are asked now have let it go by."""
    told = _tell(turn, buyer, state, [], None)
    exchanges.close_ask(turn, row, told)
    later = TURNS.index(state.asked) + 1
    if turn.desk.all(Ask, exchange=row.exchange, closed_at=None):
        return
    if later == len(TURNS):
        exchanges.close(turn, row.exchange)
    else:
        _ask_on(turn, row.exchange, replace(state, asked=TURNS[later]))


def _tell(turn: Turn, buyer: Character, state: Opportunity, changes: Sequence[Changed], paid: Paid | None) -> Event:
    facts = {
        "character": buyer.name,
        "character_id": buyer.public_id,
        "ones": state.ones,
        "bought": paid is not None,
        "price": paid.move.points if paid and paid.move else 0,
        "left": points.held(buyer),
        "callback": paid.callback if paid else "",
    }
    full, public = aftermath.told_changes(changes)
    return tell_both(turn, "crew.opportunity-answered", facts | full, None if buyer.hidden else facts | public)


exchanges.exchange_kind(
    name=KIND,
    state=Opportunity,
    template="drama/crew/asks/opportunity",
    answer="crew.answer-opportunity",
    waits_for="an opportunity",
    context=lambda viewer, ask: _drawn(viewer, ask),
)


def _drawn(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    form = OpportunityForm(viewer=viewer, initial={"ask": ask.public_id})
    held_now = points.held(form.buyer) if form.buyer else 0
    return {
        "choices": getattr(form, "choices", []),
        "form": form,
        "held": held_now,
        "broke": bool(form.row) and not held_now and "callback" not in form.fields,
    }
