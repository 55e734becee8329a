"""Several at one task, in one of four ways."""
