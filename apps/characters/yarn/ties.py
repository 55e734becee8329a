"""Texts about somebody else: relationships, of which there is one to each, and wants, in the order of their making."""

from __future__ import annotations

from apps.characters import rows
from apps.characters.models import Character, Trait
from apps.characters.yarn.sheet import RELATION, WANT
from apps.table.turn import Turn

rows.has_several(WANT)


def relation_between(one: Character, other: Character) -> Trait | None:
    """What stands on the first one's sheet about the other."""
    return one.desk.one(Trait, character=one, about=other, key=RELATION)


def relate(turn: Turn, one: Character, other: Character, label: str) -> None:
    """Writes a relationship on the first one's sheet, in the place of an old one; empty words end it."""
    held = relation_between(one, other)
    if held is not None and not label:
        turn.delete(held)
    elif held is not None:
        turn.change(held, text=label)
    elif label:
        turn.create(Trait, character=one, key=RELATION, text=label, about=other)


def wants_of(character: Character) -> list[Trait]:
    """What somebody wants, the first one first (yarn.wants)."""
    return character.desk.all(Trait, character=character, key=WANT)


def want(turn: Turn, character: Character, target: Character | None, text: str) -> Trait:
    """One more want, in the wording that both have agreed on."""
    return turn.create(Trait, character=character, key=WANT, text=text, about=target)


def rewrite_wants(turn: Turn, character: Character, wanted: list[tuple[str, Character | None]]) -> None:
    """These in this order. One that stays where it was is not touched."""
    held = wants_of(character)
    for row, (text, target) in zip(held, wanted, strict=False):
        turn.change(row, text=text, about=target)
    for row in held[len(wanted) :]:
        turn.delete(row)
    for text, target in wanted[len(held) :]:
        want(turn, character, target, text)


def wanted_by(character: Character) -> list[Character]:
    """Who wants something of them, each once (yarn.wants-rounds)."""
    found = [row.character for row in character.desk.all(Trait, about=character, key=WANT)]
    return list(dict.fromkeys(found))
