"""A round and its parts: what may be done with a phase, and the turn going on."""
