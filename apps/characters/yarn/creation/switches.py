"""The switches that the making of the cast is played by."""

from apps.table.switches import honours

honours("yarn", "hp-floor", "hp-roll-without-trait")
