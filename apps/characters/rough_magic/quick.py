"""Somebody without a name, or several of a kind, from a few numbers (rough_magic.unnamed)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters import lines, rows
from apps.characters.forms import number, one_line
from apps.characters.listed import Row
from apps.characters.models import Character
from apps.characters.rough_magic import ready
from apps.characters.rough_magic.lines import ATTACK, GEAR, MOST_METRES, MOST_RANK, NO_END
from apps.characters.rough_magic.sheet import UNNAMED, sheet_of
from apps.characters.several import SeveralForm, adding_words, tell_added
from apps.rules.rough_magic.lists import ATTRIBUTES, UNNAMED_FIELDS
from apps.rules.rough_magic.sheet import UNWRITTEN
from apps.table.acts import act, gms
from apps.table.turn import Turn
from apps.table.viewer import Viewer

SHORT = tuple(row for row in ATTRIBUTES if row.id in UNNAMED_FIELDS)
"""The attributes of the short sheet; the others count as somebody ordinary's."""
ARMOUR = "Armour"


class QuickForm(SeveralForm):
    """One of the list with one tap, or a name, four ranks, a weapon and what they wear."""

    weapon = one_line("Weapon", required=False, initial="Weapon")
    weapon_rank = number("Its rank", 0, MOST_RANK, initial=1, required=False)
    attack = forms.ChoiceField(label="Used for", choices=[(one, ATTACK[one]) for one in ("close", "ranged")])
    range = number("Effective range", 1, MOST_METRES, required=False, help_text=NO_END)
    armour_rank = number("Rank of their armour", 0, MOST_RANK, initial=0, required=False)

    def setup(self) -> None:
        for row in SHORT:
            self.fields[row.id] = number(row.title, most=MOST_RANK, initial=UNWRITTEN, required=False)
        self.fill_in()

    def listed(self) -> list[Row]:
        return ready.listed_cast()

    def ranks(self) -> list[forms.BoundField]:
        """What the template draws."""
        return [self[row.id] for row in SHORT]


def outlook(viewer: Viewer, form: QuickForm) -> Mapping[str, Any]:
    """A button that says how many come."""
    return {"button": adding_words(form)}


@act(
    "rough_magic.quick-cast",
    title="Add somebody unnamed",
    form=QuickForm,
    who=gms,
    button="Add to the cast",
    preview=outlook,
    template="characters/rough_magic/acts/quick.html",
)
def quick_cast(turn: Turn, form: QuickForm) -> None:
    """Adds an unnamed enemy, several of a kind if wanted; what is left empty counts as the book says."""
    data = form.cleaned_data
    made = [_unnamed(turn, name, data) for name in form.names()]
    sheet = sheet_of(made[0])
    ranks = {"ranks": [[row.title, sheet.rank(row.id)] for row in SHORT]}
    tell_added(turn, "rough_magic.quick-cast", made, ranks)


def _unnamed(turn: Turn, name: str, data: Mapping[str, Any]) -> Character:
    character = rows.make_character(turn, name=name, sheet=UNNAMED, role="enemy", seat=None, hidden=data["hidden"])
    for row in SHORT:
        rows.set_rating(turn, character, "attribute", row.id, data[row.id])
    weapon = {"name": data["weapon"] or "Weapon", "attack": data["attack"], "range": data["range"]}
    pieces = [weapon | {"rank": data["weapon_rank"]}]
    if data["armour_rank"]:
        pieces.append({"name": ARMOUR, "rank": data["armour_rank"], "defends": "both"})
    lines.write(turn, character, GEAR.word, [lines.plain_row(GEAR, **one) for one in pieces])
    return character
