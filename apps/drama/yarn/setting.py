"""A scene that the GM calls in one go: who is in it, as what, and in which role (yarn.gm-dramatic-call)."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters.access import known_to
from apps.characters.forms import CharactersChoice, one_line, some_lines
from apps.characters.models import Character
from apps.characters.yarn.people import as_cast, the_gm
from apps.characters.yarn.scenes import BYSTANDER, MODES, SOFT_OPEN, Called, call
from apps.characters.yarn.spans import EPISODE, SCENE
from apps.drama.yarn.turns import BY_HAND, mark
from apps.drama.yarn.window import open_window
from apps.rules.yarn.drama.parties import why_no_drama
from apps.table.acts import ActForm, act, gms
from apps.table.spans import close_span, open_span
from apps.table.turn import Turn

TITLES = {one: one.replace("-", " ").capitalize() for one in MODES}


class SetForm(ActForm):
    title = one_line("Where and when", 120)
    situation = some_lines("How things stand", 2000, required=False)
    mode = forms.ChoiceField(label="Mainly", choices=list(TITLES.items()), required=False, initial=SOFT_OPEN)
    cast = CharactersChoice(label="Who is in it", required=False, help_text="Nobody: it is set, and nobody may object")

    def setup(self) -> None:
        self.choose("cast", known_to(self.viewer))

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("mode") == "dramatic" and data.get("cast"):
            no = why_no_drama(as_cast(data["cast"]))
            if no is not None:
                self.add_error("cast", no.text)
        return data


@act("yarn.set-scene", title="Set a scene by hand", form=SetForm, who=gms, button="Set it", menu=12)
def set_scene(turn: Turn, form: SetForm) -> None:
    """Beside the calling order: the others may go on or object where somebody is named, else the scene just is there.

    Refuses a drama without a main character.
    """
    data = form.cleaned_data
    if not data["cast"]:
        turn.tell("scene-opened", _merely_set(turn, data["title"], data["situation"]))
        return
    cast: list[Character] = data["cast"]
    mode = data["mode"] or SOFT_OPEN
    called = Called(
        the_gm(turn.desk), mode, [(one, BYSTANDER) for one in cast], data["title"], situation=data["situation"]
    )
    scene, ended = call(turn, called)
    mark(turn, scene.span, BY_HAND)
    facts = {"title": data["title"], "text": data["situation"], "mode": mode, "ended": ended}
    shown = [one.name for one in cast if not one.hidden]
    open_window(turn, scene, by=turn.tell("yarn.scene-set", facts | {"names": shown}))


def _merely_set(turn: Turn, title: str, text: str) -> dict[str, Any]:
    before = turn.span(SCENE)
    ended = close_span(turn, before) if before else []
    span = open_span(turn, SCENE, title, text, turn.span(EPISODE))
    return {"number": span.number, "title": title, "text": text, "ended": ended}
