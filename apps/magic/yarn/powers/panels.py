"""Powers and spells at hand with the shots for them, and what runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.characters.access import played_by
from apps.characters.models import Character, Condition
from apps.characters.yarn.clock import UNITS, left_of
from apps.characters.yarn.sheet import YarnSheet, sheet_for
from apps.magic.yarn import running
from apps.magic.yarn.powers.timers import ends_for
from apps.magic.yarn.powers.works import POWER_WORKS, SPELL_WORKS, Works
from apps.table.panels import panel
from apps.table.viewer import Viewer


@dataclass(frozen=True)
class Line:
    """A power or spell of a sheet, with its row of the list; None for a spell of the table's own."""

    line: Any
    works: Works | None


@dataclass(frozen=True)
class Owner:
    sheet: YarnSheet
    powers: list[Line]
    spells: list[Line]

    @property
    def any(self) -> bool:
        return bool(self.powers or self.spells or self.sheet.pool)


@panel(
    "yarn-powers",
    template="magic/yarn/powers/panels/powers.html",
    slot="stage",
    order=60,
    game="yarn",
    roles={"gm", "player"},
)
def powers(viewer: Viewer) -> Mapping[str, Any]:
    """Of whoever is here: a player's own, all for a GM."""
    owners = [_owner(viewer, one) for one in played_by(viewer) if one.present]
    return {"owners": [one for one in owners if one.any], "fringe": viewer.options.fringe_powers}


def _owner(viewer: Viewer, character: Character) -> Owner:
    sheet = sheet_for(viewer, character)
    held = sheet.powers if viewer.options.fringe_powers else ()
    return Owner(
        sheet,
        [Line(one, POWER_WORKS[one.listed]) for one in held],
        [Line(one, SPELL_WORKS.get(one.listed)) for one in sheet.spells],
    )


@dataclass(frozen=True)
class Timer:
    """What runs on somebody; `count` and `unit` say for how long, `id` is there for whoever may end it."""

    who: str
    name: str
    count: int | None
    unit: str
    amount: int | None = None
    id: str = ""
    secret: bool = False


@panel("yarn-timers", template="magic/yarn/powers/panels/timers.html", slot="stage", order=17, game="yarn")
def timers(viewer: Viewer) -> Mapping[str, Any]:
    """What runs by the story's clock, less what is hidden from these eyes."""
    mine = ends_for(viewer) if not viewer.is_spectator else []
    rows = [one for one in running.all_running(viewer.desk) if viewer.acts_as_gm or not running.is_secret(one)]
    found = [
        Timer(one.character.name, one.name, *_words(running.seconds_left(one)), one.amount,
              one.public_id if one in mine else "", running.is_secret(one))
        for one in rows
    ]  # fmt: skip
    return {"timers": found + _conditions(viewer), "by_hand": viewer.acts_as_gm}


def _conditions(viewer: Viewer) -> list[Timer]:
    """States that the clock ends."""
    held = [one for one in viewer.desk.all(Condition) if viewer.acts_as_gm or not one.character.hidden]
    clocked = [(one, left) for one in held if (left := left_of(one)) is not None]
    return [Timer(one.character.name, one.name, *_words(left)) for one, left in clocked]


def _words(seconds: int | None) -> tuple[int | None, str]:
    """The largest unit in which it is a whole number, or close to one."""
    if seconds is None:
        return None, ""
    unit = next(one for one in reversed(UNITS) if one == "seconds" or seconds >= 2 * UNITS[one])
    return -(-seconds // UNITS[unit]), unit
