"""The switches that plot points, scenes and Episodes are played by."""

from apps.table.switches import honours

honours(
    "crew",
    "plot-points-carry",
    "bdh-kept-between-episodes",
    "complications-clear-at",
    "callback-limit",
    "award-nominations",
    "lender-gets-point",
    "gm-botch-complication",
    "opportunity-price",
    "recovery-limit",
)
