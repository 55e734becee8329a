"""Who sits at the table: letting people in, and everything that is done to a seat."""
