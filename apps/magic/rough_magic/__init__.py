"""Powers of Rough Magic: switched on and off (rough_magic.powers)."""
