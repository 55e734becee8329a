"""What a sheet of Rough Magic lists: skills, gear, powers, and what attacks can be made with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Defends = Literal["", "close", "ranged", "both"]


@dataclass(frozen=True)
class Line:
    """Anything with a name on the sheet. `id` is its entry's public id."""

    id: str
    name: str


@dataclass(frozen=True)
class Skill(Line):
    """A general skill; `attributes` are its usual ones by id, `areas` those of expertise."""

    attributes: tuple[str, ...]
    areas: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Arm(Line):
    """What attacks can be made with: gear, a power that is a power, or bare hands (id "").

    `kind` is how it attacks, of a power perhaps "mental". `range` is where its effective range ends, in metres, None
    where nothing ends it. `left` is how many there are, None without a count. `on`: drawn, or switched on.
    """

    rank: int = 0
    kind: Literal["close", "ranged", "mental"] = "close"
    attribute: str = "brawn"
    against: str = ""
    range: int | None = None
    hands: int = 1
    types: tuple[str, ...] = ()
    radius: int = 0
    harmless: bool = False
    left: int | None = None
    on: bool = True
    power: bool = False

    @property
    def ready(self) -> bool:
        """Whether an attack can be made with it now: a power goes on with the attack (rough_magic.powers)."""
        return (self.on or self.power) and self.left != 0


@dataclass(frozen=True, kw_only=True)
class Gear(Line):
    """`defends` says against what it adds to DV; `helps` names the skill or task to whose AV it adds."""

    rank: int
    defends: Defends
    helps: str
    worn: bool
    arm: Arm | None

    @property
    def about(self) -> str:
        """What it is for, in a few words."""
        told = [
            *(_attacking(self.arm) if self.arm else ()),
            AGAINST.get(self.defends, ""),
            f"for {self.helps}" if self.helps else "",
            "" if self.worn else "put away",
        ]
        return ", ".join(filter(None, told))


AGAINST: dict[str, str] = {"close": "against close", "ranged": "against ranged", "both": "against close and ranged"}


def _attacking(arm: Arm) -> list[str]:
    return [
        f"{arm.kind} to {arm.range} m" if arm.range else arm.kind,
        "two hands" if arm.hands == 2 else "",
        *arm.types,
        "no damage" if arm.harmless else "",
        "" if arm.left is None else f"{arm.left} left",
    ]


@dataclass(frozen=True, kw_only=True)
class Power(Line):
    """`metres` is how far it moves its owner in a movement action, `all_out` with the task action too, 0 for not."""

    text: str
    rank: int
    attribute: str
    defends: Defends
    helps: str
    metres: int
    all_out: int
    esoteric: bool
    on: bool
    arm: Arm | None


@dataclass(frozen=True)
class Layer:
    """What may add to a value: only the highest one counts (rough_magic.non-stacking)."""

    name: str
    rank: int


BARE_HANDS = Arm(id="", name="Bare hands")
