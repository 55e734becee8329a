"""Throwing a pool (crew.exchange): the defender first, then the aggressor; the opposition with one tap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from apps.characters.crew import out, points
from apps.characters.crew.forms import PaysForm
from apps.characters.crew.holding import is_crewmember
from apps.characters.forms import acting_for
from apps.characters.models import Character, Move
from apps.characters.points import told_by
from apps.checks.crew import cards, contests, course, drafts, hooks
from apps.checks.crew.pool_views import views_for
from apps.checks.models import Draft
from apps.checks.templatetags.rolls import in_words
from apps.checks.thrown import Thrown
from apps.checks.typed import FacesField, hand_of
from apps.rules.crew import contest as rules
from apps.rules.crew.contest import Contest, Place, Side, side_of
from apps.rules.crew.lists import DIFFICULTIES
from apps.rules.crew.pools import OF_THE_OPPOSITION, Pool, PoolDie, completed, may_hold, pays_when_thrown
from apps.rules.dice import HandDice
from apps.rules.refusal import Refused
from apps.table import exchanges
from apps.table.acts import act
from apps.table.audience import EVERYBODY, GMS
from apps.table.models import Ask, Event, Exchange
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer


class AskedForm(PaysForm):
    """An act of a side that is asked: its own player's or, for anybody, the GM's."""

    ask = forms.CharField(widget=forms.HiddenInput, max_length=16)
    stages: tuple[str, ...] = ()
    row: Ask | None = None

    def setup(self) -> None:
        held = exchanges.may_answer(self.viewer, str(self["ask"].value() or "")[:16])
        if held is not None and held.exchange.kind == contests.KIND and held.facts["stage"] in self.stages:
            self.row = held
        self.set_callbacks(self.character)

    @property
    def exchange(self) -> Exchange:
        return sure(self.row).exchange

    @property
    def contest(self) -> Contest:
        return contests.contest_of(self.exchange)

    @property
    def place(self) -> Place:
        return contests.place_of(sure(self.row))

    @property
    def side(self) -> Side:
        return side_of(self.contest, self.place)

    @property
    def character(self) -> Character | None:
        return contests.character_of(self.viewer.table, self.side) if self.row else None

    @property
    def open_name(self) -> str:
        """What everybody may call whoever rolls."""
        return contests.open_name(self.side, self.character)

    @property
    def draft(self) -> Draft | None:
        return drafts.draft_of(self.exchange, self.place)

    @property
    def is_out(self) -> bool:
        return self.character is not None and out.is_out(self.character)

    @property
    def limited_by(self) -> str:
        """Who is Taken Out, the roller or a ship whose dice are in the pool, so that acting costs a plot point at all
        (crew.limited-action)."""
        if self.character is None or self.row is None:
            return ""
        ship = drafts.bench_of(self.draft).ship_out if self.draft is not None else None
        return self.side.name if self.is_out else ship.name if ship else ""

    def clean_ask(self) -> Ask:
        if self.row is None:
            raise forms.ValidationError(exchanges.GONE)
        if self.side.character and self.character is None:
            raise forms.ValidationError("Whoever rolls here is no longer at the table. It can be called off.")
        return self.row


class FacesForm(AskedForm):
    faces = FacesField()

    def hand(self, pool: Sequence[PoolDie]) -> HandDice | None:
        """The real dice that were typed in, or None. Refuses more or fewer than the pool holds."""
        fell = self.row is not None and bool(Thrown.fell(self.row, contests.standing(self.side)))
        return hand_of(self.cleaned_data["faces"], len(pool), fell)


class ThrowForm(FacesForm):
    at_zero = forms.BooleanField(label="Roll nothing: the stakes are 0", required=False)
    shown = forms.ChoiceField(
        label="The others see",
        choices=[("all", "Every die"), ("total", "Only the total and the 1s")],
        initial="all",
        required=False,
        widget=forms.RadioSelect,
    )
    stages = (contests.ROLL,)

    def setup(self) -> None:
        super().setup()
        if not self.may_be_zero:
            del self.fields["at_zero"]
        if self.row is None or not self.viewer.is_gm or self.side.kind == "crewmember":
            del self.fields["shown"]
        if not self.limited_by and "callback" in self.fields:
            del self.fields["callback"]

    @property
    def may_be_zero(self) -> bool:
        return self.row is not None and self.place == "defender" and self.is_out


def throw_outlook(viewer: Viewer, form: ThrowForm) -> Mapping[str, Any]:
    """The pool as it lies there with its exact odds, and a button that says what is rolled."""
    pool = drafted(form)
    draft = sure(form.draft)
    views = (one for one in views_for(viewer) if one.id == draft.public_id)
    return {
        "heading": f"{form.side.name} rolls",
        "subheading": form.contest.what,
        "pool": pool,
        "view": next(views, None),
        "button": f"Roll {in_words(len(pool))} dice",
        "limited": form.limited_by,
    }


def drafted(form: ThrowForm) -> Pool:
    """The pool that would be thrown now. Refuses one that may not be."""
    held = form.draft
    if held is None:
        raise Refused("gone", exchanges.GONE, "ask")
    _refuse_what_is_gone(form)
    drafts.check(held, contests.options_of(form.exchange))
    return drafts.pool_of(held)


def _refuse_what_is_gone(form: ThrowForm | OpposeForm) -> None:
    """Refuses a roll that has become about nothing."""
    for why_not in hooks.before_throw_hooks:
        if why := why_not(form.viewer.table, form.contest):
            raise Refused("gone", why, "ask")


@act(
    "crew.throw",
    title="Roll the pool",
    form=ThrowForm,
    button="Roll",
    preview=throw_outlook,
    template="checks/crew/acts/throw.html",
)
def throw(turn: Turn, form: ThrowForm) -> None:
    """Throws the pool that was put together; one that was taken back falls with the same faces."""
    if form.character is not None:
        acting_for(turn, form.character)
    if form.cleaned_data.get("at_zero"):
        _stand_at_zero(turn, form)
        return
    pool = drafted(form)
    thrown = Thrown(turn, form.hand(pool), form.row)
    throw_pool(turn, form, pool, thrown, form.cleaned_data.get("shown") == "total")


def throw_pool(turn: Turn, form: ThrowForm | OpposeForm, pool: Pool, thrown: Thrown, veiled: bool = False) -> Event:
    """What every throw does: pays for a limited action, lets the dice fall, tells, and lets others ask about it."""
    ask, exchange, place = sure(form.row), form.exchange, form.place
    limited = bool(form.limited_by)
    paid = _pay_to_act(turn, form) if limited else None
    held = rules.thrown(form.contest, place, pool, thrown.dice, options=contests.options_of(exchange), limited=limited)
    thrown.settle()
    gained = _gain_for_distinction(turn, form.character, form.side, pool)
    drafts.put_away_of(turn, exchange, place)
    exchanges.advance(turn, exchange, held)
    if veiled:
        turn.change(ask, facts={**ask.facts, "veiled": True})
    facts = cards.of_side(turn.table, exchange, held, place) | {
        "typed": thrown.typed,
        "again": thrown.again,
        "gained": bool(gained),
        "paid": bool(paid and paid.move),
        "callback": paid.callback if paid else "",
        "stakes": cards.stakes_before(held, place),
    }
    event = tell(turn, "crew.thrown", facts, veiled)
    told_by(turn, event, gained, paid.move if paid else None)
    for hook in hooks.after_throw_hooks:
        hook(turn, exchange, held, place, event)
    course.settle(turn, exchange, event)
    return event


def _pay_to_act(turn: Turn, form: ThrowForm | OpposeForm) -> points.Paid:
    return points.pay(
        turn,
        sure(form.character),
        "A limited action",
        "crew.limited-action",
        callback=form.callback_given(),
        field="ask",
    )


def _gain_for_distinction(turn: Turn, character: Character | None, side: Side, pool: Pool) -> Move | None:
    if character is None or not is_crewmember(character) or not pays_when_thrown(pool, side.kind):
        return None
    return points.gain(turn, character, "A Distinction as d4", "crew.plot-point-gains")


def _stand_at_zero(turn: Turn, form: ThrowForm) -> None:
    """Somebody who is Taken Out throws nothing: their total is 0 (crew.taken-out)."""
    held = rules.set_at_zero(form.contest, form.place)
    drafts.put_away_of(turn, form.exchange, form.place)
    exchanges.advance(turn, form.exchange, held)
    event = turn.tell("crew.at-zero", cards.of_side(turn.table, form.exchange, held, form.place))
    course.settle(turn, form.exchange, event)


def tell(turn: Turn, kind: str, facts: Mapping[str, Any], veiled: bool = False) -> Event:
    """Tells of one side's dice; of a veiled side everybody but the GMs hears the total and the 1s."""
    if not veiled and not facts.get("true_name"):
        return turn.tell(kind, facts)
    less = cards.veiled(facts) if veiled else cards.openly(facts)
    return turn.tell(kind, facts, GMS, {EVERYBODY: less})


