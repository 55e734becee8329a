"""Importing this module registers the acts that mend harm."""

from apps.characters.yarn.mending import critical, days, recovering

__all__ = ["critical", "days", "recovering"]
