"""Yarn's fights by rounds: who is in one, whose turn it is, and what each has used up (yarn.rounds)."""
