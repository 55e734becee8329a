"""Importing this module registers every act of Crew's conflicts."""

from apps.combat.crew import conflict, passing, staying, timed

__all__ = ["conflict", "passing", "staying", "timed"]
