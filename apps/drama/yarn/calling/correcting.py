"""How long passes before a scene, put right by the GM while its call waits (yarn.time-break)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms

from apps.characters.forms import number
from apps.characters.yarn.scenes import scene_of
from apps.drama.yarn.calling.times import AFTER, MOST, TIMES, break_of
from apps.drama.yarn.window import said_of, window_of
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.turn import Turn


class TimeForm(ActForm):
    time = forms.ChoiceField(label="It is", choices=list(TIMES.items()), initial=AFTER, widget=forms.RadioSelect)
    count = number("Hours, or nights", 1, MOST, required=False)

    def clean(self) -> dict[str, Any]:
        window = window_of(self.viewer.desk)
        if window is None:
            self.add_error(None, "No call waits for anybody.")
        elif "time" in self.cleaned_data and "count" in self.cleaned_data:
            said = break_of(self.cleaned_data["time"], self.cleaned_data["count"])
            if said_of(window).seconds == said.seconds:
                self.add_error("time", "So it was called. Nothing was changed.")
        return self.cleaned_data


@act("yarn.correct-time", title="How long passes before it", form=TimeForm, who=gms, button="So long")
def correct_time(turn: Turn, form: TimeForm) -> None:
    """The GM counts the nights otherwise than the caller; the call waits on as it did."""
    window, scene = window_of(turn.desk), scene_of(turn.desk)
    if window is None or scene is None:
        raise LookupError("window")
    found = break_of(form.cleaned_data["time"], form.cleaned_data["count"])
    state = exchanges.state_of(window)
    exchanges.advance(turn, window, replace(state, said=replace(state.said, seconds=found.seconds, time=found.words)))
    if scene.place is not None:
        title = f"{scene.place.name}, {found.words}" if found.words else scene.place.name
        turn.change(scene.span, title=title)
    turn.tell("yarn.time-corrected", {"time": found.words, "nights": found.nights})
