from apps.table.kinds import kind

for _name in (
    "made",
    "line-written",
    "seated",
    "coins-given",
    "called",
    "voted",
    "ranked",
    "opened",
    "ranks-in",
    "bet",
    "gone-on",
):
    kind(f"parlour.{_name}", "characters/parlour/events", group="other")
