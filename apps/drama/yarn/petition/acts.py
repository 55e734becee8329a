"""Importing this module registers the acts by which dramatic scenes come out."""

from apps.drama.yarn.petition import deciding, ending, forcing, quiz, settling, two_way

__all__ = ["deciding", "ending", "forcing", "quiz", "settling", "two_way"]
