"""Making the cast together: the 22 steps, from the pitch to the order for play."""
