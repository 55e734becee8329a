"""A character of two numbers, and a dare with one of them."""

from __future__ import annotations

from apps.rules.toy.daring import dare as dare_rule
from django import forms

from apps.characters import rows
from apps.characters.forms import OwnCharacterForm, acting_for, named, number, one_line
from apps.characters.models import Rating
from apps.table.acts import ActForm, act
from apps.table.turn import Turn

NUMBERS = ("luck", "nerve")


class MakeForm(ActForm):
    name = one_line("Name")
    luck = number("Luck", 0, 5)
    nerve = number("Nerve", 0, 5)


@act("toy.make", title="A new character", form=MakeForm, menu=1)
def make(turn: Turn, form: MakeForm) -> None:
    data = form.cleaned_data
    seat = None if turn.viewer.is_gm else turn.seat
    character = rows.make_character(turn, name=data["name"], sheet="toy", role="toy", seat=seat, hidden=False)
    for key in NUMBERS:
        rows.set_rating(turn, character, "number", key, data[key])
    turn.tell("toy.made", named(character))


class DareForm(OwnCharacterForm):
    number = forms.ChoiceField(label="With", choices=[("luck", "Luck"), ("nerve", "Nerve")])


@act("toy.dare", title="Dare it", form=DareForm, menu=2, at_hand="die")
def dare(turn: Turn, form: DareForm) -> None:
    """Throws a die and adds the number (toy.dare)."""
    character, key = form.cleaned_data["character"], form.cleaned_data["number"]
    acting_for(turn, character)
    (held,) = turn.desk.all(Rating, character=character, key=key)
    dared = dare_rule(number=held.value, dice=turn.dice, options=turn.options)
    turn.tell("toy.dared", named(character) | {"face": dared.face, "total": dared.total, "enough": dared.enough})
