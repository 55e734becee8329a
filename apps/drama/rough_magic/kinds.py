"""Kinds of events about plot points, what they buy, and how a story goes on."""

from apps.table.kinds import kind

FOLDER = "drama/rough_magic/events"

for _name in ("death-proposed", "death-refused", "death-withdrawn"):
    kind(f"rough_magic.{_name}", FOLDER, group="points")
kind("rough_magic.session-opened", FOLDER, group="table", news=True)
kind("rough_magic.point-proposed", FOLDER, group="points")
for _name in ("awarded", "points-set", "proposal-refused", "wish-refused"):
    kind(f"rough_magic.{_name}", FOLDER, group="points", news=True)
for _name in ("died", "lives", "boosted", "stunt", "rallied", "hinted", "retconned", "bought"):
    kind(f"rough_magic.{_name}", FOLDER, group="points", whole=True, news=True)
kind("rough_magic.wished", FOLDER, shape="say", group="points")
kind("rough_magic.way-chosen", FOLDER, group="rolls", whole=True)
kind("rough_magic.said", FOLDER, shape="say", group="talk")
