"""One side of a blow as a form: what helps and hinders, the limbs that it needs, a weapon that is on no sheet."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, ClassVar

from django import forms

from apps.characters.access import played_by
from apps.characters.dragonfly.sheet import DragonflySheet
from apps.characters.forms import number, one_line
from apps.characters.models import Character
from apps.checks.dragonfly.checks import OwnSideForm
from apps.checks.dragonfly.sides import Line, so_far
from apps.combat import tracking
from apps.combat.dragonfly.blows.blow import Way
from apps.combat.dragonfly.fighters import moves
from apps.combat.dragonfly.fighters.standing import Standing, standing_of, there
from apps.combat.dragonfly.fighters.tests_due import SureSide
from apps.rules.dragonfly import drama
from apps.rules.dragonfly.lists import DAMAGE_TYPES, GRIPS
from apps.rules.parts import Part

NOT_NEEDED = ("attribute", "skill", "withheld", "score")
LIMBS = frozenset(row.id for row in GRIPS if row.hold == "limb")
STRUCK_WITH = [(row.id, row.title) for row in DAMAGE_TYPES if row.id != "fire"]


class StrikerForm(SureSide):
    """Whose numbers the rules name. `never` are fields that such a roll has not: a Heroic Feat for an attack or a
    defense was announced in Intentions or is none (dragonfly.drama-points)."""

    never: ClassVar[tuple[str, ...]] = ("heroic_feat",)

    spare_limb = forms.BooleanField(label="The held limb is not needed for this", required=False)
    weapon_name = one_line("What it is", 60, required=False, help_text="Such as: a broken chair")
    weapon_damage = number("Its damage", most=999, required=False, initial=0, help_text="The finished number")
    weapon_type = forms.ChoiceField(label="Its damage type", choices=STRUCK_WITH, required=False, initial="bash")

    def setup(self) -> None:
        super().setup()
        for name in (*NOT_NEEDED, *self.never):
            self.fields.pop(name, None)
        standing = self.standing()
        if standing is None or not any(one.grip in LIMBS for one in standing.holds):
            self.fields.pop("spare_limb", None)

    def find_standing(self) -> Standing | None:
        """How the one who strikes or defends stands in the fight."""
        raise NotImplementedError

    def standing(self) -> Standing | None:
        """As `find_standing`, read once for each form: before anything of the act is written."""
        return self._found

    @property
    def stands(self) -> Standing:
        """As `standing`, where the choices are those who are in the fight."""
        return there(self.standing())

    @cached_property
    def _found(self) -> Standing | None:
        return self.find_standing()

    @cached_property
    def options(self) -> Any:
        """The switches by which this Turn is played."""
        standing = self.standing()
        return moves.options_of(self.viewer, standing.fight) if standing else self.viewer.options

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
            given.get("weapon_name") or "a weapon",
            "hand-weapon",
            given.get("weapon_damage") or 0,
            given.get("weapon_type") or "bash",
            listed,
        )

    def own_lines(self) -> tuple[Line, ...]:
        """Conditions of the sheet and what is said by hand."""
        counted, _ = self._conditions()
        return tuple(line for line in (*counted, *self._other()) if line.value)


def fighters(cast: Iterable[Character]) -> list[Character]:
    """Those of them who are in the fight that runs and not out of it."""
    return [one for one in cast if tracking.fighting(one) is not None]


class FightingForm(StrikerForm, OwnSideForm):
    """Somebody in the fight, a player's own or any for a GM: at first whoever is up."""

    @cached_property
    def alternatives(self) -> list[Character]:
        return fighters(played_by(self.viewer))

    def whose(self) -> Character | None:
        up = next((one for one in self.alternatives if _is_up(one)), None)
        if up is not None and not self.is_bound and not so_far(self, "character"):
            self.initial["character"] = up.public_id
        return super().whose()

    def find_standing(self) -> Standing | None:
        found = tracking.fighting(self.sheet.character) if self.sheet else None
        return standing_of(found) if found else None


def _is_up(character: Character) -> bool:
    found = tracking.fighting(character)
    return found is not None and found.state == "acting"


def score_line(sheet: DragonflySheet, key: str) -> Line:
    """An Ability Score, which stands for the roll."""
    return Line(key, sheet.title(key), sheet.number(key), "score")


def feat_part(standing: Standing, use: str) -> tuple[Part, ...]:
    """The Heroic Feat that was announced in Intentions for this; it is on all rolls of the series."""
    return (drama.FEAT,) if use in standing.drama else ()
