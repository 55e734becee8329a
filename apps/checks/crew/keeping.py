"""After the throw: keeping more dice for plot points (crew.extra-dice), and letting a total stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from apps.characters.crew import points
from apps.characters.crew.holding import is_crewmember
from apps.characters.forms import acting_for
from apps.characters.points import told_by
from apps.checks.crew import cards, contests, course
from apps.checks.crew.throwing import AskedForm, tell
from apps.rules.crew import contest as rules
from apps.rules.crew.contest import Contest, side_of
from apps.rules.crew.steps import written
from apps.rules.refusal import Refused
from apps.table import exchanges
from apps.table.acts import act
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

WHY, RULE = "Keeping one more die", "crew.extra-dice"


class KeepForm(AskedForm):
    dice = forms.TypedMultipleChoiceField(
        label="Which dice are kept too, one plot point each",
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "No die is named yet."},
    )
    stages = (contests.KEEP, contests.HERO)

    def setup(self) -> None:
        super().setup()
        self.offer("dice", [(index, self._title(index)) for index in self._buyable()])

    def _buyable(self) -> tuple[int, ...]:
        """The dice that may be bought now, the highest first."""
        if self.row is None:
            return ()
        late = rules.may_buy_late(self.contest, self.place, contests.options_of(self.exchange))
        return rules.buyable(self.side) if late or not self.side.announced else ()

    def _title(self, index: int) -> str:
        die = self.side.pool[index]
        return f"{self.side.faces[index]}, {die.label} {written(die.size)}"


def keep_outlook(viewer: Viewer, form: KeepForm) -> Mapping[str, Any]:
    """What the total would be with the dice that are chosen."""
    after = rules.bought(form.contest, form.place, tuple(form.cleaned_data["dice"]), contests.options_of(form.exchange))
    made = rules.total(side_of(after, form.place))
    return {
        "heading": f"{form.side.name} keeps more dice",
        "subheading": form.contest.what,
        "button": f"Make it {made}",
    }


@act("crew.keep", title="Keep more dice", form=KeepForm, button="Keep them", preview=keep_outlook)
def keep(turn: Turn, form: KeepForm) -> None:
    """Buys further dice into the total, for one plot point or one of the bank each."""
    if form.character is not None:
        acting_for(turn, form.character)
    chosen, before = tuple(form.cleaned_data["dice"]), rules.total(form.side)
    try:
        held = rules.bought(form.contest, form.place, chosen, contests.options_of(form.exchange))
    except Refused as no:
        raise Refused(no.code, no.text, "dice") from no
    paid = pay(turn, form, WHY, RULE, len(chosen), "dice")
    exchanges.advance(turn, form.exchange, held)
    told = cards.of_side(turn.table, form.exchange, held, form.place)
    facts = told | {
        "bought": [one for one in told["dice"] if one.get("index") in chosen],
        "points": len(chosen),
        "left": paid.left,
        "callback": paid.callback,
        "before": before,
        "from_bank": form.side.kind != "crewmember",
    }
    event = tell(turn, "crew.kept", facts, contests.is_veiled(sure(form.row)))
    told_by(turn, event, paid.move)
    course.settle(turn, form.exchange, event)


def pay(turn: Turn, form: AskedForm, why: str, rule: str, count: int, field: str) -> points.Paid:
    """A crewmember pays their own plot points, anybody else's side is paid for from the bank."""
    character = form.character
    if character is None or not is_crewmember(character):
        return points.pay_from_bank(turn, why, rule, count, field)
    return points.pay(turn, character, why, rule, points=count, callback=form.callback_given(), field=field)


class AnnounceForm(AskedForm):
    stages = (contests.KEEP,)

    def setup(self) -> None:
        super().setup()
        self.fields.pop("callback", None)


def announce_outlook(viewer: Viewer, form: AnnounceForm) -> Mapping[str, Any]:
    """Who has what, in what."""
    total = rules.total(form.side)
    return {"heading": f"{form.open_name} has {total}", "subheading": form.contest.what, "button": f"Let {total} stand"}


@act("crew.announce", title="Let it stand", form=AnnounceForm, button="Let it stand", preview=announce_outlook)
def announce(turn: Turn, form: AnnounceForm) -> None:
    """The total stands; no further die is bought in."""
    if form.character is not None:
        acting_for(turn, form.character)
    let_stand(turn, form, "crew.announced", rules.announced(form.contest, form.place))


def let_stand(turn: Turn, form: AskedForm, kind: str, held: Contest) -> None:
    """Nothing more is added to the side's total; `held` is the contest after that."""
    exchanges.advance(turn, form.exchange, held)
    facts = {"name": form.open_name, "place": form.place, "total": rules.total(form.side), "what": form.contest.what}
    course.settle(turn, form.exchange, turn.tell(kind, facts))
