"""How somebody may move in a turn: on foot, in water, with a jump or a power, and how far (rough_magic.movement-action,
rough_magic.movement, rough_magic.swimming, rough_magic.long-jump, rough_magic.running-jump, rough_magic.gait)."""

from __future__ import annotations

from dataclasses import dataclass

from apps.characters.models import Character
from apps.characters.rough_magic import states
from apps.characters.rough_magic.sheet import Power, RoughSheet, sheet_of
from apps.combat import tracking
from apps.combat.models import Combatant
from apps.combat.rough_magic.order import turns_of
from apps.rules.refusal import Refused
from apps.rules.rough_magic.combat import moves
from apps.rules.rough_magic.combat.actions import HALF, OTHER_HALF
from apps.rules.rough_magic.options import Options

GAITS = {"run": "running", "sprint": "sprinting"}
"""The states of a gait that is more than walking."""
WALKED = "walked"
"""The tally of a round that counts metres of a walk that was broken off."""
ON_FOOT = ("walk", "run", "sprint", "running-jump")


@dataclass(frozen=True)
class Way:
    """One way to move. `gait`: the pace that it is done at, for rolls and for attacks on the mover; `takes`: what it
    uses of the turn besides the movement; `power`: the entry that carries them."""

    id: str
    title: str
    metres: int
    gait: str = "walk"
    takes: str = ""
    power: str = ""

    @property
    def on_foot(self) -> bool:
        return self.id in ON_FOOT

    @property
    def words(self) -> str:
        return f"{self.title} {self.metres} m" if self.metres else self.title


SWIMS = {"swim": ("Swim", "walk"), "fast": ("Swim fast", "run"), "swim-sprint": ("Swim all-out", "sprint")}


def ways_of(character: Character, options: Options) -> list[Way]:
    """Every way to move that somebody has, with how far it goes in one movement action."""
    sheet = sheet_of(character)
    agility, brawn = sheet.rank("agility"), sheet.rank("brawn")
    walked = [Way(gait, gait.capitalize(), moves.movement(agility=agility, gait=gait).metres, gait)
              for gait in ("walk", "run", "sprint")]  # fmt: skip
    swum = [
        Way(id, title, moves.swimming(agility=agility, gait="sprint" if id == "swim-sprint" else id).metres, gait)
        for id, (title, gait) in SWIMS.items()
    ]
    jumped = [
        Way("jump", "Jump", moves.long_jump(brawn=brawn).metres),
        *_running_jumps(agility, brawn, options),
    ]
    return [*walked, *swum, *jumped, *_carried(sheet), Way("stand", "Get up", 0), Way("other", "Something else", 0)]


def _running_jumps(agility: int, brawn: int, options: Options) -> list[Way]:
    """Run-up and leap together, at each pace; the id of the walk's is the plain one."""
    return [
        Way(
            "running-jump" if gait == "walk" else f"running-jump-{gait}",
            {"walk": "Running jump", "run": "Running jump at a run", "sprint": "Running jump at a sprint"}[gait],
            moves.running_jump(agility=agility, brawn=brawn, gait=gait, options=options).metres,
            gait,
        )
        for gait in ("walk", "run", "sprint")
    ]


def _carried(sheet: RoughSheet) -> list[Way]:
    return [way for power in sheet.powers if power.on and power.metres for way in _by_power(power)]


def _by_power(power: Power) -> list[Way]:
    ways = [Way(f"power-{power.id}", power.name, power.metres, power=power.id)]
    if power.all_out:
        ways.append(Way(f"all-out-{power.id}", f"{power.name} all-out", power.all_out, takes="task", power=power.id))
    return ways


def way_of(character: Character, id: str, options: Options) -> Way | None:
    return next((one for one in ways_of(character, options) if one.id == id), None)


def gait_of(character: Character) -> str:
    """The pace of this turn: "walk" where none was declared."""
    return next((gait for gait, state in GAITS.items() if states.is_in(character, state)), "walk")


def left_of(one: Combatant, way: Way) -> int:
    """How many metres of it are left: after a part of a walk the rest."""
    if HALF not in turns_of.used(one):
        return way.metres
    return max(0, way.metres - tracking.tallies_of(one, one.fight.turn).get(WALKED, 0))


def kind_of(one: Combatant, way: Way, metres: int | None) -> str:
    """What a move takes of the turn, in the words of the rules: a walk that goes no further yet takes half of it."""
    if way.id == "walk" and HALF in turns_of.used(one):
        return OTHER_HALF
    whole = way.id != "walk" or metres is None or metres >= way.metres
    return "movement" if whole else HALF


def why_not_move(one: Combatant, way: Way, metres: int | None, options: Options) -> Refused | None:
    """Why somebody may not move so now; None if they may."""
    name = one.character.name
    kind = kind_of(one, way, metres)
    if no := turns_of.why_not(one, kind, options):
        return no
    if way.takes and (no := turns_of.why_not(one, way.takes, options, besides=(kind,))):
        return no
    if states.is_in(one.character, "restrained"):
        return Refused("restrained", f"{name} is restrained, and gets away by breaking free alone.", "how")
    if no := _why_not_in_terror(one, way):
        return no
    prone = states.is_in(one.character, "prone")
    if way.id == "stand" and not prone:
        return Refused("standing", f"{name} stands already.", "how")
    return _why_not_so_far(one, way, metres, prone) or _why_not_at_that_pace(one, way)


def _why_not_in_terror(one: Combatant, way: Way) -> Refused | None:
    """Who cowers goes nowhere, who flees goes at a run or a sprint (rough_magic.terrifying)."""
    name = one.character.name
    if states.is_in(one.character, "cowering"):
        return Refused("terror", f"{name} cowers, and goes nowhere before coming round.", "how")
    if states.is_in(one.character, "fleeing") and way.on_foot and way.gait == "walk":
        return Refused("terror", f"{name} flees: at a run, or at a sprint.", "how")
    return None


def _why_not_so_far(one: Combatant, way: Way, metres: int | None, prone: bool) -> Refused | None:
    """By the rule of the movement action, which counts a jump's run-up as going on foot."""
    name, most = one.character.name, left_of(one, way)
    if prone and way.id != "stand" and not way.power and way.id != "other":
        return Refused("prone", f"{name} is prone, and goes nowhere on foot before getting up.", "how")
    if metres is not None and way.id not in ("stand", "other") and metres > most:
        return Refused("too-far", f"{way.title}: {most} m is as far as {name} comes.", "metres")
    return None


def _why_not_at_that_pace(one: Combatant, way: Way) -> Refused | None:
    """The pace is declared with the first movement or task of the turn, and holds for all of it (rough_magic.gait)."""
    used = turns_of.used(one)
    declared, name = gait_of(one.character), one.character.name
    if "task" in used and way.gait != declared and way.gait != "walk":
        slow = "without running" if declared == "walk" else declared
        return Refused(
            "pace", f"{name} did this turn’s task {slow}, and keeps that pace: run before it, or declare it.", "how"
        )
    return None
