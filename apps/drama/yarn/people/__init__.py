"""Supporting characters and places: who comes in, who becomes recurring, where the scene goes."""
