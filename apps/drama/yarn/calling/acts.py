"""Importing this module registers the acts of episodes and calls."""

from apps.drama.yarn.calling import opening

__all__ = ["opening"]
