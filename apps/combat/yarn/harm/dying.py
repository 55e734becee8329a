"""At minus the full hit points somebody is dying: the player gives a reason to live, and the GM judges it (yarn.death).

Of one of the GM's she decides at once. Who dies may take a last act for a token (see `last_acts`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms

from apps.characters.access import watchers_of
from apps.characters.forms import acting_for, named, some_lines
from apps.characters.models import Character, CharacterKey
from apps.characters.rows import when_deleted
from apps.characters.yarn.harm import Suffered, when_harmed
from apps.characters.yarn.landing import down_by
from apps.characters.yarn.levels import level_of, set_level
from apps.characters.yarn.mending.states import DEAD, is_dead, set_state
from apps.characters.yarn.people import player_of
from apps.characters.yarn.points import hand_of
from apps.checks.versus import whom_to_ask
from apps.combat.yarn.harm.farewell import farewell
from apps.rules.yarn.combat import harm as rules
from apps.rules.yarn.combat.lists import DOWN_STATES
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.audience import EVERYBODY
from apps.table.exchanges import exchange_kind
from apps.table.models import Ask, Event, Exchange
from apps.table.shared.answers import AnswerForm, yes_or_no
from apps.table.turn import Turn
from apps.table.viewer import Viewer

OPEN, QUIETLY = "yarn.death", "yarn.death-secret"
KINDS = (OPEN, QUIETLY)
REASON, VERDICT, LAST = "reason", "verdict", "last acts"
FOLDER = "combat/yarn/harm/asks"
MOST_LETTERS = 600


@dataclass(frozen=True)
class Dying:
    """Who is dying, what did it, the reason to live once it is given, and the last acts that were taken."""

    character: CharacterKey
    weapon: str = ""
    reason: str = ""
    taken: tuple[str, ...] = ()


@when_harmed
def _at_deaths_door(turn: Turn, found: Suffered) -> None:
    """Asks for a reason to live; who lives on at death's door is asked again when more harm comes. Of the dead, and
    while it is open, nothing is asked."""
    character = found.character
    worse = found.after.dying and (not found.temporary or found.after.deadly)
    if worse and not is_dead(character) and death_of(character) is None:
        kind = OPEN if watchers_of(character).public else QUIETLY
        exchange = exchanges.open_exchange(turn, kind, Dying(character.pk, found.weapon), by=turn.events[0])
        if character.seat_id is None:
            _ask(turn, exchange, character, VERDICT)
        else:
            _ask(turn, exchange, character, REASON)


@when_deleted
def _nothing_to_judge(turn: Turn, character: Character) -> None:
    """Whoever is deleted is asked about no longer."""
    exchange = death_of(character)
    if exchange is not None:
        exchanges.close(turn, exchange)


def death_of(character: Character) -> Exchange | None:
    """The exchange that is open about their death."""
    return next(iter(exchanges.about(character.desk, *KINDS, character=character.pk)), None)


def _ask(turn: Turn, exchange: Exchange, character: Character, stage: str) -> None:
    whom = ("gms", 0) if stage == VERDICT else whom_to_ask(character)
    state: Dying = exchanges.state_of(exchange)
    facts = {"who": character.name, "character_id": character.public_id, "stage": stage, "reason": state.reason}
    turn.change(exchange, stage=stage)
    exchanges.ask(turn, exchange, whom, facts)


def dying_of(form: AnswerForm) -> tuple[Exchange, Dying, Character]:
    """What an answer is about."""
    ask: Ask = form.cleaned_data["ask"]
    state: Dying = exchanges.state_of(ask.exchange)
    return ask.exchange, state, ask.desk.get(Character, state.character)


class DyingForm(AnswerForm):
    """An answer in one stage of it."""

    kinds = KINDS
    stage: str

    def clean_ask(self) -> Ask:
        found = super().clean_ask()
        if found.facts["stage"] != self.stage:
            raise forms.ValidationError("Something else is asked now.")
        return found


# the reason


class ReasonForm(DyingForm):
    stage = REASON
    choice = forms.ChoiceField(
        label="Does it end here?",
        choices=[("hold on", "Holds on"), ("let go", "Lets go")],
        initial="hold on",
        widget=forms.RadioSelect,
    )
    reason = some_lines("The reason to live", MOST_LETTERS, required=False)


@act("yarn.reason-to-live", title="A reason to live", form=ReasonForm, button="So it is")
def reason_to_live(turn: Turn, form: ReasonForm) -> None:
    """To hold on takes a reason, and the GM's verdict; who lets go is dead. Refuses to hold on without one. Whoever was
    at death's door is asked, even if somebody has healed them since."""
    exchange, state, character = dying_of(form)
    data = form.cleaned_data
    level = level_of(character)
    found = rules.death(maximum=level.full, current=-level.full, choice=data["choice"], reason=data["reason"])
    acting_for(turn, character)
    facts = {"choice": data["choice"], "reason": data["reason"] if found.alive is None else ""}
    event = turn.tell("yarn.reason-given", named(character) | facts, to=watchers_of(character))
    exchanges.close_ask(turn, data["ask"], event)
    if found.alive is None:
        exchanges.advance(turn, exchange, replace(state, reason=data["reason"]))
        _ask(turn, exchange, character, VERDICT)
    else:
        dies(turn, exchange, character, event)


