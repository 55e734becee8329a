"""To whom a card was told that not everybody hears, in words for whoever hears it."""

from __future__ import annotations

from apps.table.desk.registry import keeper_of
from apps.table.log import Told
from apps.table.voices import told_to


def hearers(told: Told, gm: str) -> str:
    """As in "to the Director", "blind" or "only you"; nothing where everybody hears the same. `gm` is the game's word.

    Said from this version and from what everybody knows: it betrays nobody who hears another one.
    """
    if not told.veiled:
        return ""
    named = told.facts.get("to")
    if told.kind.group == "talk" and named:
        return "only you" if named == ["me"] else f"to {' and '.join(named)}"
    return _by_mode(told, gm) or _by_versions(told, gm)


def _by_mode(told: Told, gm: str) -> str:
    if told.facts.get("blind"):
        return "blind"
    return told_to(str(told.facts.get("mode")), gm)


def _by_versions(told: Told, gm: str) -> str:
    if _also_told(told, "everybody"):
        return "others hear less"
    if told.audience == "gms":
        return f"to the {gm}"
    return f"you and the {gm}" if _also_told(told, "gms") else "only you"


def _also_told(told: Told, audience: str) -> bool:
    """Whether there is a version for these: on the desk, or as it was read with the telling."""
    desk = keeper_of(told.telling)
    if desk is None:
        return bool(told.telling.__dict__[f"heard_by_{audience}"])
    return any(one.audience == audience for one in desk.tellings_of(told.event))
