"""One turn of a fight as plain values: ten rounds of three parts, the phases of each fighter, and what becomes of them.

Every function here takes the turn as it is and gives the turn as it becomes; what is not allowed is refused by the same
function that a button asks.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from apps.rules.dice import Dice, system_dice
from apps.rules.dragon.checks import Pool
from apps.rules.dragon.combat.bonus import offered_for, why_no_bonus
from apps.rules.dragon.combat.holds import lost_at, why_no_trigger
from apps.rules.dragon.combat.parts import SIDES, Moment, Part, Side, is_own, rounds, why_not_in
from apps.rules.dragon.combat.picks import default_pick, is_yahtzee, speed_choice, speed_dice, unanswered
from apps.rules.dragon.combat.prices import Price, Way, categories_of, price
from apps.rules.dragon.lists import Category, Defence, primary_of
from apps.rules.dragon.options import DEFAULTS, Options
from apps.rules.numbers import one_of
from apps.rules.refusal import Refused
from apps.rules.registry import rule

Spent = Literal["open", "used", "traded", "aborted", "held", "lost"]
GIVEN_UP: tuple[Spent, ...] = ("traded", "aborted")
"""Such a phase ends no hold: it is none any more."""


@dataclass(frozen=True)
class Phase:
    """The right to act in a round, and what became of it."""

    round: int
    spent: Spent = "open"


@dataclass(frozen=True)
class Kept:
    """A held phase: the round that it comes from, the category that it keeps, and what it waits for, if anything.

    `carried`: it is from the turn before.
    """

    round: int
    category: Category
    trigger: str = ""
    act: str = ""
    carried: bool = False


@dataclass(frozen=True)
class Share:
    """Dice of a split that wait for an attack in this round, as they were declared."""

    defence: Defence
    pool: Pool


@dataclass(frozen=True)
class Fighter:
    """One side of a turn's bookkeeping. `category` is that of the speed picked.

    In this round: `acted`; `moved`, without dice, so that a roll may still follow; `waits` for Late; `bonus` is when an
    accepted offer can be used; `declined` the part in which they want nothing more; `down` they have fallen, and are
    `due` if that was in the part of their own action.
    """

    id: str
    side: Side
    category: Category
    phases: tuple[Phase, ...] = ()
    kept: Kept | None = None
    share: Share | None = None
    bonus: Moment | None = None
    acted: bool = False
    moved: bool = False
    waits: bool = False
    declined: Part | None = None
    down: bool = False
    due: bool = False

    def has(self, round: int) -> bool:
        """Whether there is an unspent phase in that round."""
        return Phase(round) in self.phases

    def later(self, round: int) -> tuple[int, ...]:
        """The rounds after it with an open phase."""
        return tuple(one.round for one in self.phases if one.spent == "open" and one.round > round)

    def marked(self, spent: Spent, *given: int) -> "Fighter":
        """With the phases of these rounds spent so."""
        phases = tuple(replace(one, spent=spent) if one.round in given else one for one in self.phases)
        return replace(self, phases=phases)


@dataclass(frozen=True)
class State:
    """A turn: its number, the part of the round that is on, and the fighters in the order in which they joined."""

    number: int
    at: Moment
    fighters: tuple[Fighter, ...]

    def fighter(self, id: str) -> Fighter:
        """The fighter with this id; refuses any other."""
        for one in self.fighters:
            if one.id == id:
                return one
        raise Refused("not-here", "They have no part in this fight.", "character")

    def with_(self, fighter: Fighter) -> "State":
        """With this one as it is now."""
        return replace(self, fighters=tuple(fighter if one.id == fighter.id else one for one in self.fighters))


# Beginning


def fighter(id: str, side: Side, speed: str, phases: Sequence[int], kept: Kept | None = None) -> Fighter:
    """Somebody with a speed picked and phases rolled; `kept` is a hold from the turn before."""
    known = tuple(Phase(one) for one in rounds("phases", phases))
    return Fighter(id, side, primary_of(speed).category, known, kept)


def begin(number: int, fighters: Iterable[Fighter]) -> State:
    """A turn at its start, Good of round 1."""
    return _round_begins(State(number, Moment(1, "Good"), tuple(fighters)))


def joins(state: State, newcomer: Fighter) -> State:
    """Somebody who arrives in the middle of a turn has only phases in rounds that have not started yet."""
    phases = tuple(one for one in newcomer.phases if one.round > state.at.round)
    return replace(state, fighters=(*state.fighters, replace(newcomer, phases=phases)))


def next_turn(over: State, picks: Mapping[str, tuple[str, Sequence[int]]], options: Options = DEFAULTS) -> State:
    """The turn after one that is over, with each fighter's speed and phases; whoever has not picked has no phases.

    Holds outlast the turn, unless the switch hold-survives-turn is off; so does a bonus that was offered at its end.
    """
    return begin(over.number + 1, [_again(one, picks.get(one.id), options) for one in over.fighters])


def _again(one: Fighter, pick: tuple[str, Sequence[int]] | None, options: Options) -> Fighter:
    kept = replace(one.kept, carried=True) if one.kept and options.hold_survives_turn else None
    fresh = fighter(one.id, one.side, *pick, kept) if pick else Fighter(one.id, one.side, one.category, (), kept)
    return replace(fresh, bonus=one.bonus, down=one.down)


# What may be done, and its price


def own_price(state: State, id: str, rolls: Sequence[str] = (), options: Options = DEFAULTS) -> Price | Refused:
    """What it costs somebody to act in their own side's part with rolls on these substats, or why they cannot."""
    one = state.fighter(id)
    if why := _why_down(one) or why_not_in(side=one.side, sub_round=state.at.part):
        return why
    kept = one.kept if one.kept and (one.kept.carried or one.kept.round < state.at.round) else None
    return _price(state, one, rolls, kept=kept, bonus=one.bonus == state.at, options=options)


