"""A table, who sits at it, its switches, and the stretches of play."""

from django.db import models
from django.utils import timezone

from apps.table.ids import derived_token, public_id

from .play import PlayRow


class Table(PlayRow):
    """One group's game. `version` rises with every commit; the row is locked first in every act."""

    AT_TABLE = "pk"

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    name = models.CharField(max_length=80)
    game = models.CharField(max_length=24)
    version = models.PositiveBigIntegerField(default=0)
    paused = models.BooleanField(default=False)
    stepping_back = models.BooleanField(default=False)
    rewind_wished = models.BooleanField(default=False)
    fade_wished = models.BooleanField(default=False)
    waiting_room = models.BooleanField(default=True)
    invite = models.PositiveIntegerField(default=1)
    gm_invite = models.PositiveIntegerField(default=0)
    demonstration = models.BooleanField(default=False)
    opened_at = models.DateTimeField(default=timezone.now)
    put_away_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name

    @property
    def stopped(self) -> bool:
        """Whether play stands still until a GM goes on."""
        return self.paused or self.stepping_back

    @property
    def invite_token(self) -> str:
        """The secret in the link for players; renewing it (`invite` + 1) lets old links die."""
        return derived_token("invite", self.public_id, self.invite)

    @property
    def gm_invite_token(self) -> str:
        """The secret in the link that makes its first user a GM; 0 means that no such link is out."""
        return derived_token("gm-invite", self.public_id, self.gm_invite)


class Switch(PlayRow):
    """One choice that the rules leave to the table, as text; the book says what it may be."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="switches")
    key = models.CharField(max_length=60)
    value = models.CharField(max_length=60)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["table", "key"], name="one_switch_per_key"),)

    def __str__(self) -> str:
        return f"{self.key}={self.value}"


class Boundary(PlayRow):
    """What shall not happen at this table (a line), or not before everybody's eyes (a veil).

    `keeper` is known again by the browser that wrote it, and leads nobody else to it.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="boundaries")
    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    kind = models.CharField(max_length=8)
    text = models.CharField(max_length=120)
    keeper = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"{self.kind} {self.public_id}"


class Role(models.TextChoices):
    GM = "gm", "GM"
    PLAYER = "player", "player"
    SPECTATOR = "spectator", "spectator"


class Seat(PlayRow):
    """A person at a table. `name_key` is the name without case and look-alikes, unique among those who sit."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    name = models.CharField(max_length=40)
    name_key = models.CharField(max_length=160)
    role = models.CharField(max_length=10, choices=Role.choices)
    colour = models.CharField(max_length=8)
    link = models.PositiveIntegerField(default=1)
    joined_at = models.DateTimeField(default=timezone.now)
    removed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["table", "name_key"], condition=models.Q(removed_at=None), name="one_seat_per_name"
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def is_gm(self) -> bool:
        return self.role == Role.GM

    @property
    def link_token(self) -> str:
        """The secret in this seat's private link; renewing it (`link` + 1) signs other devices out."""
        return derived_token("seat", self.public_id, self.link)


class SeatDevice(PlayRow):
    """A browser that holds a seat: the hash of the token in its cookie."""

    AT_TABLE = "seat__table"

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="devices")
    token_hash = models.CharField(max_length=64, db_index=True)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["seat", "token_hash"], name="one_row_per_device"),)

    def __str__(self) -> str:
        return f"a device of {self.seat_id}"


class Knock(PlayRow):
    """Somebody at the door. Answered when the GM lets them in (`seat` is set) or not (`refused`)."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="knocks")
    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    name = models.CharField(max_length=40)
    colour = models.CharField(max_length=8)
    role = models.CharField(max_length=10, choices=Role.choices)
    token_hash = models.CharField(max_length=64, db_index=True)
    device = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField(default=timezone.now)
    seat = models.ForeignKey(Seat, models.CASCADE, null=True)
    refused = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.name} at the door"


class Span(PlayRow):
    """A stretch of play, one inside the other. `options` are the switches that it began with."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="spans")
    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    kind = models.CharField(max_length=16)
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=120, blank=True)
    text = models.TextField(blank=True)
    inside = models.ForeignKey("self", models.PROTECT, null=True, related_name="holds")
    options = models.JSONField(default=dict)
    opened_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        indexes = (models.Index(fields=["table", "kind", "-number"]),)

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"


class Note(PlayRow):
    """What somebody writes for themselves. It is in no log and no export of one, and for whoever has the seat alone;
    with the whole table it travels."""

    AT_TABLE = "seat__table"

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="note")
    text = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"notes of {self.seat_id}"


class Voice(PlayRow):
    """Who hears what a seat says and rolls, until it is set otherwise: a mode of `apps.table.voices`."""

    AT_TABLE = "seat__table"

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="voice")
    mode = models.CharField(max_length=10, default="everybody")

    def __str__(self) -> str:
        return f"{self.seat_id} to {self.mode}"
