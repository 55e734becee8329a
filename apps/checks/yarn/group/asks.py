"""What waits for people in efforts of several."""

from __future__ import annotations

from apps.checks.yarn.group import efforts
from apps.table.exchanges import exchange_kind

FOLDER = "checks/yarn/group/asks"

exchange_kind(
    name=efforts.KIND,
    state=efforts.Effort,
    template=f"{FOLDER}/effort",
    answer="yarn.throw-for-effort",
    context=efforts.context,
    waits_for="their part in it",
)
