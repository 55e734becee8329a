"""The switches that growing is played by."""

from apps.table.switches import honours

honours("yarn", "equal-awards", "narrow-development")
