"""Scenes with a practical goal, what is told without dice, montages and shopping, and what they leave behind."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apps.rules.dice import Dice, system_dice
from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.drama.calling import (
    MODES,
    Cost,
    Mode,
    Round,
    absent_caller_cost,
    are_dramatic,
    days_of,
    why_no_call,
)
from apps.rules.yarn.drama.challenges import challenge_vote
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.pool import AVERAGE, SIDES, Faces
from apps.rules.yarn.verdict import Verdict


@dataclass(frozen=True)
class Procedural:
    """A practical scene moves no token; success may be a ground to petition later."""

    may_petition_later: bool
    kitty: int = 0


@rule("yarn.procedural-scene")
def procedural_scene(*, success: bool, mode: str = "procedural") -> Procedural:
    """A practical goal is reached or not, with dice and without tokens (yarn.procedural-scene)."""
    one_of("mode", mode, ("procedural",))
    return Procedural(success)


@dataclass(frozen=True)
class Talk:
    """Drama, or mere talking for which so many dice are rolled."""

    mode: Mode
    dice_count: int

    @property
    def tokens_possible(self) -> bool:
        return self.mode == "dramatic"


@rule("yarn.drama-or-talking")
def drama_or_talking(*, who_kind: str, whom_kind: str, score: int = AVERAGE) -> Talk:
    """A PC with a PC or a recurring character is drama; talk with a minor one is a roll (yarn.drama-or-talking)."""
    whole("score", score, least=0)
    return Talk("dramatic", 0) if are_dramatic(who_kind, whom_kind) else Talk("procedural", score)


@rule("yarn.call-procedural")
def call_procedural(
    *,
    caller: str,
    own_pc_cast: bool = True,
    cast: Sequence[str],
    setting: str,
    goal: str,
    means: str = "",
    narration: str = "",
    hand: int = 0,
) -> Cost:
    """Where it is, who is there, what they want and how (yarn.call-procedural).

    Not legal: without cast, place or goal, or without the token that it costs when the own PC is not in it.
    """
    paid = absent_caller_cost(caller=caller, mode="procedural", own_pc_cast=own_pc_cast, hand=hand)
    why = why_no_call(cast=cast, setting=setting, mode="procedural")
    if why is None and not goal.strip():
        why = Refused("no-goal", "What do they want to achieve? A procedural scene has a goal.", "goal")
    return Cost(why, paid.cost, hand, paid.GM) if why else paid


@dataclass(frozen=True)
class Told:
    """What became of a success that was told."""

    result: str


@rule("yarn.success-by-narration")
def success_by_narration(*, narration: str, objectors: Sequence[str] = (), narrator: str = "roll") -> Told:
    """A success told is so if nobody objects; else it is rolled for, put off or dropped (yarn.success-by-narration)."""
    results = {"roll": "procedural", "put off": "put off", "drop": "dropped"}
    one_of("narrator", narrator, results)
    return Told(results[narrator] if objectors else "fact")


@dataclass(frozen=True)
class Unresisted:
    """Whether a goal is told as reached; then the same caller calls the scene that follows from it."""

    success: bool
    next_caller: str | None

    @property
    def played(self) -> bool:
        return not self.success

    @property
    def reframed(self) -> bool:
        return self.success


@rule("yarn.unresisted-goal")
def unresisted_goal(*, caller: str, goal: str, gm_resists: bool, objectors: Sequence[str] = ()) -> Unresisted:
    """What neither the story nor anybody resists needs no dice (yarn.unresisted-goal)."""
    success = not gm_resists and not objectors
    return Unresisted(success, caller if success else None)


# Slotted in


@dataclass(frozen=True)
class Montage(Verdict):
    """Days that pass, who calls next, and in which modes."""

    vote_held: bool
    time_break_days: int
    next_caller: str
    may_call: tuple[str, ...]


@rule("yarn.montage")
def montage(
    *,
    order: Sequence[str],
    caller: str,
    mode: str = "montage",
    amount: int,
    unit: str,
    objections: int = 0,
    actions: Mapping[str, str] | None = None,
    then_calls: str = "",
    players: int | None = None,
    for_call: int = 0,
    for_challenge: int = 0,
    GM: str = "",
    options: Options = DEFAULTS,
) -> Montage:
    """Days pass in pictures, and the same caller may call again, but no montage (yarn.montage).

    An objection is put to the vote, or under the switch montage-objection stops it. Not legal: one that is stopped, and
    a second one at once.
    """
    one_of("mode", mode, ("montage",))
    one_of("then_calls", then_calls, ("", *MODES, "montage"))
    Round(order).at(caller)
    days = days_of(amount, unit)
    votes = bool(whole("objections", objections, least=0)) and options.montage_objection == "vote"
    stopped = bool(objections) and not votes
    if votes:
        stopped = challenge_vote(
            players=players,
            for_call=for_call,
            for_challenge=for_challenge,
            GM=GM,
            caller=caller,
            options=options,
        ).upheld
    if stopped:
        why = Refused("stopped", "The montage is stopped: make it shorter, or call something else.", "objections")
        return Montage(why, votes, 0, caller, (*MODES, "montage"))
    no_second = Refused("no-second", "After a montage another scene is called, and no montage.", "then_calls")
    return Montage(no_second if then_calls == "montage" else None, votes, days, caller, MODES)


@dataclass(frozen=True)
class Shopping:
    """Whether it is played; off stage all of it is obtained, and the same caller may call again."""

    played: bool
    obtained: tuple[str, ...]
    next_caller: str


@rule("yarn.shopping-scene")
def shopping_scene(*, order: Sequence[str], caller: str, equipment: Sequence[str], gm_ruling: str) -> Shopping:
    """The GM has it played, or rules that it was done off stage (yarn.shopping-scene)."""
    played = one_of("gm_ruling", gm_ruling, ("play", "off stage")) == "play"
    round_ = Round(order).at(caller)
    return Shopping(played, () if played else tuple(equipment), round_.next() if played else caller)


# Healing, consequences

MOMENTS = {
    "scene begins": "procedural",
    "scene ends": "dramatic",
    "scene turns procedural": None,
    "session closed": None,
}
"""When days of healing disturb no drama, and in a scene of which mode."""


@dataclass(frozen=True)
class Moment:
    """Whether healing is applied now, and the days of it, else those that wait."""

    applied: bool
    days: int


@rule("yarn.healing-moment")
def healing_moment(
    *, scene: str, time_break_days: int, days_waiting: int = 0, event: str, put_off: bool = False
) -> Moment:
    """Days of healing wait for a moment that disturbs no drama (yarn.healing-moment); the GM may put them off, at the
    latest to the session's end.
    """
    one_of("scene", scene, MODES)
    fits = MOMENTS[one_of("event", event, MOMENTS)] in (None, scene)
    days = whole("time_break_days", time_break_days, least=0) + whole("days_waiting", days_waiting, least=0)
    return Moment(bool(days) and fits and not (put_off and event != "session closed"), days)


@dataclass(frozen=True)
class Consequences:
    """Those still open, of which the caller is reminded, and those that have faded."""

    open: tuple[str, ...]
    faded: tuple[str, ...]

    @property
    def reminder(self) -> bool:
        return bool(self.open)


@rule("yarn.consequences-in-play")
def consequences_in_play(
    *, consequences: Sequence[Mapping[str, Any]], marked_faded: Sequence[str] = ()
) -> Consequences:
    """A consequence is open until somebody marks it as faded (yarn.consequences-in-play). Refuses to mark another."""
    texts = tuple(str(one["text"]) for one in consequences)
    for text in marked_faded:
        one_of("marked_faded", text, texts)
    open_ = tuple(text for text in texts if text not in marked_faded)
    return Consequences(open_, tuple(text for text in texts if text in marked_faded))


@dataclass(frozen=True)
class BreakRoll:
    """What the breaks of a scene bring, and the dice that said so, the good ones first."""

    good: Faces
    bad: Faces

    @property
    def good_consequence(self) -> bool:
        return SIDES in self.good

    @property
    def bad_consequence(self) -> bool:
        return 1 in self.bad

    @property
    def dice_thrown(self) -> int:
        return len(self.good) + len(self.bad)


@rule("yarn.break-consequence")
def break_consequence(
    *, good_marks: int, bad_marks: int, declined: bool = False, options: Options = DEFAULTS, dice: Dice = system_dice
) -> BreakRoll:
    """A die after the scene for good breaks, where a 6 is a good consequence, and one for bad, where a 1 is a bad one
    (yarn.break-consequence). Only the good die may be declined. The switch consequence-rolls throws one per break.
    """
    most = 1 if options.consequence_rolls == "one per kind" else None
    good = whole("good_marks", good_marks, least=0) * (not declined)
    bad = whole("bad_marks", bad_marks, least=0)
    good, bad = (count if most is None else min(count, most) for count in (good, bad))
    return BreakRoll(dice(good, SIDES) if good else (), dice(bad, SIDES) if bad else ())
