"""Importing this module registers the acts that mend harm."""

from apps.characters.yarn.mending import critical, days, recovering, wounds

__all__ = ["critical", "days", "recovering", "wounds"]
