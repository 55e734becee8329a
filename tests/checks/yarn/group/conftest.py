"""Characters of Yarn as people make them."""

from tests.yarn_world import bess, hale, joss, maud, table

__all__ = ["bess", "hale", "joss", "maud", "table"]
