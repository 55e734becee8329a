"""Turns: what is declared, who acts first, and how much one character can do in five seconds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

from apps.rules.dice import Dice, system_dice
from apps.rules.dragonfly.checks import SIDES, Check, finished, rolled
from apps.rules.dragonfly.drama import Use, timing
from apps.rules.dragonfly.lists import (
    ADDITIONAL_ACTIONS,
    END_STEPS,
    PHASES,
    STANCES,
    EndStep,
    Phase,
    Stance,
    pick,
)
from apps.rules.dragonfly.options import DEFAULTS, Options
from apps.rules.numbers import one_of, whole
from apps.rules.parts import Part, total_of
from apps.rules.refusal import Refused
from apps.rules.registry import rule

Act = Literal["attack", "defense", "other"]
OwnAct = Literal["attack", "other"]
Accepted = Literal["yes", "no", "longer"]
DieKey = Literal["attack", "defense", "turn"]

ACTS: tuple[Act, ...] = ("attack", "defense", "other")
OWN_ACTS: tuple[OwnAct, ...] = ("attack", "other")
STEP = -2


# The Turn


@dataclass(frozen=True)
class TurnShape:
    """How a Turn goes: its phases, what may come at its end, and how many Turns make a minute."""

    phases: tuple[Phase, ...]
    end_steps: tuple[EndStep, ...]
    turns_per_minute: int


@rule("dragonfly.turn")
def turn(*, options: Options = DEFAULTS) -> TurnShape:
    """The shape of a Turn of about five seconds (dragonfly.turn); the switch turns-per-minute counts them."""
    return TurnShape(PHASES, END_STEPS, options.turns_per_minute)


def end_of_turn(
    *, on_fire: bool = False, survival: bool = False, consciousness: bool = False, panicking: bool = False
) -> tuple[EndStep, ...]:
    """What happens to one character at the end of a Turn, in order (dragonfly.turn).

    `survival` and `consciousness`: that test is due, see `injury.due_after_turn`. `panicking`: there is a retest.
    """
    due = {
        "fire": on_fire,
        "survival-test": survival,
        "consciousness-test": consciousness,
        "panic-retest": panicking,
    }
    return tuple(step for step in END_STEPS if due[step.id])


# What a character can do in a Turn


@dataclass(frozen=True)
class MoreActions:
    """How many actions a character has beyond the first."""

    additional_actions: int


@rule("dragonfly.additional-actions")
def additional_actions(*, dexterity: int) -> MoreActions:
    """The Additional Actions Table (dragonfly.additional-actions): 0 below Dexterity 5, and without end upwards."""
    whole("dexterity", dexterity, least=0)
    last = ADDITIONAL_ACTIONS[-1]
    if dexterity > last.dexterity_to:
        return MoreActions(last.additional_actions + (dexterity - last.dexterity_from) // 2)
    rows = (row for row in ADDITIONAL_ACTIONS if row.dexterity_from <= dexterity <= row.dexterity_to)
    return MoreActions(next((row.additional_actions for row in rows), 0))


@dataclass(frozen=True)
class Plan:
    """What was declared for the Turn: the `stance`, what the free action is, and each additional action's use."""

    stance: str = "normal"
    action: OwnAct = "attack"
    extra: tuple[Act, ...] = ()


@dataclass(frozen=True)
class Done:
    """What a character has done in this Turn: `attacks` made, `defenses` tried, `others` that were neither.

    `stopped`: a target defended with success, so that the attacks are over.
    """

    attacks: int = 0
    defenses: int = 0
    others: int = 0
    stopped: bool = False


def stance_of(stance: str) -> Stance:
    """The stance with this id; refuses any other."""
    return pick("stance", stance, STANCES)


def allowed(act: Act, plan: Plan) -> int:
    """How many acts of this sort were declared for the Turn, the free ones included."""
    free = stance_of(plan.stance).free_defenses if act == "defense" else int(plan.action == act)
    return free + plan.extra.count(act)


