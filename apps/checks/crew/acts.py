"""Registers Crew's acts of rolling."""

from apps.checks.crew import adding, building, keeping, opening, overruling, result, throwing

__all__ = ["adding", "building", "keeping", "opening", "overruling", "result", "throwing"]
