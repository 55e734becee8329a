"""The GM's answer to a wish: yes, perhaps for a shorter time, or no; a point is paid on yes alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms

from apps.characters.forms import some_lines
from apps.characters.models import Character
from apps.characters.rough_magic.points import held_by
from apps.drama.rough_magic.wishes import GRANTS, KIND, Granted, Wish, hearers, payer_and_hero
from apps.rules.rough_magic.drama.points import plot_point_spend
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.models import Ask, Event
from apps.table.shared.answers import AnswerForm
from apps.table.turn import Turn
from apps.table.viewer import Viewer

YES, SHORTER, NO = "yes", "round", "no"
SHOWN = {"player": "That player alone", "all": "Everybody"}


class AnswerWishForm(AnswerForm):
    kinds = (KIND,)
    allow = forms.ChoiceField(label="Does it happen", widget=forms.RadioSelect)
    words = some_lines("In your words", 500, required=False)
    shown_to = forms.ChoiceField(
        label="Who reads the hint",
        choices=list(SHOWN.items()),
        initial="player",
        required=False,
        widget=forms.RadioSelect,
    )

    def setup(self) -> None:
        wish: Wish | None = exchanges.state_of(self.row.exchange) if self.row else None
        self.offer("allow", answers_to(wish))
        if wish is None or wish.use != "inspiration":
            del self.fields["shown_to"]
        else:
            self.fields["words"].label = "The hint"

    def clean(self) -> dict[str, Any]:
        hint = "shown_to" in self.fields and self.cleaned_data.get("allow") == YES
        if hint and not self.cleaned_data.get("words") and "words" not in self.errors:
            self.add_error("words", "A hint takes some words.")
        return self.cleaned_data

    @property
    def may_happen(self) -> bool:
        return bool(self.cleaned_data["allow"] != NO)


def answers_to(wish: Wish | None) -> list[tuple[str, str]]:
    """What may be answered; a scene may be cut to one round."""
    if wish is not None and wish.duration == "scene":
        return [(YES, "For the scene"), (SHORTER, "For one round"), (NO, "No")]
    return [(YES, "It happens"), (NO, "No")]


def outlook(viewer: Viewer, form: AnswerWishForm) -> Mapping[str, Any]:
    return {"button": "Answer: 1 plot point" if form.may_happen else "Answer: the point stays"}


@act(
    "rough_magic.answer-wish",
    title="Answer a wish",
    form=AnswerWishForm,
    who=gms,
    button="Answer",
    template="drama/rough_magic/acts/answer_wish.html",
    preview=outlook,
)
def answer_wish(turn: Turn, form: AnswerWishForm) -> None:
    """Grants a wish, which pays the point, or refuses it, which leaves the point (rough_magic.plot-point-spend)."""
    one: Ask = form.cleaned_data["ask"]
    turn.cause = one.exchange.opened_by
    told = _granted(turn, form) if form.may_happen else _refused(turn, form)
    exchanges.answered(turn, one, told)


def _granted(turn: Turn, form: AnswerWishForm) -> Event:
    wish: Wish = form.state
    payer, character = payer_and_hero(turn, wish)
    if not plot_point_spend(points=held_by(payer), use=wish.bought.title).legal:
        turn.refuse("no-points", f"{payer.name} has no plot point left for it.", "ask")
    if form.cleaned_data["allow"] == SHORTER:
        wish = replace(wish, duration="round")
    shown = form.cleaned_data.get("shown_to") or "player"
    return GRANTS[wish.use](turn, Granted(wish, payer, character, form.cleaned_data["words"], shown))


def _refused(turn: Turn, form: AnswerWishForm) -> Event:
    """Also where whoever wished is gone by now."""
    wish: Wish = form.state
    asked: Ask = form.cleaned_data["ask"]
    character = turn.desk.one(Character, public_id=wish.character) if wish.character else None
    return turn.tell(
        "rough_magic.wish-refused", asked.facts | {"words": form.cleaned_data["words"]}, hearers(character)
    )


exchanges.exchange_kind(
    name=KIND,
    state=Wish,
    template="drama/rough_magic/asks/wish",
    answer="rough_magic.answer-wish",
    waits_for="whether a wish comes true",
)