def additional_used(plan: Plan, done: Done) -> tuple[int, int]:
    """How many additional actions were made: acts of one's own, and defenses. Attacks that were cut off are gone, but
    count for no penalty: it grows with what was made (dragonfly.extra-action-penalty)."""
    own = max(0, done.attacks + done.others - 1)
    return own, max(0, done.defenses - stance_of(plan.stance).free_defenses)


def additional_number(*, act: Act, plan: Plan, done: Done, options: Options = DEFAULTS) -> int:
    """The how-manieth additional action the next act of this sort is, 0 if it is free (dragonfly.extra-action-penalty).

    All sorts count on together; with the switch penalty-per-series, defenses are counted apart from the rest.
    """
    own, defenses = additional_used(plan, done)
    if act == "defense":
        if done.defenses < stance_of(plan.stance).free_defenses:
            return 0
        return defenses + 1 + own * (not options.penalty_per_series)
    if not done.attacks + done.others:
        return 0
    return own + 1 + defenses * (not options.penalty_per_series)


def why_not_more(
    *, act: Act, plan: Plan, done: Done, additional_actions: int, options: Options = DEFAULTS
) -> Refused | None:
    """Why no further act of this sort fits into the Turn, or None if one does (dragonfly.intentions).

    Each additional action is for what it was declared for; with the switch free-use-of-additional-actions, for
    anything, as long as there are any.
    """
    whole("additional_actions", additional_actions, least=0)
    if not options.free_use_of_additional_actions:
        made = {"attack": done.attacks, "defense": done.defenses, "other": done.others}[act]
        return None if made < allowed(act, plan) else _none_declared(act, made)
    if not additional_number(act=act, plan=plan, done=done, options=options):
        return None
    left = additional_actions - sum(additional_used(plan, done))
    if left > 0:
        return None
    return Refused("no-actions", f"Additional actions in a Turn: {additional_actions}, and none is left in this one.")


def _none_declared(act: Act, made: int) -> Refused:
    words = {"attack": "Attacks", "defense": "Defenses", "other": "Other acts"}
    why = f"{words[act]} made in this Turn: {made}, and no more were declared in Intentions."
    return Refused("not-declared", why)


# Intentions


def why_no_plan(*, plan: Plan, additional_actions: int, options: Options = DEFAULTS) -> Refused | None:
    """Why this cannot be declared, or None if it can (dragonfly.intentions).

    More additional actions than there are, attacks on Full Defense, defenses on Full Offense. With the switch
    free-use-of-additional-actions their use is not declared, so only the stance is looked at.
    """
    whole("additional_actions", additional_actions, least=0)
    stance = stance_of(plan.stance)
    acts = (plan.action, *(() if options.free_use_of_additional_actions else plan.extra))
    if len(acts) - 1 > additional_actions:
        why = f"{len(acts) - 1} additional actions are declared, and this character has {additional_actions}."
        return Refused("too-many-actions", why, "additional_actions")
    if "attack" in acts and not stance.may_attack:
        return Refused(
            "full-defense", "On Full Defense nobody attacks: choose another stance or another act.", "stance"
        )
    if "defense" in acts and not stance.may_defend:
        why = "On Full Offense nobody defends: choose another stance, or use that action for an attack."
        return Refused("full-offense", why, "stance")
    return None


def why_no_aim(*, stance: str) -> Refused | None:
    """Why nobody takes aim in this stance, or None if they may: it is part of an attack (dragonfly.full-defense)."""
    if stance_of(stance).may_attack:
        return None
    return Refused("full-defense", "On Full Defense nobody takes aim: it is part of an attack.", "stance")


@dataclass(frozen=True)
class Intention:
    """What a character will try. `accepted` is the Director's word; `turns` is how long it takes from now."""

    accepted: Accepted
    action: str
    plan: Plan
    drama: tuple[str, ...]
    turns: int


