"""What waits for people in Dragonfly's checks: asked-for checks, a Resisted Action's other side, wishes to roll."""

from __future__ import annotations

from apps.checks.dragonfly import asked, requests, resisting
from apps.checks.dragonfly.asking import asked_context
from apps.table.exchanges import exchange_kind

FOLDER = "checks/dragonfly/asks"

for _name in asked.KINDS:
    exchange_kind(
        name=_name,
        state=asked.AskedCheck,
        ask_template=f"{FOLDER}/asked-check.html",
        row_template=f"{FOLDER}/asked-check_row.html",
        answer="dragonfly.answer-check",
        open=_name == asked.OPEN,
        context=asked_context,
    )
for _name in resisting.KINDS:
    exchange_kind(
        name=_name,
        state=resisting.Resisting,
        ask_template=f"{FOLDER}/resist.html",
        row_template=f"{FOLDER}/resist_row.html",
        answer="dragonfly.answer-resist",
        open=_name == resisting.OPEN,
        context=resisting.resist_context,
    )
exchange_kind(
    name=requests.KIND,
    state=requests.RollRequest,
    ask_template=f"{FOLDER}/roll-request.html",
    row_template=f"{FOLDER}/roll-request_row.html",
    answer="dragonfly.answer-roll-request",
    open=False,
)
