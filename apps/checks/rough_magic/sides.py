"""The roll as one form with two sides: what is mine, what is theirs, and the number to reach between them.

For a form of one's own: `class Mine(TwoSides)`; its `setup` calls `offer_boxes`; its preview hands
`duel(form, mine, theirs)` to the template as `duel`, which `checks/rough_magic/_duel.html` draws; its act takes
`form.sides`, `form.auto` and `form.thrown(turn)`, and puts `form.told_boxes` into the event.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.models import Character
from apps.checks.rough_magic import waiting
from apps.checks.rough_magic.boxes import Box, Facts, boxes_for_check, counted, settled
from apps.checks.thrown import Thrown
from apps.checks.typed import FacesField, hand_of
from apps.rules.rough_magic.lists import Auto
from apps.rules.rough_magic.roll import BASE, DICE, SIDES, Sides, net
from apps.table.acts import ActForm
from apps.table.models import Ask
from apps.table.templatetags.kit import minus
from apps.table.turn import Turn

__all__ = ["Box", "Duel", "TwoSides", "Value", "boxes_for_check", "duel"]

MOST_SEEN = 4000


class BoxesField(forms.MultipleChoiceField):
    """The boxes that are ticked. One that is no longer offered counts no more: what it told of has ended."""

    def __init__(self) -> None:
        super().__init__(label="For and against", required=False, widget=forms.CheckboxSelectMultiple)

    def validate(self, value: Any) -> None:
        """Anything may be named; `TwoSides.on` takes what is offered."""


class TwoSides(ActForm):
    """Boxes on either side, and real dice.

    What somebody ticked or unticked stays so; a box that they have not seen as it is now (`seen` tells which they have)
    counts as the states of play have it. So an act without these fields rolls with what holds at that moment.
    """

    boxes = BoxesField()
    seen = forms.CharField(required=False, max_length=MOST_SEEN, widget=forms.HiddenInput)
    faces = FacesField(
        label="The faces of my two dice",
        help_text="Both faces, with a space between them.",
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "placeholder": "4 2"}),
    )

    offered: tuple[Box, ...] = ()
    _on: frozenset[str] = frozenset()

    def offer_boxes(self, boxes: Iterable[Box]) -> None:
        """Says which boxes there are. Call it once in `setup`, when it is known who rolls what against whom."""
        self.offered = tuple(boxes)
        known = set(str(self["seen"].value() or "").split())
        chosen = set(self["boxes"].value() or ())
        self._on = frozenset(one.id for one in self.offered if (one.id in chosen if one.mark in known else one.ticked))
        self.offer("boxes", [(one.id, one.title) for one in self.offered])
        if not self.is_bound:
            self.initial = {**self.initial, "boxes": [one.id for one in self.on], "seen": self.marks}
            for name in ("boxes", "seen"):
                vars(self[name]).pop("initial", None)  # what was read above
        if not self.viewer.options.typed_dice:
            self.fields.pop("faces", None)

    @property
    def roller(self) -> Character | None:
        """Who rolls, as far as the form knows it."""
        return None

    @property
    def held_up(self) -> str:
        """Who waits before this roll, in words; it is refused while they do."""
        return waiting.in_words(self.viewer.desk, self.roller, self.viewer.game.gm)

    @property
    def marks(self) -> str:
        """What of the boxes is seen when this form is drawn."""
        return " ".join(one.mark for one in self.offered)

    @property
    def on(self) -> list[Box]:
        """The boxes that count."""
        return [one for one in self.offered if one.id in self._on]

    @property
    def left_out(self) -> list[Box]:
        """Those that hold by the states of play, and were unticked all the same."""
        return [one for one in self.offered if one.ticked and one.id not in self._on]

    @property
    def sides(self) -> Sides:
        return counted(self.on)

    @property
    def auto(self) -> Auto:
        """What the boxes make of the roll outright."""
        return settled(self.on)

    @property
    def told_boxes(self) -> Facts:
        """The boxes as an event holds them: those that count, cancelled ones among them, and those left out."""
        return {"boxes": [one.told for one in self.on], "left_out": [one.told for one in self.left_out]}

    def thrown(self, turn: Turn, ask: Ask | None = None, field: str = "faces") -> Thrown:
        """The two dice. Refuses while somebody waits, typed faces that are not two of a d6, and those that are typed
        over dice that fell before."""
        waiting.hold_up(turn, self.roller)
        fell = ask is not None and bool(ask.thrown)
        return Thrown(turn, hand_of(self.cleaned_data.get(field) or [], DICE, fell), ask)

    @property
    def bare(self) -> Duel:
        """The boxes alone, while it does not make sense yet what is rolled."""
        return duel(self, Value(), Value())


# how it is drawn


@dataclass(frozen=True)
class Value:
    """A side before its boxes: what its number is made of, and the number, None where this seat does not know it."""

    words: str = ""
    number: int | None = None


@dataclass(frozen=True)
class Half:
    """One side as it is drawn; `near` and `far` are boxes, each with whether it is ticked."""

    title: str
    css: str
    value: Value
    near: list[tuple[Box, bool]]
    far: list[tuple[Box, bool]]
    net: int
    says: str


@dataclass(frozen=True)
class Duel:
    """Both sides and what stands between them. `target` is None where it is not known or not said yet."""

    mine: Half
    theirs: Half
    auto: Auto

    @property
    def bonus(self) -> int | None:
        """What is added to the dice."""
        return None if self.mine.value.number is None else self.mine.value.number + self.mine.net

    @property
    def target(self) -> int | None:
        return None if self.theirs.value.number is None else BASE + self.theirs.value.number + self.theirs.net

    @property
    def sum(self) -> str:
        """8 + 5 + 3."""
        return added([BASE, self.theirs.value.number or 0, *([self.theirs.net] if self.theirs.net else [])])

    @property
    def own_sum(self) -> str:
        """10 + 0."""
        return added([self.mine.value.number or 0, self.mine.net])

    @property
    def roll(self) -> str:
        """2d6 + 10."""
        return two_dice(self.bonus or 0)

    @property
    def by(self) -> int | None:
        """What the total of the dice is over the target number before they fall."""
        return None if self.bonus is None or self.target is None else self.bonus - self.target

    @property
    def on_the_dice(self) -> str:
        """Which totals of the dice are enough."""
        if self.auto != "none":
            return "it fails" if self.auto == "fail" else "it succeeds"
        least = -(self.by or 0)
        if least <= DICE:
            return "anything"
        return "nothing" if least > DICE * SIDES else f"{least} or more"


def duel(form: TwoSides, mine: Value, theirs: Value) -> Duel:
    """Both sides with the boxes as they stand in the form."""
    counts = form.sides
    return Duel(
        _half(form, ("AV", "roll"), "Mine", "mine", mine, counts.av_bonuses, counts.av_penalties),
        _half(form, ("DV",), "Theirs", "theirs", theirs, counts.dv_bonuses, counts.dv_penalties),
        form.auto,
    )


def _half(
    form: TwoSides, sides: tuple[str, ...], title: str, css: str, value: Value, bonuses: int, penalties: int
) -> Half:
    on = {one.id for one in form.on}
    boxes = [(one, one.id in on) for one in form.offered if one.side in sides]
    return Half(
        title=title,
        css=css,
        value=value,
        near=[(one, ticked) for one, ticked in boxes if ticked or not one.far],
        far=[(one, ticked) for one, ticked in boxes if one.far and not ticked],
        net=net(bonuses, penalties),
        says=netted(bonuses, penalties),
    )


COUNTS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def netted(bonuses: int, penalties: int) -> str:
    """Two for, one against: they cancel."""
    if not bonuses and not penalties:
        return "Nothing for or against"
    parts = [f"{_count(n)} {word}" for n, word in ((bonuses, "for"), (penalties, "against")) if n]
    words = ", ".join(parts).capitalize()
    if bonuses and penalties:
        return f"{words}: they cancel"
    return words if bonuses + penalties == 1 else f"{words}: they count once"


def _count(n: int) -> str:
    return COUNTS[n] if n < len(COUNTS) else str(n)


def added(numbers: list[int]) -> str:
    """8 + 5 − 3."""
    first, *others = numbers
    return minus(first) + "".join(f" {'−' if n < 0 else '+'} {abs(n)}" for n in others)


def two_dice(bonus: int) -> str:
    """2d6 + 10; 2d6 − 1; 2d6."""
    return f"2d6{added([0, bonus])[1:]}" if bonus else "2d6"
