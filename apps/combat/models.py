"""Fights of any game: who is in one, whose turn it is, what they mean to do, and what they have used up."""

from typing import Annotated

from django.db import models

from apps.characters.models import Character
from apps.table.ids import public_id
from apps.table.keys import key_of
from apps.table.models import PlayRow, Span, Table

CombatantKey = Annotated[int, key_of("combat.combatant")]


class Fight(PlayRow):
    """A fight, as long as its span is open. `phase` is a word of the game's rules; `turn` the stretch that runs now."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="fights")
    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    span = models.OneToOneField(Span, models.CASCADE, related_name="fight")
    turn = models.ForeignKey(Span, models.SET_NULL, null=True, related_name="turn_of")
    phase = models.CharField(max_length=24, blank=True)

    def __str__(self) -> str:
        return f"fight {self.public_id}"


class Combatant(PlayRow):
    """Somebody in a fight. `place` is when they act (1 is first, equal places act together), null while it is open;
    `initiative` the number that led to it. `state` is "waiting", "acting", "acted" or "out"; `side` where the GM or
    the game's rules have put them; empty: as they came."""

    AT_TABLE = "fight__table"

    fight = models.ForeignKey(Fight, models.CASCADE, related_name="combatants")
    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    character = models.ForeignKey(Character, models.CASCADE, related_name="fighting")
    initiative = models.IntegerField(null=True)
    place = models.PositiveIntegerField(null=True)
    state = models.CharField(max_length=8, default="waiting")
    side = models.CharField(max_length=8, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["fight", "character"], name="once_in_a_fight"),)

    def __str__(self) -> str:
        return str(self.character)


class Declaration(PlayRow):
    """What a combatant means to do in one turn: words, and a plan that the game's rules read. `shown` says that the
    others know it; `verdict` is the GM's "yes", "no" or "longer", empty while it is open."""

    AT_TABLE = "combatant__fight__table"

    combatant = models.ForeignKey(Combatant, models.CASCADE, related_name="declarations")
    turn = models.ForeignKey(Span, models.CASCADE, related_name="declarations")
    text = models.CharField(max_length=160, blank=True)
    plan = models.JSONField(default=dict)
    shown = models.BooleanField(default=True)
    verdict = models.CharField(max_length=8, blank=True)
    turns_left = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["combatant", "turn"], name="one_declaration_a_turn"),)

    def __str__(self) -> str:
        return f"{self.combatant}: {self.text}"


class Slot(PlayRow):
    """A right to act, where a turn gives several: what sort it is (`kind`), which (`number`), from which stretch of the
    fight, and what became of it (`state`). `facts` say what is bound to it from the start, such as a trigger."""

    AT_TABLE = "combatant__fight__table"

    combatant = models.ForeignKey(Combatant, models.CASCADE, related_name="slots")
    span = models.ForeignKey(Span, models.CASCADE, related_name="slots")
    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    kind = models.CharField(max_length=8)
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=8, default="open")
    facts = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"{self.combatant}: {self.kind} {self.number}"


class Tally(PlayRow):
    """A number that a combatant runs up within a stretch of the fight: acts made, the face of a die that is kept."""

    AT_TABLE = "combatant__fight__table"

    combatant = models.ForeignKey(Combatant, models.CASCADE, related_name="tallies")
    span = models.ForeignKey(Span, models.CASCADE, related_name="tallies")
    key = models.CharField(max_length=40)
    value = models.IntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["combatant", "span", "key"], name="one_tally_per_key"),)

    def __str__(self) -> str:
        return f"{self.key} {self.value}"


class Hold(PlayRow):
    """One combatant has seized another; `grip` is where, in the words of the game's rules."""

    AT_TABLE = "holder__fight__table"

    holder = models.ForeignKey(Combatant, models.CASCADE, related_name="holding")
    held = models.ForeignKey(Combatant, models.CASCADE, related_name="held_by")
    grip = models.CharField(max_length=24)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["holder", "held", "grip"], name="one_hold_per_grip"),)

    def __str__(self) -> str:
        return f"{self.holder} holds {self.held}"
