"""Rushing a scene: the caller lets somebody in, is paid for it, or blocks with a bennie (yarn.rush)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.access import people
from apps.characters.forms import CharacterChoice
from apps.characters.models import Character, CharacterKey
from apps.characters.yarn import bennies, points, scenes
from apps.characters.yarn.bennies import spent_now
from apps.characters.yarn.people import Participant, of_key, player_of, the_gm
from apps.characters.yarn.points import bennies_of, hand_of
from apps.characters.yarn.scenes import BLOCKED, BYSTANDER, scene_of
from apps.drama.yarn.challenging import raising
from apps.drama.yarn.challenging.barring import lift
from apps.drama.yarn.challenging.raising import caller_of, raised, scene_played, why_not_raised
from apps.drama.yarn.forms import OwnForm
from apps.drama.yarn.window import opened_anew, window_of
from apps.rules.refusal import Refused
from apps.rules.yarn.drama.entering import Rushed, may_block, why_not_rushed
from apps.rules.yarn.drama.entering import rush as by_the_rules
from apps.table import exchanges
from apps.table.acts import act
from apps.table.desk import Desk
from apps.table.exchanges import exchange_kind
from apps.table.models import Ask
from apps.table.shared.answers import AnswerForm
from apps.table.turn import Turn
from apps.table.viewer import Viewer

RUSH = "yarn.rush"
FOLDER = "drama/yarn/challenging/asks"
TOKEN, BENNIE, NOTHING = "token", "bennie", "nothing"
PRICES = [(TOKEN, "1 of your tokens to {}"), (BENNIE, "1 of your bennies to {}"), (NOTHING, "Stay out")]
"""What is offered to whoever called the scene."""
LET_IN, KEEP_OUT, BLOCK = "let in", "keep out", "block"


@dataclass(frozen=True)
class Rushing:
    """Who would come in, for whose hand, and what is paid if the caller does not consent."""

    character: CharacterKey
    by: str
    pays: str


def may_rush(desk: Desk, who: Participant, options: Any) -> list[Character]:
    """Those of theirs who are not in somebody else's scene; whoever was blocked does not try again in it."""
    scene = scene_of(desk)
    if scene is None or caller_of(scene, desk).key == who.key:
        return []
    if who.is_gm and not options.gm_may_duck_and_rush:
        return []
    inside = {one.pk for one in (*scene.present, *scene.in_role(BLOCKED))}
    mine = [one for one in people(desk.all(Character)) if player_of(one).key == who.key and one.present]
    return [one for one in mine if one.pk not in inside and not one.hidden]


def why_not_paid(desk: Desk, who: Participant, pays: str, options: Any) -> Refused | None:
    """Why somebody cannot rush with this; with nothing anybody can ask."""
    if pays == NOTHING:
        return None
    held = {"hand": hand_of(desk, who), "bennies": bennies_of(desk, who)}
    no = why_not_rushed(pays=pays, **held, rusher=who.key, options=options)
    return no or (bennies.why_not(desk, who, "rush", options) if pays == BENNIE else None)


class RushForm(OwnForm):
    character = CharacterChoice(
        label="Who comes in", error_messages={"invalid_choice": "They are in it, or not yours to bring in."}
    )
    pays = forms.ChoiceField(
        label="If the caller does not agree",
        choices=PRICES,
        widget=forms.RadioSelect,
    )

    def setup(self) -> None:
        if self.viewer.is_spectator:
            return
        desk, options = self.viewer.desk, self.viewer.options
        mine = may_rush(desk, self.who, options)
        self.choose("character", mine)
        if len(mine) == 1:
            self.fields["character"].initial = mine[0].public_id
        able = [one for one in (TOKEN, BENNIE, NOTHING) if why_not_paid(desk, self.who, one, options) is None]
        self.fields["pays"].initial = able[0]
        self.fields["pays"].widget.choices = [(one, title.format(self.caller)) for one, title in PRICES if one in able]
        self.fields["pays"].help_text = "" if len(able) > 1 else "You have neither a token nor a bennie to offer"

    @property
    def caller(self) -> str:
        scene = scene_of(self.viewer.desk)
        return caller_of(scene, self.viewer.desk).name if scene is not None else "the caller"

    def clean(self) -> dict[str, Any]:
        data, desk = self.cleaned_data, self.viewer.desk
        if "pays" in data and (unpaid := why_not_paid(desk, self.who, data["pays"], self.viewer.options)):
            self.add_error("pays", unpaid.text)
        return super().clean()

    def why_not(self) -> Refused | None:
        character = self.cleaned_data.get("character")
        return why_not_raised(self.viewer.desk, self.who, raising.RUSH, character) if character else None


@act("yarn.rush", title="Bring somebody of yours in", form=RushForm, button="Rush the scene")
def rush(turn: Turn, form: RushForm) -> None:
    """Asks the caller, also of a scene that is played already. Nothing moves before the answer."""
    character, pays = form.cleaned_data["character"], form.cleaned_data["pays"]
    caller = caller_of(scene_played(turn), turn.desk)
    window = raised(turn, form.who, raising.RUSH, character)
    facts = {"character": character.name, "who": form.who.name, "caller": caller.name, "pays": pays}
    told = turn.tell("yarn.rush-asked", facts)
    exchange = exchanges.open_exchange(turn, RUSH, Rushing(character.pk, form.who.key, pays), by=told, inside=window)
    exchanges.ask(turn, exchange, caller.atom, facts)


