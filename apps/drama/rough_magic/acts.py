"""Importing this module registers every act of Rough Magic's drama."""

from apps.drama.rough_magic import (
    answering,
    boosting,
    death,
    failing,
    gaining,
    hints,
    one_yes,
    rallying,
    retcons,
    session,
    setting,
    spending,
    stunts,
    talking,
)

__all__ = [
    "answering",
    "boosting",
    "death",
    "failing",
    "gaining",
    "hints",
    "one_yes",
    "rallying",
    "retcons",
    "session",
    "setting",
    "spending",
    "stunts",
    "talking",
]
