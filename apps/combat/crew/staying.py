"""High stakes (crew.high-stakes): the loser is Taken Out, or pays to stay in the fight and takes a Complication for it
(crew.stay-in-the-fight); the bank pays for a Major or Minor GMC (crew.gmc-stay)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.crew import out, points
from apps.characters.crew.forms import PaysForm
from apps.characters.crew.holding import held, is_crewmember
from apps.characters.forms import acting_for, named
from apps.characters.models import Character
from apps.characters.points import told_by
from apps.checks.crew import aftermath, contests, hooks
from apps.checks.crew.aftermath import AnswerForm, Choice, NamingForm
from apps.rules.crew import combat
from apps.rules.crew import contest as rules
from apps.rules.crew.contest import Contest, Place, side_of
from apps.rules.crew.options import Options
from apps.rules.crew.steps import BEYOND, written
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.models import Ask, Event, Exchange
from apps.table.sure import sure
from apps.table.telling import tell_both
from apps.table.turn import Turn
from apps.table.viewer import Viewer

STAY, PRICE, GMC = "crew.stay", "crew.stay-price", "crew.gmc-stay"
JINX = "crew.jinx"
FOLDER = "combat/crew"
SMALLEST = 6


@dataclass(frozen=True)
class Losing:
    """Who lost a high stakes roll, at what; `highest` is the opposing pool's highest rolling die, `winner` who won."""

    what: str
    character: str
    highest: int
    winner: str = ""


# who is Taken Out


@hooks.after_result
def at_high_stakes(turn: Turn, exchange: Exchange, contest: Contest, event: Event) -> None:
    """Asks the loser, and the lenders who lost with them; whoever cannot stay is Taken Out at once."""
    options = contests.options_of(exchange)
    loser = rules.taken_out_by(contest, options)
    if loser is None:
        return
    side = side_of(contest, loser)
    character = contests.character_of(turn, side)
    if character is None:
        return
    lenders = contests.lenders(turn.table, side)
    for one in (character, *lenders):
        if out.by_stakes(one) is None:
            _lost(turn, exchange, contest, loser, one, event)


def _lost(turn: Turn, exchange: Exchange, contest: Contest, loser: Place, one: Character, event: Event) -> None:
    winning = side_of(contest, rules.other(loser))
    highest = rules.highest_die(winning, contests.options_of(exchange)) or SMALLEST
    state = Losing(contest.what, one.public_id, highest, winning.character)
    facts = {"who": one.name, "what": contest.what, "highest": written(combat.price_size(highest=highest))}
    crew = is_crewmember(one)
    if not (_may_pay(turn, exchange, one) if crew else _bank_may_pay(turn, one)):
        taken_out(turn, one, contest.what)
    elif crew:
        aftermath.ask_inside(turn, exchange, STAY, state, event, aftermath.asked_of(one), facts)
    else:
        aftermath.ask_inside(turn, exchange, GMC, state, event, ("gms", 0), facts)


@hooks.inner_closed
def past_the_broke(turn: Turn, exchange: Exchange) -> None:
    """Nobody is asked whether they pay who has no point any more and to whom none can come."""
    for opened in aftermath.open_inside(exchange, STAY):
        state: Losing = exchanges.state_of(opened)
        one = aftermath.character_at(turn.table, state.character)
        if one is not None and not _may_pay(turn, exchange, one):
            taken_out(turn, one, state.what)
            exchanges.close(turn, opened)


def _may_pay(turn: Turn, exchange: Exchange, one: Character) -> bool:
    """Whether there is a point, a callback, or a jinx still to be answered that may bring them a point."""
    options = contests.options_of(exchange)
    free = options.callback_limit == "free"
    waits = any(_may_bring(exchanges.state_of(jinx), one, options) for jinx in aftermath.open_inside(exchange, JINX))
    return points.held(one) > 0 or bool(points.callbacks_of(one, free)) or waits


def _may_bring(jinxed: Any, one: Character, options: Options) -> bool:
    """Whether buying these jinxes would pay them: the roller, by the switch lender-gets-point lenders too."""
    return jinxed.roller == one.public_id or (options.lender_gets_point and one.public_id in jinxed.lenders)


def _bank_may_pay(turn: Turn, one: Character) -> bool:
    return combat.why_no_gmc_stay(gmc=one.role, bank=points.bank_of(turn.table)) is None


def taken_out(turn: Turn, one: Character, what: str, by_choice: bool = False) -> Event:
    """Out until the conflict is over; `by_choice` says that they could have stayed."""
    out.take_out(turn, one)
    facts = named(one) | {"what": what, "by_choice": by_choice}
    return tell_both(turn, "crew.taken-out", facts, None if one.hidden else facts)


