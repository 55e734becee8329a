"""What people at a table do together, in the smallest game that does it."""
