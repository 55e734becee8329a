"""What the forms of a fight share: somebody who is in it, and names that are tapped in an order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.forms import CharactersChoice, OwnCharacterForm
from apps.characters.models import Character
from apps.characters.rough_magic.sheet import UNNAMED
from apps.combat import tracking
from apps.combat.models import Combatant, Fight
from apps.combat.rough_magic.order import stored, turns_of
from apps.table.names import name_of_all, stem
from apps.table.turn import Turn

PLAIN = "combat/rough_magic/acts/plain.html"
"""The template of an act's form that needs no other: why it is refused now, a warning, the fields."""


@dataclass(frozen=True)
class Group:
    """Those who share a place in the order: numbered guards of one name, or one alone (rough_magic.awareness-order)."""

    members: tuple[Character, ...]

    @property
    def lead(self) -> Character:
        """Whose sheet speaks for them, and whose id stands for them in a form."""
        return self.members[0]

    @property
    def public_id(self) -> str:
        return self.lead.public_id

    @property
    def name(self) -> str:
        return name_of_all([one.name for one in self.members])

    @property
    def hidden(self) -> bool:
        """Whether the players know of none of them."""
        return all(one.hidden for one in self.members)

    def __str__(self) -> str:
        return f"{self.name} (hidden)" if self.hidden else self.name


def groups_among(cast: Iterable[Character]) -> list[Group]:
    """These by their groups, in order. Nobody hidden shares a place with those whom everybody knows."""
    found: dict[Any, list[Character]] = {}
    for one in cast:
        kind = stem(one.name) if one.sheet == UNNAMED and one.seat_id is None else ""
        found.setdefault((kind, one.hidden) if kind else one.pk, []).append(one)
    return [Group(tuple(members)) for members in found.values()]


class InOrder(CharactersChoice):
    """Groups, by anybody in them; `cleaned_data` has them in the order in which they were sent."""

    def _found(self, public_id: Any) -> Group | None:
        return next((group for group in self.rows if str(public_id) in [one.public_id for one in group.members]), None)

    def to_python(self, value: Any) -> list[Any]:
        sent = [self._found(one) for one in value or ()]
        if None in sent:
            raise forms.ValidationError(self.error_messages["invalid_choice"], "invalid_choice")
        return list(dict.fromkeys(sent))


class FighterForm(OwnCharacterForm):
    """About one in the fight: a player's own, any for a GM."""

    def open_characters(self) -> list[Character]:
        there = tracking.fighters(self.viewer.table)
        return [one for one in super().open_characters() if one.pk in there]

    def so_far(self) -> Combatant | None:
        """Who is chosen so far, if anybody."""
        character = self.chosen()
        return tracking.in_the_fight(character) if character else None

    def combatant(self, turn: Turn) -> Combatant:
        """Who it is about, read inside the hold. Refuses where no fight runs or they are out of it."""
        found = tracking.combatant_of(running(turn), self.cleaned_data["character"])
        if found is None or found.state == "out":
            turn.refuse("not-here", f"{self.cleaned_data['character'].name} is not in the fight.", "character")
        return found


class OnTurnForm(FighterForm):
    """About whoever acts now, if that is somebody of one's own."""

    def setup(self) -> None:
        super().setup()
        fight = tracking.fight_of(self.viewer.table)
        now = turns_of.on_turn(fight) if fight else None
        if now is not None and now.character in self.open_characters():
            self.start_with({"character": now.character.public_id})


class InOrderForm(FighterForm):
    """About one who has a place in the order."""

    def open_characters(self) -> list[Character]:
        fight = tracking.fight_of(self.viewer.table)
        placed = {one.character_id for one in stored.ordered(fight)} if fight else set()
        return [one for one in super().open_characters() if one.pk in placed]


def running(turn: Turn) -> Fight:
    """The fight that runs in its order. Refuses where there is none, and while the order is rolled for."""
    fight = tracking.running(turn)
    if fight.phase == stored.ROLLING:
        turn.refuse("rolling", "The order is rolled for. First that, or roll for everybody left.")
    return fight
