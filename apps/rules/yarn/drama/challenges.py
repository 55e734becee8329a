"""Challenges: what in a call or a narration is objected to, and how that is settled."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apps.rules.listed import pick
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.drama.parties import NONE, cast_of, member
from apps.rules.yarn.lists import CHALLENGES, GROUNDS
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.orders import GM as THE_GM
from apps.rules.yarn.orders import Names
from apps.rules.yarn.verdict import Verdict

CALL, CHALLENGE = "for the call", "for the challenge"
MOST_TRIES = 2

# A challenge and its vote


@dataclass(frozen=True)
class Challenge(Verdict):
    """How a challenge of this kind is settled, at what price, and by which rule."""

    settled_by: str
    costs: str
    rule: str

    @property
    def vote_held(self) -> bool:
        return self.settled_by == "vote"


@rule("yarn.challenge")
def challenge(*, kind: str, challenger: str = "", element: str = "", earlier_kinds: Sequence[str] = ()) -> Challenge:
    """What a challenge of a call is settled by (yarn.challenge).

    Not legal: a kind that was tried against this call, or one that is not the GM's to raise.
    """
    row = pick("kind", kind, CHALLENGES)
    why = None
    if row.id in [pick("earlier_kinds", one, CHALLENGES).id for one in earlier_kinds]:
        why = Refused("tried-before", f"{row.title} was challenged already, and the call is unchanged.", "kind")
    elif challenger == THE_GM and not row.gm_may:
        why = Refused("not-the-gms", f"The GM does not challenge {row.title}: that is for {row.who}.", "challenger")
    return Challenge(why, row.settled_by, row.price, row.rule)


@dataclass(frozen=True)
class Voted:
    """Whether the challenge is upheld, and whether the GM had to break a tie."""

    gm_votes: bool
    upheld: bool
    challenge_supporters: Names = ()


def vote(for_call: int, for_challenge: int, gm: str, *, stands: bool = False) -> Voted:
    """The higher number of hands; the GM breaks a tie, unless the call `stands` in one."""
    if whole("for_call", for_call, least=0) != whole("for_challenge", for_challenge, least=0):
        return Voted(False, for_challenge > for_call)
    if stands:
        return Voted(False, False)
    if gm not in (CALL, CHALLENGE):
        raise Refused("tie", f"{for_call} to {for_challenge}: the GM breaks the tie, {CALL} or {CHALLENGE}.", "GM")
    return Voted(True, gm == CHALLENGE)


def _within(players: int | None, hands: int) -> None:
    if players is not None and hands > whole("players", players, least=1):
        raise Refused("too-many-votes", f"{hands} hands are shown by {players} players.", "players")


@rule("yarn.challenge-vote")
def challenge_vote(
    *,
    players: int | None = None,
    for_call: int = 0,
    for_challenge: int = 0,
    GM: str = "",
    votes: Mapping[str, str] | None = None,
    caller: str = "",
    options: Options = DEFAULTS,
) -> Voted:
    """All players show hands, and the GM breaks a tie (yarn.challenge-vote); under the switch gm-party-tie a call of
    her own stands in one. Refuses more hands than players, and a tie that she has not broken.
    """
    if votes is not None:
        sides = [one_of("votes", side, ("call", "challenge")) for side in votes.values()]
        for_call, for_challenge = sides.count("call"), sides.count("challenge")
    _within(players, for_call + for_challenge)
    voted = vote(for_call, for_challenge, GM, stands=caller == THE_GM and options.gm_party_tie == "call stands")
    backing = tuple(name for name, side in (votes or {}).items() if side == "challenge")
    return Voted(voted.gm_votes, voted.upheld, backing)


@dataclass(frozen=True)
class TimeChallenged:
    """The time break as it stands now."""

    upheld: bool
    time_break: str
    gm_votes: bool


@rule("yarn.challenge-time")
def challenge_time(
    *,
    time_break: str,
    wanted_action: str = "",
    players: int | None = None,
    for_call: int,
    for_challenge: int,
    GM: str = "",
    new_time_break: str = NONE,
) -> TimeChallenged:
    """A time break that robs somebody of what they would have done is put to the vote (yarn.challenge-time).

    Upheld, it becomes what the caller makes of it, at worst none.
    """
    voted = challenge_vote(players=players, for_call=for_call, for_challenge=for_challenge, GM=GM)
    return TimeChallenged(voted.upheld, new_time_break if voted.upheld else time_break, voted.gm_votes)


@dataclass(frozen=True)
class PlotChallenged:
    """Who must each accept a reworked situation, and whether the call stands; after two tries the GM judges."""

    upheld: bool
    must_accept: Names
    stands: bool
    gm_judges: bool


@rule("yarn.challenge-plot")
def challenge_plot(
    *,
    challenger: str,
    votes: Mapping[str, str],
    situation: str = "",
    ground: str = "ongoing plot",
    GM: str = "",
    new_situation: str = "",
    accepts: Sequence[str] = (),
    tries: int = 0,
) -> PlotChallenged:
    """A skipped step of the plot, or an unbelievable cut, is put to the vote (yarn.challenge-plot).

    A caller who loses reworks the situation until the challenger and all who voted so accept it.
    """
    one_of("ground", ground, ("ongoing plot", "unbelievable cut"))
    voted = challenge_vote(votes=votes, GM=GM)
    if not voted.upheld:
        return PlotChallenged(False, (), True, False)
    must = tuple(dict.fromkeys((challenger, *voted.challenge_supporters)))
    stands = bool(new_situation.strip()) and set(must) <= set(accepts)
    return PlotChallenged(True, must, stands, not stands and whole("tries", tries, least=0) >= MOST_TRIES)


@dataclass(frozen=True)
class NoveltyChallenged:
    """Whether the call stands; if not, an entirely different scene is called in the same turn. No vote."""

    stands: bool
    vote_held: bool = False

    @property
    def different_scene(self) -> bool:
        return not self.stands


@rule("yarn.challenge-novelty")
def challenge_novelty(
    *,
    too_alike: bool,
    change: str = NONE,
    enough: bool = False,
    earlier: Mapping[str, Any] | None = None,
    call: Mapping[str, Any] | None = None,
) -> NoveltyChallenged:
    """A second try at a lost scene stands if the GM finds that enough has changed (yarn.challenge-novelty)."""
    return NoveltyChallenged(not too_alike or (change.strip() not in ("", NONE) and enough))


@dataclass(frozen=True)
class Ban:
    """Whether all are warned of a repeat and the caller is asked what is new; the call is possible all the same."""

    warning: bool
    settled_by_if_challenged: str = "vote"
    legal: bool = True

    @property
    def new_element_asked(self) -> bool:
        return self.warning


@rule("yarn.repeat-scene-ban")
def repeat_scene_ban(
    *, episode: int = 1, earlier: Mapping[str, Any], call: Mapping[str, Any], new_element: str = ""
) -> Ban:
    """After a force, blocked or not, the same two are not called again in this episode to turn it round
    (yarn.repeat-scene-ban): a warning, and the vote decides if somebody challenges.
    """
    one_of("force", earlier["force"], ("forced", "blocked"))
    same = earlier.get("episode", episode) == call.get("episode", episode) == episode
    pair = {member(earlier[side]).name for side in ("petitioner", "granter")}
    return Ban(same and pair <= {one.name for one in cast_of(call["cast"])})


# Narration


@dataclass(frozen=True)
class Demanded:
    """Whether dice decide, and the text that stands; "none" when it was taken back."""

    procedural_required: bool
    narration: str


@rule("yarn.go-procedural")
def go_procedural(
    *,
    narration: str,
    objectors: Sequence[str] = (),
    narrator: str = "roll",
    participants: int | None = None,
    new_narration: str = "",
    objectors_content: bool = False,
) -> Demanded:
    """One objection to a success that is told asks for dice (yarn.go-procedural).

    The narrator may take it back, or change it until all who objected are content. Refuses a change without words.
    """
    one_of("narrator", narrator, ("roll", "withdraw", "adjust"))
    if not objectors or narrator == "roll":
        return Demanded(bool(objectors), narration)
    if narrator == "withdraw":
        return Demanded(False, NONE)
    return Demanded(not objectors_content, _told(new_narration))


def _told(new_narration: str) -> str:
    if not new_narration.strip():
        raise Refused("no-words", "How does it read now? A change needs words.", "new_narration")
    return new_narration


@dataclass(frozen=True)
class Described:
    """Whether a text is binding, and whether it stands in the log."""

    stands: bool
    logged: bool


@rule("yarn.right-to-describe")
def right_to_describe(
    *, player: str, pc_present: bool, narration: str, kind: str = "circumstance", challenged: bool = False
) -> Described:
    """Whoever has a character in the scene, and the GM, tells details (yarn.right-to-describe); others suggest."""
    one_of("kind", kind, ("circumstance", "walk-on character", "own character"))
    may = pc_present or player == THE_GM
    return Described(may and not challenged, may)


@dataclass(frozen=True)
class Objected:
    """The text that stands, "none" when it was struck out."""

    narration: str
    vote_held: bool


@rule("yarn.narration-challenge")
def narration_challenge(
    *,
    narration: str,
    objectors: Sequence[str] = (),
    narrator: str = "adjust",
    new_narration: str = "",
    players: int | None = None,
    for_call: int = 0,
    for_challenge: int = 0,
    GM: str = "",
) -> Objected:
    """The narrator changes what somebody objects to, or lets the vote decide (yarn.narration-challenge)."""
    if not objectors:
        return Objected(narration, False)
    if one_of("narrator", narrator, ("adjust", "vote")) == "adjust":
        return Objected(_told(new_narration), False)
    voted = challenge_vote(players=players, for_call=for_call, for_challenge=for_challenge, GM=GM)
    return Objected(NONE if voted.upheld else narration, True)


@dataclass(frozen=True)
class DetailChallenged:
    """Whether there was a vote, and whether the detail stands."""

    vote_held: bool
    stands: bool


@rule("yarn.location-challenge")
def location_challenge(
    *,
    ground: str,
    gm_agrees: bool,
    players: int,
    would_vote_against: int,
    detail: str = "",
    GM: str = "",
    author: str = "",
    options: Options = DEFAULTS,
) -> DetailChallenged:
    """A detail of a place is put to the vote if the GM agrees that it fails one of four tests
    (yarn.location-challenge). `author` of the detail takes the caller's place.
    """
    one_of("ground", ground, GROUNDS)
    against = whole("would_vote_against", would_vote_against, least=0, most=whole("players", players, least=1))
    if not gm_agrees:
        return DetailChallenged(False, True)
    voted = challenge_vote(for_call=players - against, for_challenge=against, GM=GM, caller=author, options=options)
    return DetailChallenged(True, not voted.upheld)
