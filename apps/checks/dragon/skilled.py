"""The skills that apply to a roll, as a form asks for them."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms

from apps.characters.dragon.sheet import DragonSheet, Skill
from apps.table.acts import ActForm


class SkilledForm(ActForm):
    """Skills to be ticked; at first those that usually apply are. `skills_for` is what they were ticked for."""

    skills = forms.MultipleChoiceField(label="Skills that apply", widget=forms.CheckboxSelectMultiple, required=False)
    skills_for = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def offer_skills(self, sheet: DragonSheet, what: str, fitting: Iterable[Skill]) -> None:
        """All skills of the sheet. What was ticked for somebody or something else than `what`, a substat or a weapon,
        counts no more; that none was ticked for it counts."""
        self.offer("skills", [(one.id, f"{one.name} {one.level}") for one in sheet.skills])
        now = f"{sheet.id} {what}"
        before = self.initial.get("skills_for", now)
        if before != now:
            self.initial.pop("skills", None)
        elif "skills_for" in self.initial:
            self.initial.setdefault("skills", [])
        self.initial["skills_for"] = now
        self.start_with({"skills": [one.id for one in fitting]})

    def picked(self, sheet: DragonSheet) -> list[Skill]:
        """The skills that were chosen, in a form that is right."""
        return [one for one in sheet.skills if one.id in self.cleaned_data["skills"]]
