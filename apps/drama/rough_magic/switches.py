"""The switches that plot points are played by."""

from apps.table.switches import honours

honours("rough_magic", "plot-point-cap")
honours("rough_magic", "one-round-ends")
honours("rough_magic", "boosts-stack")
honours("rough_magic", "rally-when-defeated")
