"""The theme of the next episode, chosen in turn (yarn.theme-order), and the last word of this one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apps.characters import parts
from apps.characters.forms import one_line
from apps.characters.parts import Holder
from apps.characters.yarn.growing.awarding import awarded_in
from apps.characters.yarn.orders import THEMES, draw, order_of
from apps.characters.yarn.people import Participant, of_key, players, the_gm
from apps.characters.yarn.spans import series
from apps.drama.yarn.closes import DICE, THEME
from apps.drama.yarn.closing.steps import Closing, closing_in, here
from apps.drama.yarn.themes import keep_theme, theme_to_come, when_episode_opens
from apps.drama.yarn.turns import absent_of
from apps.drama.yarn.turns import order_of as order_of_calling
from apps.rules.yarn.drama.calling import theme_order, turns_left, turns_to_come
from apps.rules.yarn.orders import GM
from apps.table import acts, exchanges
from apps.table.acts import act, gms
from apps.table.exchanges import exchange_kind
from apps.table.keys import SpanKey
from apps.table.models import Ask, Event, Span
from apps.table.shared.answers import AnswerForm
from apps.table.spans import close_span
from apps.table.turn import Turn
from apps.table.viewer import Viewer

FOLDER = "drama/yarn/closing/asks"
FIRST = "yarn.first-theme"
LEFT = "themes-left"
"""The role of those whose turn to choose is still to come in this pass through the order for themes. With none of them
the next pass begins. A session that is broken off before its theme is named takes no turn."""


def begin_theme(turn: Turn, closing: Closing, by: Event, laid: Sequence[Participant] = ()) -> None:
    """Asks whose turn it is; `laid` is the order for themes where the GM lays it."""
    chooser = _chooser(turn, closing, laid)
    exchange = exchanges.open_exchange(turn, THEME, closing, by=by)
    exchanges.ask(turn, exchange, chooser.atom, {"who": chooser.name, "key": chooser.key})


def _chooser(turn: Turn, closing: Closing, laid: Sequence[Participant]) -> Participant:
    """The next in the order who is here, or else the GM."""
    there = {one.key for one in here(turn.desk, closing)}
    order, left = _keys(_order(turn, laid)), _keys(order_of(turn.desk, series(turn), LEFT))
    chooser = next((key for key in turns_to_come(order, left) if key in there), "")
    return of_key(turn.desk, chooser) or the_gm(turn.desk)


def _keys(people: Sequence[Participant]) -> tuple[str, ...]:
    return tuple(one.key for one in people)


def _order(turn: Turn, laid: Sequence[Participant]) -> list[Participant]:
    """The order for themes, drawn when it is first needed; whoever came later stands at its end, in this pass too."""
    span = series(turn)
    held = order_of(turn.desk, span, THEMES)
    if not held and players(turn.desk):
        held = draw(turn, span, THEMES, drawn=laid or None)
        turn.tell("yarn.themes-drawn", {"names": [one.name for one in held]})
    known = {one.key for one in held}
    roles = [THEMES, *([LEFT] if parts.in_order(turn.desk, span, LEFT) else [])]
    for one in players(turn.desk):
        for role in roles if one.key not in known else ():
            parts.give(turn, span, role, Holder(one.seat))
    return order_of(turn.desk, span, THEMES)


def _turn_is_over(turn: Turn, asked: str) -> None:
    """Whoever was asked for the theme has had their turn in this pass: the next of it where the GM was, as nobody was
    here. Whoever has left meanwhile takes their turn with them."""
    span = series(turn)
    order, left = (_keys(order_of(turn.desk, span, role)) for role in (THEMES, LEFT))
    if asked not in (GM, *order):
        return
    after = turns_left(order, left, None if asked == GM else asked)
    seats = [one.seat for key in after if (one := of_key(turn.desk, key)) is not None]
    parts.arrange(turn, span, LEFT, [Holder(seat) for seat in seats])


@dataclass(frozen=True)
class FirstTheme:
    """Of which episode the theme is asked for as it opens."""

    span: SpanKey


@when_episode_opens
def _the_first_theme(turn: Turn, episode: Span, by: Event) -> None:
    """By the switch first-theme-by it is for the first player in the calling order to say; not where the GM has."""
    order = [one.key for one in order_of_calling(turn.desk) if one not in absent_of(turn.desk)]
    if episode.number > 1 or episode.title or not order:
        return
    chooser = theme_order(order=order, sessions=[1], calling_order=order, options=turn.options).choosers[0]
    who = of_key(turn.desk, chooser)
    if who is not None and not who.is_gm:
        exchange = exchanges.open_exchange(turn, FIRST, FirstTheme(episode.pk), by=by)
        exchanges.ask(turn, exchange, who.atom, {"who": who.name, "key": who.key})


class ThemeForm(AnswerForm):
    kinds = (THEME, FIRST)
    theme = one_line("The theme", 120)


@act("yarn.choose-theme", title="The theme", form=ThemeForm, button="That is the theme")
def choose_theme(turn: Turn, form: ThemeForm) -> None:
    """Whoever is next in the order for themes names one for the next episode, of the pitch or a new one; or the first
    player in the calling order for the very first."""
    ask: Ask = form.cleaned_data["ask"]
    who, theme = of_key(turn.desk, ask.facts["key"]) or the_gm(turn.desk), form.cleaned_data["theme"]
    first = ask.exchange.kind == FIRST
    own = turn.seat.is_gm if who.is_gm else turn.seat == who.seat
    told = turn.tell("yarn.theme-chosen", {"who": who.name, "theme": theme, "first": first, "own": own})
    exchanges.answered(turn, ask, told)
    if first:
        turn.change(turn.desk.get(Span, exchanges.state_of(ask.exchange).span), title=theme)
        return
    keep_theme(turn, theme, who)
    _turn_is_over(turn, ask.facts["key"])
    last = exchanges.open_exchange(turn, DICE, closing_in(ask.exchange), by=told)
    exchanges.ask(turn, last, ("gms", 0), {})


class FinishForm(AnswerForm):
    kinds = (DICE,)


@act("yarn.finish-episode", title="The episode is over", form=FinishForm, who=gms, button="Close the episode")
def finish_episode(turn: Turn, form: FinishForm) -> None:
    """The last step, when experience dice have been given: the session closes."""
    ask: Ask = form.cleaned_data["ask"]
    episode = turn.desk.get(Span, closing_in(ask.exchange).span)
    exchanges.close(turn, ask.exchange)
    ended = close_span(turn, episode)
    facts = {"number": episode.number, "title": episode.title, "ended": ended, "theme": theme_to_come(turn.desk)}
    turn.tell("yarn.episode-closed", facts)


def _next_number(viewer: Viewer, one: Ask) -> Mapping[str, Any]:
    return {"number": viewer.desk.get(Span, closing_in(one.exchange).span).number + 1}


def _this_number(viewer: Viewer, one: Ask) -> Mapping[str, Any]:
    return {"number": viewer.desk.get(Span, exchanges.state_of(one.exchange).span).number}


def _awards(viewer: Viewer, one: Ask) -> Mapping[str, Any]:
    awarded = awarded_in(viewer.desk.get(Span, closing_in(one.exchange).span))
    return {
        "awards": acts.offers("yarn", "award-dice"),
        "awarded": [each.name for each in awarded],
        "theme": theme_to_come(viewer.desk),
    }


exchange_kind(
    name=THEME,
    state=Closing,
    template=f"{FOLDER}/theme",
    answer="yarn.choose-theme",
    waits_for="the next theme",
    bare_row=True,
    context=_next_number,
)
exchange_kind(
    name=FIRST,
    state=FirstTheme,
    template=f"{FOLDER}/theme",
    answer="yarn.choose-theme",
    waits_for="the theme",
    bare_row=True,
    context=_this_number,
)
exchange_kind(
    name=DICE,
    state=Closing,
    template=f"{FOLDER}/last-step",
    answer="yarn.finish-episode",
    waits_for="the last step",
    bare_row=True,
    context=_awards,
)