@rule("dragonfly.intentions")
def intentions(
    *,
    action: str,
    stance: str = "normal",
    additional_actions: Sequence[Act] = (),
    drama: Sequence[Use] = (),
    available: int = 0,
    own: OwnAct = "attack",
    director: Accepted = "yes",
    turns: int = 1,
    options: Options = DEFAULTS,
) -> Intention:
    """What is declared for the Turn (dragonfly.intentions), and the `director`'s word on it.

    `action` says what is tried and at whom, `own` whether that is an attack; `additional_actions` how each is used, out
    of those `available`; `drama` the uses of Drama Points, by id. Where it takes "longer", `turns` says how long.
    Refuses an empty action, what `why_no_plan` refuses, unknown words, and "longer" with fewer than 2 Turns.
    """
    if not action.strip():
        raise Refused("no-action", "Nothing is declared yet: say what this character will try.", "action")
    one_of("director", director, ("yes", "no", "longer"))
    plan = _plan(stance, own, additional_actions)
    if no := why_no_plan(plan=plan, additional_actions=available, options=options):
        raise no
    for use in drama:
        timing(use=use, in_fight=True, in_intentions=True, options=options)
    whole("turns", turns, least=2 if director == "longer" else 1)
    return Intention(director, action.strip(), plan, tuple(drama), turns if director == "longer" else 1)


def _plan(stance: str, own: OwnAct, extra: Sequence[Act]) -> Plan:
    for act in extra:
        one_of("additional_actions", act, ACTS)
    one_of("own", own, OWN_ACTS)
    return Plan(stance_of(stance).id, own, tuple(extra))


def why_no_change(*, director_allows: bool = False) -> Refused | None:
    """Why a declaration cannot be changed once Intentions are over, or None if the Director lets it."""
    if director_allows:
        return None
    return Refused("declared", "Intentions are over: what was declared changes only if the Director allows it.")


def sealed(*, all_in: bool, options: Options = DEFAULTS) -> bool:
    """Whether a declaration is still hidden from the others: with the switch secret-intentions, until `all_in`."""
    return options.secret_intentions and not all_in


# Initiative


@dataclass(frozen=True)
class Combatant:
    """Somebody in the fight. `supporting` ones have a `score` on the sheet, or a `place` (from 1) by hand."""

    name: str
    dexterity: int = 0
    bonus: int = 0
    supporting: bool = False
    score: int = 0
    place: int | None = None


@dataclass(frozen=True)
class Tie:
    """A d10 each, thrown between those who were equal; `names` and `faces` in the order in which they threw."""

    names: tuple[str, ...]
    faces: tuple[int, ...]


@dataclass(frozen=True)
class Initiative:
    """Who acts when. `totals` and `checks` are in the order of the combatants; None for whoever is placed by hand.

    `places` are the `order` with those together who act at the same time; `ties` what was thrown to settle it.
    """

    totals: tuple[int | None, ...]
    order: tuple[str, ...]
    places: tuple[tuple[str, ...], ...]
    checks: tuple[Check | None, ...]
    ties: tuple[Tie, ...] = ()


@rule("dragonfly.initiative")
def initiative(
    *, combatants: Sequence[Combatant | Mapping[str, Any]], dice: Dice = system_dice, options: Options = DEFAULTS
) -> Initiative:
    """d10 + Dexterity + bonuses for everybody, in the order given; the highest acts first (dragonfly.initiative).

    A total of 9 is not needed. Ties: see `in_order`. Supporting Cast: see `initiative_check`. Refuses numbers that are
    not whole and two of one name.
    """
    everybody = [one if isinstance(one, Combatant) else Combatant(**one) for one in combatants]
    _refuse(everybody)
    checks = [initiative_check(one, dice=dice, options=options) for one in everybody]
    return in_order(combatants=everybody, checks=checks, dice=dice, options=options)


def _refuse(combatants: Sequence[Combatant]) -> None:
    for one in combatants:
        whole("dexterity", one.dexterity, least=0)
        whole("bonus", one.bonus)
        whole("score", one.score)
        whole("place", 1 if one.place is None else one.place, least=1)
    names = [one.name for one in combatants]
    for name in names:
        if names.count(name) > 1:
            raise Refused("same-name", f"{names.count(name)} combatants are called {name}: name them apart.")


