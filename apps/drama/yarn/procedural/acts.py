"""Importing this module registers the acts of procedural scenes, and what waits for people in them."""

from apps.drama.yarn.procedural import breaks, consequences, telling

__all__ = ["breaks", "consequences", "telling"]
