"""Importing this module registers the acts of learning."""

from apps.magic.yarn.learning import buying, powers, spells

__all__ = ["buying", "powers", "spells"]
