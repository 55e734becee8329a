"""The fight that runs at a table: opening and closing it, who is in it, and what they have used up. For any game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from apps.characters.access import knows_of
from apps.characters.models import Character
from apps.combat.models import Combatant, Declaration, Fight, Hold, Tally
from apps.table import log
from apps.table.keys import NewKey, keys_elsewhere
from apps.table.models import Event, Span, Table
from apps.table.spans import FIGHT, close_span, ends_with_span, open_span
from apps.table.turn import Turn, open_spans
from apps.table.viewer import Viewer

KIND = FIGHT
TURN = "turn"


def fight_of(table: Table) -> Fight | None:
    """The fight that runs, or None."""
    span = open_spans(table.desk).get(KIND)
    return table.desk.one(Fight, span=span) if span else None


def is_fighting(viewer: Viewer) -> bool:
    """Whether a fight runs, which everybody sees."""
    return fight_of(viewer.table) is not None


def is_calm(viewer: Viewer) -> bool:
    return not is_fighting(viewer)


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
    for one in still_in(fight):
        turn.change(one, state="waiting")
    return turn.change(fight, turn=open_span(turn, TURN, inside=fight.span), phase=phase)


def end(turn: Turn, fight: Fight) -> list[dict[str, Any]]:
    """Closes the fight and all that it holds; returns the facts of what ended with it."""
    return close_span(turn, fight.span)


def join(turn: Turn, fight: Fight, characters: Iterable[Character]) -> list[Combatant]:
    """Those who are not in it yet come in; they have no place until there is one for them."""
    new = []
    for character in characters:
        held = combatant_of(fight, character)
        if held is None:
            new.append(turn.create(Combatant, fight=fight, character=character))
        elif held.state == "out":
            new.append(turn.change(held, state="waiting"))
    return new


def combatants_of(fight: Fight) -> list[Combatant]:
    """Everybody in it, those who act first in front; whoever has no place yet comes last."""
    return sorted(fight.desk.all(Combatant, fight=fight), key=lambda one: (one.place is None, one.place or 0))


def still_in(fight: Fight) -> list[Combatant]:
    """Those who are not out of it, in the same order."""
    return [one for one in combatants_of(fight) if one.state != "out"]


def fighters(table: Table) -> frozenset[int]:
    """The keys of the characters who are in the fight that runs."""
    fight = fight_of(table)
    return frozenset(one.character_id for one in still_in(fight)) if fight else frozenset()


def combatants_known_to(viewer: Viewer, fight: Fight) -> list[Combatant]:
    """Those of whom this seat may know."""
    return [one for one in combatants_of(fight) if knows_of(viewer, one.character)]


def combatant_of(fight: Fight, character: Character) -> Combatant | None:
    return fight.desk.one(Combatant, character=character, fight=fight)


def in_the_fight(character: Character) -> Combatant | None:
    """Their part in the fight that runs, out of it or not."""
    fight = fight_of(character.table)
    return combatant_of(fight, character) if fight else None


def fighting(character: Character) -> Combatant | None:
    """Their part in the fight that runs, unless they are out of it."""
    found = in_the_fight(character)
    return found if found is not None and found.state != "out" else None


def declaration_of(fight: Fight, combatant: Combatant) -> Declaration | None:
    """What the combatant declared for the turn that runs."""
    return fight.desk.one(Declaration, combatant=combatant, turn=fight.turn)


def newest_step(viewer: Viewer, fight: Fight, steps: Collection[str]) -> Event | None:
    """The newest event of this fight that stands, of these kinds. It is kept by the fight's own rows: no step is told
    or taken back without a change of these."""

    def found() -> Event | None:
        for one in combatants_of(fight):
            tallies_of(one, fight.turn)
        return log.newest_standing(viewer, steps, fight.span.opened_at)

    return fight.desk.memo_of(fight, "newest step", found)


def make_place(turn: Turn, fight: Fight, before: Combatant | None = None) -> int:
    """A free place in the order: before somebody, whereupon that one and all behind move on; else behind everybody."""
    placed = [one for one in still_in(fight) if one.place is not None]
    if before is None or before.place is None:
        return max((one.place or 0 for one in placed), default=0) + 1
    at = before.place
    for one in placed:
        if one.place is not None and one.place >= at:
            turn.change(one, place=one.place + 1)
    return at


# what is used up


def tallies_of(combatant: Combatant, span: Span | None) -> dict[str, int]:
    return {row.key: row.value for row in combatant.desk.all(Tally, combatant=combatant, span=span)}


_keys_in: dict[str, str] = {}


def holds_key(tally: str, label: str) -> str:
    """Says that the number of such a tally is the key of a row of that model."""
    _keys_in[tally] = label
    return tally


@keys_elsewhere("combat.tally", known_by=("key",))
def _in_tally(fields: dict[str, Any], known: Mapping[str, Any], new: NewKey) -> None:
    if (label := _keys_in.get(known["key"])) and fields.get("value"):
        fields["value"] = new(label, fields["value"])


def set_tally(turn: Turn, combatant: Combatant, span: Span, key: str, value: int) -> None:
    """Writes one number. Inside the hold."""
    row = turn.desk.one(Tally, combatant=combatant, span=span, key=key)
    if row is None:
        turn.create(Tally, combatant=combatant, span=span, key=key, value=value)
    else:
        turn.change(row, value=value)


def raise_tally(turn: Turn, combatant: Combatant, span: Span, key: str, by: int = 1) -> int:
    """Counts one more; returns how many there are now."""
    now = tallies_of(combatant, span).get(key, 0) + by
    set_tally(turn, combatant, span, key, now)
    return now


def holds_of(combatant: Combatant) -> list[Hold]:
    """Whom they hold."""
    return combatant.desk.all(Hold, holder=combatant)


def holds_on(combatant: Combatant) -> list[Hold]:
    """Who holds them."""
    return combatant.desk.all(Hold, held=combatant)


@ends_with_span(KIND)
def holds_end(turn: Turn, span: Span) -> list[dict[str, Any]]:
    """With the fight everybody is let go."""
    fight = turn.desk.one(Fight, span=span)
    for one in combatants_of(fight) if fight else ():
        for hold in holds_on(one):
            turn.delete(hold)
    return []
