"""Distracting and taunting: Will against Will (rough_magic.distraction, rough_magic.taunting)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.access import of_public_id
from apps.characters.forms import acting_for
from apps.characters.models import Character
from apps.characters.rough_magic import states
from apps.characters.rough_magic.sheet import RoughSheet, sheet_of
from apps.checks.rough_magic.buying import SUCCESS, pay
from apps.checks.rough_magic.check import refuse_unable
from apps.checks.rough_magic.retelling import when_turned
from apps.checks.rough_magic.ways import Helper, Way
from apps.checks.thrown import Thrown
from apps.combat import tracking
from apps.combat.rough_magic.attacks.hows import HowForm
from apps.combat.rough_magic.feats import contest
from apps.combat.rough_magic.feats.contest import ContestForm, Number
from apps.combat.rough_magic.order import provoked, stored
from apps.combat.rough_magic.order.before import Before, before_a_task
from apps.rules.rough_magic.combat.wits import distraction, taunting
from apps.rules.rough_magic.options import Options
from apps.rules.rough_magic.roll import Roll
from apps.table.acts import act
from apps.table.turn import Turn
from apps.table.viewer import Viewer

DISTRACTED, TAUNTED = "distracted", "taunted"
TASK = "task"


class WitForm(HowForm, ContestForm):
    """Will against Will; gear and powers that are made for it help."""

    made_for: str

    def way_of(self, sheet: RoughSheet) -> Way:
        """Will, with the highest of what helps (rough_magic.non-stacking)."""
        worn = [Helper(one.id, one.name, one.rank, "") for one in sheet.gear if one.worn and self._helps(one.helps)]
        on = [Helper(one.id, one.name, one.rank, "") for one in sheet.powers if one.on and self._helps(one.helps)]
        best = max([*worn, *on], key=lambda one: (one.rank, one.name), default=None)
        return Way("will", sheet.rank("will"), best if best and best.rank else None)

    @property
    def before(self) -> Before | None:
        return before_a_task(self.viewer, self.own) if self.is_task else None

    @property
    def is_task(self) -> bool:
        return True

    def _helps(self, with_what: str) -> bool:
        return with_what.casefold() == self.made_for

    def theirs(self) -> Number:
        return contest.attribute(self.at, "will")


class DistractForm(WitForm):
    made_for = "distraction"


class TauntForm(WitForm):
    made_for = "taunting"

    @property
    def is_task(self) -> bool:
        return taunt_is_a_task(self.viewer.options)


def taunt_is_a_task(options: Options) -> bool:
    """By the switch taunt-action it is a task, or talk."""
    return options.taunt_action == TASK


def distract_outlook(viewer: Viewer, form: DistractForm) -> Mapping[str, Any]:
    words = "Your task. The next attack on them has +3, or their own next one −3"
    return _outlook(viewer, form, f"distracts {form.at.name}", words)


def taunt_outlook(viewer: Viewer, form: TauntForm) -> Mapping[str, Any]:
    is_task = taunt_is_a_task(viewer.options)
    words = f"{'Your task' if is_task else 'Talk, no task'}. Their next action is an attack on you"
    return _outlook(viewer, form, f"taunts {form.at.name}", words, is_task=is_task)


def _outlook(viewer: Viewer, form: WitForm, does: str, words: str, *, is_task: bool = True) -> Mapping[str, Any]:
    own: Character = form.cleaned_data["character"]
    no = contest.why_not(own) or (provoked.why_not(viewer, own) if is_task and tracking.fighting(own) else None)
    return contest.drawn(viewer, form) | {
        "heading": f"{own.name} {does}",
        "subheading": words,
        "refused_now": no.text if no else "",
    }


@act(
    "rough_magic.distract",
    title="Distract somebody",
    form=DistractForm,
    button="Distract",
    menu=48,
    preview=distract_outlook,
    template="combat/rough_magic/acts/contest.html",
)
def distract(turn: Turn, form: DistractForm) -> None:
    """Who is distracted is easier to hit once, or hits worse once; a success more changes nothing."""
    _roll(turn, form, DISTRACTED, True)


@act(
    "rough_magic.taunt",
    title="Taunt somebody",
    form=TauntForm,
    button="Taunt",
    menu=49,
    preview=taunt_outlook,
    template="combat/rough_magic/acts/contest.html",
)
def taunt(turn: Turn, form: TauntForm) -> None:
    """Who is taunted attacks the taunter next."""
    _roll(turn, form, TAUNTED, taunt_is_a_task(turn.options))


def _roll(turn: Turn, form: WitForm, state: str, is_task: bool) -> None:
    own: Character = form.cleaned_data["character"]
    if no := contest.why_not(own):
        raise no
    acting_for(turn, own)
    refuse_unable(turn, sheet_of(own))
    if form.auto == "fail" and form.buys == SUCCESS:
        turn.refuse("fails", "It fails whatever is rolled. A point buys nothing unless that is unticked.", "point")
    if is_task and tracking.fight_of(turn.table):
        stored.uses_task(turn, own)
    paid = pay(turn, form, own)
    thrown = form.thrown(turn)
    rolled = contest.fails(form) if form.auto == "fail" else _thrown(form, state, thrown)
    thrown.settle()
    made = contest.with_point(form, rolled)
    facts = contest.told(form, made, thrown, f"rough_magic.{'distraction' if state == DISTRACTED else 'taunting'}")
    if made.success:
        states.begin(turn, form.at, state, by=own)
    contest.tell(turn, f"rough_magic.{'distract' if state == DISTRACTED else 'taunt'}", form, facts, own, paid)


def _thrown(form: WitForm, state: str, thrown: Thrown) -> Roll:
    """Will against Will, with dice."""
    by_rule = distraction if state == DISTRACTED else taunting
    made: Roll = by_rule(will=form.mine().value, target_will=form.theirs().value, dice=thrown.dice, **form.counts)
    return made


@when_turned("rough_magic.distract")
def distracts_after_all(turn: Turn, own: Character, facts: Mapping[str, Any]) -> None:
    _begins(turn, own, facts, DISTRACTED)


@when_turned("rough_magic.taunt")
def taunts_after_all(turn: Turn, own: Character, facts: Mapping[str, Any]) -> None:
    _begins(turn, own, facts, TAUNTED)


def _begins(turn: Turn, own: Character, facts: Mapping[str, Any], state: str) -> None:
    other = of_public_id(turn.desk.all(Character), facts["opponent_id"])
    if other is not None:
        states.begin(turn, other, state, by=own)
