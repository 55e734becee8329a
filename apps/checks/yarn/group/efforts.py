"""An effort of several: each throws when they are asked, or lends their dice; with the last of them it is settled
(yarn.group-effort)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.access import known_to, of_public_id
from apps.characters.answers import while_there
from apps.characters.forms import acting_for, named, one_line
from apps.characters.models import Character
from apps.characters.yarn.people import player_of
from apps.characters.yarn.scenes import in_scene
from apps.characters.yarn.sheet import whole_sheet
from apps.checks.modes import hidden_field
from apps.checks.thrown import Thrown
from apps.checks.versus import whom_to_ask
from apps.checks.whom import WhomForm
from apps.checks.yarn.group.settling import COMBINING, EITHER_OR, Lent, Settled, settled
from apps.checks.yarn.pools import Built
from apps.checks.yarn.rolling import rolled
from apps.checks.yarn.rolling_acts.check import drawn, told
from apps.checks.yarn.rolling_acts.difficulty import Against, DifficultyForm
from apps.checks.yarn.rolling_acts.secrecy import Facts, tell_less, without_sources
from apps.checks.yarn.rolling_acts.side import Side, SideForm, ThrownSideForm, aims_of
from apps.rules.dice import Dice
from apps.rules.yarn.groups import WAYS
from apps.rules.yarn.pool import AVERAGE
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.choices import OneRow
from apps.table.models import Ask, Event, Exchange
from apps.table.shared.answers import AnswerForm
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KIND = "yarn.effort"
TITLES = {
    "simple addition": "Add them up", "combining dice": "Combine the dice", "either/or": "Only one had a chance",
    "worst roller": "The worst decides",
}  # fmt: skip
"""The ways, as tiles call them."""
RULES = {way: f"yarn.group-{way.replace(' ', '-').replace('/', '-')}" for way in WAYS}


@dataclass(frozen=True)
class Effort:
    """What several are at, in which of the ways, against what. With `hidden` they learn neither the number nor whether
    they beat it."""

    way: str
    label: str
    against: Against
    hidden: bool

    @property
    def number(self) -> str:
        """What they are told of what they are up against."""
        return "" if self.hidden else self.against.to_beat


def best_of(who: Character) -> int:
    """The most dice that a trait gives them."""
    return max((one.score for one in whole_sheet(who).traits), default=AVERAGE)


class BeginForm(DifficultyForm, WhomForm):
    way = forms.ChoiceField(label="How it is shared", choices=list(TITLES.items()), widget=forms.RadioSelect)
    label = one_line("What they are at", 120)
    hidden = hidden_field("They see the number")

    def setup(self) -> None:
        here = [one for one in known_to(self.viewer) if one.present and not one.hidden]
        self.offer_people(here, fresh="way" not in self.initial, likely=in_scene(self.viewer.desk))
        self.chances = {one.pk: f"{best_of(one)}d6" for one in here}

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        if not self.errors and given["way"] == EITHER_OR and not self.against.factor and not self.against.dice:
            self.add_error("task", "Whoever has the chance needs something to beat.")
        return given


@act(
    "yarn.begin-effort",
    menu=16,
    title="Several at one task",
    form=BeginForm,
    who=gms,
    button="Ask them",
    template="checks/yarn/group/acts/begin.html",
)
def begin_effort(turn: Turn, form: BeginForm) -> None:
    """The GM names one of the four ways, and all who take part are asked. Of either/or nobody learns the number: they
    would learn from it that they never had a chance."""
    given = form.cleaned_data
    cast: list[Character] = given["characters"]
    hidden = bool(given["hidden"]) or given["way"] == EITHER_OR
    state = Effort(given["way"], given["label"], form.against, hidden)
    facts = {"label": state.label, "names": [one.name for one in cast], "number": state.number}
    event = turn.tell("yarn.effort-begun", facts)
    exchange = exchanges.open_exchange(turn, KIND, state, by=event)
    for one in cast:
        known = {"who": one.name, "character_id": one.public_id, "label": state.label}
        exchanges.ask(turn, exchange, whom_to_ask(one), known)


# taking part


def whose(ask: Ask) -> Character | None:
    """Who is asked to take part, if they are still at the table."""
    return of_public_id(ask.desk.all(Character), ask.facts["character_id"])


class ThrowForm(AnswerForm, ThrownSideForm):
    kinds = (KIND,)

    def setup(self) -> None:
        found = whose(self.row) if self.row is not None else None
        if found is not None:
            self.offer_side(found)
        del self.fields["read"]

    def clean_ask(self) -> Ask:
        gone = "That character is no longer at the table. Settle it without them."
        return while_there(super().clean_ask(), self.sheet, gone)


def throw_outlook(viewer: Viewer, form: ThrowForm) -> Mapping[str, Any]:
    """How one's own dice fall; of dice that are lent none is thrown yet."""
    state: Effort = form.state
    shown = drawn(form.side, form.pool_found, Against(), viewer)
    if state.way == COMBINING:
        count = form.pool_found.pool.counted
        shown["button"] = f"Lend {count} {'die' if count == 1 else 'dice'}"
        shown["odds"]["hints"] = []
    name = form.sheet.name if form.sheet else ""
    return shown | {"heading": f"{name}: {state.label}", "subheading": state.number, "own_footer": True}