def initiative_check(combatant: Combatant, /, *, dice: Dice = system_dice, options: Options = DEFAULTS) -> Check | None:
    """One combatant's own throw.

    Supporting Cast go by the switch supporting-initiative: the score on the sheet without a die, None where the
    Director places them, or a throw like everybody's.
    """
    by = options.supporting_initiative if combatant.supporting else "roll"
    if by == "director":
        return None
    if by == "score":
        return finished((Part("initiative", combatant.score, "score"),), None)
    parts = (
        Part("dexterity", combatant.dexterity, "attribute"),
        Part("initiative-bonus", combatant.bonus, "quality"),
    )
    return rolled(tuple(part for part in parts if part.value), dice)


def rolls_now(*, has_place: bool, options: Options = DEFAULTS) -> bool:
    """Whether initiative is thrown in this Turn: always, or, with the switch initiative-once-per-fight, only for
    whoever has no place in the fight yet."""
    return not (has_place and options.initiative_once_per_fight)


def in_order(
    *,
    combatants: Sequence[Combatant],
    checks: Sequence[Check | None],
    dice: Dice = system_dice,
    options: Options = DEFAULTS,
) -> Initiative:
    """The order of acting, from finished checks, one for each combatant.

    Equal totals: a Cast Member before a fixed score, then the higher Dexterity, then a d10 each until it differs,
    thrown here; with the switch simultaneous-ties they act together. Whoever has no check comes in at the `place` set
    by hand, or last.
    """
    totals = tuple(check.total if check else None for check in checks)
    ranked = sorted(
        ((total, one) for total, one in zip(totals, combatants, strict=True) if total is not None),
        key=lambda pair: -pair[0],
    )
    places: list[tuple[str, ...]] = []
    ties: list[Tie] = []
    for _, tied in groupby(ranked, key=lambda pair: pair[0]):
        places += _untied([one for _, one in tied], dice, options, ties)
    placed = [one for total, one in zip(totals, combatants, strict=True) if total is None]
    together = _by_hand(places, placed)
    order = tuple(name for place in together for name in place)
    return Initiative(totals, order, together, tuple(checks), tuple(ties))


def _untied(tied: list[Combatant], dice: Dice, options: Options, ties: list[Tie]) -> list[tuple[str, ...]]:
    if options.simultaneous_ties:
        return [tuple(one.name for one in tied)]

    def rank(one: Combatant) -> tuple[bool, int]:
        fixed = one.supporting and options.supporting_initiative == "score"
        return fixed, 0 if fixed else -one.dexterity

    order: list[tuple[str, ...]] = []
    for _, equal in groupby(sorted(tied, key=rank), key=rank):
        order += [(one.name,) for one in _thrown_for(list(equal), dice, ties)]
    return order


def _thrown_for(equal: list[Combatant], dice: Dice, ties: list[Tie]) -> list[Combatant]:
    """A d10 each, the highest first; those who are equal again throw again. Notes in `ties` what fell."""
    if len(equal) < 2:
        return equal
    faces = [dice(1, SIDES)[0] for _ in equal]
    ties.append(Tie(tuple(one.name for one in equal), tuple(faces)))
    by_face = sorted(zip(faces, equal, strict=True), key=lambda pair: -pair[0])
    order: list[Combatant] = []
    for _, same in groupby(by_face, key=lambda pair: pair[0]):
        order += _thrown_for([one for _, one in same], dice, ties)
    return order


def _by_hand(places: list[tuple[str, ...]], placed: list[Combatant]) -> tuple[tuple[str, ...], ...]:
    order = list(places)
    last = len(places) + len(placed)
    for one in sorted(placed, key=lambda one: one.place or last):
        order.insert((one.place or last) - 1, (one.name,))
    return tuple(order)


# Penalties, stances and the die that is kept


@dataclass(frozen=True)
class Penalised:
    """The total of an additional action."""

    total: int


@rule("dragonfly.extra-action-penalty")
def extra_action_penalty(*, first_total: int, additional_action: int) -> Penalised:
    """2 off the first total for each additional action (dragonfly.extra-action-penalty), counted from 1."""
    whole("first_total", first_total)
    whole("additional_action", additional_action, least=1)
    return Penalised(first_total + total_of(additional_part(additional_action)))


