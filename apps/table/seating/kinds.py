"""Kinds of events about seats. What happens at the door concerns the GMs alone."""

from apps.table.kinds import kind

FOLDER = "table/seating/events"

kind("sat-down", FOLDER, group="table")
kind("let-in", FOLDER, group="table")
kind("turned-away", FOLDER, group="table")
kind("invite-renewed", FOLDER, group="table")
kind("gm-invited", FOLDER, group="table")
kind("waiting-room", FOLDER, group="table")
kind("seat-removed", FOLDER, group="table")
kind("left", FOLDER, group="table")
kind("link-shown", FOLDER, group="table")
kind("link-renewed", FOLDER, group="table")
kind("made-gm", FOLDER, group="table")
kind("let-play", FOLDER, group="table")
kind("stepped-down", FOLDER, group="table")
kind("renamed", FOLDER, group="table")
kind("recoloured", FOLDER, group="table")
kind("seat-offered", FOLDER, group="table")
kind("seat-given", FOLDER, group="table")
kind("seat-kept", FOLDER, group="table")
