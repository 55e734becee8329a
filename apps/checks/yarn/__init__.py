"""Yarn's rolls: how many dice somebody throws, and what they are up against."""
