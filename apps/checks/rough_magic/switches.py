"""The switches that Rough Magic's rolls play by."""

from apps.table.switches import honours

honours("rough_magic", "typed-dice", "unskilled", "auto-success-after-roll", "terror-recovery")
honours("rough_magic", "target-number-shown")
