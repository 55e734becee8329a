"""What waits for people about Yarn's characters: votes."""

from apps.characters.yarn import votes

__all__ = ["votes"]
