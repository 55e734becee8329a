"""Somebody comes into the story, with a name and a line that tells their place in it (yarn.introduce-minor)."""

from __future__ import annotations

from django import forms

from apps.characters.forms import named, one_line
from apps.characters.yarn.people import of_seat
from apps.characters.yarn.scenes import BYSTANDER, Scene, give_role, scene_of
from apps.drama.yarn.newcomers import newcomer
from apps.table.acts import ActForm, act
from apps.table.desk import Desk
from apps.table.turn import Turn


def called_scene(desk: Desk) -> Scene | None:
    """The scene that was called, with a cast to come into."""
    scene = scene_of(desk)
    return scene if scene is not None and scene.caller is not None else None


class IntroduceForm(ActForm):
    name = one_line("Their name", 50)
    text = one_line("Who that is, in two or three clauses", 240)
    here = forms.BooleanField(label="They are in this scene", required=False)

    def setup(self) -> None:
        if called_scene(self.viewer.desk) is None:
            del self.fields["here"]


@act("yarn.introduce", title="Somebody new", form=IntroduceForm, button="They are in the story", menu=14)
def introduce(turn: Turn, form: IntroduceForm) -> None:
    """Anybody invents them, whenever they are needed; the GM plays them (yarn.supporting-characters)."""
    data, scene = form.cleaned_data, called_scene(turn.desk)
    made = newcomer(turn, data["name"], data["text"], of_seat(turn.seat))
    here = scene is not None and bool(data.get("here"))
    if scene is not None and here:
        give_role(turn, scene, made, BYSTANDER)
    turn.tell("yarn.introduced", named(made) | {"text": data["text"], "here": here})
