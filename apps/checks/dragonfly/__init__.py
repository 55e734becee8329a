"""Dragonfly: one d10, an attribute and a skill against nine."""
