"""Bennies: how the players rank each other, who gains one, and what it buys."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apps.rules.listed import pick
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.drama.tokens import Forced, force_of
from apps.rules.yarn.lists import BENEFITS
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.orders import GM as THE_GM
from apps.rules.yarn.orders import Names, names_of
from apps.rules.yarn.verdict import Named, Verdict

Ballots = Mapping[str, Sequence[str]]

# Gaining them


@dataclass(frozen=True)
class Statements:
    """Who speaks, in turn, and for whom the GM does."""

    order: Names
    gm_speaks_for: Names


@rule("yarn.bennie-statements")
def bennie_statements(
    *,
    seats: Sequence[str],
    statements: Mapping[str, str] | None = None,
    no_words: Sequence[str] = (),
    absent: Sequence[str] = (),
) -> Statements:
    """Each player in seating order says how the poles came out (yarn.bennie-statements); those who were absent do not.

    Refuses words of somebody who has no seat.
    """
    order = tuple(name for name in names_of("seats", seats) if name not in absent)
    for name in (*(statements or {}), *no_words):
        one_of("seats", name, order)
    return Statements(order, tuple(name for name in order if name in no_words))


@dataclass(frozen=True)
class Ballot(Verdict):
    """The ranks that a ballot gives, none if it is not `legal`, and who is missing on it."""

    missing: Names
    ranks: Mapping[str, int]


@rule("yarn.bennie-ballot")
def bennie_ballot(*, players: Sequence[str], ballot_of: str, ballot: Sequence[str]) -> Ballot:
    """All but oneself, ranked from 1 down, each rank once (yarn.bennie-ballot); the GM ranks all and is not ranked.

    Not legal: oneself or somebody else on it, anybody twice, or somebody missing. Refuses a ballot of nobody here.
    """
    one_of("ballot_of", ballot_of, (*names_of("players", players), THE_GM))
    due = tuple(name for name in players if name != ballot_of)
    missing = tuple(name for name in due if name not in ballot)
    why = None
    if wrong := [name for name in ballot if name not in due]:
        why = Refused("not-ranked", f"{wrong[0]} is not ranked on this ballot.", "ballot")
    elif len(set(ballot)) < len(ballot):
        why = Refused("rank-twice", "Each player has one rank.", "ballot")
    elif missing:
        why = Refused("not-complete", f"Not ranked yet: {', '.join(missing)}.", "ballot")
    return Ballot(why, missing, {} if why else {name: rank for rank, name in enumerate(ballot, 1)})


@dataclass(frozen=True)
class Tally:
    """Ranks added up, and less the tokens in hand; low is good."""

    sums: Mapping[str, int]
    scores: Mapping[str, int]


@rule("yarn.bennie-tally")
def bennie_tally(*, ballots: Ballots, tokens: Mapping[str, int]) -> Tally:
    """All ranks given to a player, minus the drama tokens in hand (yarn.bennie-tally). The GM has no score.

    Refuses a ballot that ranks its own voter, or the GM.
    """
    sums: dict[str, int] = {name: 0 for name in tokens if name != THE_GM}
    for voter, ballot in ballots.items():
        for rank, name in enumerate(names_of("ballots", ballot), 1):
            if name in (voter, THE_GM):
                raise Refused("not-ranked", f"{name} is not ranked on the ballot of {voter}.", "ballots")
            sums[name] = sums.get(name, 0) + rank
    held = {name: whole("tokens", tokens.get(name, 0), least=0) for name in sums}
    return Tally(sums, {name: total - held[name] for name, total in sums.items()})


@dataclass(frozen=True)
class Winners:
    """Who gains a bennie; sums are None where scores were given."""

    sums: Mapping[str, int] | None
    scores: Mapping[str, int]
    bennies: Names


MANY = 3
"""So many tied for second place are a case of their own."""


def gaining(scores: Mapping[str, int], options: Options) -> Names:
    """The lowest two; two or more tied for lowest are these alone, and those tied for second all gain."""
    low = sorted(set(scores.values()))[:2]
    first, second = ([name for name, score in scores.items() if score == n] for n in (*low, None, None)[:2])
    if len(first) > 1 or (len(second) >= MANY and options.second_place_many == "none of the tied"):
        second = []
    return tuple(sorted(first + second))


@rule("yarn.bennie-winners")
def bennie_winners(
    *,
    ballots: Ballots | None = None,
    tokens: Mapping[str, int] | None = None,
    scores: Mapping[str, int] | None = None,
    options: Options = DEFAULTS,
) -> Winners:
    """The two players with the lowest scores gain a bennie (yarn.bennie-winners), the GM never.

    Three or more tied for second all gain, unless the switch second-place-many is set.
    """
    tally = None if scores is not None else bennie_tally(ballots=ballots or {}, tokens=tokens or {})
    found = tally.scores if tally else {name: n for name, n in (scores or {}).items() if name != THE_GM}
    return Winners(tally.sums if tally else None, found, gaining(found, options))


SECRETS = ("own ballot", "other ballots", "sums", "scores", "winners")


@dataclass(frozen=True)
class Secrecy:
    """What of the ballots somebody sees, and what not."""

    sees: tuple[str, ...]

    @property
    def hidden(self) -> tuple[str, ...]:
        return tuple(what for what in SECRETS if what not in self.sees)


@rule("yarn.bennie-secrecy")
def bennie_secrecy(
    *, viewer: str, after: str = "bennies awarded", winners: Sequence[str] = (), options: Options = DEFAULTS
) -> Secrecy:
    """Ballots and scores are for the GM alone; the others learn who gains a bennie (yarn.bennie-secrecy).

    Under the switch anonymous-ballots she does not see whose a ballot is.
    """
    stages = ("statements", "ballots", "bennies awarded")
    reached = stages.index(one_of("after", after, stages))
    gm = viewer == THE_GM
    seen = {
        "own ballot": reached > 0,
        "other ballots": gm and reached > 0 and not options.anonymous_ballots,
        "sums": gm and reached > 1,
        "scores": gm and reached > 1,
        "winners": reached > 1,
    }
    return Secrecy(tuple(what for what in SECRETS if seen[what]))


# Spending them


def why_not_spent(*, by: str, bennies: int, spent: int) -> Refused | None:
    """Why somebody cannot spend a bennie now, or None."""
    if whole("bennies", bennies, least=0) < 1:
        return Refused("no-bennie", f"{by} has no bennie to spend.", "bennies")
    if spent:
        return Refused("one-in-a-scene", f"{by} has spent a bennie in this scene, and it takes one.", "bennies")
    return None


@dataclass(frozen=True)
class Bought(Verdict):
    """Bennies and hand afterwards, and the rule that brings the benefit about."""

    bennies: int
    hand: int
    rule: str


@rule("yarn.bennie-spending")
def bennie_spending(
    *,
    by: str,
    benefit: str,
    bennies: int,
    hand: int = 0,
    spent_in_scene: Mapping[str, int] | None = None,
    options: Options = DEFAULTS,
) -> Bought:
    """One of seven benefits for a bennie (yarn.bennie-spending).

    Not legal: without one, with one spent in this scene, or a procedural token or card where the switch
    procedural-bennie has none.
    """
    row = pick("benefit", benefit, BENEFITS)
    why = why_not_spent(by=by, bennies=bennies, spent=(spent_in_scene or {}).get(by, 0))
    if row.rule == "yarn.bennie-procedural" and options.procedural_bennie == "off":
        why = Refused("no-procedural", "At this table a bennie buys no procedural token and no card.", "benefit")
    whole("hand", hand, least=0)
    if why:
        return Bought(why, bennies, hand, row.rule)
    return Bought(None, bennies - 1, hand + (row.id == "drama-token"), row.rule)


WANTED = ("drama token", "procedural token", "card", "queue jump", "rush", "block")
BURN = re.compile(r"burn (.+)'s token")


@dataclass(frozen=True)
class Limited(Named, Verdict):
    """Whether the first and the second of them is allowed, and what all hold afterwards."""

    why_no_second: Refused | None
    bennies: int
    hand: int
    hands: Mapping[str, int]

    @property
    def second_legal(self) -> bool:
        return self.why_no_second is None

    @property
    def named(self) -> Mapping[str, int]:
        return self.hands


@rule("yarn.bennie-limit")
def bennie_limit(
    *,
    by: str,
    bennies: int,
    hand: int = 0,
    spent_in_scene: Mapping[str, int] | None = None,
    same_scene: Sequence[str],
    **hands: int,
) -> Limited:
    """Nobody spends more than one bennie in a scene (yarn.bennie-limit).

    What was not allowed was not spent, so the next may be. Refuses what no bennie buys.
    """
    spent = (spent_in_scene or {}).get(by, 0)
    held, verdicts = dict(hands), list[Refused | None]()
    for want in same_scene:
        burns = BURN.fullmatch(want)
        victim = burns[1] if burns else None
        one_of("same_scene", "drama token" if burns else want, WANTED)
        why = why_not_spent(by=by, bennies=bennies, spent=spent)
        if why is None and victim is not None and held.get(victim, 0) < 1:
            why = Refused("no-victim", f"{victim} has no token to burn.", "same_scene")
        verdicts.append(why)
        if why:
            continue
        bennies, spent = bennies - 1, spent + 1
        hand += want == "drama token"
        if victim is not None:
            held[victim] -= 1
    nothing = Refused("nothing-more", "No second bennie is asked for.", "same_scene")
    first, second = (*verdicts, *((nothing,) * 2))[:2]
    return Limited(first, second, bennies, hand, held)


@dataclass(frozen=True)
class TokenBought(Verdict):
    """What the buyer, and the two sides of a force, hold afterwards; None where they were not told."""

    hand: int | None
    bennies: int | None
    petitioner: int | None
    petitioner_bennies: int | None
    granter: int | None
    kitty: int
    outcome: str | None


@rule("yarn.bennie-token")
def bennie_token(
    *,
    hand: int | None = None,
    bennies: int | None = None,
    petitioner: int | None = None,
    petitioner_bennies: int | None = None,
    granter: int | None = None,
    buy_token: bool,
    force: bool = False,
    block: bool = False,
) -> TokenBought:
    """A bennie buys a token of the kitty, in the middle of a force too (yarn.bennie-token).

    Not legal: without a bennie, or a force that cannot be paid all the same.
    """
    before = (hand, bennies, petitioner, petitioner_bennies, granter)
    by_petitioner = petitioner is not None and petitioner_bennies is not None and bennies is None
    held = petitioner_bennies if by_petitioner else bennies
    if buy_token and not held:
        return TokenBought(Refused("no-bennie", "There is no bennie to buy a token with.", "bennies"), *before, 0, None)
    if buy_token and by_petitioner:
        petitioner, petitioner_bennies = (petitioner or 0) + 1, (petitioner_bennies or 0) - 1
    elif buy_token:
        hand, bennies = (hand or 0) + 1, (bennies or 0) - 1
    forced: Forced | None = None
    if force:
        forced = force_of(petitioner=petitioner or 0, granter=granter or 0, block=block)
        if forced.why:
            return TokenBought(forced.why, *before, 0, None)
        petitioner, granter = forced.petitioner, forced.granter
    outcome = forced.outcome if forced else None
    return TokenBought(None, hand, bennies, petitioner, petitioner_bennies, granter, -int(buy_token), outcome)


@dataclass(frozen=True)
class Burned(Named, Verdict):
    """Bennies and hands afterwards, and the change of the kitty."""

    bennies: int
    hands: Mapping[str, int]
    kitty: int

    @property
    def named(self) -> Mapping[str, int]:
        return self.hands


def why_not_burned(*, by: str, victim: str, held: int, options: Options) -> Refused | None:
    """Why no token of this participant can be burned, or None."""
    if victim == by:
        return Refused("own-token", "A bennie burns a token of another player.", "victim")
    if victim == THE_GM and not options.burn_gm_pool:
        return Refused("gm-pool", "The GM is no player: no token of hers is burned.", "victim")
    return None if held else Refused("no-victim", f"{victim} has no token to burn.", "victim")


@rule("yarn.bennie-burn")
def bennie_burn(
    *,
    by: str,
    bennies: int,
    victim: str,
    kind: str = "drama",
    GM: int | None = None,
    options: Options = DEFAULTS,
    **hands: int,
) -> Burned:
    """For a bennie a token of another player is gone (yarn.bennie-burn): a drama token to the kitty, a procedural one
    as if it had been used. `hands` hold tokens of the `kind`.

    Not legal: without a bennie, at a player without such a token, and at the GM unless the switch burn-gm-pool is on.
    """
    one_of("kind", kind, ("drama", "procedural"))
    held = hands if GM is None else {**hands, THE_GM: GM}
    why = why_not_spent(by=by, bennies=bennies, spent=0)
    why = why or why_not_burned(by=by, victim=victim, held=held.get(victim, 0), options=options)
    if why:
        return Burned(why, bennies, held, 0)
    return Burned(None, bennies - 1, {**held, victim: held[victim] - 1}, int(kind == "drama"))
