"""What forms of attacks and defences share."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters.forms import number, one_line
from apps.characters.models import Character
from apps.checks.yarn import experience
from apps.table.acts import ActForm

MOST_EXPERIENCE = 9


class ExperienceForm(ActForm):
    """Experience dice on a roll, for a reason that is typed before the dice fall (yarn.experience-die-on-a-roll)."""

    experience = number("Experience dice", 0, MOST_EXPERIENCE, required=False, initial=0)
    reason = one_line("Which experience helps", 120, required=False)

    def offer_experience(self, who: Character | None) -> None:
        """Only whoever has one left is asked about it."""
        if who is None or not experience.left_of(who):
            del self.fields["experience"], self.fields["reason"]
        else:
            self.fields["experience"].help_text = f"{experience.left_of(who)} left in this episode"

    def check_experience(self, who: Character) -> None:
        """Refuses more than may be used, and one without a reason."""
        count = self.cleaned_data.get("experience") or 0
        told = bool(self.cleaned_data.get("reason"))
        no = experience.why_not(who, count, self.viewer.options, purpose_told=told) if count else None
        if no is not None:
            self.add_error("experience" if told else "reason", no.text)

    @property
    def experience_given(self) -> dict[str, Any]:
        """The fields of a roll that say so."""
        given = self.cleaned_data
        return {"experience": given.get("experience") or 0, "reason": given.get("reason") or ""}


def tick(label: str, **about: Any) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False, **about)
