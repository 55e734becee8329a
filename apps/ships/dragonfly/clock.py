"""The hours of life support that are left after a hit on it (dragonfly.ship-damage-table)."""

from __future__ import annotations

from typing import Any

from apps.characters import rows
from apps.characters.forms import CharacterChoice, named, number
from apps.characters.models import Character, Track, Use
from apps.ships.access import crew_and_gms, ships_of
from apps.ships.dragonfly.repairs import RULE
from apps.ships.dragonfly.sheet import HOURS
from apps.ships.dragonfly.writing import set_hours
from apps.table.acts import ActForm, act, gms
from apps.table.sure import sure
from apps.table.turn import Turn


class HoursForm(ActForm):
    hours = number("Hours that pass", 1, 999, initial=1)


@act("dragonfly.hours-pass", title="Hours pass in space", form=HoursForm, who=gms, button="Let them pass", menu=67)
def hours_pass(turn: Turn, form: HoursForm) -> None:
    """Takes the hours off every clock of life support that runs; engineers may try again. Everybody hears that time
    passes, of a ship's clock its crew. Refuses where none runs and nobody waits for an hour to pass."""
    hours = form.cleaned_data["hours"]
    clocks = [one for one in turn.desk.all(Track, key=HOURS) if one.value > 0]
    attempts = turn.desk.all(Use, rule=RULE)
    if not clocks and not attempts:
        turn.refuse("no-clock", "No ship counts the hours of its life support, and no engineer waits.", "hours")
    turn.tell("dragonfly.hours-passed", {"hours": hours})
    for one in attempts:
        turn.delete(one)
    for clock in clocks:
        _run_down(turn, clock, hours)


def _run_down(turn: Turn, clock: Track, hours: int) -> None:
    ship = sure(clock.character)
    left = max(0, clock.value - hours)
    rows.set_track(turn, ship, HOURS, left)
    turn.tell("dragonfly.hours-passed", named(ship) | {"hours": hours, "left": left}, crew_and_gms(ship))


class StopForm(ActForm):
    ship = CharacterChoice(label="Ship", error_messages={"invalid_choice": "No clock runs on that ship."})

    def setup(self) -> None:
        running = {one.character_id for one in self.viewer.desk.all(Track, key=HOURS)}
        self.choose("ship", [one for one in ships_of(self.viewer.desk) if one.pk in running])


@act("dragonfly.stop-hours", title="Stop the clock of life support", form=StopForm, who=gms, button="Stop it")
def stop_hours(turn: Turn, form: StopForm) -> None:
    """The clock stops by the Director's word; a repair stops it too."""
    ship: Character = form.cleaned_data["ship"]
    set_hours(turn, ship, None)
    facts: dict[str, Any] = named(ship)
    turn.tell("dragonfly.hours-stopped", facts, crew_and_gms(ship))
