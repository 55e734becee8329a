"""Sheets, Life Points and healing as Dragonfly has them."""
