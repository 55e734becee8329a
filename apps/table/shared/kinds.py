"""Kinds of events that every table has."""

from apps.table.kinds import kind

FOLDER = "table/events"

kind("session-opened", FOLDER, group="table")
kind("session-closed", FOLDER, group="table", news=True)
kind("scene-opened", FOLDER, shape="say", group="table", news=True)
kind("scene-closed", FOLDER, group="table")
kind("switches-changed", FOLDER, group="table")
kind("undo", FOLDER, group="table", repeats=True, news=True)
kind("undo-asked", FOLDER, group="table")
kind("undo-refused", FOLDER, group="table")
kind("revealed", FOLDER, group="table", repeats=True)
kind("hidden", FOLDER, group="table")
kind("called-off", FOLDER, group="table")
kind("left-out", FOLDER, group="table")
kind("brought-here", FOLDER, group="table")
kind("put-away", FOLDER, group="table")
kind("brought-back", FOLDER, group="table")
kind("gm-link-given", FOLDER, group="table")
