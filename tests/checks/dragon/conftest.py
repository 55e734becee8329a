"""Rolls of Dragon."""

from tests.characters.dragon.conftest import ana, guard, table

__all__ = ["ana", "guard", "table"]
