"""What waits for people in Dragon's rolls."""

from __future__ import annotations

from apps.checks.dragon import asking, opposing
from apps.table.exchanges import exchange_kind

FOLDER = "checks/dragon/asks"

for _name in asking.KINDS:
    exchange_kind(
        name=_name,
        state=asking.Asked,
        template=f"{FOLDER}/asked",
        answer="dragon.answer-check",
        open=_name == asking.OPEN,
        context=asking.asked_context,
    )
for _name in opposing.KINDS:
    exchange_kind(
        name=_name,
        state=opposing.Opposing,
        template=f"{FOLDER}/opposed",
        answer="dragon.answer-oppose",
        open=_name == opposing.OPEN,
        context=opposing.opposed_context,
    )
