"""Explosions: who is in one and at which rank, diving clear, and what it costs."""
