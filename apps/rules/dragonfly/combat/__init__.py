"""Fights: what comes in a Turn, attacks and defenses, harm and fear."""
