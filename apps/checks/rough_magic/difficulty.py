"""How hard it is: a grade, any number, or somebody who works against it (rough_magic.difficulty-values)."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms

from apps.characters.forms import CharactersChoice, number
from apps.characters.models import Character
from apps.characters.rough_magic.sheet import sheet_of
from apps.checks.rough_magic.ways import TITLES, Against, opposed_by
from apps.checks.versus import openly
from apps.rules.rough_magic.lists import GRADES
from apps.rules.rough_magic.roll import difficulty_values
from apps.table.acts import ActForm

MOST_DV = 40
NAMES = {row.id: row.title for row in GRADES}
ROUTINE, USUAL = "routine", "challenging"


class DifficultyForm(ActForm):
    """Opponents win over a number, a number over the grade: each is there only where somebody said so."""

    grade = forms.ChoiceField(label="How hard", required=False, widget=forms.RadioSelect, initial=USUAL)
    dv = number("Another difficulty value", 0, MOST_DV, required=False)
    opponents = CharactersChoice(label="Somebody works against it", required=False)
    opposing = forms.ChoiceField(label="With their", required=False)

    def offer_difficulty(self, others: Iterable[Character], *, routine: bool = True) -> None:
        """The grades, and who may stand against it. Call it in `setup`."""
        rows = [row for row in GRADES if routine or row.dv is not None]
        self.offer("grade", [(row.id, _told(row.title, row.dv)) for row in rows])
        self.choose("opponents", list(others))
        self.offer("opposing", [("", "The same"), *TITLES.items()])

    @property
    def not_a_grade(self) -> bool:
        """Whether a number or somebody is named, as the form stands."""
        given = any(self[name].value() or self[name].errors for name in ("dv", "opponents"))
        return given or self["dv"].value() == 0

    def against(self, attribute: str, *tasks: str) -> Against:
        """What was chosen, in a form that is right. Several opponents: the highest DV counts."""
        given = self.cleaned_data
        if given["opponents"]:
            return self._opposed(given["opponents"], given["opposing"] or attribute, tasks)
        if given["dv"] is not None:
            return Against(NAMES.get(_grade_of(given["dv"]), "Difficulty"), given["dv"])
        grade = given["grade"] or USUAL
        return Against(NAMES[grade], difficulty_values(difficulty=grade).dv)

    def _opposed(self, cast: list[Character], attribute: str, tasks: tuple[str, ...]) -> Against:
        values = {one: opposed_by(sheet_of(one), attribute, *tasks) for one in cast}
        known = all(self.viewer.is_gm or one.seat_id == self.viewer.seat.pk for one in cast)
        first = max(cast, key=lambda one: values[one])
        others = " and ".join(openly(one) for one in cast)
        return Against(f"{first.name}’s {TITLES[attribute]}", values[first], known, f"{others}: {TITLES[attribute]}")


def _told(title: str, dv: int | None) -> str:
    return title if dv is None else f"{title} {dv}"


def _grade_of(dv: int) -> str:
    return next((row.id for row in GRADES if row.dv == dv), "")