# staying


class StayForm(PaysForm, AnswerForm):
    kinds = (STAY,)
    stay = forms.ChoiceField(
        label="Stay in the fight",
        choices=[("yes", "Stay, for 1 plot point"), ("no", "Taken Out")],
        widget=forms.RadioSelect,
    )
    character: Character | None = None

    def prepare(self, row: Ask) -> None:
        self.character = aftermath.character_at(self.viewer.table, self.state.character)
        self.set_callbacks(self.character)


def stay_outlook(viewer: Viewer, form: StayForm) -> Mapping[str, Any]:
    """What may come of staying, said before anybody pays."""
    no = _why_no_stay(form) if form.cleaned_data["stay"] == "yes" else ""
    return {"state": form.state, "refused_now": no, **_dangers(sure(form.character)), **_price_words(form.state)}


def _why_no_stay(form: StayForm) -> str:
    no = combat.why_no_stay(pp=points.held(sure(form.character)) + bool(form.callback_given()))
    return no.text if no else ""


def _dangers(character: Character) -> dict[str, list[str]]:
    """The Complications against which no point helps: `keeps_out` are those that take them out already, `risk` those
    whose next step does."""
    borne = held(character, "complication")
    return {
        "keeps_out": [one.name for one in borne if one.amount == BEYOND],
        "risk": [one.name for one in borne if one.amount == 12],
    }


def _price_words(state: Losing) -> dict[str, Any]:
    return {"size": written(combat.price_size(highest=state.highest))}


@act(
    "crew.answer-stay",
    title="Stay in the fight?",
    form=StayForm,
    button="So it is",
    template=f"{FOLDER}/acts/stay.html",
    preview=stay_outlook,
)
def answer_stay(turn: Turn, form: StayForm) -> None:
    """Pays a plot point, or calls an Episode back, and stays; the GM then says what it costs. Or is Taken Out."""
    row: Ask = form.cleaned_data["ask"]
    state: Losing = form.state
    turn.cause = row.exchange.opened_by
    character = form.character
    if character is None:
        turn.refuse("gone", "Whoever lost is not there any more. Call the question off.", "stay")
    acting_for(turn, character)
    if form.cleaned_data["stay"] == "no":
        aftermath.finish(turn, row, taken_out(turn, character, state.what, by_choice=True))
        return
    paid = points.pay(
        turn, character, "Staying in the fight", "crew.stay-in-the-fight", callback=form.callback_given(), field="stay"
    )
    facts = named(character) | {"what": state.what, "callback": paid.callback, "left": points.held(character)}
    told = tell_both(turn, "crew.stayed", facts, None if character.hidden else facts)
    told_by(turn, told, paid.move)
    _ask_the_price(turn, row, state, character, told, ("gms", 0))
    aftermath.finish(turn, row, told)


def _ask_the_price(
    turn: Turn, row: Ask, state: Losing, character: Character, told: Event, whom: tuple[str, int]
) -> None:
    facts = {"who": character.name, "what": state.what, "highest": written(combat.price_size(highest=state.highest))}
    aftermath.ask_inside(turn, sure(row.exchange.inside), PRICE, state, told, whom, facts)


# what it costs


class PriceForm(NamingForm):
    kinds = (PRICE,)

    def choices_for(self, row: Ask) -> list[Choice]:
        state: Losing = exchanges.state_of(row.exchange)
        bearer = aftermath.character_at(self.viewer.table, state.character)
        if bearer is None:
            return []
        size = combat.price_size(highest=state.highest)
        raised = aftermath.raise_choices([bearer], size)
        alike = {(one.subject, one.after) for one in raised}
        stepped = [one for one in aftermath.step_choices([bearer], 1) if (one.subject, one.after) not in alike]
        return [aftermath.new_choice(bearer, size), *raised, *stepped]


def price_outlook(viewer: Viewer, form: PriceForm) -> Mapping[str, Any]:
    return {"state": form.state, "takes_out": form.chosen.takes_out}


