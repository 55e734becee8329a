"""The switches that Crew's conflicts are played by."""

from apps.table.switches import honours

honours("crew", "next-round-starter", "gmc-stay-complication")