# the verdict


class JudgeForm(DyingForm):
    stage = VERDICT
    allow = yes_or_no("Do they live?", "Lives", "Dies", initial="yes")
    raised = forms.BooleanField(label="One above minus the full number", required=False)
    why = some_lines("What it costs them", MOST_LETTERS, required=False)


@act("yarn.judge-death", title="Life or death", form=JudgeForm, who=gms, button="That is the verdict")
def judge_death(turn: Turn, form: JudgeForm) -> None:
    """The GM's word on the reason. Who lives keeps their number, or has it set to one above death."""
    exchange, state, character = dying_of(form)
    data, level = form.cleaned_data, level_of(character)
    lives = rules.death(
        maximum=level.full,
        current=-level.full,
        choice="hold on",
        reason=state.reason or "the GM’s word",
        accepted=form.allowed,
    ).alive
    if lives and data["raised"]:
        set_level(turn, character, replace(level, lasting=max(level.lasting, 1 - level.full)))
    facts = {"lives": lives, "why": data["why"], "from": level.now, "to": level_of(character).now}
    event = _tell(turn, character, facts)
    exchanges.close_ask(turn, data["ask"], event)
    if lives:
        exchanges.close(turn, exchange)
    else:
        dies(turn, exchange, character, event)


def _tell(turn: Turn, character: Character, facts: dict[str, Any]) -> Event:
    """Of one of the GM's who dies the others hear that alone, as they saw the wound: it stands in the list of who is
    there as well."""
    known = {} if facts["lives"] or character.hidden else {EVERYBODY: named(character) | {"lives": False}}
    watchers = watchers_of(character)
    return turn.tell("yarn.death-judged", named(character) | facts, to=watchers, also={} if watchers.public else known)


def dies(turn: Turn, exchange: Exchange, character: Character, event: Event) -> None:
    """Dead from now on; a player is asked for last acts before it is over."""
    set_state(turn, character, DEAD)
    if character.seat_id is None:
        exchanges.close(turn, exchange)
    else:
        _ask(turn, exchange, character, LAST)


# asking


def answers(one: Ask) -> str:
    """The act that answers, by what is asked."""
    acts = {REASON: "yarn.reason-to-live", VERDICT: "yarn.judge-death", LAST: "yarn.last-act"}
    return acts[one.facts["stage"]]


def _context(viewer: Viewer, one: Ask) -> Mapping[str, Any]:
    state: Dying = exchanges.state_of(one.exchange)
    character = viewer.desk.find(Character, state.character)
    if character is None:
        return {"gone": True}
    found: dict[str, Any] = {"level": level_of(character), "character": character, "state": state}
    if viewer.is_gm:
        found["likely"] = next((row.state for row in DOWN_STATES if row.id == _kind(state.weapon)), "")
    if one.facts["stage"] == LAST:
        found["last_acts"] = farewell(state.taken, hand_of(viewer.desk, player_of(character)))
    return found


def _kind(weapon: str) -> str:
    return down_by(weapon) if weapon else ""


for _name, _open in ((OPEN, True), (QUIETLY, False)):
    exchange_kind(
        name=_name,
        state=Dying,
        template=f"{FOLDER}/death",
        answer="yarn.reason-to-live",
        answers=answers,
        open=_open,
        waits_for="what becomes of the dying",
        context=_context,
    )
