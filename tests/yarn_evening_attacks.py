"""Evenings of Yarn: attacks hand to hand, and shots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apps.characters import entries
from apps.table.models import Ask, Exchange
from tests.acts_of_an_evening import Data, Evening, Step, step, who
from tests.yarn_evening import asked

SMG: dict[str, Any] = {
    "name": "Carver", "role": "minor", "hit_points": 20, "trait_1_name": "Gunman", "trait_1_score": 3,
    "trait_1_combat": "on", "weapon_1_name": "Grease gun", "weapon_1_listed": "light-smg", "weapon_1_firearm": "smg",
    "weapon_1_left": 30, "weapon_1_clip": 30, "weapon_2_name": "Knife", "weapon_2_listed": "knife",
    "weapon_3_name": "Machine pistol", "weapon_3_listed": "light-smg", "weapon_3_firearm": "smg",
    "weapon_3_left": 20, "weapon_3_clip": 20,
}  # fmt: skip
"""One of the GM's, with what fires in every way."""


def seated(*cast: str) -> Iterator[Step]:
    """A fight in which all act as they sit."""
    yield step("gm", "switches", lambda e: e.switches(turn_order="seating, GM last"), note="as they sit")
    yield begins(*cast)


def begins(*cast: str, note: str = "") -> Step:
    def found(e: Evening) -> dict[str, Any]:
        return {"title": "The quay", "mode": "detailed", "characters": [e.character(one) for one in cast]}

    return step("gm", "yarn.begin-fight", found, note=note)


def of_theirs(e: Evening, whose: str, name: str) -> str:
    """The id of a line of their sheet."""
    (found,) = [one for one in entries.held_by(e.row(whose)) if one.name == name]
    return found.public_id


def at(whose: str, whom: str, weapon: str = "hands", trait: str = "", **more: Any) -> Data:
    """An attack's or a shot's fields."""

    def found(e: Evening) -> dict[str, Any]:
        with_it = weapon if weapon == "hands" else of_theirs(e, whose, weapon)
        by = of_theirs(e, whose, trait) if trait else ""
        return {"character": e.character(whose), "target": e.character(whom), "weapon": with_it, "trait": by, **more}

    return found


def meets(person: str, *dice: int, way: str = "", note: str = "", **more: Any) -> Step:
    """The newest attack on this person's, or on the GM's, is answered."""
    return step(person, "yarn.defend", lambda e: {"ask": newest(e), "way": way, **more}, dice=dice, note=note)


def newest(e: Evening) -> str:
    return (
        Ask.objects.filter(table=e.table, closed_at=None, exchange__kind__startswith="yarn.attack")
        .latest("pk")
        .public_id
    )


def attacks() -> Iterator[Step]:
    yield from seated("Maud Ferrin", "Joss Amber", "Old Bess", "Hale")
    yield step("gm", "yarn.gang-up", lambda e: {"target": e.character("Maud Ferrin"), "attackers": [
        e.character(one) for one in ("Joss Amber", "Old Bess")]})  # fmt: skip
    yield step("ines", "yarn.attack", at("Maud Ferrin", "Old Bess", "Cellar mallet", "Strong as a drayman",
               what="Low, at the knees", effect="Trip", grounds=["better position"]))  # fmt: skip
    yield step("gm", "yarn.judge-attack", lambda e: {"exchange": attack_of(e), "granted": ["better position"],
               "dull": "on", "needed": 4})  # fmt: skip
    yield meets("gm", 5, 6, 4, 2, 2, 1, 1, 1, note="hers")
    yield step("gm", "yarn.attack", at("Old Bess", "Maud Ferrin"), note="hers")
    yield meets("ines", 6, 5, 6, 2, 2)
    yield step("gm", "yarn.attack", at("Hale", "Maud Ferrin"), note="hidden")
    yield meets("ines", 6, 6, 1, 1, note="hidden")
    yield step("gm", "yarn.gang-up", lambda e: {"target": e.character("Old Bess"), "attackers": [
        e.character(one) for one in ("Maud Ferrin", "Joss Amber", "Hale")]}, note="too many")  # fmt: skip
    yield step("gm", "yarn.choose-gang", lambda e: {"ask": asked(e, "gm").public_id, "bonus": [e.character("Hale")]})


