"""Writing a ship's sheet, and what changed on it."""

from __future__ import annotations

from typing import Any

from apps.characters import rows
from apps.characters.dragonfly.sheet_form import field_of
from apps.characters.models import Character, Entry, Track
from apps.characters.sheets import Long
from apps.ships.dragonfly.sheet import CARGO, HITS, HOURS, SUPPLIES, ShipSheet, out_key, weapon_key
from apps.ships.dragonfly.sheet_form import EditShipForm, ShipForm
from apps.table.turn import Turn


def write_ship(turn: Turn, ship: Character, form: ShipForm) -> None:
    """Writes what the ship is; not what it has taken."""
    data = form.cleaned_data
    for key in ("size", "speed"):
        rows.set_rating(turn, ship, "ship", key, data[key])
    rows.set_trait(turn, ship, "gain", data["gain"])
    rows.set_trait(turn, ship, "medical", "yes" if data["medical"] else "")
    rows.set_trait(turn, ship, "notes", data["notes"])
    _write_weapons(turn, ship, form.weapons_given())


def _write_weapons(turn: Turn, ship: Character, given: list[tuple[str, str, str]]) -> None:
    held = {row.public_id: row for row in turn.desk.all(Entry, character=ship, kind="weapon")}
    for key, name, mount in given:
        known = held.pop(key, None)
        if known is None:
            turn.create(Entry, character=ship, kind="weapon", name=name, facts={"mount": mount})
        else:
            turn.change(known, name=name, facts={"mount": mount})
    for gone in held.values():
        for track in turn.desk.all(Track, character=ship):
            if track.key in {weapon_key(gone), out_key(weapon_key(gone))}:
                turn.delete(track)
        turn.delete(gone)


def blank_tracks(turn: Turn, ship: Character, cargo: int, supplies: int) -> None:
    """A new ship: unhurt, with what it carries."""
    for key, value in ((HITS, 0), (CARGO, cargo), (SUPPLIES, supplies)):
        rows.set_track(turn, ship, key, value)


def write_harm(turn: Turn, ship: Character, form: EditShipForm) -> None:
    """Writes the numbers that change in play too, those alone that this person changed."""
    data = form.cleaned_data
    for key in (HITS, CARGO, SUPPLIES):
        if form.changed(key):
            rows.set_track(turn, ship, key, data[key] or 0)
    if form.changed("hours"):
        set_hours(turn, ship, data["hours"])
    for row in form.system_rows():
        name = field_of(row.id)
        if form.changed(name):
            rows.set_track(turn, ship, row.id, data[name] or 0)
        if form.changed(f"{name}_out"):
            rows.set_track(turn, ship, out_key(row.id), int(data[f"{name}_out"]))


def set_hours(turn: Turn, ship: Character, hours: int | None) -> None:
    """Sets the hours of life support that are left; None stops the clock."""
    if hours is not None:
        rows.set_track(turn, ship, HOURS, hours)
    elif held := turn.desk.one(Track, character=ship, key=HOURS):
        turn.delete(held)


# what changed, for the event


def lines(sheet: ShipSheet) -> dict[str, Any]:
    """Every line of the sheet by its title."""
    found: dict[str, Any] = {
        "Name": sheet.name,
        "Size": sheet.size,
        "Engine speed": sheet.speed,
        "Sensor gain": sheet.gain_title,
        "Medical facilities aboard": "yes" if sheet.medical else "no",
        "Cargo units": sheet.cargo,
        "Food and supplies": sheet.supplies,
        "Hits taken": sheet.hits,
        "Hours of life support": sheet.hours,
        "Weapons": ", ".join(f"{one.name} ({one.mount_title.lower()})" for one in sheet.weapons),
        "Notes": Long(sheet.notes),
    }
    for one in sheet.systems:
        found |= {f"{one.title}, times hit": one.times, one.title: "out of order" if one.out else "working"}
    return found