@act(
    "yarn.throw-for-effort",
    title="Take part",
    form=ThrowForm,
    button="Take part",
    preview=throw_outlook,
    template="checks/yarn/rolling_acts/acts/answer-check.html",
)
def throw_for_effort(turn: Turn, form: ThrowForm) -> None:
    """Throws for the effort, or lends the dice to it; the last who does settles it."""
    ask: Ask = form.cleaned_data["ask"]
    state: Effort = form.state
    who, found = form.side.who(turn.desk), form.pool_found
    acting_for(turn, who)
    throws = state.way != COMBINING
    dice = form.dice_of(turn, found.pool.thrown, ask) if throws else Thrown(turn, ask=ask)
    if state.way == COMBINING:
        facts, lent = _lends(turn, form, found, who)
    else:
        facts, lent = _throws(turn, form, found, who, dice.dice)
        facts["typed"] = dice.typed
    turn.change(ask, answer=lent.plain)
    event = _tell(turn, "yarn.effort-thrown", facts | {"label": state.label}, who)
    exchanges.close_ask(turn, ask, event)
    if not exchanges.asks_of(ask.exchange):
        settle(turn, ask.exchange, dice.dice)
    dice.settle()


def _throws(turn: Turn, form: ThrowForm, found: Built, who: Character, dice: Dice) -> tuple[Facts, Lent]:
    fallen = rolled(turn, found, dice=dice)
    return named(who) | told(turn, form.side, found, fallen), Lent(who.public_id, who.name, total=fallen.total)


def _lends(turn: Turn, form: ThrowForm, found: Built, who: Character) -> tuple[Facts, Lent]:
    """What uses dice up does so now: they are lent."""
    for one in found.extras:
        if one.used is not None:
            one.used(turn)
    line = form.side.line(turn.desk)
    pool = found.pool
    lent = Lent(who.public_id, who.name, base=pool.counted, bonus=pool.net_bonus, penalty=pool.net_penalty)
    return named(who) | {"trait": line.name if line else "", "roll": None, "lent": pool.counted}, lent


def _tell(turn: Turn, kind: str, facts: Facts, who: Character) -> Event:
    """Of the GM's people nobody learns what their dice come from."""
    if not player_of(who).is_gm:
        return turn.tell(kind, facts)
    roll = facts["roll"]
    known = facts | {"trait": "", "roll": without_sources(roll) if roll else None}
    return tell_less(turn, kind, facts, known)


# settling


class SettleForm(ActForm):
    effort = OneRow(label="Which", empty_label=None, error_messages={"invalid_choice": "That is settled already."})

    def setup(self) -> None:
        self.choose("effort", exchanges.open_exchanges(self.viewer.desk, KIND) if self.viewer.is_gm else [])


