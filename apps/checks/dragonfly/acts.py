"""Registers Dragonfly's acts of rolling."""

from apps.checks.dragonfly import asking, checks, gate, overruling, requests, resisting

__all__ = ["asking", "checks", "gate", "overruling", "requests", "resisting"]
