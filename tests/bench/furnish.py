"""Tables with people and characters for trials, played in through the door. Called in a process with Django."""

from __future__ import annotations

from typing import Any

NAMES = ("Ines", "Marek", "Tomo", "Adela", "Bram", "Yusra", "Pilar", "Oskar", "Femke", "Lien")
COLOURS = ("flame", "straw", "moss", "sea", "sky", "iris", "rose", "ash")


def furnish(
    tables: int = 1, players: int = 4, spectators: int = 1, characters: bool = True, game: str = "dragonfly"
) -> list[dict[str, Any]]:
    """Tables of one GM, `players` each with a character, and `spectators`: addresses, tokens, ids."""
    return [_furnished(game, number, players, spectators, characters) for number in range(1, tables + 1)]


def acts() -> list[str]:
    """The names of all acts that this server knows."""
    from apps.table.acts import acts as registered

    return [one.name for one in registered()]


def _furnished(game: str, number: int, players: int, spectators: int, characters: bool) -> dict[str, Any]:
    from apps.table.models import Table
    from apps.table.switches import write_switches

    table = Table.objects.create(name=f"Table {number}", game=game)
    write_switches(table, {})
    people = [("Director", "gm"), *((_name(one), "player") for one in range(players))]
    people += [(f"Watcher {one}", "spectator") for one in range(1, spectators + 1)]
    seats = [_seat(table, name, role, place) for place, (name, role) in enumerate(people)]
    if characters:
        FURNISHED[game](table, seats)
    return {"key": table.pk, "id": table.public_id, "seats": seats}


def _name(place: int) -> str:
    turn, name = divmod(place, len(NAMES))
    return NAMES[name] + (f" {turn + 1}" if turn else "")


def _seat(table: Any, name: str, role: str, place: int) -> dict[str, Any]:
    from apps.table.ids import new_token, token_hash
    from apps.table.models import Seat, SeatDevice

    colour = COLOURS[place % len(COLOURS)]
    seat = Seat.objects.create(table=table, name=name, name_key=name.casefold(), role=role, colour=colour)
    token = new_token()
    SeatDevice.objects.create(seat=seat, token_hash=token_hash(token))
    url = f"/t/{table.public_id}/s/{seat.public_id}/"
    return {
        "key": seat.pk,
        "id": seat.public_id,
        "name": name,
        "role": role,
        "url": url,
        "token": token,
        "character": "",
    }


def _cast(table: Any, seats: list[dict[str, Any]]) -> None:
    """A character for each player, two of the GM's supporting cast, and points to spend."""
    for one in seats:
        if one["role"] == "player":
            _play(table, one, "dragonfly.make", **_sheet(f"{one['name']} of the Kestrel"))
            one["character"] = table.characters.get(seat=one["key"]).public_id
    gm = seats[0]
    cast = {"muscle": 12, "combat": 14, "brains": 9, "life_points": 40, "copies": 2}
    _play(table, gm, "dragonfly.quick-cast", name="Dockhand", **cast)
    _play(table, gm, "dragonfly.award", to="all", points=9)
    gm["cast"] = list(table.characters.filter(seat=None).values_list("public_id", flat=True))


def _crew(table: Any, seats: list[dict[str, Any]]) -> None:
    """A crewmember for each player, GMCs of the GM's, points to spend, and a scene."""
    gm = seats[0]
    _play(table, gm, "open-session")
    _play(table, gm, "open-scene", title="A dusty landing field")
    for one in seats:
        if one["role"] == "player":
            _play(table, one, "crew.make", **CREWMEMBER | {"name": f"{one['name']} of the Lena"})
            one["character"] = table.characters.get(seat=one["key"]).public_id
            _play(table, gm, "crew.adjust", character=one["character"], set=9)
    _play(table, gm, "crew.quick-gmc", name="Thug", role="extra", die=6, copies=2)
    gm["cast"] = list(table.characters.filter(seat=None).values_list("public_id", flat=True))


