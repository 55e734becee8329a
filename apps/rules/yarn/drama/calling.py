"""Episodes and calls: whose theme it is, whose turn, and what a call says and costs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.drama.parties import NONE, member, own_pc, why_no_drama
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.orders import GM, Names, names_of
from apps.rules.yarn.verdict import Named, Verdict

Mode = Literal["dramatic", "procedural"]
MODES: tuple[Mode, ...] = ("dramatic", "procedural")
SEEKERS = ("PC", "recurring", "minor")

# Episodes


@dataclass(frozen=True)
class Episode:
    """An episode, which is a session; hands as it begins."""

    episode: int
    theme_chosen_at_end_of_session: int
    hands: Mapping[str, int]
    session_ends: bool


@rule("yarn.episode")
def episode(
    *, event: str, session: int, present: Sequence[str] = (), theme: str = "", continued: bool = False
) -> Episode:
    """Each session is an episode under one theme, and all begin it with 0 tokens (yarn.episode).

    A session that the GM marks as `continued` does not end its episode.
    """
    one_of("event", event, ("session begins", "session closed"))
    number = whole("session", session, least=1)
    hands = dict.fromkeys((*names_of("present", present), GM), 0)
    return Episode(number, number - 1, hands, event == "session closed" and not continued)


@dataclass(frozen=True)
class Themes:
    """Who chooses the themes of the sessions asked for, with their places; or who does `now`, for which session.

    `order` is the order afterwards: an absent chooser has changed places with whoever chooses instead.
    """

    choosers: Names
    places: tuple[int, ...]
    chooser: str | None
    for_session: int | None
    theme: str
    order: Names


def place_of(session: int, players: int) -> int:
    """The place in the order for themes of who chooses for a session, from 1; the first chooses for the second."""
    return (whole("sessions", session, least=2) - 2) % players + 1


@rule("yarn.theme-order")
def theme_order(
    *,
    order: Sequence[str],
    sessions: Sequence[int] = (),
    chosen_at_end_of_session: int | None = None,
    theme: str = "",
    absent: Sequence[str] = (),
    calling_order: Sequence[str] = (),
    options: Options = DEFAULTS,
) -> Themes:
    """One player after another chooses the next theme, round and round (yarn.theme-order).

    The first session's theme is the GM's or, by the switch first-theme-by, that of the first player in the calling
    order. Refuses an order of nobody, and a choice when all are absent.
    """
    if not names_of("order", order):
        raise Refused("no-order", "There is no order for themes yet.", "order")
    first = next((name for name in calling_order if name != GM), GM)
    opener = GM if options.first_theme_by == "GM" else first
    places = tuple(place_of(session, len(order)) if session != 1 else 0 for session in sessions)
    choosers = tuple(order[place - 1] if place else opener for place in places)
    if chosen_at_end_of_session is None:
        return Themes(choosers, places, None, None, theme, tuple(order))
    coming = whole("chosen_at_end_of_session", chosen_at_end_of_session, least=1) + 1
    swapped = _without_absent(list(order), place_of(coming, len(order)) - 1, absent)
    return Themes(choosers, places, swapped[place_of(coming, len(order)) - 1], coming, theme, swapped)


def _without_absent(order: list[str], place: int, absent: Sequence[str]) -> Names:
    """The next who is there changes places with an absent chooser."""
    for step in range(len(order)):
        other = (place + step) % len(order)
        if order[other] not in absent:
            order[place], order[other] = order[other], order[place]
            return tuple(order)
    raise Refused("all-absent", "Nobody in the order for themes is there to choose.", "absent")


def turns_to_come(order: Names, left: Names = ()) -> Names:
    """Whose turns to choose a theme come next: those `left` of this pass, then the whole order of the next one."""
    return (*left, *order)


def turns_left(order: Names, left: Names, chooser: str | None) -> Names:
    """The turns of this pass after the `chooser` has chosen. Where that was not the first of them, who was absent, the
    two have changed places: for this pass alone, as the order is the same to the end of the series (yarn.theme-order).
    """
    coming = list(left or order)
    if chooser not in coming and chooser in order:
        coming += order
    if chooser in coming:
        place = coming.index(chooser)
        coming[0], coming[place] = coming[place], coming[0]
    return tuple(coming[1:])


@dataclass(frozen=True)
class SceneType:
    """What a scene is in its episode; after the closer the session ends."""

    scene_type: Literal["opener", "development", "closer"]

    @property
    def session_ends(self) -> bool:
        return self.scene_type == "closer"


@rule("yarn.scene-types")
def scene_types(*, scene_number: int, scenes: int | None = None, closer: bool = False) -> SceneType:
    """The first scene opens, the one that the GM declares, or the last, closes (yarn.scene-types)."""
    number = whole("scene_number", scene_number, least=1, most=scenes)
    if closer or number == scenes:
        return SceneType("closer")
    return SceneType("opener" if number == 1 else "development")


# Whose turn it is


@dataclass(frozen=True)
class CallingOrder(Named):
    """Who calls, in turn; or the orders of several sessions, each under its letter: s2, s3, ..."""

    order: Names
    sessions: Mapping[str, Names]

    @property
    def named(self) -> Mapping[str, Names]:
        return self.sessions


def calling(drawn: Sequence[str], chooser: str, gm_place: int | None, options: Options) -> Names:
    """The chooser first, then the others as drawn, and the GM where the chooser stood; a chooser who is not there is
    the GM's part, without a second place."""
    if chooser not in names_of("drawn", drawn):
        return (GM, *drawn)
    order = [chooser, *(name for name in drawn if name != chooser)]
    if gm_place is None and options.gm_slot == "asked each episode":
        raise Refused("gm-slot", "At this table the GM says in each episode when she calls.", "gm_place")
    usual = len(order) if options.gm_slot == "end" else list(drawn).index(chooser) + 1
    order.insert(usual if gm_place is None else whole("gm_place", gm_place, least=2, most=len(order) + 1) - 1, GM)
    return tuple(order)


