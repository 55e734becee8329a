"""Registers Crew's acts of rolling."""

from apps.checks.crew import adding, asking, building, keeping, opening, overruling, result, throwing

__all__ = ["adding", "asking", "building", "keeping", "opening", "overruling", "result", "throwing"]