def defence_price(state: State, id: str, rolls: Sequence[str] = (), options: Options = DEFAULTS) -> Price | Refused:
    """What a defence costs in any part, or why there is none (dragon.abort)."""
    one = state.fighter(id)
    why = _why_down(one) or _why_moved(one)
    return why or _price(state, one, rolls, kept=one.kept, defence=True, options=options)


def trigger_price(state: State, id: str, rolls: Sequence[str] = (), options: Options = DEFAULTS) -> Price | Refused:
    """What it costs to break in with the act that a hold waits for, in any part, or why nobody can."""
    one = state.fighter(id)
    if why := _why_down(one) or _why_moved(one):
        return why
    if one.kept is None or not one.kept.trigger:
        return Refused("no-trigger", "Nothing was held for a trigger here.")
    return _price(state, one, rolls, kept=one.kept, options=options)


def _price(
    state: State,
    one: Fighter,
    rolls: Sequence[str],
    *,
    kept: Kept | None,
    bonus: bool = False,
    defence: bool = False,
    options: Options,
) -> Price | Refused:
    return price(
        speed=one.category,
        later=one.later(state.at.round),
        phase_now=one.has(state.at.round),
        held=kept.category if kept else None,
        bonus=bonus,
        rolls=categories_of(*rolls),
        defence=defence,
        acted=one.acted,
        options=options,
    )


def _why_down(one: Fighter) -> Refused | None:
    if one.down and not one.due:
        return Refused("down", "Whoever has fallen does nothing: phases and holds are void.", "character")
    return None


def _why_moved(one: Fighter) -> Refused | None:
    """The phase is used as soon as something is done without dice: what may follow is a roll in the same go
    (dragon.phase-action)."""
    if one.moved and not one.acted:
        text = "What was done without dice has used the phase: roll something now, or let that be all."
        return Refused("moved", text)
    return None


def why_not_keep(state: State, id: str) -> Refused | None:
    """Why somebody cannot say what becomes of the phase of this round now, or None if they can."""
    one = state.fighter(id)
    if why := _why_down(one) or why_not_in(side=one.side, sub_round=state.at.part):
        return why
    if one.acted:
        return Refused("acted", "Nobody acts twice in a round, and this round’s action is done.")
    if why := _why_moved(one):
        return why
    if not one.has(state.at.round):
        return Refused("no-phase", f"There is no phase in round {state.at.round} to keep or to let go.")
    return None


def why_not_hold(state: State, id: str) -> Refused | None:
    """Why somebody cannot hold the phase of this round, or None if they can: holds of the fallen are void, who still do
    what was due and keep nothing for later (dragon.falling)."""
    why = why_not_keep(state, id)
    if why is None and state.fighter(id).down:
        return Refused("down", "Whoever has fallen keeps nothing for later: act now, or let it go.", "character")
    return why


