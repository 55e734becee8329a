"""The powers at hand, each with its switch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.characters.access import played_by
from apps.characters.rough_magic.powers import effects_of
from apps.characters.rough_magic.sheet import Power, RoughSheet, sheet_of
from apps.table.panels import panel
from apps.table.spans import FIGHT
from apps.table.turn import open_spans
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

    @property
    def on(self) -> list[str]:
        """The names of those that are on."""
        return [one.power.name for one in self.powers if one.power.on]


TEMPLATE = "magic/rough_magic/panels/powers.html"


@panel("rough_magic-powers", template=TEMPLATE, slot="stage", order=60, game="rough_magic", roles=("gm", "player"))
def powers(viewer: Viewer) -> Mapping[str, Any]:
    """Of whoever is here: all for a GM, a line each; a player's own while no fight is on."""
    return _at_hand(viewer) if viewer.is_gm or not _fight_is_on(viewer) else {"owners": []}


@panel("rough_magic-powers-in-fight", template=TEMPLATE, slot="stage", order=11, game="rough_magic", roles=("player",))
def powers_in_fight(viewer: Viewer) -> Mapping[str, Any]:
    """A player's own while a fight is on, before the order of play: a line that is unfolded, so that the order stays
    in sight."""
    return _at_hand(viewer) | {"in_turn": True, "folded": True} if _fight_is_on(viewer) else {"owners": []}


def _fight_is_on(viewer: Viewer) -> bool:
    return FIGHT in open_spans(viewer.desk)


def _at_hand(viewer: Viewer) -> dict[str, Any]:
    sheets = [sheet_of(one) for one in played_by(viewer) if one.present]
    owners = [Owner(one, [Switchable(p, effects_of(p)) for p in one.powers]) for one in sheets if one.powers]
    return {"owners": owners, "may_act": viewer.may_act, "folded": viewer.is_gm}
