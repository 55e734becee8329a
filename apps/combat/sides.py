"""Who fights on which side, in any game: the players' or the other, until the GM says otherwise."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import ClassVar

from django import forms

from apps.characters.access import is_party, knowers_of
from apps.characters.forms import OwnCharacterForm, acting_for, named
from apps.characters.models import Character
from apps.combat import tracking
from apps.combat.models import Combatant
from apps.table.sure import sure
from apps.table.turn import Turn

PLAYERS, OTHERS = "players", "others"
SIDES = {PLAYERS: "On the players’ side", OTHERS: "Against the players"}
"""The sides of a game whose fights know no others."""

WENT_OVER = "went-over"
"""A tally of the fight: whoever stands on this side now has stood on another."""


def usual_side(character: Character) -> str:
    """On which side somebody comes: the party and its allies on one, all the others on the other."""
    return PLAYERS if is_party(character) or character.role == "ally" else OTHERS


def side_of(one: Combatant) -> str:
    """As the GM has said it in this fight; else as they came."""
    return one.side or usual_side(one.character)


def is_nobody_across(came: Collection[Combatant]) -> bool:
    """Whether a fight that the players' side has come to has nobody against them, and never had."""
    return bool(came) and all(side_of(one) == PLAYERS for one in came)


def stand_together(one: Character, other: Character) -> bool:
    """Whether two are on one side, in the fight that runs or as they would come."""
    return _now(one) == _now(other)


def foes_first(own: Character | None, others: Iterable[Character]) -> list[Character]:
    """In their order, but before one's own people those who stand across; as they are for nobody."""
    return sorted(others, key=lambda one: own is not None and stand_together(one, own))


def first_foe(own: Character | None, others: Iterable[Character]) -> Character | None:
    """Who is proposed as a target: the first who stands across, nobody where all are one's own people."""
    return next((one for one in others if own is None or not stand_together(one, own)), None)


def _now(character: Character) -> str:
    found = tracking.in_the_fight(character)
    return side_of(found) if found else usual_side(character)


def changed_side(one: Combatant) -> str:
    """The side of somebody who has gone over, in words; nothing of anybody else."""
    side = side_of(one)
    return SIDES[side] if side != usual_side(one.character) else ""


class SideForm(OwnCharacterForm):
    """Somebody in the fight that runs, and on which side they fight from now on: at first the other one."""

    side = forms.ChoiceField(label="Side", widget=forms.RadioSelect)
    sides: ClassVar[Mapping[str, str]] = SIDES

    def setup(self) -> None:
        super().setup()
        self.offer("side", [*self.sides.items()])
        if character := self.chosen():
            now = _now(character)
            self.start_with({"side": next(key for key in self.sides if key != now)})

    def open_characters(self) -> list[Character]:
        there = tracking.fighters(self.viewer.table)
        return [one for one in super().open_characters() if one.pk in there]


def go_over(turn: Turn, form: SideForm, kind: str) -> Combatant:
    """Somebody changes sides in the middle of a fight, which had two even if only one is left. Refuses the side on
    which they are."""
    character, side = form.cleaned_data["character"], form.cleaned_data["side"]
    one = sure(tracking.combatant_of(tracking.running(turn), character))
    if side_of(one) == side:
        turn.refuse("same", f"{character.name} is on that side already.", "side")
    acting_for(turn, character)
    tracking.set_tally(turn, one, one.fight.span, WENT_OVER, 1)
    turn.change(one, side=side)
    turn.tell(kind, {**named(character), "side": side}, to=knowers_of(character))
    return one
