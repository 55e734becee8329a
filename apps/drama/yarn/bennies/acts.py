"""Importing this module registers what is bought with bennies."""

from apps.drama.yarn.bennies import burning, buying, dice

__all__ = ["burning", "buying", "dice"]
