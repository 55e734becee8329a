"""Consequences that scenes leave behind: said, brought into scenes, and marked as faded (yarn.consequences-in-play).

Each is a line that stands on no sheet, since it soon passes. Everybody may see it, unless the GM keeps it to herself
and its player.
"""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters.access import knows_of, readers_of
from apps.characters.forms import acting_for, named, one_line
from apps.characters.models import Character, Entry
from apps.characters.yarn.scenes import scene_of
from apps.table.acts import ActForm, act
from apps.table.audience import EVERYBODY, GMS, Audience, players_of
from apps.table.choices import OneRow
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KIND = "consequence"
MOST_TEXT = 200


def note(turn: Turn, character: Character, *, good: bool, scene: str) -> Entry:
    """One more of somebody's, of which it is not said yet what it is."""
    facts = {"good": good, "text": "", "scene": scene, "used": [], "private": False}
    return turn.create(Entry, character=character, kind=KIND, name=title(good), facts=facts)


def title(good: bool) -> str:
    return "Good consequence" if good else "Bad consequence"


def hearers(one: Entry) -> Audience:
    """Who knows of it."""
    if one.facts["private"] or one.character.hidden:
        return GMS | players_of(one.character.pk) if one.character.seat_id else readers_of(one.character)
    return EVERYBODY


def seen_by(viewer: Viewer) -> list[Entry]:
    """Those that are open, as far as this seat knows of whom they are, the oldest first."""
    return [one for one in viewer.desk.all(Entry, kind=KIND) if knows_of(viewer, one.character)]


def reads(viewer: Viewer, one: Entry) -> bool:
    """Whether this seat may know what it is; to the others it is one of which nothing was said yet."""
    return viewer.is_gm or not one.facts["private"] or plays(viewer, one)


def plays(viewer: Viewer, one: Entry) -> bool:
    """Whether it is a consequence of this seat's own character."""
    return not viewer.is_spectator and one.character.seat_id == viewer.seat.pk


class ConsequenceForm(ActForm):
    """About one that is open: its player's, anybody's for a GM."""

    entry = OneRow(label="Which", empty_label=None, error_messages={"invalid_choice": "There is no such consequence."})

    def setup(self) -> None:
        mine = [
            one for one in seen_by(self.viewer) if self.viewer.is_gm or one.character.seat_id == self.viewer.seat.pk
        ]
        self.choose("entry", [] if self.viewer.is_spectator else mine)


class SayForm(ConsequenceForm):
    text = one_line("What it is", MOST_TEXT)
    private = forms.BooleanField(label="Only its player and I know of it", required=False)

    def setup(self) -> None:
        super().setup()
        if not self.viewer.is_gm:
            del self.fields["private"]


@act("yarn.say-consequence", title="What the consequence is", form=SayForm, button="Write it down")
def say_consequence(turn: Turn, form: SayForm) -> None:
    """Says what advantage or obstacle it is that a coming scene will see."""
    one: Entry = form.cleaned_data["entry"]
    private = form.cleaned_data.get("private", one.facts["private"])
    acting_for(turn, one.character)
    turn.change(one, facts=one.facts | {"text": form.cleaned_data["text"], "private": private})
    turn.tell("yarn.consequence-said", told(one), to=hearers(one))


def told(one: Entry) -> dict[str, Any]:
    return named(one.character) | {"good": one.facts["good"], "text": one.facts["text"]}


@act("yarn.bring-consequence", title="It comes up", form=ConsequenceForm, button="It comes up now")
def bring_consequence(turn: Turn, form: ConsequenceForm) -> None:
    """A scene has seen it; it may come up again until it fades. Refuses where no scene plays (no-scene)."""
    one: Entry = form.cleaned_data["entry"]
    scene = scene_of(turn.desk)
    if scene is None:
        turn.refuse("no-scene", "No scene plays in which it could come up.", "entry")
    acting_for(turn, one.character)
    used = [*one.facts["used"], scene.span.title]
    turn.change(one, facts=one.facts | {"used": used})
    turn.tell("yarn.consequence-brought", told(one) | {"scene": scene.span.title}, to=hearers(one))


@act("yarn.fade-consequence", title="It has faded", form=ConsequenceForm, button="It has faded")
def fade_consequence(turn: Turn, form: ConsequenceForm) -> None:
    """It passes when its player or the GM says so, and never by itself."""
    one: Entry = form.cleaned_data["entry"]
    acting_for(turn, one.character)
    facts, heard = told(one), hearers(one)
    turn.delete(one)
    turn.tell("yarn.consequence-faded", facts, to=heard)
