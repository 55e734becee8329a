"""Importing this module registers every act of Crew's drama."""

from apps.drama.crew import assets, bank, episodes, nominations, place, points, triggers

__all__ = ["assets", "bank", "episodes", "nominations", "place", "points", "triggers"]
