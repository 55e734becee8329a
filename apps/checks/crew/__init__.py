"""Crew."""
