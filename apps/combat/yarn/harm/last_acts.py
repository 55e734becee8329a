"""Last acts of somebody who dies, each for a drama token, each once (yarn.death-token)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms

from apps.characters.forms import acting_for, named, some_lines
from apps.characters.models import Character
from apps.characters.points import told_by
from apps.characters.yarn.people import Participant, player_of
from apps.characters.yarn.points import hand_of, pay
from apps.characters.yarn.scenes import BYSTANDER, DRAMATIC, Called, call, scene_of
from apps.combat.yarn.harm.dying import LAST, MOST_LETTERS, Dying, DyingForm, dying_of
from apps.combat.yarn.harm.farewell import LINES, VANISHING, WORDS
from apps.rules.yarn.drama.tokens import death_token
from apps.table import exchanges
from apps.table.acts import act
from apps.table.models import Ask
from apps.table.turn import Turn

RULE = "yarn.death-token"
NOTHING = "nothing more"


class LastActForm(DyingForm):
    stage = LAST
    wanted = forms.ChoiceField(
        label="A last act",
        choices=[*((word, title) for word, (title, _) in LINES.items()), (NOTHING, "Nothing more")],
        widget=forms.RadioSelect,
    )
    text = some_lines("What happens", MOST_LETTERS, required=False)


@act("yarn.last-act", title="A last act", form=LastActForm, button="So they go")
def last_act(turn: Turn, form: LastActForm) -> None:
    """A token to the kitty for each of the three, each once. Refuses one without a token, and one taken already."""
    exchange, state, character = dying_of(form)
    data = form.cleaned_data
    acting_for(turn, character)
    ask: Ask = data["ask"]
    if data["wanted"] == NOTHING:
        event = turn.tell("yarn.last-act-taken", named(character) | {"wanted": NOTHING, "ended": []})
        exchanges.close_ask(turn, ask, event)
        exchanges.close(turn, exchange)
        return
    _takes(turn, state, character, data["wanted"])
    moved = pay(turn, player_of(character), None, 1, data["wanted"].capitalize(), RULE)
    ended = _scene_of_last_words(turn, character) if data["wanted"] == WORDS else []
    facts = {"wanted": data["wanted"], "text": data["text"], "ended": ended}
    told_by(turn, turn.tell("yarn.last-act-taken", named(character) | facts), moved)
    exchanges.advance(turn, exchange, replace(state, taken=(*state.taken, data["wanted"])))


def _takes(turn: Turn, state: Dying, character: Character, wanted: str) -> None:
    """Why it cannot be had, if so; who vanishes is there no longer."""
    if wanted in state.taken:
        turn.refuse("once", "That was taken already: each of them comes once.", "wanted")
    held = hand_of(turn.desk, player_of(character))
    if not death_token(tokens=held, wanted=[wanted]).allowed:
        turn.refuse("too-few-points", f"It takes a drama token, and {player_of(character).name} has none.", "wanted")
    if wanted == VANISHING:
        turn.change(character, present=False)


def _scene_of_last_words(turn: Turn, character: Character) -> list[dict[str, Any]]:
    """Called at once, with everybody who is there; nobody challenges it."""
    before = scene_of(turn.desk)
    there = [one for one in before.present if one != character] if before is not None else []
    cast = [(one, BYSTANDER) for one in (character, *there)]
    caller: Participant = player_of(character)
    place = before.place if before is not None else None
    _, ended = call(turn, Called(caller, DRAMATIC, cast, f"{character.name}: last words", place))
    return ended
