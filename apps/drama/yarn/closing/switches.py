"""The switches that the close of an episode plays by."""

from apps.table.switches import honours

honours("yarn", "second-place-many", "anonymous-ballots", "first-theme-by")
