"""A search that the Director asks for, whether anything hides there or not."""

from __future__ import annotations

from apps.checks.versus import whom_to_ask
from apps.ships.dragonfly.crew import (
    who_is_asked,
)
from apps.ships.dragonfly.looking import DETECT, Looking, operator_of
from apps.ships.dragonfly.sight import crew_of, hiding_of, rows_of, tell
from apps.ships.dragonfly.stations import (
    VesselChoice,
    named_ship,
)
from apps.ships.dragonfly.steps import all_sailing
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.turn import Turn


class SearchForm(ActForm):
    seeker = VesselChoice(label="Which ship searches")
    hider = VesselChoice(
        label="What hides there",
        required=False,
        help_text="Nothing: the operator rolls all the same, and nobody learns that there was nothing to find.",
    )

    def setup(self) -> None:
        ships = all_sailing(self.viewer) if self.viewer.is_gm else []
        self.choose("seeker", ships)
        self.choose("hider", [one for one in ships if rows_of(one)], "Nothing")


@act("dragonfly.search", title="Ask for a search", form=SearchForm, button="Ask for it", who=gms)
def search(turn: Turn, form: SearchForm) -> None:
    """The operator looks once more against the hider's finished roll. The question says nothing of what is there."""
    seeker, hider = form.cleaned_data["seeker"], form.cleaned_data["hider"]
    operator = operator_of(seeker)
    if operator is None:
        turn.refuse("nobody", f"Nobody watches the sensors of {seeker.ship.name}. Seat somebody there first.", "seeker")
    row = hiding_of(hider, seeker) if hider else None
    if hider and row is None:
        turn.refuse("in-sight", f"{hider.ship.name} is not hidden from {seeker.ship.name}.", "hider")
    hidden = {"hider": hider.ship.name} if hider else {}
    event = tell(turn, "dragonfly.search", named_ship(seeker) | hidden, {crew_of(seeker): named_ship(seeker)})
    state = Looking(
        seeker.pk,
        operator.pk,
        hider.pk if hider else 0,
        row.cover if row else "",
        total=row.roll if row else None,
        search=True,
    )
    exchange = exchanges.open_exchange(turn, DETECT, state, by=event)
    exchanges.ask(turn, exchange, whom_to_ask(operator), who_is_asked(operator) | {"ship": seeker.ship.name})
