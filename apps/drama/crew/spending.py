"""Spending a plot point (crew.plot-point-uses): the way to all that it buys, and a plain payment besides."""

from __future__ import annotations

from apps.characters.access import knowers_of
from apps.characters.crew import points
from apps.characters.crew.forms import PaysForm
from apps.characters.forms import acting_for, named, one_line
from apps.characters.points import told_by
from apps.drama.crew.forms import OwnCrewmemberForm
from apps.drama.crew.points import paid_facts, purse
from apps.drama.crew.ways import Way, ways
from apps.rules.crew.lists import PLOT_POINT_USES
from apps.table.acts import act
from apps.table.turn import Turn

RULE = "crew.plot-point-uses"


class SpendForm(OwnCrewmemberForm, PaysForm):
    what = one_line("For what", 120)

    field_order = ("character", "what", "callback")

    def setup(self) -> None:
        super().setup()
        self.fields["what"].help_text = f"As agreed with the {self.viewer.game.gm}"
        self.set_callbacks(self.chosen())

    @property
    def ways(self) -> list[Way]:
        """What a point buys by an act of its own."""
        return ways(self.viewer, PLOT_POINT_USES, self.chosen())


@act(
    "crew.spend",
    menu=50,
    title="Spend a plot point",
    form=SpendForm,
    button="Pay one plot point",
    template="drama/crew/acts/spend.html",
    preview=purse,
)
def spend(turn: Turn, form: SpendForm) -> None:
    """Pays by hand for what the GM agrees to and no act does; what it brings is the people's (crew.plot-point-uses)."""
    character, what = form.cleaned_data["character"], form.cleaned_data["what"]
    acting_for(turn, character)
    paid = points.pay(turn, character, what, RULE, callback=form.callback_given(), field="character")
    facts = named(character) | {"use": what, "what": "", "rule": RULE, **paid_facts(paid)}
    told_by(turn, turn.tell("crew.spent", facts, to=knowers_of(character)), paid.move)
