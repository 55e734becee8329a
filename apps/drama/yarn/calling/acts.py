"""Importing this module registers the acts of episodes and calls."""

from apps.drama.yarn.calling import calls, correcting, ending, montages, opening, ordering, shopping

__all__ = ["calls", "correcting", "ending", "montages", "opening", "ordering", "shopping"]
