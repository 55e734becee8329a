"""Yarn's ready characters: people of one place who know and want something of each other, for an evening without the
steps of creation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters import ready
from apps.characters.listed import Row
from apps.characters.models import Character, Move, Trait
from apps.characters.yarn import document as documents
from apps.characters.yarn import importing, ties
from apps.characters.yarn.approving import set_approved
from apps.characters.yarn.document import Document
from apps.characters.yarn.sheet import MAIN
from apps.characters.yarn.sheet import PERSON as SHEET
from apps.rules.yarn.hit_points import hit_points
from apps.rules.yarn.lists import kind_of
from apps.table.turn import Turn

__all__ = ["SHEET"]
BLANK: dict[str, Any] = {
    "place": "more", "kind": "standard", "superior": False, "tough": False, "combat": False, "score": None, "text": "",
    "visible": "always",
}  # fmt: skip
WEAPON: dict[str, Any] = {"firearm": "", "ammunition": "standard", "clip": None, "left": None}


def listed_cast() -> list[Row]:
    """Somebody of the GM's, for the form of them."""
    return [_cast_row(one) for one in ready.listed("yarn", "cast")]


def _cast_row(plain: Mapping[str, Any]) -> Row:
    line = f"Fighting {plain['fighting']} · Hit points {plain['hit_points']}"
    return Row(plain["id"], plain["name"], line, {key: plain[key] for key in plain.keys() - {"id", "name"}})


def document(plain: Mapping[str, Any]) -> Document:
    """Somebody of the list; what it leaves out is as a blank row of the form."""
    traits = [BLANK | one for one in plain["traits"]]
    flaw = {"text": "", "visible": "always", "effect": "penalty dice", "penalty": 1}
    return documents.made_of({
        "name": plain["name"],
        "role": MAIN,
        "texts": plain["texts"],
        "traits": traits,
        "flaws": [flaw | plain["flaw"]],
        "weapons": [WEAPON | one for one in plain["weapons"]],
        "armour": [{"worn": True, **one} for one in plain.get("armour", [])],
        "powers": [],
        "spells": [],
        "things": plain["things"],
        "relations": [{"about": name, "text": text} for name, text in plain["relations"].items()],
        "wants": [{"about": name, "text": text} for name, text in plain["wants"].items()],
        "hit_points": hit_points(relevant=[_dice(one) for one in traits if one["tough"]]).hit_points,
        "lost": 0,
        "experience": 1,
        "pool": 0,
        "spent": 0,
        "conditions": [],
    })  # fmt: skip


def _dice(trait: Mapping[str, Any]) -> int:
    kind = kind_of(trait["kind"], "kind")
    return kind.superior if trait["superior"] else kind.good


def best(found: Document) -> tuple[str, ...]:
    """Their traits, and the two between whom they are torn."""
    return (
        *(one.name for one in found.traits),
        " or ".join(found.texts[key] for key in ("pole-1", "pole-2")),
    )


def bring(turn: Turn, character: Character, found: Document) -> Move | None:
    """Writes one on a new sheet, and ties those of the list who are here already to them; tokens are a person's. Nobody
    has to look at a sheet of the list: it is approved, unless the GM takes that back (yarn.approval)."""
    importing.write(turn, character, found)
    if character.role == MAIN:
        set_approved(turn, character)
    people = {one.id: one for one in ready.people("yarn")}
    for mark in turn.desk.all(Trait, key=ready.MARK):
        other = mark.character
        if other.pk != character.pk and mark.text in people:
            _tie_back(turn, other, people[mark.text].document, character)
    return None


def _tie_back(turn: Turn, other: Character, found: Document, character: Character) -> None:
    """What the list says of the one who was here first about the one who came."""
    for one in found.relations:
        if one.about == character.name and ties.relation_between(other, character) is None:
            ties.relate(turn, other, character, one.text)
    for want in ties.wants_of(other):
        if want.about is None and want.text.endswith(f" ({character.name})"):
            turn.change(want, text=want.text.removesuffix(f" ({character.name})"), about=character)
