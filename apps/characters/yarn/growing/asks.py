"""What waits for people as characters grow: the GM's word on what they buy, and how their hit points rise."""

from apps.characters.yarn.growing import improving, rising

__all__ = ["improving", "rising"]
