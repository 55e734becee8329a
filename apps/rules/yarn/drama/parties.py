"""Who is in a scene, and who plays them: "Iva (Ann)" is a PC, "Mayor (recurring)" one of the GM's."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from apps.rules.refusal import Refused
from apps.rules.yarn.orders import GM

RECURRING = "recurring"
NONE = "none"
"""Where a text stands for nothing: no time break, nothing left of a narration."""


@dataclass(frozen=True)
class Member:
    """One of a cast as written, the character's name, and who plays it; empty where that is not told."""

    written: str
    name: str
    player: str

    @property
    def is_recurring(self) -> bool:
        return self.player == GM


def member(written: str) -> Member:
    """A character as a cast tells it."""
    match = re.fullmatch(r"(.+?) \((.+)\)", written.strip())
    if match is None:
        return Member(written, written.strip(), "")
    return Member(written, match[1], GM if match[2] == RECURRING else match[2])


def cast_of(cast: Sequence[str]) -> tuple[Member, ...]:
    return tuple(member(one) for one in cast)


def found(name: str, cast: Sequence[str], field: str) -> Member:
    """The member of the cast of this name, with or without its player. Refuses anybody else."""
    for one in cast_of(cast):
        if name in (one.written, one.name):
            return one
    raise Refused("not-cast", f"{name or 'Nobody'} is not in the cast: {', '.join(cast)}.", field)


def own_pc(participant: str, cast: Sequence[str]) -> Member | None:
    """The PC of this participant, if it is in the cast."""
    return next((one for one in cast_of(cast) if one.player == participant != GM), None)


def why_no_drama(cast: Sequence[str], petitioner: str = "", granter: str = "") -> Refused | None:
    """Why there is no dramatic scene among these, or None: one of two recurring characters is never called."""
    sides = [member(name) for name in (petitioner, granter) if name]
    if (len(sides) > 1 and all(one.is_recurring for one in sides)) or all(one.is_recurring for one in cast_of(cast)):
        return Refused("recurring-only", "No dramatic scene is played between recurring characters.", "cast")
    return None
