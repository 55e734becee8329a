"""Inspiration (rough_magic.inspiration): the GM hints at a way on; the point is paid when the hint is given."""

from __future__ import annotations

from apps.characters.forms import one_line
from apps.characters.points import told_by
from apps.characters.rough_magic.points import held_by, spend
from apps.drama.rough_magic.people import PayerForm
from apps.drama.rough_magic.wishes import Granted, Wish, granted_by, wish_for
from apps.rules.rough_magic.drama.points import inspiration
from apps.table.acts import act
from apps.table.audience import EVERYBODY, GMS, seats
from apps.table.models import Event
from apps.table.turn import Turn

RULE = "rough_magic.inspiration"


class HintForm(PayerForm):
    about = one_line("Where are you stuck", 200)


@act(
    "rough_magic.hint",
    menu=64,
    title="Inspiration",
    form=HintForm,
    button="Ask for a hint: 1 point",
    template="drama/rough_magic/acts/wish.html",
    preview=lambda viewer, form: {},
)
def hint(turn: Turn, form: HintForm) -> None:
    """Asks for a hint (rough_magic.inspiration). Refuses who has no point left that does not wait."""
    wish = Wish("inspiration", form.payer.public_id, text=form.cleaned_data["about"])
    wish_for(turn, wish, form.payer, None, "about")


@granted_by("inspiration")
def granted(turn: Turn, grant: Granted) -> Event:
    """Pays, and gives the hint to that player or to all."""
    payer = grant.payer
    found = inspiration(points=held_by(payer), player=payer.name, hint=grant.words, shown_to=grant.shown_to)
    paid = spend(turn, payer, "Inspiration", RULE)
    open_part = {"who": payer.name, "about": grant.wish.text, "hint": "", "left": found.points, "rule": RULE}
    full = open_part | {"hint": found.hint}
    if found.shown_to == "all":
        told = turn.tell("rough_magic.hinted", full)
    else:
        told = turn.tell("rough_magic.hinted", full, GMS | seats(payer), {EVERYBODY: open_part})
    told_by(turn, told, paid)
    return told
