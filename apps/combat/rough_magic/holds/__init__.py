"""Grapples and what follows: breaking free, letting go, dragging and throwing the held."""
