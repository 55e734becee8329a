"""What waits for people who work together."""

from __future__ import annotations

from apps.checks.rough_magic.together import joining
from apps.checks.rough_magic.together.joint import KIND, Joint
from apps.table.exchanges import exchange_kind

FOLDER = "checks/rough_magic/together/asks"

exchange_kind(
    name=KIND,
    state=Joint,
    template=f"{FOLDER}/joint",
    answer="rough_magic.join-work",
    context=joining.asked_context,
)
