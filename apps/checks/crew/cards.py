"""What events and the panel tell of a side: every die that fell, what became of it, and what the total is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.models import Character
from apps.checks.crew import contests
from apps.rules.crew import contest as rules
from apps.rules.crew.contest import Contest, Place, Side, side_of
from apps.rules.crew.pools import PoolDie, has_scale
from apps.rules.crew.steps import written
from apps.table.models import Exchange, Table

Facts = dict[str, Any]
HELD_BACK = ("dice", "keep", "free", "extra", "highest", "bought", "scale", "true_name")


def of_side(table: Table, exchange: Exchange, contest: Contest, place: Place) -> Facts:
    """One side as the GMs hear it. `true_name` is there for a character that the others do not know."""
    side = side_of(contest, place)
    found: Facts = {
        "place": place,
        "name": side.name,
        "id": side.character,
        "kind": side.kind,
        "what": contest.what,
        "rolled": rules.has_rolled(side),
        "at_zero": side.at_zero,
        "limited": side.limited,
        "keep": rules.keep(side),
        "total": rules.total(side),
        "overruled": side.overruled,
        "by_the_rules": rules.total(side) - side.overruled,
        "jinxes": rules.jinxes(side),
        "botch": rules.botch(side),
        "scale": has_scale(side.pool),
        "dice": dice(side, lenders_of(table, side)),
        **sum_of(side),
        "highest": rules.highest_die(side, contests.options_of(exchange)),
        "announced": side.announced,
    }
    character = contests.character_of(table, side)
    found["name"] = contests.open_name(side, character)
    return found | true_name(character)


def true_name(character: Character | None) -> Facts:
    """The name that only the GMs hear; nothing where everybody knows it."""
    return {"true_name": character.name} if character is not None and character.hidden else {}


def lenders_of(table: Table, side: Side) -> dict[str, str]:
    """What everybody may call those who lent a die, by their public ids."""
    return {one.public_id: one.name for one in contests.lenders(table, side) if not one.hidden}


def dice(side: Side, lenders: Mapping[str, str]) -> list[Facts]:
    """Every die that fell, those of the pool in its order, then the Big Damn Hero dice. `state` is kept, extra,
    dropped, jinx or hero."""
    return [*_pool_dice(side, lenders), *_hero_dice(side)]


def _label(die: PoolDie, lenders: Mapping[str, str]) -> str:
    lender = lenders.get(die.of) if die.kind == "loan" else None
    return f"{die.label} of {lender}" if lender else die.label


def _pool_dice(side: Side, lenders: Mapping[str, str]) -> list[Facts]:
    kept = rules.kept(side)
    told = []
    for index, (die, face) in enumerate(zip(side.pool, side.faces, strict=True) if side.faces else ()):
        state = "jinx" if face == 1 else "dropped"
        if index in kept:
            state = "extra" if index in side.extra else "kept"
        told.append(
            {
                "sides": die.sides,
                "size": written(die.size),
                "face": face,
                "label": _label(die, lenders),
                "kind": die.kind,
                "state": state,
                "index": index,
            }
        )
    return told


def _hero_dice(side: Side) -> list[Facts]:
    return [
        {
            "sides": one.size,
            "size": written(one.size),
            "face": one.face,
            "label": "Big Damn Hero die",
            "kind": "hero",
            "state": "jinx" if one.face == 1 else "hero",
            "returned": one.returned,
        }
        for one in side.heroes
    ]


def sum_of(side: Side) -> Facts:
    """The faces that make up the total: those kept for nothing, those bought in, and Big Damn Hero dice."""
    return {
        "free": [side.faces[index] for index in rules.kept(side) if index not in side.extra],
        "extra": [side.faces[index] for index in side.extra],
        "heroes": [one.face for one in side.heroes if one.face > 1],
    }


def stakes_before(contest: Contest, place: Place) -> int | None:
    """The total that this side has to beat, where it rolls second."""
    return rules.total(contest.defender) if place == "aggressor" else None


def veiled(facts: Mapping[str, Any]) -> Facts:
    """The same as everybody hears it where the GM rolled in secret: the total and the 1s (crew.visibility)."""
    return {key: value for key, value in facts.items() if key not in HELD_BACK} | {"veiled": True}


def openly(facts: Mapping[str, Any]) -> Facts:
    """The same without the name that the others do not know."""
    return {key: value for key, value in facts.items() if key != "true_name"}
