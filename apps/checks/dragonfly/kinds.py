"""Kinds of events in Dragonfly's checks."""

from apps.checks.dragonfly import words  # noqa: F401  their templates use its filters
from apps.table.kinds import always, kind

FOLDER = "checks/dragonfly/events"

kind("dragonfly.check", FOLDER, shape="result", group="rolls", gm_buttons=f"{FOLDER}/_overrule.html")
kind("dragonfly.asked", FOLDER, group="rolls")
kind("dragonfly.roll-requested", FOLDER, group="rolls")
kind("dragonfly.roll-request-answered", FOLDER, group="rolls")
kind("dragonfly.resist", FOLDER, group="rolls", awaited=always)
kind("dragonfly.resisted", FOLDER, shape="result", group="rolls")
kind("dragonfly.fury-answered", FOLDER, group="rolls")
kind("dragonfly.overruled", FOLDER, group="rolls", repeats=True)
