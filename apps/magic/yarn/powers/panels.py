"""Powers and spells at hand with the shots for them, and what runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.characters.access import played_by
from apps.characters.models import Character, Condition
from apps.characters.yarn.clock import UNITS, left_of
from apps.characters.yarn.sheet import YarnSheet, sheet_for
from apps.characters.yarn.written import SpellLine
from apps.magic.yarn import running, shots
from apps.magic.yarn.learning.marks import PSI_MUTE, TALENT, level_of_spell, mark_of
from apps.magic.yarn.powers.resisting import knows_level
from apps.magic.yarn.powers.timers import ends_for
from apps.magic.yarn.powers.works import POWER_WORKS, SKIN, SPELL_WORKS, TONGUE, Works
from apps.table.panels import panel
from apps.table.viewer import Viewer

NEVER = {PSI_MUTE: (1, "psi-mute"), TALENT: (0, "no talent for magic")}
"""The marks of those who can never learn, and what they are called."""


@dataclass(frozen=True)
class Line:
    """A power or spell of a sheet, with its row of the list, None for a spell of the table's own; `level` is a spell's,
    None where these eyes may not know it."""

    line: Any
    works: Works | None
    level: int | None = None


@dataclass(frozen=True)
class Owner:
    """Somebody with what they can do; `never` says what they can never learn, which the GM alone knows."""

    sheet: YarnSheet
    powers: list[Line]
    spells: list[Line]
    never: list[str]
    next_in: tuple[int | None, str] = (None, "")

    @property
    def any(self) -> bool:
        return bool(self.powers or self.spells or self.sheet.pool or self.never)


@panel(
    "yarn-powers",
    template="magic/yarn/powers/panels/powers.html",
    slot="stage",
    order=20,
    game="yarn",
    roles={"gm", "player"},
)
def powers(viewer: Viewer) -> Mapping[str, Any]:
    """Of whoever is here and has any: a player's own; for a GM all of them."""
    return {"owners": [one for one in _owners(viewer) if one.any], "fringe": viewer.options.fringe_powers}


@panel(
    "yarn-learning",
    template="magic/yarn/powers/panels/learning.html",
    slot="stage",
    order=26,
    game="yarn",
    roles={"player"},
)
def learning(viewer: Viewer) -> Mapping[str, Any]:
    """A player's own who have none yet, and may learn."""
    return {"owners": [one for one in _owners(viewer) if not one.any], "fringe": viewer.options.fringe_powers}


def _owners(viewer: Viewer) -> list[Owner]:
    return [_owner(viewer, one) for one in played_by(viewer) if one.present]


def _owner(viewer: Viewer, character: Character) -> Owner:
    sheet = sheet_for(viewer, character)
    held = sheet.powers if viewer.options.fringe_powers else ()
    gms_eyes = viewer.acts_as_gm
    return Owner(
        sheet,
        [Line(one, POWER_WORKS[one.listed]) for one in held],
        [Line(one, SPELL_WORKS.get(one.listed), _level(viewer, character, one)) for one in sheet.spells],
        [words for kind, (mark, words) in NEVER.items() if gms_eyes and mark_of(character, kind) == mark],
        _words(shots.next_in(character)),
    )


def _level(viewer: Viewer, character: Character, line: SpellLine) -> int | None:
    return level_of_spell(character, line.listed, line.name) if knows_level(viewer) else None


@dataclass(frozen=True)
class Timer:
    """What runs on somebody; `count` and `unit` say for how long, `id` is there for whoever may end it. `helps` is the
    public id of whom it helps in rolls that they may make with it, `state` what it has made of them."""

    who: str
    name: str
    count: int | None
    unit: str
    amount: int | None = None
    id: str = ""
    secret: bool = False
    blows: bool = False
    helps: str = ""
    state: str = ""

    @property
    def whose(self) -> str:
        """Old Bess, paralysed."""
        return f"{self.who}, {self.state}" if self.state else self.who


@panel("yarn-timers", template="magic/yarn/powers/panels/timers.html", slot="stage", order=17, game="yarn")
def timers(viewer: Viewer) -> Mapping[str, Any]:
    """What runs by the story's clock, less what is hidden from these eyes."""
    mine = ends_for(viewer) if not viewer.is_spectator else []
    rows = [one for one in running.all_running(viewer.desk) if viewer.acts_as_gm or not running.is_secret(one)]
    found = [
        Timer(one.character.name, one.name, *_words(running.seconds_left(one)), one.amount,
              one.public_id if one in mine else "", running.is_secret(one), one.facts["listed"] == SKIN,
              one.character.public_id if one in mine and one.facts["listed"] == TONGUE else "",
              one.facts.get("state", ""))
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
