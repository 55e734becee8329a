"""Crew: step dice, the two highest kept, jinxes and plot points."""
