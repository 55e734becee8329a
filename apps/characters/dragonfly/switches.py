"""The table options that sheets, healing and points play by."""

from apps.table.switches import honours

honours(
    "dragonfly",
    "starting-drama-points",
    "healing-without-care",
    "healing-is-shared",
    "doctor-treatments",
    "ok-heals-rounded-down",
)
