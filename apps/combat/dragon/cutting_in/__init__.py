"""What breaks into the order: kept phases with a trigger, and phases offered to the other side."""
