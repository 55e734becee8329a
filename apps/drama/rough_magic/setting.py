"""The GM sets what somebody has, whatever the rules say: every number can be put right by hand."""

from __future__ import annotations

from apps.characters.forms import number, one_line
from apps.characters.points import MOST, set_points, told_by
from apps.characters.rough_magic.points import held_by, track_of
from apps.drama.rough_magic.people import PayerForm, acting_for_player, purse
from apps.table.acts import act, gms
from apps.table.turn import Turn

RULE = "rough_magic.plot-point-spend"


class SetForm(PayerForm):
    points = number("Plot points from now on", 0, MOST)
    why = one_line("Why", 120, required=False)


@act("rough_magic.set-points", title="Set plot points", form=SetForm, who=gms, button="Set them")
def set_by_hand(turn: Turn, form: SetForm) -> None:
    """Gives or takes what is needed. Refuses the number that it is already (same)."""
    seat, before = form.payer, held_by(form.payer)
    acting_for_player(turn, seat)
    why = form.cleaned_data["why"]
    moved = set_points(turn, track_of(turn, seat), form.cleaned_data["points"], why or "Set by hand", RULE)
    if moved is None:
        turn.refuse("same", f"{seat.name} has {before} already.", "points")
    told = turn.tell("rough_magic.points-set", purse(seat) | {"before": before, "why": why})
    told_by(turn, told, moved)
