"""Kinds of events of what else is done to opponents, and what waits for people in it."""

from apps.checks.rough_magic.kinds import rolled_kind
from apps.combat.rough_magic.feats import behind, combining
from apps.table.exchanges import exchange_kind
from apps.table.kinds import kind

FOLDER = "combat/rough_magic/events"
ASKS = "combat/rough_magic/asks"

for _name in ("distract", "taunt"):
    rolled_kind(f"rough_magic.{_name}", FOLDER)
for _name in ("ganged-up", "joined-attack", "struck-nobody"):
    kind(f"rough_magic.{_name}", FOLDER, group="rolls", whole=True)
for _name in combining.KINDS:
    exchange_kind(
        name=_name,
        state=combining.Ganging,
        template=f"{ASKS}/gang-up",
        answer="rough_magic.join-attack",
        open=_name == combining.OPEN,
        waits_for="an attack together",
        context=combining.context,
        bare_row=True,
    )
exchange_kind(
    name=behind.BEHIND,
    state=behind.Past,
    template=f"{ASKS}/behind",
    answer="rough_magic.strike-behind",
    open=False,
    context=behind.context,
    bare_row=True,
)
