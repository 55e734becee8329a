"""Attacks from the die to what they do: made at close quarters, answered, landed, told. Shots land here too."""
