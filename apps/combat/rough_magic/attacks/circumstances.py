"""What is for and against an attack: every circumstance of the book as a box, ticked from states and the scene
(rough_magic.combat-modifiers)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from apps.characters.models import Condition
from apps.characters.rough_magic.sheet import RoughSheet
from apps.checks.rough_magic.boxes import Box, by_hand, source_of, state_of, stunts
from apps.checks.versus import openly
from apps.rules.rough_magic.combat.circumstances import ENVIRONMENTS, combat_modifiers
from apps.rules.rough_magic.lists import BOXES, CIRCUMSTANCES, AttackKind
from apps.rules.rough_magic.options import Options

NORMAL, UNDERWATER, ZERO_G = ENVIRONMENTS
TWO_HANDED, BEYOND, RAMMING, SWEEPING = (
    "two-handed-in-one", "beyond-effective-range", "attacker-ramming", "attacker-sweeping",
)  # fmt: skip
OF_ATTACKER = {
    "attacker-cannot-perceive": ("blind and deaf",),
    "attacker-sprinting": ("sprinting",),
    "attacker-running": ("running",),
    "attacker-distracted": ("distracted",),
    "attacker-restrained": ("restrained",),
    "attacker-surprised": ("surprised",),
}
"""The states of whoever attacks that tick a box."""
OF_DEFENDER = {
    "defender-cover": ("cover",),
    "defender-prone": ("prone",),
    "defender-running": ("running", "sprinting"),
    "defender-fleeing": ("fleeing",),
    "defender-distracted": ("distracted",),
    "defender-restrained": ("restrained",),
    "defender-surprised": ("surprised",),
    "defender-blind-and-deaf": ("blind and deaf",),
    "defender-cowering": ("cowering",),
}
ENDS = {
    "attacker-distracted": "this attack ends it",
    "defender-distracted": "this attack ends it",
    "attacker-sprinting": "until the next turn",
    "attacker-running": "until the next turn",
    "defender-running": "until the next turn",
}
"""What ends the states of a box, where it is worth saying."""
TITLES = {row.id: row.title for row in CIRCUMSTANCES}


@dataclass(frozen=True)
class Scene:
    """All that bears on an attack beside its dice. `beyond`: it is beyond the effective range; `adjacent`: a shot from
    within arm's length; `by_rule`: circumstances that the sort of attack brings about, such as a ram."""

    attacker: RoughSheet
    defender: RoughSheet
    attack: AttackKind
    adjacent: bool = False
    beyond: bool = False
    two_handed: bool = False
    environment: str = NORMAL
    by_rule: frozenset[str] = frozenset()

    def named(self, key: str) -> str:
        """A circumstance with the names of both, as everybody may hear them."""
        names = {"the attacker": self.attacker, "the defender": self.defender}
        words = TITLES[key]
        for role, sheet in names.items():
            words = words.replace(role, openly(sheet.character))
        return words[:1].upper() + words[1:]


def boxes_for_attack(scene: Scene, options: Options) -> list[Box]:
    """Every box that counts for this attack; those that hold now are ticked, the others are folded away."""
    found = (_box(scene, key) for key in BOXES)
    return [*(one for one in found if one is not None), *stunts(scene.attacker), *by_hand()]


def boxes_of_defender(scene: Scene) -> list[Box]:
    """Those that hold now of whoever is struck: they change when somebody else is (rough_magic.shielding)."""
    return [one for key in BOXES if about_defender(key) and (one := _box(scene, key)) and one.ticked]


def about_defender(key: str) -> bool:
    """Whether a box speaks of whoever is struck."""
    return key.startswith("defender-")


def _box(scene: Scene, key: str) -> Box | None:
    """A circumstance with what it does in this attack; None where it does nothing."""
    does = combat_modifiers(circumstances=[key], attack=scene.attack, adjacent=scene.adjacent)
    box = Box(key, scene.named(key))
    if does.auto != "none":
        return _ticked(replace(box, side="roll", auto=does.auto), scene)
    if does.dv_net:
        return _ticked(replace(box, side="DV", modifier=does.dv_net), scene)
    return _ticked(replace(box, modifier=does.av_net), scene) if does.av_net else None


def _ticked(box: Box, scene: Scene) -> Box:
    state = _state(box.id, scene)
    holds = state is not None or box.id in scene.by_rule or _HOLDS.get(box.id, _never)(scene)
    near = holds or (box.id == TWO_HANDED and scene.two_handed)
    source = source_of(state, ENDS.get(box.id, "")) if state else _BECAUSE.get(box.id, "") if holds else ""
    return replace(box, ticked=holds, source=source, far=not near)


def _state(key: str, scene: Scene) -> Condition | None:
    """The state that ticks a box. Whom one holds, or is held by, is always perceived (rough_magic.perceiving)."""
    if key == "attacker-cannot-perceive" and _grips(scene.attacker, scene.defender):
        return None
    if names := OF_ATTACKER.get(key):
        return state_of(scene.attacker, *names)
    return state_of(scene.defender, *OF_DEFENDER.get(key, ()))


def _grips(one: RoughSheet, other: RoughSheet) -> bool:
    """Whether one of the two holds the other."""
    pairs = ((one, other), (other, one))
    return any(state.name == "restrained" and state.by == b.character for a, b in pairs for state in a.states)


def _never(scene: Scene) -> bool:
    return False


def _strange(environment: str) -> Callable[[Scene], bool]:
    """Whether the fight is in such a place and the attacker not at home there (rough_magic.underwater-zero-g)."""
    return lambda scene: scene.environment == environment and environment not in scene.attacker.at_home


_HOLDS: dict[str, Callable[[Scene], bool]] = {
    "attacker-exhausted": lambda scene: scene.attacker.damage.level == "exhausted",
    "defender-helpless": lambda scene: scene.defender.damage.level == "defeated" and not scene.defender.is_thing,
    "defender-cannot-perceive": lambda scene: scene.attacker.character.hidden and not scene.defender.character.hidden,
    BEYOND: lambda scene: scene.beyond,
    UNDERWATER: _strange(UNDERWATER),
    ZERO_G: _strange(ZERO_G),
}
_BECAUSE = {
    "attacker-exhausted": "three levels lost",
    "defender-helpless": "defeated",
    "defender-cannot-perceive": "out of sight",
    UNDERWATER: "not at home there",
    ZERO_G: "not at home there",
}


def counts(boxes: Iterable[Box], key: str) -> bool:
    """Whether a box of that id is among them."""
    return any(one.id == key for one in boxes)
