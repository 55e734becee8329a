"""The table options that sheets play by."""

from apps.table.switches import honours

honours("dragon", "primary-from-substats", "hit-points-formula", "move-formula", "speed-points-per-die")
