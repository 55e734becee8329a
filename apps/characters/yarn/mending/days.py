"""Days of healing: each patient's days, by what they did all day (yarn.healing-days)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.forms import BoundField

from apps.characters.forms import number
from apps.characters.yarn.harm import regain, suffer
from apps.characters.yarn.levels import level_of
from apps.characters.yarn.mending import patients as wards
from apps.characters.yarn.mending.patients import Patient, is_a_moment, patients
from apps.characters.yarn.mending.states import MARK, set_state, state_row
from apps.characters.yarn.telling import tell_people
from apps.rules.yarn.combat.mending import CARE, MIS_HEALS, Mended
from apps.rules.yarn.drama.practical import healing_moment
from apps.rules.yarn.options import Options
from apps.table.acts import ActForm, act, gms
from apps.table.desk import Desk
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST_DAYS, MOST_LOSS = 366, 99
DOES = {"active": "Active", "rest": "Rest", CARE: "Medical care"}


def all_day(one: Patient, label: str = "All day") -> forms.ChoiceField:
    """How a patient's days are spent: what their state allows, first what is proposed where nobody says anything."""
    choices = [(word, DOES[word]) for word in one.may_do]
    return forms.ChoiceField(
        label=label, choices=choices, initial=one.proposed, required=False, widget=forms.RadioSelect
    )


class DaysForm(ActForm):
    """For each patient: how many days, how they are spent, and what the GM takes where the table has a star."""

    anyway = forms.BooleanField(label="Now, though a drama plays", required=False)

    def setup(self) -> None:
        self.patients = patients(self.viewer.desk)
        for one in self.patients:
            self.fields[f"days-{one.id}"] = number("Days", 0, MOST_DAYS, initial=one.waiting, required=False)
            self.fields[f"does-{one.id}"] = all_day(one)
            self.fields[f"loss-{one.id}"] = number("The GM takes", 0, MOST_LOSS, initial=0, required=False)

    @property
    def rows(self) -> Iterator[tuple[Patient, dict[str, BoundField]]]:
        """Each patient with their fields, for the template."""
        for one in self.patients:
            yield one, {word: self[f"{word}-{one.id}"] for word in ("days", "does", "loss")}

    @property
    def disturbs(self) -> bool:
        """Whether a drama plays, which healing would disturb (yarn.healing-moment)."""
        return not is_a_moment(self.viewer.desk)

    def spent(self, one: Patient) -> tuple[int, str, int]:
        """Days, activity and loss of a patient, in a form whose fields are valid."""
        data = self.cleaned_data
        days, loss = data.get(f"days-{one.id}") or 0, data.get(f"loss-{one.id}") or 0
        return days, data.get(f"does-{one.id}") or one.proposed, loss

    @property
    def treated(self) -> list[Patient]:
        return [one for one in self.patients if self.spent(one)[0]]

    def clean(self) -> dict[str, Any]:
        for one in [] if self.errors else self.treated:
            self._check(one)
        return self.cleaned_data

    def _check(self, one: Patient) -> None:
        days, does, loss = self.spent(one)
        no = wards.can_be_done(one, does, days, loss, self.viewer.options)
        if no is not None:
            self.add_error(f"{'loss' if no.field == 'gm_loss' else 'does'}-{one.id}", no.text)


def outlook(viewer: Viewer, form: DaysForm) -> Mapping[str, Any]:
    """What the days bring to each."""
    return {"expected": [_expected(one, *form.spent(one), viewer.options) for one in form.treated]}


def _expected(one: Patient, days: int, does: str, loss: int, options: Options) -> dict[str, Any]:
    return {
        "name": one.name,
        "days": days,
        "does": does,
        "from": one.level.lasting,
        "to": one.after(does, days, loss, options).current,
        "full": one.level.full,
    }


Spent = list[tuple[Patient, str]]
"""Patients whose days still wait as an episode ends, and what each did all day."""


def healed_at_the_end(spent: Spent, options: Options) -> list[dict[str, Any]]:
    """What the days that still wait bring to each when the episode is closed."""
    return [_expected(one, one.waiting, does, 0, options) for one, does in spent]


def heal_at_the_end(turn: Turn, spent: Spent) -> None:
    """The days that still wait are applied at the session's end at the latest (yarn.healing-moment)."""
    rows = [(one.character, _heals(turn, one, one.waiting, does, 0)) for one, does in spent]
    if rows:
        tell_people(turn, "yarn.days-healed", {}, rows)


def due_at_the_end(desk: Desk) -> list[Patient]:
    """Whose days still wait as an episode ends."""
    return [
        one
        for one in patients(desk)
        if healing_moment(
            scene="procedural", time_break_days=0, days_waiting=one.waiting, event="session closed"
        ).applied
    ]


def due(viewer: Viewer) -> bool:
    return bool(patients(viewer.desk))


@act(
    "yarn.days-pass",
    title="Days of healing",
    form=DaysForm,
    who=gms,
    button="The days go by",
    template="characters/yarn/mending/acts/days-pass.html",
    preview=outlook,
    menu=43,
    due=due,
)
def days_pass(turn: Turn, form: DaysForm) -> None:
    """Each heals by what they did, and may get worse where the table has a star. Refuses no days at all (none), and to
    disturb a drama unless that is meant (drama)."""
    if not form.treated:
        turn.refuse("none", "No days for anybody: nothing heals.")
    if form.disturbs and not form.cleaned_data["anyway"]:
        turn.refuse("drama", "A drama plays. Days of healing wait till it has ended; or say that it is now.", "anyway")
    rows = [(one.character, _heals(turn, one, *form.spent(one))) for one in form.treated]
    tell_people(turn, "yarn.days-healed", {}, rows)


def _heals(turn: Turn, one: Patient, days: int, does: str, loss: int) -> dict[str, Any]:
    found = wards.heal(turn, one, does, days, loss)
    _moves(turn, one, found)
    after = level_of(one.character)
    closed = _closes(turn, one, does) if after.lasting >= after.full else ""
    about = {"days": days, "does": does, "from": one.level.now, "to": after.now, "full": after.full}
    return about | {"lost": found.lost, "half": found.half, "odd": found.odd_day, "closed": closed}


def _moves(turn: Turn, one: Patient, found: Mended) -> None:
    if found.gained:
        regain(turn, one.character, found.gained)
    if found.lost:
        suffer(turn, one.character, found.lost)


def _closes(turn: Turn, one: Patient, does: str) -> str:
    """A wound that has healed is gone; one that mis-healed marks for good (yarn.serious-wound-outcome)."""
    wound = one.wound
    if wound is None:
        return ""
    marks = wound.until == MIS_HEALS and does != CARE
    if marks and state_row(one.character, MARK) is None:
        set_state(turn, one.character, MARK, wound.note, wound.modifier)
    turn.delete(wound)
    return "marked" if marks else "healed"
