"""The course of a petition (yarn.resolve-petition): the petitioner is asked, others may doubt a no, all vote, what is
refused may be forced, and at its end the tokens move.

Its stage is a column of the exchange, its state holds keys of participants and public ids alone. What is asked at a
stage are asks one after the other, which the GM may answer for whoever is asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from apps.characters.models import Character
from apps.characters.yarn.people import Participant, participants, the_gm
from apps.characters.yarn.scenes import Scene, scene_of
from apps.characters.yarn.votes import Outcome, Tile, Vote, call_vote, when_voted
from apps.drama.yarn.petition.sides import Sides, names
from apps.drama.yarn.turns import absent_of
from apps.rules.yarn.drama.petitions import resolve_petition
from apps.table import exchanges
from apps.table.desk import Desk, kept
from apps.table.keys import SpanKey
from apps.table.models import Ask, Event, Exchange, Span
from apps.table.spans import ends_with_span
from apps.table.turn import Turn

KIND, FORCE, BLOCK, SOUGHT, QUIZ = "yarn.petition", "yarn.force", "yarn.block", "yarn.sought", "yarn.quiz"
GOT_IT, DOUBT, VOTE, FORCING, BOTH, BOTH_VOTE, TOKENS, MOVED = (
    "got-it", "doubt", "vote", "force", "two-way", "two-way-vote", "tokens", "moved",
)  # fmt: skip
"""What is waited for: the petitioner's word, doubts of the others, a vote, a force, both players' word on two
petitions, a vote on that, that the tokens move. MOVED is over."""
Won = Literal["", "granted", "refused", "forced", "blocked"]
GRANTED: Final = "granted"
REFUSED: Final = "refused"


@dataclass(frozen=True)
class Petition:
    """Of whom, to whom, by public ids, and how it came out; `other` says how the granter's own petition came out, where
    both sought something of each other (yarn.two-way). `denied` is which of these two is open to doubts as a no, then
    to a force. Of two of which one was forced or blocked only that one is held, and `then` says how the other one
    stands, which is settled by itself after it: "open" is a no that may still be doubted."""

    scene: SpanKey
    petitioner: str
    granter: str
    outcome: Won = ""
    other: Won = ""
    denied: Literal["", "outcome", "other"] = ""
    then: Literal["", "granted", "refused", "open"] = ""

    @property
    def two_way(self) -> bool:
        return bool(self.other)

    def is_of(self, petitioner: str, granter: str) -> bool:
        """Whether it says how this petition came out; of two to each other it says so of both."""
        found = (petitioner, granter)
        return found == (self.petitioner, self.granter) or (self.two_way and found == (self.granter, self.petitioner))

    def with_word(self, won: Won) -> Petition:
        """The same once it is settled how the petition came out that is open to doubts."""
        return replace(self, other=won) if self.denied == "other" else replace(self, outcome=won)

    def apart(self, won: Won) -> Petition:
        """The same once the one that is denied was forced or blocked: it has its own end, and the other one too."""
        if not self.two_way:
            return replace(self, outcome=won)
        if self.denied == "other":
            rest: Any = self.outcome
            return Petition(self.scene, self.granter, self.petitioner, won, then=rest)
        rest = "open" if self.other == REFUSED else self.other
        return Petition(self.scene, self.petitioner, self.granter, won, then=rest)


def petition_of(exchange: Exchange) -> Petition:
    """What the exchange holds."""
    found: Petition = exchanges.state_of(exchange)
    return found


@kept
def open_petition(desk: Desk) -> Exchange | None:
    """The petition that waits for people; None where there is none, or one of its two characters is gone."""
    found = next(iter(exchanges.open_exchanges(desk, KIND)), None)
    return found if found is not None and sides_in(found) is not None else None


def sides_in(exchange: Exchange) -> Sides | None:
    """Both sides as they are now; None where one of them is gone."""
    return _sides_in(exchange.desk, exchange)


@kept
def _sides_in(desk: Desk, exchange: Exchange) -> Sides | None:
    state = petition_of(exchange)
    both = [desk.one(Character, public_id=one) for one in (state.petitioner, state.granter)]
    return Sides(both[0], both[1]) if both[0] is not None and both[1] is not None else None


def sure_sides(turn: Turn, exchange: Exchange) -> Sides:
    """The same for an act. Refuses where one of them is gone (gone)."""
    found = sides_in(exchange)
    if found is None:
        turn.refuse("gone", f"One of the two is no longer there: the {turn.viewer.game.gm} calls it off.")
    return found


@kept
def settled_in(desk: Desk, span: Span) -> tuple[Exchange, ...]:
    """The petitions of a scene whose tokens have moved, the first one first."""
    return tuple(one for one in desk.all(Exchange, kind=KIND, stage=MOVED) if petition_of(one).scene == span.pk)


@kept
def quizzes_in(desk: Desk, span: Span) -> tuple[Exchange, ...]:
    """The quizzes of a scene whose tokens have moved."""
    return tuple(one for one in desk.all(Exchange, kind=QUIZ, stage=MOVED) if exchanges.state_of(one).scene == span.pk)


def has_come_out_in(desk: Desk, span: Span) -> bool:
    """Whether anything that was sought in the scene has come out, by itself or in its quiz."""
    return bool(settled_in(desk, span) or quizzes_in(desk, span))


def is_settled(desk: Desk, span: Span, sides: Sides) -> bool:
    """Whether this petition has come out already in the scene; that of the other one is another, unless both came out
    together."""
    both = (sides.petitioner.public_id, sides.granter.public_id)
    return any(petition_of(one).is_of(*both) for one in settled_in(desk, span)) or _is_answered(desk, span, sides)


def _is_answered(desk: Desk, span: Span, sides: Sides) -> bool:
    """Whether it was asked for in the quiz of the scene."""
    both = (sides.seeks.key, sides.granter.public_id)
    found = [ask.answer for one in quizzes_in(desk, span) for ask in desk.all(Ask, exchange=one) if ask.answer]
    return any((answer["who"], answer.get("whom")) == both for answer in found)


# its stages


def begin(turn: Turn, scene: Scene, sides: Sides, by: Event) -> Exchange:
    """Opens the petition; nobody is asked yet."""
    state = Petition(scene.span.pk, sides.petitioner.public_id, sides.granter.public_id)
    return exchanges.open_exchange(turn, KIND, state, by=by)


def to_stage(turn: Turn, exchange: Exchange, stage: str, asked: Iterable[Participant] = (), **more: Any) -> None:
    """Goes on to a stage, at which these people are asked; what was still asked is no longer."""
    for one in exchanges.asks_of(exchange):
        exchanges.close_ask(turn, one, turn.events[0])
    turn.change(exchange, stage=stage)
    told = names(sure_sides(turn, exchange)) | {"stage": stage} | more
    for who in asked:
        exchanges.ask(turn, exchange, who.atom, told | {"who": who.name, "key": who.key})


def ask_petitioner(turn: Turn, exchange: Exchange) -> None:
    """Whether a concession was won, which who sought it knows best."""
    to_stage(turn, exchange, GOT_IT, [sure_sides(turn, exchange).seeks])


def ask_the_others(turn: Turn, exchange: Exchange) -> None:
    """Whether anybody doubts the no of whoever sought it."""
    sides = sure_stake(turn, exchange)
    others = [one for one in here(turn.desk) if one.key != sides.seeks.key]
    to_stage(turn, exchange, DOUBT, others, **names(sides))


def at_stake(exchange: Exchange) -> Sides | None:
    """Both sides as the petition that is doubted or forced has them: of two it may be the granter's own. None where one
    of them is gone."""
    return _at_stake(exchange.desk, exchange)


@kept
def _at_stake(desk: Desk, exchange: Exchange) -> Sides | None:
    sides = _sides_in(desk, exchange)
    swapped = petition_of(exchange).denied == "other"
    return Sides(sides.granter, sides.petitioner) if sides is not None and swapped else sides


def sure_stake(turn: Turn, exchange: Exchange) -> Sides:
    """The same for an act. Refuses where one of them is gone (gone)."""
    sure_sides(turn, exchange)
    found = at_stake(exchange)
    if found is None:
        raise LookupError(exchange.public_id)
    return found


def stays_refused(turn: Turn, exchange: Exchange) -> None:
    """Nobody forces it: it is refused, and of two petitions comes the other."""
    if petition_of(exchange).two_way:
        next_denial(turn, exchange)
    else:
        decided(turn, exchange, REFUSED)


def next_denial(turn: Turn, exchange: Exchange) -> None:
    """Each denial of two petitions is open to doubts and to a force in turn, as a no by itself is; then both have come
    out."""
    state = petition_of(exchange)
    own: tuple[Literal["outcome", "other"], Won] = ("outcome", state.outcome)
    left = [own, ("other", state.other)][{"": 0, "outcome": 1, "other": 2}[state.denied] :]
    denied = next((which for which, won in left if won == REFUSED), None)
    if denied is None:
        decided(turn, exchange, state.outcome, state.other)
        return
    exchanges.advance(turn, exchange, replace(state, denied=denied))
    ask_the_others(turn, exchange)


def won_after_all(turn: Turn, exchange: Exchange) -> None:
    """The vote has said that a concession was won."""
    state = petition_of(exchange)
    if not state.two_way:
        decided(turn, exchange, GRANTED)
        return
    exchanges.advance(turn, exchange, state.with_word(GRANTED))
    next_denial(turn, exchange)


def here(desk: Desk) -> list[Participant]:
    """Everybody who takes part tonight: whoever is absent doubts nothing and has no vote."""
    away = [one.key for one in absent_of(desk)]
    return [one for one in participants(desk) if one.key not in away]


def ask_whether_to_force(turn: Turn, exchange: Exchange) -> None:
    """A refusal stands: the petitioner may force it (yarn.force)."""
    sides = sure_stake(turn, exchange)
    to_stage(turn, exchange, FORCING, [sides.seeks], **names(sides))


def decided(turn: Turn, exchange: Exchange, outcome: Won, other: Won = "") -> None:
    """How it came out; from now on the tokens wait to be moved."""
    _has_come_out(turn, exchange, replace(petition_of(exchange), outcome=outcome, other=other, denied=""))


def forced_apart(turn: Turn, exchange: Exchange, won: Won) -> None:
    """Forced or blocked: of two petitions the other one is settled by itself, after it (yarn.two-way)."""
    _has_come_out(turn, exchange, petition_of(exchange).apart(won))


def _has_come_out(turn: Turn, exchange: Exchange, state: Petition) -> None:
    exchanges.advance(turn, exchange, state)
    to_stage(turn, exchange, TOKENS, [the_gm(turn.desk)])


def settle_the_other(turn: Turn, scene: Scene, settled: Exchange, by: Event) -> None:
    """Of two petitions of which one was forced or blocked, the other one as an ordinary petition, if both are there."""
    then, sides = petition_of(settled).then, sides_in(settled)
    if not then or sides is None:
        return
    exchange = begin(turn, scene, Sides(sides.granter, sides.petitioner), by=by)
    if then == "open":
        ask_the_others(turn, exchange)
    else:
        decided(turn, exchange, then)


# the vote of all

PURPOSE = "petition"


def put_to_vote(turn: Turn, exchange: Exchange, by: Event) -> None:
    """All vote, the GM as everybody else; whoever called the scene breaks a tie."""
    sides = sure_stake(turn, exchange)
    told = names(sides)
    words: tuple[tuple[Won, str], ...] = ((GRANTED, "Granted"), (REFUSED, "Refused"))
    tiles = tuple(Tile(word, title, _what_moves(exchange, sides, word)) for word, title in words)
    question = f"Did {told['petitioner']} win a real concession from {told['granter']}?"
    to_stage(turn, exchange, VOTE)
    vote = Vote(PURPOSE, question, tiles, tie=caller_in(turn.desk), about=exchange.public_id)
    call_vote(turn, vote, here(turn.desk), by=by, inside=exchange)


def _what_moves(exchange: Exchange, sides: Sides, word: Won) -> str:
    """What moves if that is how it comes out; the kitty gives what somebody lacks, of which no hand is told."""
    state = petition_of(exchange)
    if not state.two_way:
        granted = word == GRANTED
        payer, receiver = (sides.seeks, sides.gives) if granted else (sides.gives, sides.seeks)
        forced = "" if granted else ", unless it is forced"
        return f"1 token to {receiver.name}, from {payer.name} or the kitty{forced}"
    both, forced = state.with_word(word), "" if word == GRANTED else ", unless it is forced"
    if both.outcome == both.other:
        return f"a token goes each way{forced}"
    refuser, other = (sides.gives, sides.seeks) if word == REFUSED else (sides.seeks, sides.gives)
    return f"2 tokens to {other.name}, from {refuser.name} or the kitty{forced}"


def caller_in(desk: Desk) -> str:
    """The key of whoever called the scene; of one that was merely set that is the GM's."""
    scene = scene_of(desk)
    return scene.caller.key if scene is not None and scene.caller is not None else the_gm(desk).key


