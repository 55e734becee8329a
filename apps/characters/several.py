"""Somebody of the GM's from a few numbers, or several of a kind."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters.access import readers_of
from apps.characters.forms import number, one_line
from apps.characters.listed import ListedForm
from apps.characters.models import Character
from apps.characters.naming import numbered
from apps.characters.sheets import MOST_COPIES, lesser
from apps.table.spans import FIGHT
from apps.table.turn import Turn, open_spans
from apps.table.viewer import Viewer


class SeveralForm(ListedForm):
    """Whoever the list has with one tap, or a name and what a game's form asks besides; numbered where they are more
    than one."""

    name = one_line("Name", 50)
    copies = number("How many", 1, MOST_COPIES, initial=1, required=False)
    hidden = forms.BooleanField(label="Hidden from the players", required=False)

    @property
    def beside(self) -> str:  # type: ignore[override]
        return _beside(self.viewer)

    def names(self) -> list[str]:
        """What each is called, in a form that is right."""
        data = self.cleaned_data
        return numbered(self.viewer.desk, data["name"], _count(self), hidden=data["hidden"])


def _beside(viewer: Viewer) -> str:
    return viewer.game.book.fight if open_spans(viewer.desk).get(FIGHT) is not None else ""


def _count(form: SeveralForm) -> int:
    return form.cleaned_data["copies"] or 1


def adding_words(form: SeveralForm) -> str:
    """What the button of a form that is right says: Add one; Add 3."""
    many = _count(form)
    return "Add one" if many == 1 else f"Add {many}"


def tell_added(turn: Turn, kind: str, made: list[Character], numbers: dict[str, Any], **known: Any) -> None:
    """Who was added, all alike: everybody hears their names and what is `known`, unless they are hidden; the `numbers`
    are for those who read their sheets. `beside`: a fight runs, and they are not in it."""
    who = {"names": [one.name for one in made], "ids": [one.public_id for one in made], **known}
    who["beside"] = _beside(turn.viewer)
    turn.tell(kind, who | numbers, to=readers_of(made[0]), also=lesser(made[0], who))
