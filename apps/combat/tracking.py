"""The fight that runs at a table: opening and closing it, who is in it, and what they have used up. For any game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import F, QuerySet

from apps.characters.access import known_to
from apps.characters.models import Character
from apps.combat.models import Combatant, Declaration, Fight, Hold, Tally
from apps.table.models import Span, Table
from apps.table.spans import close_span, ends_with_span, open_span
from apps.table.turn import Turn
from apps.table.viewer import Viewer

KIND = "fight"
TURN = "turn"


def fight_of(table: Table) -> Fight | None:
    """The fight that runs, or None."""
    found: Fight | None = table.fights.filter(span__closed_at=None).select_related("span", "turn").first()
    return found


def running(turn: Turn) -> Fight:
    """The fight that runs. Refuses where there is none."""
    found = fight_of(turn.table)
    if found is None:
        turn.refuse("no-fight", f"No fight is running. The {turn.viewer.game.gm} starts one.")
    return found


def start(turn: Turn, phase: str, title: str = "") -> Fight:
    """Opens a fight with its first turn. Refuses a second one at the same table."""
    if fight_of(turn.table) is not None:
        turn.refuse("fighting", "A fight is running already. End it before another one starts.")
    span = open_span(turn, KIND, title=title, inside=turn.span("scene"))
    fight = turn.create(Fight, table=turn.table, span=span)
    return new_turn(turn, fight, phase)


def new_turn(turn: Turn, fight: Fight, phase: str) -> Fight:
    """Closes the turn that runs, opens the next and lets everybody wait for theirs again."""
    if fight.turn is not None and fight.turn.closed_at is None:
        close_span(turn, fight.turn)
    for one in fight.combatants.exclude(state="out"):
        turn.change(one, state="waiting")
    return turn.change(fight, turn=open_span(turn, TURN, inside=fight.span), phase=phase)


def end(turn: Turn, fight: Fight) -> list[dict[str, Any]]:
    """Closes the fight and all that it holds; returns the facts of what ended with it."""
    return close_span(turn, fight.span)


def join(turn: Turn, fight: Fight, characters: Iterable[Character]) -> list[Combatant]:
    """Those who are not in it yet come in; they have no place until there is one for them."""
    held = {one.character_id: one for one in fight.combatants.all()}
    new = []
    for character in characters:
        if character.pk not in held:
            new.append(turn.create(Combatant, fight=fight, character=character))
        elif held[character.pk].state == "out":
            new.append(turn.change(held[character.pk], state="waiting"))
    return new


def combatants_of(fight: Fight) -> QuerySet[Combatant]:
    """Everybody in it, those who act first in front; whoever has no place yet comes last."""
    return fight.combatants.select_related("character__seat").order_by(F("place").asc(nulls_last=True), "pk")


def combatants_known_to(viewer: Viewer, fight: Fight) -> QuerySet[Combatant]:
    """Those of whom this seat may know."""
    return combatants_of(fight).filter(character__in=known_to(viewer))


def combatant_of(fight: Fight, character: Character) -> Combatant | None:
    return combatants_of(fight).filter(character=character).first()


def declaration_of(fight: Fight, combatant: Combatant) -> Declaration | None:
    """What the combatant declared for the turn that runs."""
    return Declaration.objects.filter(combatant=combatant, turn=fight.turn).first()


# what is used up


def tallies_of(combatant: Combatant, span: Span | None) -> dict[str, int]:
    rows = Tally.objects.filter(combatant=combatant, span=span)
    return dict(rows.values_list("key", "value"))


def tallies_of_all(combatants: Iterable[Combatant], span: Span | None) -> dict[int, dict[str, int]]:
    """What each of them has used up, by the combatant's key."""
    found: dict[int, dict[str, int]] = {}
    for row in Tally.objects.filter(combatant__in=combatants, span=span):
        found.setdefault(row.combatant_id, {})[row.key] = row.value
    return found


def set_tally(turn: Turn, combatant: Combatant, span: Span, key: str, value: int) -> None:
    """Writes one number. Inside the hold."""
    row = Tally.objects.filter(combatant=combatant, span=span, key=key).first()
    if row is None:
        turn.create(Tally, combatant=combatant, span=span, key=key, value=value)
    else:
        turn.change(row, value=value)


def raise_tally(turn: Turn, combatant: Combatant, span: Span, key: str, by: int = 1) -> int:
    """Counts one more; returns how many there are now."""
    now = tallies_of(combatant, span).get(key, 0) + by
    set_tally(turn, combatant, span, key, now)
    return now


@ends_with_span
def holds_end(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """With the fight everybody is let go."""
    for one in Hold.objects.filter(held__fight__span=span):
        turn.delete(one)
    return []
