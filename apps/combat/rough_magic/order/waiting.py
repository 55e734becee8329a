"""Somebody waits before a roll: with a turn that is held, or to raise a defensive power (rough_magic.attack-sequence,
step 4; rough_magic.delaying, rough_magic.forcing). It counts while it is the same fighter's turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.characters.forms import CharacterChoice, acting_for, named
from apps.characters.models import Character
from apps.characters.rough_magic.parts import Power
from apps.characters.rough_magic.sheet import sheet_of
from apps.checks.rough_magic import waiting
from apps.checks.rough_magic.waiting import Waits
from apps.combat import tracking
from apps.combat.models import Combatant, Fight, Slot
from apps.combat.rough_magic.order import stored, turns_of
from apps.combat.rough_magic.order.forms import PLAIN, FighterForm
from apps.rules.refusal import Refused
from apps.table.acts import ActForm, act
from apps.table.desk import Desk
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

WAIT = "wait"
"""The kind of a slot that says that somebody waits, and in whose turn."""
POWER = "power"


# what they could do


@dataclass(frozen=True)
class Raise:
    """A defensive power that could be switched on before a roll, and what is given up for it."""

    power: Power
    price: str


def raises_of(one: Combatant) -> list[Raise]:
    """The powers that defend and are off, out of turn for a turn to come."""
    if turns_of.has_turn(one) or not (price := stored.price_of(one.fight, one.character, POWER)):
        return []
    return [Raise(power, price) for power in sheet_of(one.character).powers if power.defends and not power.on]


def could_in_words(one: Combatant) -> str:
    """All that somebody could do before a roll; nothing where that is nothing."""
    place = stored.fighter_of(one.fight, one.character)
    held = place.held if place is not None and one not in turns_of.breaking_in(one.fight) else None
    turn = [f"to break in with the turn of round {held}"] if held is not None else []
    return " or ".join([*turn, *(f"to raise {found.power.name}" for found in raises_of(one))])


# who waits


def moment(fight: Fight) -> str:
    """In whose turn of which round it is, whoever breaks into it; nothing where nobody's place is on."""
    now = turns_of.at_place(fight)
    return f"{sure(fight.turn).number}.{now.public_id}" if now is not None and fight.phase == stored.ROUND else ""


def slot_of(one: Combatant) -> Slot | None:
    """That somebody waits now, and may still act."""
    rows = one.desk.all(Slot, combatant=one, kind=WAIT)
    return next((row for row in rows if row.facts["at"] == moment(one.fight) and could_in_words(one)), None)


def waiters(fight: Fight) -> list[Combatant]:
    """Those who wait, in the order of play: the earlier one goes first (rough_magic.delaying)."""
    return [one for one in stored.ordered(fight) if slot_of(one) is not None]


@waiting.tells_who_waits
def who_waits(desk: Desk, roller: Character | None) -> list[Waits]:
    """Nobody holds up whoever waits or breaks in themselves."""
    fight = tracking.fight_of(desk.table)
    if fight is None or fight.turn is None:
        return []
    found = waiters(fight)
    free = [*found, *turns_of.breaking_in(fight)]
    if roller is not None and any(one.character == roller for one in free):
        return []
    return [Waits(one.character, _openly(one)) for one in found]


def _openly(one: Combatant) -> str:
    """What somebody waits for, as everybody may know it: of the GM's people nothing of their sheets."""
    return could_in_words(one) if one.character.seat_id else ""


def over(turn: Turn, one: Combatant) -> None:
    """They have acted, or let it go."""
    for row in one.desk.all(Slot, combatant=one, kind=WAIT):
        turn.delete(row)


# acts


def why_not_wait(one: Combatant) -> Refused | None:
    """Why somebody may not wait now; None if they may."""
    name = one.character.name
    if not moment(one.fight) or turns_of.has_turn(one):
        return Refused("own-turn", f"There is nobody else’s roll that {name} could wait before.", "character")
    if one.character.hidden:
        return Refused("hidden", f"Nobody may learn of {name}: they can break in, and cannot wait.", "character")
    if not could_in_words(one):
        words = f"{name} holds no turn, and has no defensive power to raise before a roll."
        return Refused("nothing", words, "character")
    return Refused("waits", f"{name} waits already.", "character") if slot_of(one) else None


def outlook(viewer: Viewer, form: FighterForm) -> Mapping[str, Any]:
    one = form.so_far()
    no = why_not_wait(one) if one else None
    return {"refused_now": no.text if no else "", "warning": could_in_words(one) if one and not no else ""}


@act("rough_magic.wait", title="Wait", form=FighterForm, button="Wait", preview=outlook, template=PLAIN)
def wait(turn: Turn, form: FighterForm) -> None:
    """The roll that is to come waits for them: a turn that is held, or a defensive power (rough_magic.attack-sequence).
    Refuses who could do nothing before it."""
    one = form.combatant(turn)
    if no := why_not_wait(one):
        raise no
    acting_for(turn, one.character)
    over(turn, one)
    fight, whose = one.fight, turns_of.on_turn(one.fight)
    number = sure(fight.turn).number
    turn.create(Slot, combatant=one, span=fight.turn, kind=WAIT, number=number, facts={"at": moment(fight)})
    before = whose.character.name if whose is not None and not whose.character.hidden else ""
    turn.tell("rough_magic.waits", named(one.character) | {"why": _openly(one), "before": before})


class OverForm(ActForm):
    """Who waits no longer; for a GM everybody, where nobody is named."""

    character = CharacterChoice(required=False, empty_label="Everybody who waits")

    def setup(self) -> None:
        fight = tracking.fight_of(self.viewer.table)
        there = [one.character for one in waiters(fight)] if fight is not None and fight.turn is not None else []
        self.choose("character", [one for one in there if self.viewer.is_gm or one.seat_id == self.viewer.seat.pk])

    @property
    def those(self) -> list[Combatant]:
        fight = sure(tracking.fight_of(self.viewer.table))
        named_ = self.cleaned_data["character"]
        able = self.fields["character"].rows  # type: ignore[attr-defined]
        return [one for one in waiters(fight) if one.character in able and named_ in (None, one.character)]


@act("rough_magic.wait-over", title="Wait no longer", form=OverForm, button="Go on", template=PLAIN)
def wait_over(turn: Turn, form: OverForm) -> None:
    """Whoever waits lets it go; a GM goes on without them. Refuses where nobody of theirs waits."""
    tracking.running(turn)
    those = form.those
    if not those:
        turn.refuse("nobody", "Nobody waits, or it was another’s roll.", "character")
    for one in those:
        over(turn, one)
    turn.tell("rough_magic.wait-over", {"names": [one.character.name for one in those], "gm": turn.viewer.is_gm})
