"""The powers at hand, each with its switch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.characters.access import played_by
from apps.characters.rough_magic.powers import effects_of
from apps.characters.rough_magic.sheet import Power, RoughSheet, sheet_of
from apps.table.panels import panel
from apps.table.viewer import Viewer


@dataclass(frozen=True)
class Switchable:
    """A power with what it does while it is on."""

    power: Power
    effects: list[str]


@dataclass(frozen=True)
class Owner:
    sheet: RoughSheet
    powers: list[Switchable]


@panel(
    "rough_magic-powers",
    template="magic/rough_magic/panels/powers.html",
    slot="stage",
    order=60,
    game="rough_magic",
    roles=("gm", "player"),
)
def powers(viewer: Viewer) -> Mapping[str, Any]:
    """Of whoever is here: a player's own, all for a GM."""
    sheets = [sheet_of(one) for one in played_by(viewer) if one.present]
    owners = [Owner(one, [Switchable(p, effects_of(p)) for p in one.powers]) for one in sheets if one.powers]
    return {"owners": owners, "may_act": viewer.may_act}
