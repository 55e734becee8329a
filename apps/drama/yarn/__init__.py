"""Yarn's scenes: who calls them, what they are about, what they cost, and how an episode closes."""
