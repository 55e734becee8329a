"""The evenings that go through every act of every game, each as long as one test of all acts may take."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module

from django.conf import settings

from tests import (
    acts_of_an_evening,
    crew_evening,
    dragon_evening,
    dragon_evening_attacks,
    dragon_evening_harm,
    dragon_evening_moves,
    dragon_evening_phases,
    dragon_evening_turn,
    rough_evening,
    rough_evening_attacks,
    rough_evening_checks,
    rough_evening_holds,
    rough_evening_life,
    rough_evening_order,
    rough_evening_points,
    rough_evening_together,
    yarn_evening,
    yarn_evening_attacks,
    yarn_evening_bennies,
    yarn_evening_calling,
    yarn_evening_challenges,
    yarn_evening_closing,
    yarn_evening_creation,
    yarn_evening_force,
    yarn_evening_gestalt,
    yarn_evening_ground,
    yarn_evening_growing,
    yarn_evening_harm,
    yarn_evening_healing,
    yarn_evening_people,
    yarn_evening_petition,
    yarn_evening_powers,
    yarn_evening_procedural,
    yarn_evening_rolls,
    yarn_evening_rounds,
    yarn_evening_spells,
    yarn_evening_together,
)
from tests.acts_of_an_evening import (
    Step,
    beginning,
    checks,
    contests,
    ending,
    numbers,
    safety,
    seats,
    second_thoughts,
    sheets,
    talk,
)
from tests.dragon_evening_cutting import cutting
from tests.evening_attacks import attacks
from tests.evening_board import board
from tests.evening_crews import ships
from tests.evening_dogfight import dogfight
from tests.evening_hiding import chases, hiding
from tests.evening_shots import shots
from tests.evening_tracker import fight_begins, fight_ends
from tests.evening_wounds import fear, fire, holds, wounds

Part = Callable[[], Iterator[Step]]


@dataclass(frozen=True)
class Played:
    """An evening: its game and its parts. The first of a game has its beginning looked at as well."""

    game: str
    parts: tuple[Part, ...]
    first: bool = False


def _dragonfly(*parts: Part) -> Played:
    return Played("dragonfly", (beginning, *parts))


FIRST = "table"
EVENINGS = {
    "table": Played(
        "dragonfly",
        (beginning, sheets, numbers, talk, checks, contests, second_thoughts, safety, seats, ending),
        first=True,
    ),
    "fight": _dragonfly(fight_begins, fight_ends),
    "wounds": _dragonfly(wounds, fire),
    "fear": _dragonfly(fear, holds),
    "attacks": _dragonfly(attacks),
    "ships": _dragonfly(ships),
    "shots": _dragonfly(shots),
    "dogfight": _dragonfly(dogfight),
    "hiding": _dragonfly(hiding),
    "chases": _dragonfly(chases),
    "board": _dragonfly(board),
}
CREW = {"sheets": "tests.crew_evening"} | {
    part: f"tests.crew_evening_{part}" for part in ("pool", "contest", "drama", "aftermath", "conflict")
}
"""The parts of Crew's evenings, each a generator of that name in its module."""


def _crew(part: str) -> Played:
    steps_of_it: Part = getattr(import_module(CREW[part]), part)
    return Played("crew", (crew_evening.beginning, steps_of_it), first=part == "sheets")


EVENINGS |= {f"crew-{part}": _crew(part) for part in CREW}


def _dragon(*parts: Part, first: bool = False) -> Played:
    return Played("dragon", (dragon_evening.beginning, *parts), first)


EVENINGS |= {
    "dragon-sheets": _dragon(dragon_evening.sheets, first=True),
    "dragon-checks": _dragon(dragon_evening.checks),
    "dragon-turn": _dragon(dragon_evening_turn.turn),
    "dragon-harm": _dragon(dragon_evening_harm.harm),
    "dragon-phases": _dragon(dragon_evening_phases.phases),
    "dragon-attacks": _dragon(dragon_evening_attacks.attacks),
    "dragon-cutting": _dragon(cutting),
    "dragon-moves": _dragon(dragon_evening_moves.moves),
}


def _rough(*parts: Part, first: bool = False) -> Played:
    return Played("rough_magic", (rough_evening.beginning, *parts), first)


