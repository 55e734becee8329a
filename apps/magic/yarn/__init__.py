"""Yarn's fringe powers and spells."""
