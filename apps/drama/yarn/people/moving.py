"""A scene moves to another place, one that is known or a new one (yarn.locations)."""

from __future__ import annotations

from typing import Any

from apps.characters.access import all_known_to
from apps.characters.forms import one_line
from apps.characters.models import PLACE, Character
from apps.characters.yarn.people import of_seat
from apps.characters.yarn.places import new_place
from apps.characters.yarn.scenes import move_to, scene_of
from apps.drama.yarn.window import window_of
from apps.table.acts import ActForm, act
from apps.table.choices import OneRow
from apps.table.turn import Turn


class MoveForm(ActForm):
    place = OneRow(label="To which place", required=False, empty_label="A new one")
    new_place = one_line("A new place", required=False)
    text = one_line("What it is like", 240, required=False)

    def setup(self) -> None:
        self.choose("place", self.others())

    def others(self) -> list[Character]:
        """All places but that of the scene."""
        scene = scene_of(self.viewer.desk)
        here = scene.place if scene is not None else None
        return [one for one in all_known_to(self.viewer) if one.sheet == PLACE and one != here]

    def clean(self) -> dict[str, Any]:
        data, scene = self.cleaned_data, scene_of(self.viewer.desk)
        if scene is None or window_of(self.viewer.desk) is not None:
            self.add_error(None, "No scene is played that could move.")
        elif not self.viewer.is_gm and scene.cast and not scene.has(of_seat(self.viewer.seat)):
            self.add_error(None, "Somebody who is in the scene moves it.")
        if "new_place" in data and not data["new_place"] and not data.get("place") and "place" not in self.errors:
            self.add_error("new_place", "Where to?")
        return data


@act("yarn.move-scene", title="To another place", form=MoveForm, button="There it goes on")
def move_scene(turn: Turn, form: MoveForm) -> None:
    """Whoever moves the scene tells first what it is like there; others add to it."""
    data, scene = form.cleaned_data, scene_of(turn.desk)
    if scene is None:
        raise LookupError("scene")
    place = new_place(turn, data["new_place"], data["text"]) if data["new_place"] else data["place"]
    move_to(turn, scene, place)
    turn.tell("yarn.scene-moved", {"place": place.name, "text": data["text"]})
