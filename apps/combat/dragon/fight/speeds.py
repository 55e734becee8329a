"""Speed dice (dragon.speed-dice): they fall for all at once, and those that all show the same may be turned."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from apps.characters.dragon.sheet import sheet_of
from apps.checks.thrown import Thrown
from apps.checks.versus import whom_to_ask
from apps.combat.dragon import turns as stored
from apps.combat.dragon.fight import picks
from apps.combat.dragon.fight.groups import Kind, kinds_among
from apps.combat.dragon.phases import going_on, spending
from apps.combat.gathering import name_of
from apps.combat.models import Combatant, CombatantKey, Fight
from apps.rules.dice import Dice, HandDice
from apps.rules.dragon.combat import turns as rules
from apps.rules.dragon.combat.picks import is_yahtzee, speed_dice, unanswered
from apps.rules.dragon.lists import primary_of
from apps.rules.dragon.options import Options
from apps.rules.dragon.visibility import PHASES, visibility
from apps.table import exchanges
from apps.table.models import Ask, Event
from apps.table.sure import sure
from apps.table.telling import tell_both
from apps.table.turn import Turn

Facts = dict[str, Any]
TURN, TURN_QUIETLY = "dragon.turn-dice", "dragon.turn-dice-gm"
TURNS = (TURN, TURN_QUIETLY)
SPEEDS = "dragon.speeds"


@dataclass(frozen=True)
class Turning:
    """Speed dice that all show the same wait for whoever may turn them (dragon.yahtzee)."""

    combatants: tuple[CombatantKey, ...]


# falling


def fall(turn: Turn, fight: Fight, those: Iterable[Combatant]) -> list[Kind]:
    """The dice of these, once for each kind. Faces that fell before an answer was taken back fall again."""
    fallen, found = list(turn.dice.fallen), kinds_among(those)
    for ask, kinds in _by_ask(found):
        thrown = Thrown(turn, _hand(turn, kinds), ask)
        for one in _typed_first(kinds):
            _throw(turn, one, thrown.dice, spending.options_of(fight))
        thrown.settle()
        fallen += thrown.dice.fallen
    turn.dice.fallen[:] = fallen
    return found


def _hand(turn: Turn, kinds: list[Kind]) -> HandDice | None:
    """The real dice that were thrown for these picks; for the others the program's follow."""
    typed = [face for one in _typed_first(kinds) for face in picks.typed_for(one.lead)]
    return HandDice(typed, turn.dice) if typed else None


def _typed_first(kinds: list[Kind]) -> list[Kind]:
    return sorted(kinds, key=lambda one: not picks.typed_for(one.lead))


def _by_ask(kinds: list[Kind]) -> list[tuple[Ask | None, list[Kind]]]:
    found: dict[int, tuple[Ask | None, list[Kind]]] = {}
    for one in kinds:
        ask = picks.ask_for(one.lead)
        found.setdefault(ask.pk if ask else 0, (ask, []))[1].append(one)
    return list(found.values())


def _throw(turn: Turn, kind: Kind, dice: Dice, options: Options) -> None:
    pick = sure(picks.pick_of(kind.lead))
    values = {one.key: one.value or 0 for one in sheet_of(kind.lead.character).primaries}
    fell = speed_dice(speed=values[pick.plan["speed"]], options=options, dice=dice)
    for one in kind.members:
        picks.roll(turn, one, fell.faces, unanswered(fell.dice_count) if fell.yahtzee else fell.phases)


def all_equal(one: Combatant) -> bool:
    """Whether their dice all show the same."""
    pick = picks.pick_of(one)
    return pick is not None and is_yahtzee(pick.plan.get("faces", ()))


# going on


def settle(turn: Turn, fight: Fight, kinds: list[Kind]) -> None:
    """Before the rounds: players turn what is all equal, then round 1 begins. Later: whoever is new has phases."""
    ask_to_turn(turn, [one for one in kinds if all_equal(one.lead)])
    if spending.under_way(fight):
        for kind in kinds:
            for one in kind.members:
                deal_later(turn, one)
    else:
        turn.later(partial(begin_if_ready, turn, fight))


