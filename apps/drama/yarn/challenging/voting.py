"""The vote on a challenge: the caller and the challenger are counted on their own sides from the start, the GM breaks a
tie (yarn.challenge-vote)."""

from __future__ import annotations

from apps.characters.yarn.people import Participant, players
from apps.characters.yarn.votes import Outcome, Tile, Vote, call_vote
from apps.rules.yarn.drama.challenges import challenge_vote
from apps.rules.yarn.orders import GM
from apps.table import answering, exchanges
from apps.table.models import Ask, Event, Exchange
from apps.table.turn import Turn

CALL, CHALLENGE = "call", "challenge"
FREE = "no token moves"
"""A challenge costs nobody anything, whatever comes of it (yarn.challenge)."""


def put_to_vote(
    turn: Turn,
    purpose: str,
    question: str,
    caller: Participant,
    challenger: Participant,
    by: Event,
    inside: Exchange | None,
    tiles: tuple[str, str],
    then: str,
) -> Exchange:
    """Asks all players; `caller` is whoever's word is challenged, `then` what they do where the challenge carries. Of
    the GM's own a tie may let it stand, by the switch gm-party-tie."""
    stands = caller.is_gm and turn.options.gm_party_tie == "call stands"
    shown = (
        Tile(CALL, tiles[0], f"with {caller.name}; {FREE}"),
        Tile(CHALLENGE, tiles[1], f"with {challenger.name}: {caller.name} {then}; {FREE}"),
    )
    vote = Vote(purpose, question, shown, tie="" if stands else GM, about=challenger.key)
    exchange = call_vote(turn, vote, players(turn.desk), by, inside)
    for one in exchanges.asks_of(exchange):
        if one.facts["key"] == caller.key:
            count_in(turn, one, CALL)
        elif one.facts["key"] == challenger.key:
            count_in(turn, one, CHALLENGE)
    return exchange


def count_in(turn: Turn, ask: Ask, side: str) -> None:
    """On their own side, and nothing to be asked about."""
    answering.give(turn, ask, side)
    exchanges.close_ask(turn, ask, None)


def upheld(turn: Turn, outcome: Outcome) -> bool:
    """Whether the challenge is; where nobody broke a tie it is not."""
    hands = list(outcome.hands.values())
    for_call, for_challenge = hands.count(CALL), hands.count(CHALLENGE)
    if for_call == for_challenge:
        return outcome.winner == CHALLENGE
    many = len(players(turn.desk)) + len(hands)  # somebody who has left since has shown a hand all the same
    return challenge_vote(players=many, for_call=for_call, for_challenge=for_challenge).upheld


def supporters(outcome: Outcome) -> tuple[str, ...]:
    """The keys of those who voted with the challenger."""
    return tuple(key for key, hand in outcome.hands.items() if hand == CHALLENGE)


def close_without_ask(turn: Turn, exchange: Exchange) -> None:
    """Where a vote was called off, what it was to settle is over as well."""
    if not exchanges.asks_of(exchange) and not exchanges.inside_of(exchange):
        exchanges.close(turn, exchange)