# the opposition by one tap


class OpposeForm(AskedForm):
    difficulty = forms.TypedChoiceField(
        label="How hard it is",
        coerce=int,
        widget=forms.RadioSelect,
        choices=[(row.size, row.title) for row in DIFFICULTIES],
    )
    stages = (contests.ROLL,)

    def clean_ask(self) -> Ask:
        found = super().clean_ask()
        if not self.viewer.is_gm or may_hold(self.side.kind) is not OF_THE_OPPOSITION:
            raise forms.ValidationError(f"Only the {self.viewer.game.gm} sets a difficulty, for the opposition.")
        return found


@act("crew.oppose", title="Name a difficulty and roll", form=OpposeForm, button="Roll")
def oppose(turn: Turn, form: OpposeForm) -> None:
    """The difficulty die with what lies in the opposition's pool already, or with the Situation d6."""
    _refuse_what_is_gone(form)
    row = next(one for one in DIFFICULTIES if one.size == form.cleaned_data["difficulty"])
    held = drafts.draft_of(form.exchange, form.place)
    others = tuple(one for one in drafts.pool_of(held) if one.kind != "difficulty") if held else ()
    pool = completed((PoolDie("difficulty", row.size, row.title), *others), form.side.kind)
    throw_pool(turn, form, pool, Thrown(turn, None, form.row))