@rule("yarn.calling-order")
def calling_order(
    *,
    drawn: Sequence[str] = (),
    chooser: str = "",
    episode: int = 2,
    theme_by: str = GM,
    theme_order: Sequence[str] = (),
    draws: Mapping[str, Sequence[str]] | None = None,
    gm_place: int | None = None,
    options: Options = DEFAULTS,
) -> CallingOrder:
    """Whoever chose the theme calls first, the others as drawn, the GM in the place left empty (yarn.calling-order).

    In the first episode the GM chose it, unless the switch first-theme-by or `theme_by` says who did. The switch
    gm-slot puts her at the end, or where she says. Refuses the first place for her.
    """
    sessions = {
        key: calling(cards, theme_order[place_of(int(key[1:]), len(theme_order)) - 1], gm_place, options)
        for key, cards in (draws or {}).items()
    }
    if not drawn:
        return CallingOrder((), sessions)
    if whole("episode", episode, least=1) == 1 and not chooser:
        by_player = options.first_theme_by != "GM"
        chooser = drawn[0] if theme_by == GM and by_player else theme_by
    return CallingOrder(calling(drawn, chooser, gm_place, options), sessions)


AGAIN = ("no contest", "montage", "shopping off stage", "unresisted goal", "a duck")
"""Endings after which the caller may call again; the duck is one that leaves nobody to play with."""


@dataclass(frozen=True)
class Turns:
    """Who calls each scene asked for, who calls next, and whose next turns are still skipped."""

    callers: Names
    next_caller: str
    skips: Names


class Round:
    """Turns that go round the order; `skips` are taken from whose turn comes."""

    def __init__(self, order: Sequence[str], skips: Sequence[str] = (), absent: Sequence[str] = ()) -> None:
        self.order, self.skips, self.absent = names_of("order", order), list(skips), absent
        if not set(self.order) - set(absent):
            raise Refused("nobody", "Nobody in the calling order is there to call.", "absent")
        self.place = -1

    def at(self, caller: str) -> "Round":
        """The turn of this caller is over."""
        self.place = self.order.index(one_of("caller", caller, self.order))
        return self

    def next(self) -> str:
        """Whose turn comes; absent ones are passed over, and a skip is used up."""
        while True:
            self.place = (self.place + 1) % len(self.order)
            who = self.order[self.place]
            if who in self.absent:
                continue
            if who not in self.skips:
                return who
            self.skips.remove(who)


