"""Importing this module registers the acts about supporting characters and places."""

from apps.drama.yarn.people import coming_in, keeping, moving, tying

__all__ = ["coming_in", "keeping", "moving", "tying"]
