"""Taking a ready character: a player one of their own, a GM one for anybody."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters import ready, rows
from apps.characters.fallen import alive_of
from apps.characters.forms import named
from apps.characters.models import Character, Move
from apps.characters.points import told_by
from apps.characters.ready import Offer, Ready
from apps.table.acts import ActForm, act
from apps.table.choices import OneRow
from apps.table.models import Seat
from apps.table.turn import Turn
from apps.table.viewer import seated


class TakeForm(ActForm):
    ready = forms.ChoiceField(
        label="Who",
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "There is no such ready character.", "required": "Say whom."},
    )
    seat = OneRow(required=False, label="Who plays it")

    def setup(self) -> None:
        self.offer("ready", [(one.id, one.name) for one in ready.people(self.viewer.game.key)])
        if not self.viewer.is_gm:
            del self.fields["seat"]
            return
        nobody = f"Nobody yet: the {self.viewer.game.gm} keeps it"
        self.choose("seat", [one for one in seated(self.viewer.desk) if one.role == "player"], nobody)

    def offers(self) -> list[Offer]:
        return ready.offers(self.viewer)

    def clean_ready(self) -> Ready:
        """A ready one is at a table once: a second one would be a copy, which one makes of the sheet."""
        wanted = self.cleaned_data["ready"]
        if (there := ready.taken(self.viewer).get(wanted)) is not None and not ready.is_back(there):
            raise forms.ValidationError(f"{there.name} is at this table already. Take another.", "taken")
        return next(one for one in ready.people(self.viewer.game.key) if one.id == wanted)

    def clean(self) -> dict[str, Any]:
        mine = [] if self.viewer.is_gm else alive_of(self.viewer)
        if mine:
            gm = self.viewer.game.gm
            self.add_error(None, f"You play {mine[0].name} already. Whoever wants a second one asks the {gm}.")
        return self.cleaned_data


@act(
    "take-ready",
    title="Take a ready character",
    form=TakeForm,
    template="characters/acts/take-ready.html",
    button="Take this one",
    leads_to="table",
)
def take(turn: Turn, form: TakeForm) -> None:
    """A new sheet as the game has it ready; from now on it is edited as any other. One who was given back is taken as
    they are."""
    one: Ready = form.cleaned_data["ready"]
    seat = form.cleaned_data.get("seat") if turn.viewer.is_gm else turn.seat
    there = ready.taken(form.viewer).get(one.id)
    if there is not None:
        ready.goes_to(turn, there, seat)
    character, points = (there, None) if there is not None else _made(turn, one, seat)
    facts = named(character) | {"to": seat.name if seat and seat != turn.seat else None}
    told_by(turn, turn.tell("ready-taken", facts), points)


def _made(turn: Turn, one: Ready, seat: Seat | None) -> tuple[Character, Move | None]:
    game = ready.module_of(turn.table.game)
    character = rows.make_character(turn, name=one.name, sheet=game.SHEET, role=one.document.role, seat=seat)
    rows.set_trait(turn, character, ready.MARK, one.id)
    return character, game.bring(turn, character, one.document)