class LetInForm(AnswerForm):
    kinds = (RUSH,)
    answer = forms.ChoiceField(
        label="Your answer",
        choices=[
            (LET_IN, "Let them in, for nothing"),
            (KEEP_OUT, "Against it: they come in only for what they offer"),
            (BLOCK, "Block it with 1 bennie"),
        ],
        widget=forms.RadioSelect,
    )

    def clean(self) -> dict[str, Any]:
        if self.row is not None and self.cleaned_data.get("answer") == BLOCK:
            no = why_not_blocked(self.viewer, self.row)
            if no is not None:
                self.add_error("answer", no.text)
        return self.cleaned_data


def offered(desk: Desk, state: Rushing, options: Any) -> str:
    """What still can be paid: nothing, once it was spent or burned since it was offered."""
    rusher = of_key(desk, state.by) or the_gm(desk)
    return NOTHING if why_not_paid(desk, rusher, state.pays, options) else state.pays


def why_not_blocked(viewer: Viewer, ask: Ask) -> Refused | None:
    """Why the caller cannot block, or None (yarn.rush-block)."""
    desk = viewer.desk
    scene = scene_of(desk)
    caller = caller_of(scene, desk) if scene is not None else the_gm(desk)
    if offered(desk, _state(ask), viewer.options) == NOTHING:
        return Refused("nothing-offered", "Nothing is offered: a no is enough.", "answer")
    if may_block(bennies_of(desk, caller), spent_now(desk, caller), caller.is_gm):
        return None
    why = "The GM has no bennies." if caller.is_gm else f"{caller.name} has no bennie to spend in this scene."
    return Refused("no-block", f"{why} Nobody is blocked.", "answer")


@act("yarn.answer-rush", title="Somebody wants to come in", form=LetInForm, button="Answer")
def answer_rush(turn: Turn, form: LetInForm) -> None:
    """The caller lets them in for nothing, is paid what they offer, or spends a bennie that keeps them out
    (yarn.rush-block). Refuses a block without a bennie to spend (no-block)."""
    ask, answer = form.cleaned_data["ask"], form.cleaned_data["answer"]
    scene, state = scene_played(turn), _state(ask)
    rusher, caller = of_key(turn.desk, state.by) or the_gm(turn.desk), caller_of(scene, turn.desk)
    pays = offered(turn.desk, state, turn.options)
    joined = answer == LET_IN or (pays != NOTHING and _judged(turn, state, rusher, caller, answer).joined)
    paid = "" if answer == LET_IN or not joined else pays
    told = turn.tell("yarn.rush-settled", {**ask.facts, "answer": answer, "joined": joined, "paid": paid})
    exchanges.answered(turn, ask, told)
    character = turn.desk.get(Character, state.character)
    if answer == BLOCK:
        bennies.spend(turn, caller, "block", why=f"Keeps {character.name} out")
        scenes.give_role(turn, scene, character, BLOCKED)
    _pay(turn, rusher, caller, paid, character)
    if joined:
        lift(turn, character)
        scenes.give_role(turn, scene, character, BYSTANDER)
        if window := window_of(turn.desk):
            opened_anew(turn, window, told)


def _judged(turn: Turn, state: Rushing, rusher: Participant, caller: Participant, answer: str) -> Rushed:
    """Refuses what is no longer there to be paid."""
    desk = turn.desk
    found = by_the_rules(
        caller=caller.key,
        consent=False,
        pays=state.pays,
        block=answer == BLOCK,
        hand=hand_of(desk, rusher),
        bennies=bennies_of(desk, rusher),
        caller_hand=hand_of(desk, caller),
        caller_bennies=bennies_of(desk, caller),
        caller_spent=spent_now(desk, caller),
        rusher=rusher.key,
        options=turn.options,
    )
    if found.why is not None:
        raise found.why
    return found


def _pay(turn: Turn, rusher: Participant, caller: Participant, paid: str, character: Character) -> None:
    """A bennie moves to the caller's sheet; to the GM, who never has any, it is just gone."""
    why = f"{character.name} rushes in"
    if paid == TOKEN:
        points.pay(turn, rusher, caller, 1, why, "yarn.rush")
    elif paid == BENNIE:
        bennies.spend(turn, rusher, "rush", None if caller.is_gm else caller, why)


def _state(ask: Ask) -> Rushing:
    found: Rushing = exchanges.state_of(ask.exchange)
    return found


def _context(viewer: Viewer, one: Ask) -> Mapping[str, Any]:
    no = why_not_blocked(viewer, one)
    return {"pays": offered(viewer.desk, _state(one), viewer.options), "no_block": no.text if no is not None else ""}


exchange_kind(
    name=RUSH,
    state=Rushing,
    template=f"{FOLDER}/rush",
    answer="yarn.answer-rush",
    waits_for="their word on who comes in",
    bare_row=True,
    context=_context,
)
