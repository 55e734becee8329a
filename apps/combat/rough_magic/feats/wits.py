"""Distracting and taunting: Will against Will (rough_magic.distraction, rough_magic.taunting)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.forms import acting_for
from apps.characters.models import Character
from apps.characters.rough_magic import states
from apps.characters.rough_magic.sheet import sheet_of
from apps.checks.rough_magic.check import refuse_unable
from apps.combat import tracking
from apps.combat.rough_magic.attacks.hows import HowForm
from apps.combat.rough_magic.attacks.strike import fighting
from apps.combat.rough_magic.feats import contest
from apps.combat.rough_magic.feats.contest import ContestForm, Number
from apps.combat.rough_magic.order import provoked, stored
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

    def mine(self) -> Number:
        """Their Will, with the highest of what helps (rough_magic.non-stacking)."""
        own = self.own or self.cleaned_data["character"]
        sheet = sheet_of(own)
        worn = [(one.rank, one.name) for one in sheet.gear if one.worn and self._helps(one.helps)]
        on = [(one.rank, one.name) for one in sheet.powers if one.on and self._helps(one.helps)]
        rank, name = max([*worn, *on], default=(0, ""))
        return Number("Will" + (f" + {name} {rank}" if rank else ""), sheet.rank("will") + rank)

    def _helps(self, with_what: str) -> bool:
        return with_what.casefold() == self.made_for

    def theirs(self) -> Number:
        return contest.attribute(self.at, "will")


class DistractForm(WitForm):
    made_for = "distraction"


class TauntForm(WitForm):
    made_for = "taunting"


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
    no = contest.why_not(own) or (provoked.why_not(viewer, own) if is_task and fighting(own) else None)
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
    if is_task and tracking.fight_of(turn.table):
        stored.uses_task(turn, own)
    thrown = form.thrown(turn)
    made: Roll = (distraction if state == DISTRACTED else taunting)(
        will=form.mine().value, target_will=form.theirs().value, dice=thrown.dice, **form.counts
    )
    thrown.settle()
    facts = contest.told(form, made, thrown, f"rough_magic.{'distraction' if state == DISTRACTED else 'taunting'}")
    if made.success:
        states.begin(turn, form.at, state, by=own)
    contest.tell(turn, f"rough_magic.{'distract' if state == DISTRACTED else 'taunt'}", form, facts, own)
