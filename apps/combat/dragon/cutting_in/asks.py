"""What waits for people where somebody cuts in."""

from __future__ import annotations

from apps.combat.dragon.cutting_in import breaking_in, offering, questions, triggers
from apps.table.exchanges import exchange_kind

FOLDER = "combat/dragon/asks"

for _name in triggers.CLAIMS:
    exchange_kind(
        name=_name,
        state=triggers.Come,
        ask_template=f"{FOLDER}/trigger.html",
        row_template=f"{FOLDER}/trigger_row.html",
        answer="dragon.answer-trigger",
        open=_name == questions.CLAIM,
        bare_row=True,
    )
for _name in triggers.BREAK_INS:
    exchange_kind(
        name=_name,
        state=triggers.Come,
        ask_template=f"{FOLDER}/break-in.html",
        row_template=f"{FOLDER}/break-in_row.html",
        answer="dragon.break-in",
        open=_name == questions.BREAK_IN,
        context=breaking_in.ask_context,
        bare_row=True,
    )
for _name in offering.OFFERS:
    exchange_kind(
        name=_name,
        state=offering.Offer,
        ask_template=f"{FOLDER}/offer.html",
        row_template=f"{FOLDER}/offer_row.html",
        answer="dragon.answer-offer",
        open=_name == questions.OFFER,
        bare_row=True,
    )
for _name in offering.ASKED:
    exchange_kind(
        name=_name,
        state=offering.Offer,
        ask_template=f"{FOLDER}/offered.html",
        row_template=f"{FOLDER}/offered_row.html",
        answer="dragon.take-offer",
        open=_name == questions.OFFERED,
        bare_row=True,
    )
