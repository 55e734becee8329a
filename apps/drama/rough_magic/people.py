"""Whose plot points: what forms about persons share (rough_magic.plot-point-session: they are the player's)."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters.access import played_by
from apps.characters.forms import OwnCharacterForm
from apps.characters.models import Character
from apps.characters.rough_magic.points import has_points, held_by, held_for
from apps.table.acts import ActForm
from apps.table.choices import OneRow, SeveralRows
from apps.table.desk import Desk
from apps.table.models import Seat
from apps.table.turn import Turn
from apps.table.viewer import Viewer, seated

NOT_THERE = {"invalid_choice": "Nobody of that name has plot points here."}


def players(desk: Desk) -> list[Seat]:
    """Everybody who has plot points, in the order in which they came."""
    return [one for one in seated(desk) if has_points(one)]


def player(desk: Desk, public_id: str) -> Seat | None:
    """None where they have left the table."""
    return next((one for one in players(desk) if one.public_id == public_id), None)


def purse(seat: Seat) -> dict[str, Any]:
    """How an event names somebody, with what they have now."""
    return {"name": seat.name, "left": held_by(seat)}


class PlayerChoice(OneRow):
    def __init__(self, **about: Any) -> None:
        super().__init__(error_messages=NOT_THERE, **about)


class PlayersChoice(SeveralRows):
    """Each with how many points they have."""

    def __init__(self, **about: Any) -> None:
        super().__init__(error_messages=NOT_THERE, widget=forms.CheckboxSelectMultiple, **about)

    def label_from_instance(self, row: Seat) -> str:
        return f"{row.name} ({held_by(row)})"


class PayerForm(ActForm):
    """An act that a person pays for: a player themselves, for a GM anybody."""

    seat = PlayerChoice(label="Whose point")

    def setup(self) -> None:
        if self.viewer.is_gm:
            self.choose("seat", players(self.viewer.desk))
        else:
            del self.fields["seat"]

    @property
    def payer(self) -> Seat:
        """In a form that is valid."""
        found: Seat = self.cleaned_data["seat"] if self.viewer.is_gm else self.viewer.seat
        return found

    @property
    def left(self) -> int | None:
        """What the payer keeps, before the rest is typed too; None while a GM has not said whose point it is."""
        payer = player(self.viewer.desk, self["seat"].value() or "") if self.viewer.is_gm else self.viewer.seat
        return held_by(payer) - 1 if payer else None


class HeroForm(OwnCharacterForm):
    """An act for a character whom a player plays, paid by that player."""

    def open_characters(self) -> list[Character]:
        return of_players(self.viewer)

    @property
    def left(self) -> int | None:
        """What the player keeps, before the rest is typed too."""
        character = self.chosen()
        return held_for(character) - 1 if character else None


def of_players(viewer: Viewer) -> list[Character]:
    """Those for whom this seat may spend plot points."""
    return [one for one in played_by(viewer) if one.seat is not None and has_points(one.seat)]


def acting_for_player(turn: Turn, seat: Seat) -> None:
    """Notes that a GM acts for somebody else."""
    turn.for_somebody_else = seat.pk != turn.seat.pk
