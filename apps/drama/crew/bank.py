"""The bank by hand (crew.bank): what the GM pays from it, and setting it right."""

from __future__ import annotations

from typing import Any

from apps.characters.crew import points
from apps.characters.forms import number, one_line
from apps.characters.models import Move, Track
from apps.characters.points import MOST, move, told_by
from apps.drama.crew.ways import Way, ways
from apps.rules.crew.lists import BANK_USES
from apps.table.acts import ActForm, act, gms
from apps.table.turn import Turn
from apps.table.viewer import Viewer

RULE = "crew.bank"


class BankSpendForm(ActForm):
    what = one_line("For what", 120)

    @property
    def ways(self) -> list[Way]:
        """What a point of the bank buys by an act of its own."""
        return ways(self.viewer, BANK_USES, None)


def in_the_bank(viewer: Viewer, form: Any) -> dict[str, Any]:
    return {"bank": points.bank_of(viewer.table)}


@act(
    "crew.bank-spend",
    menu=53,
    title="Spend from the bank",
    form=BankSpendForm,
    who=gms,
    button="Pay one point",
    template="drama/crew/acts/spend.html",
    preview=in_the_bank,
    settled=True,
)
def bank_spend(turn: Turn, form: BankSpendForm) -> None:
    """One point of the bank for what no act does. Refuses an empty bank (crew.bank)."""
    what = form.cleaned_data["what"]
    paid = points.pay_from_bank(turn, what, RULE, field="what")
    facts = {"use": what, "what": "", "left": paid.left, "rule": RULE}
    told_by(turn, turn.tell("crew.bank-spent", facts), paid.move)


class BankSetForm(ActForm):
    points = number("Points in the bank", 0, MOST)
    why = one_line("Why", 120, required=False)

    def setup(self) -> None:
        self.fields["points"].initial = points.bank_of(self.viewer.table)


@act("crew.bank-set", title="Set the bank", form=BankSetForm, who=gms, button="Set it")
def bank_set(turn: Turn, form: BankSetForm) -> None:
    """The GM sets the bank right; the rules alone never let it grow within an Episode."""
    track = points.bank_track(turn)
    before, after, why = track.value, form.cleaned_data["points"], form.cleaned_data["why"]
    if before == after:
        turn.refuse("same", f"The bank holds {before} already.", "points")
    line = bring_to(turn, track, after, why, RULE)
    told_by(turn, turn.tell("crew.bank-set", {"from": before, "to": after, "why": why}), line)


def bring_to(turn: Turn, track: Track, points: int, why: str, rule: str) -> Move | None:
    """Moves what is missing from the pile, or what is too much to it; no move where it is right already."""
    more = points - track.value
    if not more:
        return None
    return move(turn, None if more > 0 else track, track if more > 0 else None, abs(more), why, rule)
