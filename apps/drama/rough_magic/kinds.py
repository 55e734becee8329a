"""Kinds of events about plot points, what they buy, and how a story goes on."""

from apps.table.kinds import kind

FOLDER = "drama/rough_magic/events"

for _name in ("death-proposed", "death-refused"):
    kind(f"rough_magic.{_name}", FOLDER, group="points")
kind("rough_magic.session-opened", FOLDER, group="table")
kind("rough_magic.awarded", FOLDER, group="points", aloud=True)
for _name in ("points-set", "point-proposed", "proposal-refused", "wish-refused"):
    kind(f"rough_magic.{_name}", FOLDER, group="points")
for _name in ("died", "lives", "boosted", "stunt", "rallied", "hinted", "retconned", "bought"):
    kind(f"rough_magic.{_name}", FOLDER, group="points", whole=True)
kind("rough_magic.wished", FOLDER, shape="say", group="points")
kind("rough_magic.way-chosen", FOLDER, group="rolls", whole=True)
kind("rough_magic.said", FOLDER, shape="say", group="talk")
