"""Work that failed succeeds after all, for a plot point of whoever worked on it (rough_magic.automatic-success)."""

from __future__ import annotations

from typing import Any

from django import forms

from apps.characters import points
from apps.characters.access import played_by
from apps.characters.forms import CharacterChoice, acting_for
from apps.characters.models import Character
from apps.characters.rough_magic.points import payer_of, spend
from apps.checks.rough_magic.buying import RULE, SUCCESS, plays
from apps.checks.rough_magic.outcomes import Outcome, came_out
from apps.checks.rough_magic.retelling import OUTCOME, refuse_late, retell, whole_of
from apps.checks.rough_magic.together import work as works
from apps.checks.rough_magic.together.joint import Facts, workers_of
from apps.table import log
from apps.table.acts import ActForm, act
from apps.table.turn import Turn

KINDS = ("rough_magic.joint-counted", "rough_magic.attempt")
RETOLD = (*OUTCOME, "paid_by", "worth", "successes", "outcome", "winner")


class SureForm(ActForm):
    """About work whose result this seat sees; who pays is one of those who worked."""

    event = forms.CharField(widget=forms.HiddenInput, max_length=16)
    character = CharacterChoice(label="Who pays", empty_label=None)

    def setup(self) -> None:
        self.told = log.find(self.viewer, str(self["event"].value() or ""))
        if self.told is not None and self.told.event.kind not in KINDS:
            self.told = None
        workers = workers_of(self.told.facts) if self.told else set()
        able = [one for one in played_by(self.viewer) if one.public_id in workers and plays(one)]
        self.choose("character", able)
        if able:
            self.fields["character"].initial = able[0].public_id

    def clean_event(self) -> log.Told:
        if self.told is None:
            raise forms.ValidationError("There is no such work.")
        if self.told.event.undone_by_id:
            raise forms.ValidationError("This was taken back.")
        if "success" not in self.told.facts:
            raise forms.ValidationError(f"Only the {self.viewer.game.gm} knows what came of it.")
        return self.told


@act(
    "rough_magic.make-sure",
    title="It succeeds, for a plot point",
    form=SureForm,
    button="It succeeds, for 1 plot point",
)
def make_sure(turn: Turn, form: SureForm) -> None:
    """A point of any worker's makes a success of what all of them failed at; for long work it counts as one.

    Refused where it succeeded, where the table has the point paid before the dice, and after a later attempt.
    """
    event, character = form.cleaned_data["event"].event, form.cleaned_data["character"]
    acting_for(turn, character)
    full = whole_of(turn, event)
    refuse_late(turn, character, full | {"total": full.get("combined", full.get("total"))})
    news: Facts = {"success": True, "extreme": False, "margin": 0, "auto": "success", "point": SUCCESS}
    news |= {"may_turn": False, "paid_by": character.name} | _counted(turn, full)
    move = spend(turn, payer_of(character), "Automatic success", RULE)
    brief = {"character": character.name, "point": SUCCESS, "success": True}
    retell(turn, event, "rough_magic.bought-success", full, news, brief, names=RETOLD)
    points.told_by(turn, turn.events[0], move)
    _came_out(turn, event, full, character)


def _counted(turn: Turn, full: Facts) -> Facts:
    """Long work with the success counted."""
    if not full.get("work_id"):
        return {}
    work, side = works.of_id(turn.desk, full["work_id"]), full["side_number"]
    if work is None:
        turn.refuse(
            "over", "The work is over. Take the roll back: its dice fall again, with a point for them.", "event"
        )
    if len(work.side(side).margins) != full["attempts"]:
        turn.refuse("later", "Another attempt was made since then.", "event")
    return works.counts_anew(turn, work, side, 0)


def _came_out(turn: Turn, event: Any, full: Facts, character: Character) -> None:
    total = full.get("combined", full.get("total"))
    came_out(turn, Outcome(event, character, full["label"], total, full.get("target"), True, False))
