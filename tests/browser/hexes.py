"""A table of Dragon in the middle of a turn, with a board of hexes. Called in a process with Django."""

from __future__ import annotations

from typing import Any

from tests.bench.furnish import _play, _seat
from tests.combat.dragon.conftest import in_round

STAND = {"Ketta Vane": "E6", "Captain Sorrel": "J3", "Tide warden 1": "I6", "Bell-witch": "J9"}


def laid() -> dict[str, Any]:
    """Good Guys in 5: Ines's Ketta, who goes 5 hexes and shoots; two enemies, and one who hides."""
    from apps.characters.models import Character
    from apps.table.models import Table
    from apps.table.switches import write_switches
    from tests.people import Person

    table = Table.objects.create(name="The Salt Stair", game="dragon")
    write_switches(table, {})
    people = (("Robin", "gm"), ("Ines", "player"), ("Marek", "player"))
    gm, ines, marek = (_seat(table, name, role, place) for place, (name, role) in enumerate(people))
    _play(table, ines, "dragon.make", name="Ketta Vane", role="hero", strength=4, energy=5,
          weapon_1_name="Bow", weapon_1_attack="ranged")  # fmt: skip
    for name in ("Captain Sorrel", "Tide warden 1"):
        _play(table, gm, "dragon.make", name=name, role="enemy")
    _play(table, gm, "dragon.make", name="Bell-witch", role="enemy", hidden="on")
    cast = {one.name: one for one in Character.objects.filter(table=table)}
    _play(table, gm, "lay-board", grid="hex", columns=12, rows=10, per_cell=1, free="on")
    for name, cell in STAND.items():
        _play(table, gm, "place", characters=[cast[name].public_id], to=cell)
    leader = Person(table.seats.get(pk=gm["key"]), table)
    in_round(leader, {cast["Ketta Vane"]: (5, 9), cast["Captain Sorrel"]: (5,)}, (5, "Good"))
    return {one["name"]: one for one in (gm, ines, marek)}
