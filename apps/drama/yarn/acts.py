"""Importing this module registers the acts of Yarn's drama that every scene stands on; folders register their own."""

from apps.drama.yarn import setting, window

__all__ = ["setting", "window"]
