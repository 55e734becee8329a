"""What waits for people in Rough Magic's fights."""

from __future__ import annotations

from apps.combat.rough_magic.attacks import aimed, answering, petitions, resisting, strike
from apps.combat.rough_magic.order import rolling
from apps.table.exchanges import exchange_kind

FOLDER = "combat/rough_magic/asks"

for _name in strike.KINDS:
    exchange_kind(
        name=_name,
        state=strike.Strike,
        ask_template=f"{FOLDER}/attack.html",
        row_template=f"{FOLDER}/attack_row.html",
        answer="rough_magic.answer-attack",
        open=_name == strike.OPEN,
        waits_for="an answer to a hit",
        context=answering.ask_context,
        bare_row=True,
    )
for _name, _state, _answer in (
    (petitions.RANGE, aimed.Aimed, "range"),
    (petitions.POWER, petitions.PowerWanted, "power"),
):
    exchange_kind(
        name=_name,
        state=_state,
        ask_template=f"{FOLDER}/{_answer}.html",
        row_template=f"{FOLDER}/{_answer}_row.html",
        answer=f"rough_magic.answer-{_answer}",
        open=False,
        context=petitions.ask_context,
        bare_row=True,
    )
for _name in resisting.KINDS:
    exchange_kind(
        name=_name,
        state=resisting.Resisting,
        ask_template=f"{FOLDER}/resist.html",
        row_template=f"{FOLDER}/resist_row.html",
        answer="rough_magic.resist-effect",
        open=_name == resisting.OPEN,
        waits_for="whether somebody resists",
        context=resisting.context,
        bare_row=True,
    )
exchange_kind(
    name=rolling.KIND,
    state=rolling.OrderAsked,
    ask_template=f"{FOLDER}/order.html",
    row_template=f"{FOLDER}/order_row.html",
    answer="rough_magic.roll-order",
    waits_for="the order of play",
    context=rolling.ask_context,
    bare_row=True,
)
