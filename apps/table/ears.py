"""What one seat hears: enough to read the record from the database while acts go on at the table."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from apps.table.audience import Atom
from apps.table.models import Telling

VERSIONS = Telling.objects.filter(event=OuterRef("event"))


@dataclass(frozen=True)
class Ears:
    """`hearing` are the audiences whose tellings are for this seat."""

    table_key: int
    hearing: frozenset[Atom]

    def hear(self, telling: Telling) -> bool:
        return (telling.audience, telling.subject) in self.hearing

    def tellings(self) -> QuerySet[Telling]:
        """Every telling that this seat may hear, in no order, with its event, who did it, and whom else it is told."""
        condition = Q()
        for kind, key in sorted(self.hearing):
            condition |= Q(audience=kind, subject=key)
        heard = Telling.objects.filter(condition, table=self.table_key)
        others = {f"heard_by_{who}": Exists(VERSIONS.filter(audience=who)) for who in ("everybody", "gms")}
        return heard.select_related("event", "event__seat", "event__undone_by__seat").annotate(**others)
