"""Yarn's rounds on the stage: everybody in their order, and for each seat what it may do now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from apps.characters.yarn.sheet import sheet_for
from apps.characters.yarn.written import Weapon
from apps.combat import gathering, tracking
from apps.combat.models import Combatant, Fight
from apps.combat.yarn.rounds import going_on, own_turn, showing, stored
from apps.rules.yarn.combat.lists import FIREARMS, weapon_of
from apps.rules.yarn.lists import MELEE
from apps.table.panels import panel
from apps.table.viewer import Viewer

Context = Mapping[str, Any]
STEPS = tuple(f"yarn.{word}" for word in ("fight-begun", "order-stands", "turn-came", "held-back", "broke-in"))
"""What "Undo this step" takes back."""
AUTOMATIC = {row.id for row in FIREARMS if row.automatic}
TWICE = {row.id for row in FIREARMS if row.shots > 1}


def fight_now(viewer: Viewer) -> Fight | None:
    """The fight that runs by rounds, or will as soon as all have rolled."""
    found = tracking.fight_of(viewer.table)
    return found if found is not None and found.phase != stored.GESTALT else None


@panel("yarn-fight", template="combat/yarn/rounds/panels/fight.html", slot="stage", order=12, game="yarn", per="role")
def the_fight(viewer: Viewer) -> Context:
    """The round, and everybody in it; hidden ones for the GMs alone."""
    fight = fight_now(viewer)
    if fight is None:
        return {"fight": None}
    rows, awaited = showing.rows_of(viewer, fight), showing.awaited(fight)
    found = {"fight": fight, "rows": rows, "awaited": awaited, **showing.head(viewer, fight)}
    return found | _for_the_gm(viewer, fight) if viewer.is_gm else found


def _for_the_gm(viewer: Viewer, fight: Fight) -> dict[str, Any]:
    return {
        "next": going_on.next_words(fight),
        "stamp": going_on.stamp(fight),
        "waits": bool(stored.waiting_in(fight)),
        "comes_in": bool(gathering.others(viewer)),
        "back": tracking.newest_step(viewer, fight, STEPS),
    }


@panel(
    "yarn-turn",
    template="combat/yarn/rounds/panels/turn.html",
    slot="stage",
    order=11,
    game="yarn",
    roles={"player", "gm"},
)
def my_turn(viewer: Viewer) -> Context:
    """What one may do now: in the own turn, or while holding back."""
    fight = fight_now(viewer)
    if fight is None or fight.phase != stored.ROUNDS:
        return {"cards": []}
    mine = [one for one in stored.everybody(fight) if _plays(viewer, one)]
    cards = [_card(viewer, one) for one in mine]
    stamp = going_on.stamp(fight) if viewer.is_gm else ""
    shown = [one for one in cards if one["on"] or one["waits"]]
    return {"cards": shown, "stamp": stamp, "awaited": showing.awaited(fight) if shown else []}


def _plays(viewer: Viewer, one: Combatant) -> bool:
    """A player their own; the GM whom nobody else plays."""
    seat = one.character.seat_id
    return seat is None if viewer.acts_as_gm else seat == viewer.seat.pk


def _card(viewer: Viewer, one: Combatant) -> dict[str, Any]:
    held, weapons = stored.used(one), sheet_for(viewer, one.character).weapons
    far = [each for each in weapons if weapon_of(each.listed).range_row != MELEE]
    loaded = [each for each in far if not _is_empty(one.fight, each)]
    return {
        "one": one,
        "id": one.character.public_id,
        "name": one.character.name,
        "on": one.state == "acting",
        "waits": bool(held.get(stored.WAITS)),
        "beside": own_turn.beside(one) if held.get(stored.WAITS) else None,
        "left": stored.acts_left(one),
        "fresh": not held.get(stored.ACTS) and one.state == "acting",
        "extra": held.get(stored.EXTRA, 0),
        "shoots": bool(loaded),
        "empty": ", ".join(each.name for each in far) if not loaded else "",
        "sweeps": any(each.firearm in AUTOMATIC for each in loaded),
        "reloads": any(each.clip and (each.left or 0) < each.clip for each in weapons),
        "fires_again": _fires_again(held, loaded),
        "desperate": own_turn.why_not_desperate(viewer, one) is None,
    }


def _is_empty(fight: Fight, weapon: Weapon) -> bool:
    """Whether no round is left in it, where the table counts them (yarn.clip)."""
    return weapon.left == 0 and stored.options_of(fight).count_ammunition


def _fires_again(held: Mapping[str, int], weapons: Iterable[Weapon]) -> bool:
    """Whether somebody without an action left may fire the second shot of their attack (yarn.recoil-second-shot)."""
    once = any(key.startswith(stored.SHOTS) and count == 1 for key, count in held.items())
    return once and any(each.firearm in TWICE for each in weapons)
