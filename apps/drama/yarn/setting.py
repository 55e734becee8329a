"""A scene that the GM calls in one go: who is in it, as what, and in which role (yarn.gm-dramatic-call)."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters.access import known_to
from apps.characters.forms import CharactersChoice, one_line, some_lines
from apps.characters.models import Character
from apps.characters.yarn.people import as_cast, the_gm
from apps.characters.yarn.scenes import BYSTANDER, MODES, Called, call
from apps.drama.yarn.window import open_window
from apps.rules.yarn.drama.parties import why_no_drama
from apps.table.acts import ActForm, act, gms
from apps.table.turn import Turn

TITLES = {one: one.replace("-", " ").capitalize() for one in MODES}


class SetForm(ActForm):
    title = one_line("Where and when", 120)
    situation = some_lines("How things stand", 2000, required=False)
    mode = forms.ChoiceField(label="Mainly", choices=list(TITLES.items()))
    cast = CharactersChoice(label="Who is in it")

    def setup(self) -> None:
        self.choose("cast", known_to(self.viewer))

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("mode") == "dramatic" and "cast" in data:
            no = why_no_drama(as_cast(data["cast"]))
            if no is not None:
                self.add_error("cast", no.text)
        return data


@act("yarn.set-scene", title="Call a scene of yours", form=SetForm, who=gms, button="Call it", menu=12)
def set_scene(turn: Turn, form: SetForm) -> None:
    """The GM calls for nothing; everybody else may go on or object. Refuses a drama without a main character."""
    data = form.cleaned_data
    cast: list[Character] = data["cast"]
    called = Called(
        the_gm(turn.desk), data["mode"], [(one, BYSTANDER) for one in cast], data["title"], situation=data["situation"]
    )
    scene, ended = call(turn, called)
    facts = {"title": data["title"], "text": data["situation"], "mode": data["mode"], "ended": ended}
    shown = [one.name for one in cast if not one.hidden]
    open_window(turn, scene, by=turn.tell("yarn.scene-set", facts | {"names": shown}))
