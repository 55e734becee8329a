"""The guards of the GM who are hit and take it, in one tap (rough_magic.unnamed)."""

from __future__ import annotations

from apps.characters.rough_magic.sheet import UNNAMED
from apps.combat.rough_magic.attacks import settling
from apps.combat.rough_magic.attacks.strike import Clash, clash_of, open_attacks, options_of
from apps.table import exchanges
from apps.table.acts import ActForm, act, gms
from apps.table.desk import Desk
from apps.table.models import Exchange
from apps.table.turn import Turn


def waiting(desk: Desk) -> list[tuple[Exchange, Clash]]:
    """The open hits on those of the GM's who have no name."""
    found = [(one, clash_of(desk, exchanges.state_of(one))) for one in open_attacks(desk)]
    return [(one, clash) for one, clash in found if clash is not None and _is_guard(clash)]


def _is_guard(clash: Clash) -> bool:
    return clash.target.sheet == UNNAMED and clash.target.seat_id is None


class TakeAllForm(ActForm):
    """Nothing is asked."""


@act("rough_magic.take-all", title="The guards take it", form=TakeAllForm, button="They take it", who=gms)
def take_all(turn: Turn, form: TakeAllForm) -> None:
    """Settles every hit on somebody without a name that waits. Refuses where none does."""
    found = waiting(turn.desk)
    if not found:
        turn.refuse("none", "No guard without a name waits with an answer.")
    turn.cause = found[0][0].opened_by if len(found) == 1 else None
    for exchange, clash in found:
        settling.settle(turn, clash, settling.Met(), options_of(exchange))
        exchanges.close(turn, exchange)
