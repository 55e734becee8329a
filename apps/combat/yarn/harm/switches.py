"""The switches that harm is played by."""

from apps.table.switches import honours

honours("yarn", "alternate-damage", "taser-can-kill", "vest-one-with-hollow-point")
