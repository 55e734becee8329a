"""The GM sums up in secret, may turn a close fight while it is talked through, and says who has won
(yarn.gestalt-combat, yarn.secret-gm-roll)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django import forms

from apps.characters.forms import number, one_line
from apps.characters.yarn.sheet import whole_sheet
from apps.checks.thrown import thrown_with
from apps.checks.typed import FacesField
from apps.checks.yarn.group.efforts import TITLES
from apps.checks.yarn.group.settling import COMBINING, Settled, settled
from apps.checks.yarn.real_dice import Hands, RealDiceForm, hand
from apps.checks.yarn.rolling_acts.difficulty import Against
from apps.combat import tracking
from apps.combat.models import Fight
from apps.combat.yarn.gestalt import rolling
from apps.combat.yarn.rounds import beginning, stored, told
from apps.combat.yarn.rounds.forms import MOST_BONUS, PLAIN
from apps.rules.dice import Dice, KeptDice
from apps.rules.yarn.combat.rounds import gestalt_combat
from apps.rules.yarn.groups import WAYS, combined
from apps.rules.yarn.orders import GM
from apps.rules.yarn.pool import AVERAGE, pool_of
from apps.rules.yarn.visibility import secret_gm_roll
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.audience import EVERYBODY, GMS
from apps.table.models import Ask, Event, Exchange
from apps.table.shared.answers import AnswerForm
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KIND = "yarn.gestalt"
stored.asks_in_fights(KIND)
MOST, MOST_TOTAL = 40, 999
FELL = "fell-for-the-sum"
"""The dice of both sums, kept in the facts of the first answer."""
ENDS = {"players": "The players win", "gm": "The GM’s side wins", "draw": "Nobody wins"}
TYPED = "typed-for-the-sum"
"""Which of these dice were real ones, beside them."""
TOGETHER = "With spaces between them. Empty: the program throws these"
ONE_BY_ONE = "One of yours after the other, with spaces between them. Empty: the program throws these"


class Typed(NamedTuple):
    """Whose real dice were typed."""

    theirs: bool
    hers: bool


@dataclass(frozen=True)
class Sums:
    """Both sums, who is ahead by the dice, and who wins as the GM has it now. `picked` is who had the only chance of
    the players' side, where that is how they roll: then their sum is hers alone too."""

    players_sum: int
    gm_sum: int
    by_dice: str
    winner: str
    picked: str = ""

    @property
    def difference(self) -> int:
        return self.players_sum - self.gm_sum


def gestalt_of(viewer_fight: Fight | None) -> Fight | None:
    """The fight in one roll, if one runs."""
    return viewer_fight if viewer_fight is not None and viewer_fight.phase == stored.GESTALT else None


def summed(fight: Fight) -> Exchange | None:
    """Both sums, once the GM has hers."""
    return next(iter(exchanges.open_exchanges(fight.desk, KIND)), None)


def sums_of(exchange: Exchange) -> Sums:
    found: Sums = exchanges.state_of(exchange)
    return found


def why_not_sum(fight: Fight | None) -> str:
    """Why the sides cannot be summed up now, in a sentence; nothing where they can."""
    if fight is None:
        return "No fight in one roll is running."
    if summed(fight) is not None:
        return "Both sides are summed up already."
    return "" if rolling.side_of(fight) else "Nobody of the players’ side has rolled yet."


class SumForm(RealDiceForm):
    """How many of hers roll, each with how many dice, and how that makes one number; or the number itself. Real dice:
    hers, and those of the players where they are thrown together."""

    count = number("How many roll", 1, MOST, initial=1)
    dice = number("Dice of each", 1, MOST, initial=AVERAGE)
    way = forms.ChoiceField(
        label="How",
        choices=list(TITLES.items()),
        initial=WAYS[0],
        widget=forms.RadioSelect,
    )
    bonus = number("Bonus dice of each", 0, MOST_BONUS, required=False, initial=0)
    penalty = number("Penalty dice of each", 0, MOST_BONUS, required=False, initial=0)
    total = number("Or the sum, as you have it", 0, MOST_TOTAL, required=False, help_text="Nothing is thrown then")
    players_faces = FacesField(label="The players’ dice, combined", help_text=TOGETHER)

    def setup(self) -> None:
        fight = gestalt_of(tracking.fight_of(self.viewer.table))
        hers = [one for one in stored.everybody(fight) if one.character.seat_id is None] if fight else []
        if hers:
            fighting = Counter(whole_sheet(one.character).fights_with for one in hers)
            self.start_with({"count": min(len(hers), MOST), "dice": fighting.most_common(1)[0][0]})
        self.fields["faces"].help_text = ONE_BY_ONE
        if fight is None or not rolling.lends(fight):
            del self.fields["players_faces"]

    @property
    def hers(self) -> dict[str, Any]:
        """Her side, as the rules take it."""
        data = self.cleaned_data
        if data.get("total") is not None:
            return {"gm_totals": [data["total"]]}
        each = {"base": data["dice"], "bonus": data["bonus"] or 0, "penalty": data["penalty"] or 0}
        return {"gm_side": [each] * data["count"], "gm_way": data["way"]}

    @property
    def falls(self) -> int:
        """How many dice are thrown for her side."""
        side = self.hers.get("gm_side", [])
        together = side and self.cleaned_data["way"] == COMBINING
        return combined(side).thrown if together else sum(pool_of(**one).thrown for one in side)

    def hands(self, fight: Fight, fresh: Dice) -> Hands:
        """The players’ dice, where they fall together, then hers. Refuses more or fewer than are thrown, and faces that
        no die has."""
        theirs: list[int] = self.cleaned_data.get("players_faces") or []
        lent = [one.as_roll for one in rolling.side_of(fight)] if theirs else []
        for name, given, count in (
            ("players_faces", theirs, combined(lent).thrown if lent else 0),
            ("faces", self.typed_faces, self.falls),
        ):
            hand(name, given, count, fresh)
        return Hands(fresh, theirs, self.typed_faces)

    @property
    def typed(self) -> Typed:
        return Typed(bool(self.cleaned_data.get("players_faces")), bool(self.typed_faces))


