"""Lists on the form of a whole sheet, a row of numbered fields each: `skill_1_name`, `skill_1_level`, ...

A hidden `_key` says which entry a row is about; a row whose name is emptied goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django import forms

from apps.characters import entries
from apps.characters.forms import WholeSheetForm, one_line
from apps.characters.models import Character, Entry
from apps.table.acts import ActForm
from apps.table.turn import Turn
from apps.table.viewer import Viewer

Fields = dict[str, forms.Field]
Row = Mapping[str, Any]
"""What was sent of one row, by its parts."""
Facts = tuple[dict[str, Any], int | None]
"""An entry's facts and its amount."""
Given = tuple[str, str, dict[str, Any], int | None]
"""A row as it was sent: key, name, facts, amount."""


@dataclass(frozen=True)
class Kind:
    """A list of the sheet. `word` is the kind of its entries, `most` how many rows there may be, `ready` how many stand
    ready on a new sheet; `facts` makes an entry's facts and amount of what was sent, `parts` the other way round.
    """

    word: str
    title: str
    most: int
    ready: int
    fields: Callable[[], Fields]
    facts: Callable[[Row], Facts]
    parts: Callable[[Entry], dict[str, Any]]


def add_fields(form: WholeSheetForm, kind: Kind, character: Character | None) -> None:
    """The fields of every row that is held, was sent or stands ready."""
    held = len(held_by(character, kind, form.viewer)) if character else 0
    for place in form.places(kind.word, kind.most, held, kind.ready):
        start = f"{kind.word}_{place}"
        form.fields[f"{start}_key"] = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)
        form.fields[f"{start}_name"] = one_line(f"{kind.title} {place}", 60, required=False)
        form.fields |= {f"{start}_{part}": field for part, field in kind.fields().items()}


def starts(form: ActForm, kind: Kind) -> list[str]:
    """The beginnings of the names of all rows of that kind, in their order."""
    beginning = f"{kind.word}_"
    return [name.removesuffix("_name") for name in form.fields if name.startswith(beginning) and name[-5:] == "_name"]


def held_by(character: Character, kind: Kind, reader: Viewer | None = None) -> list[Entry]:
    """What stands in that list of their sheet, as far as these eyes read it, or whoever reads the sheet."""
    return entries.read_by(reader, character, kind.word)


def values(character: Character, kind: Kind, reader: Viewer | None = None) -> dict[str, Any]:
    """The same as the form's values."""
    rows = {
        f"{kind.word}_{place}": {"key": one.public_id, "name": one.name, **kind.parts(one)}
        for place, one in enumerate(held_by(character, kind, reader), 1)
    }
    return {f"{start}_{part}": value for start, parts in rows.items() for part, value in parts.items()}


def given(form: ActForm, kind: Kind) -> list[Given]:
    """The rows that were sent with a name, or about an entry that is there."""
    rows = (_sent(form, kind, start) for start in starts(form, kind))
    return [(row["key"], row["name"], *kind.facts(row)) for row in rows if row["name"] or row["key"]]


def _sent(form: ActForm, kind: Kind, start: str) -> dict[str, Any]:
    return {part: form.cleaned_data.get(f"{start}_{part}", "") for part in _parts(kind)}


@cache
def _parts(kind: Kind) -> tuple[str, ...]:
    """The parts of a row. To make its fields takes long, and a sheet has a hundred rows."""
    return ("key", "name", *kind.fields())


def plain_row(kind: Kind, name: str, **parts: Any) -> Given:
    """A new row with these parts; the others are as on a blank one."""
    blank = {part: field.clean(field.initial) for part, field in kind.fields().items()}
    return "", name, *kind.facts({**blank, **parts, "name": name})


def nameless(form: ActForm, kind: Kind, *parts: str) -> None:
    """Refuses rows where one of these parts is filled in and the name is not."""
    for start in starts(form, kind):
        row = _sent(form, kind, start)
        if any(row[part] for part in parts) and not row["name"] and not row["key"]:
            form.add_error(f"{start}_name", f"This {kind.title.lower()} has no name yet.")


def write(turn: Turn, character: Character, kind: str, rows: Iterable[Given]) -> None:
    """Writes rows of one kind: by key, else by name, else a new entry. Whatever no row is about stays as it is, and so
    does what whoever writes does not read."""
    held = {one.public_id: one for one in entries.read_by(turn.viewer, character, kind)}
    for key, name, facts, amount in rows:
        entry = held.get(key) or next((one for one in held.values() if _same(one.name, name)), None)
        if entry is None and name:
            made = turn.create(Entry, character=character, kind=kind, name=name, facts=facts, amount=amount)
            held[made.public_id] = made
        elif entry is not None and name:
            turn.change(entry, name=name, facts=facts, amount=amount)
        elif entry is not None:
            turn.delete(held.pop(entry.public_id))


def _same(one: str, other: str) -> bool:
    return bool(other) and one.casefold() == other.casefold()


# what the template draws


def drawn(form: ActForm, kind: Kind, blank: int) -> list[dict[str, Any]]:
    """The rows in use, and `blank` more."""
    everything = starts(form, kind)
    used = [n for n, start in enumerate(everything, 1) if form[f"{start}_name"].value() or _refused(form, start)]
    shown = max(used, default=0)
    rows = everything[: max(shown + blank, kind.ready)]
    return [{part: form[f"{start}_{part}"] for part in _parts(kind)} for start in rows]


def _refused(form: ActForm, start: str) -> bool:
    return any(name.startswith(f"{start}_") for name in form.errors) if form.is_bound else False
