"""People and characters of Yarn, and a cast of three in the making."""

from tests.yarn_cast import cast, entered, noor, wanting
from tests.yarn_world import bess, joss, maud, table

__all__ = ["bess", "cast", "entered", "joss", "maud", "noor", "table", "wanting"]
