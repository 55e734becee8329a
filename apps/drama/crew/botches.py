"""Botches (crew.botch): every die shows 1, a Complication comes without a plot point, and the GM gives it its name."""

from __future__ import annotations

from dataclasses import dataclass

from apps.characters.crew import complications
from apps.characters.crew.complications import Changed
from apps.characters.forms import one_line
from apps.characters.models import Character, Entry
from apps.checks.crew import aftermath, contests, drafts, hooks
from apps.checks.crew.aftermath import AnswerForm
from apps.drama.crew import lending
from apps.rules.crew.contest import Contest, Place, Side, botch, side_of
from apps.rules.crew.drama import complications as rules
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.audience import GMS
from apps.table.models import Ask, Event, Exchange
from apps.table.telling import tell_both
from apps.table.turn import Turn

KIND = "crew.botch"


@dataclass(frozen=True)
class Botched:
    """The Complications that a botch has made, the roller's first, by public ids: they bear `what` until named."""

    what: str
    who: str
    entries: tuple[str, ...]


@hooks.after_throw
def all_ones_fall(turn: Turn, exchange: Exchange, contest: Contest, place: Place, event: Event) -> None:
    """It happens at once, under a name that serves; that the GM still names it holds nothing up."""
    side = side_of(contest, place)
    roller = contests.character_of(turn, side)
    if roller is None or contest.purpose == "recovery" or not botch(side):
        return
    size = _size(side, exchange)
    if size is not None:
        drafts.note_before(turn, exchange, _botch(turn, contest, side, roller, size))


def _size(side: Side, exchange: Exchange) -> int | None:
    """How large the Complication is; None for a GMC but by the switch gm-botch-complication."""
    dice = [(die.size, face) for die, face in zip(side.pool, side.faces, strict=True)]
    return rules.botch(dice=dice, kind=side.kind, options=contests.options_of(exchange)).complication


def _botch(turn: Turn, contest: Contest, side: Side, roller: Character, size: int) -> list[Changed]:
    name = aftermath.default_name(contest.what)
    changes = [complications.put(turn, roller, name, size)]
    changes += lending.share_new(turn, contests.lenders(turn.table, side), name, size)
    full, public = aftermath.told_changes(changes)
    facts = {"character": roller.name, "character_id": roller.public_id, "ones": aftermath.ones(side)}
    told = tell_both(turn, "crew.botched", facts | full, None if roller.hidden else facts | public)
    _ask_for_a_name(turn, contest, side, changes, told)
    return changes


def _ask_for_a_name(turn: Turn, contest: Contest, side: Side, changes: list[Changed], told: Event) -> None:
    """Outside the contest, which does not wait for it."""
    made = [complications.newest(one.holder, one.name) for one in changes]
    state = Botched(contest.what, side.character, tuple(one.public_id for one in made))
    exchange = exchanges.open_exchange(turn, KIND, state, by=told)
    facts = {"who": side.name, "name": changes[0].name, "what": contest.what, "ones": aftermath.ones(side)}
    exchanges.ask(turn, exchange, ("gms", 0), facts)


class BotchForm(AnswerForm):
    kinds = (KIND,)
    name = one_line("What is it called", 60, required=False, help_text="Nothing: it keeps the name that it has")


@act(
    "crew.answer-botch",
    title="Name the Complication",
    form=BotchForm,
    who=gms,
    button="That is it",
    template="drama/crew/acts/name.html",
)
def answer_botch(turn: Turn, form: BotchForm) -> None:
    """Names what a botch has made; without a name it keeps the one that it has (crew.botch)."""
    row: Ask = form.cleaned_data["ask"]
    state: Botched = form.state
    turn.cause = row.exchange.opened_by
    found = [one for one in turn.desk.all(Entry, kind="complication") if one.public_id in state.entries]
    name = form.cleaned_data["name"] or row.facts["name"]
    for one in found:
        turn.change(one, name=name)
    facts = {"name": name, "before": row.facts["name"], "who": [one.character.name for one in found]}
    public = facts | {"who": [one.character.name for one in found if not one.character.hidden]}
    if found and not public["who"]:
        told = turn.tell("crew.botch-named", facts, GMS)
    else:
        told = tell_both(turn, "crew.botch-named", facts, public)
    aftermath.finish(turn, row, told)


exchanges.exchange_kind(
    name=KIND,
    state=Botched,
    template="drama/crew/asks/botch",
    answer="crew.answer-botch",
    waits_for="what the botch brings",
)
