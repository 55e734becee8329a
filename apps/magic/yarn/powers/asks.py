"""What waits for people when powers and spells work on somebody."""

from __future__ import annotations

from apps.magic.yarn.powers import resisting
from apps.magic.yarn.powers.using import OPEN, QUIETLY
from apps.magic.yarn.powers.works import Using
from apps.table.exchanges import exchange_kind

for _name in (OPEN, QUIETLY):
    exchange_kind(
        name=_name,
        state=Using,
        template="magic/yarn/powers/asks/resist",
        answer="yarn.resist-power",
        open=_name == OPEN,
        waits_for="an answer to a power",
        context=resisting.context,
        bare_row=True,
    )
