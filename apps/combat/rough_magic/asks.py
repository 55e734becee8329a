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
        template=f"{FOLDER}/attack",
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
        template=f"{FOLDER}/{_answer}",
        answer=f"rough_magic.answer-{_answer}",
        open=False,
        context=petitions.ask_context,
        bare_row=True,
    )
for _name in resisting.KINDS:
    exchange_kind(
        name=_name,
        state=resisting.Resisting,
        template=f"{FOLDER}/resist",
        answer="rough_magic.resist-effect",
        open=_name == resisting.OPEN,
        waits_for="whether somebody resists",
        context=resisting.context,
        bare_row=True,
    )
exchange_kind(
    name=rolling.KIND,
    state=rolling.OrderAsked,
    template=f"{FOLDER}/order",
    answer="rough_magic.roll-order",
    waits_for="the order of play",
    context=rolling.ask_context,
    bare_row=True,
)