def _heroes(table: Any, seats: list[dict[str, Any]]) -> None:
    """A hero for each player, two enemies of a kind and a hidden one, and a scene."""
    gm = seats[0]
    _play(table, gm, "open-session")
    _play(table, gm, "open-scene", title="The Salt Stair")
    for one in seats:
        if one["role"] == "player":
            _play(table, one, "dragon.make", **HERO | {"name": f"{one['name']} of the Stair"})
            one["character"] = table.characters.get(seat=one["key"]).public_id
    _play(table, gm, "dragon.quick-cast", name="Tide warden", weapon="blade", copies=2)
    _play(table, gm, "dragon.quick-cast", name="Bell-witch", weapon="fist", hidden="on")
    gm["cast"] = list(table.characters.filter(seat=None).values_list("public_id", flat=True))


def _rough(table: Any, seats: list[dict[str, Any]]) -> None:
    """A hero for each player, three guards and a hidden one, and a scene."""
    gm = seats[0]
    _play(table, gm, "open-session")
    _play(table, gm, "open-scene", title="The drowned foundry")
    for one in seats:
        if one["role"] == "player":
            _play(table, one, "rough_magic.make", **ROUGH | {"name": f"{one['name']} of the Foundry"})
            one["character"] = table.characters.get(seat=one["key"]).public_id
    for more in ({"name": "Guard 1"}, {"name": "Guard 2"}, {"name": "Guard 3"}, {"name": "Warden", "hidden": "on"}):
        _play(table, gm, "rough_magic.make", role="enemy", agility=4, brawn=8, **more)
    gm["cast"] = list(table.characters.filter(seat=None).values_list("public_id", flat=True))


def _yarn(table: Any, seats: list[dict[str, Any]]) -> None:
    """Main characters who shoot and read minds, two fighters of the GM's and a hidden one; an episode is open."""
    gm = seats[0]
    for one in seats:
        if one["role"] == "player":
            _play(table, one, "yarn.make", **MAIN | {"name": f"{one['name']} of the Halfway"})
            character = table.characters.get(seat=one["key"])
            one["character"], one["lines"] = character.public_id, _lines(character)
    for more in ({"name": "Watchman", "copies": 2}, {"name": "Hale", "hidden": "on"}):
        _play(table, gm, "yarn.quick-cast", role="recurring", fighting=8, hit_points=200, **more)
    own = table.characters.filter(seat=None)
    gm["cast"], gm["fighting"] = list(own.values_list("public_id", flat=True)), _lines(own[0])["Fighting"]
    _play(table, gm, "open-session", title="What we inherit")


def _lines(character: Any) -> dict[str, str]:
    """The public id of each line of a sheet by its name."""
    return dict(character.entries.values_list("name", "public_id"))


FURNISHED = {"dragonfly": _cast, "crew": _crew, "dragon": _heroes, "rough_magic": _rough, "yarn": _yarn}
MAIN = {
    "role": "main", "desire": "respect", "pole_1": "mother", "pole_2": "creditor", "hit_points": 200, "experience": 9,
    "pool": 9, "trait_1_name": "Gunman", "trait_1_place": "central", "trait_1_superior": "on", "trait_1_combat": "on",
    "trait_2_name": "Brawler", "trait_2_place": "side1", "trait_2_combat": "on",
    "trait_3_name": "Ferryman", "trait_3_place": "side2", "trait_3_tough": "on", "flaw_1_name": "Debts",
    "weapon_1_name": "Grease gun", "weapon_1_listed": "light-smg", "weapon_1_firearm": "smg", "weapon_1_clip": 900,
    "weapon_1_left": 900, "power_1_name": "Under the words", "power_1_listed": "mind-scan-(reading)",
    "power_1_score": 2,
}  # fmt: skip
ROUGH = {
    "role": "hero", "agility": 5, "brawn": 4, "perception": 4, "reason": 5, "will": 3, "power": 2,
    "skill_1_name": "Locks", "skill_1_areas": "Doors", "gear_1_name": "Longsaber", "gear_1_rank": 3,
    "gear_1_attack": "close", "gear_2_name": "Lock picks", "gear_2_rank": 2, "gear_2_helps": "Locks",
}  # fmt: skip
HERO = {
    "role": "hero", "strength": 4, "resistance": 4, "health": 6, "accuracy": 5, "dexterity": 5, "energy": 6, "wit": 4,
    "charisma": 5, "skill_1_name": "Sword", "skill_1_level": 2, "skill_1_melee": "on", "skill_2_name": "Dodge",
    "skill_2_level": 1, "weapon_1_name": "Blade", "weapon_1_multiple": 3, "weapon_1_skill": "Sword",
}  # fmt: skip
CREWMEMBER = {
    "role": "crewmember", "mental": 8, "physical": 8, "social": 6, "shoot": 10, "move": 8, "fight": 6, "notice": 8,
    "specialty_1_name": "Carbines", "specialty_1_skill": "shoot", "specialty_2_name": "Ladders",
    "specialty_2_skill": "move", "distinction_1_name": "Loyal to a fault", "distinction_2_name": "Quick on the draw",
    "signature_1_name": "Old carbine", "signature_1_die": 8, "signature_2_name": "Long coat", "signature_2_die": 6,
}  # fmt: skip


