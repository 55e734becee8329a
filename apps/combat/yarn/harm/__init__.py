"""Harm by the GM's hand, death and the reason to live, serious wounds, last acts."""
