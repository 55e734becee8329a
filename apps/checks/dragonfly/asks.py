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
        template=f"{FOLDER}/asked-check",
        answer="dragonfly.answer-check",
        open=_name == asked.OPEN,
        context=asked_context,
    )
for _name in resisting.KINDS:
    exchange_kind(
        name=_name,
        state=resisting.Resisting,
        template=f"{FOLDER}/resist",
        answer="dragonfly.answer-resist",
        open=_name == resisting.OPEN,
        context=resisting.resist_context,
    )
exchange_kind(
    name=requests.KIND,
    state=requests.RollRequest,
    template=f"{FOLDER}/roll-request",
    answer="dragonfly.answer-roll-request",
    open=False,
)
