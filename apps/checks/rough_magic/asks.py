"""What waits for people in Rough Magic's rolls."""

from __future__ import annotations

from apps.checks.rough_magic import asking
from apps.checks.rough_magic.together import asks as asks
from apps.table.exchanges import exchange_kind

FOLDER = "checks/rough_magic/asks"

for _name in asking.KINDS:
    exchange_kind(
        name=_name,
        state=asking.Asked,
        template=f"{FOLDER}/asked",
        answer="rough_magic.answer-check",
        open=_name == asking.OPEN,
        context=asking.asked_context,
    )
