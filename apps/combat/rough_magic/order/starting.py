"""A fight begins: whoever has noticed an enemy has a place, in the order in which that came about; who has not waits
outside (rough_magic.awareness-order, rough_magic.surprise)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms

from apps.characters.models import Character
from apps.characters.rough_magic import states
from apps.characters.rough_magic.endurance import is_dead, is_down
from apps.combat import gathering, tracking
from apps.combat.models import Combatant, Fight
from apps.combat.rough_magic.order import places, rolling, stored, told
from apps.combat.rough_magic.order.forms import Group, InOrder, groups_among
from apps.combat.rough_magic.order.stepping import Step, to_next
from apps.combat.tracking import is_calm
from apps.table.acts import act, gms
from apps.table.turn import Turn

SURPRISED = "surprised"


class StartForm(gathering.StartForm):
    """Who is there, and who of them has noticed whom: the names in the order of the taps, the rest are not aware.
    Without a tap all have noticed each other, in the order of the list."""

    example, who = "The lock gate", "Who is there"
    how = forms.ChoiceField(
        label="The order of play",
        required=False,
        initial="taps",
        widget=forms.RadioSelect,
        choices=[("taps", "As they notice each other"), ("roll", "Everybody rolls Perception")],
    )
    noticed = InOrder(required=False, label="Who notices first? Tap the names in their order")
    tapped = forms.CharField(required=False, max_length=4000, widget=forms.HiddenInput)

    def setup(self) -> None:
        super().setup()
        self.choose("noticed", groups_among(self.fields["characters"].rows))  # type: ignore[attr-defined]
        self.initial["tapped"] = " ".join(self._in_order)

    @staticmethod
    def stands(character: Character) -> bool:
        return not is_down(character)

    @property
    def _in_order(self) -> list[str]:
        """What is ticked, in the order of the taps as far as that was kept, the rest as it was sent."""
        ticked = [str(one) for one in self["noticed"].value() or ()]
        kept = [one for one in str(self["tapped"].value() or "").split() if one in ticked]
        return list(dict.fromkeys([*kept, *ticked]))

    @property
    def lines(self) -> list[tuple[Group, int]]:
        """The groups as they are drawn, in an order that no tap changes: each with its number, 0 where it has none."""
        numbers = {one: n for n, one in enumerate(self._in_order, 1)}
        return [(one, numbers.get(one.public_id, 0)) for one in self.fields["noticed"].rows]  # type: ignore[attr-defined]

    @property
    def order(self) -> list[Group]:
        """The groups that have a place, in their order, of those who are there."""
        there = self.cleaned_data["characters"]
        ticked: list[Group] = self.cleaned_data["noticed"]
        tapped = sorted(ticked, key=lambda one: self._in_order.index(one.public_id)) or groups_among(there)
        kept = [Group(tuple(one for one in group.members if one in there)) for group in tapped]
        return [group for group in kept if group.members]


@act(
    "rough_magic.start-fight",
    menu=30,
    due=is_calm,
    begins="flame",
    shown_in="panel-rough_magic-order",
    title="Start a fight",
    form=StartForm,
    who=gms,
    button="Start the fight",
    preview=lambda viewer, form: {},
    template="combat/rough_magic/acts/start_fight.html",
)
def start_fight(turn: Turn, form: StartForm) -> None:
    """Opens a fight in the order in which its people noticed each other, and the first turn comes at once; or everybody
    rolls Perception for it (rough_magic.perception-order)."""
    rolled = form.cleaned_data["how"] == "roll" and bool(form.cleaned_data["characters"])
    fight = tracking.start(turn, stored.ROLLING if rolled else stored.ROUND, form.cleaned_data["title"])
    tracking.join(turn, fight, form.cleaned_data["characters"])
    if rolled:
        rolling.begin(turn, fight)
    else:
        begin_in_order(turn, fight, form.order)


def begin_in_order(turn: Turn, fight: Fight, order: Sequence[Group]) -> None:
    """Gives the places, takes the others by surprise, and calls up the first."""
    places.seat_in_order(turn, fight, order)
    surprise(turn, stored.unaware(fight))
    step = to_next(turn, fight, Step())
    facts = {"title": fight.span.title}
    told.step(
        turn, "rough_magic.fight-started", fight, step, {**facts, **_order(fight)}, {**facts, **_order(fight, True)}
    )


def surprise(turn: Turn, those: Iterable[Combatant]) -> None:
    """Whoever has noticed no enemy is surprised by the fight; the dead are past that."""
    for one in those:
        if not is_dead(one.character):
            states.begin(turn, one.character, SURPRISED)


def _order(fight: Fight, public: bool = False) -> dict[str, Any]:
    outside = [] if public else gathering.names(stored.to_notice(fight))
    return {"order": told.order(fight, public=public), "unaware": outside}
