"""Kinds of events about Drama Points."""

from apps.table.kinds import kind

FOLDER = "drama/dragonfly/events"

kind("dragonfly.awarded", FOLDER, group="points", aloud=True)
for _name in ("spent", "taken-back", "twist-answered", "im-ok"):
    kind(f"dragonfly.{_name}", FOLDER, group="points")
kind("dragonfly.twist-asked", FOLDER, shape="say", group="points")
