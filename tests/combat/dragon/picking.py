"""Ways to take a fight from its start into its rounds, as the people at the table do it."""

from __future__ import annotations

from typing import Any

from apps.characters.models import Character
from apps.combat.dragon.fight import picks, speeds
from apps.combat.models import Combatant, Declaration, Fight, Slot
from apps.table.models import Ask
from tests.characters.dragon.conftest import made
from tests.combat.conftest import in_words
from tests.combat.dragon.conftest import now


def started(gm: Any, *characters: Character, **more: Any) -> Fight:
    """The GM starts a fight of these; speeds are being picked."""
    gm.does("dragon.start-fight", title="The Salt Stair", characters=[one.public_id for one in characters], **more)
    return now(gm)


def extra(gm: Any, name: str, hidden: bool = False, **numbers: Any) -> Character:
    """Somebody of the GM's, an enemy unless it is said otherwise."""
    return made(gm, **{"name": name, "role": "enemy", **numbers, **({"hidden": "on"} if hidden else {})})


def ask_of(gm: Any, character: Character | None = None) -> str:
    """What is asked about that character's speed, or of the GM; answered or not."""
    found = Ask.objects.filter(table=gm.table, exchange__closed_at=None)
    if character is None:
        found = found.filter(audience="gms", exchange__kind__in=picks.OF_GMS)
    else:
        found = found.filter(audience="character", subject=character.pk, exchange__kind__in=picks.OF_PLAYERS)
    return found.latest("pk").public_id


def picked(person: Any, character: Character | None = None, speed: str = "", status: int = 200, **more: Any) -> str:
    """Somebody picks; returns the words of the answer."""
    said = {"speed": speed} if speed else {}
    answer = person.post("dragon.pick", ask=ask_of(person, character), live=True, **said, **more)
    assert answer.status_code == status, in_words(answer)
    return in_words(answer)


def speed_of(character: Character) -> dict[str, Any]:
    """What stands about somebody's speed in the newest turn."""
    found: dict[str, Any] = Declaration.objects.filter(combatant__character=character).latest("pk").plan
    return found


def rounds_of(character: Character) -> list[int]:
    """The rounds in which somebody has an open phase."""
    found = Slot.objects.filter(combatant__character=character, kind="phase", state="open")
    turn = Combatant.objects.get(character=character).fight.turn
    return sorted(found.filter(span=turn).values_list("number", flat=True))


def to_turn(gm: Any, character: Character) -> str:
    """The dice of somebody that wait to be turned."""
    found = Ask.objects.filter(table=gm.table, closed_at=None, exchange__kind__in=speeds.TURNS)
    return found.filter(facts__character_id=character.public_id).latest("pk").public_id


def kept_out(words: str, *secrets: str) -> None:
    for one in secrets:
        assert one not in words, f"{one} in {words}"
