"""Whom the next scene leaves behind: without a word those of the last one stand there too, such as its thugs."""

from __future__ import annotations

from django import forms

from apps.characters.access import people
from apps.characters.forms import CharactersChoice
from apps.characters.models import Character
from apps.characters.naming import is_one_of_several
from apps.table.audience import EVERYBODY, GMS
from apps.table.scenes import Beside, said_with_a_scene
from apps.table.turn import Turn
from apps.table.viewer import Viewer

LEFT = "characters-left"


def _who_may(viewer: Viewer) -> forms.Field | None:
    """Those whom nobody plays, and who are in the scene now; one of several, such as a thug, was there for that alone,
    unless the GM says otherwise."""
    here = people(viewer.desk.all(Character, seat=None, present=True))
    if not here:
        return None
    field = CharactersChoice(
        label="Who of the supporting cast is not in it",
        required=False,
        initial=[one.public_id for one in here if is_one_of_several(one)],
        help_text="They are listed as here no more; their sheets stay.",
    )
    field.offer(here)
    return field


def _stay_behind(turn: Turn, left: list[Character]) -> None:
    """Everybody hears of whom they know; of the hidden the GMs alone."""
    for one in left:
        turn.change(one, present=False)
    for audience, hidden in ((EVERYBODY, False), (GMS, True)):
        if names := [one.name for one in left if one.hidden is hidden]:
            turn.tell(LEFT, {"names": names}, to=audience)


said_with_a_scene(Beside("left", _who_may, _stay_behind))
