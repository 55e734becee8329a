"""The record of play: events, who may know what of them, and all that they changed."""

from django.db import models
from django.utils import timezone

from apps.table.ids import public_id

from .play import RecordRow
from .tables import Seat, Span, Table

UNDO = "undo"
"""The kind of event that takes another one back."""


class Event(RecordRow):
    """The record of an act. Its facts stand in its tellings, one for each audience."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="events")
    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    kind = models.CharField(max_length=60)
    seat = models.ForeignKey(Seat, models.CASCADE, null=True)
    by_gm = models.BooleanField(default=False)
    dice_fell = models.BooleanField(default=False)
    lasting = models.BooleanField(default=False)
    cause = models.ForeignKey("self", models.SET_NULL, null=True, related_name="caused")
    undone_by = models.ForeignKey("self", models.SET_NULL, null=True, related_name="undid")
    span = models.ForeignKey(Span, models.SET_NULL, null=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = (
            models.Index(fields=["table", "-id"]),
            models.Index(fields=["table", "seat", "-id"]),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.public_id}"

    @property
    def undoable(self) -> bool:
        """Whether it may be taken back at all: it stands, and is not of the kind that stays."""
        return not (self.undone_by_id or self.lasting or self.kind == UNDO)


class Telling(RecordRow):
    """One version of an event for one audience: everybody, the GMs, one seat or a character's player.

    A seat is given the version of highest `rank` that it may hear, and nothing where there is none.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="tellings")
    table = models.ForeignKey(Table, models.CASCADE)
    audience = models.CharField(max_length=10)
    subject = models.BigIntegerField(default=0)
    rank = models.SmallIntegerField(default=1)
    facts = models.JSONField()

    class Meta:
        indexes = (models.Index(fields=["table", "audience", "subject", "-event"]),)

    def __str__(self) -> str:
        return f"{self.event_id} to {self.audience}"


class Mention(RecordRow):
    """An event that changes how an older card is told: undone, revealed, hidden, answered."""

    AT_TABLE = "event__table"

    event = models.ForeignKey(Event, models.CASCADE, related_name="mentions")
    card = models.ForeignKey(Event, models.CASCADE, related_name="mentioned_by")

    def __str__(self) -> str:
        return f"{self.event_id} about {self.card_id}"


class Effect(models.Model):
    """What one row was before and after: `before` is null for a row made, `after` for a row deleted."""

    AT_TABLE = "event__table"

    event = models.ForeignKey(Event, models.CASCADE, related_name="effects")
    model = models.CharField(max_length=60)
    row = models.BigIntegerField()
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)

    class Meta:
        indexes = (models.Index(fields=["model", "row", "-id"]),)

    def __str__(self) -> str:
        return f"{self.model} {self.row}"


class Change(models.Model):
    """One commit at a table: which rows it touched, as [the model's label, the key]. It holds no content."""

    AT_TABLE = "table"

    table = models.ForeignKey(Table, models.CASCADE, related_name="changes")
    version = models.PositiveBigIntegerField()
    rows = models.JSONField(default=list)
    event = models.ForeignKey(Event, models.SET_NULL, null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["table", "version"], name="one_change_per_version"),)

    def __str__(self) -> str:
        return f"{self.table_id} at {self.version}"


class Receipt(models.Model):
    """A submit that was carried out, so that the same submit sent again does nothing twice."""

    AT_TABLE = "seat__table"

    seat = models.ForeignKey(Seat, models.CASCADE)
    act = models.CharField(max_length=60)
    nonce = models.CharField(max_length=40)
    event = models.ForeignKey(Event, models.SET_NULL, null=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["seat", "act", "nonce"], name="one_receipt_per_submit"),)

    def __str__(self) -> str:
        return f"{self.act} {self.nonce}"
