"""The table options that checks play by."""

from apps.table.switches import honours

honours("dragonfly", "typed-dice", "players-may-roll-freely", "levels-add-up-over-turns")
