"""Kinds of events of work in common."""

from apps.table.kinds import kind

FOLDER = "checks/rough_magic/together/events"

for _name in ("joint", "joined", "sat-out", "worked-too", "long-work", "work-set", "work-ended", "attempt-counted"):
    kind(f"rough_magic.{_name}", FOLDER, group="rolls")
for _name in ("joint-counted", "attempt"):
    kind(
        f"rough_magic.{_name}",
        FOLDER,
        shape="result",
        group="rolls",
        gm_buttons=f"{FOLDER}/_sure.html",
        own_buttons=f"{FOLDER}/_sure.html",
    )
