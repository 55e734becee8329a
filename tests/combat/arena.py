"""Ways to strike and to answer, for the tests of attacks and defenses."""

from __future__ import annotations

from typing import Any

from apps.characters.models import Character, Entry, Track
from apps.combat import tracking
from apps.combat.models import Combatant, Declaration
from apps.table.models import Ask, Switch
from tests.combat.conftest import fighter, now
from tests.combat.wounded import does, the_ask, told

KINDS = ("dragonfly.attack", "dragonfly.attack-secret")


def maneuver(character: Character, name: str, base: int = 5, weapon: str = "unarmed", **facts: Any) -> Entry:
    """A Combat Maneuver on the sheet: Dexterity + Kung Fu, bash, or the Combat Score."""
    full = character.sheet == "full"
    held = {"attribute": "dexterity" if full else "", "skill": "kung-fu" if full else "",
            "score": "" if full else "combat", "modifier": 0, "base_damage": base, "damage_type": "bash",
            "weapon": weapon, "note": ""}  # fmt: skip
    return Entry.objects.create(character=character, kind="maneuver", name=name, facts=held | facts)


def armoured(character: Character, armor: int) -> Character:
    Track.objects.create(table=character.table, character=character, key="armor", value=armor)
    return character


def life(character: Character) -> int:
    """Life Points as they are now."""
    from apps.characters.dragonfly.sheet import sheet_of

    return sheet_of(Character.objects.get(pk=character.pk)).life_points


def declared(character: Character, **plan: Any) -> Declaration:
    """What the character declared for the Turn that runs, with the Director's yes."""
    combatant = fighter(character)
    assert combatant.fight.turn is not None
    held = {"stance": "normal", "action": "attack", "extra": [], "drama": [], "aim": False}
    return Declaration.objects.create(
        combatant=combatant, turn=combatant.fight.turn, text="Fights", plan=held | plan, verdict="yes"
    )


def up(character: Character) -> Combatant:
    """It is this one's move."""
    one = fighter(character)
    one.fight.combatants.filter(state="acting").update(state="waiting")
    one.state = "acting"
    one.save(update_fields=["state"])
    if one.fight.phase not in {"actions", "aimed-shots"}:
        one.fight.phase = "actions"
        one.fight.save(update_fields=["phase"])
    return one


def strikes(person: Any, who: Character, whom: Character, status: int = 200, **data: Any) -> str:
    """An attack through the door; `way` is a maneuver of the sheet."""
    way = data.pop("way", None)
    given = {"maneuver": way.public_id} if way else {}
    return does(
        person, "dragonfly.attack", status, character=who.public_id, target=whom.public_id, **(given | data)
    )  # fmt: skip


def asked(person: Any) -> Ask:
    """The open question how somebody defends."""
    return the_ask(person.table, *KINDS)


def answers(person: Any, how: str, status: int = 200, **data: Any) -> str:
    """The target's answer through the door."""
    return does(person, "dragonfly.defend", status, ask=asked(person).public_id, how=how, **data)


def settled(person: Any) -> dict[str, Any]:
    """All that the newest settled attack told the Director."""
    return told(person.table, "dragonfly.attack-settled")


def tallies(person: Any, character: Character) -> dict[str, int]:
    return tracking.tallies_of(fighter(character), now(person).turn)


def switch(table: Any, key: str, value: str) -> None:
    """Sets a table option; a fight that begins afterwards is played by it."""
    Switch.objects.filter(table=table, key=key).update(value=value)
