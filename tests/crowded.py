"""A trial's server at whose door everybody knocks from one address: those of all evenings within a few minutes."""

from __future__ import annotations

from dataclasses import replace

from django.apps import AppConfig


class Crowded(AppConfig):
    """Lets in this process more of them knock than a household ever would."""

    name = "tests.crowded"
    label = "crowded"

    def ready(self) -> None:
        from apps.table.doors import limits

        limits.KNOCKS = replace(limits.KNOCKS, most=1000)
