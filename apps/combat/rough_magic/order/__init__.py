"""The order of play: who has a turn now, what is held, owed and forced, and what happens at the end of a round."""
