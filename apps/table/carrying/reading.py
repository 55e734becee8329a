"""In, the first half: a file is read to its end, and refused where it is not as `packing` writes it."""

from __future__ import annotations

import json
import math
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models

from apps.table import keys
from apps.table.models import Ask

from . import pictures, rows
from .packing import MANIFEST, ROWS

MOST_BYTES = 400 * 1024**2
MOST_ROWS = 2_000_000
LONGEST_ROW = 2 * 1024**2
LARGEST_PICTURE = 2 * 1024**2
MOST_PICTURES = 5000
LONGEST_NUMBER = 18
PUBLIC_ID = re.compile(r"x[A-Za-z0-9]{12}")

NO_FILE = "This is no table’s file of Fireside."
DAMAGED = "The file is damaged: take it from where it was made once more."
NEWER = "A newer Fireside has made this file. Bring this one up to date first."
OLDER = "An older Fireside has made this file. Bring that one up to date, and take the table out of it once more."
NO_GAME = "This server has no game called {game}."
STRANGE = "The file is not as Fireside writes it: {what}."
TOO_LARGE = "The file holds more than a table has."


class NotATable(Exception):  # noqa: N818 - reads as what is the case
    """This file is not brought in; the text says why."""


def strange(what: str) -> NotATable:
    return NotATable(STRANGE.format(what=what))


@dataclass(frozen=True)
class Row:
    label: str
    key: int
    fields: dict[str, Any]


@dataclass
class Survey:
    """What a file holds. `keys` are those of its rows; `gone` those of rows that acts have deleted since, which may be
    made again; `names` and `names_gone` are public ids in the same way; `known` is what says of a row what its other
    columns mean; `files` are names of files, each with its place."""

    manifest: Mapping[str, Any]
    keys: dict[str, set[int]] = field(default_factory=dict)
    gone: dict[str, set[int]] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    names_gone: set[str] = field(default_factory=set)
    known: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict)
    files: set[tuple[str, str]] = field(default_factory=set)

    @property
    def game(self) -> str:
        return str(self.manifest["game"])


class TableFile:
    """A table's file. Whatever is asked of it refuses with NotATable."""

    def __init__(self, file: IO[bytes]) -> None:
        with _readable():
            self._archive = zipfile.ZipFile(file)
        self._parts = {one.filename: one for one in self._archive.infolist()}
        self._refuse_strange_parts()
        self.manifest = self._read_manifest()

    def _refuse_strange_parts(self) -> None:
        if len(self._parts) < len(self._archive.infolist()) or not {MANIFEST, ROWS} <= self._parts.keys():
            raise NotATable(NO_FILE)
        for name, part in self._parts.items():
            most = {MANIFEST: LONGEST_ROW, ROWS: MOST_BYTES}.get(name, LARGEST_PICTURE)
            if name not in {MANIFEST, ROWS} and not _is_picture(name):
                raise strange(f"it holds {name!r}")
            if part.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED} or part.flag_bits & 1:
                raise NotATable(NO_FILE)
            if part.file_size > most or len(self._parts) > MOST_PICTURES:
                raise NotATable(TOO_LARGE)

    def _read_manifest(self) -> Mapping[str, Any]:
        with _readable():
            told = parsed(self._archive.read(MANIFEST))
        if not isinstance(told, dict) or told.get("format") != rows.FORMAT:
            raise NotATable(NO_FILE)
        _refuse_other_version(told.get("version"))
        if told.get("game") not in settings.GAMES:
            raise NotATable(NO_GAME.format(game=str(told.get("game"))[:40]))
        return told

    def survey(self) -> Survey:
        """Looks at every row by itself, and notes what they hold together."""
        found = Survey(self.manifest)
        for row in self.rows():
            _note(found, row)
        _refuse_gaps(found)
        if strangers := set(self.pictures()) - found.files:
            raise strange(f"nobody has the picture {min(strangers)[1]}")
        return found

    def rows(self) -> Iterator[Row]:
        """Each row, its columns looked at one by one."""
        with _readable(), self._archive.open(ROWS) as lines:
            number = 0
            while line := lines.readline(LONGEST_ROW):
                number += 1
                if number > MOST_ROWS or not line.endswith(b"\n"):
                    raise NotATable(TOO_LARGE)
                yield _row(parsed(line))

    def pictures(self) -> list[tuple[str, str]]:
        """The place and the name of each picture."""
        return [_split(name) for name in self._parts if name not in {MANIFEST, ROWS}]

    def picture(self, place: str, name: str) -> bytes:
        """Its content, if it is one."""
        with _readable():
            content = self._archive.read(f"{place}/{name}")
        kind = pictures.of_place(place)
        if kind is None or kind.why_not(content):
            raise strange(f"{name} is no picture that can be shown")
        return content


def _is_picture(name: str) -> bool:
    place, own = _split(name)
    return pictures.of_place(place) is not None and pictures.is_name(own)


def _split(name: str) -> tuple[str, str]:
    place, _, own = name.partition("/")
    return place, own


def _refuse_other_version(version: Any) -> None:
    if type(version) is not int:
        raise NotATable(NO_FILE)
    if version != rows.VERSION:
        raise NotATable(NEWER if version > rows.VERSION else OLDER)


@contextmanager
def _readable() -> Iterator[None]:
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError) as why:
        raise NotATable(DAMAGED if not isinstance(why, RecursionError) else NO_FILE) from why


