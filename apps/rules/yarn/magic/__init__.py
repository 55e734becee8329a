"""Fringe powers and spells."""
