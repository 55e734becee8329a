"""The pitch of the series: what everybody is told before the cast is made (yarn.series-pitch)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters import rows
from apps.characters.forms import one_line, some_lines
from apps.characters.models import WRITING, Character, Trait
from apps.rules.yarn.words import NAMED, Pitch, series_pitch
from apps.table.acts import ActForm, act, gms
from apps.table.desk import Desk
from apps.table.turn import Turn

SERIES_ROLE = "series"
NAME = "The series"
TEXTS = {
    "nutshell": "In one sentence", "group": "The group they all come from", "characters": "Roles to be had",
    "setting": "Time and place", "themes": "Themes", "tightening-the-screws": "To tighten the screws",
    "people": "Names of people", "places": "Names of places", "things": "Names of things",
    "additional-elements": "What else",
}  # fmt: skip
"""What a pitch holds, by the keys of its rows."""
LISTS = ("themes", "tightening-the-screws", *NAMED)
"""Those of which there are several, one in a line."""


@dataclass(frozen=True)
class Series:
    """The pitch as it was written: `texts` by the keys of TEXTS."""

    texts: dict[str, str]

    @property
    def pitch(self) -> Pitch:
        """What is offered of it wherever a theme, a complication or a name is looked for."""
        several = {key: self.texts.get(key, "").splitlines() for key in LISTS}
        return series_pitch(
            entries={
                "nutshell": self.texts.get("nutshell", ""),
                "themes": several["themes"],
                "tightening the screws": several["tightening-the-screws"],
                "names": {kind: several[kind] for kind in NAMED},
            }
        )

    @property
    def entries(self) -> list[tuple[str, str]]:
        """What was written, with its title; the sentence in a nutshell stands by itself."""
        return [(title, self.texts[key]) for key, title in TEXTS.items() if key in self.texts and key != "nutshell"]


def _held(desk: Desk) -> Character | None:
    return desk.one(Character, sheet=WRITING, role=SERIES_ROLE)


def series_of(desk: Desk) -> Series:
    """The pitch of this table's series; without one all of it is empty."""
    held = _held(desk)
    texts = desk.all(Trait, character=held) if held is not None else []
    return Series({one.key: one.text for one in texts})


class PitchForm(ActForm):
    """One field for each entry; the nutshell is the only one that there must be."""

    def setup(self) -> None:
        for key, title in TEXTS.items():
            self.fields[key.replace("-", "_")] = _field(key, title)
        self.start_with({key.replace("-", "_"): text for key, text in series_of(self.viewer.desk).texts.items()})


def _field(key: str, title: str) -> forms.CharField:
    if key in ("nutshell", "group"):
        return one_line(title, 240, required=key == "nutshell")
    return some_lines(title, 2000, required=False, help_text="One in a line" if key in LISTS else "")


@act("yarn.pitch", title="The pitch of the series", form=PitchForm, who=gms, button="Keep the pitch")
def pitch(turn: Turn, form: PitchForm) -> None:
    """Writes the pitch, or writes it anew. Refuses what says the same as before (same)."""
    data = form.cleaned_data
    texts = {key: _lines(data[key.replace("-", "_")]) for key in TEXTS}
    if {key: text for key, text in texts.items() if text} == series_of(turn.desk).texts:
        turn.refuse("same", "The pitch says all of that already. Nothing was changed.", "nutshell")
    write(turn, texts)
    turn.tell("yarn.pitched", {"nutshell": texts["nutshell"]})


def write(turn: Turn, texts: dict[str, Any]) -> None:
    """Keeps these entries; others stay as they are."""
    held = _held(turn.desk)
    if held is None:
        held = rows.make_character(turn, name=NAME, sheet=WRITING, role=SERIES_ROLE, seat=None)
    for key, text in texts.items():
        rows.set_trait(turn, held, key, text)


def _lines(text: str) -> str:
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())
