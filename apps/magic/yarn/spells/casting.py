"""Casting a spell (yarn.spell-cast): 1 shot, and it works; whom it works on may resist its level."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.forms import acting_for
from apps.characters.models import Entry
from apps.characters.yarn.lines import SPELL
from apps.magic.yarn import shots
from apps.magic.yarn.learning.marks import level_of_spell
from apps.magic.yarn.powers.using import PowerChoice, WorkingForm, go
from apps.magic.yarn.powers.works import OWN_SPELL, SPELL_WORKS, Using, Works, works_of
from apps.table.acts import act
from apps.table.turn import Turn
from apps.table.viewer import Viewer

GONE = "That spell is not yours to cast."


class CastForm(WorkingForm):
    line = "spell"
    kind = SPELL.word
    spell = PowerChoice(label="Which spell", error_messages={"invalid_choice": GONE})

    def lines_at_hand(self) -> list[Entry]:
        return [one for one in super().lines_at_hand() if one.facts["known"]]

    @property
    def works(self) -> Works | None:
        return SPELL_WORKS.get(self.row.facts["listed"], OWN_SPELL) if self.row is not None else None

    @property
    def using(self) -> Using:
        row: Entry = self.cleaned_data["spell"]
        level = level_of_spell(row.character, row.facts["listed"], row.name)
        return Using(**self.said(), level=level or 1)

    @property
    def heading(self) -> str:
        return self.row.name if self.row is not None else ""

    @property
    def at_first(self) -> str:
        """What it is paid from and what it brings about, before anything else is said."""
        if self.row is None:
            return ""
        return f"{shots.left_words(self.row.character)}. It costs 1.{_effect(self.works)}"


def _effect(works: Works | None) -> str:
    """What it brings about, for how long."""
    return f" {works.effect.capitalize()}: {works.lasts}." if works is not None and works.effect else ""


def outlook(viewer: Viewer, form: CastForm) -> Mapping[str, Any]:
    row: Entry = form.cleaned_data["spell"]
    unless = " unless they resist" if "target" in form.fields else ""
    return {
        "heading": row.name,
        "subheading": f"{shots.left_words(row.character)}. It costs 1, and works{unless}.{_effect(form.works)}",
        "rule": works_of(form.using).rule,
        "button": "Cast it · 1 shot",
        "no": shots.why_not(row.character),
    }


@act(
    "yarn.cast",
    title="Cast a spell",
    form=CastForm,
    button="Cast it · 1 shot",
    preview=outlook,
    template="magic/yarn/spells/acts/cast.html",
)
def cast(turn: Turn, form: CastForm) -> None:
    """Pays the shot; it works, or whoever it works on is asked to resist. Refuses what cannot be paid, and what is out
    of its range."""
    using, row = form.using, form.cleaned_data["spell"]
    acting_for(turn, row.character)
    works_of(using).check(using)
    shots.spend(turn, row.character)
    go(turn, form, using)
