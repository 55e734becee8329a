"""Importing this module registers every act of Rough Magic's powers."""

from apps.magic.rough_magic import switching

__all__ = ["switching"]
