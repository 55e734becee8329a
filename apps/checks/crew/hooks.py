"""What other apps add to a contest: around a throw, once the result stands, and when something inside it closed.

A hook that has something to ask opens an exchange of its own *inside* the contest's; the contest closes by itself when
its result stands and nothing inside it is open any more.
"""

from __future__ import annotations

from collections.abc import Callable

from apps.rules.crew.contest import Contest, Place
from apps.table.models import Event, Exchange, Table
from apps.table.turn import Turn

BeforeThrow = Callable[[Table, Contest], str]
AfterThrow = Callable[[Turn, Exchange, Contest, Place, Event], None]
AfterResult = Callable[[Turn, Exchange, Contest, Event], None]
InnerClosed = Callable[[Turn, Exchange], None]
before_throw_hooks: list[BeforeThrow] = []
after_throw_hooks: list[AfterThrow] = []
jinx_left_hooks: list[AfterThrow] = []
after_result_hooks: list[AfterResult] = []
inner_closed_hooks: list[InnerClosed] = []


def before_throw(hook: BeforeThrow) -> BeforeThrow:
    """Asked why nobody can throw in a contest now, nothing where they can: (table, contest)."""
    before_throw_hooks.append(hook)
    return hook


def after_throw(hook: AfterThrow) -> AfterThrow:
    """Called when a side has thrown, within the act and after its event: (turn, exchange, contest, place, event)."""
    after_throw_hooks.append(hook)
    return hook


def jinx_left(hook: AfterThrow) -> AfterThrow:
    """Called when a Big Damn Hero die fell on 1 and was not taken back: one more jinx of a roll that has been settled
    in part, with the arguments of `after_throw`. It stands among the side's `heroes` with face 1, not `returned`."""
    jinx_left_hooks.append(hook)
    return hook


def after_result(hook: AfterResult) -> AfterResult:
    """Called once both totals stand and no Big Damn Hero die follows: (turn, exchange, contest, event)."""
    after_result_hooks.append(hook)
    return hook


def inner_closed(hook: InnerClosed) -> InnerClosed:
    """Called when something inside an open contest was closed, which may have left somebody without a point: (turn,
    exchange)."""
    inner_closed_hooks.append(hook)
    return hook
