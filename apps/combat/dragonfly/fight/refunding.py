"""Heroic Feats that came to nothing, with the switch refund-unused-drama (dragonfly.drama-points)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from apps.characters.access import watchers_of
from apps.characters.dragonfly.points import drama_points_of
from apps.characters.dragonfly.sheet import track_of
from apps.characters.forms import named
from apps.characters.models import Character
from apps.characters.points import move, told_by
from apps.combat import tracking
from apps.combat.dragonfly.fight.declaring import use_of
from apps.combat.dragonfly.fighters import plans
from apps.combat.dragonfly.fighters.standing import DAMAGE_FEAT, OTHER_FEAT
from apps.combat.models import Declaration
from apps.rules.dragonfly import drama
from apps.table.models import Span
from apps.table.spans import ends_with_span
from apps.table.turn import Turn

COUNTED = {"attack": "attacks", "defense": "defenses", "damage": "attacks", "other": OTHER_FEAT}
RULE = "dragonfly.drama-points"


@ends_with_span(tracking.TURN, game="dragonfly")
def unused_feats_come_back(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """When a Turn ends: the point of a feat whose roll never came, or that was for the damage of no hit."""
    options = turn.viewer.game.options(span.options)
    for one in turn.desk.all(Declaration, turn=span):
        tallies = tracking.tallies_of(one.combatant, span) | {OTHER_FEAT: int(one.plan.get(OTHER_FEAT, False))}
        for feat in one.plan.get("drama", ()):
            if points := back(feat, tallies, options):
                turn.later(partial(_pay_back, turn, one.combatant.character, feat, points))
    return []


def back(feat: str, tallies: Mapping[str, int], options: Any) -> int:
    """How many points come back of one that was announced for this; initiative is always thrown."""
    if feat not in COUNTED:
        return 0
    hit = bool(tallies.get(DAMAGE_FEAT)) if feat == "damage" else None
    came = bool(tallies.get(COUNTED[feat]))
    return drama.refund(use=use_of(feat), roll_came=came, attack_hit=hit, options=options)


def _pay_back(turn: Turn, character: Character, feat: str, points: int) -> None:
    line = move(turn, None, track_of(character, "drama-points"), points, "Heroic Feat that came to nothing", RULE)
    facts = named(character) | {"feat": plans.FEATS[feat], "left": drama_points_of(character), "rule": RULE}
    told_by(turn, turn.tell("dragonfly.feat-returned", facts, to=watchers_of(character)), line)
