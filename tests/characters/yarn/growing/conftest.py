"""People and characters of Yarn who have something to spend."""

from tests.yarn_world import joss, maud, table

__all__ = ["joss", "maud", "table"]
