"""Passing the baton on (crew.action-order): whoever has gone picks the next; the GM picks for GMCs, and for anybody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.crew.out import is_out
from apps.characters.forms import CharacterChoice, acting_for
from apps.characters.models import Character
from apps.combat import tracking
from apps.combat.crew import conflict
from apps.combat.crew.order import Order, can_pay, choices_of, ids, order_of, why_not_pick
from apps.combat.models import Combatant
from apps.rules.crew import combat
from apps.rules.refusal import Refused
from apps.table.acts import ActForm, act
from apps.table.sure import sure
from apps.table.telling import tell_both
from apps.table.turn import Turn
from apps.table.viewer import Viewer


def stamp(order: Order) -> str:
    """Where the baton is, for the button that passes it on: two taps of two people pass it once."""
    return f"{order.round}.{order.now.public_id if order.now else len(order.acted)}"


class PassForm(ActForm):
    """`to` is who goes next; empty: whoever acts is done, and the GM picks. `seen` is where the baton was."""

    to = CharacterChoice(
        label="Who goes next",
        required=False,
        help_text="Nobody: the GM picks",
        error_messages={"invalid_choice": "Whoever has acted waits for the next round. Pick somebody else."},
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=40)

    order: Order | None = None

    def setup(self) -> None:
        fight = tracking.fight_of(self.viewer.table)
        self.order = order_of(self.viewer, fight) if fight else None
        choices = [one.character for one in choices_of(self.viewer, self.order)] if self.order else []
        self.choose("to", sorted(choices, key=lambda one: one.pk))


def outlook(viewer: Viewer, form: PassForm) -> Mapping[str, Any]:
    """Why this seat cannot pick now, and what it costs a Taken Out."""
    if form.order is None:
        return {"refused_now": "No conflict is open."}
    no = why_not_pick(viewer, form.order)
    to = form.cleaned_data.get("to")
    warning = f"{to.name} is Taken Out: a limited action, for one plot point at the throw." if to and is_out(to) else ""
    return {"refused_now": no[1] if no else "", "warning": warning, "order": form.order}


@act(
    "crew.pass",
    title="Who goes next",
    form=PassForm,
    button="Pass it on",
    template="combat/crew/acts/pass.html",
    preview=outlook,
)
def pass_on(turn: Turn, form: PassForm) -> None:
    """Whoever acts is done and somebody else is up; once all have acted, the pick starts the next round."""
    tracking.running(turn)
    known = sure(form.order)
    to: Character | None = form.cleaned_data["to"]
    _may(turn, form, to)
    order = conflict.whole_order(turn, known.fight)
    before, known_before = order.now, known.last
    chosen = next((one for one in order.everybody if to and one.character_id == to.pk), None)
    new = chosen is not None and chosen.state != "waiting"
    if before is not None:
        turn.change(before, state="acted")
    if new:
        conflict.next_round(turn, order.fight)
    if chosen is not None:
        _up(turn, chosen)
    if known_before is not None:
        acting_for(turn, known_before.character)
    _tell(turn, before, chosen, new, order)


def _may(turn: Turn, form: PassForm, to: Character | None) -> None:
    order = sure(form.order)
    if form.cleaned_data["seen"] and form.cleaned_data["seen"] != stamp(order):
        turn.refuse("gone-on", "The baton was passed on in the meantime. Look who has it now.", "to")
    if to is None and order.now is None:
        turn.refuse("nobody", "Nobody acts just now. Pick who goes next.", "to")
    no = why_not_pick(turn.viewer, order)
    if no and not (to is None and no[0] == "round-over"):
        turn.refuse(*no, "to")
    if to is None:
        return
    if is_out(to) and not can_pay(to, order.options.callback_limit == "free"):
        why = f"{to.name} is Taken Out, and there is no plot point for a limited action."
        turn.refuse("no-points", why, "to")
    if not order.over:
        _by_the_rule(order, to)


def _by_the_rule(order: Order, to: Character) -> None:
    """Refuses, by the book, whoever has acted in this round."""
    chosen = next(one.public_id for one in order.everybody if one.character_id == to.pk)
    if not combat.action_order(characters=ids(order.everybody), acted=ids(order.gone), picks=chosen).legal:
        raise Refused("acted", f"{to.name} has acted in this round already: one action each.", "to")


def _up(turn: Turn, one: Combatant) -> None:
    """The place is the one in the order of this round."""
    places = [each.place or 0 for each in turn.desk.all(Combatant, fight=one.fight)]
    turn.change(one, state="acting", place=max(places, default=0) + 1)


def _tell(turn: Turn, before: Combatant | None, chosen: Combatant | None, new: bool, order: Order) -> None:
    facts = {"round": order.round, "new_round": new}
    full = facts | {"done": _name(before), "to": _name(chosen), "limited": bool(chosen and is_out(chosen.character))}
    known = [one for one in (before, chosen) if one and not one.character.hidden]
    public = full | {
        "done": _name(before) if before in known else "",
        "to": _name(chosen) if chosen in known else "",
        "limited": full["limited"] and chosen in known,
        "new_round": new,
    }
    tell_both(turn, "crew.passed", full, public if known else None)


def _name(one: Combatant | None) -> str:
    return one.character.name if one else ""
