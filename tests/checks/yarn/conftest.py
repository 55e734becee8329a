"""Characters of Yarn as people make them."""

from tests.yarn_world import joss, maud, table

__all__ = ["joss", "maud", "table"]
