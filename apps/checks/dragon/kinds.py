"""Kinds of events in Dragon's rolls."""

from apps.table.kinds import always, kind

FOLDER = "checks/dragon/events"

kind("dragon.check", FOLDER, shape="result", group="rolls", gm_buttons=f"{FOLDER}/_strike.html")
kind("dragon.roll-asked", FOLDER, group="rolls")
kind("dragon.oppose", FOLDER, group="rolls", whole=True, awaited=always)
kind("dragon.opposed", FOLDER, shape="result", group="rolls")
kind("dragon.skill-struck", FOLDER, group="rolls", repeats=True)
