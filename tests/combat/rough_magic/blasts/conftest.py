"""The people of Rough Magic's evening."""

from tests.combat.rough_magic.standing import bramble, door, guard, jun, sel, table

__all__ = ["bramble", "door", "guard", "jun", "sel", "table"]
