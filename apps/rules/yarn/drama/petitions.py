"""Dramatic scenes: who petitions whom, and whether it was granted."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.drama.calling import MODES, absent_caller_cost, why_no_call
from apps.rules.yarn.drama.parties import NONE, Member, cast_of, found, own_pc, why_no_drama
from apps.rules.yarn.orders import GM
from apps.rules.yarn.verdict import Verdict


@dataclass(frozen=True)
class Sides:
    """Both sides, as the cast tells them."""

    petitioner: str
    granter: str


@rule("yarn.petitioner-granter")
def petitioner_granter(*, caller: str, cast: Sequence[str], who: str = "", whom: str = "") -> Sides:
    """Who seeks the reward, the caller's PC if nobody else is named, and who may give it (yarn.petitioner-granter).

    Refuses somebody who is not cast, and a petition to oneself.
    """
    seeks = found(who, cast, "who") if who else _own(caller, cast)
    others = [one for one in cast if one != seeks.written]
    gives = found(whom or (others[0] if len(others) == 1 else ""), cast, "whom")
    if gives == seeks:
        raise Refused("of-oneself", f"{seeks.name} petitions somebody else.", "whom")
    return Sides(seeks.written, gives.written)


def _own(caller: str, cast: Sequence[str]) -> Member:
    mine = own_pc(caller, cast)
    if mine is None:
        raise Refused("who-petitions", f"{caller} has no PC in the cast: who is it that petitions?", "who")
    return mine


@dataclass(frozen=True)
class DramaticCall(Verdict):
    """Who petitions, and whether the intent must be announced."""

    petitioner: str
    intent_needed: bool


@rule("yarn.call-dramatic")
def call_dramatic(
    *, caller: str, cast: Sequence[str], setting: str, time_break: str = NONE, petitioner: str = "", intent: str = ""
) -> DramaticCall:
    """Cast, place and time, and the intent where the caller's own character does not petition (yarn.call-dramatic).

    Not legal: without two in the cast, or a place, among recurring characters alone, or with nobody to petition.
    """
    mine = own_pc(caller, cast)
    seeks = found(petitioner, cast, "petitioner") if petitioner else mine
    why = why_no_call(cast=cast, setting=setting, mode="dramatic")
    if why is None and seeks is None:
        why = Refused("who-petitions", f"{caller} has no PC in the cast: who is it that petitions?", "petitioner")
    return DramaticCall(why, seeks.written if seeks else "", seeks is None or seeks != mine)


@dataclass(frozen=True)
class Designated:
    """What the caller pays, and who petitions for what."""

    cost: int
    petitioner: str
    intent: str


@rule("yarn.designate-petitioner")
def designate_petitioner(
    *,
    caller: str,
    cast: Sequence[str],
    own_pc_cast: bool = True,
    petitioner: str,
    intent: str = "",
    asked_change: str = "",
) -> Designated:
    """Another may be made the petitioner, whose player may change the intent (yarn.designate-petitioner).

    Only the absence of the caller's own PC costs a token. Refuses a petitioner who is not cast.
    """
    found(petitioner, cast, "petitioner")
    paid = absent_caller_cost(caller=caller, mode="dramatic", own_pc_cast=own_pc_cast)
    return Designated(paid.cost, petitioner, asked_change or intent)


@dataclass(frozen=True)
class Allowed(Verdict):
    """Whether such a scene is played, and why not."""


@rule("yarn.no-two-recurring")
def no_two_recurring(
    *, caller: str = "", cast: Sequence[str], mode: str = "dramatic", petitioner: str = "", granter: str = ""
) -> Allowed:
    """No recurring character petitions another (yarn.no-two-recurring); one that looks on does no harm."""
    one_of("mode", mode, MODES)
    return Allowed(why_no_drama(cast, petitioner, granter) if mode == "dramatic" else None)


@dataclass(frozen=True)
class GmCall(Verdict):
    """A call of the GM's, which costs nothing."""

    cost: int = 0


@rule("yarn.gm-dramatic-call")
def gm_dramatic_call(*, cast: Sequence[str], caller: str = GM, petitioner: str = "", granter: str = "") -> GmCall:
    """The GM casts whom she likes, and pays nothing (yarn.gm-dramatic-call). Not legal: without a PC."""
    one_of("caller", caller, (GM,))
    why = why_no_drama(cast, petitioner, granter)
    if why is None and all(one.is_recurring for one in cast_of(cast)):
        why = Refused("no-pc", "At least one PC is in the cast.", "cast")
    return GmCall(why)


@dataclass(frozen=True)
class Ended:
    """Whether the petitioner is asked if a concession was won, and whether the scene can be resolved."""

    question_asked: bool
    ready: bool = True


@rule("yarn.play-dramatic")
def play_dramatic(*, ends_because: str, repeats: int = 0, ended_by: str = GM) -> Ended:
    """A scene ends when the petition is granted, clearly thrown back, or loses tension (yarn.play-dramatic).

    In the last case the petitioner is asked.
    """
    one_of("ends_because", ends_because, ("granted", "rebuffed", "losing tension"))
    one_of("ended_by", ended_by, ("granter", "petitioner", GM))
    whole("repeats", repeats, least=0)
    return Ended(ends_because == "losing tension")


@dataclass(frozen=True)
class Resolved:
    """Whether it was granted, and who decided that."""

    vote_held: bool
    outcome: str
    voters: int | None
    extra_vote_used: bool

    @property
    def gm_votes(self) -> bool:
        return self.vote_held


@rule("yarn.resolve-petition")
def resolve_petition(
    *,
    petitioner_answer: str,
    others_who_disagree: int = 0,
    players: int | None = None,
    votes_granted: int = 0,
    votes_refused: int = 0,
    caller: str = "",
    caller_extra_vote: str = "",
) -> Resolved:
    """A yes of the petitioner's is granted, a no that nobody doubts refused; a doubted no goes to the vote of all
    (yarn.resolve-petition). The caller's extra vote breaks a tie, which without it is a refusal.

    Refuses more votes than there are participants.
    """
    voters = None if players is None else whole("players", players, least=1) + 1
    if one_of("petitioner_answer", petitioner_answer, ("yes", "no")) == "yes":
        return Resolved(False, "granted", voters, False)
    if not whole("others_who_disagree", others_who_disagree, least=0):
        return Resolved(False, "refused", voters, False)
    cast = whole("votes_granted", votes_granted, least=0) + whole("votes_refused", votes_refused, least=0)
    if voters is not None and cast > voters:
        raise Refused("too-many-votes", f"{cast} votes, and {voters} participants may vote.", "votes_granted")
    if votes_granted != votes_refused:
        return Resolved(True, "granted" if votes_granted > votes_refused else "refused", voters, False)
    one_of("caller_extra_vote", caller_extra_vote, ("", "granted", "refused"))
    return Resolved(True, caller_extra_vote or "refused", voters, bool(caller_extra_vote))
