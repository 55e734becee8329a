"""Who sits where aboard, and ships that meet in space. A ship itself is a Character whose sheet is SHIP."""

from typing import Annotated

from django.db import models

from apps.characters.models import Character
from apps.table.ids import public_id
from apps.table.keys import key_of
from apps.table.models import PlayRow, Span, Table

VesselKey = Annotated[int, key_of("ships.vessel")]


class Post(PlayRow):
    """Somebody's place aboard: their own numbers are rolled with. `key` is a word of the game's rules.

    One person may have several posts of one ship; `order` counts those at the same post.
    """

    AT_TABLE = "ship__table"

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    ship = models.ForeignKey(Character, models.CASCADE, related_name="posts")
    key = models.CharField(max_length=24)
    person = models.ForeignKey(Character, models.CASCADE, related_name="posts_held")
    order = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["ship", "key", "person"], name="once_at_a_post"),)

    def __str__(self) -> str:
        return f"{self.person}, {self.key}"


class Encounter(PlayRow):
    """Ships that meet, as long as the span is open. `phase` is a word of the game's rules; `turn` runs now."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="encounters")
    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    span = models.OneToOneField(Span, models.CASCADE, related_name="encounter")
    turn = models.ForeignKey(Span, models.SET_NULL, null=True, related_name="encounter_turn")
    phase = models.CharField(max_length=24, blank=True)

    def __str__(self) -> str:
        return f"encounter {self.public_id}"


class Vessel(PlayRow):
    """A ship in an encounter. `state` is "in", "escaped" or "lost"; `choice`, `target` and the pilot's finished roll
    (`piloting` total, `levels`) count for the turn that runs and are null until they are there."""

    AT_TABLE = "encounter__table"

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="vessels")
    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    ship = models.ForeignKey(Character, models.CASCADE, related_name="sailing")
    state = models.CharField(max_length=8, default="in")
    choice = models.CharField(max_length=12, blank=True)
    target = models.ForeignKey("self", models.SET_NULL, null=True, related_name="hunted_by")
    piloting = models.IntegerField(null=True)
    levels = models.IntegerField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["encounter", "ship"], name="once_in_an_encounter"),)

    def __str__(self) -> str:
        return str(self.ship)


class Gap(PlayRow):
    """How far two vessels are apart, once for each pair: `one` is the one with the lower key."""

    AT_TABLE = "one__encounter__table"

    one = models.ForeignKey(Vessel, models.CASCADE, related_name="gaps")
    other = models.ForeignKey(Vessel, models.CASCADE, related_name="gaps_to")
    range = models.CharField(max_length=12)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["one", "other"], name="one_gap_per_pair"),)

    def __str__(self) -> str:
        return f"{self.one} to {self.other}: {self.range}"


class Concealment(PlayRow):
    """A vessel hides from another one. `roll` is the hider's finished total; with `presence_known` the other knows that
    it is there but not where."""

    AT_TABLE = "hider__encounter__table"

    hider = models.ForeignKey(Vessel, models.CASCADE, related_name="hides_from")
    seeker = models.ForeignKey(Vessel, models.CASCADE, related_name="kept_from")
    cover = models.CharField(max_length=12, blank=True)
    roll = models.IntegerField(default=0)
    presence_known = models.BooleanField(default=False)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["hider", "seeker"], name="one_concealment_per_pair"),)

    def __str__(self) -> str:
        return f"{self.hider} from {self.seeker}"


class Spent(PlayRow):
    """What somebody aboard has used up in a turn: acts made, evasions, the face of a kept die."""

    AT_TABLE = "vessel__encounter__table"

    person = models.ForeignKey(Character, models.CASCADE, related_name="spent_aboard")
    vessel = models.ForeignKey(Vessel, models.CASCADE, related_name="spent")
    span = models.ForeignKey(Span, models.CASCADE)
    key = models.CharField(max_length=40)
    value = models.IntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["person", "vessel", "span", "key"], name="one_spent_per_key"),)

    def __str__(self) -> str:
        return f"{self.key} {self.value}"
