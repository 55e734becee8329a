"""A move by a number of hexes, where no board knows better (dragon.diceless-actions)."""

from __future__ import annotations

from typing import Any

from apps.board.board import board_of, stands_on_it
from apps.characters.access import knowers_of
from apps.characters.forms import acting_for, named, number
from apps.combat.dragon.forms import FighterForm
from apps.combat.dragon.moves import allowed
from apps.combat.dragon.phases import spending
from apps.combat.models import Combatant
from apps.combat.tracking import fight_of
from apps.rules.refusal import Refused
from apps.table.acts import act
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST_HEXES = 99
MOVED = "dragon.moved"


class WalkForm(FighterForm):
    """As far as they can go, unless it is said otherwise."""

    hexes = number("Hexes", 1, MOST_HEXES)

    def setup(self) -> None:
        super().setup()
        if found := self.so_far():
            self.start_with({"hexes": allowed.movement_of(found)})


def why_not_so_far(combatant: Combatant, hexes: int) -> Refused | None:
    """Why they do not go so far, or None if they do (dragon.movement)."""
    most = allowed.movement_of(combatant) or 0
    if hexes <= most:
        return None
    name = combatant.character.name
    return Refused("too-far", f"{hexes} of {most} hexes: {name} goes no further in a move.", "hexes")


def outlook(viewer: Viewer, form: WalkForm) -> dict[str, Any]:
    """How far they go, what it costs, and a button that says so."""
    found = form.so_far()
    if found is None:
        return {}
    price, most, hexes = spending.price_of(found), allowed.movement_of(found), form.cleaned_data["hexes"]
    no = allowed.why_no_move(found, price)
    return {
        "heading": f"Move {found.character.name}",
        "most": most,
        "refused_now": no.text if no else "",
        "costs": allowed.price_words(found, price),
        "button": f"Move {hexes} of {most} hexes" if most is not None else "",
    }


@act(
    "dragon.move",
    title="Move",
    form=WalkForm,
    button="Move",
    menu=32,
    due=lambda viewer: spending.under_way(fight_of(viewer.table)) and board_of(viewer) is None,
    template="combat/dragon/acts/move.html",
    preview=outlook,
)
def move(turn: Turn, form: WalkForm) -> None:
    """Somebody goes so many hexes. Refuses what is further than their movement; a GM may go on with it."""
    spending.running_turn(turn)
    walk(turn, form.combatant(turn), form.cleaned_data["hexes"])


def walk(turn: Turn, combatant: Combatant, hexes: int) -> None:
    """The same, in an act that does more than that."""
    far = None if turn.viewer.is_gm else why_not_so_far(combatant, hexes)
    if no := allowed.why_no_move(combatant, spending.price_of(combatant)) or far:
        raise no
    character = combatant.character
    if stands_on_it(turn.viewer, character):
        turn.refuse("on-the-board", f"{character.name} stands on the board: tap them there.", "character")
    acting_for(turn, character)
    spending.note_move(turn, combatant)
    facts = named(character) | {"hexes": hexes, "rule": "dragon.movement"}
    turn.tell(MOVED, facts, to=knowers_of(character))
