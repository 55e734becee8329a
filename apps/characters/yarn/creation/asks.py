"""What waits for people while the cast is made: their word, other words for a tie, the wording of a want."""

from apps.characters.yarn.creation import steps, tying, wanting

__all__ = ["steps", "tying", "wanting"]
