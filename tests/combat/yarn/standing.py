"""Fights of Yarn for tests of single acts: begun at the door as people begin them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apps.characters.models import Character
from apps.combat import tracking
from apps.combat.models import Combatant, Fight
from apps.table.models import Ask
from tests.people import Person

Dice = Callable[..., Any]


def begins(gm: Person, *cast: Character, mode: str = "detailed", **more: Any) -> Fight:
    """A fight of these starts; players are asked for initiative."""
    gm.does("yarn.begin-fight", title="The lock", mode=mode, characters=[one.public_id for one in cast], **more)
    return now(gm)


def now(person: Person) -> Fight:
    found = tracking.fight_of(person.table)
    assert found is not None
    return found


def asked_about(character: Character) -> str:
    """The question to the player of that character."""
    return Ask.objects.filter(closed_at=None, audience="character", subject=character.pk).latest("pk").public_id


def seated(gm: Person, *cast: Character) -> Fight:
    """A fight in which all act as they sit, the GM's last: nobody rolls."""
    gm.does("switches", **switches(gm, turn_order="seating, GM last"))
    return begins(gm, *cast)


def switches(gm: Person, **changed: str) -> dict[str, str]:
    """All the switches as they are, some of them changed."""
    from apps.table.switches import offered, values_of

    held = values_of(gm.table.desk)
    found = {one.key: held[one.key] for one in offered(gm.viewer.game)}
    return found | {key.replace("_", "-"): value for key, value in changed.items()}


def order(person: Person) -> list[str]:
    return [one.character.name for one in tracking.still_in(now(person)) if one.place is not None]


def acting(person: Person) -> list[str]:
    return [one.character.name for one in tracking.still_in(now(person)) if one.state == "acting"]


def fighter(character: Character) -> Combatant:
    return Combatant.objects.get(character=character)
