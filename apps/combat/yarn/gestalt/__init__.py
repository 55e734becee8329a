"""A fight in one roll: both sides are summed up, the GM's in secret, and it is talked through (yarn.gestalt-combat)."""
