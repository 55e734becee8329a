"""Many hands on one task, and work too long for one roll."""
