"""A relationship to which somebody objects: the two talk until there are words for it that suit both
(yarn.relationship-objection)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from apps.characters.forms import one_line
from apps.characters.models import Character
from apps.characters.yarn import ties
from apps.characters.yarn.creation.proclaiming import write_tie
from apps.characters.yarn.creation.steps import OBJECTION, StepForm, creation_now
from apps.characters.yarn.people import Participant, main_of, of_key, of_viewer, player_of, the_gm
from apps.rules.yarn.cast import relationship_objection
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.choices import OneRow
from apps.table.desk import Desk
from apps.table.exchanges import exchange_kind
from apps.table.models import Ask, Exchange
from apps.table.shared.answers import yes_or_no
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer


@dataclass(frozen=True)
class Objection:
    """`one` and `other` are the public ids of those whom the tie is between, `one` of the proposer's; `objector` is a
    key. The newest of the `proposals` stands for an answer; `backs` are the same from the other side.
    """

    one: str
    other: str
    objector: str
    why: str
    proposals: tuple[str, ...]
    backs: tuple[str, ...]
    agreed: tuple[bool, ...] = (False,)


def newest_ties(desk: Desk) -> tuple[Character, list[Character]] | None:
    """The PC that has entered last, and to whom it is tied: till the next one enters, others may object."""
    now = creation_now(desk)
    newest = desk.one(Character, public_id=now[1].newest) if now and now[1].newest else None
    if newest is None:
        return None
    others = [one for one in desk.all(Character, role=newest.role) if ties.relation_between(newest, one) is not None]
    return newest, others


def may_object(viewer: Viewer) -> list[Character]:
    """To which ties of the newest PC this seat may object: whoever plays another PC, and the GM for them."""
    found = newest_ties(viewer.desk)
    who = of_viewer(viewer)
    if found is None or who is None:
        return []
    newest, others = found
    touched = who.is_gm or (player_of(newest) != who and main_of(who, viewer.desk) is not None)
    return others if touched else []


class ObjectForm(ActForm):
    tie = OneRow(label="The tie to", error_messages={"invalid_choice": "To this tie nobody can object any more."})
    why = one_line("Why", 240, required=False, help_text="It costs nothing, and nobody votes: you talk")

    def setup(self) -> None:
        self.choose("tie", may_object(self.viewer))


@act("yarn.object-tie", title="Object to a relationship", form=ObjectForm, button="Object")
def object_tie(turn: Turn, form: ObjectForm) -> None:
    """The tie is open again, and its proposer is asked for other words."""
    other: Character = form.cleaned_data["tie"]
    newest, _ = sure(newest_ties(turn.desk))
    exchange, _ = sure(creation_now(turn.desk))
    label, back = (one.text if one else "" for one in _both(newest, other))
    objector = _objector(turn, other)
    turn.for_somebody_else = turn.viewer.is_gm and not objector.is_gm
    facts = {"one": newest.name, "other": other.name, "label": label, "why": form.cleaned_data["why"]}
    event = turn.tell("yarn.tie-objected", facts)
    state = Objection(
        newest.public_id, other.public_id, objector.key, form.cleaned_data["why"], (label,), (back,)
    )  # fmt: skip
    write_tie(turn, newest, other, "")
    inner = exchanges.open_exchange(turn, OBJECTION, state, by=event, inside=exchange)
    _ask(turn, inner, player_of(newest), "yarn.offer-tie")


def _both(one: Character, other: Character) -> tuple[Any, Any]:
    return ties.relation_between(one, other), ties.relation_between(other, one)


def _objector(turn: Turn, other: Character) -> Participant:
    """Whoever objects; the GM does for the player at the other end."""
    who = of_viewer(turn.viewer)
    return player_of(other) if who is None or who.is_gm else who


def _ask(turn: Turn, exchange: Exchange, who: Participant, does: str) -> None:
    exchanges.ask(turn, exchange, who.atom, {"who": who.name, "does": does})


def between(desk: Desk, state: Objection) -> tuple[Character, Character]:
    """The two whom the tie is between. Refuses (LookupError) where one of them is gone."""
    found = desk.one(Character, public_id=state.one), desk.one(Character, public_id=state.other)
    return sure(found[0]), sure(found[1])


class OfferForm(StepForm):
    kinds = (OBJECTION,)
    does = "yarn.offer-tie"
    label = one_line("In other words", 120)
    back = one_line("From the other side", 120, required=False, help_text="Empty: the same words")


@act("yarn.offer-tie", title="Offer something else", form=OfferForm, button="Offer it")
def offer_tie(turn: Turn, form: OfferForm) -> None:
    """The proposer finds other words. Refuses those that were objected to (same)."""
    data, state = form.cleaned_data, form.state
    if data["label"] in state.proposals:
        turn.refuse("same", "That was objected to already: offer something else.", "label")
    one, other = between(turn.desk, state)
    event = turn.tell("yarn.tie-offered", {"one": one.name, "other": other.name, "label": data["label"]})
    exchanges.close_ask(turn, data["ask"], event)
    offered = (*state.proposals, data["label"])
    exchange = data["ask"].exchange
    exchanges.advance(turn, exchange, replace(state, proposals=offered, backs=(*state.backs, data["back"])))
    _ask(turn, exchange, of_key(turn.desk, state.objector) or the_gm(turn.desk), "yarn.agree-tie")


class AgreeForm(StepForm):
    kinds = (OBJECTION,)
    does = "yarn.agree-tie"
    allow = yes_or_no("Is it so?", "Agreed", "Not that either")

    @property
    def heading(self) -> str:
        """What is asked, where the form is a page of its own."""
        if self.row is None:
            return ""
        state: Objection = exchanges.state_of(self.row.exchange)
        one, other = between(self.viewer.desk, state)
        return f"{one.name} and {other.name}: “{state.proposals[-1]}”"


@act("yarn.agree-tie", title="A relationship", form=AgreeForm, button="Answer")
def agree_tie(turn: Turn, form: AgreeForm) -> None:
    """The objector is content with these words, or the proposer is asked for others."""
    state, ask = form.state, form.cleaned_data["ask"]
    agreed = (*state.agreed, form.allowed)
    found = relationship_objection(proposals=state.proposals, agreed=agreed, objector=state.objector)
    if found.stored:
        _settled(turn, ask.exchange, sure(found.label), state.backs[-1])
        return
    one, other = between(turn.desk, state)
    event = turn.tell("yarn.tie-refused", {"one": one.name, "other": other.name, "label": state.proposals[-1]})
    exchanges.close_ask(turn, ask, event)
    exchanges.advance(turn, ask.exchange, replace(state, agreed=agreed))
    _ask(turn, ask.exchange, player_of(one), "yarn.offer-tie")


class SettleForm(ActForm):
    exchange = OneRow(label="Which", error_messages={"invalid_choice": "This tie is settled already."})
    label = one_line("In words that burden nobody", 120)

    def setup(self) -> None:
        field = self.fields["exchange"]
        self.choose("exchange", exchanges.open_exchanges(self.viewer.desk, OBJECTION))
        if isinstance(field, OneRow):
            field.choices = [(one.public_id, _title(self.viewer.desk, one)) for one in field.rows]


def _title(desk: Desk, exchange: Exchange) -> str:
    one, other = between(desk, exchanges.state_of(exchange))
    return f"{one.name} and {other.name}"


@act("yarn.settle-tie", title="Help with a relationship", form=SettleForm, who=gms, button="So it is")
def settle_tie(turn: Turn, form: SettleForm) -> None:
    """The GM finds words where the two are stuck."""
    _settled(turn, form.cleaned_data["exchange"], form.cleaned_data["label"], "")


def _settled(turn: Turn, exchange: Exchange, label: str, back: str) -> None:
    one, other = between(turn.desk, exchanges.state_of(exchange))
    write_tie(turn, one, other, label, back)
    turn.tell("yarn.tie-agreed", {"one": one.name, "other": other.name, "label": label})
    exchanges.close(turn, exchange)


def open_ties(desk: Desk) -> list[tuple[Character, Character]]:
    """The ties over which two still talk."""
    return [between(desk, exchanges.state_of(one)) for one in exchanges.open_exchanges(desk, OBJECTION)]


def _context(viewer: Viewer, one: Ask) -> dict[str, Any]:
    state: Objection = exchanges.state_of(one.exchange)
    mine, theirs = between(viewer.desk, state)
    objector = of_key(viewer.desk, state.objector)
    return {"state": state, "one": mine, "other": theirs, "objector": objector, "label": state.proposals[-1]}


exchange_kind(
    name=OBJECTION,
    state=Objection,
    template="characters/yarn/creation/asks/tie",
    answer="yarn.offer-tie",
    answers=lambda one: str(one.facts["does"]),
    waits_for="other words for a tie",
    context=_context,
    bare_row=True,
)
