"""Importing this module registers every act of growing."""

from apps.characters.yarn.growing import awarding, improving, rising

__all__ = ["awarding", "improving", "rising"]
