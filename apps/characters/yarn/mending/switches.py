"""The switches that mending is played by."""

from apps.table.switches import honours

honours("yarn", "recovery-share", "healing-odd-day-carries", "serious-wounds")
