"""The GM's main button: the next turn, the surroundings, the next round (rough_magic.round)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.forms import CharacterChoice
from apps.characters.rough_magic.endurance import is_down
from apps.combat import gathering, tracking
from apps.combat.models import Combatant, Fight
from apps.combat.rough_magic.order import stored, told, turns_of
from apps.combat.rough_magic.order.forms import PLAIN
from apps.combat.rough_magic.order.stepping import Step, go_on
from apps.rules.rough_magic.combat import turns as rules
from apps.table.acts import ActForm, act
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

GONE_ON = "The fight has gone on in the meantime. Look whose turn it is."


def stamp(fight: Fight) -> str:
    """Where the fight stands, for a button that takes it on: two taps of two people go on once."""
    now = turns_of.on_turn(fight)
    return f"{sure(fight.turn).number}.{now.public_id if now else fight.phase}"


class SteppingForm(ActForm):
    """`seen` is where the fight stood when the button was drawn."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=40)

    def running(self, turn: Turn) -> Fight:
        """The fight that runs. Refuses where there is none, and where it has gone on since the button was drawn."""
        fight = tracking.running(turn)
        if self.cleaned_data["seen"] and self.cleaned_data["seen"] != stamp(fight):
            turn.refuse("gone-on", GONE_ON)
        return fight


class NextForm(SteppingForm):
    """`first` is who of the group that is next acts first: they go one after the other as the GM likes."""

    first = CharacterChoice(required=False, label="Who goes first", empty_label="As they stand")

    def setup(self) -> None:
        fight = tracking.fight_of(self.viewer.table) if self.viewer.is_gm else None
        group = [one.character for one in next_group(fight)] if fight else []
        if group:
            self.choose("first", group)
        else:
            self.fields.pop("first")


def next_group(fight: Fight) -> list[Combatant]:
    """Those of the place that is next whose turn can come, where it is a group's and the next step goes there."""
    coming = _coming(fight)
    if coming is None or turns_of.breaking_in(fight):
        return []
    waiting = [one for one in stored.ordered(fight) if one.place == coming.place and one.state == "waiting"]
    can = [one for one in waiting if not (place := stored.play_of(fight).place(one.public_id)).away and not place.owed]
    return can if len(can) > 1 else []


def _coming(fight: Fight) -> Combatant | None:
    """Whose own turn comes next in this round, without the step being made."""
    play = stored.play_of(fight)
    while not play.over:
        play, offered = rules.next_place(play)
        if offered:
            return next(one for one in stored.ordered(fight) if one.public_id == offered)
    return None


def what_next(fight: Fight) -> tuple[str, Combatant | None]:
    """What the next step brings, as the button says it: a name with whose turn comes, or another word."""
    inner = turns_of.breaking_in(fight)
    if inner:
        outer = turns_of.outside_of(inner[-1])
        while outer is not None and is_down(outer.character):
            outer = turns_of.outside_of(outer) if outer in inner else None
        if outer or not turns_of.at_place(fight):
            return (outer.character.name, outer) if outer else (_last_word(fight), None)
    if fight.phase == stored.SURROUNDINGS:
        return f"Round {sure(fight.turn).number + 1}", None
    coming = _coming(fight)
    return (coming.character.name, coming) if coming else ("The surroundings", None)


def _last_word(fight: Fight) -> str:
    return "The surroundings" if fight.phase == stored.SURROUNDINGS else "On"


def why_not_on(viewer: Viewer, fight: Fight | None) -> str:
    """Why this seat cannot take the fight on: players end their own turn, and nobody else's."""
    if fight is None:
        return f"No fight is running. The {viewer.game.gm} starts one."
    if fight.phase == stored.ROLLING:
        return "The order is rolled for. It goes on when everybody has."
    now = turns_of.on_turn(fight)
    if viewer.is_gm or (now is not None and now.character.seat_id == viewer.seat.pk):
        return ""
    return f"It is not your turn: the {viewer.game.gm} goes on."


def outlook(viewer: Viewer, form: NextForm) -> Mapping[str, Any]:
    """What comes next, for a GM; to the others that would tell of whom they do not know."""
    fight = tracking.fight_of(viewer.table)
    no = why_not_on(viewer, fight)
    words = f"Next: {what_next(fight)[0]}" if fight and viewer.is_gm else "Done"
    return {"refused_now": no, "button": words}


@act(
    "rough_magic.next",
    title="Go on",
    form=NextForm,
    button="Next",
    preview=outlook,
    template=PLAIN,
    shown_in="panel-rough_magic-order",
)
def fight_next(turn: Turn, form: NextForm) -> None:
    """Whoever acts is done, by their own tap or the GM's, and what is next comes. A turn that is owed is passed over
    and paid, one that is still held lapses; after the last place the surroundings move, then a new round begins."""
    fight = form.running(turn)
    if no := why_not_on(turn.viewer, fight):
        turn.refuse("not-your-turn", no)
    first = form.cleaned_data.get("first")
    step = go_on(turn, fight, tracking.combatant_of(fight, first) if first else None)
    tell(turn, fight, step)


def tell(turn: Turn, fight: Fight, step: Step) -> None:
    """Everybody hears it, unless it is about somebody hidden alone."""
    about = [one for one in (step.done, step.now, *step.paid, *step.lapsed) if one is not None]
    quiet = bool(about) and not gathering.seen(about) and not step.new_round
    told.step(turn, "rough_magic.turn-came", fight, step, {}, None if quiet else {})