def sum_outlook(viewer: Viewer, form: SumForm) -> Mapping[str, Any]:
    """The sum that is to be beaten, and what one of hers comes to."""
    fight = gestalt_of(tracking.fight_of(viewer.table))
    if no := why_not_sum(fight):
        return {"refused_now": no}
    found, given = sure(fight), form.cleaned_data
    each = pool_of(base=given["dice"], bonus=given["bonus"] or 0, penalty=given["penalty"] or 0)
    line = f"One of yours: {told.spread(each, stored.options_of(found))}. In all {form.falls} of your dice fall."
    if stored.way_of(found) == WAYS[0]:
        line = f"The players have {sum(one.total or 0 for one in rolling.side_of(found))}. {line}"
    return {"line": line, "button": "Throw it in secret" if given.get("total") is None else "That is my sum"}


@act(
    "yarn.gestalt-sum",
    title="Your side, in secret",
    form=SumForm,
    who=gms,
    button="Throw it in secret",
    preview=sum_outlook,
    template="combat/yarn/gestalt/acts/sum.html",
)
def gestalt_sum(turn: Turn, form: SumForm) -> None:
    """Her sum against the players’ open one; whoever has not rolled is left out. Only the GM reads it. What fell in a
    sum that was taken back falls again. Refuses before anybody of the players’ side has rolled, and a second sum."""
    fight = tracking.running(turn)
    if no := why_not_sum(gestalt_of(fight)):
        turn.refuse("not-now", no)
    with _falling_again(turn, fight, form) as (hands, typed):
        _sum_up(turn, fight, form, hands, typed)


@contextmanager
def _falling_again(turn: Turn, fight: Fight, form: SumForm) -> Iterator[tuple[Hands, Typed]]:
    """The dice stay with the first answer of the players, as the exchange of both sums goes when it is taken back; and
    apart from the dice of that answer, as hers are nobody else's. Refuses real ones over those that fell before."""
    ask, fresh = rolling.first_answered(fight), turn.dice
    hands, typed = form.hands(fight, fresh), form.typed
    if fell := [(sides, face) for sides, face in ask.facts.get(FELL, ())]:
        if any(typed):
            turn.refuse("fallen", "The dice fell before this was taken back. They count again.", "faces")
        typed = Typed(*ask.facts.get(TYPED, typed))
    kept = KeptDice(fell, fresh if fell else hands)
    with thrown_with(turn, kept):
        yield hands, typed
    left = [list(die) for die in [*fresh.fallen, *kept.left]]
    turn.keep(ask, facts={**ask.facts, FELL: left, TYPED: list(typed)})


def _sum_up(turn: Turn, fight: Fight, form: SumForm, hands: Hands, typed: Typed) -> None:
    _waits_no_longer(turn)
    theirs = _of_the_players(turn, fight, typed.theirs)
    hands.next_throw()
    found = gestalt_combat(players_totals=[theirs.total], **form.hers, options=stored.options_of(fight), dice=turn.dice)
    picked = next((one.name for one in theirs.each if one.character == theirs.picked), "")
    facts = {"players_sum": found.players_sum, "gm_sum": found.gm_sum, "winner": found.winner}
    facts |= {"picked": picked} if picked else {}
    event = _tell_secretly(turn, fight, facts | ({"typed": True} if typed.hers else {}))
    state = Sums(found.players_sum, found.gm_sum, found.winner, found.winner, picked)
    exchange = exchanges.open_exchange(turn, KIND, state, event)
    exchanges.ask(turn, exchange, ("gms", 0), {"title": fight.span.title})


