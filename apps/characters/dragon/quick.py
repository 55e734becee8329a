"""An enemy of few numbers, or several of a kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters import lines, rows
from apps.characters.dragon import ready
from apps.characters.dragon.lines import MOST_LEVEL
from apps.characters.dragon.sheet import HIT_POINTS, MOVEMENT, SHEET, sheet_of
from apps.characters.dragon.sheet_form import MOST_HEXES, MOST_HIT_POINTS, MOST_STAT
from apps.characters.dragon.writing import set_entered
from apps.characters.forms import number
from apps.characters.listed import Row
from apps.characters.models import Character
from apps.characters.several import SeveralForm, adding_words, tell_added
from apps.rules.dragon import characters as rules
from apps.rules.dragon.lists import PRIMARIES, UNWRITTEN, WEAPONS, Primary, substats_under
from apps.rules.refusal import Refused
from apps.table.acts import act, gms
from apps.table.turn import Turn
from apps.table.viewer import Viewer


class QuickForm(SeveralForm):
    """One of the list with one tap, or a name, five numbers, a weapon and how good they are with it."""

    weapon = forms.ChoiceField(label="Weapon", choices=[(one.id, f"{one.title} ×{one.multiple}") for one in WEAPONS])
    skill = number("Skill with it", 0, MOST_LEVEL, initial=1, required=False)
    dodge = number("Dodge", 0, MOST_LEVEL, initial=0, required=False)
    hit_points = number("Hit points", 1, MOST_HIT_POINTS, required=False, help_text="Empty: worked out")
    movement = number("Movement, in hexes", 0, MOST_HEXES, required=False)

    def setup(self) -> None:
        for row in PRIMARIES:
            usual = UNWRITTEN[row.category]
            self.fields[row.id] = number(row.title, most=MOST_STAT, initial=usual, required=False)
        options = self.viewer.options
        self.fields["hit_points"].required = options.hit_points_formula == "entered"
        if options.move_formula != "entered":
            del self.fields["movement"]
        self.fill_in()

    def listed(self) -> list[Row]:
        return ready.listed_cast(self.viewer.options)

    def stats(self) -> list[forms.BoundField]:
        """What the template draws: each stands for the three substats under it."""
        return [self[one.id] for one in PRIMARIES]

    @property
    def values(self) -> dict[str, int]:
        """The five numbers; what is left empty is somebody ordinary's."""
        given = self.cleaned_data
        return {one.id: UNWRITTEN[one.category] if given[one.id] is None else given[one.id] for one in PRIMARIES}


def outlook(viewer: Viewer, form: QuickForm) -> Mapping[str, Any]:
    """What is worked out of the numbers so far, and a button that says how many come."""
    return {"worked_out": _worked_out(viewer, form), "button": adding_words(form)}


def _worked_out(viewer: Viewer, form: QuickForm) -> int | None:
    stats, entered = form.values, form.cleaned_data["hit_points"]
    try:
        found = rules.hit_points(
            health=stats["body"], energy=stats["reflexes"], maximum=entered, options=viewer.options
        )
    except Refused:
        return None
    return found.maximum


@act(
    "dragon.quick-cast",
    title="Add an enemy",
    form=QuickForm,
    who=gms,
    button="Add to the cast",
    preview=outlook,
    template="characters/dragon/acts/quick.html",
)
def quick_cast(turn: Turn, form: QuickForm) -> None:
    """Adds an enemy, several of a kind if wanted, each with hit points of their own (dragon.sheet)."""
    data = form.cleaned_data
    made = [make_enemy(turn, name, data | form.values) for name in form.names()]
    sheet = sheet_of(made[0])
    stats = {"primaries": [[one.title, one.value] for one in sheet.primaries], "hit_points": sheet.maximum}
    tell_added(turn, "dragon.quick-cast", made, stats)


def make_enemy(turn: Turn, name: str, data: Mapping[str, Any], role: str = "enemy") -> Character:
    """Somebody with the five numbers, a weapon and skills that the form or a row of the list says."""
    character = rows.make_character(turn, name=name, sheet=SHEET, role=role, seat=None, hidden=data["hidden"])
    for primary in PRIMARIES:
        _write_stat(turn, character, primary, data.get(primary.id, UNWRITTEN[primary.category]))
    set_entered(turn, character, HIT_POINTS, data.get("hit_points"))
    set_entered(turn, character, MOVEMENT, data.get("movement"))
    _arm(turn, character, data)
    return character


def _write_stat(turn: Turn, character: Character, primary: Primary, value: int) -> None:
    """Nothing is written of what is ordinary; a primary stat only where the table wants it entered."""
    if value != UNWRITTEN[primary.category]:
        for one in substats_under(primary.id):
            rows.set_rating(turn, character, "substat", one.id, value)
    if turn.options.primary_from_substats == "entered":
        rows.set_rating(turn, character, "primary", primary.id, value)


def _arm(turn: Turn, character: Character, data: Mapping[str, Any]) -> None:
    weapon = next(one for one in WEAPONS if one.id == data["weapon"])
    melee = weapon.attack == "melee"
    skills = [(weapon.title, data["skill"], melee), ("Dodge", data["dodge"], False)]
    known = [("", name, {"melee": is_melee}, level) for name, level, is_melee in skills if level]
    lines.write(turn, character, "skill", known)
    facts = {"attack": weapon.attack, "skill": weapon.title if data["skill"] else ""}
    lines.write(turn, character, "weapon", [("", weapon.title, facts, weapon.multiple)])
