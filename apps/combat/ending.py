"""What the form that ends a fight has in every game."""

from __future__ import annotations

from typing import Any

from apps.combat import tracking
from apps.table.acts import ActForm
from apps.table.viewer import Viewer


class EndForm(ActForm):
    """A fight that ends needs to be told nothing."""


def ending(viewer: Viewer, form: EndForm) -> dict[str, Any]:
    """Says on the form that no fight is running, where that is so."""
    return {"refused_now": "" if tracking.fight_of(viewer.table) else "No fight is running."}
