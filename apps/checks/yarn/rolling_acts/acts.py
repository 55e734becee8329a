"""Importing this module registers the acts of rolling."""

from apps.checks.yarn.rolling_acts import check, gm

__all__ = ["check", "gm"]