def why_no_jump(*, order: Sequence[str], by: str, bennies: int, turn_of: str) -> Refused | None:
    """Why this player cannot jump the queue now, or None."""
    if by not in order or by == GM:
        return Refused("not-calling", f"{by} is no player in the calling order.", "by")
    if by == turn_of:
        return Refused("own-turn", f"It is the turn of {by} anyway.", "by")
    return None if bennies else Refused("no-bennie", f"To jump the queue takes a bennie, and {by} has none.", "bennies")


def callers_of(
    order: Sequence[str],
    scenes: int,
    skips: Sequence[str] = (),
    absent: Sequence[str] = (),
    jump: Mapping[str, Any] | None = None,
) -> tuple[Names, Names, Refused | None]:
    """Who calls each of so many scenes, whose skips are left, and why a jump is refused."""
    round_, callers, why = Round(order, skips, absent), list[str](), None
    for number in range(whole("scenes", scenes, least=0)):
        if jump and number and number == jump["after_scene"]:
            ahead = Round(order, round_.skips, absent)
            ahead.place = round_.place
            why = why_no_jump(order=order, by=jump["by"], bennies=jump["bennies"], turn_of=ahead.next())
            if why is None:
                callers.append(jump["by"])
                round_.skips.append(jump["by"])
                continue
        callers.append(round_.next())
    return tuple(callers), tuple(round_.skips), why


@rule("yarn.calling-turns")
def calling_turns(
    *,
    order: Sequence[str],
    scenes: int | None = None,
    last_caller: str | None = None,
    ending: str = "ordinary",
    skips: Sequence[str] = (),
    jump: Mapping[str, Any] | None = None,
    absent: Sequence[str] = (),
) -> Turns:
    """The call goes round the order (yarn.calling-turns): some endings leave it where it is, a bennie jumps the queue
    and skips the jumper's next turn, absent players are passed over.

    Refuses an order of nobody, and a jump that is not allowed.
    """
    one_of("ending", ending, ("ordinary", *AGAIN))
    if last_caller is not None:
        round_ = Round(order, skips, absent).at(last_caller)
        coming = last_caller if ending in AGAIN else round_.next()
        return Turns((), coming, tuple(round_.skips))
    callers, left, why = callers_of(order, (scenes or 0) + 1, skips, absent, jump)
    if why:
        raise why
    return Turns(callers[:-1], callers[-1], left)


@dataclass(frozen=True)
class Jumped(Verdict):
    """Who calls each scene with the jump in it, and the jumper's bennies afterwards."""

    callers: Names
    bennies: Mapping[str, int]


@rule("yarn.bennie-queue-jump")
def queue_jump(*, order: Sequence[str], jump: Mapping[str, Any], scenes: int) -> Jumped:
    """For a bennie a player calls right after any scene, and skips the next turn (yarn.bennie-queue-jump).

    Not legal: without a bennie, or when it is that player's turn anyway.
    """
    callers, _, why = callers_of(order, scenes, jump=jump)
    return Jumped(why, callers, {jump["by"]: jump["bennies"] - (why is None)})


# A call


@dataclass(frozen=True)
class Cost(Verdict):
    """What the caller pays to the kitty, and the hands afterwards."""

    cost: int
    hand: int
    GM: int


def why_not_paid(*, hand: int, cost: int = 1, bennies: int = 0) -> Refused | None:
    """Why a call without one's own PC cannot be paid, or None."""
    if hand >= cost:
        return None
    tip = ": a bennie may first be turned into one" if bennies else ""
    return Refused(
        "no-token", f"To call a scene without one’s own PC costs a token, and the hand is empty{tip}.", "hand"
    )


@rule("yarn.absent-caller-cost")
def absent_caller_cost(
    *,
    caller: str,
    mode: str,
    own_pc_cast: bool | None = None,
    petitioner: str = "",
    granter: str = "",
    hand: int = 0,
    bennies: int = 0,
    GM: int = 0,
) -> Cost:
    """A player calls a scene without their own PC for 1 token to the kitty (yarn.absent-caller-cost).

    The GM never pays it, and a montage costs nothing. Not legal: without a token in hand.
    """
    one_of("mode", mode, (*MODES, "montage"))
    whole("hand", hand, least=0)
    if own_pc_cast is None:
        own_pc_cast = own_pc(caller, [name for name in (petitioner, granter) if name]) is not None
    if own_pc_cast or caller == "GM" or mode == "montage":
        return Cost(None, 0, hand, GM)
    why = why_not_paid(hand=hand, bennies=bennies)
    return Cost(why, 1, hand if why else hand - 1, GM)


