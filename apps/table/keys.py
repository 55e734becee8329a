"""Keys of rows that stand where the database knows of no foreign key: in an exchange's state, in an ask's facts.

A table that is brought from a file has new keys, so each of these says whose key it is: a state by the types of its
fields (`character: CharacterKey`), anything else by a function of its own (`keys_elsewhere`). 0 is nobody's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import inspect

NewKey = Callable[[str, int], int]
"""By the model's label and the key of old."""
Fields = dict[str, Any]
Rewrite = Callable[[Fields, Mapping[str, Any], NewKey], None]
Rewriting = Callable[[Any, NewKey], Any]

MARK = "key_of"


def key_of(label: str) -> msgspec.Meta:
    """Says of a number in a state that it is a key of that model."""
    return msgspec.Meta(extra={MARK: label})


SeatKey = Annotated[int, key_of("table.seat")]
SpanKey = Annotated[int, key_of("table.span")]


_elsewhere: dict[str, list[Rewrite]] = {}
_known_by: dict[str, set[str]] = {}


def keys_elsewhere(label: str, known_by: tuple[str, ...] = ()) -> Callable[[Rewrite], Rewrite]:
    """Registers a function that writes new keys into the fields of a model's row, wherever they hold some that are no
    foreign keys. It may be given some of the fields alone; `known_by` are those that it is told in any case."""

    def register(rewrite: Rewrite) -> Rewrite:
        _elsewhere.setdefault(label, []).append(rewrite)
        _known_by.setdefault(label, set()).update(known_by)
        return rewrite

    return register


def known_by(label: str) -> frozenset[str]:
    """The columns of a row that say what the others of it mean."""
    return frozenset(_known_by.get(label, ()))


def rewrite(label: str, fields: Fields, known: Mapping[str, Any], new: NewKey) -> None:
    """Writes new keys into these fields of a row of that model."""
    for one in _elsewhere.get(label, ()):
        one(fields, known, new)


def with_new_keys(state: Any, value: Any, new: NewKey) -> Any:
    """A state as it is stored, with new keys where the dataclass has some."""
    found = _rewriting(state)
    return found(value, new) if found else value


@cache
def _rewriting(state: Any) -> Rewriting | None:
    return _of(inspect.type_info(state))


def _of(info: inspect.Type) -> Rewriting | None:
    """What to do with a value of that type; None where it holds no key."""
    match info:
        case inspect.Metadata(type=inner, extra=extra):
            return _key(extra[MARK]) if extra and MARK in extra else _of(inner)
        case inspect.DataclassType(fields=fields):
            return _fields({one.encode_name: found for one in fields if (found := _of(one.type))})
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return _each(_of(item))
        case inspect.UnionType(types=types):
            return next((found for one in types if (found := _of(one))), None)
    return None


def _key(label: str) -> Rewriting:
    return lambda value, new: new(label, value) if value else value


def _fields(found: Mapping[str, Rewriting]) -> Rewriting | None:
    def rewritten(value: Any, new: NewKey) -> Any:
        if not isinstance(value, dict):
            return value
        return value | {name: of(value[name], new) for name, of in found.items() if name in value}

    return rewritten if found else None


def _each(found: Rewriting | None) -> Rewriting | None:
    return (lambda value, new: [found(one, new) for one in value]) if found else None
