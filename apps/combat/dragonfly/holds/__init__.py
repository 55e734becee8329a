"""Seizing, breaking free and letting go."""
