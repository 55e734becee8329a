"""Whatever the rules act on, and its numbers, each in a row of its own."""

from typing import Annotated

from django.db import models
from django.utils import timezone

from apps.table.ids import public_id
from apps.table.keys import key_of
from apps.table.models import Event, PlayRow, Seat, Span, Table

CharacterKey = Annotated[int, key_of("characters.character")]
UseKey = Annotated[int, key_of("characters.use")]

SHIP = "ship"
PLACE = "place"
"""The sheet of where a scene plays: it bears what everybody there has to reckon with, and is nobody."""
THING = "thing"
"""The sheet of a door, a console, a crate: it can be struck and broken, and is nobody."""
WRITING = "writing"
"""The sheet of what a game writes down of the whole table: nobody, and nothing that anybody acts for or deletes."""
NOBODY = (SHIP, PLACE, THING, WRITING)


class Character(PlayRow):
    """People, supporting cast, ships and vehicles alike. `sheet` is what kind of sheet the game gives it
    ("full" or "score" in Dragonfly, SHIP for a ship); `role` what it is in the story. `hidden` keeps it from all but
    the GMs.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="characters")
    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    name = models.CharField(max_length=60)
    sheet = models.CharField(max_length=24)
    role = models.CharField(max_length=24)
    seat = models.ForeignKey(Seat, models.SET_NULL, null=True, related_name="characters")
    portrait = models.CharField(max_length=60, blank=True)
    hidden = models.BooleanField(default=False)
    present = models.BooleanField(default=True)
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name

    @property
    def figure(self) -> str:
        """What is drawn of it where it has no portrait."""
        return "hull" if self.sheet == SHIP else "bust"


class OfCharacter(PlayRow):
    """A row that belongs to a character."""

    AT_TABLE = "character__table"

    class Meta:
        abstract = True


class Rating(OfCharacter):
    """What a character is: an attribute, a skill, a quality, a score. `label` names an entry of the table's own."""

    character = models.ForeignKey(Character, models.CASCADE, related_name="ratings")
    group = models.CharField(max_length=24)
    key = models.CharField(max_length=60)
    label = models.CharField(max_length=60, blank=True)
    value = models.IntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["character", "key"], name="one_rating_per_key")]  # noqa: RUF012

    def __str__(self) -> str:
        return f"{self.key} {self.value}"


OF_ONE, OF_SEAT = models.Q(character__isnull=False), models.Q(seat__isnull=False)
OF_TABLE = ~OF_ONE & ~OF_SEAT


class Track(OfCharacter):
    """What changes in play: damage, points, armour. It belongs to a character, or to the person on a seat whomever
    they play; a track of neither is the table's own (a bank, a pile).
    """

    AT_TABLE = "table"

    table = models.ForeignKey(Table, models.CASCADE, related_name="tracks")
    character = models.ForeignKey(Character, models.CASCADE, null=True, related_name="tracks")
    seat = models.ForeignKey(Seat, models.CASCADE, null=True, related_name="tracks")
    key = models.CharField(max_length=60)
    value = models.IntegerField(default=0)
    maximum = models.IntegerField(null=True)
    override = models.IntegerField(null=True)

    class Meta:
        constraints = (  # for each kind of holder one of its own: databases hold one NULL to differ from another
            models.UniqueConstraint(fields=["character", "key"], name="one_track_per_character", condition=OF_ONE),
            models.UniqueConstraint(fields=["seat", "key"], name="one_track_per_seat", condition=OF_SEAT),
            models.UniqueConstraint(fields=["table", "key"], name="one_track_per_table", condition=OF_TABLE),
            models.CheckConstraint(name="one_holder_of_a_track", condition=~(OF_ONE & OF_SEAT)),
        )

    def __str__(self) -> str:
        return f"{self.key} {self.value}"

    @property
    def holder_name(self) -> str:
        """Whose it is, for the ledger; of the table's own what it is: its key's first word."""
        holder = self.character or self.seat
        return holder.name if holder else self.key.partition("-")[0].capitalize()


class Trait(OfCharacter):
    """A text on the sheet, perhaps about somebody else."""

    character = models.ForeignKey(Character, models.CASCADE, related_name="traits")
    key = models.CharField(max_length=60)
    text = models.TextField(blank=True)
    about = models.ForeignKey(Character, models.SET_NULL, null=True, related_name="mentioned_in")

    def __str__(self) -> str:
        return self.key


class Condition(OfCharacter):
    """A state with a name, a number that counts in rolls, and what it ends with, if anything: a span, or `until`, a
    word of the game's rules. `by` is who brought it about, `amount` a number of the game's own.
    """

    character = models.ForeignKey(Character, models.CASCADE, related_name="conditions")
    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    name = models.CharField(max_length=40)
    modifier = models.IntegerField(default=0)
    tone = models.CharField(max_length=8, default="warn")
    note = models.CharField(max_length=120, blank=True)
    ends_with = models.ForeignKey(Span, models.SET_NULL, null=True)
    by = models.ForeignKey(Character, models.SET_NULL, null=True, related_name="brought_about")
    until = models.CharField(max_length=40, blank=True)
    amount = models.IntegerField(null=True)

    def __str__(self) -> str:
        return self.name


class Entry(OfCharacter):
    """A thing with a name on the sheet, such as a combat maneuver; what changes in play is its `amount`. A `hidden` one
    is for the GMs alone, on whosever sheet it stands: `apps.characters.entries` cuts it.
    """

    character = models.ForeignKey(Character, models.CASCADE, related_name="entries")
    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    kind = models.CharField(max_length=24)
    name = models.CharField(max_length=60)
    facts = models.JSONField(default=dict)
    amount = models.IntegerField(null=True)
    maximum = models.IntegerField(null=True)
    hidden = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.name


class Use(OfCharacter):
    """That a character has done what a rule limits ("once per scene"), and in which span."""

    character = models.ForeignKey(Character, models.CASCADE, related_name="uses")
    rule = models.CharField(max_length=60)
    span = models.ForeignKey(Span, models.CASCADE, null=True)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.rule} in {self.span_id}"


class Part(PlayRow):
    """Somebody's place in something that people do one after the other or together, as long as its span is open: a
    calling order, the cast of a scene. It is the person's on a seat, a character's, or both's; `role` is the game's own
    word for what it is a part of, `place` counts from 1.
    """

    AT_TABLE = "span__table"

    span = models.ForeignKey(Span, models.CASCADE, related_name="parts")
    seat = models.ForeignKey(Seat, models.CASCADE, null=True, related_name="parts")
    character = models.ForeignKey(Character, models.CASCADE, null=True, related_name="parts")
    role = models.CharField(max_length=24)
    place = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="somebody_has_a_part", condition=models.Q(seat__isnull=False) | models.Q(character__isnull=False)
            ),
        )

    def __str__(self) -> str:
        return f"{self.role} {self.place}"


class Move(PlayRow):
    """One line of the ledger: from whom to whom, how many points, why, by which rule. No end is the GM's supply."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="moves")
    event = models.ForeignKey(Event, models.CASCADE, null=True)
    source = models.ForeignKey(Track, models.CASCADE, null=True, related_name="paid")
    target = models.ForeignKey(Track, models.CASCADE, null=True, related_name="got")
    points = models.PositiveIntegerField()
    why = models.CharField(max_length=120, blank=True)
    rule = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.points} points"
