"""What waits for people where somebody cuts in."""

from __future__ import annotations

from apps.combat.dragon.cutting_in import breaking_in, offering, questions, triggers
from apps.combat.dragon.phases import going_on
from apps.table.exchanges import exchange_kind

FOLDER = "combat/dragon/asks"

for _name in triggers.CLAIMS:
    exchange_kind(
        name=_name,
        state=triggers.Come,
        template=f"{FOLDER}/trigger",
        answer="dragon.answer-trigger",
        open=_name == questions.CLAIM,
        closing=going_on.when_over,
        bare_row=True,
    )
for _name in triggers.BREAK_INS:
    exchange_kind(
        name=_name,
        state=triggers.Come,
        template=f"{FOLDER}/break-in",
        answer="dragon.break-in",
        open=_name == questions.BREAK_IN,
        closing=going_on.when_over,
        context=breaking_in.ask_context,
        bare_row=True,
    )
for _name in offering.OFFERS:
    exchange_kind(
        name=_name,
        state=offering.Offer,
        template=f"{FOLDER}/offer",
        answer="dragon.answer-offer",
        open=_name == questions.OFFER,
        closing=going_on.when_over,
        bare_row=True,
    )
for _name in offering.ASKED:
    exchange_kind(
        name=_name,
        state=offering.Offer,
        template=f"{FOLDER}/offered",
        answer="dragon.take-offer",
        open=_name == questions.OFFERED,
        closing=going_on.when_over,
        bare_row=True,
    )
