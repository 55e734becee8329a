"""Scenes that end otherwise: no contest, both ways, or with several who wanted something."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apps.rules.numbers import one_of, whole
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.drama.calling import Round
from apps.rules.yarn.drama.tokens import ANSWERS, paid, settle, token_exchange
from apps.rules.yarn.options import DEFAULTS, Options
from apps.rules.yarn.orders import GM, names_of


@dataclass(frozen=True)
class NoContest:
    """Whether the scene ended, both hands, and who calls next; None while it goes on."""

    scene_ended: bool
    petitioner: int
    granter: int
    kitty: int
    next_caller: str | None


@rule("yarn.no-contest")
def no_contest(
    *,
    order: Sequence[str],
    caller: str,
    petitioner: int,
    granter: int,
    declared: bool,
    then: str = "call",
    options: Options = DEFAULTS,
) -> NoContest:
    """A granter with no reason to resist ends the scene, and its caller calls again or passes (yarn.no-contest).

    No token moves, unless the switch no-contest-exchange counts it as a willing grant.
    """
    one_of("then", then, ("call", "pass"))
    round_ = Round(order).at(caller)
    if not declared:
        return NoContest(False, petitioner, granter, 0, None)
    coming = caller if then == "call" else round_.next()
    if not options.no_contest_exchange:
        return NoContest(True, petitioner, granter, 0, coming)
    flow = token_exchange(outcome="granted", petitioner=petitioner, granter=granter)
    return NoContest(True, flow.petitioner, flow.granter, flow.kitty, coming)


@dataclass(frozen=True)
class TwoWay:
    """How both petitions ended, and the rule that settles them."""

    outcome: str | None
    rule: str


@rule("yarn.two-way")
def two_way(*, two_way: bool = True, petition_of_A: str, petition_of_B: str) -> TwoWay:
    """Both sought something of each other: settled together, alike or apart (yarn.two-way)."""
    one_of("petition_of_A", petition_of_A, ANSWERS)
    one_of("petition_of_B", petition_of_B, ANSWERS)
    if not two_way:
        return TwoWay(None, "yarn.token-exchange")
    if petition_of_A == petition_of_B:
        return TwoWay(f"both {petition_of_A}", "yarn.two-way-alike")
    return TwoWay(f"only {'A' if petition_of_A == 'granted' else 'B'}'s granted", "yarn.two-way-split")


@dataclass(frozen=True)
class SoftOpen:
    """Whether it was one, and how petitions in it ended."""

    soft_open: bool
    outcome: str | None

    @property
    def roles_asked_at_end(self) -> bool:
        return self.soft_open


@rule("yarn.soft-open")
def soft_open(
    *,
    cast: Sequence[str],
    situation: str = "",
    two_way: bool = False,
    petition_of_A: str = "",
    petition_of_B: str = "",
) -> SoftOpen:
    """A scene without a situation, whose roles are asked for at its end (yarn.soft-open). Refuses a cast of nobody."""
    if not names_of("cast", cast):
        raise Refused("no-cast", "A scene needs a character in its cast.", "cast")
    settled = _two_way(two_way=True, petition_of_A=petition_of_A, petition_of_B=petition_of_B) if two_way else None
    return SoftOpen(not situation.strip(), settled.outcome if settled else None)


_two_way = two_way


# Several petitioners


@dataclass(frozen=True)
class Group:
    """What a talk of many was, what is still to be asked, and the hands afterwards."""

    kind: str
    asks: tuple[str, ...]
    hands: Mapping[str, int]
    kitty: int


@rule("yarn.group-scene")
def group_scene(
    *,
    in_scene: Sequence[str],
    sought: Sequence[str],
    got: bool | None = None,
    hands: Mapping[str, int] | None = None,
    **asked: str,
) -> Group:
    """Nobody sought anything: exposition. One did: an ordinary scene. More: the quiz (yarn.group-scene).

    `from` (in `asked`) is whom a single petition was to. Refuses somebody who was not in the scene.
    """
    for name in (*sought, *asked.values()):
        one_of("sought", name, names_of("in_scene", in_scene))
    held = dict(hands or {})
    if len(sought) != 1:
        return Group("quiz" if sought else "exposition", ("from", "got") if sought else (), held, 0)
    whom = asked.get("from")
    asks = tuple(what for what, answer in (("from", whom), ("got", got)) if answer is None)
    if whom is None or got is None:
        return Group("ordinary", asks, held, 0)
    outcome = "granted" if got else "refused"
    after, kitty, _ = settle(held, {"petitioner": sought[0], "granter": whom, "outcome": outcome})
    return Group("ordinary", (), after, kitty)


@rule("yarn.conference")
def conference(*, in_scene: Sequence[str], sought: Sequence[str], hands: Mapping[str, int] | None = None) -> Group:
    """Most main characters discuss what is at hand, and it may turn dramatic (yarn.conference)."""
    return group_scene(in_scene=in_scene, sought=sought, hands=hands)


@dataclass(frozen=True)
class Quiz:
    """All hands afterwards, and the change of the kitty."""

    hands: Mapping[str, int]
    kitty: int


@rule("yarn.group-quiz")
def group_quiz(
    *,
    order: Sequence[str],
    hands: Mapping[str, int],
    answers: Sequence[Mapping[str, Any]],
    options: Options = DEFAULTS,
) -> Quiz:
    """Each in turn: whoever gave gets a token of the one who asked, else the one who asked of whoever refused
    (yarn.group-quiz). The GM answers last. Under the switch quiz-settlement tokens of this quiz pay nothing in it.

    Refuses an answer of somebody without a turn, and a second one.
    """
    turns = (*(name for name in order if name != GM), GM)
    given = {one_of("answers", answer["who"], turns): answer for answer in answers}
    if len(given) < len(answers):
        raise Refused("answered-twice", "Each is asked once.", "answers")
    purse = {name: whole("hands", hand, least=0) for name, hand in hands.items()}
    earned, kitty = dict.fromkeys(purse, 0), 0
    at_once = options.quiz_settlement == "all at once"
    for name in (one for one in turns if one in given):
        payer, earner = (name, given[name]["from"])[:: 1 if given[name]["got"] else -1]
        purse[payer], gain, change = paid(purse.get(payer, 0), 0)
        kitty += change
        gains = earned if at_once else purse
        gains[earner] = gains.get(earner, 0) + gain
    return Quiz({name: purse.get(name, 0) + earned.get(name, 0) for name in {**purse, **earned}}, kitty)
