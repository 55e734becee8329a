"""A joint task comes to its end: the last has rolled, or the GM counts what is there."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters.models import Character
from apps.checks.rough_magic.outcomes import Outcome, came_out
from apps.checks.rough_magic.secrecy import OF_THE_SHEET, without
from apps.checks.rough_magic.together import joint as joints
from apps.checks.rough_magic.together import work as works
from apps.checks.rough_magic.together.joint import KIND, Facts, Joint
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.audience import EVERYBODY, GMS
from apps.table.choices import OneRow
from apps.table.models import Event, Exchange
from apps.table.turn import Turn

COMBINING, EXTENDED, RACE = "rough_magic.combining-tasks", "rough_magic.extended-task", "rough_magic.extended-race"
OF_OUTCOME = ("label", "target", "success")
KNOWN_TO_GMS = ("target", "margin", "success", "extreme", "may_turn")
"""What tells of a hidden target number."""


def settle(turn: Turn, exchange: Exchange, joint: Joint) -> Event:
    """Counts what was rolled, for long work too, tells of it and closes the joint task. An extreme success of long work
    counts twice, which is all that it brings (rough_magic.extreme-success)."""
    facts = _result(joint) | {"may_turn": turn.options.auto_success_after_roll}
    work = works.of_id(turn.desk, joint.work)
    if work is not None:
        facts |= works.counts(turn, work, joint.side, facts["margin"])
        facts["rule"] = RACE if work.is_race else EXTENDED
    event = tell(turn, facts, joint.hidden)
    exchanges.close(turn, exchange)
    if best := turn.desk.find(Character, max(joint.in_it, key=lambda one: one.total).character):
        brings = facts["extreme"] and work is None
        outcome = {name: facts[name] for name in OF_OUTCOME}
        came_out(turn, Outcome(event, best, **outcome, total=facts["combined"], extreme=brings))
    return event


def tell(turn: Turn, facts: Facts, hidden: bool) -> Event:
    """Tells of the result. The sheets of the GM's people are the GMs' alone, and with a hidden target number so is
    whether it was enough."""
    seen = facts | {"workers": [without(one, OF_THE_SHEET) if one["secret"] else one for one in facts["workers"]]}
    if hidden:
        seen = without(seen, KNOWN_TO_GMS)
    if seen == facts:
        return turn.tell("rough_magic.joint-counted", facts)
    return turn.tell("rough_magic.joint-counted", facts, GMS, {EVERYBODY: seen})


def _result(joint: Joint) -> Facts:
    found = joints.result(joint)
    best = max(found.totals)
    workers = [one.roll | {"name": one.name, "best": one.total == best} for one in joint.in_it]
    return {
        "label": joint.label,
        "workers": workers,
        "best": best,
        "heads": len(workers) if len(workers) > 1 else 0,
        "combined": found.combined,
        "paid_by": joint.paid_by,
        "auto": found.auto,
        "target": found.target,
        "margin": found.margin,
        "success": found.success,
        "extreme": found.extreme,
        "rule": COMBINING,
    }


def go_on(turn: Turn, exchange: Exchange, joint: Joint) -> None:
    """Keeps what has come in; with the last of them it is counted."""
    exchanges.advance(turn, exchange, joint)
    if not joint.waiting and joint.in_it:
        settle(turn, exchange, joint)
    elif not joint.waiting:
        exchanges.close(turn, exchange)


# by the GM's word


class JointChoice(OneRow):
    def __init__(self) -> None:
        gone = {"invalid_choice": "This joint task is over."}
        super().__init__(label="Joint task", empty_label=None, error_messages=gone)

    def label_from_instance(self, row: Any) -> str:
        found: Joint = exchanges.state_of(row)
        return found.label


class OfJointForm(ActForm):
    """About a joint task that waits."""

    joint = JointChoice()

    def setup(self) -> None:
        found = exchanges.open_exchanges(self.viewer.desk, KIND)
        self.choose("joint", found)
        if len(found) == 1:
            self.fields["joint"].initial = found[0].public_id

    @property
    def state(self) -> Joint:
        found: Joint = exchanges.state_of(self.cleaned_data["joint"])
        return found


class CountNowForm(OfJointForm):
    def clean_joint(self) -> Exchange:
        found: Exchange = self.cleaned_data["joint"]
        state: Joint = exchanges.state_of(found)
        if not state.in_it:
            raise forms.ValidationError("Nobody has rolled yet: there is nothing to count. It can be called off.")
        return found


@act("rough_magic.count-now", title="Count it now", form=CountNowForm, who=gms, button="Count it now")
def count_now(turn: Turn, form: CountNowForm) -> None:
    """Counts those who have rolled; the others neither roll nor count. Refuses it while nobody has rolled."""
    exchange, joint = form.cleaned_data["joint"], form.state
    joint = joints.without(joint, *(one.character for one in joint.waiting))
    exchanges.advance(turn, exchange, joint)
    settle(turn, exchange, joint)
