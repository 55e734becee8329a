"""Kinds of events in Yarn's attacks."""

from apps.combat.yarn.attacks.settling import SETTLED
from apps.combat.yarn.attacks.together import LANDED
from apps.table.kinds import always, kind

FOLDER = "combat/yarn/attacks/events"

for _name in (SETTLED, LANDED):
    kind(_name, FOLDER, shape="result", group="rolls", whole=True)
kind("yarn.attacked", FOLDER, group="rolls", whole=True, awaited=always)
for _name in ("attack-judged", "reloaded", "set-upon", "gang-chosen", "defence-chosen", "dice-lie"):
    kind(f"yarn.{_name}", FOLDER, group="rolls", whole=True)
