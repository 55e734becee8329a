"""I Think I'm OK at its moment (dragonfly.i-think-im-ok): offered to the player of a combatant who is hurt."""

from __future__ import annotations

from typing import Any

from apps.characters.dragonfly.points import oks_made
from apps.combat import tracking
from apps.combat.dragonfly.fighters import moves
from apps.combat.dragonfly.fighters.standing import Standing, standing_of
from apps.rules.dragonfly import drama
from apps.rules.refusal import Refused
from apps.table.panels import panel
from apps.table.viewer import Viewer

HALF = 2


@panel(
    "my-ok", template="combat/dragonfly/panels/my_ok.html", slot="stage", order=11, game="dragonfly", roles={"player"}
)
def my_ok(viewer: Viewer) -> dict[str, Any]:
    """A player's own combatants who have lost half of their Life Points, or are hurt for all to see."""
    running = tracking.fight_of(viewer.table)
    if running is None or running.turn is None:
        return {"rows": []}
    mine = [one for one in tracking.combatants_of(running) if one.character.seat_id == viewer.seat.pk]
    hurt = [one for one in map(standing_of, mine) if badly(one) and why_not(viewer, one) is None]
    return {"rows": [_row(viewer, one) for one in hurt]}


def badly(standing: Standing) -> bool:
    """Whether it is the moment to offer it."""
    sheet = standing.sheet
    return bool(sheet.state) or (sheet.damage > 0 and sheet.life_points * HALF < sheet.max_life_points)


def why_not(viewer: Viewer, standing: Standing) -> Refused | None:
    """Why it cannot be used now (one point, once a Turn, not after death, strict-drama-timing), or None."""
    used = oks_made(standing.character)
    no = drama.why_not_ok(points=standing.sheet.drama_points, uses_this_turn=used, dead=bool(standing.state.dead))
    try:
        drama.timing(
            use="i-think-im-ok",
            in_fight=True,
            in_intentions=standing.fight.phase == "intentions",
            options=moves.options_of(viewer, standing.fight),
        )
    except Refused as late:
        return no or late
    return no


def _row(viewer: Viewer, standing: Standing) -> dict[str, Any]:
    sheet = standing.sheet
    after = drama.i_think_im_ok(
        points=sheet.drama_points,
        max_life_points=sheet.max_life_points,
        ordinary_damage=sheet.ordinary_damage,
        fire_damage=sheet.fire_damage,
        options=moves.options_of(viewer, standing.fight),
    )
    return {"sheet": sheet, "after": after, "left": after.ordinary_left + after.fire_left}
