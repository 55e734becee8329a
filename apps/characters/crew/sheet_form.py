"""One form of the whole sheet. Rows of what the table names itself work without a script: blank ones stand ready."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms

from apps.characters.crew import features
from apps.characters.crew.features import Given
from apps.characters.crew.forms import DieField, die_field
from apps.characters.crew.holding import CREW, MINOR
from apps.characters.crew.sheet import GRADES, CrewSheet, sheet_of
from apps.characters.forms import EditsSheet, MakesSheet, WholeSheetForm, number, one_line, some_lines
from apps.characters.models import Character
from apps.rules.crew.characters import CREW_SIZES, attribute_sizes
from apps.rules.crew.lists import ATTRIBUTES, ROLES, SKILLS
from apps.rules.crew.steps import SIZES, written

SPECIALTIES, EPISODES = 12, 24
USUAL = {"specialty": 2, "distinction": 3}
"""So many rows stand ready on a new sheet; the book suggests three Distinctions (crew.distinction)."""
MOST_POINTS = 99
SHEETS = {"crewmember": CREW, "major-gmc": CREW, "minor-gmc": MINOR, "extra": MINOR}
FEATURES = ("distinction", "signature-asset")


class SheetForm(WholeSheetForm):
    """Everything on a sheet. `kind` is crew or minor; a subclass says how it is known."""

    name = one_line("Name")
    role = forms.ChoiceField(label="Role")
    notes = some_lines("Notes", required=False)

    kind = CREW
    sheet: CrewSheet | None = None

    def setup(self) -> None:
        self._offer_roles()
        if self.kind == CREW:
            self._dice()
            self._specialties()
            for kind in FEATURES:
                features.add_fields(self, kind, len(self._held(kind)), USUAL.get(kind, 0))
            self._episodes()
        else:
            self.fields["die"] = die_field("Die", initial="6")
        if self.sheet is not None:
            self.start_with(starting_values(self.sheet))

    def _held(self, kind: str) -> tuple[Any, ...]:
        if self.sheet is None:
            return ()
        return self.sheet.distinctions if kind == "distinction" else self.sheet.signature_assets

    def _dice(self) -> None:
        """Three attributes, and nineteen skills that are d4 where nothing is chosen (crew.attributes, crew.skills)."""
        for attribute in ATTRIBUTES:
            sizes = SIZES if self.viewer.is_gm else CREW_SIZES
            field = die_field(
                attribute.title, sizes, help_text=attribute.used_for, initial="6", widget=forms.RadioSelect
            )
            field.error_messages["invalid_choice"] = NO_SUCH_ATTRIBUTE
            self.fields[attribute.id] = field
        for skill in SKILLS:
            self.fields[skill.id] = DieField(skill.title, skill.covers)

    def _specialties(self) -> None:
        held = len(self.sheet.specialties) if self.sheet else 0
        skills = [("", "Which skill"), *((row.id, row.title) for row in SKILLS)]
        for place in self.places("specialty", SPECIALTIES, held, USUAL["specialty"]):
            start = f"specialty_{place}"
            self.fields[f"{start}_key"] = features.key_field()
            self.fields[f"{start}_name"] = one_line(f"Specialty {place}", 60, required=False)
            self.fields[f"{start}_skill"] = forms.ChoiceField(
                label=f"Specialty {place}, of the skill", choices=skills, required=False
            )

    def _episodes(self) -> None:
        """The Episodes that a crewmember may call back; whether one was, only the GM may set."""
        held = len(self.sheet.episodes) if self.sheet else 0
        for place in self.places("episode", EPISODES, held):
            start = f"episode_{place}"
            self.fields[f"{start}_key"] = features.key_field()
            self.fields[f"{start}_name"] = one_line(f"Past Episode {place}", 60, required=False)
            if self.viewer.is_gm:
                self.fields[f"{start}_called"] = forms.BooleanField(
                    label=f"Past Episode {place}: called back in this Episode", required=False
                )

    def _offer_roles(self) -> None:
        self.offer("role", [(role.id, role.title) for role in ROLES if self._may_be(role.id)])

    def _may_be(self, role: str) -> bool:
        if SHEETS[role] != self.kind:
            return False
        now = self.sheet.character.role if self.sheet else "crewmember"
        return self.viewer.is_gm or role == now

    def clean(self) -> dict[str, Any]:
        if self.kind == CREW:
            self._check_attributes()
            self._check_specialties()
            for kind in FEATURES:
                features.check(self, kind)
        return self.cleaned_data

    def _check_attributes(self) -> None:
        """d4 and d12 are for GMCs (crew.attributes)."""
        role = self.cleaned_data.get("role")
        sizes = attribute_sizes(role) if role else SIZES
        for attribute in ATTRIBUTES:
            if self.cleaned_data.get(attribute.id) not in {None, *sizes}:
                self.add_error(attribute.id, NO_SUCH_ATTRIBUTE)

    def _check_specialties(self) -> None:
        """A Specialty belongs to a skill (crew.specialty)."""
        for start in features.starts(self, "specialty"):
            name, skill = self.cleaned_data.get(f"{start}_name"), self.cleaned_data.get(f"{start}_skill")
            if name and not skill:
                self.add_error(f"{start}_skill", f"Which skill does “{name}” belong to?")
            if skill and not name and not self.cleaned_data.get(f"{start}_key"):
                self.add_error(f"{start}_name", "This Specialty has a skill and no name.")

    # what writing takes from it

    def specialties_given(self) -> list[Given]:
        data = self.cleaned_data
        return [
            Given(data.get(f"{start}_key", ""), data[f"{start}_name"], {"skill": data[f"{start}_skill"]})
            for start in features.starts(self, "specialty")
            if data.get(f"{start}_name") or data.get(f"{start}_key")
        ]

    def episodes_given(self) -> list[tuple[str, str, bool | None]]:
        """Past Episodes as (key or nothing, title, whether it was called back: None where only the GM may say)."""
        data = self.cleaned_data
        return [
            (data.get(f"{start}_key", ""), data[f"{start}_name"], data.get(f"{start}_called"))
            for start in features.starts(self, "episode")
            if data.get(f"{start}_name") or data.get(f"{start}_key")
        ]

    # what the template draws

    def attributes(self) -> list[Any]:
        return [self[row.id] for row in ATTRIBUTES] if self.kind == CREW else []

    def skills(self) -> list[Any]:
        return [self[row.id] for row in SKILLS] if self.kind == CREW else []

    @property
    def grades(self) -> list[str]:
        """What the book calls whoever has a skill of that die."""
        return [f"{written(size)} is {title.lower()}" for size, title in GRADES.items()]

    def specialties(self) -> list[Any]:
        return list(self._rows("specialty", ("key", "name", "skill"))) if self.kind == CREW else []

    def episodes(self) -> list[Any]:
        called = ("called",) if self.viewer.is_gm else ()
        return list(self._rows("episode", ("key", "name", *called))) if self.kind == CREW else []

    def _blank(self, word: str) -> int:
        """How many blank rows follow those in use."""
        used = features.last_used(self, features.starts(self, word))
        return max(self.row_count(), USUAL.get(word, 0) - used)

    def _rows(self, word: str, parts: tuple[str, ...]) -> Iterator[dict[str, Any]]:
        everything = features.starts(self, word)
        for start in everything[: features.last_used(self, everything) + self._blank(word)]:
            yield {part: self[f"{start}_{part}"] for part in parts}

    def distinctions(self) -> list[Any]:
        return list(features.drawn(self, "distinction", self._blank("distinction"))) if self.kind == CREW else []

    def signature_assets(self) -> list[Any]:
        return list(features.drawn(self, "signature-asset", self.row_count())) if self.kind == CREW else []


NO_SUCH_ATTRIBUTE = f"A crewmember’s attributes are {', '.join(written(one) for one in CREW_SIZES)}."


def starting_values(sheet: CrewSheet) -> dict[str, Any]:
    """The sheet as the form's values."""
    found: dict[str, Any] = {"name": sheet.name, "role": sheet.character.role, "notes": sheet.notes}
    if not sheet.is_full:
        return found | {"die": str(sheet.die)}
    found |= {one.key: str(one.size) for one in sheet.attributes}
    found |= {one.key: str(one.size) for one in sheet.skills if one.listed}
    for place, specialty in enumerate(sheet.specialties, 1):
        start = f"specialty_{place}"
        found |= {f"{start}_key": specialty.id, f"{start}_name": specialty.name, f"{start}_skill": specialty.skill}
    for place, episode in enumerate(sheet.episodes, 1):
        start = f"episode_{place}"
        found |= {f"{start}_key": episode.id, f"{start}_name": episode.name, f"{start}_called": episode.called_back}
    found |= features.values("distinction", sheet.distinctions)
    return found | features.values("signature-asset", sheet.signature_assets)


class MakeForm(MakesSheet, SheetForm):
    begins = ("major-gmc", "crewmember")
    plot_points = number("Plot points", most=MOST_POINTS, required=False, help_text="Empty: 1 for a crewmember")

    def setup(self) -> None:
        if not self.viewer.is_gm:
            del self.fields["plot_points"]
        super().setup()


class EditForm(EditsSheet, SheetForm):
    def read(self, character: Character) -> None:
        self.kind = character.sheet
        self.sheet = sheet_of(character)
