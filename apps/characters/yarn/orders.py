"""Orders of the players: their cards shuffled for one purpose and kept with a span (yarn.precedence)."""

from __future__ import annotations

from collections.abc import Sequence

from apps.characters import parts
from apps.characters.forms import one_line
from apps.characters.parts import Holder
from apps.characters.yarn.people import Participant, of_seat, players
from apps.characters.yarn.spans import EPISODE, SCENE, SERIES
from apps.rules.yarn.orders import Precedence, precedence
from apps.table.acts import ActForm, act, gms
from apps.table.desk import Desk
from apps.table.models import Role, Span
from apps.table.turn import Turn

CALLING, THEMES, NAMES, WANTS, QUIZ, OTHER = "calling", "themes", "names", "wants", "quiz", "other"
"""What orders are drawn for (yarn.precedence-occasions): the roles of their parts."""


def draw(
    turn: Turn, span: Span, role: str, drawn: Sequence[Participant] | None = None, who: Sequence[Participant] = ()
) -> list[Participant]:
    """Shuffles the cards of these players, by default of all, with the turn's dice, and keeps the order with the span.

    `drawn` is an order that the GM lays herself. Refuses to shuffle where the switch precedence-source says that she
    does (gm-arranges).
    """
    present = {one.key: one for one in who or players(turn.desk)}
    cards = [one.key for one in drawn] if drawn is not None else None
    found: Precedence = precedence(
        present=list(present), purpose=role, drawn=cards, options=turn.options, dice=turn.dice
    )
    order = [present[key] for key in found.order]
    parts.arrange(turn, span, role, [Holder(one.seat) for one in order])
    return order


def draw_calling(
    turn: Turn, episode: Span, drawn: Sequence[Participant] | None, who: Sequence[Participant]
) -> list[Participant]:
    """The calling order of an episode. The order for play with which a cast was made is that of its first episode:
    one draw serves both (yarn.precedence-occasions); who came later stands at its end.
    """
    series = turn.span(SERIES)
    kept = order_of(turn.desk, series, CALLING) if series is not None else []
    for one in parts.in_order(turn.desk, series, CALLING) if series is not None else []:
        turn.delete(one)
    if kept and drawn is None:
        drawn = [*(one for one in kept if one in who), *(one for one in who if one not in kept)]
    return draw(turn, episode, CALLING, drawn, who)


def order_of(desk: Desk, span: Span, role: str) -> list[Participant]:
    """The order that was drawn for it, of those who are still here and still play."""
    return [of_seat(one) for one in parts.seats_in(desk, span, role) if one.role == Role.PLAYER]


class DrawForm(ActForm):
    purpose = one_line("What for", 60)


@act("yarn.draw-order", title="Draw an order", form=DrawForm, who=gms, button="Shuffle the cards")
def draw_order(turn: Turn, form: DrawForm) -> None:
    """An order for whatever the GM needs one (yarn.precedence-occasions). Refuses it outside a session (no-session)."""
    span = turn.span(SCENE) or turn.span(EPISODE)
    if span is None:
        turn.refuse("no-session", "Open a session first: the order holds as long as it, or its scene.", "purpose")
    if not players(turn.desk):
        turn.refuse("nobody", "There is no player whose card could be drawn.", "purpose")
    order = draw(turn, span, OTHER)
    turn.tell("yarn.order-drawn", {"purpose": form.cleaned_data["purpose"], "names": [one.name for one in order]})
