"""Damage, falling, the Death Check, and dying."""
