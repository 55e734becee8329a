"""What else fits in a turn: its one task and free acts; and a defence that is forced out of turn
(rough_magic.turn-actions, rough_magic.task-action, rough_magic.free-action, rough_magic.forcing)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.access import knowers_of
from apps.characters.forms import acting_for, named, one_line
from apps.characters.models import Entry
from apps.characters.rough_magic import powers, states
from apps.characters.rough_magic.sheet import sheet_of
from apps.checks.rough_magic.check import refuse_unable
from apps.combat.models import Combatant
from apps.combat.rough_magic.order import provoked, stored, turns_of, waiting
from apps.combat.rough_magic.order.forms import PLAIN, InOrderForm, OnTurnForm
from apps.rules.refusal import Refused
from apps.rules.rough_magic.combat.actions import free_action
from apps.table.acts import act
from apps.table.choices import OneRow
from apps.table.turn import Turn
from apps.table.viewer import Viewer

GUARDS = {"block": "blocking", "dodge": "dodging"}
"""A defence that is set up in advance, and the state that it is (rough_magic.blocking, rough_magic.dodging)."""


# the task


class TaskForm(OnTurnForm):
    """What is done, where it is no roll and no attack: those count as the task by themselves."""

    what = forms.ChoiceField(
        label="What",
        initial="other",
        widget=forms.RadioSelect,
        choices=[
            ("block", "Block: close attacks against you lose 3 of their margin till your next turn"),
            ("dodge", "Dodge: ranged attacks against you lose 3 of their margin till your next turn"),
            ("other", "Something else"),
        ],
    )
    text = one_line("In a few words", 80, required=False)


def task_outlook(viewer: Viewer, form: TaskForm) -> Mapping[str, Any]:
    one = form.so_far()
    if one is None:
        return {"refused_now": ""}
    no = turns_of.why_not(one, "task", stored.options_of(one.fight)) or provoked.why_not(viewer, one.character)
    return {"refused_now": no.text if no else ""}


@act(
    "rough_magic.take-task",
    title="Task",
    form=TaskForm,
    button="This is the task",
    preview=task_outlook,
    template=PLAIN,
)
def take_task(turn: Turn, form: TaskForm) -> None:
    """The one task of a turn, done without a roll: a block or a dodge set up in advance, or anything of that size."""
    one, what = form.combatant(turn), form.cleaned_data["what"]
    acting_for(turn, one.character)
    refuse_unable(turn, sheet_of(one.character))
    stored.uses_task(turn, one.character)
    if what in GUARDS:
        states.begin(turn, one.character, GUARDS[what], amount=stored.paid_in(stored.TASK))
    facts = {**named(one.character), "what": what, "text": form.cleaned_data["text"]}
    turn.tell("rough_magic.task-taken", facts, to=knowers_of(one.character))


# what takes next to no time


class FreeForm(OnTurnForm):
    """What takes next to no time."""

    what = forms.ChoiceField(
        label="What",
        initial="other",
        widget=forms.RadioSelect,
        choices=[("cover", "Duck behind cover: attacks against you meet +3"), ("other", "Something else")],
    )
    text = one_line("In a few words", 80, required=False, help_text="Such as: drops the rope")


def free_outlook(viewer: Viewer, form: FreeForm) -> Mapping[str, Any]:
    one = form.so_far()
    if one is None:
        return {}
    no = why_not_free(one, viewer.game.gm)
    done = turns_of.used(one).count("free")
    limit = stored.options_of(one.fight).free_action_limit
    return {"refused_now": no.text if no else "", "warning": f"{done} of {limit} in this turn so far" if limit else ""}


def why_not_free(one: Combatant, gm: str) -> Refused | None:
    """Why somebody has no free act now: they are for the own turn, as many as the table allows."""
    if not free_action(own_turn=turns_of.has_turn(one)).legal:
        return Refused("not-your-turn", f"{one.character.name} has free acts on their own turn alone.", "character")
    return turns_of.why_not(one, "free", stored.options_of(one.fight), gm)


@act(
    "rough_magic.free-act", title="Free act", form=FreeForm, button="That at once", preview=free_outlook, template=PLAIN
)
def free_act(turn: Turn, form: FreeForm) -> None:
    """Something that takes next to no time, on the own turn alone; cover within reach is one (rough_magic.cover)."""
    one, what = form.combatant(turn), form.cleaned_data["what"]
    acting_for(turn, one.character)
    if (no := why_not_free(one, turn.viewer.game.gm)) and not turn.viewer.is_gm:
        raise no
    turns_of.count(turn, one, "free")
    if what == "cover":
        states.begin(turn, one.character, "cover")
    facts = {**named(one.character), "what": what, "text": form.cleaned_data["text"]}
    turn.tell("rough_magic.free-acted", facts, to=knowers_of(one.character))


# out of turn


class PowerChoice(OneRow):
    """A power by its name."""

    def label_from_instance(self, row: Entry) -> str:
        return row.name


class ForceForm(InOrderForm):
    """What is done out of turn. A block or a dodge against an attack that hits is answered there; this is what comes
    before the roll, and what the GM accepts."""

    what = forms.ChoiceField(
        label="What",
        initial="power",
        widget=forms.RadioSelect,
        choices=[("power", "Raise a defensive power"), ("other", "Something else that defends: the GM’s word")],
    )
    power = PowerChoice(label="Which power", required=False, empty_label="One that is not on the sheet")
    text = one_line("In a few words", 80, required=False)

    def setup(self) -> None:
        super().setup()
        one = self.so_far()
        rows = powers.defending_off(one.character) if one is not None else []
        self.choose("power", rows)
        self.start_with({"power": next(iter(rows), None)})
        if not rows:
            self.fields.pop("power")

    @property
    def raised(self) -> Entry | None:
        """The power that goes on with it, in a form that is right."""
        found: Entry | None = self.cleaned_data.get("power")
        return found if self.cleaned_data["what"] == "power" else None


PRICES = {"task": "the task of this turn", "held turn": "the turn that is held"}


def price_words(price: str) -> str:
    """What is given up, in words for a button or a line."""
    return PRICES.get(price, f"the turn in {price}")


def force_outlook(viewer: Viewer, form: ForceForm) -> Mapping[str, Any]:
    one, what = form.so_far(), form.cleaned_data["what"]
    if one is None:
        return {}
    no = why_not_by_hand(viewer, one, what)
    price = stored.price_of(one.fight, one.character, what)
    return {"refused_now": no.text if no else "", "button": f"Costs {price_words(price)}" if price else "Force it"}


def why_not_by_hand(viewer: Viewer, one: Combatant, what: str) -> Refused | None:
    """As the rules refuse it; what is not among the defences they list is the GM's to accept."""
    if what == "other" and not viewer.is_gm:
        return Refused("gm", f"Ask the {viewer.game.gm}: what else defends is their word, and they enter it.", "what")
    return stored.why_not_force(one.fight, one.character, what)


@act(
    "rough_magic.force",
    title="Force an action",
    form=ForceForm,
    button="Force it",
    preview=force_outlook,
    template=PLAIN,
)
def force(turn: Turn, form: ForceForm) -> None:
    """Once a round somebody defends out of turn, for the first turn not yet given up (rough_magic.forcing). A power of
    the sheet goes on with it."""
    one, what = form.combatant(turn), form.cleaned_data["what"]
    acting_for(turn, one.character)
    if no := why_not_by_hand(turn.viewer, one, what):
        raise no
    price = stored.force(turn, one.fight, one.character, what)
    text = form.cleaned_data["text"]
    if (power := form.raised) is not None:
        powers.switch(turn, power, True)
        text = " · ".join(filter(None, (power.name, text)))
    waiting.over(turn, one)
    facts = {**named(one.character), "what": what, "text": text, "price": price}
    turn.tell("rough_magic.forced", facts, to=knowers_of(one.character))
