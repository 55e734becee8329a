"""The fight goes on step by step (dragonfly.turn): the next phase, the next combatant, the next Turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from apps.combat import gathering, tracking
from apps.combat.dragonfly.fight import fury
from apps.combat.dragonfly.fight.end_of_turn import end_of_turn
from apps.combat.dragonfly.fighters import initiative, moves, plans, questions, told
from apps.combat.dragonfly.fighters.standing import OTHER_FEAT, turn_of
from apps.combat.dragonfly.fighters.states import state_of
from apps.combat.dragonfly.wounds import panic
from apps.combat.models import Combatant, Declaration, Fight
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.models import Span
from apps.table.turn import Turn
from apps.table.viewer import Viewer

BEGIN = "Begin the actions"


class NextForm(ActForm):
    """`seen` is the step that the button was drawn for: two taps of two GMs go on once."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=60)


def stamp(fight: Fight) -> str:
    """Where the fight stands, for the button that takes it on."""
    acting = "-".join(sorted(one.public_id[:6] for one in moves.up_now(fight)))
    return f"{turn_of(fight).number}.{fight.phase}.{acting}"[:60]


def next_words(fight: Fight, viewer: Viewer) -> tuple[str, str]:
    """What going on will do, and what speaks against it, if anything."""
    if fight.phase == "intentions":
        missing = undeclared(fight)
        warning = f"Nothing declared yet: {', '.join(gathering.names(missing))}" if missing else ""
        wanting = initiative.wanting(fight, moves.options_of(viewer, fight))
        return ("Initiative" if wanting else BEGIN), warning
    if fight.phase == "initiative":
        left = len(initiative.open_asks(fight))
        warning = f"{left} still {'throws' if left == 1 else 'throw'}" if left else ""
        return "Roll for everybody left" if left else BEGIN, warning
    if fight.phase in moves.ACTING_PHASES:
        return _next_actor(fight)
    return f"Turn {turn_of(fight).number + 1}", ""


def _next_actor(fight: Fight) -> tuple[str, str]:
    done = moves.would_be_done(fight)
    warning = f"Next ends the move of {', '.join(gathering.names(done))}" if done else ""
    if exchanges.open_exchanges(fight.desk, *questions.kinds_for(questions.ATTACK)):
        warning = f"{warning}{'; ' if warning else ''}an attack still waits for its defense"
    _, group = moves.up_next(fight)
    if group:
        return f"Next: {', '.join(gathering.names(group)) if len(group) < 3 else f'{len(group)} together'}", warning
    return f"End Turn {turn_of(fight).number}", "; ".join(filter(None, (warning, _undecided_panic(fight))))


def _undecided_panic(fight: Fight) -> str:
    """Whose panic ends with the Turn before the Director has said what it does."""
    waiting = [one for one in tracking.combatants_of(fight) if panic.undecided_for_turn(one.character)]
    return f"what panic does is not decided for {', '.join(gathering.names(waiting))}" if waiting else ""


def undeclared(fight: Fight) -> list[Combatant]:
    """Players' combatants who can act and of whom nothing is declared for this Turn."""
    return [
        one
        for one in tracking.still_in(fight)
        if one.character.seat_id and tracking.declaration_of(fight, one) is None and state_of(one.character).can_act
    ]


def next_outlook(viewer: Viewer, form: NextForm) -> Mapping[str, Any]:
    fight = tracking.fight_of(viewer.table)
    if fight is None:
        return {"refused_now": "No fight is running."}
    words, warning = next_words(fight, viewer)
    return {"button": words, "warning": warning}


@act(
    "dragonfly.fight-next",
    title="Go on",
    form=NextForm,
    who=gms,
    button="Next",
    template="combat/dragonfly/acts/next.html",
    preview=next_outlook,
)
def fight_next(turn: Turn, form: NextForm) -> None:
    """One step on: the next phase, the next combatant, the next Turn. Nothing that is missing holds the GM up."""
    fight = tracking.running(turn)
    if form.cleaned_data["seen"] and form.cleaned_data["seen"] != stamp(fight):
        turn.refuse("gone-on", "The fight has gone on in the meantime. Look where it stands before the next step.")
    steps = {"intentions": _to_initiative, "initiative": _to_actions, "end-of-turn": _next_turn}
    steps.get(fight.phase, _next_combatant)(turn, fight)


