"""The rules of the toy. Importing this package ties every function to its rule."""

from apps.rules.toy import daring

__all__ = ["daring"]
