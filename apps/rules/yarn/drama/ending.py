"""Closing a session, step by step."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apps.rules.numbers import whole
from apps.rules.registry import rule
from apps.rules.yarn.drama.bennies import Ballots, bennie_winners
from apps.rules.yarn.drama.calling import theme_order as themes
from apps.rules.yarn.drama.tokens import token_reset
from apps.rules.yarn.options import DEFAULTS, Options

DRAWN = "theme order drawn"
STEPS = (
    "hands fixed",
    "statements",
    "ballots",
    "tally",
    "bennies",
    "tokens to the kitty",
    DRAWN,
    "theme chosen",
    "experience dice",
)


@dataclass(frozen=True)
class Closed:
    """The steps taken, who names the theme of which session, the dice for each, and all hands afterwards."""

    steps_taken: tuple[str, ...]
    chooser: str
    for_session: int
    dice_awarded: int
    hands: Mapping[str, int]
    bennies: tuple[str, ...]
    summary: str


@rule("yarn.session-end")
def session_end(
    *,
    session: int,
    theme_order: Sequence[str],
    dice_awarded: int = 0,
    hands: Mapping[str, int] | None = None,
    ballots: Ballots | None = None,
    options: Options = DEFAULTS,
) -> Closed:
    """Statements, ballots, tally, bennies, tokens to the kitty, the next theme and experience dice (yarn.session-end).

    The order for themes is drawn after the first session alone. Refuses an order of nobody.
    """
    number = whole("session", session, least=1)
    whole("dice_awarded", dice_awarded, least=0)
    chosen = themes(order=theme_order, chosen_at_end_of_session=number)
    reset = token_reset(hands=hands or {})
    won = bennie_winners(ballots=ballots or {}, tokens=reset.used_in_tally, options=options).bennies if ballots else ()
    coming = number + 1
    summary = f"session {number}; bennies: {', '.join(won) or 'none'}; theme of session {coming}: {chosen.chooser}"
    steps = tuple(step for step in STEPS if step != DRAWN or number == 1)
    return Closed(steps, str(chosen.chooser), coming, dice_awarded, reset.hands, won, summary)
