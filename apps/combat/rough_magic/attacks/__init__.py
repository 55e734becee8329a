"""Attacks: how they are made, what meets them, and how they land."""
