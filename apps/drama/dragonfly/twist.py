"""Plot Twist (dragonfly.plot-twist): once a session; the point comes back if the GM finds none possible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.characters.access import watchers_of
from apps.characters.dragonfly.points import drama_points_of, spend_drama_point, spent_told_by, why_late
from apps.characters.dragonfly.sheet import track_of
from apps.characters.forms import OwnCharacterForm, acting_for, named, one_line
from apps.characters.models import Character, Use, UseKey
from apps.characters.points import move, told_by
from apps.rules.dragonfly import drama
from apps.rules.refusal import Refused
from apps.table import exchanges
from apps.table.acts import act, gms
from apps.table.exchanges import exchange_kind, open_exchange
from apps.table.models import Ask, Span, Table
from apps.table.shared.answers import AnswerForm, yes_or_no
from apps.table.turn import Turn
from apps.table.viewer import Viewer

RULE = "dragonfly.plot-twist"


@dataclass(frozen=True)
class TwistAsked:
    """Whose twist waits for an answer, in their words. The point is paid and the session's one is marked."""

    character: str
    what: str
    use: UseKey


class TwistForm(OwnCharacterForm):
    what = one_line("The lucky break", 200)

    def setup(self) -> None:
        super().setup()
        self.fields["what"].help_text = f"One sentence; the {self.viewer.game.gm} tells what comes of it"

    @property
    def refused_now(self) -> str:
        """Why it is not possible now, before anybody types."""
        character = self.chosen()
        no = why_no_twist(self.viewer, character) if character else None
        return no.text if no else ""


def why_no_twist(viewer: Viewer, character: Character) -> Refused | None:
    """Why there is no twist for this character now: no point, the session's one is used, Intentions are over."""
    used = used_this_session(viewer.table, character)
    no = drama.why_no_twist(points=drama_points_of(character), used_this_session=used)
    return no or why_late(viewer, character, "plot-twist")


def twist_outlook(viewer: Viewer, form: TwistForm) -> Mapping[str, Any]:
    return {"held": drama_points_of(form.cleaned_data["character"])}


@act(
    "dragonfly.plot-twist",
    menu=60,
    title="Plot Twist",
    form=TwistForm,
    button="Ask for it: one Drama Point",
    template="drama/dragonfly/acts/twist.html",
    preview=twist_outlook,
)
def plot_twist(turn: Turn, form: TwistForm) -> None:
    """Pays at once and asks the GM."""
    character, what = form.cleaned_data["character"], form.cleaned_data["what"]
    if no := why_no_twist(turn.viewer, character):
        raise Refused(no.code, no.text, "character")
    acting_for(turn, character)
    spent = spend_drama_point(turn, character, "Plot Twist", RULE, field="character")
    use = turn.create(Use, character=character, rule=RULE, span=turn.span("session"), at=turn.now)
    facts = named(character) | {"what": what, "left": spent.left}
    told = turn.tell("dragonfly.twist-asked", facts, to=watchers_of(character))
    spent_told_by(turn, told, spent)
    exchange = open_exchange(turn, "dragonfly.plot-twist", TwistAsked(character.public_id, what, use.pk), told)
    exchanges.ask(turn, exchange, ("gms", 0), {"who": character.name, "what": what})


def used_this_session(table: Table, character: Character) -> bool:
    """Since the last session was opened (dragonfly.plot-twist); since the table opened where none ever was."""
    began = max((one.opened_at for one in table.desk.all(Span, kind="session")), default=None)
    return any(began is None or one.at >= began for one in table.desk.all(Use, character=character, rule=RULE))


class TwistAnswerForm(AnswerForm):
    kinds = (RULE,)
    allow = yes_or_no("Is it possible", "It happens", "No twist is possible")
    words = one_line("In your words", 200, required=False)


@act(
    "dragonfly.answer-twist",
    title="Answer a Plot Twist",
    form=TwistAnswerForm,
    who=gms,
    button="Answer",
    template="drama/dragonfly/acts/answer_twist.html",
)
def answer_twist(turn: Turn, form: TwistAnswerForm) -> None:
    """Allows the twist, or gives the point back and leaves the session's one unused."""
    one: Ask = form.cleaned_data["ask"]
    state: TwistAsked = exchanges.state_of(one.exchange)
    character = turn.desk.one(Character, public_id=state.character)
    if character is None:
        turn.refuse("gone", "The character is no longer there. Call the question off.", "ask")
    turn.cause = one.exchange.opened_by
    back = None if form.allowed else _give_back(turn, character, state)
    facts = named(character) | {
        "what": state.what,
        "allowed": form.allowed,
        "words": form.cleaned_data["words"],
        "left": drama_points_of(character),
    }
    told = turn.tell("dragonfly.twist-answered", facts, to=watchers_of(character))
    told_by(turn, told, back)
    exchanges.answered(turn, one, told)


def _give_back(turn: Turn, character: Character, state: TwistAsked) -> Any:
    for use in turn.desk.all(Use, character=character):
        if use.pk == state.use:
            turn.delete(use)
    return move(turn, None, track_of(character, "drama-points"), 1, "No Plot Twist was possible", RULE)


exchange_kind(
    name="dragonfly.plot-twist",
    state=TwistAsked,
    template="drama/dragonfly/asks/twist",
    answer="dragonfly.answer-twist",
)
