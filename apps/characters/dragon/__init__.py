"""Characters of Dragon."""
