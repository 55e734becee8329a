"""The menu of what a plot point buys (rough_magic.plot-point-spend), and anything else that the GM accepts."""

from __future__ import annotations

from dataclasses import dataclass

from apps.characters.forms import one_line
from apps.characters.points import told_by
from apps.characters.rough_magic.points import held_by, spend
from apps.drama.rough_magic.people import PayerForm
from apps.drama.rough_magic.wishes import RULE, Granted, Wish, granted_by, wish_for
from apps.rules.rough_magic.drama.points import plot_point_spend
from apps.rules.rough_magic.lists import SPENDING, Spending
from apps.table.acts import act
from apps.table.models import Event
from apps.table.turn import Turn

ACTS = {"inspiration": "hint", "boost": "boost", "stunt": "stunt", "rally": "rally", "retcon": "retcon"}
OTHER = "other"


@dataclass(frozen=True)
class Way:
    """Something that a point buys: when it comes about, and the act that buys it, where there is one."""

    title: str
    effect: str
    lasts: str
    when: str
    address: str


def ways(gm: str) -> list[Way]:
    """All of the list but the last, which is anything else."""
    return [_way(one, gm) for one in SPENDING if one.id != OTHER]


def _way(one: Spending, gm: str) -> Way:
    waits = plot_point_spend(points=1, use=one.title).waits
    when = f"waits for the {gm}’s yes" if waits else "at once"
    if one.id not in ACTS:
        when = "in the form of your roll, or on its card"
    address = f"rough_magic.{ACTS[one.id]}" if one.id in ACTS else ""
    return Way(one.title, one.effect, one.lasts, when, address)


class SpendForm(PayerForm):
    what = one_line("What for", 200)

    def setup(self) -> None:
        super().setup()
        self.fields["what"].help_text = f"Of about the same weight; the {self.viewer.game.gm} says yes or no"

    @property
    def ways(self) -> list[Way]:
        return ways(self.viewer.game.gm)

    @property
    def held(self) -> int | None:
        """What the only one who can pay has; None where the GM may choose among people."""
        return None if self.viewer.is_gm else held_by(self.viewer.seat)


@act(
    "rough_magic.spend",
    menu=60,
    title="Spend a plot point",
    form=SpendForm,
    button="Ask for it: 1 point on yes",
    template="drama/rough_magic/acts/spend.html",
    preview=lambda viewer, form: {},
)
def spend_point(turn: Turn, form: SpendForm) -> None:
    """Asks for something that no other act brings, for somebody else's character too (rough_magic.plot-point-spend)."""
    wish_for(turn, Wish(OTHER, form.payer.public_id, text=form.cleaned_data["what"]), form.payer, None, "what")


@granted_by(OTHER)
def granted(turn: Turn, grant: Granted) -> Event:
    """Pays; what it brings is the people's."""
    payer = grant.payer
    found = plot_point_spend(points=held_by(payer), use=grant.wish.bought.title)
    paid = spend(turn, payer, grant.wish.text[:120], RULE)
    facts = {"who": payer.name, "text": grant.wish.text, "words": grant.words, "left": found.points, "rule": RULE}
    told = turn.tell("rough_magic.bought", facts)
    told_by(turn, told, paid)
    return told
