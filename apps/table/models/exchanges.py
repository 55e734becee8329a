"""What waits for people."""

from django.db import models
from django.utils import timezone

from apps.table.ids import public_id

from .play import PlayRow
from .record import Event
from .tables import Table


class Exchange(PlayRow):
    """Something that waits. `state` is a frozen dataclass of the game's rules, stored whole."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="exchanges")
    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    kind = models.CharField(max_length=60)
    stage = models.CharField(max_length=24, default="open")
    inside = models.ForeignKey("self", models.PROTECT, null=True)
    opened_by = models.ForeignKey(Event, models.CASCADE, null=True)
    state = models.JSONField()
    options = models.JSONField(default=dict)
    opened_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        indexes = (models.Index(fields=["table", "closed_at"]),)

    def __str__(self) -> str:
        return f"{self.kind} {self.public_id}"

    @property
    def of_play(self) -> bool:
        """Whether it belongs to the game, and not to the table itself as a wish to undo or an offered seat does."""
        return "." in self.kind


class Ask(PlayRow):
    """A question held open for a character's player, the GMs or one seat.

    `facts` is what its template tells; what the asked may not know stays in the exchange's state. `thrown` are the
    faces that fell in an answer that was taken back: they are used again. `answer` is what was answered, where several
    are asked and each answer waits for the others (`apps.table.answering`); None as long as there is none.
    """

    exchange = models.ForeignKey(Exchange, models.CASCADE, related_name="asks")
    table = models.ForeignKey(Table, models.CASCADE)
    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    audience = models.CharField(max_length=10)
    subject = models.BigIntegerField(default=0)
    facts = models.JSONField(default=dict)
    thrown = models.JSONField(default=list)
    answer = models.JSONField(null=True)
    reminded = models.PositiveIntegerField(default=0)
    answered_by = models.ForeignKey(Event, models.SET_NULL, null=True)
    opened_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        indexes = (models.Index(fields=["table", "closed_at"]),)

    def __str__(self) -> str:
        return f"ask {self.public_id}"