def why_not_wait(state: State, id: str) -> Refused | None:
    """Why somebody cannot wait for Late, or None if they can: only the good, in Good, with a phase of this round."""
    if state.fighter(id).side == "bad":
        return Refused("bad-waits", "The bad guys have one part of the round: they can hold, not wait.")
    if state.at.part == "Late":
        return Refused("no-later-part", "Late is the last part of the round: act, hold or pass.")
    return why_not_hold(state, id)


def why_not_decline(state: State, id: str) -> Refused | None:
    """Why somebody cannot say that they want nothing of this part, or None if they can: a phase in it must go, a bonus
    may be left (dragon.bonus-phase)."""
    one = state.fighter(id)
    if used := _why_moved(one):
        return used
    if _is_due(state, replace(one, bonus=None)):
        why = f"There is a phase for round {state.at.round}: use it, wait, hold it, or let it go."
        return Refused("due", why, "character")
    if one.declined == state.at.part:
        return Refused("same", "That was said for this part already.", "character")
    return None


# Doing it


def act(
    state: State, id: str, *, rolls: Sequence[str] = (), pay: Sequence[int] = (), options: Options = DEFAULTS
) -> State:
    """Somebody acts in their own part: with the phase, bonus or hold that they have, else by buying in."""
    return _pays(state, id, own_price(state, id, rolls, options), pay)


def defend(
    state: State, id: str, *, rolls: Sequence[str] = (), pay: Sequence[int] = (), options: Options = DEFAULTS
) -> State:
    """Somebody meets an attack with a phase of this round, a hold, or their next phase."""
    return _pays(state, id, defence_price(state, id, rolls, options), pay)


def break_in(
    state: State, id: str, *, rolls: Sequence[str] = (), pay: Sequence[int] = (), options: Options = DEFAULTS
) -> State:
    """The trigger has come: the act that it waits for is carried out before the interrupted one goes on."""
    return _pays(state, id, trigger_price(state, id, rolls, options), pay)


def _pays(state: State, id: str, asked: Price | Refused, pay: Sequence[int]) -> State:
    if isinstance(asked, Refused):
        raise asked
    one, now = state.fighter(id), state.at.round
    later = one.later(now)
    gone = set(later) - set(asked.left(later, pay))
    one = one.marked("aborted", *asked.next).marked("traded", *(gone - set(asked.next)))
    return state.with_(replace(_with_way(one, asked.way, now), acted=True, waits=False, due=False))


def _with_way(one: Fighter, way: Way, now: int) -> Fighter:
    if way == "phase":
        return one.marked("used", now)
    return replace(one, kept=None) if way == "hold" else replace(one, bonus=None) if way == "bonus" else one


def moves(state: State, id: str) -> State:
    """Somebody does something without dice; it is paid for with the roll that follows, or when the part ends."""
    return state.with_(replace(state.fighter(id), moved=True))


def wait(state: State, id: str) -> State:
    """Holds back in Good, to go in Late."""
    if why := why_not_wait(state, id):
        raise why
    return state.with_(replace(state.fighter(id), waits=True))


def hold(state: State, id: str, trigger: str = "", act: str = "") -> State:
    """Keeps the phase of this round for later, or for a trigger, which needs both texts."""
    why = why_not_hold(state, id)
    if trigger or act:
        why = why or why_no_trigger(trigger=trigger, act=act)
    if why:
        raise why
    return state.with_(_held(_without_bonus(state, id), state.at.round, trigger, act))


def _without_bonus(state: State, id: str) -> Fighter:
    """Without a bonus for this part: beside a phase of their own it adds nothing, nor where they want nothing of it."""
    one = state.fighter(id)
    return replace(one, bonus=None) if one.bonus == state.at else one


def _held(one: Fighter, round: int, trigger: str = "", act: str = "") -> Fighter:
    return replace(one.marked("held", round), kept=Kept(round, one.category, trigger, act), waits=False)


def pass_by(state: State, id: str) -> State:
    """Lets the phase of this round go."""
    if why := why_not_keep(state, id):
        raise why
    return state.with_(replace(_without_bonus(state, id).marked("lost", state.at.round), waits=False))


def decline(state: State, id: str) -> State:
    """Wants nothing of this part: no hold and no bonus is used in it, and nothing bought."""
    if why := why_not_decline(state, id):
        raise why
    return state.with_(replace(_without_bonus(state, id), declined=state.at.part))


