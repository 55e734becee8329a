"""Fights: rounds, attacks, gunfire, armour, and what all of it does to hit points."""