def additional_part(number: int, /) -> tuple[Part, ...]:
    """The line for the `number`th additional action; none for 0."""
    whole("additional_action", number, least=0)
    return (Part("additional-action", STEP * number, "rule"),) if number else ()


def die_key(*, act: Act, options: Options = DEFAULTS) -> DieKey | None:
    """Which kept d10 an act uses (dragonfly.extra-action-penalty): that of all its attacks or of all its defenses.

    With the switch one-die-per-turn it is one for both. None: neither attack nor defense, a die of its own.
    """
    one_of("act", act, ACTS)
    if act == "other":
        return None
    return "turn" if options.one_die_per_turn else act


def thrown(
    *, values: Sequence[Part], lines: Sequence[Part] = (), face: int | None = None, dice: Dice = system_dice
) -> Check:
    """d10 + `values` + `lines`; `face` is the kept die where it has fallen already, so that none falls here.

    No die belongs to a Combat Score: `values` with a part of kind "score" are a finished total.
    """
    parts = (*values, *lines)
    if any(part.kind == "score" for part in values):
        return finished(parts, None)
    if face is None:
        return rolled(parts, dice)
    whole("face", face, least=1, most=SIDES)
    return finished((Part("d10", face, "die"), *parts), face)


def fighting_values(
    *, dexterity: int = 0, skill: int = 0, combat_score: int | None = None, skill_id: str = "skill"
) -> tuple[Part, ...]:
    """Dexterity and a skill, or a Combat Score in their place. Refuses numbers under 0."""
    if combat_score is not None:
        return (Part("combat", whole("combat_score", combat_score, least=0), "score"),)
    whole("dexterity", dexterity, least=0)
    whole("skill", skill, least=0)
    parts = Part("dexterity", dexterity, "attribute"), Part(skill_id, skill, "skill")
    return tuple(part for part in parts if part.value)


def modifier_part(modifier: int, /) -> tuple[Part, ...]:
    """The line for a modifier that has no name of its own; none for 0."""
    return (Part("modifier", modifier, "modifier"),) if whole("modifier", modifier) else ()


def stance_part(*, stance: str, act: Act) -> tuple[Part, ...]:
    """What the stance adds to an attack or a defense."""
    row = stance_of(stance)
    bonus = {"attack": row.attack_bonus, "defense": row.defense_bonus}.get(act, 0)
    return (Part(row.id, bonus, "rule"),) if bonus else ()


@dataclass(frozen=True)
class FullOffense:
    """An attack, and whether its character may defend in this Turn."""

    attack_total: int
    may_defend: bool
    check: Check


@rule("dragonfly.full-offense")
def full_offense(*, attack_bonus: int, full_offense: bool = True, dice: Dice = system_dice) -> FullOffense:
    """d10 + `attack_bonus` + 2, for all defenses of the Turn (dragonfly.full-offense); else neither."""
    stance = stance_of("full-offense" if full_offense else "normal")
    lines = stance_part(stance=stance.id, act="attack")
    check = thrown(values=_bonus("attack_bonus", attack_bonus), lines=lines, dice=dice)
    return FullOffense(check.total, stance.may_defend, check)


@dataclass(frozen=True)
class FullDefense:
    """A defense, and whether its character may attack in this Turn."""

    defense_total: int
    may_attack: bool
    check: Check


@rule("dragonfly.full-defense")
def full_defense(*, defense_bonus: int, full_defense: bool = True, dice: Dice = system_dice) -> FullDefense:
    """d10 + `defense_bonus` + 3, for all attacks of the Turn (dragonfly.full-defense); else neither.

    `defense_bonus` is everything else added to the d10, penalties included.
    """
    stance = stance_of("full-defense" if full_defense else "normal")
    lines = stance_part(stance=stance.id, act="defense")
    check = thrown(values=_bonus("defense_bonus", defense_bonus), lines=lines, dice=dice)
    return FullDefense(check.total, stance.may_attack, check)


def _bonus(field: str, bonus: int) -> tuple[Part, ...]:
    return (Part("bonus", bonus, "modifier"),) if whole(field, bonus) else ()
