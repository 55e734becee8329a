"""Dragon's acts of rolling; importing them registers them."""

from apps.checks.dragon import asking, checks, opposing, striking

__all__ = ["asking", "checks", "opposing", "striking"]
