"""The order of play as it runs: turns taken, held and used later, forced and paid for; the base order never changes.

Every function takes the order as it is and gives the order as it becomes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.rough_magic.options import DEFAULTS, Options

# What a forced action costs

DEFENSIVE = ("block", "dodge", "dive clear", "power", "shield another")
FORCED = (*DEFENSIVE, "other")
HELD = "held turn"


@dataclass(frozen=True)
class Forced:
    """Whether an action may be forced, and the turn given up: "round N", "held turn", or "none"."""

    legal: bool
    sacrificed: str


@rule("rough_magic.forcing")
def forcing(
    *,
    who: str = "",
    what: str = "block",
    round: int,
    own_place_passed: bool = True,
    turns_already_owed: int = 0,
    forced_this_round: bool = False,
    holds_delayed_turn: bool = False,
    gm_accepts: bool = False,
    options: Options = DEFAULTS,
) -> Forced:
    """Once a round somebody may defend out of turn, for the first turn not yet given up (rough_magic.forcing).

    A held turn is the next one. Anything "other" than the listed defences needs the GM. With the switch
    force-again-while-owing off nobody forces while a turn is owed.
    """
    one_of("what", what, FORCED)
    owed = whole("turns_already_owed", turns_already_owed, least=0)
    owing = owed > 0 and not options.force_again_while_owing
    if forced_this_round or owing or (what == "other" and not gm_accepts):
        return Forced(False, "none")
    first = whole("round", round, least=1) + own_place_passed + owed
    return Forced(True, HELD if holds_delayed_turn else f"round {first}")


# The engine


@dataclass(frozen=True)
class Place:
    """A place in the order. `held`: the round from which a turn is held; `owed`: turns given up and not yet skipped;
    `forced`: the round of the last forced action; `away`: down or gone, so that the place is passed over."""

    name: str
    held: int | None = None
    owed: int = 0
    forced: int | None = None
    away: bool = False


@dataclass(frozen=True)
class Play:
    """The order of play in a round. `at`: the place that is on, -1 before the first; `told`: what happened in it."""

    places: tuple[Place, ...]
    round: int = 1
    at: int = -1
    told: tuple[str, ...] = ()

    def place(self, name: str) -> Place:
        """The place of this name; refuses any other."""
        return self.places[self.index(name)]

    def index(self, name: str) -> int:
        for n, place in enumerate(self.places):
            if place.name == name:
                return n
        raise Refused("not-here", f"{name} has no place in the order of play.", "name")

    def passed(self, name: str) -> bool:
        """Whether the own place of this round has come."""
        return self.index(name) <= self.at

    def with_(self, place: Place, *told: str) -> "Play":
        """With this place as it is now, and what happened."""
        places = tuple(place if one.name == place.name else one for one in self.places)
        return replace(self, places=places, told=(*self.told, *told))

    @property
    def over(self) -> bool:
        """Whether everybody has had a turn; the surroundings move then."""
        return self.at >= len(self.places)


def begin(order: Iterable[str]) -> Play:
    """The first round, before its first place. Refuses a name twice."""
    names = tuple(order)
    if len(set(names)) < len(names):
        raise Refused("twice", f"{len(names)} places, and somebody has two of them: one each.", "order")
    return Play(tuple(map(Place, names)))


def next_place(play: Play) -> tuple[Play, str | None]:
    """The next place comes: whose turn is offered, or None where it is skipped, or the round is over.

    A turn that is still held lapses. One that is owed is skipped and paid.
    """
    play = replace(play, at=play.at + 1)
    if play.over:
        return play, None
    mine = replace(play.places[play.at], held=None)
    if mine.owed:
        return play.with_(replace(mine, owed=mine.owed - 1)), None
    return play.with_(mine), None if mine.away else mine.name


def next_round(play: Play) -> Play:
    """The round after it, before its first place."""
    return replace(play, round=play.round + 1, at=-1, told=())


def take(play: Play, name: str) -> Play:
    """The turn that was offered is taken."""
    return replace(play, told=(*play.told, name))


def delay(play: Play, name: str) -> Play:
    """The turn that was offered is held."""
    return play.with_(replace(play.place(name), held=play.round))


def use_held(play: Play, name: str) -> Play:
    """A held turn is used, in anybody's turn or after it. Refuses who holds none."""
    mine = play.place(name)
    if mine.held is None:
        raise Refused("no-held-turn", f"{name} holds no turn, or it has lapsed: their own place has come.", "name")
    return play.with_(replace(mine, held=None), f"{name} (delayed)")


def why_not_force(play: Play, name: str, *, what: str = "block", options: Options = DEFAULTS) -> Refused | None:
    """Why somebody may not force an action now; None if they may."""
    mine = play.place(name)
    if mine.away:
        return Refused("away", f"{name} cannot act.", "name")
    if mine.forced == play.round:
        return Refused("forced", f"{name} has forced an action in round {play.round}: it is done once a round.", "name")
    if not _forced(play, name, what, options).legal:
        return Refused("owing", f"{name} owes {mine.owed}: at this table nobody forces before that is paid.", "name")
    return None


