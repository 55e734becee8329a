"""A fight ends: debts are wiped, and with combat time all that hangs on turns (rough_magic.turn-engine)."""

from __future__ import annotations

from typing import Any

from apps.characters.forms import named
from apps.characters.rough_magic import lasting, states
from apps.characters.rough_magic.endurance import is_down
from apps.characters.rough_magic.sheet import UNNAMED
from apps.combat import tracking
from apps.combat.ending import (
    END_TEMPLATE,
    Decision,
    EndForm,
    is_decided_when,
    leave_with_a_fight,
    taking,
    tell_end,
)
from apps.combat.models import Combatant, Fight
from apps.combat.rough_magic.order import rolling
from apps.rules.rough_magic.lists import Event
from apps.table.acts import act, gms
from apps.table.models import Span
from apps.table.spans import ends_with_span
from apps.table.turn import Turn

TURNS: tuple[Event, ...] = ("own turn starts", "own turn taken", "own place passed")
"""What ends with somebody's turn ends with the last of them."""


is_decided_when("rough_magic", Decision("rough_magic.end-fight", is_down))
leave_with_a_fight("rough_magic", lambda one: one.sheet == UNNAMED)


@act(
    "rough_magic.end-fight",
    title="End the fight",
    form=EndForm,
    who=gms,
    button="End the fight",
    template=END_TEMPLATE,
    preview=taking(
        "Held and owed turns end with it, and what lasts a turn; endurance stays as it is. What has gone off strikes "
        "first: whoever has not answered stays where they are."
    ),
    settled=True,
)
def end_fight(turn: Turn, form: EndForm) -> None:
    """Ends the fight, with every turn that is held or owed, and says which states ended with it."""
    fight = tracking.running(turn)
    title = fight.span.title
    ended = end_turn_states(turn, fight)
    after = tracking.end(turn, fight)
    full = [_line(one, name) for one, name in ended]
    public = [_line(one, name) for one, name in ended if not one.character.hidden]
    tell_end(
        turn,
        "rough_magic.fight-ended",
        form,
        {"title": title, "ended": [*full, *after]},
        {"title": title, "ended": [*public, *after]},
    )


def end_turn_states(turn: Turn, fight: Fight) -> list[tuple[Combatant, str]]:
    """Ends what hangs on anybody's turns; returns what is told of that. To whoever is defeated it makes no difference:
    they had no turns."""
    rows = fight.desk.all(Combatant, fight=fight)
    ended = [(one, name) for one in rows for event in TURNS for name in states.happened(turn, one.character, event)]
    return [(one, name) for one, name in ended if not is_down(one.character)]


def _line(one: Combatant, name: str) -> dict[str, Any]:
    return {**named(one.character), "name": name}


@ends_with_span(tracking.KIND, game="rough_magic")
def fight_ends(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """However a fight ends, also with its scene, nobody's turn comes any more."""
    fight = turn.desk.one(Fight, span=span)
    if fight is None:
        return []
    rolling.call_off(turn)
    over = lasting.fight_ends(turn)
    ended = end_turn_states(turn, fight)
    return [*over, *(_line(one, name) for one, name in ended if not one.character.hidden)]
