"""How many dice of Minor GMCs and Extras may join a pool of the opposition (crew.ganging-up)."""

from __future__ import annotations

from apps.checks.crew.bringing import Bringer
from apps.checks.crew.drafts import Bench, Building, Chosen
from apps.rules.crew.combat.turns import gang_dice
from apps.rules.crew.options import Options
from apps.rules.refusal import Refused

ALL = "gmc:all::"
"""The token that stands for every die that ganging up brings."""


def _counted(bench: Bench, those: list[Bringer]) -> list[Bringer]:
    """Of these who are not Taken Out, those who take part in the conflict of which this roll is a part."""
    standing = [one for one in those if not one.sheet.taken_out]
    rival, keys = bench.cast.of(bench.rival.character), bench.cast.fighting
    if keys is not None and (rival is None or rival.character.pk in keys):
        return [one for one in standing if one.character.pk in keys]
    return standing


def facing(bench: Bench) -> list[Bringer]:
    """The crewmembers who are counted: there, or in the conflict, and not Taken Out."""
    return _counted(bench, bench.cast.crew)


def gang(bench: Bench) -> list[Bringer]:
    """The GMCs whose dice may join: those who are there, or in the conflict, and not Taken Out, whoever rolls first. A
    Major GMC who rolls is none of them."""
    major = bench.side.character if bench.kind == "major-gmc" else ""
    found = _counted(bench, [one for one in bench.cast.supporting if one.id != major])
    return sorted(found, key=lambda one: one.id != bench.side.character)


def allowed(bench: Bench, options: Options) -> int:
    """How many of their dice the pool may hold."""
    major = bench.kind == "major-gmc"
    return gang_dice(extras=len(gang(bench)), characters=len(facing(bench)), major=major, options=options)


def all_in(bench: Bench, options: Options) -> Building:
    """With as many of their dice as may join; whoever is hidden stays out unless the GM taps them. Refuses where none
    may."""
    most = allowed(bench, options)
    if not most:
        raise Refused("no-gang", why_no_more(bench, most), "die")
    building = bench.building.without_kind("gmc")
    for one in [each for each in gang(bench) if not each.hidden][:most]:
        building = building.with_(Chosen("gmc", "die", one.id))
    return building


def refuse_too_many(bench: Bench, building: Building, options: Options) -> None:
    """Refuses one die of a GMC more than may join."""
    most = allowed(bench, options)
    if sum(one.kind == "gmc" for one in building.chosen) > max(1, most):
        raise Refused("too-many-gmcs", why_no_more(bench, most), "die")


def why_no_more(bench: Bench, most: int) -> str:
    """Why no more of their dice may join, with the numbers on both sides."""
    count, crew = len(gang(bench)) + (bench.kind == "major-gmc"), len(facing(bench))
    if count > crew:
        return f"{count} against {crew}: {most} of their dice may join, no more."
    return f"{count} against {crew}, so nobody gangs up: one die of a Minor GMC or Extra at most."
