"""Shooting and throwing: weapons, aim, loading, and the shot itself."""