# JSON, strictly


def parsed(text: bytes) -> Any:
    """Refuses what is no JSON, what is no number, and a name that comes twice."""
    try:
        return json.loads(
            text.decode(), object_pairs_hook=_once, parse_constant=_never, parse_float=_finite, parse_int=_short
        )
    except ValueError as why:
        raise strange("a line of it cannot be read") from why


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name comes twice")
    return found


def _never(text: str) -> Any:
    raise ValueError(text)


def _finite(text: str) -> float:
    if not math.isfinite(number := float(text)):
        raise ValueError(text)
    return number


def _short(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise ValueError(text)
    return int(text)


# a row by itself


def _row(told: Any) -> Row:
    match told:
        case [str(label), int(key), dict(fields)] if key > 0 and label in rows.travelling():
            pass
        case _:
            raise strange("one of its rows is none")
    if fields.keys() != rows.columns(label).keys():
        raise strange(f"a row of {label} has other columns")
    refuse_unwritable(fields)
    for name, value in fields.items():
        check(label, name, value)
    if label == EFFECT:
        _check_effect(fields)
    return Row(label, key, fields)


TABLE, EFFECT = "table.table", "table.effect"


def _check_effect(fields: Mapping[str, Any]) -> None:
    label, sides = fields["model"], (fields["before"], fields["after"])
    if label not in rows.travelling() or label == EFFECT or fields["row"] < 1 or sides == (None, None):
        raise strange("it has an act that changed nothing")
    for side in sides:
        for name, value in (side or {}).items():
            check(label, name, value)


def refuse_unwritable(value: Any) -> None:
    """Refuses texts that no database takes."""
    if isinstance(value, str):
        if "\0" in value or any("\ud800" <= letter <= "\udfff" for letter in value):
            raise strange("it has signs that cannot be written")
    elif isinstance(value, dict):
        for name, one in value.items():
            refuse_unwritable(name)
            refuse_unwritable(one)
    elif isinstance(value, list):
        for one in value:
            refuse_unwritable(one)


def check(label: str, name: str, value: Any) -> None:
    """Refuses what the column cannot hold."""
    column = rows.columns(label).get(name)
    if column is None or not _fits(column, value):
        raise strange(f"{label}.{name[:40]} is {str(value)[:40]!r}")


def _fits(column: models.Field[Any, Any], value: Any) -> bool:
    if value is None:
        return column.null
    if not _is_of(column, value):
        return False
    try:
        column.run_validators(value)
    except ValidationError:
        return False
    if column.name == "public_id" and not PUBLIC_ID.fullmatch(value):
        return False
    return not column.choices or value in {choice for choice, _ in column.flatchoices}


def _is_of(column: models.Field[Any, Any], value: Any) -> bool:
    match column:
        case models.ForeignKey():
            return type(value) is int and value > 0
        case models.IntegerField():
            return type(value) is int and _in_range(column.get_internal_type(), value)
        case models.BooleanField():
            return type(value) is bool
        case models.JSONField():
            return isinstance(
                value, (dict, list, str, int) if column.model is Ask else (dict, list)
            )  # what was answered
        case models.DateTimeField():
            return isinstance(value, str) and _is_time(value)
        case models.CharField() | models.TextField():
            return isinstance(value, str)
    return False


MOST = {"SmallIntegerField": 2**15, "IntegerField": 2**31, "PositiveIntegerField": 2**31}
"""By the kind of column, on the narrower of the databases: SQLite takes anything."""


def _in_range(kind: str, value: int) -> bool:
    most = MOST.get(kind, 2**63)
    return (0 if kind.startswith("Positive") else -most) <= value < most


def _is_time(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


# all of them together


def _note(found: Survey, row: Row) -> None:
    held = found.keys.setdefault(row.label, set())
    if row.key in held:
        raise strange(f"a row of {row.label} comes twice")
    held.add(row.key)
    if row.label == TABLE and row.fields["game"] != found.game:
        raise strange("the table is not of its game")
    _note_fields(found, row.label, row.key, row.fields)
    if name := row.fields.get("public_id"):
        if name in found.names:
            raise strange("two rows have one name")
        found.names.add(name)
    if row.label == EFFECT:
        _note_effect(found, row.fields)


def _note_fields(found: Survey, label: str, key: int, fields: Mapping[str, Any]) -> None:
    if told := {name: fields[name] for name in keys.known_by(label) if name in fields}:
        found.known.setdefault((label, key), {}).update(told)
    for (of, column), kind in pictures.columns_with_files().items():
        if of == label and fields.get(column):
            if not pictures.is_name(fields[column]):
                raise strange(f"{label}.{column} names no file")
            found.files.add((kind.place, fields[column]))


def _note_effect(found: Survey, fields: Mapping[str, Any]) -> None:
    label, key = fields["model"], fields["row"]
    found.gone.setdefault(label, set()).add(key)
    for side in (fields["before"], fields["after"]):
        if side is not None:
            _note_fields(found, label, key, side)
            if name := side.get("public_id"):
                found.names_gone.add(name)


def _refuse_gaps(found: Survey) -> None:
    counts = {label: len(held) for label, held in found.keys.items()}
    if counts != found.manifest.get("rows") or counts.get(TABLE) != 1:
        raise strange("rows are missing, or there are too many")
    for label, held in found.gone.items():
        held -= found.keys.get(label, set())
