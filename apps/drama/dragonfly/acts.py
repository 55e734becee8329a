"""Importing this module registers every act of Dragonfly's drama."""

from apps.drama.dragonfly import im_ok, points, twist

__all__ = ["im_ok", "points", "twist"]
