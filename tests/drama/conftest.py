"""The people's characters."""

from tests.characters.conftest import brute, make, pell, shannon, voss

__all__ = ["brute", "make", "pell", "shannon", "voss"]
