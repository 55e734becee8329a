"""Simple vehicles and boats are nothing but Assets (crew.land-vehicles, crew.watercraft)."""

from __future__ import annotations

from django import forms

from apps.characters.access import knowers_of, known_to
from apps.characters.crew import assets
from apps.characters.crew.places import the_place
from apps.characters.forms import CharacterChoice, named, one_line
from apps.rules.crew import ships
from apps.rules.crew.steps import written
from apps.table.acts import ActForm, act, gms
from apps.table.turn import Turn

KINDS = {"land": ("a land vehicle", "crew.land-vehicles"), "water": ("a boat", "crew.watercraft")}


class VehicleForm(ActForm):
    name = one_line("What is it", 60, help_text="A mule cart, a rowing boat")
    kind = forms.ChoiceField(
        label="It goes", choices=[("land", "On land"), ("water", "On water")], initial="land", widget=forms.RadioSelect
    )
    character = CharacterChoice(label="Who has it", required=False, help_text="Nobody: it stands there for everybody")

    def setup(self) -> None:
        crew = [one for one in known_to(self.viewer) if one.role == "crewmember"]
        self.choose("character", crew, "Nobody: it is there")


@act("crew.vehicle-there", title="A simple vehicle is there", form=VehicleForm, who=gms, button="It is there")
def vehicle_there(turn: Turn, form: VehicleForm) -> None:
    """A simple vehicle or boat, an Asset for the scene that costs nobody anything: the GM says that it is there."""
    data = form.cleaned_data
    simple = ships.land_vehicles if data["kind"] == "land" else ships.watercraft
    size = simple(kind="simple").asset or ships.SIMPLE
    holder = data["character"] or the_place(turn)
    row = assets.create(turn, holder, data["name"], size=size)
    words, rule = KINDS[data["kind"]]
    facts = named(holder) | {
        "name": row.name,
        "size": written(size),
        "what": words,
        "rule": rule,
        "whose": holder.name if data["character"] else None,
    }
    turn.tell("crew.vehicle-there", facts, to=knowers_of(holder))
