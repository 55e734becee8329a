"""Fights of Rough Magic: turns held, owed and forced, attacks and how they are met."""
