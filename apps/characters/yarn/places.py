"""Places of the series: everybody may call a scene there (yarn.locations)."""

from __future__ import annotations

from apps.characters import rows
from apps.characters.access import all_known_to
from apps.characters.forms import CharacterChoice, named, one_line
from apps.characters.models import PLACE, Character
from apps.rules.yarn.drama.people import locations
from apps.table.acts import ActForm, act
from apps.table.turn import Turn
from apps.table.viewer import Viewer

NOTES = "notes"


class PlaceForm(ActForm):
    name = one_line("What the place is called")
    text = one_line("What it is like", 240, required=False)


@act("yarn.make-place", title="A new place", form=PlaceForm, button="Add the place")
def make_place(turn: Turn, form: PlaceForm) -> None:
    """Anybody invents places, and all are kept (yarn.locations)."""
    turn.tell("yarn.place-made", named(new_place(turn, **form.cleaned_data)))


def new_place(turn: Turn, name: str, text: str = "") -> Character:
    """A place of that name, or the one that there is already."""
    locations(setting=name)
    held = next((one for one in places_of(turn.viewer) if one.name.casefold() == name.casefold()), None)
    made = held or rows.make_character(turn, name=name, sheet=PLACE, role=PLACE, seat=None)
    if text:
        rows.set_trait(turn, made, NOTES, text)
    return made


class EditPlaceForm(PlaceForm):
    character = CharacterChoice(label="Which place")

    def setup(self) -> None:
        self.choose("character", places_of(self.viewer))


@act("yarn.edit-place", title="Edit a place", form=EditPlaceForm, button="Keep the place")
def edit_place(turn: Turn, form: EditPlaceForm) -> None:
    """Another name, or other words for what it is like."""
    data = form.cleaned_data
    place: Character = data["character"]
    turn.change(place, name=data["name"])
    rows.set_trait(turn, place, NOTES, data["text"])
    turn.tell("yarn.place-made", named(place))


def places_of(viewer: Viewer) -> list[Character]:
    """The places that this seat knows of, in the order in which they came up."""
    return [one for one in all_known_to(viewer) if one.sheet == PLACE]
