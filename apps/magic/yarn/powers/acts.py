"""Importing this module registers the acts of powers in use."""

from apps.magic.yarn.powers import hooks, resisting, timers, using

__all__ = ["hooks", "resisting", "timers", "using"]
