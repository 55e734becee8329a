"""Yarn's fights: talked through as a whole, or round by round."""
