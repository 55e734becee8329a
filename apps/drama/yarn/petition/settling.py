"""The tokens move, and with them a dramatic scene has come out (yarn.token-exchange)."""

from __future__ import annotations

from typing import Any

from apps.characters import aside
from apps.characters.models import Move
from apps.characters.points import told_by
from apps.characters.yarn.people import Participant
from apps.characters.yarn.points import hand_of, track_of
from apps.drama.yarn.petition import course
from apps.drama.yarn.petition.ending import sure_scene
from apps.drama.yarn.petition.flows import moved, settled, told_flows
from apps.drama.yarn.petition.sides import SceneForm, Sides, names
from apps.drama.yarn.petition.sides_of_force import given, piles
from apps.rules.yarn.drama.tokens import Flow, flows
from apps.table import exchanges
from apps.table.acts import act
from apps.table.desk import Desk
from apps.table.models import Exchange
from apps.table.turn import Turn

RULES = {"forced": "yarn.force", "blocked": "yarn.force-block"}


def paid_by(exchange: Exchange) -> tuple[Exchange | None, Participant | None]:
    """The pile that is paid for a forced or blocked petition, and who gets it."""
    state, sides = course.petition_of(exchange), course.sides_in(exchange)
    force, block = piles(exchange)
    if sides is None or state.outcome not in RULES:
        return None, None
    return (force, sides.gives) if state.outcome == "forced" else (block, sides.seeks)


def due(exchange: Exchange, sides: Sides) -> tuple[tuple[Flow, ...], str]:
    """What moves for a petition that has come out, and the rule that says so."""
    state, desk = course.petition_of(exchange), exchange.desk
    pile, receiver = paid_by(exchange)
    if pile is not None and receiver is not None:
        found = given(desk, pile)
        return tuple(Flow(key, receiver.key, count) for key, count in found.items()), RULES[state.outcome]
    before = {one.key: hand_of(desk, one) for one in (sides.seeks, sides.gives)}
    after, rule = settled(state.outcome, state.other, sides.seeks.key, sides.gives.key, before)
    return flows(before, after), rule


class TokensForm(SceneForm):
    """A petition that has come out."""

    def petition(self) -> Exchange | None:
        found = course.open_petition(self.viewer.desk)
        return found if found is not None and found.stage == course.TOKENS else None

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if not self.errors and self.petition() is None:
            self.add_error(None, "No tokens wait to be moved.")
        return data


@act("yarn.confirm-tokens", title="The tokens move", form=TokensForm, button="Move them")
def confirm_tokens(turn: Turn, form: TokensForm) -> None:
    """Moves what the outcome says; whatever lies aside and is not paid goes back. The petition is over."""
    exchange = form.petition()
    if exchange is None:
        raise LookupError("a form that is valid has its petition")
    sides, state = course.sure_sides(turn, exchange), course.petition_of(exchange)
    found, rule = due(exchange, sides)
    told: dict[str, Any] = names(sides) | {"outcome": state.outcome, "other": state.other, "rule": rule}
    told |= {"flows": told_flows(turn.desk, found), "back": told_flows(turn.desk, _back(turn.desk, exchange))}
    event = turn.tell("yarn.tokens-moved", told)
    told_by(turn, event, *(_from_pile(turn, exchange) or moved(turn, found, state.outcome, rule)))
    turn.change(exchange, stage=course.MOVED)
    exchanges.close(turn, exchange)
    course.settle_the_other(turn, sure_scene(form), exchange, by=event)


def _back(desk: Desk, exchange: Exchange) -> list[Flow]:
    """What lies aside for the side that has not carried it: it returns to whoever laid it."""
    paid, _ = paid_by(exchange)
    rest = [one for one in piles(exchange) if one is not None and one != paid]
    return [Flow(key, key, count) for one in rest for key, count in given(desk, one).items()]


def _from_pile(turn: Turn, exchange: Exchange) -> list[Move]:
    """What was laid for the side that carried it, to whom it is owed."""
    pile, receiver = paid_by(exchange)
    if pile is None or receiver is None:
        return []
    rule = RULES[course.petition_of(exchange).outcome]
    target = track_of(turn, receiver)
    return [
        aside.pay(
            turn, aside.giver_of(one), target, one.value, pile, "Forced" if rule == "yarn.force" else "Blocked", rule
        )
        for one in aside.piles_of(pile)
        if one.value
    ]
