"""Fights: turns, phases and their prices, attacks, and what becomes of the fallen."""
