"""A board on the table: its cells, and who stands on which."""

from django.db import models

from apps.characters.models import Character
from apps.table.ids import public_id
from apps.table.models import PlayRow, Span, Table


class Board(PlayRow):
    """A board lies until its scene closes or the GM puts it away. `grid` is "hex" or "square", `per_cell` the length
    of a cell in the unit of the table's game. Until it is `shown` it is the GMs' alone; while it is `free` players
    move their own characters as they like."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="boards")
    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    span = models.ForeignKey(Span, models.CASCADE, null=True, related_name="boards")
    grid = models.CharField(max_length=8)
    columns = models.PositiveIntegerField()
    rows = models.PositiveIntegerField()
    per_cell = models.PositiveIntegerField()
    shown = models.BooleanField(default=True)
    free = models.BooleanField(default=True)
    picture = models.CharField(max_length=60, blank=True)
    closed_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"board {self.public_id}"


class Spot(PlayRow):
    """Where somebody stands: `x` is the column, `y` the row, both from 0. Several may share a cell."""

    AT_TABLE = "board__table"

    board = models.ForeignKey(Board, models.CASCADE, related_name="spots")
    character = models.ForeignKey(Character, models.CASCADE, related_name="spots")
    x = models.PositiveIntegerField()
    y = models.PositiveIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["board", "character"], name="one_spot_on_a_board"),)

    def __str__(self) -> str:
        return f"{self.character} on {self.x}, {self.y}"
