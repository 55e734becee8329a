"""How powers and spells are learned, and psychic shots bought."""
