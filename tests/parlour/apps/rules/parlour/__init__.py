"""A parlour game: it has no rules of its own."""
