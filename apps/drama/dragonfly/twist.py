"""Plot Twist (dragonfly.plot-twist): once a session; the point comes back if the GM finds none possible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from apps.characters.access import watchers_of
from apps.characters.dragonfly.points import drama_points_of, refuse_late, spend_drama_point
from apps.characters.dragonfly.sheet import track_of
from apps.characters.forms import OwnCharacterForm, acting_for, named, one_line
from apps.characters.models import Character, Use
from apps.characters.points import move, told_by
from apps.rules.dragonfly import drama
from apps.rules.refusal import Refused
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.exchanges import close, exchange_kind, open_exchange
from apps.table.models import Ask, Span, Table
from apps.table.turn import Turn
from apps.table.viewer import Viewer

RULE = "dragonfly.plot-twist"


@dataclass(frozen=True)
class TwistAsked:
    """Whose twist waits for an answer, in their words. The point is paid and the session's one is marked."""

    character: str
    what: str
    use: int


class TwistForm(OwnCharacterForm):
    what = one_line("The lucky break", 200, help_text="One sentence; the GM tells what comes of it")


def twist_outlook(viewer: Viewer, form: TwistForm) -> Mapping[str, Any]:
    """Why it is not possible now, before anybody presses."""
    character = form.cleaned_data["character"]
    no = drama.why_no_twist(
        points=drama_points_of(character), used_this_session=used_this_session(viewer.table, character)
    )
    return {"held": drama_points_of(character), "refused_now": no.text if no else ""}


@act("dragonfly.plot-twist", menu=60, title="Plot Twist", form=TwistForm, button="Ask for it: one Drama Point",
     template="drama/dragonfly/acts/twist.html", preview=twist_outlook)  # fmt: skip
def plot_twist(turn: Turn, form: TwistForm) -> None:
    """Pays at once and asks the GM."""
    character, what = form.cleaned_data["character"], form.cleaned_data["what"]
    used = used_this_session(turn.table, character)
    if no := drama.why_no_twist(points=drama_points_of(character), used_this_session=used):
        raise Refused(no.code, no.text, "character")
    refuse_late(turn, character, "plot-twist", "character")
    acting_for(turn, character)
    spent = spend_drama_point(turn, character, "Plot Twist", RULE, field="character")
    use = turn.create(Use, character=character, rule=RULE, span=turn.span("session"), at=turn.now)
    facts = named(character) | {"what": what, "left": spent.left}
    told = turn.tell("dragonfly.twist-asked", facts, to=watchers_of(character))
    spent.told_by(turn, told)
    exchange = open_exchange(turn, "dragonfly.plot-twist", TwistAsked(character.public_id, what, use.pk), told)
    exchanges.ask(turn, exchange, ("gms", 0), {"who": character.name, "what": what})


def used_this_session(table: Table, character: Character) -> bool:
    """Since the last session was opened (dragonfly.plot-twist); since the table opened where none ever was."""
    last = Span.objects.filter(table=table, kind="session").order_by("-opened_at").first()
    uses = Use.objects.filter(character=character, rule=RULE)
    return (uses.filter(at__gte=last.opened_at) if last else uses).exists()


class AnswerForm(ActForm):
    ask = forms.CharField(widget=forms.HiddenInput, max_length=16)
    allow = forms.ChoiceField(
        label="Is it possible", choices=[("yes", "It happens"), ("no", "No twist is possible")],
        widget=forms.RadioSelect,
    )  # fmt: skip
    words = one_line("In your words", 200, required=False)

    def clean_ask(self) -> Ask:
        found = exchanges.may_answer(self.viewer, self.cleaned_data["ask"])
        if found is None or found.exchange.kind != "dragonfly.plot-twist":
            raise forms.ValidationError("This question is no longer open.", "closed")
        return found


def answer_outlook(viewer: Viewer, form: AnswerForm) -> Mapping[str, Any]:
    return {"asked": form.cleaned_data["ask"]}


@act("dragonfly.answer-twist", title="Answer a Plot Twist", form=AnswerForm, who=gms, button="Answer",
     template="drama/dragonfly/acts/answer_twist.html", preview=answer_outlook)  # fmt: skip
def answer_twist(turn: Turn, form: AnswerForm) -> None:
    """Allows the twist, or gives the point back and leaves the session's one unused."""
    one: Ask = form.cleaned_data["ask"]
    state: TwistAsked = exchanges.state_of(one.exchange)
    character = turn.table.characters.filter(public_id=state.character).first()
    if character is None:
        turn.refuse("gone", "The character is no longer there. Call the question off.", "ask")
    allowed = form.cleaned_data["allow"] == "yes"
    turn.cause = one.exchange.opened_by
    back = None if allowed else _give_back(turn, character, state)
    facts = named(character) | {
        "what": state.what, "allowed": allowed, "words": form.cleaned_data["words"], "left": drama_points_of(character),
    }  # fmt: skip
    told = turn.tell("dragonfly.twist-answered", facts, to=watchers_of(character))
    told_by(turn, told, back)
    exchanges.close_ask(turn, one, told)
    close(turn, one.exchange)


def _give_back(turn: Turn, character: Character, state: TwistAsked) -> Any:
    use = Use.objects.filter(pk=state.use, character=character).first()
    if use is not None:
        turn.delete(use)
    return move(turn, None, track_of(character, "drama-points"), 1, "No Plot Twist was possible", RULE)


exchange_kind(
    name="dragonfly.plot-twist", state=TwistAsked, ask_template="drama/dragonfly/asks/twist.html",
    row_template="drama/dragonfly/asks/twist_row.html", answer="dragonfly.answer-twist",
)  # fmt: skip
