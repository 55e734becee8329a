"""The GM takes the turn on: closes the part that is on, or goes on to the next one in which something happens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.combat import gathering, tracking
from apps.combat.dragon import turns as stored
from apps.combat.dragon.phases import going_on, spending, telling
from apps.combat.models import Fight
from apps.table import log
from apps.table.acts import ActForm, act, gms
from apps.table.models import Event
from apps.table.turn import Turn
from apps.table.viewer import Viewer

STEPS = (
    telling.PART,
    "dragon.acted",
    "dragon.looked",
    "dragon.waited",
    "dragon.held",
    "dragon.passed",
    "dragon.declined",
    "dragon.moved",
    "dragon.ran",
)
"""What "Step back" takes back."""


class NextForm(ActForm):
    """`seen` is the part that the button was drawn for: two taps of two GMs close it once. `far`: on to where
    something happens next."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=40)
    far = forms.BooleanField(widget=forms.HiddenInput, required=False)


def stamp(fight: Fight) -> str:
    """Where the turn is, for the button that takes it on."""
    now = telling.at(fight)
    return f"{_turn(fight)}.{now.round}.{now.part}"


def next_words(fight: Fight, far: bool = False) -> str:
    """Where closing the part leads: "Late 5", or the next turn."""
    found = going_on.ahead(fight, far)
    return found.announced if found else f"Turn {_turn(fight) + 1}"


def _turn(fight: Fight) -> int:
    return fight.turn.number if fight.turn else 0


def warning(fight: Fight) -> str:
    """What speaks against closing the part: who has still a phase in it, and what waits for an answer."""
    waits = gathering.names(going_on.waited_for(fight, known=False))
    found = [f"{', '.join(waits)} {'has' if len(waits) == 1 else 'have'} a phase in it still"] if waits else []
    return "; ".join([*found, *(["an answer is still open"] if going_on.waits_for_answers(fight) else [])])


def outlook(viewer: Viewer, form: NextForm) -> Mapping[str, Any]:
    fight = tracking.fight_of(viewer.table)
    if fight is None or not spending.under_way(fight):
        return {"refused_now": "The rounds of a turn have not begun."}
    far = form.cleaned_data["far"]
    words = f"Close {telling.at(fight).announced}"
    return {
        "heading": words,
        "button": next_words(fight, far),
        "warning": warning(fight),
    }


@act(
    "dragon.next-part",
    title="Close the part",
    form=NextForm,
    who=gms,
    button="Close it",
    template="combat/dragon/acts/next.html",
    preview=outlook,
)
def next_part(turn: Turn, form: NextForm) -> None:
    """Ends the part, whoever is waited for: unused phases go as the rules say (dragon.turn)."""
    fight = spending.running_turn(turn)
    if form.cleaned_data["seen"] and form.cleaned_data["seen"] != stamp(fight):
        turn.refuse("gone-on", "The turn has gone on in the meantime. Look where it stands before the next step.")
    going_on.close_by_hand(turn, fight, form.cleaned_data["far"])


def newest_step(viewer: Viewer, fight: Fight) -> Event | None:
    """The newest step of this fight that stands: what "Step back" takes back.

    It is kept by the fight's own rows: no step is told or taken back without a change of these.
    """
    return fight.desk.memo_of(fight, "newest part", lambda: _newest_step(viewer, fight))


def _newest_step(viewer: Viewer, fight: Fight) -> Event | None:
    stored.state_of(fight)
    found = log.newest_standing(viewer, STEPS, fight.span.opened_at)
    return found.cause if found and found.cause else found