@dataclass(frozen=True)
class Call(Verdict):
    """A call: how many time breaks it has, what it costs, whether the others may challenge it."""

    time_breaks: int
    cost: int
    open_to_challenge: bool


def why_no_call(*, cast: Sequence[str], setting: str, mode: str) -> Refused | None:
    """Why this is no call yet, or None."""
    if len(cast) < (2 if mode == "dramatic" else 1):
        few = "two characters" if mode == "dramatic" else "a character"
        return Refused("no-cast", f"A {mode} scene needs {few} in its cast.", "cast")
    if not setting.strip():
        return Refused("no-setting", "Where does the scene begin? It needs a place.", "setting")
    return why_no_drama(cast) if mode == "dramatic" else None


@rule("yarn.call-scene")
def call_scene(
    *,
    caller: str,
    own_pc_cast: bool = True,
    cast: Sequence[str],
    setting: str,
    time_break: str = NONE,
    mode: str,
    situation: str = "",
    hand: int = 0,
) -> Call:
    """Cast, place, time break, mode and situation; without the last it is a soft open (yarn.call-scene).

    Not legal: without cast or place, among recurring characters alone, or without the token that it costs.
    """
    one_of("mode", mode, MODES)
    paid = absent_caller_cost(caller=caller, mode=mode, own_pc_cast=own_pc_cast, hand=hand)
    why = why_no_call(cast=cast, setting=setting, mode=mode) or paid.why
    return Call(why, int(time_break != NONE), paid.cost, why is None)


DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}
SHORTER = {"minute": 24 * 60, "hour": 24}
"""How many of them make a day."""


@dataclass(frozen=True)
class Break:
    """Days noted for healing; a break can be challenged."""

    time_break_days: int
    open_to_challenge: bool


def days_of(amount: int, unit: str) -> int:
    """The nights that pass in so much time."""
    one_of("unit", unit, (*SHORTER, *DAYS))
    count = whole("amount", amount, least=0)
    return count // SHORTER[unit] if unit in SHORTER else count * DAYS[unit]


@rule("yarn.time-break")
def time_break(
    *, time_break: str = NONE, amount: int | None = None, unit: str = "", nights: int | None = None
) -> Break:
    """How many days a break is (yarn.time-break): the nights that somebody names, else those that pass in that time."""
    counted = 0 if amount is None else days_of(amount, unit)
    days = counted if nights is None else whole("nights", nights, least=0)
    return Break(days, time_break != NONE)


@dataclass(frozen=True)
class ModeOf:
    mode: Mode


@rule("yarn.scene-mode")
def scene_mode(*, who_kind: str, reward: str, whom_kind: str) -> ModeOf:
    """Dramatic: somebody seeks an emotional reward from a PC or a recurring character (yarn.scene-mode).

    Between two recurring characters, or with a minor one, there is no drama.
    """
    one_of("reward", reward, ("emotional", "practical"))
    return ModeOf("dramatic" if reward == "emotional" and are_dramatic(who_kind, whom_kind) else "procedural")


def are_dramatic(who_kind: str, whom_kind: str) -> bool:
    """Whether a scene between these is dramatic: a PC with another, or with a recurring character."""
    one_of("who_kind", who_kind, SEEKERS)
    one_of("whom_kind", whom_kind, (*SEEKERS, NONE))
    return {who_kind, whom_kind} in ({"PC"}, {"PC", "recurring"})


@dataclass(frozen=True)
class Situation:
    """A situation as shown to all, and what may be objected to in it."""

    situation: str
    complication: bool
    objection_kinds: tuple[str, ...] = ("narration", "plot jump")


@rule("yarn.situation")
def situation(*, situation: str, new_plot_turn: bool = False) -> Situation:
    """How things stand as the scene begins, perhaps with a new turn of the plot (yarn.situation). Refuses no words."""
    if not situation.strip():
        raise Refused(
            "no-situation", "A situation is told in words; without one the scene is a soft open.", "situation"
        )
    return Situation(situation, new_plot_turn)


def played_by(written: str) -> str:
    """The participant who plays a character as a cast tells it; one told by name alone is the name's own."""
    one = member(written)
    return one.player or one.name
