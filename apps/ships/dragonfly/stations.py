"""What hiding, looking and running share: the ships that a seat steers, and what a post adds to a roll."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from apps.characters.dragonfly.sheet import DragonflySheet, sheet_of
from apps.characters.models import Character
from apps.checks.dragonfly.asking import AskedForm
from apps.checks.dragonfly.sides import Added, Line, condition_line, own_numbers, so_far
from apps.rules.dragonfly.lists import COVERS, SENSOR_GAINS, SPACE_RANGES
from apps.rules.dragonfly.options import Options
from apps.rules.dragonfly.ships.sheet import post_roll
from apps.rules.parts import Part
from apps.ships.dragonfly import steps
from apps.ships.dragonfly.crew import CrewForm, hurt_parts, pilot_of
from apps.ships.dragonfly.sight import Facts
from apps.ships.models import Vessel
from apps.table.acts import ActForm
from apps.table.choices import OneRow
from apps.table.viewer import Viewer

PILOT, OPERATOR = "pilot", "sensor-operator"
RANGE_TITLES = {row.id: row.title for row in SPACE_RANGES} | {"beyond": "beyond Extreme"}
COVER_TITLES = {row.id: row.title for row in COVERS}
TITLES = {
    "size": "Size",
    "injury": "Injury",
    "additional-action": "Additional action",
    **{f"range-{row.id}": f"{row.title} range" for row in SPACE_RANGES},
    **{f"gain-{row.id}": row.title for row in SENSOR_GAINS},
    **{f"cover-{row.id}": row.title for row in COVERS},
}


def lines_of(*parts: Part) -> list[Line]:
    """Parts of the rules as a card tells them. As modifiers they count for Ability Scores too."""
    return [Line(one.label_id, TITLES[one.label_id], one.value, "modifier") for one in parts]


def hurt_lines(sheet: DragonflySheet, options: Options) -> list[Line]:
    """What injury takes off a roll (dragonfly.injury-penalty)."""
    return lines_of(*hurt_parts(sheet, options))


def side_of(person: Character, post: str, options: Options, *more: Line) -> Added:
    """All that somebody adds at a post, with every condition counted and no feat; or their Ability Score."""
    sheet = sheet_of(person)
    roll = post_roll(post=post, options=options)
    counted = [condition_line(one) for one in sheet.conditions if one.modifier]
    lines = [*counted, *hurt_lines(sheet, options), *more]
    if not sheet.is_full:
        score = Line(roll.score, sheet.title(roll.score), sheet.number(roll.score), "score")
        return Added(score.label, [score, *lines], [], is_score=True)
    own, what, _ = own_numbers(sheet, roll.attribute, roll.skill, False)
    return Added(what, [*own, *lines], [])


class PostForm(CrewForm):
    """A roll at a post of the ship, to which the act adds lines of its own."""

    def side(self, *more: Line) -> Added:
        return self.added(*hurt_lines(self.own_sheet, self.options), *more)


class AskedPost(AskedForm, PostForm):
    """The same as an answer to what was asked."""

    def drop_feat_for_another(self) -> None:
        """Where the GMs roll for a player who may not know of it, nobody spends that player's Drama Points."""
        if self.for_another:
            self.fields.pop("heroic_feat", None)

    def feat_offered(self, chance: str = "") -> dict[str, Any] | None:
        """What the ask's card needs to offer a Heroic Feat by one tap; None where none is possible for this sheet."""
        if self.sheet is None or "heroic_feat" not in self.fields:
            return None
        return {"off": self.why_no_feat, "price": self.feat_price, "chance": chance}

    @property
    def for_another(self) -> bool:
        """Whether the GMs are asked in a player's place, because that player may not know of it."""
        asked = self.row is not None and self.row.audience == "gms"
        return asked and self.sheet is not None and bool(self.sheet.character.seat_id)


# which ships a seat steers


class VesselChoice(OneRow):
    """One ship of the encounter; the form's `setup` says among which."""

    def __init__(self, **about: Any) -> None:
        about.setdefault("label", "Ship")
        about.setdefault("error_messages", {}).setdefault("invalid_choice", "That ship is not yours to choose.")
        super().__init__(**about)


def steered_by(viewer: Viewer) -> list[Vessel]:
    """The ships still in the encounter whose pilot this seat plays; for a GM all that have a pilot."""
    return [one for one in steps.steered_by(viewer) if pilot_of(one)]


class SteeredForm(ActForm):
    """An act of a ship that this seat steers; nobody is made to choose among one."""

    ship = VesselChoice()

    def setup(self) -> None:
        self._steered = steered_by(self.viewer)
        self.choose("ship", self._steered)
        if not self.is_bound and self._steered and not so_far(self, "ship"):
            self.initial["ship"] = self._steered[0].public_id

    @property
    def nobody(self) -> bool:
        return not self._steered

    @property
    def only_ship(self) -> bool:
        return len(self._steered) == 1


def vessel_of(viewer: Viewer, key: int) -> Vessel | None:
    """A ship of the encounter that runs, by its key; None where it is gone."""
    return next((one for one in steps.all_sailing(viewer) if one.pk == key), None)


def opened_sides(sides: Iterable[Facts]) -> list[Facts]:
    """Sides of an event without the numbers of those whom nobody plays (`closed`): these are the GMs' alone."""
    return [{**one, "what": "", "parts": [], "left_out": []} if one["closed"] else one for one in sides]


def named_ship(vessel: Vessel) -> Facts:
    """How an event's facts name a ship."""
    return {"character": vessel.ship.name, "character_id": vessel.ship.public_id}
