"""A shot from the die that lies sealed to the hit (dragonfly.open-fire)."""

from __future__ import annotations

from dataclasses import dataclass

from apps.characters.models import Character, CharacterKey
from apps.checks.dragonfly.sides import Added, hand_of, thrown_for
from apps.checks.thrown import Thrown
from apps.rules.dice import HandDice
from apps.rules.dragonfly.checks import TARGET, Check
from apps.rules.dragonfly.ships import dogfight as rules
from apps.ships.board import encounter_of, sailing
from apps.ships.dragonfly import damage
from apps.ships.dragonfly.crew import STOPPED, CrewForm, note, used_up
from apps.ships.dragonfly.sight import Facts
from apps.ships.dragonfly.telling import side_of, tell
from apps.ships.models import Vessel, VesselKey
from apps.table import exchanges
from apps.table.models import Ask, Event
from apps.table.turn import Turn

KIND = "dragonfly.shot"


@dataclass(frozen=True)
class Shot:
    """A shot that waits for the target's pilot. The gunner's face is sealed in here until they have answered."""

    vessel: VesselKey
    target: VesselKey
    gunner: CharacterKey
    weapon: str
    added: Added
    face: int | None
    typed: bool

    def check(self) -> Check:
        """The finished attack."""
        return self.added.check(face=self.face)


def pending(gunner: Character) -> bool:
    """Whether a shot of theirs waits for the target's pilot."""
    return any(one.state["gunner"] == gunner.pk for one in exchanges.open_exchanges(gunner.desk, KIND))


@dataclass(frozen=True)
class Evasion:
    """A finished evasion of a shot."""

    pilot: Character
    added: Added
    check: Check
    typed: bool


def dice_of(turn: Turn, form: CrewForm, ask: Ask | None = None) -> Thrown:
    """The dice of this side; after a real die that was typed in, the program rolls whatever else has to fall."""
    thrown = thrown_for(turn, form, ask)
    hand = None if thrown.again else hand_of(turn, form.cleaned_data.get("face"))
    return Thrown(turn, HandDice(hand.left, turn.dice), ask) if hand else thrown


def settle(
    turn: Turn,
    shot: Shot,
    vessel: Vessel,
    target: Vessel,
    evasion: Evasion | None,
    thrown: Thrown,
    about: tuple[Event, ...] = (),
) -> Event:
    """Both sides are in: a hit counts at once, and its dice fall after those of the shot."""
    attack = shot.check()
    found = rules.shot(attack, evasion.check.total if evasion else None)
    gunner = turn.desk.find(Character, shot.gunner)
    stopped = evasion is not None and not found.hit and attack.total >= TARGET
    if stopped and gunner is not None and not used_up(vessel, gunner).get(STOPPED):
        note(turn, vessel, gunner, STOPPED)
    ships = {"ship": vessel.ship.name, "target": target.ship.name, "weapon": shot.weapon}
    facts = ships | {"sides": _sides(shot, gunner, attack, evasion), "hit": found.hit, "evaded": stopped}
    event = tell(turn, "dragonfly.shot", facts, vessel, target, felt=True, about=about)
    if found.hit:
        damage.hit(turn, target, event, thrown.dice)
    if target.state == "lost":
        _call_off(turn, target)
    return event


def count_hits_by_hand(turn: Turn, ship: Character) -> None:
    """A ship of the encounter that has by its sheet taken twice its Size in hits is debris (dragonfly.ship-hits)."""
    encounter = encounter_of(turn.table)
    for target in sailing(encounter) if encounter else []:
        if target.ship_id == ship.pk:
            damage.debris_by_hand(turn, target)
            if target.state == "lost":
                _call_off(turn, target)


def _sides(shot: Shot, gunner: Character | None, attack: Check, evasion: Evasion | None) -> list[Facts]:
    sides = [side_of(gunner, shot.added, attack, shot.typed)] if gunner else []
    if evasion:
        sides.append(side_of(evasion.pilot, evasion.added, evasion.check, evasion.typed))
    return sides


def _call_off(turn: Turn, target: Vessel) -> None:
    """Whatever else was fired at a ship that is debris now finds nothing."""
    for one in exchanges.open_exchanges(turn.desk, KIND):
        if one.state["target"] == target.pk:
            exchanges.close(turn, one)
