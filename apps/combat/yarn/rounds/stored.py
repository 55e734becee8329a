"""How a fight of Yarn is kept: places in its order, and what everybody has used up in the round that runs.

All that lasts one round is a Tally of the round's span, so that it is over with it (yarn.rounds).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from apps.characters.models import Entry
from apps.characters.yarn.levels import level_of
from apps.characters.yarn.sheet import whole_sheet
from apps.combat import tracking
from apps.combat.models import Combatant, Fight
from apps.rules.refusal import Refused
from apps.rules.yarn.combat.fighting import trait_lock
from apps.rules.yarn.groups import WAYS
from apps.rules.yarn.options import Options
from apps.table import exchanges
from apps.table.keys import NewKey, keys_elsewhere
from apps.table.models import Exchange
from apps.table.sure import sure
from apps.table.turn import Turn
from apps.table.viewer import Viewer

INITIATIVE, ROUNDS, GESTALT = "initiative", "rounds", "gestalt"
"""The phases of a fight: initiative is rolled for, rounds run, or one roll settles it."""
ACTS, EXTRA, WAITS, INNER, DESPERATE, ATTACKS = "acts", "extra", "waits", "inner", "desperate", "attacks"
LOCK = "lock-"
"""Before the key of a trait's row; the value is the side that it is locked to."""
SIDES = ("", "attack", "defence")
DICE = "initiative-dice"
"""How many dice counted in the roll for initiative: of equal totals the one of more dice is first."""

MOMENT = tracking.holds_key("moment-of", "combat.combatant")
"""Whose turn it was when somebody broke in at the same moment: noted for both, so that all of a moment have one."""

AtEnd = Callable[[Turn, Exchange], None]
_asking: dict[str, AtEnd] = {}


def asks_in_fights(*kinds: str, at_end: AtEnd = exchanges.close) -> None:
    """Registers kinds of exchanges that wait for people in a fight, and are over with it as `at_end` does it."""
    _asking.update(dict.fromkeys(kinds, at_end))


def waits_no_longer(turn: Turn, fight: Fight) -> None:
    """The fight is over: nobody is waited for in it, the newest first."""
    for one in reversed(waiting_in(fight)):
        _asking[one.kind](turn, one)


SHOTS, FIRED = "shots-", "fired-"
"""Before the key of a weapon's row: single shots that were fired with it in the round, and the way in which it was
fired, as a place in the list of ways, counted from 1."""


def waiting_in(fight: Fight) -> list[Exchange]:
    """What waits for people in it, the oldest first."""
    return exchanges.open_exchanges(fight.desk, *_asking)


Following = Callable[[Turn, Fight], None]
_following: list[Following] = []


def after_each_step(following: Following) -> Following:
    """Registers what follows when somebody has acted, is done or is gone, at the end of the act that says so."""
    _following.append(following)
    return following


def stepped(turn: Turn, fight: Fight) -> None:
    """Somebody has acted, is done or is gone."""
    for following in _following:
        turn.later(lambda following=following: following(turn, fight))  # type: ignore[misc]


WAY = "gestalt-way"
"""How the rolls of the players' side become one number: a place in the list of ways, counted from 1."""


def way_of(fight: Fight) -> str:
    """That way, as the GM has said it for a fight in one roll (yarn.gestalt-combat)."""
    found = (tracking.tallies_of(one, fight.span).get(WAY) for one in everybody(fight))
    return next((WAYS[way - 1] for way in found if way), WAYS[0])


def set_way(turn: Turn, fight: Fight, way: str) -> None:
    """Says it, of everybody whom a player plays."""
    for one in everybody(fight):
        if one.character.seat_id is not None:
            tracking.set_tally(turn, one, fight.span, WAY, WAYS.index(way) + 1)


Beginning = Callable[[Turn, Fight], None]
_beginning: dict[str, Beginning] = {}


def begins_with(phase: str) -> Callable[[Beginning], Beginning]:
    """Registers what is done as a fight begins in that phase, after it was told that it does."""

    def register(beginning: Beginning) -> Beginning:
        _beginning[phase] = beginning
        return beginning

    return register


def has_begun(turn: Turn, fight: Fight) -> None:
    """What a fight of that phase begins with."""
    if found := _beginning.get(fight.phase):
        found(turn, fight)


def options_of(fight: Fight) -> Options:
    """The switches that the fight began with."""
    return Options.from_switches(fight.span.options)


def everybody(fight: Fight) -> list[Combatant]:
    """All who are in it, in their order."""
    return tracking.still_in(fight)


def acting(fight: Fight) -> list[Combatant]:
    """Whoever acts now; who broke in comes first."""
    found = [one for one in everybody(fight) if one.state == "acting"]
    return sorted(found, key=lambda one: not used(one).get(INNER))


def used(one: Combatant) -> dict[str, int]:
    """What somebody has used up in this round, and what holds for them in it."""
    return tracking.tallies_of(one, one.fight.turn)


