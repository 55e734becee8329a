"""Rolls of Rough Magic: two sides of a roll, work together and long work."""
