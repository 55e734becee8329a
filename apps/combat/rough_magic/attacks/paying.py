"""What an attack uses up is paid for; an answer is, and the attack settled with it (rough_magic.forcing)."""

from __future__ import annotations

from apps.characters.models import Character, Entry
from apps.characters.rough_magic import powers, states
from apps.combat.rough_magic.attacks import settling
from apps.combat.rough_magic.attacks.guards import FORCED, Guard
from apps.combat.rough_magic.attacks.settling import DIVE, LASTS, POWER
from apps.combat.rough_magic.attacks.strike import Clash
from apps.combat.rough_magic.order import stored
from apps.combat.rough_magic.order.getting_clear import NOWHERE, lies_there
from apps.rules.distance import Cell
from apps.rules.rough_magic.options import Options
from apps.table.models import Event
from apps.table.turn import Turn


def use_one(turn: Turn, character: Character, arm: str) -> None:
    """What somebody attacks with, by its public id: one less of what is counted, and a power goes on with it
    (rough_magic.powers). Refuses (used-up) what is none of any more."""
    row = turn.desk.one(Entry, character=character, public_id=arm)
    if row is not None and row.kind == powers.KIND and not powers.is_on(row):
        powers.switch(turn, row, True)
    if row is None or row.amount is None or row.kind != "gear":
        return
    if row.amount < 1:
        turn.refuse("used-up", f"{character.name} has no {row.name} left.")
    turn.change(row, amount=row.amount - 1)


def settle_with(turn: Turn, clash: Clash, guard: Guard, options: Options, to: Cell | None = None) -> Event:
    """Pays for an answer, settles the attack with it, and lets a block or a dodge go on; who dives clear lies at the
    cell `to` then. Inside the hold."""
    what, price = FORCED.get(guard.how), ""
    if what and clash.fight:
        price = stored.force(turn, clash.fight, clash.target, what)
    if state := LASTS.get(guard.how):
        note = clash.strike.arms.power if guard.how == POWER else ""
        states.begin(turn, clash.target, state, note=note, amount=stored.paid_in(price))
    cleared = lies_there(turn, clash.target, to) if guard.how == DIVE else NOWHERE
    return settling.settle(turn, clash, guard.met(price, cleared), options)
