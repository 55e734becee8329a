"""One side of a blow as a form: what helps and hinders, the limbs that it needs, a weapon that is on no sheet."""

from __future__ import annotations

from django import forms

from apps.characters.dragonfly.sheet import DragonflySheet
from apps.characters.forms import number, one_line
from apps.checks.dragonfly.sides import Line, SideForm
from apps.combat.dragonfly.blows import Way
from apps.combat.dragonfly.standing import Standing
from apps.rules.dragonfly import drama
from apps.rules.dragonfly.lists import DAMAGE_TYPES, GRIPS
from apps.rules.parts import Part

NOT_NEEDED = ("attribute", "skill", "withheld", "score", "heroic_feat")
LIMBS = frozenset(row.id for row in GRIPS if row.hold == "limb")
STRUCK_WITH = [(row.id, row.title) for row in DAMAGE_TYPES if row.id != "fire"]


class StrikerForm(SideForm):
    """Whose numbers the rules name; a Heroic Feat was announced in Intentions or is none (dragonfly.drama-points)."""

    spare_limb = forms.BooleanField(label="The held limb is not needed for this", required=False)
    _found: tuple[Standing | None] | None = None
    weapon_name = one_line("What it is", 60, required=False, help_text="Such as: a broken chair")
    weapon_damage = number("Its damage", most=999, required=False, initial=0, help_text="The finished number")
    weapon_type = forms.ChoiceField(label="Its damage type", choices=STRUCK_WITH, required=False, initial="bash")

    def setup(self) -> None:
        super().setup()
        for name in NOT_NEEDED:
            self.fields.pop(name, None)
        standing = self.standing()
        if standing is None or not any(one.grip in LIMBS for one in standing.holds):
            self.fields.pop("spare_limb", None)

    def find_standing(self) -> Standing | None:
        """How the one who strikes or defends stands in the fight."""
        raise NotImplementedError

    def standing(self) -> Standing | None:
        """As `find_standing`, read once for each form: before anything of the act is written."""
        if self._found is None:
            self._found = (self.find_standing(),)
        return self._found[0]

    @property
    def uses(self) -> frozenset[str] | None:
        """The limbs that it needs: all (None), or none that is held."""
        return frozenset() if self.cleaned_data.get("spare_limb") else None

    @property
    def another_weapon(self) -> Way:
        """What is fought with that stands on no sheet."""
        given = self.cleaned_data
        listed = self.sheet is not None and not self.sheet.is_full
        return Way(
            given.get("weapon_name") or "a weapon", "hand-weapon", given.get("weapon_damage") or 0,
            given.get("weapon_type") or "bash", listed,
        )  # fmt: skip

    def own_lines(self) -> tuple[Line, ...]:
        """Conditions of the sheet and what is said by hand."""
        counted, _ = self._conditions()
        return tuple(line for line in (*counted, *self._other()) if line.value)


def score_line(sheet: DragonflySheet, key: str) -> Line:
    """An Ability Score, which stands for the roll."""
    return Line(key, sheet.title(key), sheet.number(key), "score")


def feat_part(standing: Standing, use: str) -> tuple[Part, ...]:
    """The Heroic Feat that was announced in Intentions for this; it is on all rolls of the series."""
    return (drama.FEAT,) if use in standing.drama else ()
