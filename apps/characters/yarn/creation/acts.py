"""Importing this module registers every act of making the cast."""

from apps.characters.yarn.creation import (
    beginning,
    own_steps,
    pitching,
    proclaiming,
    reviewing,
    rolling,
    tying,
    wanting,
)

__all__ = ["beginning", "own_steps", "pitching", "proclaiming", "reviewing", "rolling", "tying", "wanting"]