@act(
    "crew.stay-price",
    title="What staying costs",
    form=PriceForm,
    button="So it is",
    template=f"{FOLDER}/acts/price.html",
    preview=price_outlook,
)
def stay_price(turn: Turn, form: PriceForm) -> None:
    """One of three: a new Complication of that size, one raised to it, or one stepped up by one
    (crew.stay-in-the-fight). The GM picks for a crewmember; for a GMC the player who won."""
    row: Ask = form.cleaned_data["ask"]
    state: Losing = form.state
    turn.cause = row.exchange.opened_by
    bearer = aftermath.character_at(turn.table, state.character)
    if bearer is None:
        turn.refuse("gone", "Whoever stayed is not there any more. Call the question off.", "choice")
    if winner := aftermath.character_at(turn.table, state.winner if not is_crewmember(bearer) else ""):
        acting_for(turn, winner)
    changed = aftermath.carry_out(turn, form.chosen, form.called)
    full, public = aftermath.told_changes([changed])
    facts = named(bearer) | {"choice": form.chosen.word}
    told = tell_both(turn, "crew.stay-priced", facts | full, None if bearer.hidden else facts | public)
    aftermath.finish(turn, row, told)


# GMCs


class GmcStayForm(AnswerForm):
    kinds = (GMC,)
    stay = forms.ChoiceField(
        label="Keep them in the fight",
        choices=[("yes", "Stays, for 1 of the bank"), ("no", "Taken Out")],
        widget=forms.RadioSelect,
    )


def gmc_outlook(viewer: Viewer, form: GmcStayForm) -> Mapping[str, Any]:
    return {"state": form.state, "bank": points.bank_of(viewer.table), **_price_words(form.state)}


@act(
    "crew.answer-gmc-stay",
    title="Keep the GMC in the fight?",
    form=GmcStayForm,
    who=gms,
    button="So it is",
    template=f"{FOLDER}/acts/stay.html",
    preview=gmc_outlook,
)
def answer_gmc_stay(turn: Turn, form: GmcStayForm) -> None:
    """The bank pays 1 for a Major or Minor GMC who lost (crew.gmc-stay); else they are Taken Out.

    By the switch gmc-stay-complication the player who won then picks what the GMC takes for it.
    """
    row: Ask = form.cleaned_data["ask"]
    state: Losing = form.state
    turn.cause = row.exchange.opened_by
    gmc = aftermath.character_at(turn.table, state.character)
    if gmc is None:
        turn.refuse("gone", "The GMC is not there any more. Call the question off.", "stay")
    if form.cleaned_data["stay"] == "no":
        aftermath.finish(turn, row, taken_out(turn, gmc, state.what, by_choice=True))
        return
    if no := combat.why_no_gmc_stay(gmc=gmc.role, bank=points.bank_of(turn.table)):
        turn.refuse(no.code, no.text, "stay")
    paid = points.pay_from_bank(turn, f"{gmc.name} stays in the fight", "crew.gmc-stay", field="stay")
    facts = named(gmc) | {"what": state.what, "bank": paid.left}
    told = tell_both(turn, "crew.gmc-stayed", facts, None if gmc.hidden else facts)
    told_by(turn, told, paid.move)
    _gmc_pays(turn, row, state, gmc, told)
    aftermath.finish(turn, row, told)


def _gmc_pays(turn: Turn, row: Ask, state: Losing, gmc: Character, told: Event) -> None:
    """Whoever won picks; of somebody hidden the GM does."""
    if contests.options_of(sure(row.exchange.inside)).gmc_stay_complication:
        winner = None if gmc.hidden else aftermath.character_at(turn.table, state.winner)
        _ask_the_price(turn, row, state, gmc, told, aftermath.asked_of(winner))


# asked


def _stay_drawn(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    form = StayForm(viewer=viewer, initial={"ask": ask.public_id})
    if form.row is None or form.character is None:
        return {}
    held_now = points.held(form.character)
    return {
        "form": form,
        "held": held_now,
        **_dangers(form.character),
        **_price_words(form.state),
        "broke": not held_now and "callback" not in form.fields,
    }


def _gmc_drawn(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    return {"bank": points.bank_of(viewer.table)}


exchanges.exchange_kind(
    name=STAY,
    state=Losing,
    template=f"{FOLDER}/asks/stay",
    answer="crew.answer-stay",
    waits_for="stay in the fight?",
    context=_stay_drawn,
)
exchanges.exchange_kind(
    name=PRICE,
    state=Losing,
    template=f"{FOLDER}/asks/price",
    answer="crew.stay-price",
    waits_for="what staying costs",
    context=aftermath.choices_drawn(PriceForm),
)
exchanges.exchange_kind(
    name=GMC,
    state=Losing,
    template=f"{FOLDER}/asks/gmc_stay",
    answer="crew.answer-gmc-stay",
    waits_for="keep them in the fight?",
    context=_gmc_drawn,
)
