"""Importing this module registers the acts in which an episode closes."""

from apps.drama.yarn.closing import balloting, beginning, choosing, stating, tallying

__all__ = ["balloting", "beginning", "choosing", "stating", "tallying"]
