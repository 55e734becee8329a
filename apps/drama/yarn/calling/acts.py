"""Importing this module registers the acts of episodes and calls."""

from apps.drama.yarn.calling import calls, ending, montages, opening, ordering, shopping

__all__ = ["calls", "ending", "montages", "opening", "ordering", "shopping"]
