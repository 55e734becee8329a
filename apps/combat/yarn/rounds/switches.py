"""The switches that rounds are played by."""

from apps.table.switches import honours

honours("yarn", "combat-mode", "seconds-per-round", "turn-order", "gmc-initiative", "desperate-defence")
