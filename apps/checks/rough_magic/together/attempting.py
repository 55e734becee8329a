"""An attempt of one alone at long work (rough_magic.extended-task)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from apps.characters.access import played_by
from apps.characters.forms import CharacterChoice, acting_for, first_unless_named, named
from apps.characters.models import Character
from apps.characters.points import told_by
from apps.characters.rough_magic.sheet import sheet_of
from apps.checks.rough_magic.acting import acts
from apps.checks.rough_magic.buying import pay
from apps.checks.rough_magic.check import drawn, may_turn, refuse_unable
from apps.checks.rough_magic.outcomes import Outcome, came_out
from apps.checks.rough_magic.rolling import OwnSideForm
from apps.checks.rough_magic.secrecy import tell
from apps.checks.rough_magic.together import work as works
from apps.checks.rough_magic.together.joint import refuse_second
from apps.checks.rough_magic.together.long_work import FOLDER, OfSideForm
from apps.checks.rough_magic.together.people import may_work
from apps.checks.rough_magic.together.problem import NETS
from apps.checks.rough_magic.together.settling import EXTENDED, RACE
from apps.checks.rough_magic.together.work import Work
from apps.checks.rough_magic.ways import Against
from apps.rules.odds import percent
from apps.rules.rough_magic.odds import extended_odds
from apps.table.acts import act
from apps.table.turn import Turn
from apps.table.viewer import Viewer


class AttemptForm(OfSideForm, OwnSideForm):
    character = CharacterChoice(empty_label=None)

    def setup(self) -> None:
        super().setup()
        self.choose("character", self.alternatives)
        if self.whose is None:
            return
        self.offer_side(sheet_of(self.whose))

    def offer_boxes(self, boxes: Any) -> None:
        super().offer_boxes(one for one in boxes if one.side != "DV")

    @cached_property
    def alternatives(self) -> list[Character]:
        """For whom this seat may try: not for anybody who hides."""
        mine = played_by(self.viewer)
        return [one for one in may_work(self.viewer) if one in mine]

    @property
    def whose(self) -> Character | None:
        """Whose attempt it is so far: the first where nobody is named."""
        return first_unless_named(self, self.alternatives)

    @property
    def against(self) -> Against:
        work = self.chosen_work
        known = self.viewer.is_gm or not work.hidden
        dv = work.side(self.side_number).dv + work.net
        return Against(NETS[str(work.net)] if work.net else "The work", dv, known)


def outlook(viewer: Viewer, form: AttemptForm) -> Mapping[str, Any]:
    """Both sides and the odds of this attempt; with attempts that are counted, of the whole work as well."""
    work, name = form.chosen_work, form.cleaned_data["character"].name
    shown = drawn(form, form.against)
    return shown | {"heading": f"{name}: {work.name}", "whole": _whole(work, form, shown["duel"].by)}


def _whole(work: Work, form: AttemptForm, by: int | None) -> str:
    """The chance to finish it if all attempts that are left are like this one; nothing where they are not counted."""
    if work.limit is None or by is None or form.auto != "none":
        return ""
    stands = work.stands(work.side(form.side_number))
    left = work.needed - (stands.tally[-1] if stands.tally else 0)
    return percent(extended_odds(by, left, work.limit - stands.attempts))


@act(
    "rough_magic.attempt",
    title="An attempt",
    form=AttemptForm,
    button="Roll",
    preview=outlook,
    template=f"{FOLDER}/attempt.html",
)
def attempt(turn: Turn, form: AttemptForm) -> None:
    """Rolls once for long work: a success counts one, an extreme success two and brings nothing else besides
    (rough_magic.extended-task, rough_magic.extreme-success).

    Refuses a side of a race that has tried in this turn, one whose joint attempt waits, and whoever is defeated.
    """
    character, work, side = form.cleaned_data["character"], form.chosen_work, form.side_number
    form.refuse_out_of_turn()
    refuse_second(turn, work.id, side)
    acting_for(turn, character)
    refuse_unable(turn, sheet_of(character))
    acts(turn, character)
    against, paid = form.against, pay(turn, form, character)
    facts = form.throw(turn, against) | named(character) | {"label": work.name, "mode": "everybody"}
    facts |= works.counts(turn, work, side, -1 if facts["margin"] is None else facts["margin"])
    facts["rule"] = RACE if facts["side"] else EXTENDED
    facts["may_turn"] = may_turn(facts, character, turn.options)
    card = tell(turn, character, facts, against, "everybody", turn.seat, kind="rough_magic.attempt", hidden=work.hidden)
    told_by(turn, card, paid)
    came_out(
        turn, Outcome(card, character, work.name, facts["total"], facts["target"], facts["success"], extreme=False)
    )
