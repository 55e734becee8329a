"""Supporting characters and places."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.rules.numbers import one_of
from apps.rules.refusal import Refused
from apps.rules.registry import rule
from apps.rules.yarn.drama.parties import cast_of
from apps.rules.yarn.orders import GM
from apps.rules.yarn.verdict import Verdict

KINDS = ("minor", "recurring")


@dataclass(frozen=True)
class Supporting:
    """One of the list that the table keeps."""

    kind: str
    listed: bool = True
    played_by: str = GM


def _named(name: str) -> None:
    if not name.strip():
        raise Refused("no-name", "Who is it? A character or a place needs a name.", "name")


@rule("yarn.supporting-characters")
def supporting_characters(
    *, name: str, invented_by: str = GM, description: str = "", kind: str = "minor", list_keeper: str = GM
) -> Supporting:
    """Anybody invents them, the GM plays them, and all are listed (yarn.supporting-characters). Refuses no name."""
    _named(name)
    return Supporting(one_of("kind", kind, KINDS))


@rule("yarn.introduce-minor")
def introduce_minor(*, name: str, description: str = "", invented_by: str = GM) -> Supporting:
    """A new character has a name and a brief description, and is minor (yarn.introduce-minor). Refuses no name."""
    return supporting_characters(name=name, description=description, invented_by=invented_by)


@dataclass(frozen=True)
class MinorPart(Verdict):
    """Whether a minor character may have this part."""


@rule("yarn.minor-characters")
def minor_characters(*, name: str, part: str, promoted: bool = False) -> MinorPart:
    """A minor character talks, but neither petitions nor grants before it is promoted (yarn.minor-characters)."""
    if one_of("part", part, ("petitioner", "granter", "talk")) == "talk" or promoted:
        return MinorPart(None)
    return MinorPart(Refused("minor", f"{name} is a minor character, and no {part} before it is promoted.", "part"))


@dataclass(frozen=True)
class Promoted:
    """What it is now, and the PC that it is linked to. It costs nothing."""

    kind: str
    relationship_to: str | None
    cost: int = 0


@rule("yarn.promotion")
def promotion(*, name: str, kind: str | None = None, pc: str = "", need: str = "", first_part: str = "") -> Promoted:
    """What a PC needs emotionally of a minor character promotes it (yarn.promotion); one that first appears as a
    granter is recurring from the start.
    """
    if kind is not None:
        one_of("kind", kind, KINDS)
    one_of("first_part", first_part, ("", "granter"))
    up = kind == "recurring" or (kind is None and first_part == "granter") or bool(pc and need.strip())
    return Promoted("recurring" if up else "minor", pc or None if up else None)


@dataclass(frozen=True)
class Linked(Verdict):
    """The link on the map, None if it is not `legal`."""

    label: str | None


@rule("yarn.recurring-relationships")
def recurring_relationships(*, pc: str, name: str, cast: Sequence[str], label: str) -> Linked:
    """A player links the own PC to a recurring character while both are in the scene (yarn.recurring-relationships)."""
    there = {one.name for one in cast_of(cast)}
    if away := [who for who in (pc, name) if who not in there]:
        return Linked(Refused("not-cast", f"{away[0]} is not in this scene.", "cast"), None)
    return Linked(None, label)


@dataclass(frozen=True)
class Place:
    """Where the scene is now, and all places so far."""

    setting: str
    locations: tuple[str, ...]


@rule("yarn.locations")
def locations(
    *,
    setting: str,
    moved_to: str = "",
    invented_by: str = GM,
    description: str = "",
    locations: Sequence[str] = (),
) -> Place:
    """A scene has a place, and may move to another, which is listed (yarn.locations). Refuses no place."""
    _named(setting)
    now = moved_to or setting
    return Place(now, tuple(dict.fromkeys((*locations, setting, now))))