@act("yarn.settle-effort", title="Settle it without the rest", form=SettleForm, who=gms, button="Settle it")
def settle_effort(turn: Turn, form: SettleForm) -> None:
    """The GM waits no longer; what falls is kept with the first who is still asked, and falls again after an undo.
    Refuses where nobody has taken part yet (nobody)."""
    exchange: Exchange = form.cleaned_data["effort"]
    if not lent_in(exchange):
        turn.refuse("nobody", "Nobody has taken part yet. Call it off instead.", "effort")
    dice = Thrown(turn, ask=exchanges.asks_of(exchange)[0])
    settle(turn, exchange, dice.dice)
    dice.settle()


def lent_in(exchange: Exchange) -> list[Lent]:
    """What was thrown or lent so far, in the order in which they were named."""
    return [Lent.of(one.answer) for one in exchange.desk.all(Ask, exchange=exchange) if one.answer is not None]


def settle(turn: Turn, exchange: Exchange, dice: Dice) -> None:
    """Says what came of it: to the GMs all of it, to the others nothing of what is hidden."""
    state: Effort = exchanges.state_of(exchange)
    found = settled(turn, state.way, lent_in(exchange), state.against, dice)
    facts = _facts(state, found, {one.character: one.name for one in found.each})
    tell_less(turn, "yarn.effort-settled", facts, _open_part(state, facts))
    exchanges.close(turn, exchange)


def _facts(state: Effort, found: Settled, names: Mapping[str, str]) -> Facts:
    rows = [{"who": one.name, "total": one.total, "outcome": found.told.get(one.character, "")} for one in found.each]
    return {
        "label": state.label, "way": state.way, "title": TITLES[state.way], "rule": RULES[state.way], "rows": rows,
        "roll": found.roll, "leader": names.get(found.leader, ""), "total": found.total, "factor": found.factor,
        "obstacle": list(found.obstacle), "outcome": found.outcome, "difference": found.difference,
        "picked": names.get(found.picked, ""),
    }  # fmt: skip


def _open_part(state: Effort, facts: Facts) -> Facts:
    """What everybody hears: of either/or how each did, and not who had the chance (yarn.group-either-or)."""
    bare: Facts = {"picked": ""}
    if state.way == EITHER_OR:
        bare |= {"total": None, "title": "", "way": "", "rule": "yarn.group-effort", "difference": None}
        bare |= {"outcome": None, "factor": None, "obstacle": []}
    elif state.hidden:
        bare |= {"factor": None, "obstacle": [], "outcome": None, "difference": None}
    return facts | bare


def seen(viewer: Viewer) -> Sequence[Mapping[str, Any]]:
    """Efforts that wait, and who has taken part."""
    return [_seen(one) for one in exchanges.open_exchanges(viewer.desk, KIND)]


def _seen(exchange: Exchange) -> Mapping[str, Any]:
    asks = exchange.desk.all(Ask, exchange=exchange)
    state: Effort = exchanges.state_of(exchange)
    people = [{"name": one.facts["who"], "is_in": one.answer is not None} for one in asks]
    some = any(one["is_in"] for one in people)
    return {
        "id": exchange.public_id, "label": state.label, "number": state.number, "people": people, "some": some,
        "title": TITLES[state.way], "rule": RULES[state.way],
    }  # fmt: skip


def context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """A tile for each trait with which they can take part."""
    state: Effort = exchanges.state_of(ask.exchange)
    who = whose(ask)
    lends = state.way == COMBINING
    shown: Facts = {"asked": ask.facts, "number": state.number, "lends": lends, "fallen": bool(ask.thrown)}
    if who is None:
        return shown
    form = SideForm(viewer=viewer)
    form.offer_side(who)
    pools = {tile["id"]: Side(who.pk, tile["id"]).built(viewer.desk).pool for tile in form.tiles}
    shown["tiles"] = [
        tile | {"dice": pools[tile["id"]].counted if lends else pools[tile["id"]].thrown} for tile in form.tiles
    ]
    return shown | {"aims": aims_of(who)}
