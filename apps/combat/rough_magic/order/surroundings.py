"""What goes last in a round: things fall, and what nobody steers moves on (rough_magic.environment-last).

Each is a stretch of play of its own inside the fight; how far somebody or something falls is a track beside it, of whom
it is about where that is somebody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.access import all_known_to
from apps.characters.forms import CharacterChoice, number, one_line
from apps.characters.models import Character, Track
from apps.characters.rough_magic import endurance, told
from apps.combat import tracking
from apps.combat.models import Fight
from apps.combat.rough_magic.order.forms import PLAIN, running
from apps.rules.rough_magic.combat.order import NOT_STEERED, environment_last
from apps.rules.rough_magic.lists import MOST
from apps.table.acts import ActForm, act, gms
from apps.table.choices import OneRow
from apps.table.models import Span
from apps.table.spans import close_span, open_span
from apps.table.telling import tell_both
from apps.table.turn import Turn
from apps.table.viewer import Viewer

FALLS, DRIFTS = "falls", "drifts"
"""The kinds of spans: who or what falls at the end of the round, and what nobody steers."""
A_LEVEL = 10
"""Metres of a fall for each level that the program suggests."""
MOST_METRES, MOST_AT_ONCE = 999, 12


@dataclass(frozen=True)
class Mover:
    """What moves at the end of the round. `character` is who it is, where it is somebody of the table."""

    span: Span
    metres: int
    character: Character | None

    @property
    def public_id(self) -> str:
        return self.span.public_id

    @property
    def name(self) -> str:
        return self.character.name if self.character else self.span.title

    @property
    def falls(self) -> bool:
        return self.span.kind == FALLS

    @property
    def hidden(self) -> bool:
        return self.character is not None and self.character.hidden

    @property
    def words(self) -> str:
        return f"{self.name}, {self.metres} m" if self.falls else self.name

    def __str__(self) -> str:
        return self.words

    @property
    def levels(self) -> int:
        """As many levels as the program suggests for a fall."""
        return min(MOST, self.metres // A_LEVEL) if self.falls else 0


def movers(fight: Fight) -> list[Mover]:
    """Everything that moves at the end of this round, vehicles first."""
    tracks = {one.key: one for one in fight.desk.all(Track) if one.key.startswith(f"{FALLS}-")}
    return [_mover(one, tracks) for kind in (DRIFTS, FALLS) for one in _spans(fight, kind)]


def _spans(fight: Fight, kind: str) -> list[Span]:
    return fight.desk.all(Span, inside=fight.span, kind=kind, closed_at=None)


def _key(span: Span) -> str:
    return f"{FALLS}-{span.public_id}"


def _mover(span: Span, tracks: Mapping[str, Track]) -> Mover:
    held = tracks.get(_key(span))
    return Mover(span, held.value if held else 0, held.character if held else None)


def known(those: list[Mover], viewer: Viewer) -> list[Mover]:
    """Those of them of whom this role may know."""
    return [one for one in those if viewer.is_gm or not one.hidden]


def lines(those: list[Mover]) -> list[str]:
    """What happens at the end of the round, in the words of the rule: "the ore cart moves"."""
    falling = [one.name for one in those if one.falls]
    vehicles = [(one.name, NOT_STEERED) for one in those if not one.falls]
    return list(environment_last(falling=falling, vehicles=vehicles).end_of_round)


# adding


class AddForm(ActForm):
    """Who or what, and how it moves."""

    what = forms.ChoiceField(
        label="What happens",
        initial=FALLS,
        widget=forms.RadioSelect,
        choices=[(FALLS, "It falls"), (DRIFTS, "Nobody steers it")],
    )
    character = CharacterChoice(required=False, label="Who", empty_label="Something else")
    name = one_line("Or what", 60, required=False, help_text="Such as: the crane’s hook")
    metres = number("How far it falls, in metres", 0, MOST_METRES, required=False, initial=10)

    def setup(self) -> None:
        self.choose("character", all_known_to(self.viewer))

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if not (data.get("character") or data.get("name") or self.errors):
            self.add_error("name", "Who or what is it?")
        return data


@act("rough_magic.surroundings", title="The surroundings", form=AddForm, who=gms, button="At the end of the round")
def add(turn: Turn, form: AddForm) -> None:
    """Something falls, or runs on unsteered: it moves when all have acted (rough_magic.environment-last)."""
    fight, data = running(turn), form.cleaned_data
    if len(movers(fight)) >= MOST_AT_ONCE:
        turn.refuse("too-many", f"{MOST_AT_ONCE} move at the end of the round already.", "name")
    character = data["character"]
    span = open_span(turn, data["what"], title=data["name"] or character.name, inside=fight.span)
    metres = (data["metres"] or 0) if data["what"] == FALLS else 0
    turn.create(Track, table=turn.table, character=character, key=_key(span), value=metres)
    facts = {"what": data["what"], "name": character.name if character else data["name"], "metres": metres}
    tell_both(turn, "rough_magic.surroundings-added", facts, None if character and character.hidden else facts)


# moving


class MoverChoice(OneRow):
    def __init__(self) -> None:
        gone = {"invalid_choice": "That does not move any more."}
        super().__init__(label="Who or what", empty_label=None, error_messages=gone)


class SettleForm(ActForm):
    """What comes of it: levels for somebody who lands, or the end of it."""

    mover = MoverChoice()
    levels = number("Levels lost", 0, MOST, required=False)

    def setup(self) -> None:
        fight = tracking.fight_of(self.viewer.table)
        found = movers(fight) if fight else []
        self.choose("mover", found)
        if one := next((one for one in found if one.public_id == str(self["mover"].value() or "")), None):
            self.start_with({"levels": one.levels})


def outlook(viewer: Viewer, form: SettleForm) -> Mapping[str, Any]:
    one: Mover = form.cleaned_data["mover"]
    if not one.falls:
        return {"button": "It is steered, or stands"}
    return {"warning": f"One level for each full {A_LEVEL} m: {one.levels}"} if one.character else {}


@act("rough_magic.surroundings-settle", title="What comes of it", form=SettleForm, who=gms, button="It lands",
     preview=outlook, template=PLAIN)  # fmt: skip
def settle(turn: Turn, form: SettleForm) -> None:
    """A fall ends, and whoever fell loses as many levels as the GM says; what ran unsteered is steered or stands."""
    one: Mover = form.cleaned_data["mover"]
    running(turn)
    levels = (form.cleaned_data["levels"] or 0) if one.character and one.falls else 0
    facts: dict[str, Any] = {"name": one.name, "falls": one.falls, "metres": one.metres, "levels": levels}
    if one.character and levels:
        before, after = endurance.lose(turn, one.character, levels)
        facts |= told.levels_told(one.character, before, after)
    close_span(turn, one.span)
    open_levels = levels if one.character and one.character.seat_id else 0
    public = {"name": one.name, "falls": one.falls, "metres": one.metres, "levels": open_levels}
    tell_both(turn, "rough_magic.surroundings-settled", facts, None if one.hidden else public)


def have_moved(turn: Turn, fight: Fight) -> None:
    """The round is over: what fell has landed; what nobody steers runs on."""
    for one in movers(fight):
        if one.falls:
            close_span(turn, one.span)
