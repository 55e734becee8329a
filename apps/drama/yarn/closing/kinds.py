"""Kinds of events about the close of an episode. Of ballots and scores there is nothing in them but for the GM."""

from apps.table.kinds import kind

FOLDER = "drama/yarn/closing/events"

for _name in ("episode-closes", "statement-handed", "balloted", "ballots-in", "themes-drawn", "theme-chosen"):
    kind(f"yarn.{_name}", FOLDER, group="table")
for _name in ("episode-closed", "broken-off"):
    kind(f"yarn.{_name}", FOLDER, group="table", news=True)
kind("yarn.stated", FOLDER, group="talk")
kind("yarn.bennies-gained", FOLDER, group="points", whole=True, news=True)
