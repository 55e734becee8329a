"""Registers Crew's panels of rolling."""

from apps.checks.crew import contest_panel, pool_panel

__all__ = ["contest_panel", "pool_panel"]
