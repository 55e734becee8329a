"""Jinxes and Complications, plot points, Assets, scenes and Episodes."""
