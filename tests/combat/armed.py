"""Weapons on sheets, and ways to shoot, for the tests of shots."""

from __future__ import annotations

from typing import Any

from apps.characters.models import Character, Entry, Track
from apps.combat import tracking
from apps.combat.models import Combatant, Declaration, Tally
from tests.combat.conftest import fighter, now, start
from tests.combat.wounded import asks, does, told

SETTLED = "dragonfly.shots-settled"


def armed(
    character: Character, name: str, weapon: str, damage: int = 12, ammunition: int | None = None, **facts: Any
) -> Entry:
    """A Combat Maneuver that shoots: bullets unless `damage_type` says otherwise, with the skill of its kind."""
    full = character.sheet == "full"
    held = {
        "attribute": "dexterity" if full else "", "skill": "gun-fu" if full else "", "score": "" if full else "combat",
        "modifier": 0, "base_damage": damage, "damage_type": "bullet", "weapon": weapon, "note": "",
    }  # fmt: skip
    return Entry.objects.create(character=character, kind="maneuver", name=name, facts=held | facts, amount=ammunition)


def armored(character: Character, value: int) -> Character:
    Track.objects.create(table=character.table, character=character, key="armor", value=value)
    return character


def unlike_humans(character: Character, multiplier: int = 1) -> Character:
    """The sheet says that this one is not an ordinary human."""
    Track.objects.create(table=character.table, character=character, key="damage-multiplier", override=multiplier)
    return character


def in_actions(gm: Any, *cast: Character) -> None:
    """A fight of these, in its actions, with everybody up at once: what is tested here is no initiative."""
    start(gm, *cast)
    fight = now(gm)
    fight.phase = "actions"
    fight.save()
    Combatant.objects.filter(fight=fight).update(state="acting", place=1, initiative=10)


def cannot_defend(character: Character) -> None:
    """The GM has marked this target."""
    combatant = fighter(character)
    assert combatant.fight.turn is not None
    Tally.objects.create(combatant=combatant, span=combatant.fight.turn, key="undefended", value=1)


def shoots(person: Any, character: Character, target: Character, weapon: Entry, status: int = 200, **more: Any) -> str:
    """Posts a shot and returns the words of the answer."""
    given = {"character": character.public_id, "target": target.public_id, "maneuver": weapon.public_id} | more
    return does(person, "dragonfly.shoot", status, **given)


def answers(person: Any, table: Any, how: str = "take", **more: Any) -> str:
    """The newest open attack is answered."""
    waiting = asks(table, "dragonfly.attack", "dragonfly.attack-secret")
    return does(person, "dragonfly.defend", ask=waiting[-1].public_id, how=how, **more)


def settled(table: Any) -> dict[str, Any]:
    return told(table, SETTLED)


def declares(character: Character, text: str = "Shoots", **plan: Any) -> Declaration:
    """What this one said in Intentions: stance, action, extra, drama, aim."""
    combatant = fighter(character)
    assert combatant.fight.turn is not None
    return Declaration.objects.create(combatant=combatant, turn=combatant.fight.turn, text=text, plan=plan)


def parts(side: dict[str, Any]) -> dict[str, int]:
    """The terms of one side of a card."""
    return {one["label"]: one["value"] for one in side["parts"]}


def steps(facts: dict[str, Any]) -> list[int]:
    """The numbers of a sum of damage, in their order."""
    return [one["value"] for one in facts["steps"]]


def tallies(character: Character) -> dict[str, int]:
    combatant = fighter(character)
    return tracking.tallies_of(combatant, combatant.fight.turn)
