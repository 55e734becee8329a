"""Who is at the table while a fight runs, and is not in it: whoever came late, or was forgotten."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from apps.characters.access import people
from apps.characters.fallen import is_dead
from apps.characters.models import Character
from apps.combat import tracking
from apps.combat.models import Fight
from apps.table.panels import panel
from apps.table.viewer import Viewer

TEMPLATE = "combat/panels/outside.html"


@dataclass(frozen=True)
class Way:
    """How a game brings in whoever was left out, who can take part there, and whether anybody comes in now."""

    act: str
    stands: Callable[[Character], bool]
    is_open: Callable[[Fight], bool]

    def link(self, those: list[Character]) -> str:
        return f"{self.act}?{urlencode([('characters', one.public_id) for one in those])}"


_ways: dict[str, Way] = {}


def come_in_by(
    game: str, act: str, stands: Callable[[Character], bool], is_open: Callable[[Fight], bool] = lambda fight: True
) -> None:
    """Registers the act by which a GM of that game brings somebody into a fight that runs, who is in a state to take
    part, as where it begins: nobody misses whoever lies there; and whether the fight is at a point where anybody comes
    in."""
    _ways[game] = Way(act, stands, is_open)


def bring_in(game: str, those: list[Character]) -> str:
    """The act by which these come in, with them ticked."""
    return _ways[game].link(those)


def outside(fight: Fight, way: Way) -> list[Character]:
    """Whoever is played, alive and fit, in the scene, and was never in the fight."""
    cast = people(fight.desk.all(Character))
    here = [one for one in cast if one.seat_id is not None and one.present and not is_dead(one) and way.stands(one)]
    return [one for one in here if tracking.combatant_of(fight, one) is None]


@panel("fight-left-out", template=TEMPLATE, slot="stage", order=14, per="role", roles={"gm"})
@panel("fight-outside", template=TEMPLATE, slot="stage", order=9, roles={"player"})
def not_in_it(viewer: Viewer) -> Mapping[str, Any]:
    """A GM brings all of them in from one row; a player reads that the own character is not in it, and who brings them
    in."""
    fight, way = tracking.fight_of(viewer.table), _ways.get(viewer.table.game)
    if fight is None or way is None:
        return {"outside": []}
    those = [one for one in outside(fight, way) if viewer.is_gm or one.seat_id == viewer.seat.pk]
    return {
        "outside": those,
        "called": viewer.game.book.fight,
        "names": ", ".join(one.name for one in those),
        "bring_in": way.link(those) if way.is_open(fight) else "",
    }
