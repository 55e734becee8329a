"""Ships that have met, for the tests of dogfights."""

from __future__ import annotations

import re
from typing import Any

from apps.characters.models import Character, Condition, Rating, Track
from apps.ships.board import encounter_of, gap_between, vessels_of
from apps.ships.models import Encounter, Vessel
from apps.table.models import Ask, Event, Telling
from apps.table.switches import offered, values_of


def encounter(table: Any) -> Encounter:
    found = encounter_of(table)
    assert found is not None
    return found


def vessel(ship: Character) -> Vessel:
    [found] = [one for one in vessels_of(encounter(ship.table)) if one.ship_id == ship.pk]
    return found


def meet(gm: Any, *ships: Character, range_: str = "close") -> Encounter:
    """The ships meet at that range."""
    gm.does("dragonfly.start-dogfight", ships=[one.public_id for one in ships], range=range_)
    return encounter(gm.table)


def engage(who: Any, ship: Character, target: Character, plain: bool = False) -> Any:
    return who.post(
        "dragonfly.engage",
        live=True,
        plain=plain,
        ship=vessel(ship).public_id,
        choice="engage",
        target=vessel(target).public_id,
    )


def disengage(who: Any, ship: Character) -> Any:
    return who.post("dragonfly.engage", live=True, ship=vessel(ship).public_id, choice="disengage")


def go_on(gm: Any) -> Encounter:
    gm.does("dragonfly.dogfight-next")
    return encounter(gm.table)


def ask_of(person: Character) -> Ask | None:
    """The open ask of this character's player, or of the GMs about it."""
    found = Ask.objects.filter(table=person.table, closed_at=None).order_by("-pk")
    return next((one for one in found if one.facts.get("character_id") == person.public_id), None)


def asked(person: Character) -> str:
    """The public id of what this character's player, or the Director for them, is asked."""
    found = ask_of(person)
    assert found is not None, f"{person} is asked nothing"
    return found.public_id


def answer(who: Any, person: Character, act: str = "dragonfly.answer-maneuver", **given: Any) -> Any:
    return who.post(act, live=True, ask=asked(person), **given)


def fire(who: Any, gunner: Character, ship: Character, weapon: str, target: Character, **given: Any) -> Any:
    """That weapon of the ship, by its name, at the target."""
    held = ship.entries.get(kind="weapon", name=weapon)
    aim = vessel(target).public_id
    return who.post("dragonfly.fire", live=True, character=gunner.public_id, weapon=held.public_id, target=aim, **given)


def evade(who: Any, pilot: Character, how: str = "evade", **given: Any) -> Any:
    return answer(who, pilot, "dragonfly.answer-shot", how=how, **given)


def track(ship: Character, key: str) -> int | None:
    found = Track.objects.filter(character=ship, key=key).first()
    return found.value if found else None


def switched(gm: Any, **changed: str) -> None:
    """The Director changes these switches, keys with underscores; those that stand so already stay."""
    now = values_of(gm.table.desk)
    held = {one.key: now[one.key] for one in offered(gm.viewer.game)}
    wanted = held | {key.replace("_", "-"): value for key, value in changed.items()}
    if wanted == held:
        return
    gm.does("switches", **wanted)


def rated(person: Character, **numbers: int) -> None:
    """Sets ratings of somebody by key with underscores."""
    for key, value in numbers.items():
        Rating.objects.filter(character=person, key=key.replace("_", "-")).update(value=value)


def quality(person: Character, key: str) -> None:
    Rating.objects.create(character=person, group="quality", key=key, value=1)


def set_vessel(ship: Character, **fields: Any) -> Vessel:
    """Writes where the Turn has brought that ship."""
    found = vessel(ship)
    for name, value in fields.items():
        setattr(found, name, value)
    found.save()
    return found


def at_fire(gm: Any, ship: Character, target: Character, total: int = 14, against: int = 5, levels: int = 3) -> None:
    """The ships meet, and it is the first one's turn to fire: it engages the target, with that maneuver total."""
    if encounter_of(gm.table) is None:
        meet(gm, ship, target)
    found = encounter(gm.table)
    set_vessel(ship, choice="engage", target=vessel(target), piloting=total, levels=levels)
    set_vessel(target, piloting=against, levels=0)
    found.phase = f"fire:{total}"
    found.save()


def set_range(one: Character, other: Character, range_: str) -> None:
    found = gap_between(vessel(one), vessel(other))
    assert found is not None
    found.range = range_
    found.save()


def parts_of(facts: dict[str, Any], side: int = 0) -> dict[str, int]:
    """The numbers of one side of a card by their names."""
    return {one["label"]: one["value"] for one in facts["sides"][side]["parts"]}


def undone(gm: Any, kind: str) -> None:
    """The Director takes the newest event of that kind back."""
    event = Event.objects.filter(table=gm.table, kind=kind, undone_by=None).latest("pk")
    gm.does("undo", event=event.public_id)


def damaged(ship: Character, **tracks: int) -> None:
    """Sets tracks of the ship by key with underscores."""
    for key, value in tracks.items():
        Track.objects.update_or_create(
            table=ship.table, character=ship, key=key.replace("_", "-"), defaults={"value": value}
        )


def condition(person: Character, name: str, modifier: int) -> Condition:
    return Condition.objects.create(character=person, name=name, modifier=modifier)


def range_of(one: Character, other: Character) -> str:
    found = gap_between(vessel(one), vessel(other))
    assert found is not None
    return found.range


def facts_of(table: Any, kind: str) -> dict[str, Any]:
    """What the fullest version of the newest event of that kind holds."""
    event = Event.objects.filter(table=table, kind=kind).latest("pk")
    found: dict[str, Any] = Telling.objects.filter(event=event).order_by("-rank")[0].facts
    return found


def said(response: Any) -> str:
    """The words of an answer."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())[-900:]
