"""What every game's acts about a whole sheet share: making and editing one, copying it, bringing it in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from apps.characters import portraits, rows
from apps.characters.access import knowers_of, of_public_id, played_by, readers_of
from apps.characters.bringing import ImportForm, preparing
from apps.characters.forms import OwnCharacterForm, WholeSheetForm, acting_for, named, number
from apps.characters.models import Character, Entry, Move, Rating, Trait
from apps.characters.naming import free_names, taken_beside
from apps.characters.points import told_by
from apps.table.acts import Run, act
from apps.table.audience import Audience
from apps.table.models import Event
from apps.table.turn import Turn
from apps.table.viewer import Viewer

MOST_COPIES = 12


class Long(str):
    """A text of a sheet so long that only its change is told."""


def made_by(turn: Turn, form: WholeSheetForm) -> Character:
    """The character of a form for a new sheet, without numbers; a player's is their own."""
    data = form.cleaned_data
    seat = data.get("seat") if turn.viewer.is_gm else turn.seat
    return rows.make_character(
        turn, name=data["name"], sheet=form.kind, role=data["role"], seat=seat, hidden=data.get("hidden", False)
    )


def made_sheet(viewer: Viewer, facts: Mapping[str, Any]) -> Mapping[str, str]:
    """What one made is what one sees next: a player's new sheet; their first lies open anyway."""
    mine = [] if viewer.is_gm else played_by(viewer)
    made = next(iter(facts.get("ids", [facts["character_id"]])))
    return {"sheet": made} if len(mine) > 1 and of_public_id(mine, made) else {}


def lesser(character: Character, facts: dict[str, Any]) -> dict[Audience, dict[str, Any]]:
    """The version for everybody, where the character is no secret."""
    return {} if character.hidden else {knowers_of(character): facts}


def differing(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Which lines of a sheet, by their titles, are not what they were: {"what", "from", "to"}."""
    return [
        {"what": what, "from": _short(before.get(what)), "to": _short(after.get(what))}
        for what in {**before, **after}
        if before.get(what) != after.get(what)
    ]


def _short(value: Any) -> Any:
    return None if isinstance(value, Long) or value == "" else value


def changed(turn: Turn, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[dict[str, Any]]:
    """As `differing`. Refuses an edit that changed nothing."""
    found = differing(before, after)
    if not found:
        turn.refuse("same", "The sheet says all of that already. Nothing was changed.")
    return found


def tell_edited(turn: Turn, kind: str, character: Character, changes: list[dict[str, Any]]) -> Event:
    """Who reads the sheet hears what changed; the others hear of somebody's character that it did."""
    also = lesser(character, named(character)) if character.seat_id else {}
    return turn.tell(kind, named(character) | {"changes": changes}, to=readers_of(character), also=also)


def edit(
    turn: Turn,
    kind: str,
    form: WholeSheetForm,
    told: Callable[[Character], Mapping[str, Any]],
    write: Callable[[Turn, Character, Any], Any],
    **fields: Any,
) -> Event:
    """Writes the whole sheet, and the character's own `fields`; the event says what changed of what is `told` of it."""
    data = form.cleaned_data
    character: Character = data["character"]
    before = told(character)
    acting_for(turn, character)
    turn.change(character, name=data["name"], role=data["role"], **fields)
    write(turn, character, form)
    return tell_edited(turn, kind, character, changed(turn, before, told(character)))


class DuplicateForm(OwnCharacterForm):
    copies = number("How many", 1, MOST_COPIES, initial=1, required=False)


def duplicate(
    turn: Turn,
    kind: str,
    form: DuplicateForm,
    copy: Callable[[Turn, Character, str], Character],
    start_points: Callable[[Turn, Character], Move | None],
) -> None:
    """Copies of somebody under names that are free, each with the points of a new sheet."""
    original: Character = form.cleaned_data["character"]
    acting_for(turn, original)
    made, moves = [], []
    taken = taken_beside(turn.desk, hidden=original.hidden, seat=original.seat)
    for name in free_names(taken, original.name, form.cleaned_data["copies"] or 1):
        twin = copy(turn, original, name)
        moves.append(start_points(turn, twin))
        made.append(twin)
    facts = named(original) | {"names": [one.name for one in made], "ids": [one.public_id for one in made]}
    told_by(turn, turn.tell(kind, facts, to=knowers_of(original)), *moves)


def copy_sheet(
    turn: Turn, character: Character, name: str, *, texts: Collection[str], entries: Collection[str]
) -> Character:
    """A copy under another name, with the same ratings, these texts and these kinds of entries."""
    twin = rows.make_character(
        turn,
        name=name,
        sheet=character.sheet,
        role=character.role,
        seat=character.seat,
        hidden=character.hidden,
        present=character.present,
        portrait=character.portrait,
    )
    desk = turn.desk
    for row in desk.all(Rating, character=character):
        rows.set_rating(turn, twin, row.group, row.key, row.value, row.label)
    for trait in [one for one in desk.all(Trait, character=character) if one.key in texts]:
        rows.set_trait(turn, twin, trait.key, trait.text)
    for entry in [one for one in desk.all(Entry, character=character) if one.kind in entries]:
        fields = {name: getattr(entry, name) for name in ("kind", "name", "facts", "amount", "hidden")}
        turn.create(Entry, character=twin, **fields)
    return twin


def brought_by(turn: Turn, form: ImportForm, sheet: str) -> Character:
    """The character of a document, without numbers; a player's is their own."""
    brought = form.cleaned_data["file"]
    return rows.make_character(
        turn,
        name=brought.document.name.strip(),
        sheet=sheet,
        role=brought.document.role,
        hidden=form.cleaned_data.get("hidden", False),
        seat=None if turn.viewer.is_gm else turn.seat,
        portrait=portraits.keep(brought.picture) if brought.picture else "",
    )


# registering them


def makes(game: str, form: type[WholeSheetForm]) -> Callable[[Run], Run]:
    """Registers how a game makes a new sheet: a player their own, the GM anybody's."""
    return act(
        f"{game}.make",
        title="A new character",
        form=form,
        template=f"characters/{game}/acts/sheet.html",
        button="Make this character",
        leads_to="sheet",
        lays_open=made_sheet,
    )


def edits(game: str, form: type[WholeSheetForm]) -> Callable[[Run], Run]:
    """Registers how a game writes a whole sheet that is there."""
    return act(
        f"{game}.edit",
        title="Edit the sheet",
        form=form,
        template=f"characters/{game}/acts/sheet.html",
        button="Keep the sheet",
        leads_to="sheet",
    )


def duplicates(game: str) -> Callable[[Run], Run]:
    """Registers how a game copies a sheet."""
    return act(
        f"{game}.duplicate",
        title="Duplicate a character",
        form=DuplicateForm,
        button="Duplicate",
        leads_to="sheet",
        lays_open=made_sheet,
    )


def imports(game: str, form: type[ImportForm], read: Callable[[bytes], Any]) -> Callable[[Run], Run]:
    """Registers how a game brings in a character's document, which `read` reads before the hold."""
    return act(
        f"{game}.import",
        title="Import a character",
        form=form,
        button="Import",
        prepare=preparing(read),
        template="characters/acts/import.html",
        leads_to="sheet",
        lays_open=made_sheet,
    )
