"""Ships: dogfights, damage, sensors and chases.

A rule's function throws its own dice in the book's order. Where each person rolls in their own act, the parts
(`..._parts`) say what goes onto a die, and `positioned`, `shot`, `evaded`, `repaired`, `hidden_from` and `raced` take
the finished rolls.
"""

from apps.rules.dragonfly.ships import chase, damage, dogfight, odds, sensors, sheet

__all__ = ["chase", "damage", "dogfight", "odds", "sensors", "sheet"]
