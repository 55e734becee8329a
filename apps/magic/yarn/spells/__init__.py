"""Spells that are cast."""
