"""Importing this module registers the acts of rolling."""

from apps.checks.yarn.rolling_acts import asking, check, gm, opposing

__all__ = ["asking", "check", "gm", "opposing"]
