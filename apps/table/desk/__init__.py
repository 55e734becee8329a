"""The desk: a table's rows of play in the memory of this process.

`desk` keeps the rows, `noting` knows who has read which, `keeping` has what was found among them, `registry` has one
desk for each table in use and its lock, `rows` learns from the models what is kept, `writing` puts rows into the
database.
"""

from .desk import Desk, GoneError
from .keeping import kept
from .registry import at, desk_of, forget, forget_all, opened
from .rows import learn

__all__ = ["Desk", "GoneError", "at", "desk_of", "forget", "forget_all", "kept", "learn", "opened"]
