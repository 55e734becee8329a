"""The table options that ships play by."""

from apps.table.switches import honours

honours(
    "dragonfly",
    "pilot-attribute",
    "position-needs-nine",
    "turrets-always-add-successes",
    "evasion-at-missile-penalty",
    "size-counts-twice",
    "open-hiding-rolls",
    "random-cover",
    "chase-by-higher-total",
    "free-evasion-while-fleeing",
    "supplies-last-until-third-hit",
    "weapons-hit-silences-one",
    "reroll-dead-systems",
    "repair-time",
)
