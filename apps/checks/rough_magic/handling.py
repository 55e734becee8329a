"""What is done with gear: it is used up, worn or taken off, drawn or put away (rough_magic.gear)."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters.access import played_by, readers_of, watchers_of
from apps.characters.forms import acting_for, named, number
from apps.characters.models import Entry
from apps.characters.rough_magic.endurance import is_down
from apps.checks.rough_magic import acting
from apps.table.acts import ActForm, act
from apps.table.choices import OneRow
from apps.table.turn import Turn

MOST_USED = 99
YES, NO = "yes", "no"


def is_arm(row: Entry) -> bool:
    return bool(row.facts.get("attack"))


class GearChoice(OneRow):
    """A piece of gear by its name and whose it is."""

    def __init__(self) -> None:
        super().__init__(label="Gear", error_messages={"invalid_choice": "That is not yours to handle."})

    def label_from_instance(self, row: Entry) -> str:
        return f"{row.name}, {row.character.name}"


class GearForm(ActForm):
    """Which piece of those for whom this seat may act."""

    gear = GearChoice()

    def setup(self) -> None:
        rows = [
            row for one in played_by(self.viewer) for row in self.viewer.desk.all(Entry, character=one, kind="gear")
        ]
        self.choose("gear", [row for row in rows if self.suits(row)])

    def suits(self, row: Entry) -> bool:
        """Whether this is done with such a piece at all."""
        return True


def _facts(row: Entry) -> dict[str, Any]:
    return named(row.character) | {"gear": row.name, "rule": "rough_magic.gear"}


def _refuse_the_down(turn: Turn, row: Entry) -> None:
    if is_down(row.character) and not turn.viewer.is_gm:
        turn.refuse("down", f"{row.character.name} is defeated and does nothing now.", "gear")


# used up


class UseUpForm(GearForm):
    count = number("How many", 1, MOST_USED, initial=1)

    def suits(self, row: Entry) -> bool:
        return row.amount is not None


@act("rough_magic.use-up", title="Use gear up", form=UseUpForm, button="Use it up")
def use_up(turn: Turn, form: UseUpForm) -> None:
    """So many fewer are left. Refuses more than there are (too-few)."""
    row: Entry = form.cleaned_data["gear"]
    acting_for(turn, row.character)
    left = used_up(turn, row, form.cleaned_data["count"])
    shown = _facts(row) | {"count": form.cleaned_data["count"]}
    hears = watchers_of(row.character)
    turn.tell(
        "rough_magic.used-up",
        shown | {"left": left},
        to=readers_of(row.character),
        also={hears: shown} if hears.public else {},
    )


def used_up(turn: Turn, row: Entry, count: int = 1) -> int | None:
    """Takes so many off what is left, for an attack or by hand; returns what is left, None where nobody counts.

    Refuses more than there are.
    """
    if row.amount is None:
        return None
    if row.amount < count:
        words = f"only {row.amount} left" if row.amount else "none left"
        turn.refuse("too-few", f"{row.character.name} has {words} of {row.name}.", "gear")
    turn.change(row, amount=row.amount - count)
    return row.amount


# worn and drawn


class WearForm(GearForm):
    on = forms.ChoiceField(label="It is", choices=[(YES, "Put on"), (NO, "Taken off")], widget=forms.RadioSelect)

    def suits(self, row: Entry) -> bool:
        """What defends is worn; what attacks is drawn."""
        return bool(row.facts.get("defends")) and not is_arm(row)


class DrawForm(GearForm):
    on = forms.ChoiceField(label="It is", choices=[(YES, "Drawn"), (NO, "Put away")], widget=forms.RadioSelect)

    def suits(self, row: Entry) -> bool:
        return is_arm(row)


@act("rough_magic.wear", title="Put gear on or off", form=WearForm, button="So it is")
def wear(turn: Turn, form: WearForm) -> None:
    """Only what is worn adds to the defence. Refuses what is so already, and whoever is defeated."""
    _handled(turn, form, "rough_magic.worn")


@act("rough_magic.draw", title="Draw or put away", form=DrawForm, button="So it is")
def draw(turn: Turn, form: DrawForm) -> None:
    """A free action (rough_magic.free-action). Refuses what is so already, and whoever is defeated."""
    _handled(turn, form, "rough_magic.drawn", free=True)


def _handled(turn: Turn, form: GearForm, kind: str, *, free: bool = False) -> None:
    row: Entry = form.cleaned_data["gear"]
    on = form.cleaned_data["on"] == YES
    if bool(row.facts.get("worn", True)) == on:
        turn.refuse("same", f"{row.name}: it is so already. Nothing was changed.", "on")
    _refuse_the_down(turn, row)
    acting_for(turn, row.character)
    if free:
        acting.acts(turn, row.character, "free")
    turn.change(row, facts=row.facts | {"worn": on})
    turn.tell(kind, _facts(row) | {"on": on}, to=watchers_of(row.character))
