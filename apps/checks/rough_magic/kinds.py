"""Kinds of events about Rough Magic's rolls, and about gear."""

from apps.checks.rough_magic.together import kinds as kinds
from apps.table.kinds import kind

FOLDER = "checks/rough_magic/events"

kind(
    "rough_magic.check",
    FOLDER,
    shape="result",
    group="rolls",
    gm_buttons=f"{FOLDER}/_gm.html",
    own_buttons=f"{FOLDER}/_own.html",
)
kind("rough_magic.roll-asked", FOLDER, group="rolls")
kind("rough_magic.bought-success", FOLDER, group="rolls", repeats=True)
kind("rough_magic.overruled", FOLDER, group="rolls", repeats=True)
for _name in ("used-up", "worn", "drawn"):
    kind(f"rough_magic.{_name}", FOLDER, group="sheets")
