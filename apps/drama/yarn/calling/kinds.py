"""Kinds of events about episodes, turns and calls."""

from apps.table.kinds import kind

FOLDER = "drama/yarn/calling/events"

kind("yarn.episode-opened", FOLDER, group="table")
