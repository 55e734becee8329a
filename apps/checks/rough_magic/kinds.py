"""Kinds of events about Rough Magic's rolls, and about gear."""

from collections.abc import Mapping
from typing import Any

from apps.checks.rough_magic.buying import pays_for
from apps.checks.rough_magic.together import kinds as kinds
from apps.table.kinds import kind
from apps.table.viewer import Viewer

FOLDER = "checks/rough_magic/events"


def rolled(viewer: Viewer, facts: Mapping[str, Any]) -> bool:
    """Whether the roll was of somebody whom this seat plays, also where the GM threw for them."""
    return pays_for(viewer, (facts.get("character_id", ""),))


kind(
    "rough_magic.check",
    FOLDER,
    shape="result",
    group="rolls",
    gm_buttons=f"{FOLDER}/_gm.html",
    own_buttons=f"{FOLDER}/_own.html",
    part=rolled,
)


def rolled_kind(name: str, folder: str) -> None:
    """Registers a kind of result of a roll that a point may turn as well; nobody overrules its total."""
    own = f"{FOLDER}/_own.html"
    kind(name, folder, shape="result", group="rolls", gm_buttons=own, own_buttons=own, part=rolled)


kind("rough_magic.roll-asked", FOLDER, group="rolls")
kind("rough_magic.bought-success", FOLDER, group="rolls", repeats=True)
kind("rough_magic.overruled", FOLDER, group="rolls", repeats=True)
for _name in ("used-up", "worn", "drawn"):
    kind(f"rough_magic.{_name}", FOLDER, group="sheets", whole=True)
