"""Importing this module registers challenges and their answers."""

from apps.drama.yarn.challenging import barring, ducking, narrating, novelty, objecting, placing, rushing

__all__ = ["barring", "ducking", "narrating", "novelty", "objecting", "placing", "rushing"]
