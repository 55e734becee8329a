"""A session begins with one plot point for each player (rough_magic.plot-point-session)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.forms import one_line
from apps.characters.points import set_points, told_by
from apps.characters.rough_magic.points import held_by, track_of
from apps.drama.rough_magic.people import PlayersChoice, players
from apps.rules.rough_magic.drama.points import plot_point_session
from apps.table.acts import ActForm, act, gms
from apps.table.models import Seat
from apps.table.shared.acts import session_begins
from apps.table.turn import Turn
from apps.table.viewer import Viewer

RULE = "rough_magic.plot-point-session"
WHY = "The session begins"


class OpenForm(ActForm):
    title = one_line("What shall it be called", 120, required=False)
    keep = PlayersChoice(
        label="May keep what is left, as an exception", required=False, help_text="All others begin with 1 point"
    )

    def setup(self) -> None:
        kept = [one for one in players(self.viewer.desk) if held_by(one)]
        self.choose("keep", kept)
        if not kept:
            self.fields["keep"].widget = forms.MultipleHiddenInput()

    def starts(self) -> list[tuple[Seat, int]]:
        """Everybody with the points that they begin with."""
        keep = self.cleaned_data["keep"]
        return [
            (one, plot_point_session(unspent=held_by(one), exception=one in keep, options=self.viewer.options).points)
            for one in players(self.viewer.desk)
        ]


def outlook(viewer: Viewer, form: OpenForm) -> Mapping[str, Any]:
    """What becomes of everybody's points."""
    return {"starts": [{"seat": one, "now": held_by(one), "after": after} for one, after in form.starts()]}


@act(
    "rough_magic.open-session",
    title="Open a session",
    form=OpenForm,
    button="Open the session",
    who=gms,
    template="drama/rough_magic/acts/open_session.html",
    preview=outlook,
    instead_of="open-session",
)
def open_session(turn: Turn, form: OpenForm) -> None:
    """One point each; what was left is gone, but for those whom the GM lets keep it (rough_magic.plot-point-session).

    A session that is still open is closed with it.
    """
    facts = session_begins(turn, form.cleaned_data["title"])
    moves, lines = [], []
    for seat, after in form.starts():
        lines.append({"name": seat.name, "before": held_by(seat), "left": after})
        moves.append(set_points(turn, track_of(turn, seat), after, WHY, RULE))
    told_by(turn, turn.tell("rough_magic.session-opened", facts | {"points": lines, "rule": RULE}), *moves)
