"""What was declared for a Turn, in words and as the ledger has it (dragonfly.intentions)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from apps.characters.models import Move
from apps.combat.models import Declaration
from apps.rules.dragonfly.lists import STANCES

DECLARED, FURY_ANSWERED = "dragonfly.declared", "dragonfly.fury-answered"
STANCE_TITLES: dict[str, str] = {row.id: row.title for row in STANCES}
FEATS = {"attack": "the attack", "defense": "the defense", "damage": "the damage", "initiative": "initiative",
         "other": "another roll"}  # fmt: skip
MORE = {"attack": ("more attack", "more attacks"), "defense": ("more defense", "more defenses"),
        "other": ("more act", "more acts")}  # fmt: skip


def plan_facts(plan: Mapping[str, Any]) -> dict[str, Any]:
    """A plan in words: the stance if it is a special one, how additional actions are used, the Heroic Feat, aiming."""
    stance = plan.get("stance", "normal")
    return {
        "stance": "" if stance == "normal" else STANCE_TITLES[stance], "uses": uses(plan.get("extra", ())),
        "feat": ", ".join(FEATS[one] for one in plan.get("drama", ())), "aim": bool(plan.get("aim")),
    }  # fmt: skip


def uses(extra: Any) -> list[str]:
    """["2 more attacks", "1 more defense"]."""
    found = []
    for act, (one, several) in MORE.items():
        many = list(extra).count(act)
        if many:
            found.append(f"{many} {one if many == 1 else several}")
    return found


def declared_facts(one: Declaration) -> dict[str, Any]:
    return {"name": one.combatant.character.name, "text": one.text} | plan_facts(one.plan)


def moves_of(one: Declaration) -> QuerySet[Move]:
    """The lines of the ledger that were paid with this declaration, Righteous Fury among them."""
    return Move.objects.filter(
        source__character=one.combatant.character_id, event__kind__in=(DECLARED, FURY_ANSWERED),
        at__gte=one.turn.opened_at,
    )  # fmt: skip
