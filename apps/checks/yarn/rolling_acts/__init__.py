"""Rolls of one's own, asked ones, against somebody, and what the GM throws for herself."""