def attack_of(e: Evening) -> str:
    return Exchange.objects.filter(table=e.table, closed_at=None, kind="yarn.attack").latest("pk").public_id


def shots() -> Iterator[Step]:
    yield step("gm", "yarn.make", **SMG)
    yield from seated("Joss Amber", "Maud Ferrin", "Carver", "Old Bess")
    yield step("gm", "yarn.shoot", at("Carver", "Joss Amber", "Machine pistol", "Gunman", metres=20, way="burst"))
    yield meets("marek", 2, 2, 1, 1, 2, 1, 3, way="stand")
    yield step("gm", "yarn.spread", lambda e: {
        "character": e.character("Carver"), "weapon": of_theirs(e, "Carver", "Grease gun"), "distances": "10, 12",
        "targets_hit": [e.character("Maud Ferrin"), e.character("Old Bess")]}, dice=(1,) * 24)  # fmt: skip
    yield step("gm", "yarn.judge-attack", lambda e: {"exchange": attack_of(e), "also": [e.character("Joss Amber")]},
               note="between them")  # fmt: skip
    yield meets("marek", 2, 2, 1, 6, 6, way="stand", note="his")
    yield meets("gm", 2, 2, 1, 6, 6, way="stand", note="hers")
    yield meets("ines", 2, 2, 1, 5, 6, 1, 1, 1, way="dodge:")
    yield step("gm", "yarn.reload", lambda e: {
        "character": e.character("Carver"), "weapon": of_theirs(e, "Carver", "Grease gun")})  # fmt: skip
    yield step("gm", "yarn.fight-next", seen="", note="to Joss")
    yield step("marek", "yarn.shoot", at("Joss Amber", "Carver", "Old revolver", metres=8, cover=1))
    yield meets("gm", 4, 4, 1, 1, 1, way="stand", note="at hers")


def moments() -> Iterator[Step]:
    """Two act at the same moment: what the one hits waits for the other, or for the GM's word."""
    yield from seated("Maud Ferrin", "Joss Amber", "Old Bess", "Hale")
    yield from _together()
    yield step("marek", "yarn.attack", at("Joss Amber", "Old Bess"))
    yield meets("gm", 6, 6, 1, 2, 1, note="his")
    yield step("gm", "yarn.end-fight")
    yield begins("Maud Ferrin", "Joss Amber", "Old Bess", note="again")
    yield from _together(again="again")
    yield step("gm", "yarn.land-blow", lambda e: {"ask": asked(e, "gm").public_id})


def _together(again: str = "") -> Iterator[Step]:
    """Maud hits while Joss has still to act."""
    yield step("ines", "yarn.hold-back", who("Maud Ferrin"), note=again)
    yield step("ines", "yarn.break-in", who("Maud Ferrin", when="together"), note=again)
    yield step("ines", "yarn.attack", at("Maud Ferrin", "Old Bess", "Cellar mallet", "Strong as a drayman"), note=again)
    yield meets("gm", 3, 3, 3, 3, 1, 1, 1, note=f"waits {again}".strip())


def real_dice() -> Iterator[Step]:
    """Attacks whose dice people throw, and type when they are asked for."""
    yield from seated("Maud Ferrin", "Old Bess", "Hale")
    yield step("ines", "yarn.attack", at("Maud Ferrin", "Old Bess", "Cellar mallet", "Strong as a drayman", real="on"))
    yield meets("gm", real="on", note="by hand")
    yield _types("ines", "6 5 4")
    yield _types("gm", "2 1", note="hers")
    yield step("gm", "yarn.attack", at("Hale", "Maud Ferrin", real="on"), note="hidden")
    yield meets("ines", real="on", note="somebody's")
    yield _types("gm", "5 6", note="of somebody hidden")
    yield _types("ines", "2 2", note="against somebody hidden")


def _types(person: str, faces: str, note: str = "") -> Step:
    def found(e: Evening) -> dict[str, Any]:
        waits = Ask.objects.filter(table=e.table, closed_at=None, exchange__kind__startswith="yarn.throws")
        return {"ask": waits.latest("pk").public_id, "faces": faces}

    return step(person, "yarn.type-throw", found, dice=(1,) * 8, note=note)
