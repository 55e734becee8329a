"""What people put together before they roll."""

from django.db import models

from apps.characters.models import Character
from apps.table.ids import public_id
from apps.table.models import Exchange, PlayRow, Table


class Draft(PlayRow):
    """A pool that is being put together tap by tap for an exchange; `side` is a word of the game's rules, `character`
    whoever will roll it, null for the GM's opposition. `state` is a frozen dataclass of the game, stored whole."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="drafts")
    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    exchange = models.ForeignKey(Exchange, models.CASCADE, related_name="drafts")
    side = models.CharField(max_length=12)
    character = models.ForeignKey(Character, models.CASCADE, null=True, related_name="drafts")
    state = models.JSONField(default=dict)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["exchange", "side"], name="one_draft_a_side"),)

    def __str__(self) -> str:
        return f"draft {self.public_id}"
