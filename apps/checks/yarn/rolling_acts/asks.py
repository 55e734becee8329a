"""What waits for people in Yarn's rolls."""

from __future__ import annotations

from apps.checks.yarn.rolling_acts import asking, opposing
from apps.table.exchanges import exchange_kind

FOLDER = "checks/yarn/rolling_acts/asks"

for _name in asking.KINDS:
    exchange_kind(
        name=_name,
        state=asking.Asked,
        template=f"{FOLDER}/asked",
        answer="yarn.answer-check",
        open=_name == asking.OPEN,
        context=asking.asked_context,
        waits_for="their roll",
    )

exchange_kind(
    name=opposing.KIND,
    state=opposing.Opposed,
    template=f"{FOLDER}/opposed",
    answer="yarn.answer-oppose",
    open=False,
    context=opposing.context,
    waits_for="their side of a roll",
)
