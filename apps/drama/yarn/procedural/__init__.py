"""Procedural scenes: what their breaks leave behind, and what is told without dice."""
