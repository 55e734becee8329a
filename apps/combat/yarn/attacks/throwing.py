"""Real dice in an attack: whoever throws them types the faces when their dice come, one throw after the other.

The attack, then the defence, dice for damage, armour: what a throw takes is known when those before it lie there. What
nobody throws by hand the program throws in between.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from apps.characters.forms import acting_for
from apps.characters.models import Character
from apps.characters.yarn import landing
from apps.checks.thrown import Thrown
from apps.checks.typed import FacesField, hand_of
from apps.checks.versus import openly, whom_to_ask
from apps.combat.yarn.attacks import settling
from apps.combat.yarn.attacks.strike import THROWS, THROWS_SECRETLY, Clash, Met, Strike, clash_of
from apps.combat.yarn.rounds import stored
from apps.combat.yarn.rounds.forms import PLAIN
from apps.rules.dice import Dice, HandDice, Recorded
from apps.rules.yarn.pool import SIDES, ready, throw
from apps.table import exchanges
from apps.table.acts import act
from apps.table.audience import EVERYBODY, GMS, Audience
from apps.table.models import Ask, Event, Exchange
from apps.table.shared.answers import AnswerForm
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KINDS = (THROWS, THROWS_SECRETLY)
stored.asks_in_fights(*KINDS)
ATTACK, DEFENCE, DAMAGE, ARMOUR = "attack", "defence", "damage", "armour"
WORDS = {ATTACK: "the attack", DEFENCE: "the defence", DAMAGE: "the damage", ARMOUR: "the armour"}
ATTACKERS = (ATTACK, DAMAGE)
"""The throws that are the attacker's; the others are the target's."""
GONE = "One of the two is not in the fight any more. It can be called off."
Fell = tuple[tuple[str, tuple[int, ...]], ...]
"""What lies there: for each throw its name and faces, in the order in which they fell."""


@dataclass(frozen=True)
class Throwing:
    """An attack whose defence is chosen, the dice that have fallen so far, and whether any of them were typed."""

    strike: Strike
    place: int
    met: Met
    fell: Fell = ()
    typed: bool = False


class WantedError(Exception):
    """So many dice of one throw are still to be typed."""

    def __init__(self, name: str, count: int) -> None:
        super().__init__(name, count)
        self.name, self.count = name, count


class Lying:
    """Dice that lie there are given first, then the program's; of a throw by hand those that are missing are refused
    (WantedError). `given` are all the faces that were used, in their order."""

    def __init__(self, fell: Fell, by_hand: Sequence[str], fresh: Dice) -> None:
        self.fell = list(fell)
        self.given: list[int] = []
        self._left = {name: [face for key, faces in fell if key == name for face in faces] for name in WORDS}
        self._by_hand, self._fresh = by_hand, fresh

    def throw(self, name: str, count: int) -> tuple[int, ...]:
        lies, self._left[name] = self._left[name][:count], self._left[name][count:]
        missing = count - len(lies)
        if missing and name in self._by_hand:
            raise WantedError(name, missing)
        more = self._fresh(missing, SIDES) if missing else ()
        if more:
            self.fell.append((name, more))
        self.given += [*lies, *more]
        return (*lies, *more)

    def of(self, name: str) -> Dice:
        """The dice of one throw."""
        return lambda count, sides: self.throw(name, count)

    def of_landing(self, *, by_dice: bool) -> Dice:
        """Those of a hit: first the damage, at a table that throws for it, then the armour."""
        names = [DAMAGE] if by_dice else []
        return lambda count, sides: self.throw(names.pop() if names else ARMOUR, count)


def by_hand(clash: Clash, met: Met) -> tuple[str, ...]:
    """Which throws are typed."""
    return tuple(name for name in WORDS if (clash.strike if name in ATTACKERS else met).by_hand)


def _play(clash: Clash, met: Met, dice: Lying) -> None:
    """All throws of an attack in their order, without any consequence."""
    both = settling.thrown_by(
        clash,
        met,
        lambda found, options: throw(ready(found.pool), options, dice.of(ATTACK)),
        lambda found, options: throw(found.pool, options, dice.of(DEFENCE)),
    )
    if both.hit:
        blow, layers = settling.blow_of(clash, met, both), landing.worn_by(clash.target.character)
        by_dice = clash.options.alternate_damage == "on"
        landing.worked_out(blow, layers, clash.options, dice.of_landing(by_dice=by_dice))


# what follows from a defence that is chosen


def meet(turn: Turn, clash: Clash, met: Met, ask: Ask | None) -> Event:
    """Throws both sides and lands the hit; where somebody throws real dice, as far as it goes without theirs."""
    if not by_hand(clash, met):
        return settling.settle(turn, clash, met, ask)
    dice = Thrown(turn, None, ask)
    event = _tell_chosen(turn, clash)
    state = Throwing(clash.strike, clash.strike.aims.index(clash.aim), met)
    secret = _hearers(clash) == GMS
    exchange = exchanges.open_exchange(turn, THROWS_SECRETLY if secret else THROWS, state, event)
    if _go_on(turn, exchange, clash, dice) is not None:
        exchanges.close(turn, exchange)
    dice.settle()
    return event


def _tell_chosen(turn: Turn, clash: Clash) -> Event:
    attacker, target = clash.attacker.character, clash.target.character
    facts = {"attacker": attacker.name, "target": target.name}
    return turn.tell("yarn.defence-chosen", facts, to=_hearers(clash))


def _hearers(clash: Clash) -> Audience:
    hidden = clash.attacker.character.hidden or clash.target.character.hidden
    return GMS if hidden else EVERYBODY


def _go_on(turn: Turn, exchange: Exchange, clash: Clash, dice: Thrown) -> Event | None:
    """The next throws, up to the first that somebody has to type; with the last of them the attack is settled."""
    state: Throwing = exchanges.state_of(exchange)
    lying = Lying(state.fell, by_hand(clash, state.met), dice.dice)
    try:
        _play(clash, state.met, lying)
    except WantedError as wanted:
        exchanges.advance(turn, exchange, replace(state, fell=tuple(lying.fell)))
        _ask(turn, exchange, clash, wanted)
        return None
    fresh, turn.dice = turn.dice, Recorded(HandDice(lying.given, dice.dice))
    lies = tuple(face for name, faces in lying.fell if name in (DAMAGE, ARMOUR) for face in faces)
    event = settling.settle(turn, clash, state.met, None, typed=state.typed, lies=lies)
    turn.dice = fresh
    return event


def _ask(turn: Turn, exchange: Exchange, clash: Clash, wanted: WantedError) -> None:
    who = _thrower(clash, wanted.name)
    attacks = who == clash.attacker.character
    other = clash.target if attacks else clash.attacker
    facts = {
        "throw": wanted.name,
        "count": wanted.count,
        "who": who.name,
        "character_id": who.public_id,
        "other": openly(other.character),
        "attacks": attacks,
    }
    exchanges.ask(turn, exchange, whom_to_ask(who), facts)


def _thrower(clash: Clash, name: str) -> Character:
    return (clash.attacker if name in ATTACKERS else clash.target).character


# the faces of one throw


class ThrowForm(AnswerForm):
    """The faces of a throw; empty, the program throws it."""

    kinds = KINDS
    faces = FacesField(help_text="With spaces between them. Empty: the program throws this one")


def clash_thrown(exchange: Exchange) -> Clash | None:
    """Both sides; None where one is gone."""
    state: Throwing = exchanges.state_of(exchange)
    return clash_of(exchange.desk, state.strike, state.strike.aims[state.place])


def outlook(viewer: Viewer, form: ThrowForm) -> Mapping[str, Any]:
    if form.row is None:
        return {"refused_now": "These dice are no longer waited for."}
    facts = form.row.facts
    return {"line": f"{facts['who']}: {facts['count']} for {WORDS[facts['throw']]}", "button": "So they fell"}


@act(
    "yarn.type-throw",
    title="Real dice",
    form=ThrowForm,
    button="So they fell",
    preview=outlook,
    template=PLAIN,
)
def type_throw(turn: Turn, form: ThrowForm) -> None:
    """Types the faces of one throw of an attack, and the attack goes on. Refuses more or fewer than it takes."""
    ask: Ask = form.cleaned_data["ask"]
    clash, name = clash_thrown(ask.exchange), ask.facts["throw"]
    if clash is None:
        turn.refuse("gone", GONE, "ask")
    acting_for(turn, _thrower(clash, name))
    turn.cause = ask.exchange.opened_by
    dice = _typed(turn, ask, form.cleaned_data["faces"])
    settled = _go_on(turn, ask.exchange, clash, dice)
    dice.settle()
    exchanges.close_ask(turn, ask, settled or _tell_typed(turn, clash, name))
    if settled is not None:
        exchanges.close(turn, ask.exchange)


def _typed(turn: Turn, ask: Ask, given: list[int]) -> Thrown:
    """Lays the dice of the throw that was asked for beside the others, and returns those that fall after them."""
    name, count = ask.facts["throw"], ask.facts["count"]
    hand = hand_of(given, count, bool(Thrown.fell(ask)))
    dice = Thrown(turn, HandDice(given, turn.dice) if hand else None, ask)
    state: Throwing = exchanges.state_of(ask.exchange)
    fell = (*state.fell, (name, dice.dice(count, SIDES)))
    exchanges.advance(turn, ask.exchange, replace(state, fell=fell, typed=state.typed or dice.typed))
    return dice


def _tell_typed(turn: Turn, clash: Clash, name: str) -> Event:
    facts = {"who": _thrower(clash, name).name, "throw": WORDS[name]}
    return turn.tell("yarn.dice-lie", facts, to=_hearers(clash))


def ask_context(viewer: Viewer, ask: Ask) -> Mapping[str, Any]:
    """What is to be thrown, and whether it fell before."""
    return {"throw": WORDS[ask.facts["throw"]], "fallen": bool(ask.thrown), "gone": clash_thrown(ask.exchange) is None}
