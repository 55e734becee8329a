"""Kinds of events that every table has: words and free dice."""

from apps.table.kinds import kind

FOLDER = "checks/events"

kind("say", FOLDER, shape="say", group="talk")
kind("roll", FOLDER, shape="result", group="rolls")
