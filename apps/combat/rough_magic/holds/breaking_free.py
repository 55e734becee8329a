"""Breaking free of a grapple (rough_magic.break-free): the better of Brawn and Agility against the grappler's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.forms import CharacterChoice, acting_for
from apps.characters.models import Character, Condition
from apps.characters.rough_magic.sheet import RoughSheet, sheet_of
from apps.checks.rough_magic.buying import pay
from apps.checks.rough_magic.check import refuse_unable
from apps.checks.rough_magic.retelling import when_turned
from apps.checks.rough_magic.ways import Helper, Way
from apps.checks.versus import openly
from apps.combat import tracking
from apps.combat.rough_magic.feats import contest
from apps.combat.rough_magic.feats.contest import ContestForm, Number
from apps.combat.rough_magic.holds import gripping
from apps.combat.rough_magic.holds.releasing import GripChoice, somebody_is_held
from apps.combat.rough_magic.order import provoked, turns_of
from apps.combat.rough_magic.order.before import Before, before_a_task
from apps.rules.dice import Dice
from apps.rules.rough_magic.combat.holds import BrokenFree, break_free
from apps.table.acts import act
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

TELEKINESIS = "telekinesis"


def strengths(character: Character) -> tuple[Number, Number]:
    return contest.attribute(character, "brawn"), contest.attribute(character, "agility")


def telekinesis_of(sheet: RoughSheet) -> Way | None:
    """Will and Power together, for whoever has Telekinesis and has it on."""
    if any(one.on and one.name.casefold() == TELEKINESIS for one in sheet.powers):
        return Way("will", sheet.rank("will"), Helper("power", "Power", sheet.rank("power"), ""))
    return None


class HoldersChoice(GripChoice):
    """A grip by who holds."""

    def label_from_instance(self, row: Condition) -> str:
        return openly(sure(row.by))


class BreakFreeForm(ContestForm):
    """Who breaks free, and of whose hold."""

    character = CharacterChoice(
        error_messages={"invalid_choice": "Nobody holds that one, or it is not yours."}, empty_label=None
    )
    hold = HoldersChoice(label="Of whom")

    against = "Brawn or Agility"
    close = True

    def open_characters(self) -> list[Character]:
        return [one for one in super().open_characters() if gripping.holds_on(one)]

    def choose_other(self) -> None:
        """Those who hold them; of somebody hidden only that they do."""
        del self.fields["target"]
        grips = gripping.holds_on(self.own) if self.own else []
        self.choose("hold", grips)
        self.start_with({"hold": next(iter(grips), None)})

    @property
    def before(self) -> Before | None:
        return before_a_task(self.viewer, self.own)

    @property
    def grip(self) -> Condition:
        """The hold, in a form that is right."""
        found: Condition = self.cleaned_data["hold"]
        return found

    @property
    def at(self) -> Character:
        return sure(self.grip.by)

    def way_of(self, sheet: RoughSheet) -> Way:
        ways = [Way(one, sheet.rank(one)) for one in ("brawn", "agility")]
        moved = telekinesis_of(sheet)
        return max([*ways, *([moved] if moved else [])], key=lambda one: one.number)

    def theirs(self) -> Number:
        return max(strengths(self.at), key=lambda one: one.value)


def outlook(viewer: Viewer, form: BreakFreeForm) -> Mapping[str, Any]:
    own: Character = form.cleaned_data["character"]
    no = provoked.why_not(viewer, own) if tracking.fighting(own) else None
    return contest.drawn(viewer, form) | {
        "refused_now": no.text if no else "",
        "heading": f"{own.name} breaks free of {openly(form.at)}",
        "subheading": "Your task; by 3 or more it costs none. Your movement is still there",
    }


@act(
    "rough_magic.break-free",
    title="Break free",
    form=BreakFreeForm,
    button="Break free",
    menu=42,
    due=somebody_is_held,
    preview=outlook,
    template="combat/rough_magic/acts/contest.html",
)
def breaks_free(turn: Turn, form: BreakFreeForm) -> None:
    """The task is at stake, and an extreme success gives it back. Being held is no penalty here."""
    own: Character = form.cleaned_data["character"]
    acting_for(turn, own)
    refuse_unable(turn, sheet_of(own))
    turns_of.uses(turn, own, "task")
    paid = pay(turn, form, own)
    thrown = form.thrown(turn)
    rolled = _rolled(form, own, thrown.dice)
    thrown.settle()
    made = contest.with_point(form, rolled)
    facts = contest.told(form, made, thrown, "rough_magic.break-free") | {"free": made.free, "spent": made.action_spent}
    if made.free:
        gripping.let_go(turn, [form.grip])
    if made.action_spent == "free":
        _gives_back(turn, own)
    contest.tell(turn, "rough_magic.break-free", form, facts, own, paid)


def _rolled(form: BreakFreeForm, own: Character, dice: Dice) -> BrokenFree:
    brawn, agility = strengths(own)
    holder_brawn, holder_agility = strengths(form.at)
    moved = telekinesis_of(sheet_of(own))
    return break_free(
        brawn=brawn.value,
        agility=agility.value,
        will_plus_power=moved.number if moved else None,
        grappler_brawn=holder_brawn.value,
        grappler_agility=holder_agility.value,
        dice=dice,
        **form.counts,
    )


def _gives_back(turn: Turn, character: Character) -> None:
    """The task of their turn is there again."""
    one = tracking.in_the_fight(character)
    if one and "task" in turns_of.used(one):
        tracking.raise_tally(turn, one, sure(one.fight.turn), turns_of.USED["task"], -1)


@when_turned("rough_magic.break-free")
def frees_after_all(turn: Turn, own: Character, facts: Mapping[str, Any]) -> None:
    grips = [one for one in gripping.holds_on(own) if one.by and one.by.public_id == facts["opponent_id"]]
    gripping.let_go(turn, grips)
