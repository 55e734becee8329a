"""Rough Magic's acts of rolling, and of handling what one carries; importing them registers them."""

from apps.checks.rough_magic import asking, check, handling, recovering, retelling
from apps.checks.rough_magic.together import attempting, joining, long_work, opening, saving, settling

__all__ = [
    "asking", "attempting", "check", "handling", "joining", "long_work", "opening", "recovering", "retelling",
    "saving", "settling",
]  # fmt: skip