def force(play: Play, name: str, *, what: str = "block", options: Options = DEFAULTS) -> Play:
    """An action is forced and a turn given up for it; a held one first. Refuses the second in a round."""
    if no := why_not_force(play, name, what=what, options=options):
        raise no
    paid, mine = _forced(play, name, what, options).sacrificed, replace(play.place(name), forced=play.round)
    if paid == HELD:
        return play.with_(replace(mine, held=None), f"{name} (forced from {mine.held or play.round})")
    return play.with_(replace(mine, owed=mine.owed + 1), f"{name} (forced from {paid.removeprefix('round ')})")


def _forced(play: Play, name: str, what: str, options: Options) -> Forced:
    mine = play.place(name)
    return forcing(
        what=what,
        round=play.round,
        own_place_passed=play.passed(name),
        turns_already_owed=mine.owed,
        forced_this_round=mine.forced == play.round,
        holds_delayed_turn=mine.held is not None,
        gm_accepts=True,
        options=options,
    )


def join(play: Play, name: str, before: str = "") -> Play:
    """Somebody comes in, `before` another or behind all; in this round only if that place has not gone by."""
    at = play.index(before) if before else len(play.places)
    places = (*play.places[:at], Place(name), *play.places[at:])
    begin(place.name for place in places)
    return replace(play, places=places, at=play.at + (at <= play.at))


def leave(play: Play, name: str) -> Play:
    """Somebody is down or gone: the place is passed over, what was held and owed is wiped."""
    return play.with_(Place(name, forced=play.place(name).forced, away=True))


# Whole fights, told in advance

Happening = Sequence[str]
"""[round, word, name, when], as the rule lists them; "in turn of" somebody happens right after that turn began."""
AT_ONCE = ("join", "leave")


@dataclass(frozen=True)
class Sequenced:
    """What happened, round by round."""

    sequence: tuple[tuple[str, ...], ...]


@rule("rough_magic.turn-engine")
def turn_engine(
    *, order: Sequence[str], rounds: int, events: Sequence[Happening] = (), options: Options = DEFAULTS
) -> Sequenced:
    """The order of play with its exceptions (rough_magic.turn-engine). Refuses an event that cannot come to pass."""
    play, told, left = begin(order), [], list(events)
    for _ in range(whole("rounds", rounds, least=1)):
        play = _round(play, left, options)
        told.append(play.told)
        play = next_round(play)
    if left:
        raise Refused("never", f"This does not come to pass in {rounds} rounds: {' '.join(left[0])}.", "events")
    return Sequenced(tuple(told))


def _round(play: Play, left: list[Happening], options: Options) -> Play:
    while not play.over:
        play, offered = next_place(_at_once(play, left))
        if offered and _is_next(left, play.round, "delay", offered):
            left.pop(0)
            play = delay(play, offered)
        elif offered:
            play = _in_turn(take(play, offered), offered, left, options)
    return play


def _is_next(left: Sequence[Happening], round: int, *words: str) -> bool:
    return bool(left) and tuple(left[0][: len(words) + 1]) == (str(round), *words)


def _at_once(play: Play, left: list[Happening]) -> Play:
    """Who joins and leaves now."""
    while left and left[0][0] == str(play.round) and left[0][1] in AT_ONCE:
        _, word, name, *when = left.pop(0)
        play = leave(play, name) if word == "leave" else join(play, name, _whose(when, "before "))
    return play


def _whose(when: Sequence[str], word: str) -> str:
    return when[0].removeprefix(word) if when else ""


def _in_turn(play: Play, whose: str, left: list[Happening], options: Options) -> Play:
    """What happens in this turn, as far as it is next; a held turn that is used is a turn itself."""
    while left and left[0][0] == str(play.round) and _whose(left[0][3:], "in turn of ") == whose:
        _, word, name, _ = left.pop(0)
        if one_of("events", word, ("use-delayed", "force")) == "force":
            play = force(play, name, options=options)
        else:
            play = _in_turn(use_held(play, name), name, left, options)
        play = _at_once(play, left)
    return play


@dataclass(frozen=True)
class Rounds:
    """Turns round by round, how many there are, and how many seconds they take."""

    sequence: tuple[tuple[str, ...], ...]
    turns: int
    seconds: int


SECONDS = 6


@rule("rough_magic.round")
def rounds(*, order: Sequence[str], rounds: int) -> Rounds:
    """Everybody has one turn in a round of six seconds (rough_magic.round)."""
    sequence = turn_engine(order=order, rounds=rounds).sequence
    return Rounds(sequence, sum(map(len, sequence)), rounds * SECONDS)


@dataclass(frozen=True)
class Delayed:
    """The round in which the delayed turn was used, and the one after it."""

    sequence: tuple[str, ...]
    next_round: tuple[str, ...]


@rule("rough_magic.delaying")
def delaying(*, order: Sequence[str], delays: str, used_in_turn_of: str, rounds_later: int = 0) -> Delayed:
    """A turn is held and used later, and the order stays (rough_magic.delaying). Refuses one that has lapsed."""
    used = 1 + whole("rounds_later", rounds_later, least=0)
    events = [["1", "delay", delays], [str(used), "use-delayed", delays, f"in turn of {used_in_turn_of}"]]
    told = turn_engine(order=order, rounds=used + 1, events=events).sequence
    return Delayed(told[used - 1], told[used])
