"""The switches that calls are made by."""

from apps.table.switches import honours

honours("yarn", "gm-slot", "montage-objection", "token-colour")
