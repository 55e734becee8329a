"""What lasts: states and their ends, scenes, and how long one round is."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.rules.numbers import one_of, whole
from apps.rules.registry import rule
from apps.rules.rough_magic.lists import EVENTS, STATES
from apps.rules.rough_magic.options import DEFAULTS, Options

KNOWN = {state.title: state for state in STATES}


@dataclass(frozen=True)
class Left:
    """States that an event ends, and those that go on."""

    ended: tuple[str, ...]
    left: tuple[str, ...]


@rule("rough_magic.conditions")
def conditions(*, states: Sequence[str], event: str, options: Options = DEFAULTS) -> Left:
    """What an event ends (rough_magic.conditions).

    Under the switch surprise-ends "on becoming aware" surprise is over before the first turn; under
    forced-defence-ends "sacrificed turn" a block and a dodge end with the place that paid for them.
    """
    one_of("event", event, EVENTS)
    ended = tuple(name for name in states if event in ends_of(one_of("states", name, KNOWN), options))
    return Left(ended, tuple(name for name in states if name not in ended))


def ends_of(state: str, options: Options = DEFAULTS) -> tuple[str, ...]:
    """The events that end a state at this table."""
    ends = KNOWN[state].ends
    if state == "surprised" and options.surprise_ends == "on becoming aware":
        return (*ends, "became aware")
    if state in ("blocking", "dodging") and options.forced_defence_ends == "sacrificed turn":
        return (*ends, "own place passed")
    return ends


# Scenes


@dataclass(frozen=True)
class Scene:
    """`ended`: the states that the end of the scene has closed."""

    scene_may_end: bool
    ended: tuple[str, ...]
    log: str


@rule("rough_magic.scene")
def scene(*, action: str = "", name: str = "", event: str = "", states: Sequence[str] = ()) -> Scene:
    """The GM starts and ends scenes, nothing else does (rough_magic.scene); what lasts a scene ends with it."""
    if action:
        one_of("action", action, ("start", "end"))
    ended = conditions(states=states, event="end of scene").ended if action == "end" else ()
    return Scene(True, ended, ": ".join(filter(None, (name, action or event))))


# One round


@dataclass(frozen=True)
class Lasts:
    """Up to whose place in that `round` it lasts; to the round's end where it is nobody's."""

    round: int
    place_of: str = ""

    @property
    def ends(self) -> str:
        if not self.place_of:
            return f"at the end of round {self.round}"
        return f"before {self.place_of}'s place in round {self.round}"


@rule("rough_magic.one-round")
def one_round(*, bought_in_turn_of: str, round: int, order: Sequence[str], options: Options = DEFAULTS) -> Lasts:
    """Up to the same place in the next round (rough_magic.one-round), or the end of this one by one-round-ends."""
    whole("round", round, least=1)
    one_of("bought_in_turn_of", bought_in_turn_of, order)
    if options.one_round_ends == "end of the current round":
        return Lasts(round)
    return Lasts(round + 1, bought_in_turn_of)
