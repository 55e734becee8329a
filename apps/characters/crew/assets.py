"""Created Assets (crew.asset, crew.asset-keep): whose they are, who may use them, and when they end."""

from __future__ import annotations

from typing import Any

from apps.characters.crew.holding import held
from apps.characters.forms import named
from apps.characters.models import PLACE, SHIP, Character, Entry
from apps.rules.crew.steps import written
from apps.table.models import Span
from apps.table.spans import ends_with_span
from apps.table.turn import Turn

SCENE, EPISODE = "scene", "episode"
MOST = 30


def create(turn: Turn, holder: Character, name: str, *, creator: Character | None = None, size: int = 6) -> Entry:
    """A new Asset for the scene. `holder` is a crewmember, a ship or the place; a ship's serves the whole crew.

    Its facts: {"lasts": "scene" or "episode", "creator": public id or "", "shared": [public ids of others who may use
    it]}. Refuses more than 30 on one holder.
    """
    if len(held(holder, "asset")) >= MOST:
        turn.refuse("too-many", f"{holder.name} has {MOST} Assets. Let one go first.", "name")
    facts = {"lasts": SCENE, "creator": creator.public_id if creator else "", "shared": []}
    return turn.create(Entry, character=holder, kind="asset", name=name[:60], amount=size, facts=facts)


def keep_for_episode(turn: Turn, asset: Entry) -> None:
    """It lasts until the Episode ends. Refuses one that does already."""
    if asset.facts["lasts"] == EPISODE:
        turn.refuse("kept", f"{asset.name} lasts for the Episode already.", "asset")
    turn.change(asset, facts={**asset.facts, "lasts": EPISODE})


def share(turn: Turn, asset: Entry, whom: Character) -> None:
    """Another crewmember may use it from now on (the creator agrees)."""
    turn.change(asset, facts={**asset.facts, "shared": [*asset.facts["shared"], whom.public_id]})


def may_use(character: Character, asset: Entry) -> bool:
    """Its holder, whoever it was shared with, and of what a ship or the place bears everybody."""
    holder = asset.character
    return holder == character or holder.sheet in {SHIP, PLACE} or character.public_id in asset.facts.get("shared", [])


@ends_with_span(SCENE, EPISODE, game="crew")
def assets_end(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """With a scene go the Assets made for it, with an Episode all created ones."""
    ended = []
    for one in turn.desk.all(Entry, kind="asset"):
        if span.kind == EPISODE or one.facts.get("lasts") == SCENE:
            if not one.character.hidden:
                ended.append(named(one.character) | {"name": f"{one.name} {written(one.amount or 6)}"})
            turn.delete(one)
    return ended
