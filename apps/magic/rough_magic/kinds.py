"""Kinds of events about Rough Magic's powers."""

from apps.table.kinds import kind

kind("rough_magic.power-switched", "magic/rough_magic/events", group="sheets", whole=True)
