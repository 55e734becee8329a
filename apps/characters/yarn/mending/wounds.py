"""Serious wounds: proposed by a hard blow, or the GM's word; and what becomes of one (yarn.serious-wound)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.access import known_to, watchers_of
from apps.characters.forms import CharacterChoice, KnownCharacterForm, named, number, one_line
from apps.characters.models import Character, CharacterKey, Condition
from apps.characters.rows import when_deleted
from apps.characters.yarn.harm import Suffered, when_harmed
from apps.characters.yarn.mending.states import OUTCOMES, WOUND, is_dead, set_state, wound_of
from apps.rules.yarn.combat.harm import MOST_LOSS, word_on_wound
from apps.rules.yarn.combat.mending import DEADLY
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.exchanges import exchange_kind
from apps.table.models import Ask
from apps.table.shared.answers import AnswerForm, yes_or_no
from apps.table.turn import Turn
from apps.table.viewer import Viewer

PROPOSED = "yarn.wound"
FOLDER = "characters/yarn/mending/asks"


@dataclass(frozen=True)
class Hard:
    """Whom a blow hurt so badly, and by how many points."""

    character: CharacterKey
    points: int


@when_harmed
def _hard_blow(turn: Turn, found: Suffered) -> None:
    """The wound is there, or the GM is asked, as the table plays it. Days that take points are no blow."""
    word = word_on_wound(found.points, turn.options, temporary=found.temporary, botched=found.botched)
    if not word or not found.weapon or is_dead(found.character):
        return
    if word == "sure":
        _note(turn, found.character, "")
        return
    exchange = exchanges.open_exchange(turn, PROPOSED, Hard(found.character.pk, found.points), by=turn.events[0])
    facts = {"who": found.character.name, "points": found.points, "botched": found.botched}
    exchanges.ask(turn, exchange, ("gms", 0), facts)


@when_deleted
def _nothing_to_judge(turn: Turn, character: Character) -> None:
    """Whoever is deleted is asked about no longer."""
    for one in exchanges.about(character.desk, PROPOSED, character=character.pk):
        exchanges.close(turn, one)


def _note(turn: Turn, character: Character, note: str) -> None:
    set_state(turn, character, WOUND, note)
    turn.tell("yarn.wounded", named(character) | {"note": note}, to=watchers_of(character))


# the proposal


class ProposalForm(AnswerForm):
    kinds = (PROPOSED,)
    allow = yes_or_no("A serious wound?", "A serious wound", "None this time", initial="yes")
    note = one_line("Which", 120, required=False, help_text="A broken leg, a torn liver")


@act("yarn.judge-wound", title="A serious wound?", form=ProposalForm, who=gms, button="That is my word")
def judge_wound(turn: Turn, form: ProposalForm) -> None:
    """The GM says whether a hard blow leaves one."""
    ask: Ask = form.cleaned_data["ask"]
    state: Hard = exchanges.state_of(ask.exchange)
    character = turn.desk.get(Character, state.character)
    note: str = form.cleaned_data["note"] if form.allowed else ""
    facts = named(character) | {"wound": form.allowed, "note": note}
    event = turn.tell("yarn.wound-judged", facts, to=watchers_of(character))
    if form.allowed:
        set_state(turn, character, WOUND, note)
    exchanges.answered(turn, ask, event)


def _context(viewer: Viewer, one: Ask) -> Mapping[str, Any]:
    return {"asked": one.facts}


exchange_kind(
    name=PROPOSED,
    state=Hard,
    template=f"{FOLDER}/wound",
    answer="yarn.judge-wound",
    open=False,
    waits_for="the GM’s word",
    context=_context,
)


# by hand


class WoundForm(KnownCharacterForm):
    note = one_line("Which", 120, help_text="A broken leg, a torn liver")


@act("yarn.serious-wound", title="A serious wound", form=WoundForm, who=gms, button="It is serious")
def serious(turn: Turn, form: WoundForm) -> None:
    """Lesser blows may leave one too, as may a botched defence, if the GM says so."""
    _note(turn, form.cleaned_data["character"], form.cleaned_data["note"])


class OutcomeForm(ActForm):
    """What becomes of the wound that decides how somebody heals."""

    character = CharacterChoice()
    outcome = forms.ChoiceField(label="It", choices=[*OUTCOMES.items(), ("gone", "Is none any more")])
    loss = number("Hit points a day, if deadly", 1, MOST_LOSS, required=False)
    hinders = forms.BooleanField(label="If it marks for good: a penalty die where agility matters", required=False)

    def setup(self) -> None:
        self.choose("character", [one for one in known_to(self.viewer) if wound_of(one) is not None])

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("outcome") == DEADLY and not data.get("loss"):
            self.add_error("loss", f"A deadly wound costs 1 to {MOST_LOSS} hit points a day.")
        return data


@act(
    "yarn.wound-outcome",
    title="What becomes of the wound",
    form=OutcomeForm,
    who=gms,
    button="So it goes",
)
def wound_outcome(turn: Turn, form: OutcomeForm) -> None:
    """Mis-heals, costs hit points each day, is tended, or is gone (yarn.serious-wound-outcome)."""
    data = form.cleaned_data
    character: Character = data["character"]
    wound = _held(character)
    loss = data["loss"] if data["outcome"] == DEADLY else None
    facts = {"outcome": data["outcome"], "loss": loss, "note": wound.note}
    if data["outcome"] == "gone":
        turn.delete(wound)
    else:
        turn.change(wound, until=data["outcome"], amount=loss, modifier=-data["hinders"])
    turn.tell("yarn.wound-turned", named(character) | facts, to=watchers_of(character))


def _held(character: Character) -> Condition:
    found = wound_of(character)
    if found is None:
        raise LookupError(character.name)
    return found
