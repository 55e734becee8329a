"""Writing the sheet of a ship or vehicle, and what changed on it."""

from __future__ import annotations

from typing import Any

from apps.characters import rows
from apps.characters.crew import features
from apps.characters.crew.access import OF_THE_CREW
from apps.characters.crew.sheet_form import FEATURES
from apps.characters.models import Character, Rating
from apps.characters.sheets import Long
from apps.ships.crew.sheet import ShipSheet
from apps.ships.crew.sheet_form import ShipForm
from apps.table.turn import Turn

GROUP = "ship-attribute"


def write_ship(turn: Turn, ship: Character, form: ShipForm) -> None:
    """Writes what it is; of another type's attributes nothing stays."""
    data, dice = form.cleaned_data, form.dice_given()
    for held in turn.desk.all(Rating, character=ship, group=GROUP):
        if held.key not in dice:
            turn.delete(held)
    for key, size in dice.items():
        rows.set_rating(turn, ship, GROUP, key, size)
    rows.set_trait(turn, ship, "model", data["model"])
    rows.set_trait(turn, ship, "notes", data["notes"])
    if "of_the_crew" in data:
        rows.set_trait(turn, ship, OF_THE_CREW, "yes" if data["of_the_crew"] else "")
    for kind in FEATURES:
        features.write(turn, ship, kind, features.given(form, kind))


def lines(sheet: ShipSheet) -> dict[str, Any]:
    """Every line of the sheet by its title."""
    found: dict[str, Any] = {
        "Name": sheet.name,
        "Type": sheet.type_title,
        "Class": sheet.model,
        "The crew’s": "yes" if sheet.of_the_crew else "no",
        "Notes": Long(sheet.notes),
        "Distinctions": features.words(sheet.distinctions),
        "Signature Assets": features.words(sheet.signature_assets),
    }
    found |= {one.title: one.die for one in sheet.attributes}
    return found | features.sentences((*sheet.distinctions, *sheet.signature_assets))


def dice_told(sheet: ShipSheet) -> str:
    return ", ".join(f"{one.title} {one.die}" for one in sheet.attributes)
