"""What was declared for a Turn, in words and as the ledger has it (dragonfly.intentions)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.characters.models import Move, Track
from apps.checks.dragonfly import fury
from apps.combat.models import Combatant, Declaration, Fight
from apps.rules.dragonfly.lists import STANCES

AT = "at"
"""Under which key a plan names the public id of the combatant whom it is aimed at, in close combat."""
DECLARED = "dragonfly.declared"
STANCE_TITLES: dict[str, str] = {row.id: row.title for row in STANCES}
FEATS = {
    "attack": "the attack",
    "defense": "the defense",
    "damage": "the damage",
    "initiative": "initiative",
    "other": "another roll",
}
MORE = {
    "attack": ("more attack", "more attacks"),
    "defense": ("more defense", "more defenses"),
    "other": ("more act", "more acts"),
}


def plan_facts(plan: Mapping[str, Any]) -> dict[str, Any]:
    """A plan in words: the stance if it is a special one, how additional actions are used, the Heroic Feat, aiming."""
    stance = plan.get("stance", "normal")
    return {
        "stance": "" if stance == "normal" else STANCE_TITLES[stance],
        "uses": uses(plan.get("extra", ())),
        "feat": ", ".join(FEATS[one] for one in plan.get("drama", ())),
        "aim": bool(plan.get("aim")),
    }


def uses(extra: Any) -> list[str]:
    """["2 more attacks", "1 more defense"]."""
    found = []
    for act, (one, several) in MORE.items():
        many = list(extra).count(act)
        if many:
            found.append(f"{many} {one if many == 1 else several}")
    return found


def declared_facts(one: Declaration) -> dict[str, Any]:
    return {"name": one.combatant.character.name, "text": words_of(one)} | plan_facts(one.plan)


def words_of(one: Declaration) -> str:
    """What is tried; whom a close attack is on, the own action or an additional one, is added where the words do not
    name them."""
    own = one.plan.get("action") == "attack"
    attacks = own or "attack" in one.plan.get("extra", ())
    target = open_target(one.combatant.fight, one.plan.get(AT, "")) if attacks else ""
    on = "on" if own else "an attack on"
    return one.text if target.casefold() in one.text.casefold() else f"{one.text} ({on} {target})"


def open_target(fight: Fight, public_id: str) -> str:
    """The name of whom a close attack is aimed at, unless they are hidden from somebody."""
    one = fight.desk.one(Combatant, fight=fight, public_id=public_id) if public_id else None
    return "" if one is None or one.character.hidden else one.character.name


def moves_of(one: Declaration, raging: bool) -> list[Move]:
    """The lines of the ledger that were paid with this declaration, those of Righteous Fury among them where they are
    `raging` by it."""
    kinds = {DECLARED, fury.ANSWERED} if raging else {DECLARED}
    tracks = one.desk.all(Track, character=one.combatant.character_id)
    paid = [line for track in tracks for line in one.desk.all(Move, source=track) if line.at >= one.turn.opened_at]
    return [line for line in paid if line.event and line.event.kind in kinds]
