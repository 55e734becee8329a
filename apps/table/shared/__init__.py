"""The acts, panels and kinds of every table, whatever its game."""
