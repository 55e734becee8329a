"""The switches that the spending of bennies plays by."""

from apps.table.switches import honours

honours("yarn", "procedural-bennie", "burn-gm-pool")