def _to_initiative(turn: Turn, fight: Fight) -> None:
    """Declarations are shown, scores taken; players are asked. Where nobody is, the actions begin at once."""
    shown = _show(turn, fight)
    known = [one for one in shown if not one.combatant.character.hidden]
    to_ask, fell = initiative.call_up(turn, fight)
    ties = () if to_ask else initiative.settle(turn, fight, turn.dice)
    turn.change(fight, phase="initiative" if to_ask else "actions")
    now = moves.go_on(turn, fight)
    full, public = ({}, {}) if to_ask else told.order(fight, ties)
    event = told.step(
        turn,
        fight,
        now,
        full=full | {"thrown": fell, "shown": [_shown_facts(fight, one) for one in shown]},
        public=public | {"shown": [_shown_facts(fight, one) for one in known]},
    )
    _ledger_open(turn, shown, event)
    initiative.ask_for(turn, to_ask, event)


def _show(turn: Turn, fight: Fight) -> list[Declaration]:
    """What was declared in secret is known to all from now on (switch secret-intentions)."""
    return [turn.change(one, shown=True) for one in turn.desk.all(Declaration, turn=fight.turn, shown=False)]


def _shown_facts(fight: Fight, one: Declaration) -> dict[str, Any]:
    return plans.declared_facts(one) | {"fury": fury.began_in(fight, one.combatant.character)}


def _ledger_open(turn: Turn, shown: list[Declaration], event: Any) -> None:
    """Points paid in secret stand in everybody's ledger from now on."""
    for one in shown:
        if told.is_open(one.combatant.character):
            raging = fury.began_in(one.combatant.fight, one.combatant.character)
            for line in plans.moves_of(one, raging):
                turn.change(line, event=event)


def _to_actions(turn: Turn, fight: Fight) -> None:
    """The GM throws for everybody left, and the actions begin."""
    fell = initiative.throw_the_rest(turn, fight)
    ties = initiative.settle(turn, fight, turn.dice)
    turn.change(fight, phase="actions")
    now = moves.go_on(turn, fight)
    full, public = told.order(fight, ties)
    open_ones = [one for one in fell if one["open"]]
    told.step(turn, fight, now, full=full | {"thrown": fell}, public=public | {"thrown": open_ones})


def _next_combatant(turn: Turn, fight: Fight) -> None:
    """Whoever is acting is done; after the last of them the Turn ends."""
    before = moves.would_be_done(fight)
    known = gathering.seen(before)
    for one in before:
        turn.change(one, state="acted")
    now = moves.go_on(turn, fight)
    if not now:
        _end_turn(turn, fight)
        return
    told.step(
        turn,
        fight,
        now,
        full={"done": gathering.names(before)},
        public={"done": gathering.names(known)},
        quietly=not known and not gathering.seen(now),
    )


def _end_turn(turn: Turn, fight: Fight) -> None:
    """What happens at the end of a Turn; where nothing is due of which all may know, the next one opens at once."""
    turn.change(fight, phase="end-of-turn")
    due = end_of_turn(turn, fight)
    open_ones = [one for one in due if not one.get("hidden")]
    if not open_ones:
        _next_turn(turn, fight, due)
        return
    told.step(turn, fight, [], full={"due": due}, public={"due": open_ones})


def _next_turn(turn: Turn, fight: Fight, due: Sequence[Mapping[str, Any]] = ()) -> None:
    """The next Turn: initiative is open again, unless it is thrown once per fight; long acts go on."""
    before = fight.turn
    tracking.new_turn(turn, fight, "intentions")
    options = moves.options_of(turn.viewer, fight)
    for one in tracking.still_in(fight):
        if not initiative.keeps_place(one, options):
            turn.change(one, initiative=None, place=None)
    _carry_on(turn, fight, before)
    told.step(turn, fight, [], full={"due": list(due)}, public={"due": []})


def _carry_on(turn: Turn, fight: Fight, before: Span | None) -> None:
    """An act that takes several Turns is declared for the next one by itself."""
    long = [one for one in turn.desk.all(Declaration, turn=before) if moves.goes_on(one)]
    for one in long:
        turn.create(
            Declaration,
            combatant=one.combatant,
            turn=fight.turn,
            text=one.text,
            plan={**one.plan, "drama": [], OTHER_FEAT: False},
            verdict="longer",
            turns_left=one.turns_left - 1,
        )
