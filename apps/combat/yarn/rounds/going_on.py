"""A fight goes on: the next in the order, and after the last of them a new round (yarn.rounds, yarn.delay-turn)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.yarn import clock
from apps.characters.yarn.levels import level_of
from apps.combat import gathering, tracking
from apps.combat.models import Combatant, Fight
from apps.combat.yarn.rounds import stored, told
from apps.combat.yarn.rounds.forms import PLAIN
from apps.rules.yarn.combat.rounds import rounds
from apps.table import exchanges
from apps.table.acts import ActForm, act
from apps.table.turn import Turn
from apps.table.viewer import Viewer


class NextForm(ActForm):
    """`seen` is the step for which the button was drawn: two taps go on once."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=80)


def stamp(fight: Fight) -> str:
    """Where the fight stands, for the button that takes it on."""
    now = "-".join(one.public_id[:6] for one in stored.acting(fight))
    return f"{stored.round_number(fight)}.{fight.phase}.{now}"[:80]


def coming(fight: Fight) -> Combatant | None:
    """Who acts next in this round, of those who can; None after the last of them."""
    left = [one for one in stored.everybody(fight) if one.state == "waiting" and one.place is not None]
    return next((one for one in left if not level_of(one.character).down), None)


def next_words(fight: Fight) -> str:
    """What going on will do."""
    now = stored.acting(fight)
    if len(now) > 1:
        return now[1].character.name
    found = coming(fight)
    return found.character.name if found else f"Round {stored.round_number(fight) + 1}"


def why_not_on(viewer: Viewer, fight: Fight | None) -> str:
    """Why this seat cannot take the fight on; players end their own turn, and nobody else's."""
    if fight is None or fight.phase != stored.ROUNDS:
        return "No rounds run now."
    if viewer.is_gm:
        return ""
    if ending(viewer, fight) is None:
        return f"It is not your turn: the {viewer.game.gm} goes on."
    waits = any(exchanges.kind_of(one).open for one in stored.waiting_in(fight))
    return "Somebody is asked. That comes first." if waits else ""


def ending(viewer: Viewer, fight: Fight) -> Combatant | None:
    """Whose turn this seat ends: of whoever acts first, and for a player their own of that moment."""
    now = stored.acting(fight)
    if not now or viewer.is_gm:
        return next(iter(now), None)
    moment = [one for one in stored.of_its_moment(now[0]) if one in now]
    return next((one for one in moment if one.character.seat_id == viewer.seat.pk), None)


def outlook(viewer: Viewer, form: NextForm) -> Mapping[str, Any]:
    fight = tracking.fight_of(viewer.table)
    words = f"Next: {next_words(fight)}" if fight and viewer.is_gm else "Done"
    return {"refused_now": why_not_on(viewer, fight), "button": words}


@act("yarn.fight-next", title="Go on", form=NextForm, button="Next", preview=outlook, template=PLAIN)
def fight_next(turn: Turn, form: NextForm) -> None:
    """Whoever acts is done, by their own tap or the GM's, and the next one comes; who broke in gives the turn back.
    After the last a new round begins: the clock runs on, and what lasted one round is over. Refuses whoever does not
    act, and a tap on a page that the fight has left behind."""
    fight = tracking.running(turn)
    if no := why_not_on(turn.viewer, fight):
        turn.refuse("not-your-turn", no)
    if form.cleaned_data["seen"] and form.cleaned_data["seen"] != stamp(fight):
        turn.refuse("gone-on", "The fight has gone on in the meantime. Look where it stands before the next step.")
    one = ending(turn.viewer, fight)
    done = [one] if one is not None else []
    for one in done:
        turn.change(one, state="acted")
    stored.stepped(turn, fight)
    ended = comes(turn, fight)
    full = {"done": gathering.names(done), "new_round": ended is not None}
    public = full | {"done": gathering.names(gathering.seen(done))}
    about = [*done, *stored.acting(fight)]
    quiet = bool(about) and not gathering.seen(about) and ended is None
    told.step(turn, "yarn.turn-came", fight, full, None if quiet else public, ended)


def comes(turn: Turn, fight: Fight) -> list[dict[str, Any]] | None:
    """The next one acts, unless somebody who was interrupted goes on. In a new round returns what time has ended, else
    None."""
    if stored.acting(fight):
        return None
    found = coming(fight)
    ended = None if found is not None else new_round(turn, fight)
    found = found or coming(fight)
    if found is not None:
        turn.change(found, state="acting")
    return ended


def new_round(turn: Turn, fight: Fight) -> list[dict[str, Any]]:
    """All wait for their turn again, and the story's clock runs on (yarn.round-length); returns what ended by it."""
    options, cast = stored.options_of(fight), [one.public_id for one in stored.everybody(fight)]
    before = stored.round_number(fight)
    if cast:
        after = rounds(order=cast, round=before, acted=len(cast), options=options)
        seconds = after.seconds - (before - 1) * options.seconds_per_round
    else:
        seconds = options.seconds_per_round
    tracking.new_turn(turn, fight, stored.ROUNDS)
    return clock.passes(turn, seconds)


def first_turn(turn: Turn, fight: Fight) -> None:
    """The first of the order acts."""
    found = coming(fight)
    if found is not None:
        turn.change(found, state="acting")
