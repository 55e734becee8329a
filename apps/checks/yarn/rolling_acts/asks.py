"""What waits for people in Yarn's rolls."""

from __future__ import annotations

from apps.checks.yarn.rolling_acts import asking, opposing
from apps.table.exchanges import exchange_kind

FOLDER = "checks/yarn/rolling_acts/asks"

for _name in asking.KINDS:
    exchange_kind(
        name=_name,
        state=asking.Asked,
        ask_template=f"{FOLDER}/asked.html",
        row_template=f"{FOLDER}/asked_row.html",
        answer="yarn.answer-check",
        open=_name == asking.OPEN,
        context=asking.asked_context,
        waits_for="their roll",
    )

exchange_kind(
    name=opposing.KIND,
    state=opposing.Opposed,
    ask_template=f"{FOLDER}/opposed.html",
    row_template=f"{FOLDER}/opposed_row.html",
    answer="yarn.answer-oppose",
    open=False,
    context=opposing.context,
    waits_for="their side of a roll",
)
