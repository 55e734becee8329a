"""The close of an episode: statements, ballots, bennies, tokens to the kitty, the next theme (yarn.session-end)."""
