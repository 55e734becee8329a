"""People and things of Rough Magic: sheets, endurance, states, recovery, and points of people."""
