"""Dragon's fights: a turn of ten rounds, and what its phases buy."""
