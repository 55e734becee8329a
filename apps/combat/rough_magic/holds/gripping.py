"""Who holds whom: a grapple is the state "restrained", brought about by whoever holds (rough_magic.restrained)."""

from __future__ import annotations

from collections.abc import Iterable

from apps.characters.access import knows_of
from apps.characters.models import Character, Condition
from apps.characters.rough_magic import states
from apps.characters.rough_magic.endurance import follows_harm, is_down
from apps.characters.rough_magic.sheet import sheet_of
from apps.rules.refusal import Refused
from apps.rules.rough_magic.combat.holds import grappling
from apps.rules.rough_magic.endurance import Damage
from apps.rules.rough_magic.sheet import brawn_table
from apps.table.turn import Turn
from apps.table.viewer import Viewer

RESTRAINED = "restrained"
ONE_PAIR = 1
"""So many can be held at once, unless the GM says that there are more limbs."""


def holds_of(holder: Character) -> list[Condition]:
    """The grips of somebody: a row for each whom they hold."""
    return holder.desk.all(Condition, by=holder, name=RESTRAINED)


def holds_on(held: Character) -> list[Condition]:
    """The grips on somebody."""
    return [one for one in held.desk.all(Condition, character=held, name=RESTRAINED) if one.by is not None]


def known(viewer: Viewer, grips: Iterable[Condition]) -> list[Condition]:
    """Those of them of which both are known to this seat."""
    return [one for one in grips if knows_of(viewer, one.character) and one.by and knows_of(viewer, one.by)]


def why_no_grapple(holder: Character, target: Character, gm: bool = False) -> Refused | None:
    """Why somebody cannot take hold of another, or None if they can (rough_magic.grappling).

    What is too heavy to lift, and whom they hold already; a second one too, without the GM's word.
    """
    mass, lift = sheet_of(target).mass, brawn_table(brawn=sheet_of(holder).rank("brawn")).lift_kg
    if not grappling(brawn=sheet_of(holder).rank("brawn"), target_mass=mass).legal:
        words = f"{target.name} is too heavy: {mass} kg, and {holder.name} lifts {lift} kg."
        return Refused("too-heavy", words, "target")
    grips = holds_of(holder)
    if any(one.character == target for one in grips):
        return Refused("held", f"{holder.name} holds {target.name} already.", "target")
    if len(grips) >= ONE_PAIR and not gm:
        held = grips[0].character.name
        return Refused("hands-full", f"{holder.name} holds {held}: one at a time, unless the GM says more.", "target")
    return None


def seize(turn: Turn, holder: Character, held: Character) -> Condition:
    """They hold them now. Inside the hold of the table."""
    return states.begin(turn, held, RESTRAINED, by=holder)


def let_go(turn: Turn, grips: Iterable[Condition]) -> list[str]:
    """These grips are no more; returns who is free of them."""
    found = list(grips)
    for one in found:
        turn.delete(one)
    return [one.character.name for one in found]


@follows_harm
def grip_fails(turn: Turn, character: Character, before: Damage, after: Damage) -> None:
    """Whoever is defeated holds nobody any more."""
    if is_down(character):
        let_go(turn, holds_of(character))
