"""Dragonfly's ships: sheets and crews."""
