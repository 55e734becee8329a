"""Importing this module registers the acts of harm."""

from apps.combat.yarn.harm import dealing, dying, hitting, last_acts

__all__ = ["dealing", "dying", "hitting", "last_acts"]
