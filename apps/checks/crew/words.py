"""Crew's own words for rolls, filters of the library `rolls`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.checks.templatetags.rolls import in_words, register

BECAME = {"kept": "kept", "extra": "bought in", "hero": "added"}


@register.filter
def became(die: Mapping[str, Any], kind: str) -> str:
    """What became of a die that fell, on a side of that kind: kept, a jinx, not kept."""
    if die["state"] != "jinx":
        return BECAME.get(die["state"], "not kept")
    if die["kind"] == "hero":
        return "a 1: adds nothing" if die["returned"] else "a jinx"
    return "a jinx, never counts" if kind == "crewmember" else "a 1, never counts"


@register.filter
def as_shown(dice: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The dice of a card: kept from high to low, then those that do not count, then the jinxes."""

    def place(die: Mapping[str, Any]) -> tuple[int, int]:
        return (0 if die["state"] in BECAME else 2 if die["state"] == "jinx" else 1, -die["face"])

    return sorted(dice, key=place)


@register.filter
def made_of(side: Mapping[str, Any]) -> str:
    """What a side's total is made of, in a line."""
    found = [_fallen(side)]
    if side["overruled"]:
        by_the_rules = "" if side["at_zero"] else f"{side['by_the_rules']} by the rules, "
        found.append(f"{by_the_rules}{side['total']} by the GM’s word")
    return " · ".join(found)


def _fallen(side: Mapping[str, Any]) -> str:
    if side["at_zero"]:
        return "throws nothing" if side["overruled"] else "throws nothing: the stakes are 0"
    if side.get("veiled"):
        ones = f"{in_words(side['jinxes'])} {'die shows' if side['jinxes'] == 1 else 'dice show'} 1"
        return f"rolled in secret · {ones}" if side["jinxes"] else "rolled in secret"
    return "every die shows 1: a botch" if side["botch"] else " · ".join(_counted(side))


def _counted(side: Mapping[str, Any]) -> list[str]:
    """The faces that count, why so many, and the 1s."""
    found = [_faces(side)]
    if side["scale"]:
        found.append("three kept for scale")
    if side["limited"]:
        found.append("limited action: one die kept")
    if side["jinxes"]:
        found.append(f"{in_words(side['jinxes'])} {_ones(side['kind'], side['jinxes'] == 1)}")
    return found


def _faces(side: Mapping[str, Any]) -> str:
    free, extra, heroes = (side[name] for name in ("free", "extra", "heroes"))
    found = [" + ".join(map(str, free))] if free else []
    if extra:
        found.append(f"{_and(extra)} bought in")
    faces = ", and ".join(found)
    if heroes:
        faces += f", and {_and(heroes)} from {'a Big Damn Hero die' if len(heroes) == 1 else 'Big Damn Hero dice'}"
    return faces


def _and(faces: list[int]) -> str:
    return " and ".join(map(str, faces))


def _ones(kind: str, single: bool) -> str:
    if kind == "crewmember":
        return "jinx never counts" if single else "jinxes never count"
    return f"{'opportunity' if single else 'opportunities'} for the crew"