def brawl(table: int, gm: dict[str, Any], who: list[str]) -> None:
    """A fight of these characters up to its actions; all of them can take a lot."""
    from apps.characters.models import Rating
    from apps.table.models import Table

    row = Table.objects.get(pk=table)
    Rating.objects.filter(character__table=row, key="life-points").update(value=900)
    _written_behind(row)
    _play(row, gm, "dragonfly.start-fight", title="A brawl", characters=who)
    _play(row, gm, "dragonfly.fight-next")
    _play(row, gm, "dragonfly.fight-next")


def _written_behind(row: Any) -> None:
    """Rows were written by no act: a version that no commit explains has every process load the table anew."""
    from apps.table import desk
    from apps.table.models import Table

    Table.objects.filter(pk=row.pk).update(version=row.version + 1)
    row.refresh_from_db()
    desk.forget(row.pk)


def _sheet(name: str) -> dict[str, Any]:
    from apps.rules.dragonfly.lists import ATTRIBUTES, SKILLS

    numbers = {row.id.replace("-", "_"): 3 for row in (*ATTRIBUTES, *SKILLS)}
    return {"name": name, "role": "cast-member", "life_points": 40, **numbers}


def _play(table: Any, seat: dict[str, Any], act: str, **data: Any) -> None:
    from django.http import QueryDict

    from apps.table import door

    form = QueryDict(mutable=True)
    for name, value in data.items():
        form.setlist(name, [str(one) for one in (value if isinstance(value, list) else [value])])
    outcome = door.perform(table.public_id, seat["id"], act, form)
    if outcome.refused:
        raise RuntimeError(f"{act}: {outcome.form.errors.as_json()}")


def fill(table: int, events: int) -> int:
    """Makes the log of a table as long as that, with rolls like those that were made there; gives its length."""
    from apps.table.ids import public_id
    from apps.table.models import Change, Effect, Event, Table, Telling

    row = Table.objects.get(pk=table)
    pattern = Event.objects.filter(table=row, kind="dragonfly.check").order_by("-pk").first()
    assert pattern is not None, "roll once before"
    told = list(Telling.objects.filter(event=pattern))
    missing = events - Event.objects.filter(table=row).count()
    for start in range(0, max(0, missing), 500):
        number = min(500, missing - start)
        rolls = Event.objects.bulk_create(
            Event(table=row, public_id=public_id(), kind=pattern.kind, seat=pattern.seat, dice_fell=True, at=pattern.at)
            for _ in range(number)
        )
        Telling.objects.bulk_create(
            Telling(event=one, table=row, audience=t.audience, subject=t.subject, rank=t.rank, facts=t.facts)
            for one in rolls
            for t in told
        )
        Effect.objects.bulk_create(
            Effect(event=one, model="characters.track", row=0, before={"value": 1}, after={"value": 2}) for one in rolls
        )
        Change.objects.bulk_create(
            Change(table=row, version=row.version + place, rows=[], event=one)
            for place, one in enumerate(rolls, start=1)
        )
        row.version += number
    _written_behind(row)
    return Event.objects.filter(table=row).count()
