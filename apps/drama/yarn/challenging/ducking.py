"""Ducking a scene: the caller gives way or compels, then the player stays or pays a token (yarn.duck)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.forms import CharacterChoice, some_lines
from apps.characters.models import Character, CharacterKey
from apps.characters.yarn import points, scenes
from apps.characters.yarn.people import Participant, as_cast, of_key, player_of, the_gm
from apps.characters.yarn.points import hand_of
from apps.characters.yarn.scenes import DUCKED, Scene, scene_of
from apps.drama.yarn import turns
from apps.drama.yarn.challenging import raising
from apps.drama.yarn.challenging.barring import bar
from apps.drama.yarn.challenging.raising import caller_of, known_cast, raised, scene_played, why_not_raised
from apps.drama.yarn.forms import OwnForm
from apps.drama.yarn.window import opened_anew, window_of
from apps.rules.refusal import Refused
from apps.rules.yarn.drama.entering import Pair, duck_pair
from apps.table import exchanges
from apps.table.acts import act
from apps.table.desk import Desk
from apps.table.exchanges import exchange_kind
from apps.table.models import Ask, Event
from apps.table.shared.answers import AnswerForm
from apps.table.turn import Turn
from apps.table.viewer import Viewer

DUCK = "yarn.duck"
FOLDER = "drama/yarn/challenging/asks"
GIVE_WAY, COMPEL, STAY, PAY = "give way", "compel", "stay", "pay"


@dataclass(frozen=True)
class Ducking:
    """Who would rather not be in the scene, and the key of whoever says so for them."""

    character: CharacterKey
    by: str


def may_duck(desk: Desk, who: Participant, options: Any) -> list[Character]:
    """Those of theirs who are in a scene that somebody else called; the GM's only where the table lets her."""
    scene = scene_of(desk)
    if scene is None or caller_of(scene, desk).key == who.key:
        return []
    if who.is_gm and not options.gm_may_duck_and_rush:
        return []
    return [one for one in known_cast(scene) if player_of(one).key == who.key]


class DuckForm(OwnForm):
    character = CharacterChoice(
        label="Who stays out", error_messages={"invalid_choice": "They are not in it, or not yours to take out."}
    )

    def setup(self) -> None:
        mine = [] if self.viewer.is_spectator else may_duck(self.viewer.desk, self.who, self.viewer.options)
        self.choose("character", mine)
        if len(mine) == 1:
            self.fields["character"].initial = mine[0].public_id

    def why_not(self) -> Refused | None:
        character = self.cleaned_data.get("character")
        return why_not_raised(self.viewer.desk, self.who, raising.DUCK, character) if character else None


@act("yarn.duck", title="Keep somebody of yours out", form=DuckForm, button="Say so")
def duck(turn: Turn, form: DuckForm) -> None:
    """Says that one's own character would not be there, and asks the caller. It costs nothing yet."""
    scene, character = scene_played(turn), form.cleaned_data["character"]
    caller = caller_of(scene, turn.desk)
    window = raised(turn, form.who, raising.DUCK, character)
    facts = {"character": character.name, "who": form.who.name, "caller": caller.name}
    told = turn.tell("yarn.duck-asked", facts)
    exchange = exchanges.open_exchange(turn, DUCK, Ducking(character.pk, form.who.key), by=told, inside=window)
    exchanges.ask(turn, exchange, caller.atom, facts)


class GiveWayForm(AnswerForm):
    kinds = (DUCK,)
    answer = forms.ChoiceField(
        label="Your answer",
        choices=[(GIVE_WAY, "Give way: without them, for nothing"), (COMPEL, "Compel: desire or poles bring them")],
        widget=forms.RadioSelect,
    )
    words = some_lines("Why desire or poles compel them to be there", 600, required=False)

    def clean_ask(self) -> Ask:
        return _at_the_stage(super().clean_ask(), compelled=False)

    def clean(self) -> dict[str, Any]:
        if self.cleaned_data.get("answer") == COMPEL and not self.cleaned_data.get("words"):
            self.add_error("words", "Name the desire or a pole, and how it compels them.")
        return self.cleaned_data


def _at_the_stage(ask: Ask, compelled: bool) -> Ask:
    if bool(ask.facts.get("words")) != compelled:
        raise forms.ValidationError(exchanges.GONE)
    return ask


