"""What waits for people about harm that stays: whether a hard blow leaves a serious wound."""

from apps.characters.yarn.mending import wounds

__all__ = ["wounds"]
