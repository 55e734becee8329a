"""What somebody throws: the dice of a substat, the skills that apply, what makes it harder; and how that is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms

from apps.characters.access import played_by
from apps.characters.dragon.sheet import DragonSheet, Skill, sheet_of
from apps.characters.forms import CharacterChoice, number
from apps.characters.models import Character
from apps.checks import chips
from apps.checks.dragon.skilled import SkilledForm
from apps.checks.thrown import Thrown
from apps.checks.typed import FacesField, hand_of
from apps.rules.dragon.characters import added
from apps.rules.dragon.checks import TARGET, Pool, Rolled, pool_of
from apps.rules.dragon.lists import KNOWN_SKILLS, SUBSTATS, substat_of
from apps.rules.dragon.options import Options
from apps.table.models import Ask
from apps.table.turn import Turn

Facts = dict[str, Any]
MOST_DIFFICULTY = 20


@dataclass(frozen=True)
class Chosen:
    """A pool as it was put together; `bonus` is what shticks take off the target number, `far` what the range of a
    shot adds to the difficulty."""

    substat: str
    dice: int
    skills: tuple[tuple[str, int], ...] = ()
    difficulty: int = 0
    bonus: int = 0
    far: int = 0

    @classmethod
    def of(cls, sheet: DragonSheet, substat: str, skills: Sequence[Skill], difficulty: int = 0) -> Chosen:
        """A substat of that sheet with these skills of it."""
        named = tuple((one.name, one.level) for one in skills)
        return cls(substat, sheet.value(substat), named, difficulty, added(sheet.switches, "target"))

    @property
    def level(self) -> int:
        """The sum of the levels that apply."""
        return sum(level for _, level in self.skills)

    @property
    def title(self) -> str:
        return substat_of(self.substat).title

    @property
    def what(self) -> str:
        """Wit with Perception."""
        names = " and ".join(name for name, _ in self.skills)
        return f"{self.title} with {names}" if names else self.title

    def pool(self, options: Options) -> Pool:
        """What is thrown, by the rules (dragon.target-number, dragon.skill-effect)."""
        hard = self.difficulty + self.far
        return pool_of(dice=self.dice, skill=self.level, difficulty=hard, bonus=self.bonus, options=options)

    def lines(self, options: Options) -> list[Facts]:
        """What the number of dice and the target number come of, each with its sign as it counts there."""
        dice = [_line(self.title, self.dice, "dice")]
        target = [_line("Every roll", TARGET, "base")]
        for name, level in self.skills:
            adds = options.skill_effect == "adds dice"
            (dice if adds else target).append(_line(name, level if adds else -level, "dice" if adds else "target"))
        if not self.skills and options.untrained_penalty:
            target.append(_line("Without a skill", options.untrained_penalty, "target"))
        if self.bonus:
            target.append(_line("Shticks", -self.bonus, "target"))
        off = options.difficulty_applies_to == "successes"
        for label, hard in (("Difficulty", self.difficulty), ("Range", self.far)):
            if hard:
                target.append(_line(label, -hard if off else hard, "off" if off else "target"))
        return [*dice, *target]


def _line(label: str, value: int, kind: str) -> Facts:
    return {"label": label, "value": value, "kind": kind}


def told(chosen: Chosen, rolled: Rolled, typed: bool, options: Options) -> Facts:
    """A roll as an event holds it, with all that is needed to judge it again with the same faces."""
    return {
        "what": chosen.what,
        "substat": chosen.substat,
        "value": chosen.dice,
        "skills": [{"name": name, "level": level} for name, level in chosen.skills],
        "difficulty": chosen.difficulty,
        "bonus": chosen.bonus,
        "faces": [[face, face >= rolled.target] for face in rolled.faces],
        "target": rolled.target,
        "successes": rolled.successes,
        "lines": chosen.lines(options),
        "typed": typed,
        "rule": "dragon.dice-pool",
    }


class SubstatForm(SkilledForm):
    """A substat of somebody's sheet, the skills that apply to it, and real dice."""

    character = CharacterChoice(empty_label=None)
    substat = forms.ChoiceField(label="Substat", widget=forms.RadioSelect)
    difficulty = number("Difficulty", -MOST_DIFFICULTY, MOST_DIFFICULTY, required=False, initial=0)
    faces = FacesField()

    def setup(self) -> None:
        self.choose("character", self.alternatives)
        if self.sheet is None:
            return
        stats = self.sheet.substats
        self.start_with({"character": self.sheet.id, "substat": max(stats, key=lambda one: one.value).key})
        self.offer("substat", [(one.key, f"{one.title} {one.value}") for one in stats])
        self.offer_usual(self.sheet, str(self["substat"].value()))

    def offer_usual(self, sheet: DragonSheet, substat: str) -> None:
        """Those that usually go with that substat are ticked at first."""
        self.offer_skills(sheet, substat, usual(sheet, substat))

    @property
    def substats(self) -> Facts:
        """The chips of the substats: the best of them, and the rest."""
        return chips.split(self["substat"], str(self["substat"].value()), self.sheet.value if self.sheet else None)

    @cached_property
    def alternatives(self) -> list[Character]:
        """For whom this seat may roll."""
        return played_by(self.viewer)

    @cached_property
    def sheet(self) -> DragonSheet | None:
        """Whose sheet it is so far: the first where nobody is named."""
        named = str(self["character"].value() or "")
        found = next((one for one in self.alternatives if one.public_id == named), None)
        found = found or (next(iter(self.alternatives), None) if not self.is_bound else None)
        return sheet_of(found) if found else None

    def chosen(self) -> Chosen:
        """What was put together, in a form that is right."""
        sheet, data = sheet_of(self.cleaned_data["character"]), self.cleaned_data
        return Chosen.of(sheet, data["substat"], self.picked(sheet), data.get("difficulty") or 0)

    def thrown(self, turn: Turn, pool: Pool, ask: Ask | None = None) -> Thrown:
        """The dice for this pool. Refuses typed faces that are not one for each die."""
        fell = ask is not None and bool(ask.thrown)
        return Thrown(turn, hand_of(self.cleaned_data["faces"], pool.dice, fell), ask)


def usual(sheet: DragonSheet, substat: str) -> list[Skill]:
    """The skills of a sheet that are usually rolled with that substat (dragon.skills); melee ones only when named."""
    known = {row.title.casefold(): row.helps for row in KNOWN_SKILLS}
    title = next((row.title for row in SUBSTATS if row.id == substat), "")
    return [one for one in sheet.skills if title in known.get(one.name.casefold(), ())]
