"""Characters of Yarn as people make them, in a fight."""

from tests.yarn_world import bess, hale, joss, maud, table

__all__ = ["bess", "hale", "joss", "maud", "table"]
