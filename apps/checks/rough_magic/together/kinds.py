"""Kinds of events of work in common."""

from collections.abc import Mapping
from typing import Any

from apps.checks.rough_magic.buying import pays_for
from apps.checks.rough_magic.together.joint import workers_of
from apps.table.kinds import kind
from apps.table.viewer import Viewer

FOLDER = "checks/rough_magic/together/events"


def worked(viewer: Viewer, facts: Mapping[str, Any]) -> bool:
    """Whether this seat plays one of those who worked: each of them may pay for all."""
    return pays_for(viewer, workers_of(facts))


for _name in ("joint", "long-work", "work-set", "work-ended", "attempt-counted"):
    kind(f"rough_magic.{_name}", FOLDER, group="rolls")
for _name in ("joined", "sat-out", "worked-too"):
    kind(f"rough_magic.{_name}", FOLDER, group="rolls", whole=True)
for _name in ("joint-counted", "attempt"):
    kind(
        f"rough_magic.{_name}",
        FOLDER,
        shape="result",
        group="rolls",
        gm_buttons=f"{FOLDER}/_sure.html",
        own_buttons=f"{FOLDER}/_sure.html",
        part=worked,
    )
