"""Kinds of events in Dragon's fights."""

from collections.abc import Mapping
from typing import Any

from apps.combat.dragon import words  # noqa: F401  their templates use its filters
from apps.combat.dragon.phases import words as _words  # noqa: F401  and these
from apps.table.kinds import always, kind

FOLDER = "combat/dragon/events"


def has_strikes(facts: Mapping[str, Any]) -> bool:
    """Of split dice the attacks wait for an answer; other rolls come at once."""
    return bool(facts.get("strikes"))


for _name in (
    "fight-started",
    "fight-joined",
    "fight-left",
    "fight-sided",
    "rounds-began",
    "phases-set",
):
    kind(f"dragon.{_name}", FOLDER, group="rolls")
kind("dragon.fight-ended", FOLDER, group="rolls", news=True)
for _name in ("turn-began", "picked", "dice-turned"):
    kind(f"dragon.{_name}", FOLDER, group="rolls", whole=True)
kind("dragon.speeds", FOLDER, shape="result", group="rolls")
for _name in ("acted", "waited", "held", "passed", "declined", "part", "looked", "look-answered", "search-left"):
    kind(f"dragon.{_name}", FOLDER, group="rolls", whole=True)
kind("dragon.death-checked", FOLDER, shape="result", group="rolls")
kind("dragon.hurt", FOLDER, group="points", news=True)
kind("dragon.healed", FOLDER, group="points", news=True)
for _name in ("woke", "fate-set"):
    kind(f"dragon.{_name}", FOLDER, group="rolls", whole=True)
kind("dragon.damage-landed", FOLDER, group="points", whole=True)
kind("dragon.attacked", FOLDER, group="rolls", whole=True, awaited=always)
kind("dragon.split", FOLDER, group="rolls", whole=True, awaited=has_strikes)
kind("dragon.attack-lost", FOLDER, group="rolls", whole=True)
kind("dragon.attack-judged", FOLDER, group="rolls")
kind("dragon.attack-settled", FOLDER, shape="result", group="rolls")
kind("dragon.moved", FOLDER, group="rolls")
kind("dragon.ran", FOLDER, shape="result", group="rolls")
kind("dragon.stayed", FOLDER, group="rolls")
for _name in ("trigger-claimed", "trigger-answered", "trigger-let-be", "broke-in"):
    kind(f"dragon.{_name}", FOLDER, group="rolls", whole=True)
for _name in ("bonus-offered", "bonus-answered", "bonus-taken"):
    kind(f"dragon.{_name}", FOLDER, group="rolls", whole=True)
