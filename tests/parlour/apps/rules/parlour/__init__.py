"""The rules of the parlour game. Importing this package ties every function to its rule."""

from apps.rules.parlour import voting

__all__ = ["voting"]