EVENINGS |= {
    "rough-sheets": _rough(rough_evening.sheets, first=True),
    "rough-holds": _rough(rough_evening_holds.holds),
    "rough-order": _rough(rough_evening_order.order),
    "rough-life": _rough(rough_evening_life.life),
    "rough-checks": _rough(rough_evening_checks.checks),
    "rough-together": _rough(rough_evening_together.together),
    "rough-points": _rough(rough_evening_points.story),
    "rough-attacks": _rough(rough_evening_attacks.attacks),
}


def _yarn(*parts: Part, first: bool = False) -> Played:
    return Played("yarn", (yarn_evening.beginning, *parts), first)


EVENINGS |= {
    "yarn-sheets": _yarn(yarn_evening.sheets, first=True),
    "yarn-scenes": _yarn(yarn_evening_ground.scenes),
    "yarn-calling": _yarn(yarn_evening_calling.calling),
    "yarn-people": _yarn(yarn_evening_people.people),
    "yarn-rounds": _yarn(yarn_evening_rounds.rounds),
    "yarn-gestalt": _yarn(yarn_evening_gestalt.gestalt),
    "yarn-gestalt-ways": _yarn(yarn_evening_gestalt.ways),
    "yarn-harm": _yarn(yarn_evening_harm.harm),
    "yarn-healing": _yarn(yarn_evening_healing.healing),
    "yarn-bennies": _yarn(yarn_evening_bennies.spending),
    "yarn-challenges": _yarn(yarn_evening_challenges.challenges),
    "yarn-objections": _yarn(yarn_evening_challenges.objections),
    "yarn-closing": _yarn(yarn_evening_closing.closing),
    "yarn-rolls": _yarn(yarn_evening_rolls.rolls),
    "yarn-together": _yarn(yarn_evening_together.together),
    "yarn-petition": _yarn(yarn_evening_petition.petition),
    "yarn-several": _yarn(yarn_evening_petition.several),
    "yarn-force": _yarn(yarn_evening_force.force),
    "yarn-procedural": _yarn(yarn_evening_procedural.procedural),
    "yarn-telling": _yarn(yarn_evening_procedural.telling),
    "yarn-creation": _yarn(yarn_evening_creation.creation),
    "yarn-making": _yarn(yarn_evening_creation.making),
    "yarn-attacks": _yarn(yarn_evening_attacks.attacks),
    "yarn-shots": _yarn(yarn_evening_attacks.shots),
    "yarn-moments": _yarn(yarn_evening_attacks.moments),
    "yarn-real-dice": _yarn(yarn_evening_attacks.real_dice),
    "yarn-powers": _yarn(yarn_evening_powers.powers),
    "yarn-spells": _yarn(yarn_evening_spells.spells),
    "yarn-growing": _yarn(yarn_evening_growing.growing),
}
GROUPS = {
    "table": ["table"],
    "fights": ["fight", "wounds", "fear", "attacks", "shots", "board"],
    "ships": ["ships", "dogfight", "hiding", "chases"],
} | {game: [name for name, played in EVENINGS.items() if played.game == game] for game in settings.GAMES[1:]}
"""The evenings in parts of about the same length, each for a file of tests, so that several workers share them."""
if missing := EVENINGS.keys() - {name for names in GROUPS.values() for name in names}:
    raise ValueError(f"evenings in no group: {missing}")


def evening(which: str) -> acts_of_an_evening.Evening:
    """A table of that evening's game and its people; nothing was played yet."""
    return acts_of_an_evening.evening(game=EVENINGS[which].game)


def steps(name: str) -> list[Step]:
    """An evening in its order."""
    return [one for part in EVENINGS[name].parts for one in part()]


def prepared(name: str) -> tuple[list[Step], list[Step]]:
    """An evening as the steps that another one looks at already, and those that are its own."""
    played = EVENINGS[name]
    first = [] if played.first else list(played.parts[0]())
    return first, steps(name)[len(first) :]


def own_acts(name: str) -> set[str]:
    """The acts of an evening that no evening before it plays."""
    before = list(EVENINGS)[: list(EVENINGS).index(name)]
    return {one.act for one in steps(name)} - {one.act for each in before for one in steps(each)}


def all_steps() -> list[Step]:
    """Those of every evening."""
    return [one for name in EVENINGS for one in steps(name)]
