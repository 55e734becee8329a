"""The taunted spend the task of their next turn on the taunter (rough_magic.taunting)."""

from __future__ import annotations

from collections.abc import Collection

from apps.characters.access import knows_of
from apps.characters.models import Character
from apps.characters.rough_magic import states
from apps.characters.rough_magic.endurance import is_down
from apps.characters.rough_magic.sheet import sheet_of
from apps.combat import tracking
from apps.combat.gaps import far_apart
from apps.combat.rough_magic.attacks import ranges
from apps.rules.refusal import Refused
from apps.table.viewer import Viewer

TAUNTED = "taunted"
BEYOND_IT = ("cowering", "fleeing", "blind and deaf")
"""States in which nobody attacks: what ends them comes first."""


def taunters_of(character: Character) -> list[Character]:
    """Who has taunted them."""
    return [one.by for one in states.states_of(character) if one.name == TAUNTED and one.by is not None]


def why_not(viewer: Viewer, character: Character, struck: Collection[Character] = ()) -> Refused | None:
    """Why somebody may not do a task that strikes these, or nobody; None if they may.

    Only while the taunter stands there to be attacked. The GM says otherwise by doing it for them, or by ending the
    taunt.
    """
    taunters = taunters_of(character)
    if viewer.is_gm or any(one in struck for one in taunters):
        return None
    by = next((one for one in taunters if _stands_there(viewer, character, one)), None)
    if by is None or any(states.is_in(character, name) for name in BEYOND_IT):
        return None
    if _reaches(viewer, character, by):
        words = f"{character.name} is taunted: the next action is an attack on {by.name}."
    elif states.is_in(character, "restrained"):
        return None
    else:
        words = f"{character.name} is taunted, and nothing of theirs reaches {by.name} from here: first move there."
    return Refused(TAUNTED, f"{words} The {viewer.game.gm} can say otherwise.", "target")


def _stands_there(viewer: Viewer, character: Character, by: Character) -> bool:
    fighters = tracking.fighters(viewer.table)
    fights = by.pk in fighters or character.pk not in fighters
    return knows_of(viewer, by) and by.present and fights and not is_down(by)


def _reaches(viewer: Viewer, character: Character, by: Character) -> bool:
    """Whether something of theirs is made for so far; where nobody knows how far it is, everything."""
    far, options = far_apart(viewer, character, by), viewer.options
    ready = [one for one in sheet_of(character).arms if one.ready]
    return any(
        ranges.why_out_of_reach(one, far, options) is None and not ranges.beyond(one, far, options) for one in ready
    )
