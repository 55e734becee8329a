"""The switches that procedural scenes are played by."""

from apps.table.switches import honours

honours("yarn", "consequence-rolls")
