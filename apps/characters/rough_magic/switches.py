"""The switches that sheets and levels are played by."""

from apps.table.switches import honours

honours("rough_magic", "point-costs-shown", "enemy-levels-shown", "stun-hurts-objects")
