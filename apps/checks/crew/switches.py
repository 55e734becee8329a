"""The table options that Crew's rolls play by."""

from apps.table.switches import honours

honours(
    "crew",
    "extra-dice-after-comparing",
    "highest-die-tie",
    "bdh-counts-for-exceptional",
    "bdh-loss-choice",
    "bdh-per-roll",
    "signature-assets-per-roll",
    "ganging-up-count",
)
