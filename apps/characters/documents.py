"""Characters as versioned JSON, what every game's document shares: strict reading, refusals that name the field."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeVar

import msgspec
from django.core.exceptions import ValidationError

from apps.characters.models import Character, Condition
from apps.characters.portraits import place
from apps.characters.words import visible, visible_lines

MOST_BYTES = 1024 * 1024
LONGEST_TEXT = 4000


class Wrong(Exception):  # noqa: N818  it is an answer, not a failure
    """The document does not fit; the message names the field."""


class Strict(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A part of the document: nothing may be missing and nothing may be added."""


Document = TypeVar("Document", bound=Strict)


class ConditionPart(Strict):
    """A condition of any game."""

    name: str
    modifier: int
    tone: Literal["warn", "bad", "good"]
    note: str


def conditions_of(character: Character) -> list[ConditionPart]:
    return [
        ConditionPart(name=row.name, modifier=row.modifier, tone=row.tone, note=row.note)  # type: ignore[arg-type]
        for row in character.desk.all(Condition, character=character)
    ]


def check_conditions(conditions: list[ConditionPart]) -> None:
    for number, one in enumerate(conditions):
        check_text(f"conditions[{number}].name", one.name, 40, needed=True)
        check_text(f"conditions[{number}].note", one.note, 120)
        check_between(f"conditions[{number}].modifier", one.modifier, -99, 99)


def text_of(document: Strict) -> bytes:
    return msgspec.json.format(msgspec.json.encode(document), indent=1)


def picture(character: Character) -> str | None:
    """The portrait in base64."""
    path = place() / character.portrait if character.portrait else None
    return base64.b64encode(path.read_bytes()).decode() if path and path.is_file() else None


def decoded_picture(portrait: str | None) -> bytes | None:
    """The portrait's bytes. Refuses (Wrong) what is no base64."""
    if not portrait:
        return None
    try:
        return base64.b64decode(portrait, validate=True)
    except (binascii.Error, ValueError):
        raise Wrong("portrait: base64 is wanted") from None


def read(text: bytes, kind: type[Document], check: Callable[[Document], None]) -> Document:
    """The document in a text. Refuses (Wrong) whatever does not fit, naming the field."""
    if len(text) > MOST_BYTES:
        raise Wrong(f"The document has {len(text)} bytes, and {MOST_BYTES} is the limit.")
    try:
        found = msgspec.json.decode(text, type=kind)
    except msgspec.ValidationError as no:
        raise Wrong(_in_words(str(no))) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Wrong("This is no JSON document. Use a file that was exported here.") from None
    _refuse_doubles(text)
    check(found)
    return found


def _refuse_doubles(text: bytes) -> None:
    """Of a field that is there twice nobody could say which counts."""
    json.loads(text, object_pairs_hook=_each_once)


def _each_once(pairs: list[tuple[str, Any]]) -> None:
    for name, many in Counter(name for name, _ in pairs).items():
        if many > 1:
            raise Wrong(f"{name}: is there {many} times")


def made_of(game: str, plain: Mapping[str, Any], kind: type[Document], check: Callable[[Document], None]) -> Document:
    """The document of plain values, which name neither its version nor its game. Refuses (Wrong) as `read` does."""
    try:
        found = msgspec.convert({"fireside": "character", "version": 1, "game": game, **plain}, kind)
    except msgspec.ValidationError as no:
        raise Wrong(_in_words(str(no))) from None
    check(found)
    return found


WANTED = {
    "int": "a whole number is wanted",
    "str": "a text is wanted",
    "array": "a list is wanted",
    "object": "a group of fields is wanted",
    "int | null": "a whole number or null is wanted",
    "str | null": "a text or null is wanted",
    "bool": "true or false is wanted",
}


def _in_words(message: str) -> str:
    """msgspec's message with the field first, in our words."""
    text, _, path = message.partition(" - at `$")
    where = path.rstrip("`").lstrip(".")
    if missing := re.match(r"Object missing required field `(.+)`", text):
        return f"{_joined(where, missing[1])}: is missing"
    if unknown := re.match(r"Object contains unknown field `(.+)`", text):
        return f"{_joined(where, unknown[1])}: is not known"
    if expected := re.match(r"Expected `(.+?)`", text):
        return f"{where or 'the document'}: {WANTED.get(expected[1], expected[1] + ' is wanted')}"
    return f"{where or 'the document'}: {text[:1].lower()}{text[1:]}"


def _joined(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


# what the types cannot say


def check_text(where: str, text: str, most: int, needed: bool = False) -> None:
    if needed and not text.strip():
        raise Wrong(f"{where}: a text is wanted")
    if len(text) > most:
        raise Wrong(f"{where}: {most} signs are possible at most")
    _seen(where, text, visible)


def check_lines(where: str, text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise Wrong(f"{where}: {LONGEST_TEXT} signs are possible at most")
    _seen(where, text, visible_lines)


def _seen(where: str, text: str, check: Any) -> None:
    try:
        check(text)
    except ValidationError:
        raise Wrong(f"{where}: a sign in it cannot be seen or turns the writing round") from None


def check_between(where: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise Wrong(f"{where}: from {least} to {most} is possible")


def check_unique(where: str, keys: list[str]) -> None:
    for key in keys:
        if keys.count(key) > 1:
            raise Wrong(f"{where}: “{key}” is there twice")


def check_few(where: str, rows: list[Any], most: int) -> None:
    if len(rows) > most:
        raise Wrong(f"{where}: {most} are possible at most")