@when_voted(PURPOSE)
def _voted(turn: Turn, vote: Exchange, outcome: Outcome) -> None:
    exchange = vote.inside
    if exchange is None:
        raise LookupError(PURPOSE)
    hands = list(outcome.hands.values())
    found = resolve_petition(
        petitioner_answer="no",
        others_who_disagree=1,
        votes_granted=hands.count(GRANTED),
        votes_refused=hands.count(REFUSED),
        caller_extra_vote=(outcome.winner or "") if outcome.broken_by else "",
    )
    if found.outcome == GRANTED:
        won_after_all(turn, exchange)
    else:
        ask_whether_to_force(turn, exchange)


# what is called off


def goes_on(turn: Turn, exchange: Exchange) -> None:
    """Something inside it was closed without coming out: a refusal stands without its vote, a force that was called off
    may be declared again, and two petitions that nobody voted on are one."""
    if sides_in(exchange) is None or exchanges.asks_of(exchange):
        return
    inner = exchanges.inside_of(exchange)
    if exchange.stage == BOTH_VOTE and not inner:
        ask_petitioner(turn, exchange)
    elif exchange.stage in (VOTE, FORCING) and not inner:
        ask_whether_to_force(turn, exchange)


@ends_with_span("scene", game="yarn")
def _nothing_comes_of_it(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """What still waits in a scene that closes is waited for no longer; what was set aside goes back."""
    for one in exchanges.open_exchanges(turn.desk, KIND, SOUGHT, QUIZ):
        exchanges.close(turn, one)
    return []
