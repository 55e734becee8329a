"""What becomes of harm: recovery, days of healing, and what does not heal by itself."""