def reserve(state: State, id: str, share: Share) -> State:
    """Dice of a split that was declared now, kept for an attack in this round."""
    return state.with_(replace(state.fighter(id), share=share))


def take_share(state: State, id: str) -> tuple[State, Share]:
    """The dice that were kept, for the one attack that they meet. Refuses somebody without."""
    one = state.fighter(id)
    if one.share is None or one.down:
        raise Refused("no-share", "No dice were kept for a defence in this round.")
    return state.with_(replace(one, share=None)), one.share


def offer(state: State, by: str, to: str, options: Options = DEFAULTS) -> State:
    """A bonus phase that the GM allows and the receiver takes (dragon.bonus-phase).

    Refuses one for the own side, for somebody down, and for somebody who has acted in that round or has one already.
    """
    giver, one = state.fighter(by), state.fighter(to)
    at = offered_for(state.at, giver.side, options)
    if isinstance(at, Refused):
        raise at
    if one.side == giver.side:
        raise Refused("own-side", "A phase is offered to the other side.", "to")
    why = _why_down(one) or why_no_bonus(acted=(one.acted or one.moved) and at.round == state.at.round)
    if why:
        raise why
    if one.bonus:
        raise Refused("one-bonus", "One bonus phase in a round, and there is one already.", "to")
    return state.with_(replace(one, bonus=at))


# Falling


@dataclass(frozen=True)
class Keeps:
    """Whether somebody who is struck down still does what was due in this part, and whether damage counts at once."""

    keeps: bool
    at_once: bool


@rule("dragon.simultaneous")
def simultaneous(*, due: bool, interrupted: bool = False, options: Options = DEFAULTS) -> Keeps:
    """Nobody loses the action of this part by what happens in it (dragon.simultaneous), unless a trigger broke in.

    Damage counts at once, or under the switch damage-at-sub-round-end when the part closes; that of a trigger which
    breaks in always at once, as what it interrupted goes on only if nobody has fallen (dragon.conditional-hold).
    """
    return Keeps(due and not interrupted, interrupted or not options.damage_at_sub_round_end)


def falls(state: State, id: str, *, interrupted: bool = False) -> State:
    """Somebody falls: phases and holds are void, but for the action that was due in this very part."""
    one = state.fighter(id)
    keeps = simultaneous(due=_is_due(state, one), interrupted=interrupted).keeps
    void = [phase.round for phase in one.phases if phase.spent == "open"]
    now = {state.at.round} if keeps else set()
    one = one.marked("lost", *(set(void) - now))
    return state.with_(replace(one, kept=None, share=None, bonus=one.bonus if keeps else None, down=True, due=keeps))


def rises(state: State, id: str) -> State:
    """Woken, by the GM's word: the phases of this turn stay lost."""
    return state.with_(replace(state.fighter(id), down=False, due=False))


# Who is waited for, and what comes next


def _is_due(state: State, one: Fighter) -> bool:
    """Whether somebody has a phase or a bonus for this part and has not yet said what becomes of it."""
    if not is_own(one.side, state.at.part) or one.acted or (one.down and not one.due):
        return False
    waiting = one.waits and state.at.part == "Good"
    return (one.has(state.at.round) and not waiting) or one.bonus == state.at


def due(state: State) -> tuple[str, ...]:
    """Who is waited for in this part."""
    return tuple(one.id for one in state.fighters if _is_due(state, one))


def could(state: State, options: Options = DEFAULTS) -> tuple[str, ...]:
    """Who else might act in this part, with a hold or by buying in, and has not declined."""
    others = (one for one in state.fighters if not _is_due(state, one) and not _has_decided(state, one))
    return tuple(one.id for one in others if isinstance(own_price(state, one.id, options=options), Price))


def _has_decided(state: State, one: Fighter) -> bool:
    let_go = {Phase(state.at.round, "held"), Phase(state.at.round, "lost")}
    return one.waits or one.declined == state.at.part or not let_go.isdisjoint(one.phases)


def is_over(state: State, options: Options = DEFAULTS) -> bool:
    """Whether nobody is waited for or could act: an empty part is skipped (dragon.sub-rounds)."""
    return not due(state) and not could(state, options)