def _of_the_players(turn: Turn, fight: Fight, typed: bool) -> Settled:
    """The one number of the players' side; dice that were combined fall now, before everybody."""
    found = settled(turn, stored.way_of(fight), rolling.side_of(fight), Against(), turn.dice)
    if found.roll is not None:
        turn.tell("yarn.gestalt-combined", {"roll": found.roll | {"typed": typed}})
    return found


def _waits_no_longer(turn: Turn) -> None:
    for one in exchanges.open_exchanges(turn.desk, rolling.KIND):
        exchanges.close(turn, one)


def _tell_secretly(turn: Turn, fight: Fight, facts: dict[str, Any]) -> Event:
    """Others hear of it only where hidden rolls are announced; never what they come to."""
    seen = secret_gm_roll(roller=GM, hidden=True, options=stored.options_of(fight)).player_sees
    also = {EVERYBODY: {"players_sum": None, "gm_sum": None, "winner": ""}} if seen == "a roll" else None
    return turn.tell("yarn.gestalt-summed", facts, GMS, also)


# turning it, and announcing


class SumsForm(AnswerForm):
    kinds = (KIND,)
    winner = forms.ChoiceField(label="How it ends", choices=list(ENDS.items()), widget=forms.RadioSelect)

    def setup(self) -> None:
        if self.row is not None:
            self.start_with({"winner": sums_of(self.row.exchange).winner})


class TurnForm(SumsForm):
    why = one_line("Why", 120, required=False)


@act("yarn.gestalt-turn", title="Turn the fight", form=TurnForm, who=gms, button="So it will end")
def gestalt_turn(turn: Turn, form: TurnForm) -> None:
    """Good tactics may change how a close fight ends; nobody hears of it before it is announced."""
    ask: Ask = form.cleaned_data["ask"]
    exchanges.advance(turn, ask.exchange, replace(sums_of(ask.exchange), winner=form.cleaned_data["winner"]))
    turn.tell("yarn.gestalt-turned", {"winner": form.cleaned_data["winner"], "why": form.cleaned_data["why"]}, to=GMS)


class AnnounceForm(SumsForm):
    words = one_line("In your words", 240, required=False)


@act("yarn.gestalt-announce", title="How the fight ends", form=AnnounceForm, who=gms, button="Announce it")
def gestalt_announce(turn: Turn, form: AnnounceForm) -> None:
    """Everybody hears who has won; the fight is over. Her sum stays hers."""
    ask: Ask = form.cleaned_data["ask"]
    fight, state = tracking.running(turn), sums_of(ask.exchange)
    shown = None if state.picked else state.players_sum
    facts = {"title": fight.span.title, "players_sum": shown, "winner": form.cleaned_data["winner"]}
    event = turn.tell("yarn.gestalt-ended", facts | {"words": form.cleaned_data["words"]})
    exchanges.answered(turn, ask, event)
    tracking.end(turn, fight)


# into rounds


class RoundsForm(ActForm):
    dice = number("Your side rolls initiative with", 1, beginning.MOST_DICE, required=False, initial=AVERAGE)


def why_not_rounds(fight: Fight | None) -> str:
    """A fight in one roll may become a detailed one until its sums are compared, and never back (yarn.combat-modes)."""
    if fight is None:
        return "No fight in one roll is running."
    return "Both sums are compared: it is decided." if summed(fight) is not None else ""


def rounds_outlook(viewer: Viewer, form: RoundsForm) -> Mapping[str, Any]:
    return {"refused_now": why_not_rounds(gestalt_of(tracking.fight_of(viewer.table)))}


@act(
    "yarn.gestalt-rounds",
    title="Round by round after all",
    form=RoundsForm,
    who=gms,
    button="Round by round",
    preview=rounds_outlook,
    template=PLAIN,
)
def gestalt_rounds(turn: Turn, form: RoundsForm) -> None:
    """What was rolled counts for nothing; initiative is asked for. Refuses it without a fight in one roll."""
    fight = tracking.running(turn)
    if no := why_not_rounds(gestalt_of(fight)):
        turn.refuse("not-now", no)
    _waits_no_longer(turn)
    turn.change(fight, phase=stored.INITIATIVE)
    turn.tell("yarn.fight-detailed", {"title": fight.span.title})
    beginning.into_rounds(turn, fight, stored.everybody(fight), form.cleaned_data["dice"])


def ask_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """Both sums, for the GM alone."""
    state = sums_of(ask.exchange)
    return {"sums": state, "ends": ENDS, "turned": state.winner != state.by_dice, "title": ENDS[state.winner]}
