"""Acts on the board; importing them registers them."""

from apps.board import beneath, laying, standing

__all__ = ["beneath", "laying", "standing"]