def note(turn: Turn, one: Combatant, key: str, value: int = 1) -> None:
    tracking.set_tally(turn, one, sure(one.fight.turn), key, value)


def add(turn: Turn, one: Combatant, key: str, by: int = 1) -> int:
    return tracking.raise_tally(turn, one, sure(one.fight.turn), key, by)


def round_number(fight: Fight) -> int:
    return fight.turn.number if fight.turn is not None else 1


def acts_left(one: Combatant) -> int:
    """How many actions of this round are left: one, and the extra ones that were declared."""
    held = used(one)
    return max(0, 1 + held.get(EXTRA, 0) - held.get(ACTS, 0))


def fighting(viewer: Viewer, character: Any) -> Combatant | None:
    """Somebody in a fight that runs by rounds."""
    found = tracking.fighting(character)
    return found if found is not None and found.fight.phase == ROUNDS else None


def why_down(one: Combatant) -> Refused | None:
    """Whoever is down is out of the fight (yarn.down)."""
    if not level_of(one.character).down:
        return None
    return Refused("down", f"{one.character.name} is down, and out of the fight.", "character")


def why_no_act(viewer: Viewer, one: Combatant) -> Refused | None:
    """Why somebody cannot act now; None where they can. The GM does it for anybody at any time."""
    if one.fight.phase != ROUNDS:
        return Refused("no-rounds", "No rounds run in this fight yet.", "character")
    if viewer.is_gm:
        return None
    if no := why_down(one):
        return no
    if one.state != "acting":
        return Refused("not-your-turn", f"It is not {one.character.name}’s turn.", "character")
    if not acts_left(one):
        words = f"{one.character.name} has acted in this round. Another action takes an extra one."
        return Refused("has-acted", words, "character")
    return None


def uses_act(turn: Turn, one: Combatant) -> None:
    """One action of the round is used. Refuses as `why_no_act` says."""
    if no := why_no_act(turn.viewer, one):
        raise no
    add(turn, one, ACTS)
    stepped(turn, one.fight)


# acting at the same moment


def of_its_moment(one: Combatant) -> list[Combatant]:
    """Everybody who acts at the same moment, themselves among them (yarn.delay-turn)."""
    moment = used(one).get(MOMENT)
    if not moment:
        return [one]
    return [each for each in everybody(one.fight) if used(each).get(MOMENT) == moment]


def join_moment(turn: Turn, one: Combatant, other: Combatant) -> None:
    """Somebody acts at the same moment as the other, and as all of theirs."""
    moment = used(other).get(MOMENT) or other.pk
    for each in (one, other):
        note(turn, each, MOMENT, moment)


def is_done(one: Combatant) -> bool:
    """Whether nothing more is to come of them in their turn."""
    return one.state != "acting" or not acts_left(one)


# traits that are locked


def side_of(one: Combatant, trait: str) -> str:
    """What a trait was used for in this round, "attack" or "defence"; empty for nothing, and for one for fighting."""
    row = one.desk.one(Entry, public_id=trait) if trait else None
    return SIDES[used(one).get(f"{LOCK}{row.pk}", 0)] if row is not None else ""


def dice_of(one: Combatant, trait: str, now: str) -> int | None:
    """How many dice a trait is worth for "attack", "defence" or "dodge a shot" (yarn.trait-lock); None for no trait."""
    line = whole_sheet(one.character).trait(trait) if trait else None
    if line is None:
        return None
    side = side_of(one, trait)
    return trait_lock(
        trait=line.name, combat_trait=line.combat, now=now, score=line.score, uses_this_round=[side] if side else []
    ).base


def is_locked(one: Combatant, trait: str, now: str) -> bool:
    """Whether it was used for the other side in this round."""
    line = whole_sheet(one.character).trait(trait)
    side = side_of(one, trait)
    return line is not None and not line.combat and bool(side) and side != now


def lock(turn: Turn, one: Combatant, trait: str, side: str) -> None:
    """Its first use in the round says what a broad trait is for."""
    line = whole_sheet(one.character).trait(trait) if trait else None
    if line is None or line.combat or side_of(one, trait):
        return
    row = sure(one.desk.one(Entry, public_id=trait))
    note(turn, one, f"{LOCK}{row.pk}", SIDES.index(side))


def locks_of(one: Combatant) -> list[tuple[str, str]]:
    """The traits that everybody may know to be locked, each with its side; of a hidden one nothing is said."""
    held = {int(key.removeprefix(LOCK)): SIDES[value] for key, value in used(one).items() if key.startswith(LOCK)}
    rows = [(one.desk.find(Entry, key), side) for key, side in held.items()]
    return [(row.name, side) for row, side in rows if row is not None and not row.hidden]


@keys_elsewhere("combat.tally")
def _in_tally(fields: dict[str, Any], known: Mapping[str, Any], new: NewKey) -> None:
    for prefix in (LOCK, SHOTS, FIRED):
        if fields.get("key", "").startswith(prefix):
            fields["key"] = f"{prefix}{new('characters.entry', int(fields['key'].removeprefix(prefix)))}"
