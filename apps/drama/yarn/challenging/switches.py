"""The switches that challenges play by."""

from apps.table.switches import honours

honours("yarn", "gm-party-tie", "gm-may-duck-and-rush")
