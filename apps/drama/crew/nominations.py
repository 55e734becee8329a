"""Nominations (crew.award): a player finds another crewmember's moment great, others second it, the GM decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms

from apps.characters.crew import points
from apps.characters.forms import CharacterChoice, acting_for, named, one_line
from apps.characters.models import Character
from apps.characters.points import told_by
from apps.drama.crew.forms import OwnCrewmemberForm, crew_known_to, players_crew
from apps.drama.crew.points import AWARD
from apps.drama.crew.telling import hearers_of
from apps.rules.crew import drama as rules
from apps.table import exchanges
from apps.table.acts import act, anyone, gms
from apps.table.exchanges import exchange_kind, open_exchange
from apps.table.models import Ask, Exchange, Table
from apps.table.shared.answers import AnswerForm, yes_or_no
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KIND = "crew.nomination"


@dataclass(frozen=True)
class Nomination:
    """Whose moment it was and why, by whom, and who seconds it; all by the public ids of their crewmembers."""

    character: str
    why: str
    by: str
    seconds: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """How many find it great: whoever said so first, and those who second it."""
        return 1 + len(self.seconds)


def nominators(viewer: Viewer) -> str:
    """Players and GMs, where the table nominates at all."""
    if viewer.options.award_nominations:
        return anyone(viewer)
    return anyone(viewer) or "This table does without nominations: the GM gives plot points unasked."


def open_nominations(table: Table) -> list[tuple[Exchange, Nomination]]:
    """Those that the GM has not decided, oldest first."""
    return [(one, exchanges.state_of(one)) for one in exchanges.open_exchanges(table.desk, KIND)]


class SeenCrewmemberForm(OwnCrewmemberForm):
    """Everybody hears who nominates: nobody hidden does."""

    def open_characters(self) -> list[Character]:
        return [one for one in super().open_characters() if not one.hidden]


class NominateForm(SeenCrewmemberForm):
    nominee = CharacterChoice(label="Whose moment was it")
    why = one_line("What was great", 120)

    field_order = ("nominee", "why", "character")

    def setup(self) -> None:
        super().setup()
        self.fields["character"].label = "Who says so"
        seen = [one for one in players_crew(self.viewer.table) if not one.hidden]
        self.choose("nominee", [one for one in seen if self.viewer.is_gm or one.seat_id != self.viewer.seat.pk])

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        character, nominee = data.get("character"), data.get("nominee")
        if character and nominee and (no := _why_not(self.viewer, character, nominee)):
            self.add_error("nominee", no)
        return data


def _player(character: Character) -> str:
    """Whose it is, as the rules tell people apart: a player nominates another, whoever they play."""
    return character.seat.public_id if character.seat else character.public_id


def _why_not(viewer: Viewer, character: Character, nominee: Character, said: tuple[str, ...] = ()) -> str:
    """Why this crewmember's player cannot nominate or second the other's; nothing where they can."""
    cast = [one for one in viewer.desk.all(Character) if one.public_id in said]
    no = rules.why_no_nomination(
        nominator=_player(character),
        nominee=_player(nominee),
        seconded=[_player(one) for one in cast],
        options=viewer.options,
    )
    return no.text if no else ""


@act(
    "crew.nominate",
    menu=54,
    title="Nominate somebody for a plot point",
    form=NominateForm,
    who=nominators,
    button="Nominate",
)
def nominate(turn: Turn, form: NominateForm) -> None:
    """Asks the GM for a plot point for somebody else; others may second it while it is open.

    Refuses a second nomination of the same crewmember, and oneself.
    """
    character, nominee, why = (form.cleaned_data[name] for name in ("character", "nominee", "why"))
    if any(state.character == nominee.public_id for _, state in open_nominations(turn.table)):
        turn.refuse("nominated", f"{nominee.name} is nominated already: second it.", "nominee")
    acting_for(turn, character)
    facts = named(nominee) | {"by": character.name, "why": why}
    told = turn.tell("crew.nominated", facts)
    exchange = open_exchange(turn, KIND, Nomination(nominee.public_id, why, character.public_id), told)
    exchanges.ask(turn, exchange, ("gms", 0), {"who": nominee.name, "by": character.name, "why": why})


class SecondForm(SeenCrewmemberForm):
    nomination = forms.ChoiceField(label="Which", error_messages={"invalid_choice": "This is decided already."})

    field_order = ("nomination", "character")

    def setup(self) -> None:
        super().setup()
        self.fields["character"].label = "Who seconds it"
        names = {one.public_id: one.name for one in crew_known_to(self.viewer)}
        self.open = {one.public_id: (one, state) for one, state in open_nominations(self.viewer.table)}
        self.offer(
            "nomination",
            [(key, f"{names.get(state.character, 'Somebody')}: {state.why}") for key, (_, state) in self.open.items()],
        )

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("character") and data.get("nomination") in self.open:
            self._check(data["character"], self.open[data["nomination"]][1])
        return data

    def _check(self, character: Character, state: Nomination) -> None:
        nominee = self.viewer.desk.one(Character, public_id=state.character)
        if nominee and (no := _why_not(self.viewer, character, nominee, (state.by, *state.seconds))):
            self.add_error("nomination", no)


@act("crew.second", title="Second a nomination", form=SecondForm, who=nominators, button="Second it")
def second(turn: Turn, form: SecondForm) -> None:
    """One more who finds it great; the GM sees the count. Refuses whoever is nominated, and saying it twice."""
    character = form.cleaned_data["character"]
    exchange, state = form.open[form.cleaned_data["nomination"]]
    state = replace(state, seconds=(*state.seconds, character.public_id))
    acting_for(turn, character)
    turn.cause = exchange.opened_by
    exchanges.advance(turn, exchange, state)
    nominee = turn.desk.one(Character, public_id=state.character)
    who = nominee.name if nominee else "somebody"
    facts = {"by": character.name, "nominee": who, "why": state.why, "count": state.count}
    turn.tell("crew.seconded", facts, to=hearers_of(nominee))


class NominationAnswerForm(AnswerForm):
    kinds = (KIND,)
    allow = yes_or_no("A plot point for it", "Give it", "Not this time", initial="yes")
    words = one_line("In your words", 120, required=False)


@act(
    "crew.answer-nomination",
    title="A nomination",
    form=NominationAnswerForm,
    who=gms,
    button="Decide",
    template="drama/crew/acts/answer_nomination.html",
)
def answer_nomination(turn: Turn, form: NominationAnswerForm) -> None:
    """The GM gives a plot point of the pile or not, whatever the count (crew.award)."""
    one: Ask = form.cleaned_data["ask"]
    state: Nomination = exchanges.state_of(one.exchange)
    nominee = turn.desk.one(Character, public_id=state.character)
    if nominee is None:
        turn.refuse("gone", "The crewmember is no longer there. Call the question off.", "ask")
    turn.cause = one.exchange.opened_by
    line = points.gain(turn, nominee, state.why, AWARD) if form.allowed else None
    facts = named(nominee) | {
        "why": state.why,
        "allowed": form.allowed,
        "words": form.cleaned_data["words"],
        "left": points.held(nominee),
        "count": state.count,
        "rule": AWARD,
    }
    told = turn.tell("crew.nomination-answered", facts, to=hearers_of(nominee))
    told_by(turn, told, line)
    exchanges.answered(turn, one, told)


def _who_agrees(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    state: Nomination = exchanges.state_of(ask.exchange)
    found = [viewer.desk.one(Character, public_id=one) for one in state.seconds]
    return {"count": state.count, "seconds": [one.name for one in found if one is not None]}


exchange_kind(
    name=KIND,
    state=Nomination,
    template="drama/crew/asks/nomination",
    answer="crew.answer-nomination",
    context=_who_agrees,
)
