"""Scenes: who calls them, how they are challenged, what is petitioned for, and the tokens that move."""
