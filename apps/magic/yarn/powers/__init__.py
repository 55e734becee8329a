"""Fringe powers in use: what they cost, whom they beat, what comes of them, and for how long."""
