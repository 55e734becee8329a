"""Importing this module registers every act of Crew's drama."""

from apps.drama.crew import bank, points

__all__ = ["bank", "points"]
