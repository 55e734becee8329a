"""Who sees a roll or hears a word: everybody, the GMs, the GMs blind, or oneself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.table.acts import ActForm
from apps.table.audience import EVERYBODY, GMS, Audience, seats
from apps.table.models import Event, Seat
from apps.table.turn import Turn
from apps.table.viewer import Viewer
from apps.table.voices import MODES, standing

Facts = Mapping[str, Any]


def mode_choices(viewer: Viewer, modes: tuple[str, ...] = MODES, short: bool = False) -> list[tuple[str, str]]:
    """The modes with their words; the GM's is the game's own."""
    titles = {
        "everybody": "All" if short else "Everybody",
        "gm": viewer.game.gm,
        "blind": "Blind",
        "me": "Me" if short else "Only me",
    }
    return [(mode, titles[mode]) for mode in modes]


def hidden_field(label: str) -> forms.ChoiceField:
    """Whether those who are asked see what they have to meet: "" or "hidden"."""
    choices = [("", "Shown"), ("hidden", "Hidden")]
    return forms.ChoiceField(label=label, choices=choices, widget=forms.RadioSelect, required=False)


def mode_field(label: str = "Who sees it") -> forms.ChoiceField:
    """The switch beside every roll. Its words, and how it stands at first, are filled in by `set_modes`."""
    return forms.ChoiceField(
        label=label,
        choices=[(mode, mode) for mode in MODES],
        widget=forms.RadioSelect,
        required=False,
    )


def set_modes(form: ActForm, viewer: Viewer, modes: tuple[str, ...] = MODES, first: str = "") -> None:
    """Offers these modes. At first it stands as the seat's own switch does, or as `first` says."""
    form.offer("mode", mode_choices(viewer, modes)).initial = first or standing(viewer, modes)


def mode_of(form: ActForm) -> str:
    """The mode that was chosen; where none was, as in a roll of one tap, the one in which the form stood at first."""
    return str(form.cleaned_data["mode"] or form.fields["mode"].initial)


def hearers(mode: str, roller: Seat) -> Audience:
    """Who hears all of it."""
    if mode == "everybody":
        return EVERYBODY
    if mode == "me":
        return seats(roller)
    return GMS if mode == "blind" or roller.is_gm else GMS | seats(roller)


def tell_roll(
    turn: Turn,
    kind: str,
    facts: Facts,
    mode: str,
    roller: Seat,
    *,
    open_part: Facts | None = None,
    also: tuple[Seat, ...] = (),
    about: tuple[Event, ...] = (),
) -> Event:
    """Tells of a roll in that mode. `roller` is whose roll it is, `also` are others who took part in it.

    `open_part` is what those may know from whom something of the roll stays hidden: with it only the GMs hear all.
    """
    partners = [seat for seat in (roller, *also) if not seat.is_gm]
    if mode == "blind":
        return turn.tell(kind, facts, GMS, {seats(one): blind(facts) for one in partners}, about)
    if mode == "gm":
        if open_part is None:
            return turn.tell(kind, facts, GMS | seats(*partners) if partners else GMS, about=about)
        return turn.tell(kind, facts, GMS, {seats(one): open_part for one in partners}, about)
    if open_part is None or mode == "me":
        return turn.tell(kind, facts, hearers(mode, roller), about=about)
    return turn.tell(kind, facts, GMS, {EVERYBODY: open_part}, about)


def blind(facts: Facts) -> dict[str, Any]:
    """What the roller of a blind roll is told: that it was rolled, and what for."""
    return {"blind": True, "character": facts.get("character", ""), "label": facts.get("label", "")}