def ask_to_turn(turn: Turn, equal: list[Kind]) -> None:
    """A player turns their own. Those of the GM stand at 1 and up until he turns them, so that nobody waits for what
    they may not know of."""
    for one in equal:
        turn.later(partial(_ask_to_turn, turn, one))


def _ask_to_turn(turn: Turn, kind: Kind) -> None:
    one = kind.lead
    open_to_all = picks.has_player(one) and not one.character.hidden
    state = Turning(tuple(member.pk for member in kind.members))
    exchange = exchanges.open_exchange(turn, TURN if open_to_all else TURN_QUIETLY, state, turn.events[0])
    pick = sure(picks.pick_of(one))
    facts = {"who": kind.name, "character_id": one.character.public_id, "faces": pick.plan["faces"]}
    exchanges.ask(turn, exchange, whom_to_ask(one.character), facts)


def begin_if_ready(turn: Turn, fight: Fight) -> None:
    """Round 1, unless somebody still turns their dice."""
    if exchanges.open_exchanges(fight.desk, TURN):
        turn.change(fight, phase=picks.DICE)
    else:
        begin_rounds(turn, fight)


def begin_rounds(turn: Turn, fight: Fight) -> None:
    """Good of round 1. A hold from the turn before is lost where round 1 is an own one (dragon.hold); of dice that are
    still to be turned nobody knows whether it is."""
    stored.begin_round(turn, fight)
    for one in stored.fighters_of(fight):
        stored.deal(turn, one, picks.phases_of(one))
    state = stored.state_of(fight)
    begun = rules.begin(state.number, state.fighters)
    for id in _still_to_turn(fight):
        begun = begun.with_(state.fighter(id))
    stored.write(turn, fight, begun)
    going_on.go_on(turn, fight)


def _still_to_turn(fight: Fight) -> list[str]:
    """Whose dice wait to be turned, by public id."""
    keys = {key for one in exchanges.open_exchanges(fight.desk, *TURNS) for key in exchanges.state_of(one).combatants}
    return [one.public_id for one in stored.fighters_of(fight) if one.pk in keys]


def deal_later(turn: Turn, one: Combatant) -> None:
    """Whoever comes in mid-turn has phases only in rounds that have not begun (dragon.turn)."""
    now = stored.round_of(one.fight).number
    stored.deal(turn, one, [number for number in picks.phases_of(one) if number > now])


# telling


def tell_speeds(turn: Turn, fight: Fight, kinds: list[Kind], late: bool = False) -> Event:
    """What everybody picked and rolled; of the bad side the dice are the GM's (dragon.visibility).

    `late`: of those who came in mid-turn, of whom nobody hears anything where they are hidden.
    """
    options, head = spending.options_of(fight), {"turn": sure(fight.turn).number, "late": late}
    after = stored.round_of(fight).number if late else 0
    full = [_line(kind, kind.members, after) for kind in kinds]
    public = [line for kind in kinds if (line := _known(kind, options, after))]
    known = None if late and not public else {**head, "fighters": public}
    return tell_both(turn, SPEEDS, {**head, "fighters": full}, known)


def _line(kind: Kind, members: Iterable[Combatant], after: int) -> Facts:
    """`after`: the round that has begun already when they came; numbers up to it give no phase (dragon.turn)."""
    pick = sure(picks.pick_of(kind.lead))
    row, faces = primary_of(pick.plan["speed"]), pick.plan["faces"]
    return {
        "name": name_of(members),
        "side": kind.lead.side,
        "speed": row.title,
        "category": row.category,
        "faces": faces,
        "phases": [number for number in pick.plan["phases"] if number > after],
        "equal": is_yahtzee(faces),
        "typed": "typed" in pick.plan,
    }


def _known(kind: Kind, options: Options, after: int) -> Facts | None:
    """What everybody may know of them: nothing of whoever is hidden."""
    members = [one for one in kind.members if not one.character.hidden]
    if not members:
        return None
    line = _line(kind, members, after)
    if kind.lead.side == "bad" and not visibility(viewer="player", item=PHASES, options=options).shown:
        return {name: line[name] for name in ("name", "side", "speed", "category")}
    return line
