"""Importing this module registers the act of casting."""

from apps.magic.yarn.spells import casting

__all__ = ["casting"]
