"""Kinds of events that keep play safe for everybody. Only going on and the fade have somebody's name."""

from apps.table.kinds import kind

FOLDER = "table/safety/events"

kind("pause", FOLDER, group="table")
kind("step-back", FOLDER, group="table")
kind("faded", FOLDER, group="table")
kind("go-on", FOLDER, group="table")
kind("line-added", FOLDER, group="table")
kind("line-withdrawn", FOLDER, group="table")
