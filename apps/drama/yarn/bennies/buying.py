"""A bennie for a drama token, or for a procedural token or card (yarn.bennie-token, yarn.bennie-procedural)."""

from __future__ import annotations

from django import forms

from apps.characters.yarn import bennies, points
from apps.characters.yarn.people import Participant
from apps.characters.yarn.spans import EPISODE, open_now
from apps.drama.yarn.bennies import dice
from apps.drama.yarn.closes import open_step
from apps.drama.yarn.forms import OwnForm
from apps.rules.refusal import Refused
from apps.rules.yarn.options import Options
from apps.table.acts import act
from apps.table.desk import Desk
from apps.table.turn import Turn

TOKEN, PROCEDURAL, CARD, BURN = "drama-token", "procedural-token", "card", "burn"


def why_not_bought(desk: Desk, who: Participant, benefit: str, options: Options) -> Refused | None:
    """Why somebody cannot buy this now, or None: in play alone, and not once hands are fixed (yarn.bennie-tally)."""
    if open_now(desk, EPISODE) is None:
        return Refused("no-session", "A bennie is spent in play: no episode is open.")
    if open_step(desk) is not None:
        return Refused("fixed", "The episode closes: hands are fixed by now.")
    no = bennies.why_not(desk, who, benefit, options)
    return no or (dice.why_no_card(desk, who) if benefit == CARD else None)


class BennieForm(OwnForm):
    """What a bennie buys, refused before it is spent."""

    benefit = TOKEN

    def why_not(self) -> Refused | None:
        return why_not_bought(self.viewer.desk, self.who, self.wanted, self.viewer.options)

    @property
    def wanted(self) -> str:
        return self.benefit


@act("yarn.buy-token", title="A token for a bennie", form=BennieForm, button="Buy it for 1 bennie")
def buy_token(turn: Turn, form: BennieForm) -> None:
    """1 drama token of the kitty, in the middle of a force as well."""
    turn.tell("yarn.token-bought", {})
    bennies.spend(turn, form.who, TOKEN, why="For a token")
    points.pay(turn, None, form.who, 1, "For a bennie", "yarn.bennie-token")


class ProceduralForm(BennieForm):
    what = forms.ChoiceField(
        label="What",
        choices=[(PROCEDURAL, "A procedural token, kept until it is used"), (CARD, "A card for the next roll")],
        widget=forms.RadioSelect,
    )

    @property
    def wanted(self) -> str:
        return str(self.cleaned_data.get("what") or PROCEDURAL)


@act("yarn.buy-procedural", title="A bonus die for a bennie", form=ProceduralForm, button="Buy it for 1 bennie")
def buy_procedural(turn: Turn, form: ProceduralForm) -> None:
    """A card is a bonus die on the next roll in this procedural scene, a token one on a later roll."""
    what = form.cleaned_data["what"]
    turn.tell("yarn.procedural-bought", {"what": what})
    bennies.spend(turn, form.who, what, why="For a procedural token" if what == PROCEDURAL else "For a card")
    if what == CARD:
        dice.lay_card(turn, form.who)
    else:
        points.pay(turn, None, form.who, 1, "For a bennie", "yarn.bennie-procedural", dice.PROCEDURAL)
