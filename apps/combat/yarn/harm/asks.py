"""What waits for people about harm: the reason to live, its verdict, last acts."""

from apps.combat.yarn.harm import dying

__all__ = ["dying"]
