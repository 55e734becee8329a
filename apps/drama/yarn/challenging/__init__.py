"""Challenges: what in a call or in a narration somebody objects to, and how that is settled (yarn.challenge)."""