@dataclass(frozen=True)
class Closed:
    """The turn after a part was closed, or at its end if `over`.

    By id: whose unused phase is `held` now and whose is `lost`, whose hold has `lapsed`, and whose kept dice are gone
    (`unmet`).
    """

    state: State
    over: bool
    held: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    lapsed: tuple[str, ...] = ()
    unmet: tuple[str, ...] = ()


def close(state: State, options: Options = DEFAULTS) -> Closed:
    """Ends the part that is on. With Late the round ends: what was not used is held, or lost (dragon.turn)."""
    before = replace(state, fighters=tuple(_part_ends(one, state.at) for one in state.fighters))
    if not state.at.ends_the_round:
        return Closed(replace(before, at=state.at.next), False)
    now = state.at.round
    unused = tuple(one.id for one in before.fighters if one.has(now))
    unmet = tuple(one.id for one in before.fighters if one.share)
    keeps = options.unused_phase_auto_hold
    ended = replace(before, fighters=tuple(_round_ends(one, now, keeps) for one in before.fighters))
    held, lost = (unused, ()) if keeps else ((), unused)
    if state.at.ends_the_turn:
        return Closed(ended, True, held, lost, (), unmet)
    after = _round_begins(replace(ended, at=state.at.next))
    lapsed = tuple(one.id for one in ended.fighters if one.kept and not after.fighter(one.id).kept)
    return Closed(after, False, held, lost, lapsed, unmet)


def _part_ends(one: Fighter, at: Moment) -> Fighter:
    bonus = None if one.bonus == at else one.bonus
    if one.due:
        one = one.marked("lost", *(phase.round for phase in one.phases if phase.spent == "open"))
    return replace(one, bonus=bonus, declined=None, due=False)


def _round_ends(one: Fighter, now: int, keeps: bool) -> Fighter:
    if one.has(now):
        one = _held(one, now) if keeps else one.marked("lost", now)
    return replace(one, acted=False, moved=False, waits=False, share=None)


def _round_begins(state: State) -> State:
    """A hold is lost at the start of a round with a phase of one's own."""
    return replace(state, fighters=tuple(_lapsed(one, state.at.round) for one in state.fighters))


def lapses(state: State, id: str) -> State:
    """Somebody who has a phase in this round after all, as the dice were turned in it, loses a hold (dragon.hold)."""
    return state.with_(_lapsed(state.fighter(id), state.at.round))


def _lapsed(one: Fighter, now: int) -> Fighter:
    given_up = [phase.round for phase in one.phases if phase.spent in GIVEN_UP]
    ended = lost_at([phase.round for phase in one.phases if phase.round == now], given_up) == now
    return replace(one, kept=None) if ended else one


# As the book asks


@dataclass(frozen=True)
class Turn:
    """A turn as it stands; `may_act_in` is of the one fighter who was asked for."""

    turn: int
    round: int
    sub_round: Part
    good: dict[str, tuple[int, ...]]
    bad: dict[str, tuple[int, ...]]
    may_act_in: tuple[int, ...]


@rule("dragon.turn")
def turn(
    *,
    fighters: Sequence[Mapping[str, Any]] = (),
    phases: Sequence[int] | None = None,
    number: int = 1,
    options: Options = DEFAULTS,
    dice: Dice = system_dice,
) -> Turn:
    """A turn of ten rounds at its start (dragon.turn).

    `fighters` have a name, a side, their primaries and perhaps the speed picked; their dice fall in that order, and a
    yahtzee that nobody turns is 1 and up. Or `phases` of one fighter: the rounds in which they may act.
    """
    if phases is not None:
        return Turn(number, 1, "Good", {}, {}, rounds("phases", phases))
    state = begin(number, [_rolled(one, options, dice) for one in fighters])
    good, bad = ({one.id: one.later(0) for one in state.fighters if one.side == side} for side in SIDES)
    return Turn(number, state.at.round, state.at.part, good, bad, ())


def _rolled(given: Mapping[str, Any], options: Options, dice: Dice) -> Fighter:
    one_of("side", given["side"], SIDES)
    primaries = {primary_of(name).id: value for name, value in given["primaries"].items()}
    speed = primary_of(given.get("speed") or default_pick(primaries)).id
    value = speed_choice(speed=speed, primary=primaries.get(speed, 0)).primary
    fell = speed_dice(speed=value, options=options, dice=dice)
    phases = unanswered(fell.dice_count) if is_yahtzee(fell.faces) else fell.phases
    return fighter(given["name"], given["side"], speed, phases)
