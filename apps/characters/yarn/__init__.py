"""Yarn's characters: who they are to each other, what they can do with how many dice, and what they bear."""