@act("yarn.answer-duck", title="They would rather not", form=GiveWayForm, button="Answer")
def answer_duck(turn: Turn, form: GiveWayForm) -> None:
    """The caller goes on without them, or describes further, and then it is the player's to stay or to pay."""
    ask: Ask = form.cleaned_data["ask"]
    if form.cleaned_data["answer"] == GIVE_WAY:
        _settled(turn, ask, GIVE_WAY)
        return
    facts = {**ask.facts, "words": form.cleaned_data["words"]}
    told = turn.tell("yarn.duck-compelled", facts)
    exchanges.close_ask(turn, ask, told)
    ducker = of_key(turn.desk, _state(ask).by) or the_gm(turn.desk)
    exchanges.ask(turn, ask.exchange, ducker.atom, facts)


class StayForm(AnswerForm):
    kinds = (DUCK,)
    answer = forms.ChoiceField(
        label="Your answer",
        choices=[(STAY, "Stay in the scene"), (PAY, "Duck it for 1 token")],
        widget=forms.RadioSelect,
    )

    def clean_ask(self) -> Ask:
        return _at_the_stage(super().clean_ask(), compelled=True)


@act("yarn.stay", title="Compelled to be there", form=StayForm, button="Answer")
def stay(turn: Turn, form: StayForm) -> None:
    """The player stays, or ducks for a token to the caller. Refuses to pay with an empty hand (no-token)."""
    _settled(turn, form.cleaned_data["ask"], form.cleaned_data["answer"])


def _state(ask: Ask) -> Ducking:
    found: Ducking = exchanges.state_of(ask.exchange)
    return found


def _settled(turn: Turn, ask: Ask, answer: str) -> None:
    scene, state = scene_played(turn), _state(ask)
    caller, ducker = caller_of(scene, turn.desk), of_key(turn.desk, state.by) or the_gm(turn.desk)
    character = turn.desk.get(Character, state.character)
    found = _by_the_rules(turn, scene, character, ducker, answer)
    if found.why is not None:
        raise found.why
    facts = {**ask.facts, "answer": answer, "over": found.caller_starts_over}
    told = turn.tell("yarn.duck-settled", facts)
    if answer == PAY:
        points.pay(turn, ducker, caller, 1, f"{character.name} ducks", "yarn.duck")
    exchanges.answered(turn, ask, told)
    if found.left:
        _without(turn, scene, character, found, told)


def _by_the_rules(turn: Turn, scene: Scene, character: Character, ducker: Participant, answer: str) -> Pair:
    caller = caller_of(scene, turn.desk)
    return duck_pair(
        cast=as_cast(known_cast(scene)),
        caller=caller.key,
        player=character.public_id,
        caller_answer=GIVE_WAY if answer == GIVE_WAY else COMPEL,
        player_answer=answer if answer in (STAY, PAY) else STAY,
        hand=hand_of(turn.desk, ducker),
        caller_hand=hand_of(turn.desk, caller),
        ducked=[one.public_id for one in scene.in_role(DUCKED)],
        options=turn.options,
    )


def _without(turn: Turn, scene: Scene, character: Character, found: Pair, told: Event) -> None:
    """They are out of it. With one left the caller calls another scene, else a call that waits has changed."""
    scenes.give_role(turn, scene, character, DUCKED)
    window = window_of(turn.desk)
    if found.caller_starts_over:
        _starts_over(turn, scene)
    elif window is not None:
        opened_anew(turn, window, told)


def _starts_over(turn: Turn, scene: Scene) -> None:
    """One is left: the caller calls another scene, also where this one was played already."""
    bar(turn, caller_of(scene, turn.desk), scene_played(turn).in_role(DUCKED))
    if window_of(turn.desk) is None and scene.caller is not None and not turns.marked(scene.span, turns.BY_HAND):
        turns.calls_again(turn, scene.caller, "a duck")
    scenes.end(turn, scene)


def _context(viewer: Viewer, one: Ask) -> Mapping[str, Any]:
    who = of_key(viewer.desk, _state(one).by)
    return {"hand": hand_of(viewer.desk, who) if who is not None else 0}


exchange_kind(
    name=DUCK,
    state=Ducking,
    template=f"{FOLDER}/duck",
    answer="yarn.answer-duck",
    answers=lambda ask: "yarn.stay" if ask.facts.get("words") else "yarn.answer-duck",
    waits_for="their word on who stays out",
    bare_row=True,
    context=_context,
)
