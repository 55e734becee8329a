"""Importing this module registers the acts of efforts of several."""

from apps.checks.yarn.group import efforts

__all__ = ["efforts"]
