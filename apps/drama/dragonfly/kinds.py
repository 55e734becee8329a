"""Kinds of events about Drama Points."""

from apps.table.kinds import kind

FOLDER = "drama/dragonfly/events"

for _name in ("spent", "im-ok"):
    kind(f"dragonfly.{_name}", FOLDER, group="points")
for _name in ("awarded", "taken-back", "twist-answered"):
    kind(f"dragonfly.{_name}", FOLDER, group="points", news=True)
kind("dragonfly.twist-asked", FOLDER, shape="say", group="points")
